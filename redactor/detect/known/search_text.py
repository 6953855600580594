"""Define the data that the search for known values works on: surface forms, and texts split into words and gaps.

Forms are matched on the compact text, which is the letters and digits of the folded text without anything between them.
"Doe, John", "O'Neil" and "(555) 810-7203" are "doejohn", "oneil" and "5558107203" there, however they are spaced,
punctuated and broken over lines. A match counts if it begins and ends at word boundaries and its gaps are where its
form allows them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate
from typing import NamedTuple

from redactor.entities import Entity
from redactor.unicode_fold import Folded, fold


class Fit(IntEnum):
    """Tell where a match may have gaps (characters that are neither letters nor digits)."""

    AT_BREAKS = 0  # at breaks of the form, each optional
    EXACT = 1  # at all breaks of the form and nowhere else: 5/2/1927, never 52/19/27
    ANY = 2  # anywhere, of the characters that occur in numbers
    WHOLE = 3  # as AT_BREAKS, and no letter or digit adjoins the match: short identifiers
    TIGHT = 4  # as WHOLE, without white space: "jane.doe" is the local part of an address, "Jane Doe" a name
    SOLID = 5  # as WHOLE, and its parts touch or a sign joins them: "TEST1", "TEST-1", never "test 1"


class Needs(IntEnum):
    """Tell which context a match needs to count, from the least demanding."""

    FREE = 0  # none
    CAPITAL = 1  # capitalised
    TITLE = 2  # title case, or as CUE
    CUE = 3  # an adjacent title, cue word, initial or other part of the name
    PLACE = 4  # capitalised, and a preposition of place before it or another place next to it
    NEXT_TO_PLACE = 5  # another place next to it
    NUMBERED = 6  # a word such as "MRN" or "#" before it
    BESIDE = 7  # capitalised, and a title before it or another part of the name beside it
    PLURAL = 8  # capitalised, and "the" before it or an apostrophe behind it: a family
    LABEL = 9  # as CUE, but what is said of it is no evidence: Rash, Cough
    SHORT_WORD = 10  # as `short_words` says: So, Do, He


class Form(NamedTuple):
    """A form is one surface form of a known value.

    text: compact. breaks: offsets in it where gaps may be. person: number of the name, or -1.
    """

    text: str
    entity: Entity
    needs: Needs = Needs.FREE
    breaks: frozenset[int] = frozenset()
    fit: Fit = Fit.AT_BREAKS
    strong: bool = True
    person: int = -1


# In scripts written without spaces a run of letters is a sentence, so each letter counts as a word. The fold decomposes
# Hangul into jamo (U+1100 on), and Korean particles are joined to the names that they follow.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_WORDS = re.compile(f"([{UNSPACED}]|[^\\W\\d_{UNSPACED}]+|\\d+)")
_WORDS_ASCII = re.compile("([a-z]+|[0-9]+)")
NO_BREAKS: frozenset[int] = frozenset()
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")


def pieces(folded: str) -> list[str]:
    """Return a folded text split into [gap, word, gap, word, ..., gap]; a word is a run of letters or of digits."""
    return (_WORDS_ASCII if folded.isascii() else _WORDS).split(folded)


def compact(text: str) -> tuple[str, frozenset[int]]:
    """Return the compact text of a value, and the offsets in it at which the value has gaps."""
    if text.isascii() and (text.isdigit() or text.isalpha()):
        return text.lower(), NO_BREAKS
    words = words_of(text)
    if len(words) < 2:
        return (words[0] if words else ""), NO_BREAKS
    return "".join(words), breaks_between(words)


def breaks_between(words: Sequence[str]) -> frozenset[int]:
    """Return the offsets between words in their compact text."""
    return frozenset(accumulate(map(len, words[:-1])))


def words_of(text: str) -> list[str]:
    """Return the folded words of a value."""
    return pieces(fold(text, caseless=True).text)[1::2]


def is_unspaced(text: str) -> bool:
    """Return whether the text holds a letter of a script written without spaces."""
    return not text.isascii() and _IS_UNSPACED.search(text) is not None


@dataclass(slots=True)
class SearchText:
    """A search text is split into words. gaps[i] precedes words[i], which is at compact_offsets[i] in `compact`."""

    source: str
    folded: Folded
    words: list[str]
    gaps: list[str]
    offsets: list[int]
    compact_offsets: list[int]
    compact: str

    @classmethod
    def from_text(cls, text: str) -> SearchText:
        """Return the text split into words and gaps."""
        folded = fold(text, caseless=True)
        parts = pieces(folded.text)
        words = parts[1::2]
        return cls(
            text,
            folded,
            words,
            parts[0::2],
            list(accumulate(map(len, parts), initial=0)),
            list(accumulate(map(len, words), initial=0)),
            "".join(words),
        )

    def span(self, i: int, j: int) -> tuple[int, int]:
        """Return the offsets in the original of words[i:j]."""
        return self.folded.span(self.offsets[2 * i + 1], self.offsets[2 * j])

    def written(self, i: int) -> str:
        """Return words[i] as written in the original."""
        start, end = self.span(i, i + 1)
        return self.source[start:end]

    def capital(self, i: int) -> bool:
        """Return whether words[i] begins with a capital or a caseless character."""
        at, starts = self.offsets[2 * i + 1], self.folded.starts
        ch = self.source[at if starts is None else starts[at]]
        return ch != ch.lower() or ch == ch.upper()

    def word_at(self, offset: int) -> int:
        """Return the index of the word that begins at an offset of the compact text, or -1."""
        i = bisect_left(self.compact_offsets, offset)
        return i if i < len(self.compact_offsets) and self.compact_offsets[i] == offset else -1


_FRACTION = 2  # digits of a decimal beside a number: "1" in "1.5"
_SMALL = 4
_WIDE = 64
_NUMBER_GAP = re.compile(r"[-\s./_#:()+]{0,4}")
_SPLIT_WORD = re.compile(r"-[ \t]*(?:\r?\n[ \t]*|[ \t])|[ \t]*\r?\n[ \t]*")


def is_narrow(gap: str) -> bool:
    """Return whether a gap can lie within one value: a few characters, or white space."""
    return len(gap) <= _SMALL or (len(gap) <= _WIDE and len(gap.strip()) <= 2)


def fits(form: Form, text: SearchText, i: int, j: int) -> bool:
    """Return whether the gaps in words[i:j], whose compact text is the form's, are where the form allows them."""
    if form.fit in (Fit.WHOLE, Fit.TIGHT, Fit.SOLID) and not (
        _is_at_boundary(text, i, i - 1) and _is_at_boundary(text, j, j)
    ):
        return False
    if j - i == 1:
        return form.fit is not Fit.EXACT or not form.breaks
    gaps = text.gaps[i + 1 : j]
    if form.fit is Fit.TIGHT and any(not gap or gap != "".join(gap.split()) for gap in gaps):
        return False
    if form.fit is Fit.SOLID and form.needs is not Needs.NUMBERED and any(gap != "".join(gap.split()) for gap in gaps):
        return False
    if form.fit is Fit.ANY:
        return all(_NUMBER_GAP.fullmatch(gap) for gap in gaps)
    start = text.compact_offsets[i]
    offsets = [offset - start for offset in text.compact_offsets[i + 1 : j]]
    if form.fit is Fit.EXACT:
        return len(offsets) == len(form.breaks) and form.breaks.issuperset(offsets) and all(map(is_narrow, gaps))
    for offset, gap in zip(offsets, gaps, strict=True):
        if not (is_narrow(gap) if offset in form.breaks else _SPLIT_WORD.fullmatch(gap)):
            return False
    return True


def _is_at_boundary(text: SearchText, gap: int, word: int) -> bool:
    """Return whether no ASCII letter or digit adjoins, and no decimal goes on: "test 1" ends within "test 1.5"."""
    if text.gaps[gap] == "." and 0 < gap < len(text.words):
        first, second = text.words[gap - 1], text.words[gap]
        return not (first.isdigit() and second.isdigit() and len(first if word < gap else second) <= _FRACTION)
    return bool(text.gaps[gap]) or not 0 <= word < len(text.words) or not text.words[word].isascii()
