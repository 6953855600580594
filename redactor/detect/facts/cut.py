"""Cut spans at the facts of their text, since facts come before names.

No span crosses into a fact, but a known value that is no word of medicine, an identifier behind its label ("MRN 4.1")
and what is told by its form (an e-mail address). What remains of a span lies on one side of the fact.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from redactor.detect.facts.find import Fact, Kind, find_facts
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, ORGANISATIONS, PLACES, WORDED, Entity
from redactor.lexicon.medicine import is_clinical
from redactor.lexicon.words import is_prose
from redactor.text import KNOWN, STUDENT, Span, Strength, detector_of

E = Entity

_MISTAKE_SCALES = frozenset({STUDENT, "patterns:date"})  # sources that may take a scale for a date
_INSTITUTIONS = ORGANISATIONS | {E.LOCATION}
_TOLD_BY_FORM = frozenset({E.EMAIL, E.URL, E.GUID, E.IP_ADDRESS, E.MAC_ADDRESS, E.USERNAME})
_NO_DETECTORS = frozenset({"decoded", "spoken", "misheard", "site"})
_WITH_UNITS = DATES | {E.AGE}  # "45 years", "24 h"
_SURE = 0.95  # score from which the student alone is believed about what has the form of a room or a badge
_EDGES = " \t\r\n,;:|*•.–—-/(=["
_ENDS = " \t\r\n,;:|*•–—-/(=["
_MONTH = re.compile(r"(?i)\b(?:jan|feb|april|apr|june|july|aug|sept?|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)")
_TITLED = "patterns:titled-name"
_GAP = 2  # characters between a title and a name
_CACHE = 4_096  # combinations of sources, of which a run meets a few hundred


def cut_at_facts(text: str, spans: Sequence[Span], facts: Sequence[Fact] | None = None) -> list[Span]:
    """Return the spans, or what remains of them beside the facts of their text.

    facts: of the text, if they are already known. Spans that the student alone found and that are units, sequences of
    bases, keys or decimals of JSON are dropped.
    """
    if not spans:
        return []
    facts = find_facts(text) if facts is None else facts
    ends = [fact.end for fact in facts]
    is_whole_text_unit = len(text) <= _LONGEST_UNIT and _is_unit(text.strip())  # the unit of a Quantity
    out: list[Span] = []
    for s in spans:
        if s.is_students_alone and _is_unit_or_sequence(text, s, is_whole_text_unit):
            continue
        first = bisect_right(ends, s.start)
        if first and _TITLED in s.sources and _is_titled_by(text, s, facts[first - 1]):
            continue
        if first == len(facts) or facts[first].start >= s.end or _is_exempt(text, s):
            out.append(s)
            continue
        out.extend(_beside(text, s, facts, first))
    return out


def _is_titled_by(text: str, s: Span, fact: Fact) -> bool:
    """Return whether the title in front of a name is the end of a fact: "12 Fr. Hoover"."""
    return (
        s.start - fact.end <= _GAP
        and text[fact.start : fact.end].endswith("Fr")
        and {_TITLED, STUDENT}.issuperset(s.sources)
    )


def _beside(text: str, s: Span, facts: Sequence[Fact], first: int) -> Iterator[Span]:
    """Yield what remains of a span. first: the index of the first fact that overlaps it."""
    last = first
    cuts: list[tuple[int, int]] = []
    while last < len(facts) and facts[last].start < s.end:
        fact = facts[last]
        last += 1
        if _fact_cuts(text, fact, s):
            cuts.append((fact.start, fact.end))
    if not cuts:
        yield s
        return
    at = s.start
    for start, end in (*cuts, (s.end, s.end)):
        low, high = _without_edges(text, at, start)
        if low < high and _may_remain(text[low:high], s.entity, at == s.start):
            yield Span(low, high, s.entity, s.score, s.strength, s.sources)
        at = max(at, end)


def _without_edges(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _EDGES:
        start += 1
    while end > start and text[end - 1] in _ENDS:
        end -= 1
    return start, end


def _may_remain(value: str, entity: Entity, is_first: bool) -> bool:
    """Return whether what remains of a span may be of its entity.

    A number without a digit is none, and units and frequencies behind a fact are no names.
    """
    if not any(map(str.isalnum, value)):
        return False
    if entity in WORDED:
        return is_first or not (value.islower() and all(is_prose(word) or is_clinical(word) for word in value.split()))
    return any(map(str.isdigit, value)) or (entity in DATES and _MONTH.search(value) is not None)


def _fact_cuts(text: str, fact: Fact, s: Span) -> bool:
    if fact.kind is Kind.WORD:
        return _word_cuts(text, fact, s)
    if fact.sure:
        return True
    if not _MISTAKE_SCALES.issuperset(s.sources) or s.entity in DEMOGRAPHICS:
        return False
    inside = fact.start <= s.start and s.end <= fact.end + 1 and not text[fact.end : s.end].strip(" .,;")
    if fact.kind is Kind.NOTATION:
        return inside and s.is_students_alone and (s.score or 0.0) < _SURE
    return inside


def _word_cuts(text: str, fact: Fact, s: Span) -> bool:
    """Return whether a word is cut off a span: at its ends, or all of it if only the student calls it a name."""
    before, behind = text[s.start : max(s.start, fact.start)], text[min(fact.end, s.end) : s.end]
    at_start, at_end = not any(map(str.isalnum, before)), not any(map(str.isalnum, behind))
    if at_start and at_end:
        return s.is_students_alone and (fact.end - fact.start > 3 or (s.score or 0.0) < _SURE)
    return s.entity in NAMES or ((at_start or at_end) and s.entity not in _INSTITUTIONS and s.entity not in PLACES)


def _is_exempt(text: str, s: Span) -> bool:
    """Return whether facts do not cut a span."""
    if s.entity in _TOLD_BY_FORM or s.entity in DEMOGRAPHICS or _is_trusted(s.sources):
        return True
    if KNOWN in map(detector_of, s.sources):
        return s.entity in DATES or not _is_medicine(text[s.start : s.end])
    return s.entity not in WORDED and _has_label(s.sources, s.strength)


def _is_medicine(value: str) -> bool:
    """Return whether a known value is a term of medicine, or such terms and a number: the street "Test 1.5"."""
    written = value.split()
    words = [word for word in written if not word.replace(".", "").isdecimal()]
    return is_clinical(value) or (0 < len(words) < len(written) and all(map(is_clinical, words)))


@lru_cache(maxsize=_CACHE)
def _is_trusted(sources: tuple[str, ...]) -> bool:
    return not _NO_DETECTORS.isdisjoint(map(detector_of, sources))


@lru_cache(maxsize=_CACHE)
def _has_label(sources: tuple[str, ...], strength: Strength) -> bool:
    """Return whether a rule found a span behind its label."""
    return strength == "strong" and any("-labelled" in source for source in sources)


# --- units, sequences and JSON, of the student alone ---

# Of UCUM the common ones, and what laboratories write instead. Of the annotations in braces, which may hold anything,
# only a few count as units.
_ATOM = (
    r"(?:[kmunpfµμ]?(?:g|L|l|mol|Osm|Eq|eq|s|V|Hz|Pa|W|J|IU|U|bar|cal)|[kcmnuµμ]?m|[cm]?Gy|[kMGm]?(?:Bq|Ci)"
    r"|mc[gL]|d[lL]|IU|EU|FEU|CFU|cfu|PFU|hr?|min|sec|days?|d|wk|weeks?|months?|yr|years?"
    r"|HPF|LPF|hpf|lpf|cells?|copies|log|beats|breaths|bpm|drops|units?|tablets?|capsules?|puffs?|doses?"
    r"|mm ?\[Hg\]|mm ?Hg|cm ?H2O|Cel|deg ?[CF]|\[deg[CF]\]|\{(?:score|INR|ratio|index|titer)\}|%|[KM]|thou|mill|cu ?mm"
    r"|x?10[*^E]?(?:E)?[0-9]{1,2}|(?:1\.73|10{1,3}|12|24)(?: ?m2)?|m[23]|WBC|albumin|creat(?:inine)?|arb|per)"
)
_UCUM = re.compile(rf"/?{_ATOM}(?:(?: ?[/.*] ?| ){_ATOM})*")
_LETTER = re.compile("[A-Za-zµμ%]")
_MEASURED = re.compile(r"[0-9] ?$|[A-Za-z0-9%] ?/$")  # matches what precedes a unit in a text
_BASES = re.compile(r"[ACGTUN]{20,}|[acgtun]{20,}")
_JSON_KEY, _JSON_DECIMAL = re.compile("[a-z_]{1,3}"), re.compile(r"-?[0-9]{1,4}\.[0-9]{1,4}")  # of JSON
_CLOCK = re.compile(r"(?:^|[^0-9.])[0-9]{2}:?[0-9]{2} ?$")
_LONGEST_UNIT, _BEFORE_UNIT, _SHORTEST_UNIT = 40, 8, 3


def _is_unit_or_sequence(text: str, s: Span, is_whole_text_unit: bool) -> bool:
    """Return whether the span is a unit, bases or JSON. is_whole_text_unit: whether the text is a unit alone."""
    value, before, after = (
        text[s.start : s.end],
        text[max(0, s.start - _BEFORE_UNIT) : s.start],
        text[s.end : s.end + 2],
    )
    if before.endswith('"') and after == '":':
        return _JSON_KEY.fullmatch(value) is not None
    if before.rstrip().endswith('":') and after[:1] in (",", "}", "]") and _JSON_DECIMAL.fullmatch(value):
        return True
    if s.entity in _WITH_UNITS:
        return False
    if is_whole_text_unit or _BASES.fullmatch(value):
        return True
    if (len(value) == 1 and value.isupper() and not before.endswith("/")) or (
        len(value) < _SHORTEST_UNIT and _CLOCK.search(before)
    ):
        return False  # "0644 L", "0125 ms": somebody's initials
    return len(value) <= _LONGEST_UNIT and _MEASURED.search(before) is not None and _is_unit(value.strip(" /"))


def _is_unit(value: str) -> bool:
    return _UCUM.fullmatch(value) is not None and _LETTER.search(value) is not None
