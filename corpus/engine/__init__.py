"""What writes a note: the template language, fields, layouts and house styles."""
