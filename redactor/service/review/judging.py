"""This module turns what a person sends about a record into a change of its marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast, get_args

from redactor.entities import Entity
from redactor.run.state.review_marks import FieldMark, RecordMarks, SpanMark, Verdict
from redactor.service.review.opened import Opened
from redactor.service.review.view import Row, field_rows, text_views

TAKEN_BACK = "none"
"""The verdict that takes a mark back."""


def plain_rows(opened: Opened) -> list[Row]:
    """Return the fields of a record without the rules of its schema."""
    texts = text_views(opened.read, None) if opened.read is not None else []
    return field_rows(opened.original, opened.left, opened.read, texts, lambda path: "")


def change_of(form: Mapping[str, str], opened: Opened) -> Callable[[RecordMarks], RecordMarks]:
    """Return what a form does to the marks of a record: it marks a span (text, start, end), a field (place) or, with
    neither, the whole record. Raises ValueError or KeyError for a form that no page sends.
    """
    verdict = form["verdict"]
    if verdict not in (*get_args(Verdict), TAKEN_BACK):
        raise ValueError
    if place := form.get("place"):
        return _field(form, place, verdict, opened)
    if form.get("text"):
        return _span(form, verdict, opened)
    if verdict not in ("right", TAKEN_BACK):
        raise ValueError
    return lambda marks: RecordMarks(marks.marks, verdict == "right")


def _span(form: Mapping[str, str], verdict: str, opened: Opened) -> Callable[[RecordMarks], RecordMarks]:
    number, start, end = place = (int(form["text"]), int(form["start"]), int(form["end"]))
    if verdict == TAKEN_BACK:
        return lambda marks: marks.without(place)
    texts = opened.read.texts if opened.read is not None else ()
    if not (0 <= number < len(texts) and 0 <= start < end <= len(texts[number].note.text)):
        raise ValueError
    found = next((s.entity for s in texts[number].redacted.spans if (s.start, s.end) == (start, end)), None)
    if verdict == "missed":
        found = Entity(form["entity"])
    if found is None:
        raise ValueError
    mark = SpanMark(number, start, end, found, cast(Verdict, verdict))
    return lambda marks: marks.having(mark)


def _field(form: Mapping[str, str], place: str, verdict: str, opened: Opened) -> Callable[[RecordMarks], RecordMarks]:
    if verdict == TAKEN_BACK:
        return lambda marks: marks.without(place)
    row = next((row for row in plain_rows(opened) if row.place == place), None)
    if row is None or row.state not in (("replaced", "kept") if verdict == "missed" else ("replaced", "left-out")):
        raise ValueError
    entity = Entity(form["entity"] if verdict == "missed" or not row.entity else row.entity)
    mark = FieldMark(place, entity, cast(Verdict, verdict))
    return lambda marks: marks.having(mark)
