"""Numbers as people say them."""

from __future__ import annotations

from corpus.engine.fields import ages
from corpus.engine.words import words

_ORDINALS = words("spoken_numbers", "ordinals")


def number(n: int) -> str:
    """0 to 199 in words without hyphens, "seventy two"."""
    return ages.words(n).replace("-", " ")


def ordinal(day: int) -> str:
    """A day of a month, 1 to 31: "twenty first"."""
    if day <= 20:
        return _ORDINALS[day - 1]
    return "thirtieth" if day == 30 else f"{'twenty' if day < 30 else 'thirty'} {_ORDINALS[day % 10 - 1]}"
