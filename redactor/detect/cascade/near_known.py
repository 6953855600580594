"""Words near a known name: no answer of a model may clear them, and so they are not asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rapidfuzz.distance import Levenshtein

from redactor.entities import NAMES
from redactor.text import KnownValue
from redactor.unicode_fold import fold

_LEAST = 5  # letters of a word that is compared: shorter names have ordinary words for neighbours
_FAR = 7  # letters from which two slips are near
_PART = 0.6  # of the longer word, that the shorter one must be to be near by standing in it
_NOT_LETTERS = re.compile(r"[\W\d_]+")


class KnownNames:
    """The names that are known of a note's people, by their words."""

    def __init__(self, known: Iterable[KnownValue]) -> None:
        self._words = tuple(sorted({word for v in known if v.entity in NAMES for word in _words(v.value)}))

    def are_near(self, text: str) -> bool:
        """Whether a word of the text, or all its letters together, is near a known one: misspelt, cut or joined."""
        return bool(self._words) and any(_is_near(word, known) for word in _words(text) for known in self._words)


def _words(text: str) -> set[str]:
    parts = [_NOT_LETTERS.sub("", part) for part in fold(text, caseless=True).text.split()]
    return {word for word in (*parts, "".join(parts)) if len(word) >= _LEAST}


def _is_near(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if short in long and len(short) >= _PART * len(long):
        return True
    most = 2 if len(short) >= _FAR else 1
    return Levenshtein.distance(one, other, score_cutoff=most) <= most


def names_of(collections: Sequence[Sequence[KnownValue]]) -> list[KnownNames]:
    """The names in each collection; one that several notes share is read once."""
    made: dict[int, KnownNames] = {}
    for known in collections:
        if id(known) not in made:
            made[id(known)] = KnownNames(known)
    return [made[id(known)] for known in collections]
