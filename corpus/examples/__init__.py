"""Training examples: generated notes, real notes with inserted identifiers, annotated prose."""
