"""A name that one text of a record introduces is found in its other texts, whatever the record's shape."""

from __future__ import annotations

import base64
import json
from typing import Any

from redactor.detect.known import Known
from redactor.detect.patterns import Patterns
from redactor.engine import Engine
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.records import Outcome, RecordIn
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, REGISTRY, RING

# "Okonjo" alone has no cue, and the rules do not know the name; "Patient: Ngozi Okonjo" introduces it.
TITLE, BODY = "CT chest, Okonjo, final", "Patient: Ngozi Okonjo\nNo acute findings."


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def div(text: str) -> dict[str, str]:
    return {"status": "generated", "div": f'<div xmlns="http://www.w3.org/1999/xhtml"><p>{text}</p></div>'}


def release(*records: dict[str, Any]) -> list[str]:
    engine = Engine([Patterns(), Known()], TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave"))
    outs = Applier(REGISTRY, engine, KEYS, ApplyOptions()).apply([RecordIn(r, f"1:{i}") for i, r in enumerate(records)])
    assert all(out.outcome is Outcome.RELEASED for out in outs), [(out.reason, out.where) for out in outs]
    return [json.dumps(_readable(json.loads(json_codec.encode(out.data or {}))), ensure_ascii=False) for out in outs]


def _readable(node: Any) -> Any:
    """The record with its attachments decoded."""
    if isinstance(node, dict):
        return {k: base64.b64decode(v).decode() if k == "data" else _readable(v) for k, v in node.items()}
    return [_readable(v) for v in node] if isinstance(node, list) else node


SHAPES: dict[str, dict[str, Any]] = {
    "DocumentReference": {
        "resourceType": "DocumentReference", "status": "current", "description": TITLE,
        "content": [{"attachment": {"contentType": "text/plain", "data": encoded(BODY)}}],
    },
    "attachment title": {
        "resourceType": "DocumentReference", "status": "current",
        "content": [{"attachment": {"contentType": "text/plain", "title": TITLE, "data": encoded(BODY)}}],
    },
    "Composition": {
        "resourceType": "Composition", "status": "final", "type": {"text": "note"}, "date": "2020-01-01",
        "title": TITLE, "section": [{"title": "Okonjo", "text": div(BODY)}, {"text": div("Okonjo slept well")}],
    },
    "QuestionnaireResponse": {
        "resourceType": "QuestionnaireResponse", "status": "completed",
        "item": [{"linkId": "1", "text": "Okonjo, who lives with you?", "answer": [{"valueString": BODY}]}],
    },
    "Communication": {
        "resourceType": "Communication", "status": "completed",
        "payload": [{"contentString": TITLE}, {"contentString": BODY}],
    },
    "flat row": {"dataType": "notesTable", "note_id": "n", "patient_id": "p", "note_type": TITLE, "note_text": BODY},
    "narrative and note": {
        "resourceType": "Observation", "status": "final", "code": {"text": "x"}, "text": div(TITLE),
        "note": [{"text": BODY}],
    },
    "structured name of a contact": {
        "resourceType": "Patient", "contact": [{"name": {"family": "Okonjo", "given": ["Ngozi"]}}], "text": div(TITLE),
    },
    "contained clinician": {
        "resourceType": "Observation", "status": "final", "code": {"text": "x"}, "note": [{"text": TITLE}],
        "contained": [{"resourceType": "Practitioner", "id": "p", "name": [{"family": "Okonjo"}]}],
    },
    "display of a reference": {
        "resourceType": "Observation", "status": "final", "code": {"text": "x"}, "note": [{"text": TITLE}],
        "performer": [{"reference": "Practitioner/1", "display": "Ngozi Okonjo"}],
    },
}  # fmt: skip


@each_row("record", SHAPES.values())
def test_a_name_found_once_is_found_in_the_whole_record(record: dict[str, Any]) -> None:
    (out,) = release(record)
    assert "Okonjo" not in out
    assert "CT chest, [PERSON], final" in out or "[PERSON], who lives with you?" in out


def test_other_records_of_the_batch_change_nothing() -> None:
    alone = {"resourceType": "Communication", "status": "completed", "payload": [{"contentString": TITLE}]}
    other = SHAPES["Communication"]
    assert release(alone, other, alone) == [*release(alone), *release(other), *release(alone)]
