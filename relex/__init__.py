"""Stand-ins: who is who across spellings, what takes their place, and the index that remembers it."""
