"""Tests of the corpus: `engine` and `types` run in `make test`, all of them in `make test-corpus`."""
