"""What is known of the world: names, words, places and numbers, each in one module, shared by all packages."""
