"""Reads schema documents: their vocabulary, compiler, registry and approvals, and the shipped JSON documents."""
