"""This module draws on the marks of a person: figures with intervals, gold for `redactor evaluate`, proposed terms."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from redactor.detect.site_terms import AllowedTerm, AlwaysTerm, SiteTerms, term_key, validate
from redactor.entities import Entity
from redactor.run.state.review_marks import RecordMarks
from redactor.service.review.readings import ReadRecord, ReadText
from redactor.service.review.view import Row
from redactor.text import Span

FIGURES = ("precision", "recall", "precision of fields", "recall of fields")


@dataclass(frozen=True, slots=True)
class ReadByPerson:
    """A `ReadByPerson` is a record that a person has marked, or read in full. rows: its fields."""

    record_id: str
    read: ReadRecord
    marks: RecordMarks
    rows: Sequence[Row] = ()

    def wrong(self, number: int, span: Span) -> bool:
        """Return whether the person calls a span of a text wrong."""
        return self.marks.verdict((number, span.start, span.end)) == "wrong"

    @property
    def replaced(self) -> list[str]:
        """These are the places of the fields that were replaced."""
        return [row.place for row in self.rows if row.place and row.state == "replaced"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A share with its 95 % interval over records; None and NaN where nothing was counted."""

    name: str
    above: int
    below: int
    low: float
    high: float

    @property
    def share(self) -> float | None:
        """This is the share itself."""
        return self.above / self.below if self.below else None


def figures(records: Sequence[ReadByPerson]) -> list[Figure]:
    """Return precision and recall of the texts, and those of the fields, on the records that a person has read in full.

    Recall counts what the person missed as found, too: it is that of redactor against the person. Intervals are those
    of `redactor evaluate`: 2,000 resamples of records.
    """
    import numpy as np  # for this alone: the pages open sooner without it

    from redactor.evaluate.bootstrap import ratio_intervals

    counts = np.zeros((len(records), 6))  # right, wrong, missed: of texts, then of fields
    for i, record in enumerate(records):
        for number, text in enumerate(record.read.texts):
            for span in text.redacted.spans:
                counts[i, 1 if record.wrong(number, span) else 0] += 1
        for place in record.replaced:
            counts[i, 4 if record.marks.verdict(place) == "wrong" else 3] += 1
        for column, marks in ((2, record.marks.spans), (5, record.marks.fields)):
            counts[i, column] = sum(m.verdict == "missed" for m in marks)
    right, wrong, missed = (counts[:, [k, k, k + 3, k + 3]] for k in range(3))
    above, below = right, right + np.where([True, False, True, False], wrong, missed)
    low, high = ratio_intervals(above, below)
    return [
        Figure(name, int(above[:, k].sum()), int(below[:, k].sum()), float(low[k]), float(high[k]))
        for k, name in enumerate(FIGURES)
    ]


@dataclass(frozen=True, slots=True)
class FieldFinding:
    """A field finding counts how often a field was called wrong or missed. path: without places in arrays."""

    type: str
    path: str
    verdict: str
    entity: str
    times: int


def field_findings(records: Iterable[tuple[str, RecordMarks]]) -> list[FieldFinding]:
    """Return the fields that are called wrong or missed, for whoever changes their schema.

    records: the type of each record, with its marks.
    """
    counts = Counter(
        (kind, _path(m.place), m.verdict, m.entity.value)
        for kind, marks in records
        for m in marks.fields
        if m.verdict != "right"
    )
    return [FieldFinding(*told, times) for told, times in sorted(counts.items())]


def _path(place: str) -> str:
    names = (name.replace("~1", "/").replace("~0", "~") for name in place.split("/")[1:])
    return ".".join(name for name in names if not name.isdigit())


def gold_lines(records: Iterable[ReadByPerson]) -> Iterator[str]:
    """Yield a line of gold for each text of records that a person has read in full, as `redactor evaluate` reads it.

    The lines hold PHI.
    """
    for record in records:
        for number, text in enumerate(record.read.texts):
            spans = [(s.start, s.end, s.entity.value) for s in text.redacted.spans if not record.wrong(number, s)]
            spans += [
                (m.start, m.end, m.entity.value)
                for m in record.marks.spans
                if m.text == number and m.verdict == "missed"
            ]
            row: dict[str, Any] = {
                "id": f"{record.record_id}#{number}",
                "text": text.note.text,
                "spans": [{"start": a, "end": b, "label": label} for a, b, label in sorted(spans)],
            }
            yield json.dumps(row, ensure_ascii=False) + "\n"


def proposed_terms(records: Sequence[ReadByPerson], known: Callable[[], Iterable[str]]) -> str:
    """Return terms for `site.allow` and `site.always_redact` as TOML, for a person to check and to copy.

    known: gives the identifiers of the run's records, if they are needed. They are never proposed for `allow`; nor is a
    term that is right or missed elsewhere. The result holds PHI where a missed term is an identifier.
    """
    allow: Counter[str] = Counter()
    always: dict[str, Entity] = {}
    identifiers: set[str] = set()
    for record in records:
        texts = record.read.texts
        for number, text in enumerate(texts):
            spans = [s for s in text.redacted.spans if not record.wrong(number, s)]
            identifiers.update(_term(text, s.start, s.end) for s in spans)
        for mark in record.marks.spans:
            if mark.text >= len(texts) or mark.verdict == "right":
                continue
            term = _term(texts[mark.text], mark.start, mark.end)
            if mark.verdict == "wrong":
                allow[term] += 1
            else:
                always[term] = mark.entity
    taken = {term_key(v) for v in known()} if allow else set()
    taken |= {term_key(term) for term in (*identifiers, *always)}
    lines = ["# Proposed by redactor review. Check each line, then copy it into redactor.toml.", "[site]", "allow = ["]
    for term, times in sorted(allow.items()):
        if term_key(term) not in taken and not validate(SiteTerms(allow=(AllowedTerm(term),))):
            lines.append(f"  {_quoted(term)},  # {times} time{'s' * (times != 1)}")
    lines += ["]", "always_redact = ["]
    for term, entity in sorted(always.items()):
        if not validate(SiteTerms(always=(AlwaysTerm(term),))):
            lines.append(f"  {{ term = {_quoted(term)}, entity = {_quoted(entity.value)} }},")
    return "\n".join([*lines, "]", ""])


def _term(text: ReadText, start: int, end: int) -> str:
    return " ".join(text.note.text[start:end].encode("utf-8", "replace").decode().split())


def _quoted(text: str) -> str:
    # A string of JSON is one of TOML, but for DEL and for characters that JSON may write as two escapes.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
