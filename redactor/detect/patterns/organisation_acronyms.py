"""Acronyms of the organisations that a text names in full: "MGH" beside Massachusetts General Hospital."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redactor.detect.patterns.rule import CodedRule, Doc, span_of
from redactor.entities import Entity
from redactor.lexicon.acronyms import acronyms, is_clinical_acronym
from redactor.text import Span

ACRONYM = CodedRule(
    "organisation-acronym",
    (Entity.HOSPITAL, Entity.ORGANIZATION, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS),
    context="the organisation's name in full in the same text",
    check="the first letters of its words, in capitals; those of clinical prose only in parentheses behind the name",
)
_MIN_LENGTH, _MAX_LENGTH = 3, 7


def find(doc: Doc, organisations: Sequence[Span]) -> Iterator[Span]:
    """The acronyms of the organisations found, wherever they stand."""
    entities: dict[str, Entity] = {}
    ends: dict[str, set[int]] = {}
    for span in organisations:
        for text in acronyms(doc.text[span.start : span.end]):
            entities.setdefault(text, span.entity)
            ends.setdefault(text, set()).add(span.end)
    if not entities:
        return
    for word in doc.words:
        entity = entities.get(word.text) if _MIN_LENGTH <= len(word.text) <= _MAX_LENGTH else None
        if entity is None:
            continue
        defined = doc.text[word.start - 2 : word.start] == " (" and word.start - 2 in ends[word.text]
        if defined or not is_clinical_acronym(word.text):
            yield span_of(ACRONYM, word.start, word.end, entity)
