"""This module states a review for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from redactor.run.state.review_marks import RecordMarks
from redactor.service.review.findings import ReadByPerson, figures
from redactor.service.review.judging import plain_rows
from redactor.service.review.opened import Opened, Review
from redactor.service.review.readings import ReadText
from redactor.service.review.view import Row
from redactor.text import Span
from schemas.engine import json_codec

Json = dict[str, Any]


def review_json(review: Review, marks: Mapping[str, RecordMarks], opened: Iterable[Opened], *, originals: bool) -> Json:
    """Return the records of a sample with what was found in each, and the figures of those that a person has read.

    originals: add texts, places of spans, old values and whole records. Without them nothing is told that the audit or
    OUT does not hold.
    """
    records, read = [], []
    for one in opened:
        own = marks.get(one.facts.drawn.record_id, RecordMarks())
        rows = plain_rows(one)
        records.append(_record(one, rows, own, originals=originals))
        if own.is_read and one.read is not None:
            read.append(ReadByPerson(one.facts.drawn.record_id, one.read, own, rows))
    told = {f.name: {"share": f.share, "low": f.low, "high": f.high, "of": f.below} for f in figures(read) if f.below}
    return {
        "profile": review.run.profile,
        "settings_of_the_run": review.run.is_configured,
        "records_of_the_run": sum(review.sizes.values()),
        "looked_at": len(read),
        "figures": told,
        "records": records,
    }


def _record(opened: Opened, rows: Iterable[Row], marks: RecordMarks, *, originals: bool) -> Json:
    facts, read = opened.facts, opened.read
    texts = read.texts if read is not None else ()
    told: Json = {
        "record": facts.drawn.record_id,
        "type": facts.drawn.type,
        "outcome": facts.drawn.outcome,
        "reason": facts.drawn.reason or None,
        "match": facts.match.value,
        "file": opened.file or None,
        "looked_at": marks.is_read,
        "spans": [
            {"text": number, **_span(text, span, new, originals=originals), "verdict": _verdict(marks, number, span)}
            for number, text in enumerate(texts)
            for span, new in zip(text.redacted.spans, text.redacted.replacements, strict=True)
        ],
        "fields": [
            {
                "place": row.place,
                "entity": row.entity,
                "verdict": marks.verdict(row.place) or None,
                **({"old": row.old, "new": row.new} if originals else {}),
            }
            for row in rows
            if row.state == "replaced" and row.place
        ],
        "missed": sum(m.verdict == "missed" for m in marks.marks),
    }
    if originals:
        told |= {"original": _plain(opened.original), "result": _plain(opened.left)}
        told["texts"] = [text.note.text for text in texts]
    return told


def _plain(record: Any) -> Any:
    """Return a record whose numbers with a fraction, which are kept as they were written, are numbers of Python."""
    return json.loads(json_codec.encode(record))


def _span(text: ReadText, span: Span, new: str, *, originals: bool) -> Json:
    told: Json = {
        "entity": span.entity.value,
        "detectors": sorted({source.partition(":")[0] for source in span.sources}),
        "rules": sorted(source for source in span.sources if ":" in source),
        "score": span.score,
        "strength": span.strength,
    }
    if originals:
        whole = text.note.text
        told |= {"start": span.start, "end": span.end, "old": whole[span.start : span.end], "new": new}
    return told


def _verdict(marks: RecordMarks, number: int, span: Span) -> str | None:
    return marks.verdict((number, span.start, span.end)) or None
