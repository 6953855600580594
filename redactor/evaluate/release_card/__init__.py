"""This package builds the data card of a release: what OUT shows, what its manifest states and what its state tells."""
