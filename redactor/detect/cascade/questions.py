"""Choose what an LLM is asked about: ranges of a note in which the detectors are unsure, with the text around them.

A question is about a doubt of the student, a span of the student alone with a low score, or a span of weak rules alone.
A share of the questions may be about sure spans that are often wrong. Known values, strong rules, terms of the site and
other sure spans are never asked about, nor is what overlaps them. A passage holds questions that are near each other,
with some words around each range, in which other identifiers are masked.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from redactor.detect.cascade.chunks import mask
from redactor.detect.fusion import fuse
from redactor.detect.resolver import resolve
from redactor.detect.site_terms import AllowedTerms
from redactor.detect.steps import TextUnderway, lasting_spans
from redactor.detect.student.word_traits import Trait, traits_of
from redactor.entities import Entity
from redactor.text import STUDENT, Doubt, Note, Reading, Span, detector_of
from redactor.unicode_fold import replace_surrogates

_RULES = "patterns"
_LONGEST = 200  # characters of a question; a longer doubt becomes several
_WORD = re.compile(r"\S+")
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")
_LETTERS = re.compile(r"\w[\w'’-]*")
_NO_TERMS = AllowedTerms()


@dataclass(frozen=True, slots=True)
class Question:
    """A question is about a range of a note, text[start:end].

    entity, score: of the doubt, or of the first span. spans: of detectors, which a clear dismisses; none for a doubt.
    is_sure: whether the spans are sure, and asked about because such spans are often wrong.
    """

    start: int
    end: int
    entity: Entity
    score: float | None
    spans: tuple[Span, ...] = ()
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class NoteQuestions:
    """Hold the questions of a note, in order, and the resolved spans around them, without any that is asked about."""

    questions: tuple[Question, ...]
    others: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits say what is asked about.

    above: score from which a doubt is. below: score under which a span of the student alone is. entities: those that
    are asked about; empty for all. confident: the share of a note's questions that may be about sure spans; if it is
    above 0, one may be in any note.
    """

    above: float
    below: float
    entities: Collection[Entity] = ()
    confident: float = 0.0

    def wants(self, entity: Entity) -> bool:
        """Return whether the entity is asked about."""
        return not self.entities or entity in self.entities

    def sure_ones(self, unsure: int) -> int:
        """Return how many sure spans of a note may be asked about beside a number of other questions."""
        if self.confident <= 0:
            return 0
        return max(1, int(round(unsure * self.confident / (1 - self.confident), 6)))


def find_questions(
    note: Note, readings: Sequence[Reading], limits: Limits, allowed: AllowedTerms = _NO_TERMS
) -> NoteQuestions:
    """Return the questions about a note.

    readings: one by each detector. allowed: terms of the site that are no identifiers. What the engine drops in any
    case is not asked about: measures, months of dates, terms of medicine, what does not count in a clinical text.
    """
    doubts = [d for r in readings for d in r.doubts if d.score >= limits.above and limits.wants(d.entity)]
    fused = fuse(readings)
    text = TextUnderway(note, readings, allowed)
    kept = lasting_spans(text, fused)
    asked, others = _split_askable(kept, limits)
    around = resolve(note.text, others)
    questions = _free(map(_question_about, asked), around)
    if doubts:
        # Spans that are asked about are covered too: a doubt beside them is not the same question.
        covered = resolve(note.text, kept)
        open_doubts = [
            part for doubt in _joined_doubts(note.text, doubts) for part in _uncovered(note.text, doubt, covered)
        ]
        questions += _lasting_doubts(text, kept, open_doubts)
    if most := limits.sure_ones(len(questions)):
        suspects = _suspects(note.text, others, limits)[:most]
        about_sure = {s for q in suspects for s in q.spans}
        around = resolve(note.text, [s for s in others if s not in about_sure])
        questions = _free([*questions, *suspects], around)
    questions.sort(key=lambda q: (q.start, q.end))
    return NoteQuestions(tuple(questions), around)


def _lasting_doubts(text: TextUnderway, spans: Sequence[Span], doubts: Sequence[Doubt]) -> list[Question]:
    """Return questions for the doubts that the engine would not drop if they were spans of the student."""
    as_spans = {Span(d.start, d.end, d.entity, d.score, "strong", (STUDENT,)): d for d in doubts}
    kept = lasting_spans(text, [*spans, *as_spans])
    return [Question(d.start, d.end, d.entity, d.score) for s in kept if (d := as_spans.get(s)) is not None]


def _split_askable(spans: Sequence[Span], limits: Limits) -> tuple[list[list[Span]], list[Span]]:
    """Return groups of overlapping spans that are asked about, and the other spans.

    A group is asked about if every span in it may be asked about, and one detector alone found it.
    """
    asked: list[list[Span]] = []
    others: list[Span] = []
    for group in _overlapping(spans):
        detectors = {detector_of(source) for s in group for source in s.sources}
        if len(detectors) == 1 and all(_may_be_asked(s, limits) for s in group):
            asked.append(group)
        else:
            others.extend(group)
    return asked, others


def _free(questions: Iterable[Question], around: Sequence[Span]) -> list[Question]:
    """Return the questions that no resolved span touches.

    Of a word or name that is covered in part, the resolver covers the rest: a clear would change nothing.
    """
    return [q for q in questions if not _touches(q, around)]


_OF_MEDICINE = (
    Trait.DRUG | Trait.ORGANISM | Trait.GENE | Trait.INSTRUMENT | Trait.ABBREVIATION | Trait.CLINICAL | Trait.TERM_PART
    | Trait.EPONYM | Trait.UNIT | Trait.SCHEDULE
)  # fmt: skip
_OF_NAMES = Trait.FREQUENT_GIVEN | Trait.GIVEN | Trait.FREQUENT_FAMILY | Trait.FAMILY | Trait.CITY
# Scores below which sure spans are often wrong, by what their words are (docs/llm.md).
_NUMBERS, _NAMES, _OTHERS, _TERMS = 0.6, 0.7, 0.9, 0.97


def _suspects(text: str, spans: Sequence[Span], limits: Limits) -> list[Question]:
    """Return questions about sure spans that are often wrong, those that are furthest below their limit first.

    The student alone found such a span, or it and weak rules, with a score below that of its kind of words.
    """
    found: list[tuple[float, Question]] = []
    for group in _overlapping(spans):
        if not all(limits.wants(s.entity) and (s.is_students_alone or _is_of_weak_rules(s)) for s in group):
            continue
        question = replace(_question_about(group), is_sure=True)
        surest = max((s.score for s in group if s.score is not None), default=1.0)
        excess = surest - _sure_score(text[question.start : question.end])
        if excess < 0:
            found.append((excess, question))
    return [q for _, q in sorted(found, key=lambda pair: (pair[0], pair[1].start))]


def _sure_score(value: str) -> float:
    """Return the score from which a value is not asked about, by what the lexicon knows of its words."""
    traits = [Trait(traits_of(word)) for word in _LETTERS.findall(value)]
    if not any(map(str.isalpha, value)):
        return _NUMBERS
    others = [t for t in traits if not t & _OF_NAMES]
    if any(t & _OF_MEDICINE for t in others) or (len(others) == len(traits) and all(t & Trait.ENGLISH for t in others)):
        return _TERMS
    return _OTHERS if others else _NAMES


def _overlapping(spans: Sequence[Span]) -> Iterator[list[Span]]:
    group: list[Span] = []
    end = 0
    for s in sorted(spans, key=lambda s: (s.start, s.end, s.entity, s.sources)):
        if group and s.start >= end:
            yield group
            group = []
        end = max(end, s.end) if group else s.end
        group.append(s)
    if group:
        yield group


def _may_be_asked(s: Span, limits: Limits) -> bool:
    if not limits.wants(s.entity):
        return False
    if s.is_students_alone:
        return s.score is not None and s.score < limits.below
    return _is_of_weak_rules(s)


def _is_of_weak_rules(s: Span) -> bool:
    return s.strength == "weak" and {_RULES}.issuperset(map(detector_of, s.sources)) and bool(s.sources)


def _question_about(group: Sequence[Span]) -> Question:
    first = group[0]
    return Question(first.start, max(s.end for s in group), first.entity, first.score, tuple(group))


def _touches(question: Question, covered: Sequence[Span]) -> bool:
    i = bisect_right(covered, question.start, key=lambda s: s.end)
    return i < len(covered) and covered[i].start < question.end


def _joined_doubts(text: str, doubts: Sequence[Doubt]) -> list[Doubt]:
    """Return the doubts; those that touch or lie within one word become one, under the entity of the surest."""
    out: list[Doubt] = []
    for d in sorted(doubts, key=lambda d: (d.start, d.end, d.entity)):
        if out and (d.start <= out[-1].end or not re.search(r"\s", text[out[-1].end : d.start])):
            last = out[-1]
            surest = max(last, d, key=lambda x: x.score)
            out[-1] = Doubt(last.start, max(last.end, d.end), surest.entity, surest.score)
        else:
            out.append(d)
    return out


def _uncovered(text: str, doubt: Doubt, covered: Sequence[Span]) -> Iterator[Doubt]:
    """Yield what of a doubt no span covers, without punctuation at the edges. covered: in order, without overlaps."""
    at = doubt.start
    first = bisect_right(covered, doubt.start, key=lambda s: s.end)
    for s in covered[first:]:
        if s.start >= doubt.end:
            break
        yield from _bounded_pieces(text, at, s.start, doubt)
        at = max(at, s.end)
    yield from _bounded_pieces(text, at, doubt.end, doubt)


def _bounded_pieces(text: str, start: int, end: int, doubt: Doubt) -> Iterator[Doubt]:
    """Yield text[start:end] at words, in pieces of a bounded length where there are words."""
    first = last = -1
    for m in _WORD.finditer(text, start, max(start, end)):
        if first >= 0 and m.end() - first > _LONGEST:
            yield from _trimmed(text, first, last, doubt)
            first = -1
        first = m.start() if first < 0 else first
        last = m.end()
    if first >= 0:
        yield from _trimmed(text, first, last, doubt)


def _trimmed(text: str, start: int, end: int, doubt: Doubt) -> Iterator[Doubt]:
    value = text[start:end]
    edges = [(m.start(), m.end()) for m in _EDGE.finditer(value)]
    low = edges[0][1] if edges and edges[0][0] == 0 else 0
    high = edges[-1][0] if edges and edges[-1][1] == len(value) and edges[-1][0] > 0 else len(value)
    if low < high:
        yield Doubt(start + low, start + high, doubt.entity, doubt.score)


_AROUND = 160  # characters on either side
_LONGEST_PASSAGE = 600  # characters from the first question of a passage to the end of its last
_MOST_QUESTIONS = 8  # questions of a passage
_SHORT_NOTE = 400  # characters of a note that shares requests


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage holds questions that are near each other, with the text around them.

    asked: the text of each question. between: the text before each, and behind the last. scope: passages of different
    scopes do not share answers. company: those of different companies do not share a request, since a text may make a
    model answer wrongly for all that it sees with it.
    """

    subject: str | None
    scope: str
    company: str
    questions: tuple[Question, ...]
    asked: tuple[str, ...]
    between: tuple[str, ...]

    def written(self, marks: Sequence[tuple[str, str] | None]) -> str:
        """Return the passage as one text. marks: of each question, what stands before and behind it."""
        parts = [self.between[0]]
        for text, mark, behind in zip(self.asked, marks, self.between[1:], strict=True):
            before, after = mark or ("", "")
            parts += (before, text, after, behind)
        return "".join(parts)


def passages_of(note: Note, questions: Sequence[Question], others: Sequence[Span]) -> list[Passage]:
    """Return the passages of a note. questions: in order. others: spans to mask, in order and without overlaps.

    A passage depends on its note alone. Equal passages of one subject share answers; where the subject is unknown, only
    those of equal notes do. Short notes of one subject share requests.
    """
    if not questions:
        return []
    whole = f"text {hashlib.sha256(note.text.encode('utf-8', 'surrogatepass')).hexdigest()}"
    scope = whole if note.subject is None else f"subject {note.subject}"
    company = scope if len(note.text) <= _SHORT_NOTE else whole
    return [_passage(note, scope, company, group, others) for group in _groups_for_passages(questions)]


def _groups_for_passages(questions: Sequence[Question]) -> Iterator[list[Question]]:
    group: list[Question] = []
    for q in questions:
        if group and (
            len(group) == _MOST_QUESTIONS
            or q.end - group[0].start > _LONGEST_PASSAGE
            or q.start - group[-1].end > 2 * _AROUND
        ):
            yield group
            group = []
        group.append(q)
    if group:
        yield group


def _passage(note: Note, scope: str, company: str, group: Sequence[Question], others: Sequence[Span]) -> Passage:
    text = note.text
    start, end = _window(text, group[0].start, group[-1].end)
    edges = [start, *(e for q in group for e in (q.start, q.end)), end]
    between = tuple(mask(text, a, b, others).text for a, b in zip(edges[::2], edges[1::2], strict=True))
    asked = tuple(replace_surrogates(text[q.start : q.end]) for q in group)
    return Passage(note.subject, scope, company, tuple(group), asked, between)


def _window(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range with some whole words around it. A run without spaces is cut at the bound."""
    low = max(0, start - _AROUND)
    while 0 < low < start and not text[low - 1].isspace():
        low += 1
    high = min(len(text), end + _AROUND)
    while end < high < len(text) and not text[high].isspace():
        high -= 1
    low = low if low < start or start == 0 else _edge_of_run(text, start, -1)
    high = high if high > end or end == len(text) else _edge_of_run(text, end, 1)
    return low, high


def _edge_of_run(text: str, at: int, step: int) -> int:
    """Return the bound beside a range in a run without spaces, or the edge of the range if a space follows."""
    beside = text[at - 1] if step < 0 else text[at]
    if beside.isspace():
        return at
    return max(0, at - _AROUND) if step < 0 else min(len(text), at + _AROUND)
