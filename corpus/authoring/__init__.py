"""Tools for whoever writes note types: preview, lint, the tables of fields and layouts, and the catalogue's digest."""
