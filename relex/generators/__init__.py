"""Makes stand-ins by type of identifier: how a mention is split, what can replace a part, how it is rendered."""
