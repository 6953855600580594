"""The text that is sent with questions: some words around each range, with other identifiers masked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from redactor.detect.cascade.masking import mask
from redactor.detect.cascade.questions import Question
from redactor.text import Note, Span
from redactor.unicode_fold import replace_surrogates

_AROUND = 160  # characters on either side
_LONGEST = 600  # characters from the first question of a passage to the end of its last
_MOST = 8  # questions of a passage
_SHORT = 400  # characters of a note that shares requests


@dataclass(frozen=True, slots=True)
class Passage:
    """Questions that are near each other, with the text around them.

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
        """The passage as one text. marks: of each question, what stands before and behind it."""
        parts = [self.between[0]]
        for text, mark, behind in zip(self.asked, marks, self.between[1:], strict=True):
            before, after = mark or ("", "")
            parts += (before, text, after, behind)
        return "".join(parts)


def passages_of(note: Note, questions: Sequence[Question], others: Sequence[Span]) -> list[Passage]:
    """The passages of a note. questions: in order. others: spans to mask, in order and without overlaps.

    A passage depends on its note alone. Equal passages of one subject share answers; where the subject is unknown, only
    those of equal notes do. Short notes of one subject share requests.
    """
    if not questions:
        return []
    whole = f"text {hashlib.sha256(note.text.encode('utf-8', 'surrogatepass')).hexdigest()}"
    scope = whole if note.subject is None else f"subject {note.subject}"
    company = scope if len(note.text) <= _SHORT else whole
    return [_passage(note, scope, company, group, others) for group in _grouped(questions)]


def _grouped(questions: Sequence[Question]) -> Iterator[list[Question]]:
    group: list[Question] = []
    for q in questions:
        if group and (
            len(group) == _MOST or q.end - group[0].start > _LONGEST or q.start - group[-1].end > 2 * _AROUND
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
    """The range with some whole words around it. A run without spaces is cut at the bound."""
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
    """The bound on one side of a range in a run without spaces, or the range's own where a space is beside it."""
    beside = text[at - 1] if step < 0 else text[at]
    if beside.isspace():
        return at
    return max(0, at - _AROUND) if step < 0 else min(len(text), at + _AROUND)
