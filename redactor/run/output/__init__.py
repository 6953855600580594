"""What a run leaves in OUT: the `Output` protocol, its folder implementation and the manifest."""
