"""Cuts a text into chunks of some words that overlap and end with a sentence (RedactOR, sections 3.2 and A.4)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from redactor.detect.known.search_text import UNSPACED
from redactor.lexicon.titles import DOCTOR_TITLES, NON_DOCTOR_TITLES, UNABBREVIATED_TITLES
from redactor.lexicon.words import word_set

# A run of other characters than white space is a word up to this length. In scripts without spaces two letters are one.
_LONGEST_WORD = 80
_WORD = re.compile(rf"[{UNSPACED}]{{1,2}}|[^\s{UNSPACED}]{{1,{_LONGEST_WORD}}}")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_CLOSING = "\"')]}’”»"
_WIDE_STOPS = tuple("。！？｡")
_STOPS = (*".!?…;", *_WIDE_STOPS)
_TITLES = (DOCTOR_TITLES | NON_DOCTOR_TITLES) - UNABBREVIATED_TITLES
_ABBREVIATIONS = _TITLES | word_set("st vs no nos approx e.g i.e")

# How well a chunk may end behind a word: within a run of characters, between words, with a line, with a sentence.
_WITHIN, _WORD_END, _LINE_END, _SENTENCE_END = range(4)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a text: text[start:end]. words: how many it has."""

    start: int
    end: int
    words: int


def count_words(text: str) -> int:
    """The number of words as chunks are measured."""
    return sum(1 for _ in _WORD.finditer(text))


def chunks(text: str, words: int, start: int = 0, end: int | None = None) -> list[Chunk]:
    """The chunks of text[start:end], in order; none without a word. Together they hold every character of it.

    words: the most of a chunk, at least 4. Where a sentence ends in the second half of a chunk, the chunk ends there;
    else with a line, else with a word. The next chunk begins 10 to 30 % of `words` earlier, with a sentence if one
    begins there. Linear time.
    """
    if words < 4:
        raise ValueError("a chunk has at least 4 words")
    end = len(text) if end is None else end
    found = [m.span() for m in _WORD.finditer(text, start, end)]
    if not found:
        return []
    out: list[Chunk] = []
    first = 0
    while len(found) - first > words:
        cut = _best(text, found, range(first + words, first + words // 2, -1))
        out.append(Chunk(found[first][0] if out else start, found[cut - 1][1], cut - first))
        nearest, farthest = cut - max(1, words // 10), max(first, cut - max(1, words * 3 // 10) - 1)
        first = _best(text, found, range(nearest, farthest, -1))
    out.append(Chunk(found[first][0] if out else start, end, len(found) - first))
    return out


def _best(text: str, found: list[tuple[int, int]], borders: range) -> int:
    """The first of the best borders. Border i lies between the words i - 1 and i."""
    best, rank = borders[0], -1
    for i in borders:
        found_rank = _rank(text, found[i - 1], found[i])
        if found_rank > rank:
            best, rank = i, found_rank
            if rank == _SENTENCE_END:
                break
    return best


def _rank(text: str, left: tuple[int, int], right: tuple[int, int]) -> int:
    start, end = left
    gap = text[end : right[0]]
    if "\n" in gap and _BLANK_LINE.search(gap):
        return _SENTENCE_END
    word = text[start:end].rstrip(_CLOSING)
    if word.endswith(_STOPS) and (gap or word.endswith(_WIDE_STOPS)):
        stem = word.rstrip(".").lstrip("\"'([{‘“«").lower()
        abbreviated = word.endswith(".") and (len(stem) == 1 or stem in _ABBREVIATIONS)
        if not abbreviated and not text[right[0]].islower():
            return _SENTENCE_END
    if "\n" in gap:
        return _LINE_END
    return _WORD_END if gap else _WITHIN
