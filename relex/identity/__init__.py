"""Splits names in any spelling, and decides whether they belong to the household or to the site."""
