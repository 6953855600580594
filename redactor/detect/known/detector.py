"""The detector of known values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from redactor.detect.known.matcher import Matcher
from redactor.detect.known.search_text import SearchText
from redactor.text import KnownValue, Note, Reading, Span

_KEPT = 256


class SiteKnown:
    """Known values of a whole site (its staff, organisations, places), shared by all notes.

    values: the values, or a function that returns them (the same object while nothing changed). The function is called
    before each batch, so that notes are searched for values learned during the run.
    """

    def __init__(self, values: Iterable[KnownValue] | Callable[[], Sequence[KnownValue]]) -> None:
        self._ask = values if callable(values) else None
        self._values: Sequence[KnownValue] = () if callable(values) else tuple(values)
        self._matcher = Matcher(self._values, site=True) if self._values else None

    def matcher(self) -> Matcher | None:
        """The matcher of the current values; None without values."""
        values = self._values if self._ask is None else self._ask()
        if values is not self._values:
            self._values = values
            self._matcher = Matcher(values, site=True) if values else None
        return self._matcher


class Known:
    """Finds the known values of each note and of the site. Its only state is a cache of matchers."""

    name = "known"
    version = "1"

    def __init__(self, site: SiteKnown | None = None) -> None:
        self._site = site
        # By identity first: hashing dozens of values costs more than searching a note. The tuple is kept so that its
        # id is not reused. An equal tuple of another identity is found by value.
        self._by_identity: OrderedDict[int, tuple[tuple[KnownValue, ...], Matcher]] = OrderedDict()
        self._by_value: OrderedDict[tuple[KnownValue, ...], Matcher] = OrderedDict()

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading per note. A note without known values, of its own or of the site, has no spans."""
        site = self._site.matcher() if self._site is not None else None
        return [self._read(note, site) for note in notes]

    def _read(self, note: Note, site: Matcher | None) -> Reading:
        if not note.known and site is None:
            return Reading()
        text = SearchText.of(note.text)
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
