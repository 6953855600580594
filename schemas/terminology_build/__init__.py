"""Builds the data files of published codes, units and ordinary words. It is never imported at run time."""
