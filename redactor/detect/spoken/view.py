"""Write a transcript in written form: numbers in digits, spelt words and addresses as people write them.

Recognisers write what was said ("five five five oh one"), which no pattern reads. Detectors read the transcript and
this view of it; what they find in either counts. The view is for reading only: it never leaves.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from redactor.detect.spoken.dates import DateReader
from redactor.detect.spoken.dictated import join_pieces
from redactor.detect.spoken.letters import capitalise_streets, find_spelt_names, join_codes, join_letters, write_titles
from redactor.detect.spoken.links import write_links
from redactor.detect.spoken.numbers import write_numbers
from redactor.detect.spoken.units import Unit, read_units
from redactor.detect.spoken.words import ENGLISH
from redactor.entities import Entity
from redactor.text import Span

SPOKEN = "spoken"  # a source of the spans that were found in the view
SPELT = "spelt-name"  # the rule that found a name by its letters
_HESITATION = re.compile(r"(?<=\s)(?!mm\b)[^\W\d_]")  # "mm" may be millimetres
_OTHER_DIGIT = re.compile(r"[^\D0-9]")  # full-width ones and the like, which are no units
_CACHE = 4  # transcripts: the engine needs the view of one again and again


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment is a stretch of a view and the range of the transcript that it stands for.

    plain: whether it equals the transcript, character by character, up to the next segment.
    """

    at: int
    start: int
    end: int
    plain: bool


@dataclass(frozen=True, slots=True)
class SpokenView:
    """A spoken view is a transcript in written form, with its mapping to the transcript.

    segments: none where nothing differs. names: ranges of the transcript in which a name is spelt letter by letter.
    """

    text: str
    segments: tuple[_Segment, ...] = ()
    names: tuple[tuple[int, int], ...] = ()

    @property
    def changed(self) -> bool:
        """Return whether the view differs from the transcript."""
        return bool(self.segments)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the transcript for [start, end) of the view: all words that gave its characters.

        An empty range gives an empty one. Raises ValueError for a range outside the view.
        """
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(f"range {start} to {end} lies outside of a view of {len(self.text)} characters")
        if not self.segments:
            return start, end
        if start == end:
            at = self._edge(start, after=False) if start < len(self.text) else self._edge(start - 1, after=True)
            return at, at
        return self._edge(start, after=False), self._edge(end - 1, after=True)

    def written(self, start: int, end: int) -> str:
        """Return what the view holds for [start, end) of the transcript. A word that the range cuts is included."""
        if not self.segments or start >= end:
            return self.text[start:end] if start < end else ""
        first = max(0, bisect_right(self.segments, start, key=lambda s: s.start) - 1)
        last = max(0, bisect_left(self.segments, end, key=lambda s: s.start) - 1)
        return self.text[self._at(first, start, after=False) : self._at(last, end, after=True)]

    def _at(self, k: int, i: int, *, after: bool) -> int:
        """Return where in the view a character of the transcript begins, or ends (after).

        k: the index of its segment, or of the segment before.
        """
        segment = self.segments[k]
        behind = self.segments[k + 1].at if k + 1 < len(self.segments) else len(self.text)
        if segment.plain:
            return max(segment.at, min(segment.at + i - segment.start, behind))
        return behind if after or i >= segment.end else segment.at

    def rewrites(self, start: int, end: int) -> bool:
        """Return whether the view writes every word of [start, end) of the transcript in another way."""
        first = max(0, bisect_right(self.segments, start, key=lambda s: s.start) - 1)
        last = bisect_left(self.segments, end, key=lambda s: s.start)
        within = self.segments[first:last]
        return bool(within) and not any(
            self.text[self._at(k, max(start, s.start), after=False) : self._at(k, end, after=True)].strip()
            for k, s in enumerate(within, first)
            if s.plain
        )

    def whole(self, start: int, end: int) -> tuple[int, int]:
        """Return [start, end) of the transcript widened over the numbers that it cuts."""
        if not self.segments or start >= end:
            return start, end
        first = self.segments[max(0, bisect_right(self.segments, start, key=lambda s: s.start) - 1)]
        last = self.segments[max(0, bisect_left(self.segments, end, key=lambda s: s.start) - 1)]
        if not first.plain and first.start < start < first.end:
            start = first.start
        if not last.plain and last.start < end < last.end:
            end = last.end
        return start, end

    def certain_spans(self) -> Iterator[Span]:
        """Yield the names that are spelt letter by letter, in offsets of the transcript."""
        for start, end in self.names:
            yield Span(start, end, Entity.PERSON, None, "strong", (SPOKEN, SPELT))

    def map_spans(self, found: Iterable[Span]) -> Iterator[Span]:
        """Yield what was found in the view, in offsets of the transcript."""
        for s in found:
            start, end = self.original(s.start, s.end)
            if start < end:
                yield Span(start, end, s.entity, s.score, s.strength, (SPOKEN, *s.sources))

    def _edge(self, i: int, *, after: bool) -> int:
        """Return where in the transcript the character view[i] begins, or ends (after)."""
        segment = self.segments[bisect_right(self.segments, i, key=lambda s: s.at) - 1]
        if segment.plain:
            return segment.start + i - segment.at + after
        return segment.end if after else segment.start


@lru_cache(maxsize=_CACHE)
def spoken_view(text: str) -> SpokenView:
    """Return a transcript in written form, in linear time."""
    words = ENGLISH
    units = join_letters(join_pieces(read_units(text, words.fillers), words), words)
    units = write_numbers(units, words, DateReader(words))
    write_links(units, words)
    join_codes(units, words)
    capitalise_streets(units, words)
    write_titles(units, words)
    view = _assembled_view(text, units)
    if view.text == text:
        return SpokenView(text)
    return replace(view, names=tuple(find_spelt_names(units, words)))


def as_spoken(text: str, spans: Sequence[Span], replacements: Sequence[str]) -> tuple[str, ...]:
    """Return the replacements, with the transcript's words where a replacement equals their written form ("sixty
    seven", 67).

    What a profile keeps stays as it was said, and its sound is not muted.
    """
    view = spoken_view(text)
    return tuple(
        text[s.start : s.end] if new == view.written(s.start, s.end) else new
        for s, new in zip(spans, replacements, strict=True)
    )


def _without_hesitation(between: str) -> str:
    """Return what stands between two units up to the first hesitation: "number, uh, five" is "number, five"."""
    found = _HESITATION.search(between)
    return between if found is None or _OTHER_DIGIT.search(between) else between[: found.start()]


def _assembled_view(text: str, units: Sequence[Unit]) -> SpokenView:
    pieces: list[str] = []
    segments: list[_Segment] = []
    at = length = 0

    def add(piece: str, start: int, end: int, plain: bool) -> None:
        nonlocal length
        if not piece:
            return
        last = segments[-1] if segments else None
        if last is None or not (plain and last.plain and last.start + length - last.at == start):
            segments.append(_Segment(length, start, end, plain))
        pieces.append(piece)
        length += len(piece)

    for unit in units:
        if not unit.glued:
            add(_without_hesitation(text[at : unit.start]), at, unit.start, True)
        add(unit.text, unit.start, unit.end, not unit.changed)
        at = unit.end
    add(text[at:], at, len(text), True)
    return SpokenView("".join(pieces), tuple(segments))
