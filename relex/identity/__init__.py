"""Whose name a mention is: splits names in any spelling, and decides whether they are the household's or the site's."""
