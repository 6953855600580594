"""Apply the guard to the resolved spans of a text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from redactor import dates
from redactor.detect.fusion import BY_FORM
from redactor.detect.guard.borders import TITLE, borders, ranges_between, split_person_from_institution
from redactor.detect.guard.shapes import is_misread_date, is_whole_date
from redactor.detect.guard.trim import (
    FUNCTION_WORDS,
    LABEL_OF,
    LEADING_LABEL,
    NEVER_NAMES,
    ONLY_LABEL,
    ONLY_SHORTHAND,
    PLACES,
    POSSESSED,
    VALUE_BEHIND,
    is_trimmed,
    trim,
)
from redactor.detect.readable import DECODED
from redactor.detect.spoken import MISHEARD, SPOKEN
from redactor.entities import DATES, NAMES, ORGANISATIONS, WORDED, Entity
from redactor.text import KNOWN, Span, detector_of

TRIMMED, DROPPED = "guard-trimmed", "guard-dropped"
TAGGED = "guard-tagged"  # the engine counts values that are not shaped like their entity under this name
_TRUSTED = frozenset({KNOWN, "site", DECODED})  # detectors, or what was found in a decoded stretch
_EXEMPT = _TRUSTED | {SPOKEN, MISHEARD}  # what was found in the written form of a transcript was guarded there
_RULES = "patterns"
_CHECKED = frozenset(
    {Entity.EMAIL, Entity.URL, Entity.CREDIT_DEBIT_NUMBER, Entity.VEHICLE_IDENTIFIER_US, Entity.GUID}
)  # entities whose values a check digit or a strict form confirms
_SURE = 0.95  # score from which the student alone is believed
_NEAR, _NEAR_IN_ORGANISATION = 2, 6  # characters between two halves of a name: "Children's Hospital of | the | King"
_LONGEST_LABEL, _LONGEST_WITH_DATE = 24, 200
_CACHE = 4_096  # combinations of sources, of which a run meets a few hundred
Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Guarded:
    """Hold the guarded spans, in order, and how many were trimmed or dropped: ("guard-trimmed:PERSON", 2)."""

    spans: tuple[Span, ...]
    counts: tuple[tuple[str, int], ...] = ()

    def then(self, text: str, spans: Sequence[Span], found: Iterable[Span]) -> Guarded:
        """Guard spans that were resolved anew and return them, with the counts of both times."""
        guarded = guard(text, spans, found)
        return Guarded(
            guarded.spans, tuple(sorted((Counter(dict(self.counts)) + Counter(dict(guarded.counts))).items()))
        )


def guard(text: str, spans: Sequence[Span], found: Iterable[Span]) -> Guarded:
    """Trim the resolved spans of a text, split spans that cross a border, and drop labels and bare signs.

    found: the spans before they were resolved. Known values, terms of the site, identifiers with a check digit and what
    was found in decoded stretches or in the written form of a transcript stay whole. Only spans of the student alone,
    scored below .95, are dropped, and a label whose value is the next span.
    """
    fixed = _union([(s.start, s.end) for s in found if s.entity in _CHECKED or _is_exempt(s.sources)])
    ends = [end for _, end in fixed]
    out: list[Span] = []
    counts: dict[str, int] = {}
    for i, span in enumerate(spans):
        within = _overlapped(fixed, ends, span.start, span.end) if fixed else ()
        following = spans[i + 1] if i + 1 < len(spans) else None
        kept = None if _stays(text, span, within) else _remainder(text, span, following, within)
        if kept is None or kept == [span]:
            out.append(span)
            continue
        counter = f"{TRIMMED if kept else DROPPED}:{span.entity.value}"
        counts[counter] = counts.get(counter, 0) + 1
        out.extend(kept)
    return Guarded(tuple(out), tuple(sorted(counts.items())))


def is_guarded(span: Span) -> bool:
    """Return whether a span is refused a stand-in if its value is not shaped like its entity."""
    return _is_guarded(span.sources)


@lru_cache(maxsize=_CACHE)
def _is_guarded(sources: tuple[str, ...]) -> bool:
    return _TRUSTED.isdisjoint(map(detector_of, sources))


def has_cue(span: Span) -> bool:
    """Return whether a rule found the span by more than its form: a title, a label, a check digit."""
    return span.strength == "strong" and _saw_cue(span.sources)


@lru_cache(maxsize=_CACHE)
def _saw_cue(sources: tuple[str, ...]) -> bool:
    return any(detector_of(source) == _RULES and source not in BY_FORM for source in sources)


@lru_cache(maxsize=_CACHE)
def _is_exempt(sources: tuple[str, ...]) -> bool:
    """Return whether the guard never cuts a span with these sources."""
    return not _EXEMPT.isdisjoint(map(detector_of, sources))


def _union(ranges: list[Range]) -> list[Range]:
    """Return the ranges in order, with overlapping ranges joined."""
    out: list[Range] = []
    for start, end in sorted(ranges):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out


def _overlapped(ranges: Sequence[Range], ends: Sequence[int], start: int, end: int) -> Sequence[Range]:
    """Return those of the ranges, which are in order and apart, that overlap start:end. ends: of the ranges."""
    first = last = bisect_left(ends, start + 1)
    while last < len(ranges) and ranges[last][0] < end:
        last += 1
    return ranges[first:last]


def _is_unsure(span: Span) -> bool:
    return span.is_students_alone and span.score is not None and span.score < _SURE


def _stays(text: str, span: Span, fixed: Sequence[Range]) -> bool:
    """Return whether a span stays as it is, without a closer look. fixed: the ranges in it that are not cut."""
    if fixed and fixed[0][0] <= span.start and span.end <= fixed[0][1]:
        return True
    return not _is_unsure(span) and (not is_trimmed(span.entity) or is_plain(text[span.start : span.end], span.entity))


def _remainder(text: str, span: Span, following: Span | None, fixed: Sequence[Range]) -> list[Span]:
    """Return what is left of a span. fixed: the ranges in it that are not cut."""
    entity = span.entity
    unsure = _is_unsure(span)
    if not is_trimmed(entity):
        return [span]
    if not fixed and not any(c.isalnum() for c in text[span.start : span.end]):
        return []  # a bracket, an arrow, a box to tick
    if unsure and is_plain(text[span.start : span.end], entity):
        return [span]
    if not fixed and _is_label(text, span, following, unsure):
        return []
    cuts = borders(text, span.start, span.end)
    parts = [(a, b, entity) for a, b in ranges_between(span.start, span.end, _outside(cuts, fixed))]
    ends = [end for _, end in fixed]

    def inside(low: int, high: int) -> Sequence[Range]:
        return _overlapped(fixed, ends, low, high) if fixed else ()

    if entity in WORDED:
        parts = [p for low, high, e in parts for p in _split_affiliation(text, low, high, e, inside(low, high))]
        if entity not in PLACES:
            parts = [p for low, high, e in parts for p in _around_dates(text, low, high, e, inside(low, high))]
    if len(parts) == 1 and not fixed and is_misread_date(text[span.start : span.end], entity):
        return [replace(span, entity=Entity.DATE)]
    out = []
    for low, high, e in parts:
        gap = _NEAR_IN_ORGANISATION if e in ORGANISATIONS else _NEAR
        joined = high == span.end and following is not None and following.start - high <= gap
        kept = inside(low, high)
        start, end = trim(text, low, high, e, joined)
        if kept:
            start, end = max(low, min(start, kept[0][0])), min(high, max(end, kept[-1][1]))
        if start < end and (kept or any(c.isalnum() for c in text[start:end])):
            out.append(_part(span, start, end, e, bool(kept)))
    if out or unsure:
        return out
    return [span]


def _outside(cuts: Sequence[Range], fixed: Sequence[Range]) -> list[Range]:
    """Return the cuts that touch no fixed range. Both are in order."""
    if not fixed:
        return list(cuts)
    out = []
    i = 0
    for low, high in cuts:
        while i < len(fixed) and fixed[i][1] <= low:
            i += 1
        if i == len(fixed) or high <= fixed[i][0]:
            out.append((low, high))
    return out


def _split_affiliation(
    text: str, start: int, end: int, entity: Entity, fixed: Sequence[Range]
) -> list[tuple[int, int, Entity]]:
    parts = split_person_from_institution(text, start, end, entity)
    cuts = [(parts[0][1], parts[-1][0])] if len(parts) > 1 else []
    return parts if _outside(cuts, fixed) else [(start, end, entity)]


def _around_dates(
    text: str, start: int, end: int, entity: Entity, fixed: Sequence[Range]
) -> list[tuple[int, int, Entity]]:
    """Return the range split around whole dates, each of which becomes a part: "AMH on Thursday, 1/28/2021"."""
    if end - start > _LONGEST_WITH_DATE or not any(c.isdigit() for c in text[start:end]):
        return [(start, end, entity)]
    found = [(start + d.start, start + d.end) for d in dates.find(text[start:end]) if not d.weak]
    days = _outside([(a, b) for a, b in found if is_whole_date(text[a:b])], fixed)
    parts = [(a, b, entity) for a, b in ranges_between(start, end, days)]
    return sorted([*parts, *((a, b, Entity.DATE) for a, b in days)])


def _part(span: Span, start: int, end: int, entity: Entity, fixed: bool) -> Span:
    """Return a part of a span. It is a known value only if it holds the known value."""
    if (start, end, entity) == (span.start, span.end, span.entity):
        return span
    sources = span.sources
    if not fixed:
        sources = tuple(s for s in sources if detector_of(s) not in _EXEMPT) or sources
    return replace(span, start=start, end=end, entity=entity, sources=sources)


def _is_label(text: str, span: Span, following: Span | None, unsure: bool) -> bool:
    """Return whether a span is nothing but a label: of the next span's value, or one that the student alone found."""
    if span.end - span.start > _LONGEST_LABEL:
        return False
    value = text[span.start : span.end]
    entity = LABEL_OF.get(value)
    if entity is not None and following is not None and following.entity is entity:
        return text[span.end : following.start].strip(" \t:#") == ""
    return unsure and (
        value in (NEVER_NAMES if span.entity in NAMES else FUNCTION_WORDS)
        or ONLY_SHORTHAND.fullmatch(value) is not None
        or (ONLY_LABEL.fullmatch(value) is not None and VALUE_BEHIND.match(text, span.end) is not None)
    )


_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
_WORD = rf"{_CAPITAL}(?:[^\W\d_]{{0,2}}\.|[^\W\d_]*(?:['’-][^\W\d_]+)*)"
_WORDS = re.compile(rf"{_WORD}(?:,? {_WORD})*(?<!\.)")
_CUT_WORDS = re.compile(rf"(?:{TITLE}).*,|.*\. (?:{TITLE})")
_NUMBER = re.compile(r"[0-9(+](?:[0-9()+./: -]*[0-9])?")
_CODE = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_DIGIT, _MONTH = re.compile("[0-9]"), re.compile("[A-Za-z]{3}")
_DATE = re.compile(r"[A-Z][a-z]{2,8}\.? [0-9]{1,2}(?:,? [0-9]{4})?|[0-9]{1,2} [A-Z][a-z]{2,8} [0-9]{4}")


def is_plain(value: str, entity: Entity) -> bool:
    """Return whether nothing can be cut off the value and nothing lies in it that the entity cannot hold.

    This is a short cut, since most values are bare names, numbers and dates: the rules of `trim`, `borders` and
    `measures` agree with it.
    """
    if entity in WORDED:
        if _WORDS.fullmatch(value) is None or value in LABEL_OF or ONLY_LABEL.fullmatch(value):
            return False
        if ONLY_SHORTHAND.fullmatch(value) or (entity in NAMES and POSSESSED.search(value)):
            return False
        return " " not in value or _CUT_WORDS.match(value) is None
    if _NUMBER.fullmatch(value):
        return True
    if _CODE.fullmatch(value):
        return _DIGIT.search(value) is not None and _MONTH.search(value) is None
    return entity in DATES and _DATE.fullmatch(value) is not None and LEADING_LABEL.match(value) is None
