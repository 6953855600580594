"""Makes stand-ins: whose name a mention is, what replaces it, and the index that remembers the replacement."""
