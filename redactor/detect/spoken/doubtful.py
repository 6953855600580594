"""Spans of a transcript that the student alone found and that do not count.

The student learnt from written text. It takes "e k g" for a person and "five six" for an age, but not EKG and 56.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from redactor.detect.readable import DECODED
from redactor.detect.spoken.view import SPOKEN, SpokenView, spoken_view
from redactor.entities import Entity
from redactor.text import STUDENT, Span

_UNSURE = 0.5  # a score below which the student alone is not believed about a short number or a label
_OWN = frozenset({STUDENT, DECODED})  # sources of what it found in the transcript
_ALONE = _OWN | {SPOKEN}
_SHORT_NUMBER = re.compile(r"[0-9]{1,2}|[0-9]+\.[0-9]+")
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
    return [_whole(view, s) for s in spans if not (_ALONE.issuperset(s.sources) and _is_doubtful(view, s))]


def _whole(view: SpokenView, s: Span) -> Span:
    """The span with all of a number that it cuts: of "eighty two" nothing stays."""
    start, end = view.whole(s.start, s.end)
    return s if (start, end) == (s.start, s.end) else replace(s, start=start, end=end)


def _is_doubtful(view: SpokenView, s: Span) -> bool:
    if _OWN.issuperset(s.sources) and view.rewrites(s.start, s.end):
        return True
    if s.score is None or s.score >= _UNSURE:
        return False
    value = view.written(s.start, s.end)
    if _SHORT_NUMBER.fullmatch(value):
        return not (s.entity is Entity.AGE and float(value) > _OLD)
    return s.entity in _NUMBERED and value.isalpha()
