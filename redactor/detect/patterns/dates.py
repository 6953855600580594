"""Dates as `redactor.dates` finds them; the words before one tell a date of birth or death."""

from __future__ import annotations

from redactor import dates
from redactor.detect.patterns.rule import CodedRule, Doc, compiled, span_of
from redactor.entities import Entity
from redactor.text import Span

_DATE = CodedRule(
    "date",
    (Entity.DATE, Entity.BIRTH_DATE_TIME, Entity.DEATH_DATE_TIME),
    context="born, DOB, died, date of death and the like before the date tell birth and death",
    check="a day, month, year or holiday of the calendar; weak where the form is ambiguous",
)
RULES = (_DATE,)

_WINDOW = 40  # characters before a date in which a cue of birth or death is looked for
_BIRTH = compiled(
    r"(?i:(?:\b[dy]\.? ?o\.? ?b\b\.?|\bborn\b|\bbirth ?-?(?:date|day|year|yr)\b|\b(?:date|year|yr) of birth\b|"
    r"\bbdate\b|\bbday\b|\bnacimiento\b|"
    r"\bgeboren\b|\bnee? le\b)[^0-9\n]{0,16}(?:\b(?:on|in|is|was)\b)?[\s:=(\"-]{0,6}$|\bb\.\s{0,2}$)"
)
_DEATH = compiled(
    r"(?i:(?:\bdied\b|\bdeceased\b|\bdate of death\b|\bd\.? ?o\.? ?d\b\.?|\bpassed away\b|"
    r"\bexpired\b|\btime of death\b|"
    r"\bdeath date\b|\bpronounced(?: dead)?\b)[^0-9\n]{0,16}(?:\b(?:on|in|at|is|was)\b)?[\s:=(\"-]{0,6}$)"
)


def find(doc: Doc) -> list[Span]:
    """Dates and times that name a day, a month, a year or a holiday."""
    if _DATE.name in doc.off:
        return []
    out = []
    for found in dates.find(doc.text):
        before = doc.ascii_bytes[max(0, found.start - _WINDOW) : found.start]
        entity = (
            Entity.BIRTH_DATE_TIME
            if _BIRTH.search(before)
            else Entity.DEATH_DATE_TIME
            if _DEATH.search(before)
            else Entity.DATE
        )
        out.append(span_of(_DATE, found.start, found.end, entity, "weak" if found.weak else "strong"))
    return out
