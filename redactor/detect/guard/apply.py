"""The guard over the resolved spans of a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from redactor.detect.guard import labels
from redactor.detect.guard.affiliations import split_person_from_institution
from redactor.detect.guard.borders import between, split_at_borders
from redactor.detect.guard.measures import is_measured, measures_within
from redactor.detect.guard.trim import ORGANISATIONS, PLACES, WORDED, is_trimmed, trim
from redactor.detect.readable import DECODED
from redactor.entities import DEMOGRAPHICS, Entity
from redactor.text import KNOWN, STUDENT, Span, detector_of

TRIMMED, DROPPED = "guard-trimmed", "guard-dropped"
TAGGED = "guard-tagged"  # counted by the engine: what is not shaped like its entity
_EXEMPT = frozenset({KNOWN, "site", DECODED})  # detectors, or what was found in a decoded stretch
_SURE = 0.95  # a score from which the student alone is believed
_NEAR, _NEAR_IN_ORGANISATION = 2, 6  # characters between two halves of a name: "Children's Hospital of | the | King"
_WITH_UNITS = frozenset({Entity.AGE, Entity.EMAIL, Entity.URL}) | DEMOGRAPHICS


@dataclass(frozen=True, slots=True)
class Guarded:
    """The spans, in order, and how many were trimmed or dropped: ("guard-trimmed:PERSON", 2)."""

    spans: tuple[Span, ...]
    counts: tuple[tuple[str, int], ...] = ()

    def then(self, text: str, spans: Sequence[Span]) -> Guarded:
        """The same for spans that were resolved anew, with what was counted before."""
        again = guard(text, spans)
        return Guarded(again.spans, tuple(sorted((Counter(dict(self.counts)) + Counter(dict(again.counts))).items())))


def guard(text: str, spans: Sequence[Span]) -> Guarded:
    """Trim the resolved spans of a text, split those that cross a border, drop measurements and labels.

    Known values, terms of the site and what was found in decoded stretches stay as they are. Only spans of the student
    alone, scored below .95, are dropped, and a label whose value is the next span.
    """
    out: list[Span] = []
    counts: Counter[str] = Counter()
    for i, span in enumerate(spans):
        if not is_guarded(span):
            out.append(span)
            continue
        kept = _kept(text, span, spans[i - 1] if i else None, spans[i + 1] if i + 1 < len(spans) else None)
        if len(kept) != 1 or kept[0] is not span:
            counts[f"{TRIMMED if kept else DROPPED}:{span.entity.value}"] += 1
        out.extend(kept)
    return Guarded(tuple(out), tuple(sorted(counts.items())))


def is_guarded(span: Span) -> bool:
    """Whether the guard may cut a span or refuse it a stand-in."""
    return _EXEMPT.isdisjoint(map(detector_of, span.sources))


def _kept(text: str, span: Span, preceding: Span | None, following: Span | None) -> list[Span]:
    entity = span.entity
    unsure = set(map(detector_of, span.sources)) == {STUDENT} and span.score is not None and span.score < _SURE
    if unsure and entity not in _WITH_UNITS and is_measured(text, span.start, span.end, place=entity in PLACES):
        return []
    if not is_trimmed(entity) or _is_joint(text, span, preceding, following):
        return [span]
    if _is_label(text, span, following, unsure):
        return []
    parts = [(a, b, entity) for a, b in split_at_borders(text, span.start, span.end)]
    if entity in WORDED:
        parts = [(a, b, e) for low, high, e in parts for a, b in _around_measures(text, low, high, e)]
        parts = [part for low, high, e in parts for part in split_person_from_institution(text, low, high, e)]
    out = []
    for low, high, e in parts:
        gap = _NEAR_IN_ORGANISATION if e in ORGANISATIONS else _NEAR
        joined = (
            low == span.start and preceding is not None and low - preceding.end <= gap,
            high == span.end and following is not None and following.start - high <= gap,
        )
        start, end = trim(text, low, high, e, joined)
        if start < end and any(c.isalnum() for c in text[start:end]):
            whole = (start, end, e) == (span.start, span.end, entity)
            out.append(span if whole else replace(span, start=start, end=end, entity=e))
    if out or unsure:
        return out
    return [span]


def _is_joint(text: str, span: Span, preceding: Span | None, following: Span | None) -> bool:
    """Whether it is punctuation that touches another span: part of an identifier found in pieces."""
    touches = (preceding is not None and preceding.end == span.start) or (
        following is not None and following.start == span.end
    )
    return touches and not any(c.isalnum() for c in text[span.start : span.end])


def _is_label(text: str, span: Span, following: Span | None, unsure: bool) -> bool:
    """Whether a span is nothing but a label: of the next span's value, or one that the student alone found."""
    if span.end - span.start > 24:
        return False
    value = text[span.start : span.end]
    entity = labels.LABEL_OF.get(value)
    if entity is not None and following is not None and following.entity is entity:
        return text[span.end : following.start].strip(" \t:#") == ""
    return unsure and (
        value in labels.FUNCTION_WORDS
        or (labels.ONLY_LABEL.fullmatch(value) is not None and labels.VALUE_BEHIND.match(text, span.end) is not None)
    )


def _around_measures(text: str, start: int, end: int, entity: Entity) -> list[tuple[int, int]]:
    return between(start, end, list(measures_within(text, start, end, place=entity in PLACES)))
