"""Dates, as `redactor.dates` finds them, with birth and death told by the cue before."""

from __future__ import annotations

from redactor import dates
from redactor.detect.patterns.rule import Doc, compiled, hit
from redactor.entities import Entity
from redactor.text import Span

_WINDOW = 40
_BIRTH = compiled(
    r"(?i:(?:\bd\.? ?o\.? ?b\b\.?|\bborn\b|\bbirth ?-?(?:date|day)\b|\bdate of birth\b|\bbdate\b|"
    r"\bbday\b|\bnacimiento\b|"
    r"\bgeboren\b|\bnee? le\b)[^0-9\n]{0,16}(?:\b(?:on|in|is|was)\b)?[\s:=(\"-]{0,6}$)"
)
_DEATH = compiled(
    r"(?i:(?:\bdied\b|\bdeceased\b|\bdate of death\b|\bd\.? ?o\.? ?d\b\.?|\bpassed away\b|"
    r"\bexpired\b|\btime of death\b|"
    r"\bdeath date\b|\bpronounced(?: dead)?\b)[^0-9\n]{0,16}(?:\b(?:on|in|at|is|was)\b)?[\s:=(\"-]{0,6}$)"
)


def find(doc: Doc) -> list[Span]:
    """Dates and times that name a day, a month, a year or a holiday."""
    out = []
    for found in dates.find(doc.text):
        before = doc.data[max(0, found.start - _WINDOW) : found.start]
        entity = (
            Entity.BIRTH_DATE_TIME
            if _BIRTH.search(before)
            else Entity.DEATH_DATE_TIME
            if _DEATH.search(before)
            else Entity.DATE
        )
        out.append(hit(found.start, found.end, entity, "weak" if found.weak else "strong"))
    return out
