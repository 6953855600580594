"""Files as the project reads and writes them: whole, by their owner alone, padded, in SQLite."""
