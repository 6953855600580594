"""Layouts of notes: a note file can name each public function that returns a writer or is one."""
