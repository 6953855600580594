"""Stand-ins by type, one module each: how a mention is split, what can replace a part, and how it is rendered."""
