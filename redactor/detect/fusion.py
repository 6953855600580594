"""Fusion of the detectors' spans: weak spans that another detector cleared, and repetitions of names.

Neither removes a span of a known value, of the student or of a strong rule. A name found once in a note is searched for
in the whole note, since detectors miss names without a cue. Words of ordinary and clinical language and eponyms
are not searched for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ahocorasick_rs import AhoCorasick, MatchKind

from redactor.dates import parse_day
from redactor.entities import DATES, NAMES, Entity
from redactor.lexicon import words as word_lists
from redactor.lexicon.words import EPONYMOUS, is_device
from redactor.text import Reading, Span, detector_of

_RULES = "patterns"  # the detector whose weak spans another detector can dismiss
_SEARCHED = NAMES | {
    Entity.ID,
    Entity.MEDICAL_RECORD_NUMBER,
    Entity.FIN,
    Entity.HEALTH_PLAN_ID,
    Entity.SSN_OR_TAXPAYER,
    Entity.DEVICE_ID,
    Entity.HOSPITAL,
    Entity.USERNAME,
}
_SURE = 0.9  # a name found with a lower score is not searched for
_SHORTEST_NAME, _SHORTEST_NUMBER = 3, 5
_COMPOUND = re.compile(r"[\w'’]+(?:-[\w'’]+)+")
_WORD_AFTER = re.compile(r"(?:['’]s)?[ \t]+([a-z]+)")
# A number with a unit is a measurement, even where it equals a record number: "platelets 250000/uL".
_UNIT_AFTER = re.compile(
    r"(?i)(?: ?[x*] ?10| ?/ ?(?:[umµμ]?l|mm3|hpf|min|day)| ?%"
    r"|(?: |(?<=\d))(?:mcg|[mukµμnp]g|[mdunp]l|[mu]?iu|[kmμµ]?mol|meq|u/l|cells|copies|units?|cfu|mm3|bpm)(?![\w-]))"
)
_LONGEST_WORD = 40
_LONGEST_DATE = 40
_SURROGATE = re.compile("[\ud800-\udfff]")  # lone surrogates: JSON can hold them, the automaton rejects them


def fuse(readings: Sequence[Reading]) -> list[Span]:
    """The spans of all readings of one note, without spans of weak rules that lie within a cleared range."""
    cleared = sorted(c for r in readings for c in r.cleared)
    spans = [s for r in readings for s in r.spans]
    if not cleared:
        return spans
    starts = [start for start, _ in cleared]

    def dismissed(s: Span) -> bool:
        if s.strength != "weak" or set(map(detector_of, s.sources)) != {_RULES}:
            return False
        i = bisect_right(starts, s.start) - 1
        return i >= 0 and s.end <= cleared[i][1]

    return [s for s in spans if not dismissed(s)]


def drop_names_in_dates(text: str, spans: Sequence[Span]) -> list[Span]:
    """Drop names that are the month of a full date: "Jan" in "19 Jan 2022". The date itself stays covered."""
    days = [s for s in spans if s.entity in DATES and s.end - s.start <= _LONGEST_DATE]
    if not days:
        return list(spans)

    def month(s: Span) -> bool:
        return any(d.start < s.start and s.end < d.end and parse_day(text[d.start : d.end]) is not None for d in days)

    return [s for s in spans if s.entity not in NAMES or not month(s)]


def find_repetitions(text: str, spans: Sequence[Span]) -> list[Span]:
    """Further mentions of names and identifiers that were found. spans: resolved, in order."""
    text = text if text.isascii() else _SURROGATE.sub("\ufffd", text)
    terms: dict[str, Entity] = {}
    for s in spans:
        if s.entity in _SEARCHED and s.strength == "strong" and (s.score is None or s.score >= _SURE):
            for term in _search_terms(text[s.start : s.end], s.entity):
                terms.setdefault(term, s.entity)
    if not terms:
        return []
    found = []
    entities = list(terms.values())
    ends = [s.end for s in spans]
    automaton = AhoCorasick(list(terms), matchkind=MatchKind.LeftmostLongest)
    for number, start, end in automaton.find_matches_as_indexes(text):
        if _inside_word(text, start, end) or _is_measurement_or_eponym(text, start, end, entities[number]):
            continue
        i = bisect_right(ends, start)
        if i < len(spans) and spans[i].start <= start and end <= spans[i].end:
            continue
        found.append(Span(start, end, entities[number], None, "strong", ("repeated",)))
    return found


def _search_terms(value: str, entity: Entity) -> Iterator[str]:
    value = value.strip()
    if entity in NAMES:
        words = [w.strip(".,;:()'\"’") for w in value.split()]
        for word in words:
            bare = word_lists.plain(word)
            if len(word) < _SHORTEST_NAME or not word[:1].isupper() or not _is_name(bare):
                continue
            yield word
            if len(word) > _SHORTEST_NAME:  # ANA is a laboratory test, NED a finding
                yield word.upper()
            if word.isupper():
                yield word.title()
    elif entity is Entity.HOSPITAL:
        if len(value.split()) > 1 and "\n" not in value:
            yield value
    elif len(value) >= _SHORTEST_NUMBER and any(c.isdigit() for c in value):
        yield value


def _is_name(word: str) -> bool:
    return (
        word.replace("-", "").replace("'", "").replace("’", "").isalpha()
        and word not in word_lists.words()
        and word not in word_lists.eponyms()
        and word not in _TITLES
    )


def _is_measurement_or_eponym(text: str, start: int, end: int, entity: Entity) -> bool:
    """Whether a repetition is a measurement or part of the name of a device or a disease: Jackson-Pratt drain."""
    if entity not in NAMES:
        return entity is not Entity.HOSPITAL and _UNIT_AFTER.match(text, end) is not None
    low = max(0, start - _LONGEST_WORD)
    for compound in _COMPOUND.finditer(text, low, end + _LONGEST_WORD):
        if compound.start() <= start and end <= compound.end():
            after = _WORD_AFTER.match(text, compound.end())
            if after is None or after[1] not in EPONYMOUS:
                return False
            parts = [word_lists.plain(w) for w in compound[0].split("-")]
            own = word_lists.plain(text[start:end]).split("-")
            return is_device("".join(parts), after[1]) or any(p in word_lists.eponyms() for p in parts if p not in own)
    return False


_TITLES = frozenset(
    ("mrs", "miss", "prof", "professor", "doctor", "rev", "sra", "señor", "señora", "hon", "judge", "nurse", "iii")
)


def _inside_word(text: str, start: int, end: int) -> bool:
    return (start > 0 and text[start - 1].isalnum()) or (end < len(text) and text[end].isalnum())
