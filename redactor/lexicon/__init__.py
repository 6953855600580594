"""Hold what is known of the world (names, words, places, numbers), each in one module, for all packages."""
