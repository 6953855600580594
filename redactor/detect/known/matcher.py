"""Search many notes for a set of known values with one automaton."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import compress, count, pairwise
from typing import NamedTuple

import ahocorasick_rs
from rapidfuzz.distance import OSA

from redactor.detect.known.abbreviated_names import (
    SHORTEST_CLIPPED,
    clippable_words,
    clipped_words,
    find_initials,
    initials_forms,
)
from redactor.detect.known.context import NameHit, find_names
from redactor.detect.known.names import LONGEST_FUZZY, fuzzy_parts, initials_of
from redactor.detect.known.places import STATE_CODES
from redactor.detect.known.search_text import Form, Needs, SearchText, fits, is_narrow, is_unspaced
from redactor.detect.known.surface_forms import surface_forms
from redactor.entities import NAMES, PRECEDENCE, Entity
from redactor.lexicon.names import shares
from redactor.lexicon.words import is_ordinary, word_set
from redactor.text import KNOWN, KnownValue, Span

_SHORT = 5  # shorter forms of one word are looked up by word: in an automaton they would match nearly everywhere
# Of a longer form the beginning is looked up, and the rest compared: building an automaton takes the square of the
# length of a form that repeats itself.
_LONGEST_PATTERN = 500
_SHORTEST_ALONE = (
    6  # letters; a shorter word, and one that is near a short part of a name, needs a title or another part beside it
)
_SHORTEST_FUZZY = 4
_CACHE = 32_768  # words; they recur from text to text
_SHORT_CORE = 7  # letters; shorter parts of names are near too many words
_BETWEEN_PLACES = re.compile(r"[\s,-]{1,64}")
_NUMBER_CUES = word_set(
    "mrn mr id ids no nr num number acct account fin csn record chart file ssn social ending last xxx ext pin code "
    "member policy group license licence case visit digits ends xx xxxx xxxxx"
)
_WORDS_FOR_FOUR, _WORDS_FOR_SSN = word_set("4 four"), word_set("ssn social ss")
_PLACE_CUES = word_set("in at from of to near for city town lives living resides residing county to visited")
_PHONES = (Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER)


class SiteForms(NamedTuple):
    """Hold the surface forms of a site's values.

    forms: of each text. people, signed: the people of each text that is a name, and of each text that is initials.
    entity, initials: give the entity of a person's name, and the initials of the given names.
    """

    forms: Mapping[str, list[Form]]
    people: dict[str, frozenset[int]]
    signed: dict[str, frozenset[int]]
    entity: Callable[[int], Entity]
    initials: Callable[[int], frozenset[str]]


class Matcher:
    """Find a set of known values. site: whether many subjects share the set, so that matches need more context."""

    def __init__(self, values: Iterable[KnownValue], *, site: bool) -> None:
        entities: list[Entity] = []
        initials: dict[int, frozenset[str]] = {}
        by_text: dict[str, dict[tuple[object, ...], Form]] = {}
        persons: dict[str, set[int]] = {}
        cores: dict[str, set[int]] = {}
        signatures: dict[str, set[int]] = {}
        clipped: dict[str, dict[str, set[int]]] = {}
        for person, known in enumerate(values):
            entities.append(known.entity)
            if known.entity in NAMES:
                initials[person] = initials_of(known)
                for signed in initials_forms(known):
                    signatures.setdefault(signed, set()).add(person)
                if not site:
                    for core in fuzzy_parts(known):
                        cores.setdefault(core, set()).add(person)
                    for whole in clippable_words(known):
                        start = whole[:SHORTEST_CLIPPED]
                        clipped.setdefault(start, {}).setdefault(whole, set()).add(person)
            for form in surface_forms(known, person, site=site):
                if form.text:
                    add_form(by_text.setdefault(form.text, {}), form)
                    if form.person >= 0:
                        persons.setdefault(form.text, set()).add(person)
        self._site, self._clipped = site, clipped
        self._entity_of: Callable[[int], Entity] = entities.__getitem__
        self._initials: Callable[[int], frozenset[str]] = lambda person: initials.get(person, frozenset())
        self._persons = {text: frozenset(owners) for text, owners in persons.items()}
        self._signatures = {signed: frozenset(owners) for signed, owners in signatures.items()}
        self._set_forms({text: list(found.values()) for text, found in by_text.items()})
        self._cores = {core: frozenset(owners) for core, owners in cores.items()}
        self._short_cores = {core: owners for core, owners in self._cores.items() if len(core) < _SHORT_CORE}
        self._long_cores = {core: owners for core, owners in self._cores.items() if len(core) >= _SHORT_CORE}
        self._prefixes = frozenset(core[:3] for core in self._long_cores)
        self._suffixes = frozenset(core[-3:] for core in self._long_cores)

    @classmethod
    def from_site_forms(cls, packed: SiteForms) -> Matcher:
        """Return the matcher of a site's forms that were packed before."""
        matcher = cls((), site=True)
        matcher._entity_of, matcher._initials = packed.entity, packed.initials
        matcher._persons, matcher._signatures = packed.people, packed.signed
        matcher._set_forms(packed.forms)
        return matcher

    def _set_forms(self, forms: Mapping[str, list[Form]]) -> None:
        self._short: dict[str, list[Form]] = {}
        self._long: list[list[Form]] = []
        self._wholes: dict[int, str] = {}
        patterns: list[str] = []
        for text, found in forms.items():
            if len(text) < _SHORT and not any(form.breaks for form in found) and not is_unspaced(text):
                self._short[text] = found
            else:
                if len(text) > _LONGEST_PATTERN:
                    self._wholes[len(patterns)] = text
                patterns.append(text[:_LONGEST_PATTERN])
                self._long.append(found)
        self._automaton = _automaton(patterns) if patterns else None

    def find(self, text: SearchText) -> list[Span]:
        """Return spans of the original text, not yet resolved."""
        names: list[NameHit] = []
        accepted: list[tuple[int, int, Form]] = []
        beside: list[tuple[int, int, Form]] = []
        for i, j, form in self._matches(text):
            if form.person >= 0:
                names.append(NameHit(i, j, form.needs, self._persons[form.text], form.strong, form.text))
            elif form.needs is Needs.FREE or (form.needs is Needs.CAPITAL and _has_capitals(text, i, j)):
                accepted.append((i, j, form))
            elif form.needs is Needs.NUMBERED:
                if _has_number_context(text, i):
                    accepted.append((i, j, form))
            elif form.needs is Needs.PLACE and _has_capitals(text, i, j) and _has_place_context(text, i, j):
                accepted.append((i, j, form))
            elif form.needs in (Needs.PLACE, Needs.NEXT_TO_PLACE):
                beside.append((i, j, form))
        if self._cores:
            names.extend(self._misspellings(text))
        if self._clipped:
            names.extend(self._cut_short(text))
        accepted.extend(_beside_places(text, accepted, beside))
        spans = [_span_of_words(text, i, j, form.entity, form.strong) for i, j, form in accepted]
        if names:
            for i, j, owners, strong in find_names(text, names, self._initials, for_subject=not self._site):
                spans.append(_span_of_words(text, i, j, self._entity(owners), strong))
        for i, owners in find_initials(text, self._signatures, for_subject=not self._site):
            spans.append(_span_of_words(text, i, i + 1, self._entity(owners), False))
        return spans

    def _entity(self, persons: Iterable[int]) -> Entity:
        return min(map(self._entity_of, persons), key=PRECEDENCE.__getitem__)

    def _matches(self, text: SearchText) -> list[tuple[int, int, Form]]:
        out: list[tuple[int, int, Form]] = []
        short = self._short
        if not short.keys().isdisjoint(text.words):
            for i in compress(count(), map(short.__contains__, text.words)):
                out.extend((i, i + 1, form) for form in short[text.words[i]] if fits(form, text, i, i + 1))
        if self._automaton is not None:
            for pattern, start, end in self._automaton.find_matches_as_indexes(text.compact, overlapping=True):
                if whole := self._wholes.get(pattern):
                    if not text.compact.startswith(whole, start):
                        continue
                    end = start + len(whole)
                j = text.word_at(end)
                if j < 0:
                    continue
                i = text.word_at(start)
                if i < 0:
                    i = _zero_filled(text, start)
                    if i < 0:
                        continue
                out.extend((i, j, form) for form in self._long[pattern] if fits(form, text, i, j))
        return out

    def _misspellings(self, text: SearchText) -> list[NameHit]:
        """Return capitalised words at optimal string alignment distance 1 from a long and rare name part."""
        prefixes, suffixes = self._prefixes, self._suffixes
        out: list[NameHit] = []
        for i in may_be_misspelled(text):
            word = text.words[i]
            if word in self._cores:
                continue
            if len(word) <= _SHORT_CORE and text.capital(i) and not any(shares(word)):
                for core, owners in self._short_cores.items():
                    if abs(len(core) - len(word)) <= 1 and OSA.distance(word, core, score_cutoff=1) <= 1:
                        out.append(NameHit(i, i + 1, Needs.BESIDE, owners, False, core))
            # One edit leaves the first or the last three letters of a word of seven unchanged.
            if len(word) < _SHORTEST_ALONE or not (word[:3] in prefixes or word[-3:] in suffixes):
                continue
            for core, owners in self._long_cores.items():
                if abs(len(core) - len(word)) <= 1 and OSA.distance(word, core, score_cutoff=1) <= 1:
                    out.append(NameHit(i, i + 1, Needs.FREE, owners, False, core))
        return out

    def _cut_short(self, text: SearchText) -> Iterator[NameHit]:
        """Yield parts of names that end early and with a full stop."""
        for i in clipped_words(text):
            word = text.words[i]
            for whole, owners in self._clipped.get(word[:SHORTEST_CLIPPED], {}).items():
                if len(word) < len(whole) and whole.startswith(word):
                    yield NameHit(i, i + 1, Needs.CAPITAL, frozenset(owners), False, whole)


def _automaton(patterns: list[str]) -> ahocorasick_rs.AhoCorasick:
    """The automaton of the patterns, as the library makes it of more than a hundred.

    Of fewer it makes one that takes ten times the memory and five times as long to build, for searches that take half
    the time: most sets are made for a few texts.
    """
    kind = ahocorasick_rs.Implementation.ContiguousNFA
    return ahocorasick_rs.AhoCorasick(patterns, store_patterns=False, implementation=kind)


def may_be_misspelled(text: SearchText) -> Iterator[int]:
    """Yield indices of the words that may be misspelled parts of a name."""
    small_letters = text.source.islower()
    for i in compress(count(), map(_is_rare, text.words)):
        if (small_letters and len(text.words[i]) >= _SHORTEST_ALONE) or text.capital(i):
            yield i


@lru_cache(maxsize=_CACHE)
def _is_rare(word: str) -> bool:
    """Whether a word is long enough for a misspelled part of a name, and neither a word of prose nor a short name."""
    if not _SHORTEST_FUZZY <= len(word) <= LONGEST_FUZZY + 1 or word[0].isdigit() or is_ordinary(word):
        return False
    return len(word) >= _SHORTEST_ALONE or not any(shares(word))


def add_form(found: dict[tuple[object, ...], Form], form: Form) -> None:
    """Add a form of a text to those found.

    A name part that several persons share becomes one form, with the least demanding context need.
    """
    if form.person < 0:
        found.setdefault((form.entity, form.needs, form.breaks, form.fit), form)
        return
    old = found.get(("name",))
    if old is not None:
        form = form._replace(
            needs=min(old.needs, form.needs), breaks=old.breaks | form.breaks, strong=old.strong or form.strong
        )
    found[("name",)] = form


def _zero_filled(text: SearchText, start: int) -> int:
    """Return the index of the word of which only leading zeros precede an offset, or -1: 00012345 is number 12345."""
    at = start
    while at > 0 and text.compact[at - 1] == "0":
        at -= 1
    return text.word_at(at) if at < start else -1


def _beside_places(
    text: SearchText, accepted: list[tuple[int, int, Form]], beside: list[tuple[int, int, Form]]
) -> list[tuple[int, int, Form]]:
    """Return the matches that are next to an accepted place; each match accepted counts for the next."""
    out: list[tuple[int, int, Form]] = []
    starts = {i for i, _, form in accepted}
    ends = {j for _, j, form in accepted}
    for i, j, form in sorted(beside, key=lambda m: (m[0], m[1])):
        left = i in ends and _BETWEEN_PLACES.fullmatch(text.gaps[i])
        right = j in starts and _BETWEEN_PLACES.fullmatch(text.gaps[j])
        if (left or right) and (form.needs is Needs.NEXT_TO_PLACE or text.capital(i)):
            out.append((i, j, form))
            ends.add(j)
            starts.add(i)
    return out


def _span_of_words(text: SearchText, i: int, j: int, entity: Entity, strong: bool) -> Span:
    start, end = text.span(i, j)
    if entity in _PHONES:
        while start and text.source[start - 1] in "(+":
            start -= 1
    return Span(start, end, entity, None, "strong" if strong else "weak", (KNOWN,))


def _has_number_context(text: SearchText, i: int) -> bool:
    """Return whether words[i] follows a word such as "MRN" or the sign "#", or precedes "(last 4 SSN)"."""
    if "#" in text.gaps[i] or any(w in _NUMBER_CUES for w in text.words[max(0, i - 2) : i]):
        return True
    after = text.words[i + 1 : i + 6]
    return any(a == "last" and b in _WORDS_FOR_FOUR for a, b in pairwise(after)) or any(
        w in _WORDS_FOR_SSN for w in after[:3]
    )


def _has_place_context(text: SearchText, i: int, j: int) -> bool:
    """Return whether words[i:j] follow a preposition of place, or precede a state or a ZIP code."""
    if i and text.gaps[i] in (" ", "\n") and text.words[i - 1] in _PLACE_CUES:
        return True
    if j < len(text.words) and is_narrow(text.gaps[j]):
        after = text.words[j]
        return (after in STATE_CODES and text.written(j).isupper()) or (len(after) == 5 and after.isdigit())
    return False


def _has_capitals(text: SearchText, i: int, j: int) -> bool:
    """Return whether the first and the last word with letters in words[i:j] begin with capitals."""
    lettered = [k for k in range(i, j) if text.words[k][0].isalpha()]
    return bool(lettered) and text.capital(lettered[0]) and text.capital(lettered[-1])
