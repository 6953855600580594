"""Split a transcript into units: its words, what they become in writing, and what stands between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

_TOKEN = re.compile(r"[0-9]+(?:[.,:/-][0-9]+)*(?:st|nd|rd|th)?|[^\W\d_]+(?:['’][^\W\d_]+)*")
_DIGIT = re.compile(r"[0-9]")
_DIGIT_BY_DIGIT = re.compile(r"(?<![\w.,:/-])[0-9](?:(?:[-‑–]|, |\. )[0-9]){6,}(?!\w|[.,:/-]\w)")
"""Matches digits one by one, as recognisers write a telephone number: "6-1-4, 5-5-5, 0-1-9-8"."""

_SPACE = re.compile(r"\s+|-|‑|–")
_COMMA = re.compile(r"[\s,;–-]+|\s*(?:\.{3}|…)\s*")
_CUT = re.compile(r"-[\s,.]+")
_STOP = re.compile(r"[\s,.;…?–-]+")
_LONGEST_GAP = 8  # characters


class Gap(Enum):
    """Classify what stands before a unit.

    space: blanks or a hyphen. stop: a full stop and a blank; dot: a full stop alone. cut: a hyphen and a blank, where a
    word broke off. wide: anything else.
    """

    SPACE = auto()
    COMMA = auto()
    STOP = auto()
    DOT = auto()
    CUT = auto()
    WIDE = auto()


class Kind(Enum):
    """Classify a unit. letters: spelt. sign: joins numbers or parts of addresses."""

    WORD = auto()
    NUMBER = auto()
    LETTERS = auto()
    SIGN = auto()


@dataclass(slots=True)
class Unit:
    """A unit is one or several words.

    start, end: in the transcript. text: in writing. glued: whether nothing stands before it in writing.
    """

    start: int
    end: int
    text: str
    word: str
    gap: Gap
    kind: Kind = Kind.WORD
    glued: bool = False
    changed: bool = False


def read_units(text: str, fillers: frozenset[str]) -> list[Unit]:
    """Return the words of a transcript. A hesitation is no word: it becomes a comma between its neighbours."""
    out: list[Unit] = []
    at, hesitated, wide = 0, False, False
    for m in _tokens(text):
        word = m.group().lower().replace("’", "'")
        gap = _gap_of(text[at : m.start()]) if m.start() - at <= _LONGEST_GAP else Gap.WIDE
        at = m.end()
        if word in fillers:
            hesitated, wide = True, wide or gap is Gap.WIDE
            continue
        if hesitated:
            gap = Gap.WIDE if wide or gap is Gap.WIDE else Gap.COMMA
        hesitated = wide = False
        out.append(Unit(m.start(), m.end(), m.group(), word, gap))
    return out


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """Yield the words; each digit of a number that is written digit by digit is a word."""
    at = 0
    for run in _DIGIT_BY_DIGIT.finditer(text):
        yield from _TOKEN.finditer(text, at, run.start())
        yield from _DIGIT.finditer(text, *run.span())
        at = run.end()
    yield from _TOKEN.finditer(text, at)


def _gap_of(between: str) -> Gap:
    if not between:
        return Gap.WIDE
    if between == ".":
        return Gap.DOT
    if _SPACE.fullmatch(between):
        return Gap.SPACE
    if _CUT.fullmatch(between):
        return Gap.CUT
    if _COMMA.fullmatch(between):
        return Gap.COMMA
    return Gap.STOP if _STOP.fullmatch(between) else Gap.WIDE


def word_at(units: Sequence[Unit], i: int) -> str:
    """Return the word of a unit, in lower case; "" outside of the units."""
    return units[i].word if 0 <= i < len(units) else ""


def words_before(units: Sequence[Unit], i: int, n: int) -> Iterator[str]:
    """Yield at most n words before a unit, the nearest first."""
    for k in range(i - 1, max(-1, i - 1 - n), -1):
        yield units[k].word
