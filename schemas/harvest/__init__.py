"""Harvesting: the known values that structured records give, to be found in free text."""
