"""The detector of known values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence

from redactor.detect.known.forms import Words
from redactor.detect.known.matcher import Matcher
from redactor.text import KnownValue, Note, Reading, Span

_KEPT = 256


class SiteKnown:
    """Known values of a whole site (its staff, organisations, places), shared by all notes and made ready once."""

    def __init__(self, values: Iterable[KnownValue]) -> None:
        self.matcher = Matcher(values, site=True)


class Known:
    """Finds each note's known values, and those of the site. Independent of the batch: what it keeps is a cache."""

    name = "known"
    version = "1"

    def __init__(self, site: SiteKnown | None = None) -> None:
        self._site = site
        # By identity, since hashing dozens of values for each note costs more than searching it; the tuple is kept, so
        # that its identity stays its own. An equal tuple that is another object is found by its value.
        self._by_identity: OrderedDict[int, tuple[tuple[KnownValue, ...], Matcher]] = OrderedDict()
        self._by_value: OrderedDict[tuple[KnownValue, ...], Matcher] = OrderedDict()

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading a note. Every character is read; a note without known values and without a site has no spans."""
        return [self._read(note) for note in notes]

    def _read(self, note: Note) -> Reading:
        if not note.known and self._site is None:
            return Reading()
        text = Words.of(note.text)
        spans: list[Span] = []
        if note.known:
            spans.extend(self._matcher(note.known).find(text))
        if self._site is not None:
            spans.extend(self._site.matcher.find(text))
        return Reading(tuple(sorted(set(spans), key=lambda s: (s.start, s.end, s.entity, s.strength))))

    def _matcher(self, known: tuple[KnownValue, ...]) -> Matcher:
        kept = self._by_identity.get(id(known))
        if kept is not None:
            self._by_identity.move_to_end(id(known))
            return kept[1]
        matcher = self._by_value.get(known)
        if matcher is None:
            matcher = self._by_value[known] = Matcher(known, site=False)
            if len(self._by_value) > _KEPT:
                self._by_value.popitem(last=False)
        self._by_identity[id(known)] = (known, matcher)
        if len(self._by_identity) > _KEPT:
            self._by_identity.popitem(last=False)
        return matcher
