"""Tools for authors of note types: preview, lint, the tables of fields and layouts, and the catalogue's digest."""
