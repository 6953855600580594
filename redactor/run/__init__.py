"""This package runs input to output, with a journal, an audit, an encrypted quarantine and a manifest."""
