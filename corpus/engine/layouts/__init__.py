"""How notes are laid out: each public function that gives a writer, or is one, can be named by a note file."""
