"""The words around a name, for a question about it, without identifiers that the question does not need."""

from __future__ import annotations

import re

_AROUND = 240  # characters on either side
_NUMBERS = re.compile(r"[^\s,;]*\d{3,}[^\s,;]*|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_ADDRESSES = re.compile(r"\S+@\S+|\S+://\S+")
_HIDDEN = "[ID]"


def around(paragraph: str, value: str) -> str:
    """Whole words around the first place of a value in its paragraph, where it is whole words itself if it can be."""
    found = re.search(rf"(?<!\w){re.escape(value)}(?!\w)", paragraph)
    at = paragraph.find(value) if found is None else found.start()
    if at < 0:
        return value
    start, end = max(0, at - _AROUND), min(len(paragraph), at + len(value) + _AROUND)
    if start and (space := _first_space(paragraph, start, at)) >= 0:
        start = space
    if end < len(paragraph) and (space := _last_space(paragraph, at + len(value), end)) >= 0:
        end = space
    return paragraph[start:end].strip()


def without_identifiers(text: str) -> str:
    """The text without long numbers, dates and addresses."""
    return _NUMBERS.sub(_HIDDEN, _ADDRESSES.sub(_HIDDEN, text))


def _first_space(text: str, start: int, end: int) -> int:
    return next((i for i in range(start, end) if text[i].isspace()), -1)


def _last_space(text: str, start: int, end: int) -> int:
    return next((i for i in range(end, start, -1) if text[i - 1].isspace()), -1)
