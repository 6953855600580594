"""Cut a text into chunks, and mask in a chunk what was found (RedactOR, sections 3.2 and A.4).

Chunks have a number of words, overlap and end with a sentence. Masks are written as [TYPE].
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter

from redactor.detect.known.search_text import UNSPACED
from redactor.lexicon.titles import DOCTOR_TITLES, NON_DOCTOR_TITLES, UNABBREVIATED_TITLES
from redactor.lexicon.words import word_set
from redactor.text import Span
from redactor.unicode_fold import replace_surrogates

# A run of other characters than white space is a word up to this length. In scripts without spaces two letters are one.
_LONGEST_WORD = 80
_WORD = re.compile(rf"[{UNSPACED}]{{1,2}}|[^\s{UNSPACED}]{{1,{_LONGEST_WORD}}}")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_CLOSING = "\"')]}’”»"
_WIDE_STOPS = tuple("。！？｡")
_STOPS = (*".!?…;", *_WIDE_STOPS)
_TITLES = (DOCTOR_TITLES | NON_DOCTOR_TITLES) - UNABBREVIATED_TITLES
_ABBREVIATIONS = _TITLES | word_set("st vs no nos approx e.g i.e")

# A chunk may end within a run of characters, between words, with a line or with a sentence, which is best.
_WITHIN, _WORD_END, _LINE_END, _SENTENCE_END = range(4)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk is a part of a text, text[start:end]. words: how many it has."""

    start: int
    end: int
    words: int


def count_words(text: str) -> int:
    """Return the number of words as chunks are measured."""
    return sum(1 for _ in _WORD.finditer(text))


def chunks(text: str, words: int, start: int = 0, end: int | None = None) -> list[Chunk]:
    """Return the chunks of text[start:end], in order; none without a word. Together they hold every character of it.

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
        cut = _best_border(text, found, range(first + words, first + words // 2, -1))
        out.append(Chunk(found[first][0] if out else start, found[cut - 1][1], cut - first))
        nearest, farthest = cut - max(1, words // 10), max(first, cut - max(1, words * 3 // 10) - 1)
        first = _best_border(text, found, range(nearest, farthest, -1))
    out.append(Chunk(found[first][0] if out else start, end, len(found) - first))
    return out


def _best_border(text: str, found: list[tuple[int, int]], borders: range) -> int:
    """Return the first of the best borders. Border i lies between the words i - 1 and i."""
    best, rank = borders[0], -1
    for i in borders:
        found_rank = _border_rank(text, found[i - 1], found[i])
        if found_rank > rank:
            best, rank = i, found_rank
            if rank == _SENTENCE_END:
                break
    return best


def _border_rank(text: str, left: tuple[int, int], right: tuple[int, int]) -> int:
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


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked text maps ranges back to the original. Masks belong to no range of the original.

    text: with masks, without lone surrogates. pieces: the runs of the original in it, each with its offset in `text`,
    its offset in the original and its length, in order.
    """

    text: str
    pieces: tuple[tuple[int, int, int], ...]

    def original(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the ranges of the original that text[start:end] shows, without masks and white space at their ends.

        They are in order and not empty. A range beyond the text is cut.
        """
        out = []
        for i in range(max(0, bisect_right(self.pieces, start, key=itemgetter(0)) - 1), len(self.pieces)):
            at, origin, length = self.pieces[i]
            if at >= end:
                break
            low, high = max(start, at), min(end, at + length)
            shown = self.text[low:high]
            if shown := shown.rstrip():
                low, high = low + len(shown) - len(shown.lstrip()), low + len(shown)
                out.append((origin + low - at, origin + high - at))
        return out


def mask(text: str, start: int, end: int, spans: Sequence[Span]) -> Masked:
    """Return text[start:end] with the tags of the spans in their place. spans: resolved, that is in order and apart."""
    parts: list[str] = []
    pieces: list[tuple[int, int, int]] = []
    at = start
    size = 0
    for i in range(max(0, bisect_right(spans, start, key=attrgetter("start")) - 1), len(spans)):
        span = spans[i]
        if span.start >= end:
            break
        if span.end <= at:
            continue
        if span.start > at:
            pieces.append((size, at, span.start - at))
            parts.append(text[at : span.start])
            size += span.start - at
        parts.append(span.entity.tag)
        size += len(span.entity.tag)
        at = span.end
    if at < end:
        pieces.append((size, at, end - at))
        parts.append(text[at:end])
    return Masked(replace_surrogates("".join(parts)), tuple(pieces))
