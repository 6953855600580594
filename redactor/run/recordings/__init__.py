"""This package processes recordings: a file is the unit, released completely or not at all."""
