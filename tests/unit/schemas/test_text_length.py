"""Texts that are too long to be read quarantine their record, before any detector sees them, and are never cut."""

from __future__ import annotations

import base64
from typing import Any

from schemas.engine.apply import Applier
from schemas.engine.compiled_schema import Branch, CompiledSchema, Leaf, Rule
from schemas.engine.records import Outcome, Reason, RecordIn
from tests.each_row import each_row
from tests.unit.record_kit import One, Words, make, observation, patient

LIMIT = 2000
LONG = "Doe is well. " * 200
FITS = LONG[: LIMIT - 2]  # HTML adds the ends of lines
COMPOSITION = {"resourceType": "DocumentReference", "status": "current"}
XHTML = '<div xmlns="http://www.w3.org/1999/xhtml">%s</div>'


def attached(kind: str, data: bytes) -> dict[str, Any]:
    content = {"contentType": kind, "data": base64.b64encode(data).decode()}
    return {**COMPOSITION, "content": [{"attachment": content}]}


def rtf(text: str) -> bytes:
    return b"{\\rtf1\\ansi " + text.encode() + b"}"


def named(text: str) -> dict[str, Any]:
    return patient(name=[{"text": text}])


def table(text: str) -> dict[str, Any]:
    return {"row_id": 1, "note": text}


SHAPES = {
    "field": lambda text: observation(note=[{"text": text}]),
    "array": lambda text: observation(note=[{"text": "short"}, {"text": text}]),
    "narrative": lambda text: patient(text={"status": "generated", "div": XHTML % text}),
    "plain attachment": lambda text: attached("text/plain", text.encode()),
    "UTF-16 attachment": lambda text: attached("text/plain; charset=utf-16", text.encode("utf-16")),
    "HTML attachment": lambda text: attached("text/html", f"<p>{text}</p>".encode()),
    "RTF attachment": lambda text: attached("application/rtf", rtf(text)),
    "contained": lambda text: observation(contained=[observation(id="c", note=[{"text": text}])]),
    "name": named,
    "code": lambda text: observation(code={"coding": [{"system": "http://loinc.org", "display": text}]}),
}  # fmt: skip


def apply(applier: Applier, *records: dict[str, Any]) -> list[tuple[Outcome, Reason | None]]:
    return [(o.outcome, o.reason) for o in applier.apply([RecordIn(r, f"1:{n}") for n, r in enumerate(records)])]


@each_row("shape", SHAPES)
def test_a_text_over_the_limit_quarantines_its_record_alone(shape: str) -> None:
    spy = Words("Doe")
    applier, _ = make(detector=spy, max_text_chars=LIMIT)
    found = apply(applier, SHAPES[shape](LONG), observation(note=[{"text": "Doe"}]))
    assert found == [(Outcome.QUARANTINED, Reason.TEXT_TOO_LONG), (Outcome.RELEASED, None)]
    assert max(len(note.text) for note in spy.seen) < LIMIT


@each_row("shape", SHAPES)
def test_a_text_of_the_limit_passes_whole(shape: str) -> None:
    applier, _ = make(max_text_chars=LIMIT)
    assert apply(applier, SHAPES[shape](FITS)) == [(Outcome.RELEASED, None)]


def test_a_cell_of_a_table_is_a_text() -> None:
    fields = {"row_id": Leaf(Rule.PASS, "r.row_id", "string"), "note": Leaf(Rule.AUTODEID, "r.note", "string")}
    schema = CompiledSchema("records/r", "1", "0", Branch("r", fields))
    applier, _ = make(registry=One(schema), max_text_chars=LIMIT)
    assert apply(applier, table(LONG), table(FITS)) == [
        (Outcome.QUARANTINED, Reason.TEXT_TOO_LONG),
        (Outcome.RELEASED, None),
    ]


def test_what_is_long_but_no_single_text_passes() -> None:
    many = observation(note=[{"text": FITS}] * 5)
    scan = attached("application/pdf", b"%PDF " + b"x" * 3 * LIMIT)
    escaped = attached("text/html", ("<p>" + "&#120;" * (LIMIT - 2) + "</p>").encode())
    applier, _ = make(max_text_chars=LIMIT)
    assert apply(applier, many, scan, escaped) == [(Outcome.RELEASED, None)] * 3


def test_the_error_names_the_field_and_quotes_nothing() -> None:
    [out] = make(max_text_chars=LIMIT)[0].apply([RecordIn(SHAPES["field"](LONG), "1:1")])
    assert (out.where, out.data) == ("text", None)
