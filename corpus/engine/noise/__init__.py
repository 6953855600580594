"""House styles: how a finished note is typed, cased, wrapped and damaged."""
