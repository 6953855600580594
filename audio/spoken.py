"""A transcript in written form: numbers in digits, spelt words and addresses as one writes them.

Recognisers write what was said ("five five five oh one"), which no pattern reads. Detectors read the transcript and
this view of it; what they find in either counts. The view is for reading only: it never leaves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from audio.spoken_codes import capitalise_streets, join_codes
from audio.spoken_dates import DateReader
from audio.spoken_letters import find_spelt_names, join_letters
from audio.spoken_links import write_links
from audio.spoken_numbers import write_numbers
from audio.spoken_units import Unit, read_units
from audio.spoken_words import ENGLISH, SpokenWords
from redactor.entities import Entity
from redactor.text import Span

SPOKEN = "spoken"  # a source of the spans that were found in the view
SPELT = f"{SPOKEN}:spelt-name"


@dataclass(frozen=True, slots=True)
class _Segment:
    """A stretch of a view and the range of the transcript that it stands for.

    plain: as in the transcript, character by character, up to the next segment.
    """

    at: int
    start: int
    end: int
    plain: bool


@dataclass(frozen=True, slots=True)
class SpokenView:
    """A transcript in written form, and its mapping to the transcript. segments: none where nothing differs.

    names: ranges of the transcript in which a name is spelt letter by letter.
    """

    text: str
    segments: tuple[_Segment, ...] = ()
    names: tuple[tuple[int, int], ...] = ()

    @property
    def changed(self) -> bool:
        """Whether it differs from the transcript."""
        return bool(self.segments)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the transcript of [start, end) of the view: all words that gave its characters.

        Of an empty range, an empty one. Raises ValueError for a range outside the view.
        """
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(f"no range of the view: {start} to {end} of {len(self.text)} characters")
        if not self.segments:
            return start, end
        if start == end:
            at = self._edge(start, after=False) if start < len(self.text) else self._edge(start - 1, after=True)
            return at, at
        return self._edge(start, after=False), self._edge(end - 1, after=True)

    def _edge(self, i: int, *, after: bool) -> int:
        """Where in the transcript the character view[i] begins, or ends (after)."""
        segment = self.segments[bisect_right(self.segments, i, key=lambda s: s.at) - 1]
        if segment.plain:
            return segment.start + i - segment.at + after
        return segment.end if after else segment.start


def spoken_view(text: str, words: SpokenWords = ENGLISH) -> SpokenView:
    """A transcript in written form. Takes linear time."""
    units = join_letters(read_units(text, words.fillers), words)
    units = write_numbers(units, words, DateReader(words))
    write_links(units, words)
    join_codes(units, words)
    capitalise_streets(units, words)
    if not any(u.changed or u.glued for u in units):
        return SpokenView(text)
    view = _view(text, units)
    return replace(view, names=tuple(find_spelt_names(units, words)))


def _view(text: str, units: Sequence[Unit]) -> SpokenView:
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
            add(text[at : unit.start], at, unit.start, True)
        add(unit.text, unit.start, unit.end, not unit.changed)
        at = unit.end
    add(text[at:], at, len(text), True)
    return SpokenView("".join(pieces), tuple(segments))


def unite(spans: Iterable[Span], view: SpokenView, found: Iterable[Span]) -> list[Span]:
    """The spans of a transcript and those found in its view, in offsets of the transcript, in order.

    spans: in offsets of the transcript. found: in offsets of the view. Nothing is lost: what both hold counts once, and
    spans that overlap are the resolver's to unite.
    """
    out = list(spans)
    held = {(s.start, s.end, s.entity) for s in out}
    for start, end in view.names:
        if (start, end, Entity.PERSON) not in held:
            held.add((start, end, Entity.PERSON))
            out.append(Span(start, end, Entity.PERSON, None, "strong", (SPELT,)))
    for s in found:
        start, end = view.original(s.start, s.end)
        if start < end and (start, end, s.entity) not in held:
            out.append(Span(start, end, s.entity, s.score, s.strength, (SPOKEN, *s.sources)))
    return sorted(out, key=lambda s: (s.start, s.end, s.entity))
