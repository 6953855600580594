"""This module marks released dates with the day from which they would show an age over 89, and be left out.

A stream judges ages at a day that moves: a birth year that may leave today may not from the ninetieth birthday on.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from redactor.dates import EVENT_YEARS


class KeptDate(str):
    """A released date, or a text that repeats one. turns: the first day on which it would not be released."""

    __slots__ = ("turns",)
    turns: dt.date

    def __new__(cls, text: str, turns: dt.date) -> KeptDate:
        made = super().__new__(cls, text)
        made.turns = turns
        return made


def kept_until(text: str, turns: dt.date | None) -> str:
    """Return the text with its day; as it is where a stream cannot come to that day, which is after 2048."""
    return text if turns is None or turns.year >= EVENT_YEARS.stop else KeptDate(text, turns)


def joined(pieces: Sequence[str]) -> str:
    """Return the text that the pieces make, with the earliest day of those that have one."""
    return kept_until("".join(pieces), first_turn(pieces))


def first_turn(texts: Iterable[str]) -> dt.date | None:
    """Return the earliest day of the texts, or None if none of them has one."""
    return min((text.turns for text in texts if isinstance(text, KeptDate)), default=None)
