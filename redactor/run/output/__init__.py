"""This package writes what a run leaves in OUT: the `Output` protocol, its implementations and the manifest."""
