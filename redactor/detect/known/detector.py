"""Find the known values of each note and of the site: the detector of known values."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from redactor.detect.known.keyed_values import KeyedValues
from redactor.detect.known.matcher import Matcher
from redactor.detect.known.search_keys import text_keys
from redactor.detect.known.search_text import SearchText
from redactor.detect.known.site_values import SiteValues
from redactor.entities import NAMES, Entity
from redactor.text import KNOWN, KnownValue, Note, Reading, Span

K = TypeVar("K")
V = TypeVar("V")
Site = SiteValues | Sequence[KnownValue]
_KEPT_MATCHERS = 64  # with their automata 300 kB each; the notes of a patient mostly follow one another
_FEW_VALUES = 8  # values for which a matcher is made for one text; one for all values serves several texts
_SHORT_TEXT = 256  # characters: displays of codes, which recur in every patient's records
_SHORT_TEXTS = 8_192
_SELECTED_TEXTS = (
    2  # long texts of a patient; for more, one matcher of all values costs less than the keys of each text
)
_LONGEST_TITLE = 14  # characters
_DOCTOR_TITLE = re.compile(r"(?<![^\W\d_])(?i:dr|drs|doctor|prof|professor)\b\.?[ \t]*\Z")


class _Text:
    """A text computes its words and search keys at most once."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def search(self) -> SearchText:
        return SearchText.from_text(self._text)

    @cached_property
    def keys(self) -> frozenset[int]:
        return text_keys(self.search)


class SiteKnown:
    """Hold the known values of a whole site (its staff, organisations, places), which all notes share.

    values: the values, packed or not, or a function that returns them (the same object while nothing changed). The
    function is called before each batch, so that notes are searched for values learned during the run.
    """

    def __init__(self, values: SiteValues | Iterable[KnownValue] | Callable[[], Site]) -> None:
        self._ask = values if callable(values) else None
        self._values: Site = ()
        self._matcher: Matcher | SiteValues | None = None
        if isinstance(values, SiteValues):
            self._matcher = values
        elif not callable(values):
            held = self._values = tuple(values)
            self._matcher = Matcher(held, site=True) if held else None

    def matcher(self) -> Matcher | SiteValues | None:
        """Return the matcher of the current values, or None without values."""
        values = self._values if self._ask is None else self._ask()
        if isinstance(values, SiteValues):
            return values
        if values is not self._values:
            self._values = values
            self._matcher = Matcher(values, site=True) if values else None
        return self._matcher


class Known:
    """Find the known values of each note and of the site. The detector holds no state but caches.

    Known(SiteKnown(staff)).detect([Note("1", "Seen by Dr. Roe", known=(patient_name,))])
    """

    name = KNOWN
    version = "5"

    def __init__(self, site: SiteKnown | None = None) -> None:
        self._site = site
        # By identity first: hashing dozens of values costs more than searching a note. The tuple is kept so that its
        # id is not reused. An equal tuple of another identity is found by value.
        self._by_identity: OrderedDict[int, tuple[tuple[KnownValue, ...], Matcher]] = OrderedDict()
        self._by_value: OrderedDict[tuple[KnownValue, ...], Matcher] = OrderedDict()
        self._short_keys: OrderedDict[str, frozenset[int]] = OrderedDict()
        self._short_site: OrderedDict[str, tuple[Matcher | SiteValues, tuple[Span, ...]]] = OrderedDict()

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """Return one reading per note. A note without known values, of the note or of the site, has no spans."""
        site = self._site.matcher() if self._site is not None else None
        return [self._read(note, site) for note in notes]

    def _read(self, note: Note, site: Matcher | SiteValues | None) -> Reading:
        text = _Text(note.text)
        known = self._may_name(note, text)
        spans = self._matcher(known).find(text.search) if known else []
        if site is not None:
            site_spans = self._site_spans(note.text, text, site)
            spans = (
                [*_with_clinicians_of_site(note.text, spans, site_spans), *site_spans]
                if spans and site_spans
                else [*spans, *site_spans]
            )
        if not spans:
            return Reading()
        return Reading(tuple(sorted(set(spans), key=lambda s: (s.start, s.end, s.entity, s.strength))))

    def _may_name(self, note: Note, text: _Text) -> tuple[KnownValue, ...]:
        """Return the known values of the note that the text may name. It names no other."""
        if not isinstance(note.known, KeyedValues):
            return tuple(note.known)
        short = len(note.text) <= _SHORT_TEXT
        if not short:
            note.known.long_texts += 1
            if note.known.long_texts > _SELECTED_TEXTS:
                return note.known.values
        keys = self._short_keys.get(note.text)
        if keys is None:
            keys = text.keys
            if short:
                _cache_value(self._short_keys, note.text, keys, _SHORT_TEXTS)
        found = note.known.select(keys)
        return note.known.values if len(found) > _FEW_VALUES else found

    def _site_spans(self, written: str, text: _Text, site: Matcher | SiteValues) -> Sequence[Span]:
        kept = self._short_site.get(written)
        if kept is not None and kept[0] is site:
            return kept[1]
        spans = tuple(site.find(text.search))
        if len(written) <= _SHORT_TEXT:
            _cache_value(self._short_site, written, (site, spans), _SHORT_TEXTS)
        return spans

    def _matcher(self, known: tuple[KnownValue, ...]) -> Matcher:
        if len(known) <= _FEW_VALUES:
            return self._matcher_by_value(known)
        kept = self._by_identity.get(id(known))
        if kept is not None:
            self._by_identity.move_to_end(id(known))
            return kept[1]
        matcher = self._matcher_by_value(known)
        _cache_value(self._by_identity, id(known), (known, matcher), _KEPT_MATCHERS)
        return matcher

    def _matcher_by_value(self, known: tuple[KnownValue, ...]) -> Matcher:
        matcher = self._by_value.get(known)
        if matcher is None:
            matcher = Matcher(known, site=False)
            _cache_value(self._by_value, known, matcher, _KEPT_MATCHERS)
        return matcher


def _cache_value(cache: OrderedDict[K, V], key: K, value: V, limit: int) -> None:
    cache[key] = value
    if len(cache) > limit:
        cache.popitem(last=False)


def _with_clinicians_of_site(text: str, spans: Sequence[Span], site_spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the spans of the people of the note.

    Behind "Dr.", a surname that is also a clinician's of the site is the clinician's.
    """
    clinicians = {(s.start, s.end) for s in site_spans if s.entity is Entity.DOCTOR}
    for s in spans:
        titled = (s.start, s.end) in clinicians and s.entity in NAMES
        if titled and _DOCTOR_TITLE.search(text, max(0, s.start - _LONGEST_TITLE), s.start):
            yield Span(s.start, s.end, Entity.DOCTOR, s.score, s.strength, s.sources)
        else:
            yield s
