"""What is searched, and in what: surface forms of known values, and a text as a run of words without what parts them.

Forms are matched on the compact text: the folded text's letters and digits alone, one after the other. "Doe, John",
"O'Neil" and "(555) 810-7203" are "doejohn", "oneil" and "5558107203" there, however they are spaced, punctuated and
broken over lines. A match counts when it begins and ends with whole words and is parted where its form allows it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate
from typing import NamedTuple

from redactor.entities import Entity
from redactor.unicode_fold import Folded, fold


class Fit(IntEnum):
    """Where a match may be parted by what is neither letter nor digit."""

    OWN = 0  # where the form is, or nowhere
    EXACT = 1  # where the form is, and there only: 5/2/1927, never 52/19/27
    ANY = 2  # anywhere, by the signs that stand in numbers
    WHOLE = 3  # as OWN, and with no letter or digit before or after: short identifiers
    TIGHT = 4  # as WHOLE, and by no white space: "jane.doe" is an address's local part, "Jane Doe" a name


class Rule(IntEnum):
    """What must surround a match for it to count."""

    FREE = 0  # nothing
    CAPITAL = 1  # it is written with capitals
    TITLE = 2  # one capital and small letters, or as CUE
    CUE = 3  # a title, a cue word, an initial or another part of the name beside it
    PLACE = 4  # a capital, and a word of place before it or another place beside it
    BESIDE = 5  # another place beside it
    NUMBERED = 6  # a word such as "MRN" or "#" before it


class Form(NamedTuple):
    """One surface form. text: compact. breaks: offsets in it where it may be parted. person: whose name, or -1."""

    text: str
    entity: Entity
    rule: Rule = Rule.FREE
    breaks: frozenset[int] = frozenset()
    fit: Fit = Fit.OWN
    strong: bool = True
    person: int = -1


# A run of letters in scripts written without spaces is a sentence, so that each letter counts as a word there. The
# fold takes Hangul apart into its letters (U+1100 on), and Korean particles join the names they follow.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_WORDS = re.compile(f"([{UNSPACED}]|[^\\W\\d_{UNSPACED}]+|\\d+)")
_WORDS_ASCII = re.compile("([a-z]+|[0-9]+)")
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")


def pieces(folded: str) -> list[str]:
    """The text as [gap, word, gap, word, ..., gap]; a word is a run of letters or a run of digits."""
    return (_WORDS_ASCII if folded.isascii() else _WORDS).split(folded)


def compact(text: str) -> tuple[str, frozenset[int]]:
    """The compact text of a value, and the offsets in it at which the value is parted."""
    words = pieces(fold(text, caseless=True).text)[1::2]
    if len(words) < 2:
        return (words[0] if words else ""), frozenset()
    offsets = list(accumulate(map(len, words)))
    return "".join(words), frozenset(offsets[:-1])


def words_of(text: str) -> list[str]:
    """The folded words of a value."""
    return pieces(fold(text, caseless=True).text)[1::2]


def is_unspaced(text: str) -> bool:
    """Whether a letter of a script without spaces stands in it."""
    return not text.isascii() and _IS_UNSPACED.search(text) is not None


@dataclass(slots=True)
class Words:
    """A text cut into words. gaps[i] stands before words[i]; at[i] is where words[i] begins in the compact text."""

    source: str
    folded: Folded
    words: list[str]
    gaps: list[str]
    offsets: list[int]
    at: list[int]
    compact: str

    @classmethod
    def of(cls, text: str) -> Words:
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
        """Offsets of the original for words[i:j]."""
        return self.folded.span(self.offsets[2 * i + 1], self.offsets[2 * j])

    def written(self, i: int) -> str:
        """words[i] as the original has it."""
        start, end = self.span(i, i + 1)
        return self.source[start:end]

    def capital(self, i: int) -> bool:
        """Whether words[i] begins with a capital, or with what has no case."""
        at = self.offsets[2 * i + 1]
        ch = self.source[self.folded.span(at, at + 1)[0]]
        return ch != ch.lower() or ch == ch.upper()

    def word_at(self, offset: int) -> int:
        """Index of the word that begins at an offset of the compact text, or -1."""
        i = bisect_left(self.at, offset)
        return i if i < len(self.at) and self.at[i] == offset else -1


_SMALL = 4
_WIDE = 64
_NUMBER_GAP = re.compile(r"[-\s./_#:()+]{0,4}")
_SPLIT_WORD = re.compile(r"-[ \t]*(?:\r?\n[ \t]*|[ \t])|[ \t]*\r?\n[ \t]*")


def small(gap: str) -> bool:
    """A gap that parts words of one value: a few signs, or any run of white space."""
    return len(gap) <= _SMALL or (len(gap) <= _WIDE and len(gap.strip()) <= 2)


def fits(form: Form, text: Words, i: int, j: int) -> bool:
    """Whether words[i:j], whose compact text is the form's, are parted as it allows."""
    if form.fit in (Fit.WHOLE, Fit.TIGHT) and not (_edge(text, i, i - 1) and _edge(text, j, j)):
        return False
    if j - i == 1:
        return form.fit is not Fit.EXACT or not form.breaks
    gaps = text.gaps[i + 1 : j]
    if form.fit is Fit.TIGHT and any(not gap or gap != "".join(gap.split()) for gap in gaps):
        return False
    if form.fit is Fit.ANY:
        return all(_NUMBER_GAP.fullmatch(gap) for gap in gaps)
    start = text.at[i]
    offsets = [at - start for at in text.at[i + 1 : j]]
    if form.fit is Fit.EXACT:
        return len(offsets) == len(form.breaks) and form.breaks.issuperset(offsets) and all(map(small, gaps))
    for offset, gap in zip(offsets, gaps, strict=True):
        if not (small(gap) if offset in form.breaks else _SPLIT_WORD.fullmatch(gap)):
            return False
    return True


def _edge(text: Words, gap: int, word: int) -> bool:
    """Whether no ASCII letter or digit stands directly on the other side of a gap."""
    return bool(text.gaps[gap]) or not 0 <= word < len(text.words) or not text.words[word].isascii()
