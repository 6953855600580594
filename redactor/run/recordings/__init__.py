"""Recordings: a file is the unit, all or nothing. `redactor audio`, its drop folder and streams run them alike."""
