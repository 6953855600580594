"""This module reads the texts of one record together: a name that is sure in one text or value is searched for in all.

Detectors read each text alone. They miss names in a title without context that stands beside a body in which the person
is introduced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from redactor.detect.facts import cut_at_facts
from redactor.detect.found_names import years_beside_names
from redactor.detect.guard import Guarded
from redactor.detect.inner_texts import inner_texts
from redactor.detect.repetitions import Term, Terms, add_terms, find_terms, search_form, structured_terms, sure_terms
from redactor.detect.resolver import resolve
from redactor.entities import Entity
from redactor.text import Mention, Note, Reading, Span

_SOURCES = ("record",)
_NO_TERMS: Terms = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A rewrite replaces text[start:end], an id or a reference of the record, by the new form that the record's fields
    have.
    """

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class RecordTexts:
    """A `RecordTexts` says which notes and values of a batch belong to one record.

    notes: indices of the record's texts. values: indices of its structured values. rewrites: the rewrites of each text,
    in order and without overlaps, or (). terms: further terms to search for. record_id: the id of the record, for
    those who watch.
    """

    notes: tuple[int, ...]
    values: tuple[int, ...] = ()
    rewrites: tuple[tuple[Rewrite, ...], ...] = ()
    terms: Terms = field(default_factory=lambda: _NO_TERMS)
    record_id: str = ""


@dataclass(frozen=True, slots=True)
class ResolvedText:
    """A resolved text is a note with its final spans.

    reading: the reading of the text, with these spans. given: the replacement of each span, or None if the replacer
    decides.
    """

    note: Note
    reading: Reading
    given: tuple[str | None, ...]


def resolve_records(
    notes: Sequence[Note], readings: Sequence[Reading], values: Sequence[Mention], records: Sequence[RecordTexts]
) -> tuple[list[ResolvedText], list[list[int]]]:
    """Return the resolved texts of all records, each distinct result once, and for each record the indices of its
    texts.

    The result of a text depends on its record alone: a text that two records share has two results if they differ.
    """
    texts: list[ResolvedText] = []
    plain = [-1] * len(notes)
    index_of: dict[tuple[int, tuple[Span, ...], tuple[Rewrite, ...]], int] = {}
    indices = []
    terms = _Terms(notes, readings, values)
    for record in records:
        indices_of_record: list[int] = []
        repetitions = _repetitions(notes, readings, record, terms)
        for k, i in enumerate(record.notes):
            more = repetitions[k] if repetitions else ()
            rewrites = record.rewrites[k] if record.rewrites else ()
            index = index_of.get((i, more, rewrites), -1) if more or rewrites else plain[i]
            if index < 0:
                index = len(texts)
                if more or rewrites:
                    index_of[i, more, rewrites] = index
                    # The replacer tells texts apart by their ids.
                    note = replace(notes[i], id=f"{notes[i].id}/{index}")
                    texts.append(_resolved(note, readings[i], more, rewrites))
                else:
                    plain[i] = index
                    texts.append(ResolvedText(notes[i], readings[i], (None,) * len(readings[i].spans)))
            indices_of_record.append(index)
        indices.append(indices_of_record)
    return texts, indices


class _Terms:
    """This object computes the search terms and searchable texts of a batch once per note and value."""

    def __init__(self, notes: Sequence[Note], readings: Sequence[Reading], values: Sequence[Mention]) -> None:
        self._notes, self._readings = notes, readings
        self._of_note: dict[int, Terms] = {}
        self.of_values = [structured_terms(value) for value in values]
        self._searched: dict[int, str] = {}

    def is_found(self, wanted: Iterable[str], record: RecordTexts) -> bool:
        """Return False if the record's texts hold none of the wanted terms; a cheap check before the search."""
        searched = [self._searched.get(i) or self._search_form(i) for i in record.notes]
        text = searched[0] if len(searched) == 1 else "\n".join(searched)
        return any(term in text for term in wanted)

    def _search_form(self, index: int) -> str:
        note = self._notes[index]
        texts = (note.text, *(part.text for part in inner_texts(note)))
        found = self._searched[index] = "\n".join(map(search_form, texts))
        return found

    def of_note(self, index: int) -> Terms:
        spans = self._readings[index].spans
        if not spans:
            return _NO_TERMS
        found = self._of_note.get(index)
        if found is None:
            found = self._of_note[index] = sure_terms(self._notes[index].text, spans)
        return found


def _repetitions(
    notes: Sequence[Note], readings: Sequence[Reading], record: RecordTexts, terms: _Terms
) -> list[tuple[Span, ...]]:
    """Return, for each text of the record, the spans that repeat names of its other texts and values; [] if none do."""
    if not record.notes:
        return []
    # The structured name comes first: it says best whose a name is.
    wanted: dict[str, Term] = {}
    for i in record.values:
        if terms.of_values[i]:
            add_terms(wanted, terms.of_values[i])
    terms_by_text: list[Terms] = []
    if len(record.notes) > 1:
        terms_by_text = [terms.of_note(i) for i in record.notes]
        for found in terms_by_text:
            if found:
                add_terms(wanted, found)
    if record.terms:
        add_terms(wanted, record.terms)
    if not wanted or not terms.is_found(wanted, record):
        return []
    out: list[tuple[Span, ...]] = []
    for k, i in enumerate(record.notes):
        note = notes[i]
        searched = terms_by_text[k] if terms_by_text else _NO_TERMS
        here = {key: term for key, term in wanted.items() if searched.get(key) != term}
        out.append(tuple(find_terms(note.text, readings[i].spans, here, inner_texts(note))) if here else ())
    return out


def _resolved(
    note: Note, reading: Reading, repetitions: tuple[Span, ...], rewrites: tuple[Rewrite, ...]
) -> ResolvedText:
    guarded = Guarded(reading.spans, reading.guarded)
    if repetitions:
        more = cut_at_facts(note.text, [*repetitions, *years_beside_names(note.text, repetitions)])
        found = [*reading.spans, *more]
        guarded = guarded.then(note.text, resolve(note.text, found), found)
    reading = replace(reading, spans=guarded.spans, guarded=guarded.counts)
    if not rewrites:
        return ResolvedText(note, reading, (None,) * len(guarded.spans))
    merged = _merge(guarded.spans, rewrites)
    return ResolvedText(note, replace(reading, spans=tuple(s for s, _ in merged)), tuple(new for _, new in merged))


def _merge(spans: Sequence[Span], rewrites: Sequence[Rewrite]) -> list[tuple[Span, str | None]]:
    """Return spans and rewrites in order, without overlaps; every character of either stays covered.

    A rewrite replaces the spans within it. If a rewrite only overlaps a span, the span takes its characters.
    """
    waiting: list[tuple[Span, str | None]] = [(s, None) for s in spans]
    waiting += ((Span(r.start, r.end, Entity.ID, None, "strong", _SOURCES), r.new) for r in rewrites)
    waiting.sort(key=lambda item: (item[0].start, -item[0].end, item[1] is None))
    out: list[tuple[Span, str | None]] = []
    for span, new in waiting:
        if not out or span.start >= out[-1][0].end:
            out.append((span, new))
            continue
        last, given = out[-1]
        if span.end > last.end:
            named = last if given is None else span
            out[-1] = (Span(last.start, span.end, named.entity, named.score, named.strength, named.sources), None)
    return out
