"""Take a text from what its detectors found to what counts, in a list of steps, each with its reason.

A step takes a text and its spans, and gives those that remain, cut, merged or joined by others. All texts of a batch
pass a step before the next one begins. `Change` says what a step did to a span, so that `redactor detect --explain` can
show the way of each.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Final, Protocol

from redactor.detect.clinical_terms import drop_clinical_terms
from redactor.detect.facts import Fact, cut_at_facts, find_facts
from redactor.detect.found_names import years_beside_names
from redactor.detect.fusion import drop_doubtful_in_field, drop_names_in_dates, fuse
from redactor.detect.guard import guard
from redactor.detect.inner_texts import InnerText
from redactor.detect.repetitions import find_repetitions
from redactor.detect.resolver import resolve
from redactor.detect.site_terms import AllowedTerms
from redactor.detect.spoken import drop_doubtful_speech, find_misheard
from redactor.text import Note, Reading, Span, TextKind

ALLOWED = "site-allowed"  # the counter of spans dropped because they lie in a term that the site allows


@dataclass(frozen=True, slots=True)
class Change:
    """A change says what a step did to a span: it was added (before is None), dropped (after is None) or changed."""

    step: str
    reason: str
    before: Span | None
    after: Span | None


@dataclass
class TextUnderway:
    """A text under way holds a note, its readings, and the spans that remain after the steps taken so far.

    readings: one by each detector. parts: the inner texts with their readings. resolved_from: the spans before they
    were resolved. settled: how many of the spans the guard has seen. is_open: whether spans were added since then.
    """

    note: Note
    readings: Sequence[Reading]
    allowed: AllowedTerms
    parts: Sequence[tuple[InnerText, Reading]] = ()
    spans: list[Span] = field(default_factory=list)
    resolved_from: list[Span] = field(default_factory=list)
    settled: int = 0
    is_open: bool = True
    counts: Counter[str] = field(default_factory=Counter)

    @cached_property
    def facts(self) -> Sequence[Fact]:
        """Return the facts of the text."""
        return find_facts(self.note.text)

    def allows(self, span: Span) -> bool:
        """Return whether a span lies in a term that the site allows."""
        return bool(self.allowed) and self.allowed.allows(self.note.text, span)

    def with_more(self, found: Sequence[Span]) -> list[Span]:
        """Return the spans together with found ones, which are to be resolved with them."""
        more = cut_at_facts(self.note.text, found, self.facts) if found else []
        self.is_open = self.is_open or bool(more)
        return [*self.spans, *more]


class Step(Protocol):
    """A step changes the spans of a text.

    name: for settings. reason: for people. adds: whether it may find spans in a text that has none.
    """

    name: str
    reason: str
    adds: bool

    def __call__(self, text: TextUnderway) -> list[Span]:
        """Return the spans that remain of `text.spans`, with those that the step adds."""
        ...


class _Fuse:
    name, reason, adds = "fuse", "another detector is sure that it is nothing", True

    def __call__(self, text: TextUnderway) -> list[Span]:
        return fuse(text.readings)


class _MonthsOfDates:
    name, reason, adds = "months", "it is the month of a date", False

    def __call__(self, text: TextUnderway) -> list[Span]:
        return drop_names_in_dates(text.note.text, text.spans)


class _Facts:
    name, reason, adds = "facts", "a measurement, a dose, a score or an abbreviation stands there", False

    def __call__(self, text: TextUnderway) -> list[Span]:
        return cut_at_facts(text.note.text, text.spans, text.facts)


class _ClinicalFields:
    name, reason, adds = "clinical-fields", "too little says that a clinical field holds it", False

    def __call__(self, text: TextUnderway) -> list[Span]:
        return drop_doubtful_in_field(text.note.text, text.spans) if text.note.kind is TextKind.CLINICAL else text.spans


class _InnerTexts:
    name, reason, adds = "inner-texts", "it was found in an encoded, misread or spoken form", True

    def __call__(self, text: TextUnderway) -> list[Span]:
        found = (
            span for part, reading in text.parts for span in (*part.certain_spans(), *part.map_spans(reading.spans))
        )
        return [*text.spans, *found]


class _Speech:
    name, reason, adds = "speech", "recognisers write so what is no identifier, or mishear a known value so", True

    def __call__(self, text: TextUnderway) -> list[Span]:
        if text.note.kind is not TextKind.SPEECH:
            return text.spans
        return [*drop_doubtful_speech(text.note.text, text.spans), *find_misheard(text.note.text, text.note.known)]


class _ClinicalTerms:
    name, reason, adds = "clinical-terms", "it is a term of medicine", False

    def __call__(self, text: TextUnderway) -> list[Span]:
        return drop_clinical_terms(text.note.text, text.spans)


class _SiteTerms:
    name, reason, adds = "site-terms", "the site allows the term", False

    def __call__(self, text: TextUnderway) -> list[Span]:
        dropped = dict.fromkeys(s for s in text.spans if text.allows(s))
        text.counts.update(f"{ALLOWED}:{s.entity.value}" for s in dropped)
        return [s for s in text.spans if s not in dropped]


class _Resolve:
    """Resolve all spans the first time, and settled spans with those added since the second time."""

    name, reason, adds = "resolve", "it overlaps another span, or ends within a word", False

    def __call__(self, text: TextUnderway) -> list[Span]:
        if not text.is_open:
            return text.spans
        text.resolved_from = [*text.resolved_from, *text.spans[text.settled :]]
        return list(resolve(text.note.text, text.spans))


class _Guard:
    name, reason, adds = "guard", "it crosses a border, or is a label or a bare sign", False

    def __call__(self, text: TextUnderway) -> list[Span]:
        if not text.is_open:
            return text.spans
        guarded = guard(text.note.text, text.spans, text.resolved_from)
        text.counts.update(dict(guarded.counts))
        text.settled, text.is_open = len(guarded.spans), False
        return list(guarded.spans)


class _Repetitions:
    name, reason, adds = "repetitions", "it stands elsewhere in the text and is sure there", False

    def __call__(self, text: TextUnderway) -> list[Span]:
        found = find_repetitions(text.note.text, text.spans, [part for part, _ in text.parts])
        return text.with_more([s for s in found if not text.allows(s)])


class _YearsBesideNames:
    name, reason, adds = "years-beside-names", "a year of birth stands behind a name", False

    def __call__(self, text: TextUnderway) -> list[Span]:
        return text.with_more(list(years_beside_names(text.note.text, text.spans[: text.settled])))


_DOUBT_STEPS: Final[tuple[Step, ...]] = (_MonthsOfDates(), _Facts(), _ClinicalFields())
_TERM_STEPS: Final[tuple[Step, ...]] = (_ClinicalTerms(), _SiteTerms())
_RESOLVE, _GUARD = _Resolve(), _Guard()
STEPS: Final[tuple[Step, ...]] = (
    _Fuse(),
    *_DOUBT_STEPS,
    _InnerTexts(),
    _Speech(),
    *_TERM_STEPS,
    _RESOLVE,
    _GUARD,
    _Repetitions(),
    _YearsBesideNames(),
    _RESOLVE,
    _GUARD,
)
OPTIONAL: Final = frozenset(step.name for step in STEPS) - {_Fuse.name, _Resolve.name}
"""Names of the steps that can be left out, to measure what they bring."""


def lasting_spans(text: TextUnderway, spans: Sequence[Span]) -> list[Span]:
    """Return the spans of a text that no step will drop for what they are: those worth a question to an LLM."""
    text.spans = list(spans)
    for step in (*_DOUBT_STEPS, *_TERM_STEPS):
        if text.spans:
            text.spans = step(text)
    return text.spans


def take_steps(
    texts: Sequence[TextUnderway], without: frozenset[str] = frozenset(), explain: bool = False
) -> list[list[Change]]:
    """Take all texts through the steps; the `spans` of each text then hold what counts.

    without: names of OPTIONAL steps to leave out. Returns the changes of each text if explain is set, else empty lists.
    """
    changes: list[list[Change]] = [[] for _ in texts]
    for step in STEPS:
        if step.name in without:
            continue
        for text, text_changes in zip(texts, changes, strict=True):
            if not (text.spans or step.adds):
                continue
            before = text.spans
            text.spans = step(text)
            if explain:
                text_changes.extend(_changes(step, before, text.spans))
    return changes


def _changes(step: Step, before: Sequence[Span], after: Sequence[Span]) -> Iterator[Change]:
    """Yield each span that went, with the spans that it became, if any, and each span that was added."""
    held, left = set(before), set(after)
    gone, new = [s for s in before if s not in left], [s for s in after if s not in held]
    became: set[Span] = set()
    overlapping_ones = _by_place(new)
    for span in gone:
        overlapping = overlapping_ones(span)
        became.update(overlapping)
        if not overlapping:
            yield Change(step.name, step.reason, span, None)
        for later in overlapping:
            yield Change(step.name, step.reason, span, later)
    yield from (Change(step.name, step.reason, None, span) for span in new if span not in became)


def _by_place(spans: Sequence[Span]) -> Callable[[Span], list[Span]]:
    """Return what gives those of the spans that overlap another one, in their order; long texts have thousands."""
    order = sorted(range(len(spans)), key=lambda i: spans[i].start)
    starts = [spans[i].start for i in order]
    reach = list(accumulate((spans[i].end for i in order), max))  # the furthest end so far

    def overlapping(other: Span) -> list[Span]:
        at, found = bisect_left(starts, other.end), []
        while at and reach[at - 1] > other.start:
            at -= 1
            if spans[order[at]].end > other.start:
                found.append(order[at])
        return [spans[i] for i in sorted(found)]

    return overlapping
