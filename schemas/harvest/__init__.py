"""Takes the known values out of structured records, to be found in free text."""
