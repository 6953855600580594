"""The people, places and numbers of one note: drawn once, then reused throughout it."""

from __future__ import annotations

import datetime as dt
import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar

from corpus.engine import grammar
from redactor.sample.marked import Marked, Piece, fill_template, join

T = TypeVar("T")
Split = Literal["train", "unseen"]
Field = Callable[["Cast", str], Piece]

_FIRST = dt.date(1996, 1, 1)
_DAYS = 33 * 365


class Cast:
    """The people, places and numbers of one note. day: of the note.

    split: "train" leaves out a tenth of all names and towns; "unseen" draws from that tenth one time in two, so that a
    validation set contains values that training never saw.
    """

    def __init__(self, rng: random.Random, fields: Mapping[str, Field], split: Split = "train") -> None:
        self.rng = rng
        self.split = split
        self.day = _FIRST + dt.timedelta(days=rng.randrange(_DAYS))
        self._fields = fields
        self._held: dict[str, object] = {}

    def once(self, key: str, make: Callable[[], T]) -> T:
        """The value that `make` gave for the key in this note; `make` is called once per key."""
        if key not in self._held:
            self._held[key] = make()
        return self._held[key]  # type: ignore[return-value]

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return self.rng.choice(options)

    def chance(self, p: float) -> bool:
        """True with probability p."""
        return self.rng.random() < p

    def draw(self, make: Callable[[], str]) -> str:
        """A value from `make` (a name, a town) that belongs to this split."""
        want = self.split == "unseen" and self.chance(0.5)
        value = make()
        for _ in range(60):
            if held_out(value) is want or (self.split == "unseen" and not want):
                break
            value = make()
        return value

    def say(self, template: str) -> Marked:
        """Fill a template: choose its alternatives and fill in its fields. Raises KeyError for an unknown field."""
        chosen = grammar.choose(self.rng, template)
        return fill_template(chosen, lambda name, spec: self._fields[name](self, spec))

    def any(self, *templates: str) -> Marked:
        """One of the templates, filled."""
        return self.say(self.pick(templates))

    def some(self, templates: Sequence[str], least: int, most: int, sep: str = " ") -> Marked:
        """Several different templates, filled, in random order."""
        count = min(len(templates), self.rng.randint(least, most))
        return join(*(self.say(t) for t in self.rng.sample(list(templates), count)), sep=sep)


def held_out(value: str) -> bool:
    """Whether a name or a town belongs to the tenth that training never sees. Depends on the spelling only."""
    return zlib.crc32(value.casefold().encode()) % 10 == 0
