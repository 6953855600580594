"""Stand-ins by type, a module each: what a mention is made of, what can take a part's place, and how it is written."""
