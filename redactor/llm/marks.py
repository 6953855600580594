"""Ids and tags in requests to LLMs: keyed, so that nobody who writes a note can guess them."""

from __future__ import annotations

from redactor.keys import DerivedKey

_LENGTH = 10  # characters of base 32: 50 bits. Prompts and redactor/detect/cascade/injection.py name this length


def mark(key: DerivedKey, purpose: str, *parts: str) -> str:
    """An id, or the end of the name of a tag. Equal parts have equal marks under one key."""
    return key.token(purpose, *parts)[:_LENGTH]
