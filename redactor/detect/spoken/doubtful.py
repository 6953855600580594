"""Spans of a transcript that the student alone found and that do not count.

The student learnt from written text. It takes "e k g" for a person and "five six" for an age, but not EKG and 56.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from redactor.detect.readable import DECODED
from redactor.detect.spoken.view import SPOKEN, SpokenView, spoken_view
from redactor.detect.spoken.words import ENGLISH
from redactor.entities import Entity
from redactor.text import STUDENT, Span

_UNSURE = 0.5  # a score below which the student alone is not believed about a short number or a label
_OWN = frozenset({STUDENT, DECODED})  # sources of what it found in the transcript
_ALONE = _OWN | {SPOKEN}
_SHORT_NUMBER = re.compile(r"[0-9]{1,2}(?: [0-9])?|[0-9]+\.[0-9]+")
_GRID = frozenset({SPOKEN, "patterns:street-grid"})
_TEST = re.compile(r"[0-9]+ [A-Z]{3,4} [0-9]+")  # "26 PTT 31"
_COUNTED, _STEP = 4, 10  # of somebody who counts: the fewest numbers, the greatest step
_BEFORE_NAMES = re.compile(r"(?i:\b(?:mister|missus|miss|doctor|nurse|mrs?|ms|dr|names?|named|called|i'm|am)\W+)\Z")
_BEFORE = 12  # characters
_OLD = 89  # years: an age above it identifies
_NUMBERED = frozenset({
    Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER, Entity.EMAIL, Entity.URL, Entity.ID, Entity.MEDICAL_RECORD_NUMBER,
    Entity.ZIP,
})  # fmt: skip


def drop_doubtful_speech(text: str, spans: Iterable[Span]) -> list[Span]:
    """The spans of a transcript without what the student alone says of words that the view writes in another way, and
    without short numbers and labels ("extension", "at") of which it is unsure.
    """
    view = spoken_view(text)
    return [
        _whole(view, s)
        for s in spans
        if not (_ALONE.issuperset(s.sources) and _is_doubtful(text, view, s))
        and not (_GRID.issuperset(s.sources) and _TEST.fullmatch(view.written(s.start, s.end)))
    ]


def _whole(view: SpokenView, s: Span) -> Span:
    """The span with all of a number that it cuts: of "eighty two" nothing stays."""
    start, end = view.whole(s.start, s.end)
    return s if (start, end) == (s.start, s.end) else replace(s, start=start, end=end)


def _is_doubtful(text: str, view: SpokenView, s: Span) -> bool:
    if _OWN.issuperset(s.sources) and view.rewrites(s.start, s.end):
        return True
    if _counts(view.written(s.start, s.end)):
        return True
    if s.score is None or s.score >= _UNSURE:
        return False
    value = view.written(s.start, s.end)
    if _is_answer(value) and not _BEFORE_NAMES.search(text[max(0, s.start - _BEFORE) : s.start]):
        return True
    if _SHORT_NUMBER.fullmatch(value):
        return not (s.entity is Entity.AGE and float(value.split()[0]) > _OLD)
    return s.entity in _NUMBERED and value.isalpha()


def _counts(value: str) -> bool:
    """Whether somebody counts beyond nine, in equal steps, up or down."""
    words = value.split()
    if len(words) < _COUNTED or not all(word.isdecimal() for word in words):
        return False
    numbers = [int(word) for word in words]
    steps = {b - a for a, b in pairwise(numbers)}
    return max(numbers) > 9 and len(steps) == 1 and 0 < abs(steps.pop()) <= _STEP


def _is_answer(value: str) -> bool:
    """Whether all that is said are words of a listener: "okay", "uh huh"."""
    words = value.lower().split()
    return bool(words) and all(word in ENGLISH.fillers or (word,) in ENGLISH.interruptions for word in words)
