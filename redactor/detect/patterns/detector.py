"""Apply all rules to notes: the patterns detector."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType

from redactor.detect.patterns import short_texts
from redactor.detect.patterns.catalogue import MODULES, SHORT_TEXT_MODULES, rule_names
from redactor.detect.patterns.rule import DETECTOR, Doc
from redactor.detect.reading_cache import ReadingCache, in_batches, read_by_kind
from redactor.entities import DATES, NAMES, WORDED, Entity
from redactor.lexicon import data_files
from redactor.text import Note, Reading, Span, Strength
from redactor.unicode_fold import Folded, fold

_RULES_VERSION = "6"
_GROUP = 32_768  # characters of texts that each module reads in turn
_PHONES = frozenset({Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER})
_PLACES = WORDED - NAMES - {Entity.STATE, Entity.ADDRESS}


class Patterns:
    """Find identifiers by shape, checksum or cue word.

    Every character is read, at any length; the reading of a note depends only on its text and its kind. disabled: names
    of rules that are switched off. The version names them, and the sources of the lists of names and towns. Raises
    ValueError for an unknown name.
    """

    name = DETECTOR

    def __init__(self, disabled: Iterable[str] = ()) -> None:
        self._off = frozenset(disabled)
        if unknown := self._off - rule_names():
            raise ValueError(f"no rule is called {', '.join(sorted(unknown))}")
        self.version = " ".join([_RULES_VERSION, *data_files.sources(), *(f"-{name}" for name in sorted(self._off))])
        self._caches = {is_short: ReadingCache() for is_short in (False, True)}

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """Return one reading per note. Spans overlap where rules agree or differ; the resolver settles that."""
        return read_by_kind(self._caches, notes, short_texts.applies, self._read)

    def _read(self, is_short: bool, texts: Sequence[str]) -> Iterator[tuple[str, Reading]]:
        """Yield each text with its reading. is_short: texts of few words, for which more modules have rules."""
        modules = (*MODULES, *SHORT_TEXT_MODULES) if is_short else MODULES
        for group in in_batches(texts, _GROUP):
            yield from zip(group, self._apply_rules(group, modules), strict=True)

    def _apply_rules(self, texts: Sequence[str], modules: Iterable[ModuleType]) -> list[Reading]:
        """Return the readings of some texts.

        Each module reads all of them in turn, while its automata are in the cache of the processor: taken text by text,
        prefilters take three times as long.
        """
        folded = [fold(text) for text in texts]
        docs = [Doc(f.text, self._off) for f in folded]
        found: list[_Found] = [{} for _ in texts]
        for module in modules:
            for doc, original, spans in zip(docs, folded, found, strict=True):
                for s in module.find(doc):
                    _add(spans, s, original)
        return [_reading(spans) for spans in found]


_Found = dict[tuple[int, int, Entity, Strength], Span]


def _add(found: _Found, s: Span, folded: Folded) -> None:
    """Add a span of the folded text to those of the original."""
    start, end = folded.span(s.start, s.end)
    key = (start, end, s.entity, s.strength)
    same = found.get(key)  # found by another rule
    if same is None:
        moved = (start, end) != (s.start, s.end)
        found[key] = Span(start, end, s.entity, None, s.strength, s.sources) if moved else s
    elif s.sources[0] not in same.sources:
        found[key] = Span(start, end, s.entity, None, s.strength, same.sources + s.sources)


def _reading(found: _Found) -> Reading:
    kept = _without_parts_of_places(_without_parts_of_dates(list(found.values())))
    return Reading(tuple(sorted(kept, key=lambda s: (s.start, s.end, s.entity, s.strength))))


def _without_parts_of_dates(spans: list[Span]) -> list[Span]:
    """Return the spans without bare numbers and telephone shapes that lie within a full date.

    "OCT-2024" goes from "31-OCT-2024"; its characters stay covered by the date.
    """
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

    return [s for s in spans if not is_date(s)]


def _without_parts_of_places(spans: list[Span]) -> list[Span]:
    """Return the spans without names of people that are part of the name of a place or an organisation.

    "Mercy" goes from "Mercy Hospital"; its characters stay covered by the hospital.
    """
    named = [s for s in spans if s.entity is Entity.PERSON]
    if not named:
        return spans
    places = sorted(
        (s.start, s.end)
        for s in spans
        if s.entity in _PLACES and (s.strength == "strong" or s.entity is Entity.ORGANIZATION)
    )
    starts = [start for start, _ in places]
    longest: list[tuple[int, int]] = []  # the place that ends last among those up to each index
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
