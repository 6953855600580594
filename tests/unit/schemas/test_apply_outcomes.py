"""Records through the engine: texts and attachments, outcomes and labels, flat records."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any

import pytest

from redactor.engine import Engine
from redactor.entities import Entity
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.compiled_schema import Branch, CompiledSchema, Leaf, Rule
from schemas.engine.records import Outcome, Reason, RecordError, RecordIn
from tests.each_row import each_row
from tests.unit.record_kit import (
    KEYS,
    REGISTRY,
    SYNTHEA,
    One,
    Words,
    make,
    observation,
    patient,
    released,
    run,
)

# --- texts


def document(kind: str, data: bytes, **fields: Any) -> dict[str, Any]:
    attachment = {"contentType": kind, "data": base64.b64encode(data).decode(), "size": 3, "hash": "RG9l", **fields}
    return {"resourceType": "DocumentReference", "status": "current", "content": [{"attachment": attachment}]}


def test_a_note_in_an_attachment_is_read_with_its_type_and_date() -> None:
    detector = Words("John")
    applier, _ = make(detector=detector)
    record = document("text/plain", b"John, 3/24", title="x") | {"type": {"text": "Visit note"}, "date": "2024-03-25"}
    [out] = applier.apply([RecordIn(record, "1")])
    assert out.data is not None
    attachment = out.data["content"][0]["attachment"]
    assert base64.b64decode(attachment["data"]) == b"[PERSON], 3/24"
    assert "size" not in attachment and "hash" not in attachment
    [note] = [n for n in detector.seen if "John" in n.text]
    assert (note.note_type, str(note.date)) == ("Visit note", "2024-03-25")


@pytest.mark.parametrize(("kind", "data"), [("text/plain", b"John"), ("application/pdf", b"%PDF")])
def test_other_texts_of_a_note_know_its_type(kind: str, data: bytes) -> None:
    """So that none is sent to an LLM where notes of the type are not. They have no type of their own."""
    detector = Words("John")
    applier, _ = make(detector=detector)
    record = document(kind, data) | {
        "type": {"text": "Visit note", "coding": [{"display": "Letter"}]},
        "description": "John spoke",
    }
    applier.apply([RecordIn(record, "1")])
    types = {(n.note_type, n.record_types) for n in detector.seen if n.text == "John spoke"}
    assert types == {(None, ("Visit note", "Letter"))}


def test_an_unreadable_attachment_is_withheld_and_its_record_released() -> None:
    out = run(document("application/pdf", b"%PDF Doe"))
    assert out.omitted["attachment-withheld"] == 1
    assert out.data is not None
    attachment = out.data["content"][0]["attachment"]
    assert "data" not in attachment and attachment["contentType"] == "application/pdf"
    assert attachment["_data"]["extension"][0]["valueCode"] == "masked"


def test_a_binary_is_an_attachment() -> None:
    record = {
        "resourceType": "Binary",
        "id": "b",
        "contentType": "text/plain",
        "data": base64.b64encode(b"Doe").decode(),
    }
    assert base64.b64decode(released(record)["data"]) == b"[PERSON]"


def test_a_narrative_keeps_its_markup() -> None:
    div = '<div xmlns="http://www.w3.org/1999/xhtml"><p>Mr. <b>D</b>oe &amp; co</p></div>'
    out = released(patient(text={"status": "generated", "div": div}))
    assert out["text"]["div"] == div.replace("D</b>oe", "[PERSON]</b>")


def test_a_text_that_was_not_read_in_whole_quarantines_its_record() -> None:
    applier, _ = make()
    outs = applier.apply([RecordIn(observation(note=[{"text": t}]), t) for t in ("fine", "UNREADABLE")])
    assert [o.reason for o in outs] == [None, Reason.INCOMPLETE_READING]
    assert outs[1].data is None


def test_equal_texts_of_a_subject_are_read_once() -> None:
    detector = Words()
    applier, _ = make(detector=detector)
    applier.apply(
        [RecordIn(observation(code={"text": "Pulse"}, subject={"reference": "Patient/1"}), str(i)) for i in range(5)]
    )
    assert [n.text for n in detector.seen] == ["Pulse"]


# --- outcomes


@pytest.mark.parametrize("code", ["R", "V", "42CFRPart2"])
def test_restricted_records_are_withheld(code: str) -> None:
    labels = {"security": [{"system": "x", "code": code}]}
    for record in (patient(meta=labels), observation(contained=[patient(meta=labels)])):
        out = run(record)
        assert (out.outcome, out.reason, out.data) == (Outcome.WITHHELD, Reason.RESTRICTED, None)
    assert run(patient(meta={"security": [{"code": "N"}]})).outcome is Outcome.RELEASED


def test_subjects_who_opted_out_are_withheld() -> None:
    opt_out = frozenset({KEYS.subject("doe")})
    out = run(observation(subject={"reference": "Patient/doe"}), opt_out=opt_out)
    assert (out.outcome, out.reason, out.data) == (Outcome.WITHHELD, Reason.OPTED_OUT, None)


def test_a_resource_entered_in_error_becomes_a_deletion_by_pseudonym() -> None:
    out = run(observation(id="o1") | {"status": "entered-in-error"})
    assert (out.outcome, out.data) == (
        Outcome.DELETED,
        {"resourceType": "Observation", "id": KEYS.id("Observation", "o1")},
    )
    status = {"coding": [{"code": "entered-in-error"}]}
    assert run({"resourceType": "Condition", "id": "c", "verificationStatus": status}).outcome is Outcome.DELETED


def test_security_labels_say_what_was_done() -> None:
    def labels(data: dict[str, Any]) -> list[str]:
        return [c["code"] for c in released(data).get("meta", {}).get("security", [])]

    assert labels({"resourceType": "Basic", "code": {"text": "x"}}) == []
    assert labels(patient()) == ["PSEUDED"]
    assert labels({"resourceType": "Patient", "name": [{"family": "Doe"}]}) == ["MASKED"]
    assert labels({"resourceType": "Patient", "active": True, "doe": 1}) == ["REDACTED"]
    kept = {"security": [{"system": "http://terminology.hl7.org/CodeSystem/v3-Confidentiality", "code": "N"}]}
    assert labels(patient(meta=kept, doe=1, name=[{"family": "Doe"}])) == ["N", "MASKED", "PSEUDED", "REDACTED"]


def test_record_ids_depend_on_content_and_resource_keys_do_not() -> None:
    a, b, c = run(patient()), run(patient(active=True)), run(patient(id="other"))
    assert a.record_id != b.record_id
    assert a.resource_key == b.resource_key != c.resource_key
    assert a.record_id == run({"id": "doe", "resourceType": "Patient"}).record_id
    assert len({a.record_id, a.resource_key, KEYS.id("Patient", "doe")}) == 3


@each_row(
    ("data", "reason"),
    [
        ({}, Reason.NO_SCHEMA),
        ({"resourceType": "Doe"}, Reason.NO_SCHEMA),
        ({"resourceType": "MedicinalProduct"}, Reason.UNSUPPORTED_TYPE),
        ({"resourceType": "Patient", "id": "\ud800"}, Reason.BAD_ENCODING),
    ],
)
def test_a_record_without_a_schema_is_quarantined_with_an_id(data: dict[str, Any], reason: Reason) -> None:
    out = run(data)
    assert (out.outcome, out.reason, out.data) == (Outcome.QUARANTINED, reason, None)
    assert out.record_id and out.resource_key
    assert "Doe" not in repr(out)


def test_an_internal_error_shows_no_value() -> None:
    class Broken:
        def select(self, record: Mapping[str, Any], explicit: str | None = None, **more: Any) -> CompiledSchema:
            raise ValueError(record["id"])

    out = run(patient(), registry=Broken())
    assert (out.reason, out.where) == (Reason.INTERNAL, "ValueError")
    assert "doe" not in repr(out)
    with pytest.raises(RecordError):
        REGISTRY.select({})


# --- flat records

FLAT = CompiledSchema(
    "records/visit",
    "1",
    "0",
    Branch(
        "visit",
        {
            "pid": Leaf(Rule.HASH, "visit.pid"),
            "age": Leaf(Rule.MASK, "visit.age", "integer", Entity.AGE),
            "when": Leaf(Rule.SHIFT, "visit.when", "dateTime", Entity.DATE),
            "born": Leaf(Rule.GENERALIZE, "visit.born", "date", Entity.DATE),
            "score": Leaf(Rule.PASS, "visit.score", "decimal"),
            "note": Leaf(Rule.AUTODEID, "visit.note"),
            "tags": Leaf(Rule.PASS, "visit.tags", enum=frozenset({"a", "b"}), is_array=True),
            "secret": Leaf(Rule.DROP, "visit.secret"),
        },
    ),
    subject=(("pid",),),
)


def test_a_flat_record_is_processed_by_its_rules() -> None:
    row = {"pid": 12, "age": "44", "when": "2024-03-05 10:00:00", "born": "1950-03-05", "score": "1.50"}
    out = released({**row, "note": "Mr. Doe", "tags": ["a", "Doe", "b"], "secret": ["Doe"]}, registry=One(FLAT))
    assert out.pop("pid") == KEYS.id("pid", "12")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d (?:09:[3-5]|10:[0-2])\d:\d\d", out.pop("when"))
    assert out == {"age": "44", "born": "1950", "score": "1.50", "note": "Mr. [PERSON]", "tags": ["a", "b"]}
    assert released({"age": 44, "note": None, "score": 2}, registry=One(FLAT)) == {"age": 44, "note": None, "score": 2}
    gone = run({"age": "Doe", "when": "Doe", "score": "Doe", "tags": ["Doe"]}, registry=One(FLAT))
    assert gone.data == {"age": None, "when": None, "score": None, "tags": []}
    assert gone.emptied.keys() == {"visit.age", "visit.when", "visit.score", "visit.tags"}
    assert gone.omitted == {"masked": 2, "not-allowed": 2}
    assert run({"tags": "Doe"}, registry=One(FLAT)).reason is Reason.WRONG_TYPE


OBSERVATION = {"resourceType": "Observation", "status": "final", "code": {"text": "x"}}


@each_row(
    ("record", "where"),
    [
        ({"resourceType": "Patient", "name": "Doe"}, "Patient.name"),
        ({"resourceType": "Patient", "birthDate": 19500101}, "Patient.birthDate"),
        ({"resourceType": "Patient", "contact": [{"name": [{"family": "Doe"}]}]}, "Patient.contact.name"),
        ({"resourceType": "Patient", "contact": [{"name": {"given": "Doe"}}]}, "Patient.contact.name.given"),
        ({"resourceType": "Patient", "_birthDate": {"extension": "Doe"}}, "Patient._birthDate.extension"),
        (
            {"resourceType": "Patient", "contained": [{"resourceType": "Group", "name": ["Doe"]}]},
            "Patient.contained.name",
        ),
        ({**OBSERVATION, "subject": {"reference": 5}}, "Observation.subject.reference"),
        ({**OBSERVATION, "code": {"coding": [{"code": {"Doe": 1}}]}}, "Observation.code.coding.code"),
        ({**OBSERVATION, "valueQuantity": "5 mg Doe"}, "Observation.valueQuantity"),
        ({**OBSERVATION, "component": [{"code": {"text": ["Doe"]}}]}, "Observation.component.code.text"),
        ({"dataType": "clinicalRecord", "note": {"Doe": 1}}, "clinicalRecord.note"),
    ],
)  # fmt: skip
def test_a_wrong_type_names_the_path_of_the_field_and_no_value(record: dict[str, Any], where: str) -> None:
    out = run(record)
    assert (out.reason, out.where) == (Reason.WRONG_TYPE, where)


def test_an_unknown_field_names_the_path_of_what_holds_it_and_not_its_key() -> None:
    applier, _ = make(unknown_fields="quarantine")
    for record, where in (
        ({"resourceType": "Patient", "id": "1", "Doe": 1}, "Patient"),
        ({"resourceType": "Patient", "contact": [{"name": {"Doe": 1}}]}, "Patient.contact.name"),
    ):
        [out] = applier.apply([RecordIn(record, "1")])
        assert (out.reason, out.where) == (Reason.UNKNOWN_FIELD, where)


# --- data from elsewhere


@pytest.mark.skipif(not SYNTHEA.is_dir(), reason="the Synthea sample is not here")
def test_synthea_patients_keep_none_of_their_identifiers() -> None:
    records, secrets = [], set()
    for name in ("Patient", "Practitioner", "Encounter"):
        lines = (SYNTHEA / f"{name}.000.ndjson").read_bytes().splitlines()[:60]
        records += [RecordIn(json_codec.parse(line), f"{name}:{i}") for i, line in enumerate(lines)]
    for record in records:
        data = record.data
        secrets.add(data["id"])
        for person in data.get("name", []):
            secrets.update([person["family"], *person["given"]])
        for address in data.get("address", []):
            secrets.update(address["line"])
        secrets.update(t["value"] for t in data.get("telecom", []))
        secrets.update(i["value"] for i in data.get("identifier", []))
        secrets.add(data.get("birthDate", data["id"]))
    outs = make(detector=Words())[0].apply(records)
    assert {o.outcome for o in outs} == {Outcome.RELEASED}
    written = b"\n".join(json_codec.encode(o.data) for o in outs)
    assert len(secrets) > 200
    assert [s for s in secrets if s.encode() in written] == []


def hold(*records: dict[str, Any], seen: str = "", **more: Any) -> list[tuple[Outcome, Reason | None]]:
    """Records under a rule that holds those with a text until their patient is seen."""
    spy = Words("Doe")
    applier = Applier(
        REGISTRY, Engine([spy], make()[1]), KEYS, ApplyOptions(), is_seen=lambda scope: scope == KEYS.subject(seen)
    )
    found = applier.apply([RecordIn(data, f"1:{n}", **more) for n, data in enumerate(records)])
    assert not any(note.text.startswith("Held") for note in spy.seen)
    return [(out.outcome, out.reason) for out in found]


def test_a_record_with_a_text_is_held_until_its_patient_is_seen() -> None:
    note = document("text/plain", b"Held Doe") | {"subject": {"reference": "Patient/p"}}
    held = (Outcome.QUARANTINED, Reason.PATIENT_UNSEEN)
    assert hold(note) == hold(note, seen="q") == [held]
    note = document("text/plain", b"Read Doe") | {"subject": {"reference": "Patient/p"}}
    passes = [(Outcome.RELEASED, None)]
    assert hold(note, seen="p") == hold(note, may_be_unseen=True) == passes
    assert run(note).outcome is Outcome.RELEASED  # without the rule


def test_what_has_no_text_or_no_patient_or_is_the_patient_is_never_held() -> None:
    plain = observation(
        subject={"reference": "Patient/p"}, code={"coding": [{"system": "http://loinc.org", "code": "8302-2"}]}
    )
    own = document("text/plain", b"Read Doe")
    narrative = patient(text={"status": "generated", "div": '<div xmlns="http://www.w3.org/1999/xhtml">Read Doe</div>'})
    link = [{"target": {"reference": "Patient/p"}}]
    person = {**narrative, "resourceType": "Person", "link": link}
    gone = {**plain, "status": "entered-in-error", "note": [{"text": "Held Doe"}]}
    found = hold(plain, own, narrative, person, gone)
    assert [outcome for outcome, _ in found] == [Outcome.RELEASED] * 4 + [Outcome.DELETED]
