"""The detector of known values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from redactor.detect.known.matcher import Matcher
from redactor.detect.known.search_text import Words
from redactor.text import KnownValue, Note, Reading, Span

_KEPT = 256


class SiteKnown:
    """Known values of a whole site (its staff, organisations, places), shared by all notes and made ready once.

    values: or what gives them, the same object while nothing changed. It is asked before each batch, so that notes are
    searched for what was learned on the way.
    """

    def __init__(self, values: Iterable[KnownValue] | Callable[[], Sequence[KnownValue]]) -> None:
        self._ask = values if callable(values) else None
        self._values: Sequence[KnownValue] = () if callable(values) else tuple(values)
        self._matcher = Matcher(self._values, site=True) if self._values else None

    def matcher(self) -> Matcher | None:
        """Of the values as they are now; None without any."""
        values = self._values if self._ask is None else self._ask()
        if values is not self._values:
            self._values = values
            self._matcher = Matcher(values, site=True) if values else None
        return self._matcher


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
        site = self._site.matcher() if self._site is not None else None
        return [self._read(note, site) for note in notes]

    def _read(self, note: Note, site: Matcher | None) -> Reading:
        if not note.known and site is None:
            return Reading()
        text = Words.of(note.text)
        spans: list[Span] = []
        if note.known:
            spans.extend(self._matcher(note.known).find(text))
        if site is not None:
            spans.extend(site.find(text))
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
