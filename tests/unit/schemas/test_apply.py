"""Records through the engine: values, references, codes, and the shape of what comes out."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from redactor.entities import Entity, Role
from schemas.documents.compile import compile_document
from schemas.engine import json_codec
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.records import Outcome, Reason, RecordIn
from tests.each_row import each_row
from tests.unit.record_kit import (
    KEYS,
    One,
    make,
    observation,
    patient,
    released,
    run,
)

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


@each_row(
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
def test_the_system_of_a_contact_point_decides_its_entity(telecom: dict[str, str], entity: Entity) -> None:
    applier, spy = make()
    applier.apply([RecordIn(patient(telecom=[telecom]), "1")])
    assert [m.entity for m in spy.asked] == [entity]


@each_row(
    ("reference", "entity"),
    [
        ({"reference": "Patient/1"}, Entity.PATIENT),
        ({"reference": "Practitioner?identifier=x|1"}, Entity.DOCTOR),
        ({"reference": "Organization/1"}, Entity.HOSPITAL),
        ({"reference": "RelatedPerson/1"}, Entity.PERSON),
        ({"reference": "urn:uuid:1"}, Entity.DOCTOR),  # through the Bundle
        ({"reference": "urn:uuid:2"}, Entity.PERSON),  # not in the Bundle
        ({"type": "Practitioner"}, Entity.DOCTOR),
        ({"reference": "#c"}, Entity.HOSPITAL),
        ({}, Entity.PERSON),
    ],
)
def test_the_target_type_of_a_reference_decides_what_its_display_is(reference: dict[str, str], entity: Entity) -> None:
    applier, spy = make()
    record = observation(
        performer=[{**reference, "display": "Doe"}], contained=[{"resourceType": "Organization", "id": "c"}]
    )
    [out] = applier.apply([RecordIn(record, "1", aliases={"urn:uuid:1": "Practitioner/9"})])
    assert out.outcome is Outcome.RELEASED
    assert [m.entity for m in spy.asked if m.value == "Doe"] == [entity]


def test_the_display_of_a_clinical_target_is_text() -> None:
    out = released(observation(hasMember=[{"reference": "Observation/1", "display": "Pulse of John"}]))
    assert out["hasMember"][0]["display"] == "Pulse of [PERSON]"


def test_ids_are_hashed_and_references_follow() -> None:
    who = released(patient())
    what = released(observation(id="o", subject={"reference": "Patient/doe"}))
    assert what["subject"]["reference"] == f"Patient/{who['id']}"
    assert who["id"] == KEYS.id("Patient", "doe")


def test_an_identifier_is_hashed_within_its_system() -> None:
    out = released(patient(identifier=[{"system": "http://doe.example", "value": "1"}, {"value": "1"}]))
    first, second = out["identifier"]
    assert first["system"].startswith("urn:redactor:system:")
    assert first["value"] == KEYS.identifier("http://doe.example", "1", "") != second["value"]


def test_codes_stay_where_their_system_is_a_known_terminology() -> None:
    sct, own = "http://snomed.info/sct", "http://doe.example/codes"
    codings = [{"system": sct, "code": "22298006"}, {"system": sct, "code": "19500317"}, {"system": own, "code": "DOE"}]
    out = released(observation(code={"coding": [*codings, {"code": "DOE"}]}))["code"]["coding"]
    assert out[0] == codings[0]
    assert out[1]["code"] != "19500317"
    assert out[2]["system"].startswith("urn:redactor:system:")
    assert "DOE" not in json.dumps(out)


def test_dates_shift_by_whole_weeks_and_values_without_a_valid_form_are_marked_masked() -> None:
    out = released(observation(subject={"reference": "Patient/doe"}, effectiveDateTime="2024-03-05T10:00:00+01:00"))
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT(?:09:[3-5]|10:[0-2])\d:\d\dZ", out["effectiveDateTime"])
    assert not out["effectiveDateTime"].startswith("2024-03-05")
    out = released(observation(effectiveDateTime="2024-02-31"))
    assert "effectiveDateTime" not in out
    assert out["_effectiveDateTime"]["extension"][0]["valueCode"] == "masked"
    out = released(observation(issued="2024-03-05T10:00:00Z"), "hipaa-safe-harbor")
    assert "issued" not in out and "_issued" in out


def test_numbers_are_released_as_written() -> None:
    raw = b'{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{"value":1.00}}'
    out = run(json_codec.parse(raw))
    assert b'"value":1.00' in json_codec.encode(out.data)


def test_an_age_is_judged_with_its_unit() -> None:
    condition = {"resourceType": "Condition", "subject": {"reference": "Patient/doe"}}
    applier, spy = make("hipaa-safe-harbor")
    ages = [{"value": 44, "code": "a"}, {"value": 95, "code": "a"}]
    outs = applier.apply([RecordIn({**condition, "onsetAge": a}, str(i)) for i, a in enumerate(ages)])
    assert [m.parts for m in spy.asked] == [(("unit", "a"),)] * 2
    assert json.loads(json_codec.encode(outs[0].data))["onsetAge"]["value"] == 44
    assert "95" not in json_codec.encode(outs[1].data).decode()


# --- structure


def _table() -> CompiledSchema:
    """A table with a column under each rule."""
    rules: dict[str, dict[str, Any]] = {
        "pattern": {"rule": "passThrough", "pattern": "[A-Z][0-9]{2}"},
        "enum": {"rule": "passThrough", "enum": ["x"]},
        "number": {"rule": "passThrough", "type": "number"},
        "unit": {"rule": "passThrough", "check": "unit"},
        "mask": {"rule": "mask", "entity": "PERSON"},
        "shifted": {"rule": "shiftDate", "entity": "DATE", "format": "date"},
        "coarse": {"rule": "generalize", "entity": "ZIP"},
        "hash": {"rule": "hash", "idClass": "visit"},
        "text": {"rule": "autoDeID"},
    }
    columns = {name: {"type": "string"} | rule for name, rule in rules.items()}
    document = {"title": "t", "version": "1", "dataType": "t", "subject": [], "properties": columns}
    return compile_document(document, lambda name: {})


@pytest.mark.parametrize("cell", ["", " "])
def test_an_empty_cell_stays_empty_under_every_rule(cell: str) -> None:
    schema = _table()
    row = dict.fromkeys(schema.root.children, cell)
    out = make(registry=One(schema))[0].apply([RecordIn(row, "1")])[0]
    assert json.loads(json_codec.encode(out.data)) == row
    assert not out.omitted


def test_unknown_fields_and_values_outside_the_list_are_dropped_and_counted() -> None:
    out = run(patient(doe="John", gender="doe", active="Doe", address=None))
    assert out.omitted == {"unknown-field": 1, "not-allowed": 2, "null": 1}
    assert out.data is not None
    assert out.data.keys() == {"resourceType", "id", "_gender", "_active", "meta"}


@each_row(
    ("field", "where"),
    [
        ({"name": "John Doe"}, "Patient.name"),
        ({"birthDate": {"x": "Doe"}}, "Patient.birthDate"),
        ({"address": [["Doe"]]}, "Patient.address"),
        ({"name": [{"given": "Doe"}]}, "Patient.name.given"),
    ],
)
def test_a_value_of_the_wrong_type_quarantines_its_record(field: dict[str, Any], where: str) -> None:
    out = run(patient(**field))
    assert (out.outcome, out.reason, out.data) == (Outcome.QUARANTINED, Reason.WRONG_TYPE, None)
    assert out.where == where


def test_an_unknown_field_can_quarantine_its_record_without_showing_its_name() -> None:
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


def test_urls_of_publishers_extensions_stay_and_others_are_hashed() -> None:
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


def test_an_extension_with_a_masked_value_holds_the_absent_reason() -> None:
    out = released(patient(extension=[{"url": "http://doe.example/x", "valueDate": "Doe"}]))
    [extension] = out["extension"]
    assert set(extension) == {"url", "extension"}
    assert extension["extension"][0]["valueCode"] == "masked"


def test_contained_resources_use_their_own_schema_in_the_outer_scope() -> None:
    applier, spy = make()
    inner = patient(id="c1", birthDate="1950-01-01", name=[{"family": "Doe"}])
    record = observation(subject={"reference": "Patient/doe"}, focus=[{"reference": "#c1"}], contained=[inner])
    [out] = applier.apply([RecordIn(record, "1")])
    assert out.data is not None
    assert out.data["focus"][0]["reference"] == "#" + out.data["contained"][0]["id"]
    assert {m.subject for m in spy.asked} == {KEYS.subject("doe")}
    out = run(observation(contained=[{"resourceType": "Doe"}]))
    assert (out.reason, out.data) == (Reason.NO_SCHEMA, None)


def test_nesting_that_is_too_deep_quarantines_the_record() -> None:
    deep: dict[str, Any] = {"url": "http://x.example", "valueString": "x"}
    for _ in range(300):
        deep = {"url": "http://x.example", "extension": [deep]}
    assert run(patient(extension=[deep])).reason is Reason.TOO_DEEP
