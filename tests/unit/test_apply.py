"""The record engine over the shipped FHIR documents and small schemas of its own."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from redactor.engine import Engine
from redactor.entities import Entity, Role
from redactor.keys import Keyring
from redactor.policy import TagReplacer, load_profile
from redactor.text import Mention, Note, Reading, Span
from schemas import jsonio
from schemas.apply import Applier, ApplyOptions, RecordKeys, deletion_entry
from schemas.nodes import Branch, CompiledSchema, Leaf, Rule
from schemas.records import Outcome, Reason, RecordError, RecordIn, RecordOut
from schemas.registry import Registry

RING = Keyring.generate()
KEYS = RecordKeys(RING, "enclave")
REGISTRY = Registry(allow_unapproved=True)
SYNTHEA = Path(__file__).parents[3] / "shared" / "data" / "fhir" / "synthea_bulk_10"


class Words:
    """A detector that finds the words it was given."""

    name, version = "words", "1"

    def __init__(self, *words: str) -> None:
        self.pattern = re.compile("|".join(map(re.escape, words)) or "(?!)")
        self.seen: list[Note] = []

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        self.seen.extend(notes)
        return [
            Reading(
                tuple(Span(m.start(), m.end(), Entity.PERSON) for m in self.pattern.finditer(n.text)),
                complete="UNREADABLE" not in n.text,
            )
            for n in notes
        ]


class Spy(TagReplacer):
    """The tag replacer, with what it was asked."""

    asked: list[Mention]

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        self.asked = list(mentions)
        return super().replace(mentions)


class One:
    def __init__(self, schema: CompiledSchema) -> None:
        self.schema = schema

    def select(self, record: Mapping[str, Any], explicit: str | None = None) -> CompiledSchema:
        return self.schema


DOE = Words("Doe", "John", "Jane")


def make(profile: str = "hips", detector: Words = DOE, registry: Any = REGISTRY, **options: Any) -> tuple[Applier, Spy]:
    spy = Spy(load_profile(profile), RING, "enclave")
    return Applier(registry, Engine([detector], spy), KEYS, ApplyOptions(**options)), spy


def run(data: dict[str, Any], profile: str = "hips", **options: Any) -> RecordOut:
    return make(profile, **options)[0].apply([RecordIn(data, "1:1")])[0]


def released(data: dict[str, Any], profile: str = "hips", **options: Any) -> dict[str, Any]:
    out = run(data, profile, **options)
    assert out.outcome is Outcome.RELEASED, (out.reason, out.where)
    assert out.data is not None
    return json.loads(jsonio.encode(out.data))


def patient(**fields: Any) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": "doe", **fields}


def observation(**fields: Any) -> dict[str, Any]:
    return {"resourceType": "Observation", "status": "final", "code": {"text": "x"}, **fields}


# --- values


def test_names_and_addresses_go_to_the_replacer_as_wholes() -> None:
    applier, spy = make()
    applier.apply([RecordIn(patient(name=[{"use": "official", "family": "Doe", "given": ["John", "Q"]}]), "1")])
    family, given, second = spy.asked
    whole = (("family", "Doe"), ("given", "John"), ("given", "Q"))
    assert (family.value, family.part, family.parts) == ("Doe", "family", whole)
    assert (second.value, second.part) == ("Q", "given")
    assert (given.entity, given.role) == (Entity.PATIENT, Role.PATIENT)
    assert given.subject == KEYS.subject("doe")


@pytest.mark.parametrize(
    ("telecom", "entity"),
    [
        ({"system": "phone", "value": "1"}, Entity.TELEPHONE_NUMBER),
        ({"system": "fax", "value": "1"}, Entity.FAX_NUMBER),
        ({"system": "email", "value": "1"}, Entity.EMAIL),
        ({"system": "url", "value": "1"}, Entity.URL),
        ({"system": "other", "value": "a@b.example"}, Entity.EMAIL),
        ({"value": "https://a.example"}, Entity.URL),
        ({"value": "1"}, Entity.TELEPHONE_NUMBER),
    ],
)
def test_a_contact_is_what_its_system_says(telecom: dict[str, str], entity: Entity) -> None:
    applier, spy = make()
    applier.apply([RecordIn(patient(telecom=[telecom]), "1")])
    assert [m.entity for m in spy.asked] == [entity]


@pytest.mark.parametrize(
    ("reference", "entity"),
    [
        ({"reference": "Patient/1"}, Entity.PATIENT),
        ({"reference": "Practitioner?identifier=x|1"}, Entity.DOCTOR),
        ({"reference": "Organization/1"}, Entity.HOSPITAL),
        ({"reference": "RelatedPerson/1"}, Entity.PERSON),
        ({"reference": "urn:uuid:1"}, Entity.DOCTOR),  # through the Bundle
        ({"reference": "urn:uuid:2"}, Entity.PERSON),  # nobody knows
        ({"type": "Practitioner"}, Entity.DOCTOR),
        ({"reference": "#c"}, Entity.HOSPITAL),
        ({}, Entity.PERSON),
    ],
)
def test_a_display_is_what_the_reference_names(reference: dict[str, str], entity: Entity) -> None:
    applier, spy = make()
    record = observation(
        performer=[{**reference, "display": "Doe"}], contained=[{"resourceType": "Organization", "id": "c"}]
    )
    [out] = applier.apply([RecordIn(record, "1", aliases={"urn:uuid:1": "Practitioner/9"})])
    assert out.outcome is Outcome.RELEASED
    assert [m.entity for m in spy.asked if m.value == "Doe"] == [entity]


def test_the_display_of_something_clinical_is_text() -> None:
    out = released(observation(hasMember=[{"reference": "Observation/1", "display": "Pulse of John"}]))
    assert out["hasMember"][0]["display"] == "Pulse of [PERSON]"


def test_ids_are_hashed_and_references_follow() -> None:
    who = released(patient())
    what = released(observation(id="o", subject={"reference": "Patient/doe"}))
    assert what["subject"]["reference"] == f"Patient/{who['id']}"
    assert who["id"] == KEYS.id("doe")


def test_an_identifier_is_hashed_within_its_system() -> None:
    out = released(patient(identifier=[{"system": "http://doe.example", "value": "1"}, {"value": "1"}]))
    first, second = out["identifier"]
    assert first["system"].startswith("urn:redactor:system:")
    assert first["value"] == KEYS.identifier("http://doe.example", "1") != second["value"]


def test_codes_stay_where_their_system_is_a_known_terminology() -> None:
    sct, own = "http://snomed.info/sct", "http://doe.example/codes"
    codings = [{"system": sct, "code": "22298006"}, {"system": sct, "code": "19500317"}, {"system": own, "code": "DOE"}]
    out = released(observation(code={"coding": [*codings, {"code": "DOE"}]}))["code"]["coding"]
    assert out[0] == codings[0]
    assert out[1]["code"] != "19500317"
    assert out[2]["system"].startswith("urn:redactor:system:")
    assert "DOE" not in json.dumps(out)


def test_dates_move_by_whole_weeks_and_what_cannot_be_shown_is_said_to_be_masked() -> None:
    out = released(observation(subject={"reference": "Patient/doe"}, effectiveDateTime="2024-03-05T10:00:00+01:00"))
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT09:00:00Z", out["effectiveDateTime"])
    assert not out["effectiveDateTime"].startswith("2024-03-05")
    out = released(observation(effectiveDateTime="2024-02-31"))
    assert "effectiveDateTime" not in out
    assert out["_effectiveDateTime"]["extension"][0]["valueCode"] == "masked"
    out = released(observation(issued="2024-03-05T10:00:00Z"), "hipaa-safe-harbor")
    assert "issued" not in out and "_issued" in out


def test_numbers_keep_their_digits() -> None:
    raw = b'{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{"value":1.00}}'
    out = run(jsonio.parse(raw))
    assert b'"value":1.00' in jsonio.encode(out.data)


def test_an_age_is_judged_with_its_unit() -> None:
    condition = {"resourceType": "Condition", "subject": {"reference": "Patient/doe"}}
    applier, spy = make("hipaa-safe-harbor")
    ages = [{"value": 44, "code": "a"}, {"value": 95, "code": "a"}]
    outs = applier.apply([RecordIn({**condition, "onsetAge": a}, str(i)) for i, a in enumerate(ages)])
    assert [m.parts for m in spy.asked] == [(("unit", "a"),)] * 2
    assert json.loads(jsonio.encode(outs[0].data))["onsetAge"]["value"] == 44
    assert "95" not in jsonio.encode(outs[1].data).decode()


# --- structure


def test_unknown_fields_and_values_outside_the_list_are_dropped_and_counted() -> None:
    out = run(patient(doe="John", gender="doe", active="Doe", address=None))
    assert out.omitted == {"unknown-field": 1, "not-allowed": 2, "null": 1}
    assert b"oe" not in jsonio.encode(out.data).replace(b'"resourceType"', b"")


@pytest.mark.parametrize(
    ("field", "where"),
    [
        ({"name": "John Doe"}, "HumanName"),
        ({"birthDate": {"x": "Doe"}}, "Patient.birthDate"),
        ({"address": [["Doe"]]}, "Address"),
        ({"name": [{"given": "Doe"}]}, "HumanName.given"),
    ],
)
def test_a_value_of_the_wrong_type_quarantines_its_record(field: dict[str, Any], where: str) -> None:
    out = run(patient(**field))
    assert (out.outcome, out.reason, out.data) == (Outcome.QUARANTINED, Reason.WRONG_TYPE, None)
    assert out.where == where


def test_an_unknown_field_can_quarantine_its_record_and_its_name_is_not_told() -> None:
    out = run(patient(JohnDoe=1), unknown_fields="quarantine")
    assert (out.outcome, out.reason, out.where, out.data) == (
        Outcome.QUARANTINED,
        Reason.UNKNOWN_FIELD,
        "Patient",
        None,
    )


def test_arrays_stay_parallel_to_their_extensions() -> None:
    reason = {
        "extension": [{"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "unknown"}]
    }
    out = released(patient(name=[{"given": ["John", None], "_given": [None, reason], "prefix": ["Doe", "Dr."]}]))
    name = out["name"][0]
    assert name["given"] == ["[PERSON]", None]
    assert len(name["_given"]) == 2 and name["_given"][0] is None
    assert name["prefix"] == [None, "Dr."]
    assert name["_prefix"][0]["extension"][0]["valueCode"] == "masked" and name["_prefix"][1] is None


def test_extensions_of_publishers_stay_and_others_lose_their_url() -> None:
    hl7 = "http://hl7.org/fhir/StructureDefinition/"
    position = [{"url": "latitude", "valueDecimal": 1}, {"url": "longitude", "valueDecimal": 2}]
    out = released(
        patient(
            extension=[
                {"url": hl7 + "patient-mothersMaidenName", "valueString": "Smythe"},
                {"url": hl7 + "geolocation", "extension": position},
                {"url": "http://doe.example/note", "valueString": "seen by Doe"},
                {"url": "http://doe.example/x", "valueInteger": 7},
            ]
        )
    )
    maiden, note = out["extension"]
    assert maiden == {"url": hl7 + "patient-mothersMaidenName", "valueString": "[PERSON]"}
    assert note["url"].startswith("urn:redactor:uri:") and note["valueString"] == "seen by [PERSON]"


def test_an_extension_whose_value_is_masked_says_so_in_an_extension() -> None:
    out = released(patient(extension=[{"url": "http://doe.example/x", "valueDate": "Doe"}]))
    [extension] = out["extension"]
    assert set(extension) == {"url", "extension"}
    assert extension["extension"][0]["valueCode"] == "masked"


def test_contained_resources_go_by_their_own_schema_in_the_outer_scope() -> None:
    applier, spy = make()
    inner = patient(id="c1", birthDate="1950-01-01", name=[{"family": "Doe"}])
    record = observation(subject={"reference": "Patient/doe"}, focus=[{"reference": "#c1"}], contained=[inner])
    [out] = applier.apply([RecordIn(record, "1")])
    assert out.data is not None
    assert out.data["focus"][0]["reference"] == "#" + out.data["contained"][0]["id"]
    assert {m.subject for m in spy.asked} == {KEYS.subject("doe")}
    out = run(observation(contained=[{"resourceType": "Doe"}]))
    assert (out.reason, out.data) == (Reason.NO_SCHEMA, None)


def test_depth_has_an_end() -> None:
    deep: dict[str, Any] = {"url": "http://x.example", "valueString": "x"}
    for _ in range(300):
        deep = {"url": "http://x.example", "extension": [deep]}
    assert run(patient(extension=[deep])).reason is Reason.TOO_DEEP


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


def test_an_attachment_that_cannot_be_read_is_withheld_and_the_record_goes() -> None:
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


def test_a_text_that_was_not_read_whole_stays() -> None:
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
    optout = frozenset({KEYS.subject("doe")})
    out = run(observation(subject={"reference": "Patient/doe"}), optout=optout)
    assert (out.outcome, out.reason, out.data) == (Outcome.WITHHELD, Reason.OPTED_OUT, None)


def test_what_was_entered_in_error_becomes_a_deletion_by_pseudonym() -> None:
    out = run(observation(id="o1") | {"status": "entered-in-error"})
    assert (out.outcome, out.data) == (Outcome.DELETED, {"resourceType": "Observation", "id": KEYS.id("o1")})
    status = {"coding": [{"code": "entered-in-error"}]}
    assert run({"resourceType": "Condition", "id": "c", "verificationStatus": status}).outcome is Outcome.DELETED
    assert deletion_entry("Patient", "abc") == {"request": {"method": "DELETE", "url": "Patient/abc"}}


def test_labels_say_what_was_done() -> None:
    def labels(data: dict[str, Any]) -> list[str]:
        return [c["code"] for c in released(data).get("meta", {}).get("security", [])]

    assert labels({"resourceType": "Basic", "code": {"text": "x"}}) == []
    assert labels(patient()) == ["PSEUDED"]
    assert labels({"resourceType": "Patient", "name": [{"family": "Doe"}]}) == ["MASKED"]
    assert labels({"resourceType": "Patient", "active": True, "doe": 1}) == ["REDACTED"]
    kept = {"security": [{"system": "http://terminology.hl7.org/CodeSystem/v3-Confidentiality", "code": "N"}]}
    assert labels(patient(meta=kept, doe=1, name=[{"family": "Doe"}])) == ["N", "MASKED", "PSEUDED", "REDACTED"]


def test_record_ids_follow_content_and_keys_do_not() -> None:
    a, b, c = run(patient()), run(patient(active=True)), run(patient(id="other"))
    assert a.record_id != b.record_id
    assert a.resource_key == b.resource_key != c.resource_key
    assert a.record_id == run({"id": "doe", "resourceType": "Patient"}).record_id
    assert len({a.record_id, a.resource_key, KEYS.id("doe")}) == 3


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, Reason.NO_SCHEMA),
        ({"resourceType": "Doe"}, Reason.NO_SCHEMA),
        ({"resourceType": "MedicinalProduct"}, Reason.UNSUPPORTED_TYPE),
        ({"resourceType": "Patient", "id": "\ud800"}, Reason.BAD_ENCODING),
    ],
)
def test_what_has_no_schema_is_quarantined_under_an_id(data: dict[str, Any], reason: Reason) -> None:
    out = run(data)
    assert (out.outcome, out.reason, out.data) == (Outcome.QUARANTINED, reason, None)
    assert out.record_id and out.resource_key
    assert "Doe" not in repr(out)


def test_an_error_inside_tells_no_value() -> None:
    class Broken:
        def select(self, record: Mapping[str, Any], explicit: str | None = None) -> CompiledSchema:
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
            "tags": Leaf(Rule.PASS, "visit.tags", enum=frozenset({"a", "b"}), many=True),
            "secret": Leaf(Rule.DROP, "visit.secret"),
        },
    ),
    subject=(("pid",),),
)


def test_a_flat_record_goes_by_its_own_rules() -> None:
    row = {"pid": 12, "age": "44", "when": "2024-03-05 10:00:00", "born": "1950-03-05", "score": "1.50"}
    out = released({**row, "note": "Mr. Doe", "tags": ["a", "Doe", "b"], "secret": ["Doe"]}, registry=One(FLAT))
    assert out.pop("pid") == KEYS.id("12")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d 10:00:00", out.pop("when"))
    assert out == {"age": "44", "born": "1950", "score": "1.50", "note": "Mr. [PERSON]", "tags": ["a", "b"]}
    assert released({"age": 44, "note": None, "score": 2}, registry=One(FLAT)) == {"age": 44, "note": None, "score": 2}
    gone = run({"age": "Doe", "when": "Doe", "score": "Doe", "tags": ["Doe"]}, registry=One(FLAT))
    assert gone.data == {"tags": []}
    assert gone.omitted == {"masked": 2, "not-allowed": 2}
    assert run({"tags": "Doe"}, registry=One(FLAT)).reason is Reason.WRONG_TYPE


# --- data that nobody here wrote


@pytest.mark.skipif(not SYNTHEA.is_dir(), reason="the Synthea sample is not here")
def test_synthea_patients_keep_none_of_their_identifiers() -> None:
    records, secrets = [], set()
    for name in ("Patient", "Practitioner", "Encounter"):
        lines = (SYNTHEA / f"{name}.000.ndjson").read_bytes().splitlines()[:60]
        records += [RecordIn(jsonio.parse(line), f"{name}:{i}") for i, line in enumerate(lines)]
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
    written = b"\n".join(jsonio.encode(o.data) for o in outs)
    assert len(secrets) > 200
    assert [s for s in secrets if s.encode() in written] == []
