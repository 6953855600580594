"""A chunk with what was found masked as [TYPE], and the way back from it to the text (RedactOR, section 3.2)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter

from redactor.text import Span
from redactor.unicode_fold import replace_surrogates


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked text. Masks belong to no range of the original.

    text: with masks, without lone surrogates. pieces: the runs of the original in it, each with its offset in `text`,
    its offset in the original and its length, in order.
    """

    text: str
    pieces: tuple[tuple[int, int, int], ...]

    def original(self, start: int, end: int) -> list[tuple[int, int]]:
        """The ranges of the original that text[start:end] shows, without its masks and the white space at their ends.

        In order, none empty. A range beyond the text is cut.
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
    """text[start:end] with the tags of the spans in their place. spans: resolved, that is in order and apart."""
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
