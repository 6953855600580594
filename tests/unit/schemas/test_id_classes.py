"""Ids are hashed within their class: equal ids of two classes share no token, and every form of one id shares one."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from redactor.errors import SchemaError
from redactor.keys import Keyring
from redactor.run.worker import rewrite_entry
from schemas.documents.compile import compile_document
from schemas.documents.redactor_flags import from_flags
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import RecordIn
from schemas.engine.references import References
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, One, make, observation, patient, released, run

REFS = References(KEYS, lambda uri: False)
PATIENT, ENCOUNTER = KEYS.id("Patient", "1"), KEYS.id("Encounter", "1")


def flat(properties: dict[str, Any], **document: Any) -> One:
    fields = {name: {"type": "string", "rule": "hash"} | more for name, more in properties.items()}
    made = {"title": "records/t", "version": "1", "dataType": "t", "subject": [], "properties": fields} | document
    return One(compile_document(made, lambda file: {}))


def row(registry: One, **values: Any) -> dict[str, Any]:
    return released(values, registry=registry)


def test_equal_ids_of_two_resource_types_share_no_token() -> None:
    encounter = {"resourceType": "Encounter", "id": "1", "status": "finished", "subject": {"reference": "Patient/1"}}
    got = released(encounter)
    assert got["id"] == ENCOUNTER != PATIENT
    assert got["subject"]["reference"] == f"Patient/{PATIENT}"
    assert released(patient() | {"id": "1"})["id"] == PATIENT


def test_every_form_of_a_reference_names_the_id_of_its_type() -> None:
    forms = ["Patient/1", "https://ehr.example/fhir/Patient/1", "Patient/1/_history/1", "Patient?_id=1", "Patient/1#1"]
    for form in forms:
        new = REFS.reference(form)
        assert PATIENT in new
        assert PATIENT in REFS.reference(form.replace("Patient", "Encounter")).replace(ENCOUNTER, PATIENT)
        assert new.count(PATIENT) == 1
    assert REFS.query("patient=1&encounter=1", "Observation") == f"patient={PATIENT}&encounter={ENCOUNTER}"
    assert REFS.canonical("Questionnaire/1") == f"Questionnaire/{KEYS.id('Questionnaire', '1')}"


def test_contained_resources_keep_their_links_and_share_no_token_with_others() -> None:
    inner = {"resourceType": "Patient", "id": "1", "identifier": [{"value": "1"}]}
    got = released(
        {"contained": [inner]} | observation(id="1", subject={"reference": "#1"}, identifier=[{"value": "1"}])
    )
    assert got["identifier"][0]["value"] == KEYS.identifier(None, "1", "Observation")
    assert got["subject"]["reference"] == "#" + got["contained"][0]["id"]
    assert got["contained"][0]["id"] not in (PATIENT, got["id"], KEYS.id("fragment", "1"))
    assert got["contained"][0]["identifier"][0]["value"] == KEYS.identifier(None, "1", "Patient")
    assert REFS.reference("Observation/1#1") == f"Observation/{got['id']}{got['subject']['reference']}"
    whole = {"resourceType": "Parameters", "parameter": [{"name": "p", "resource": patient() | {"id": "1"}}]}
    assert released(whole)["parameter"][0]["resource"]["id"] == PATIENT


def test_equal_contained_ids_of_two_records_share_no_token() -> None:
    def fragments(record: dict[str, Any]) -> list[str]:
        return re.findall("#([a-z2-7]{32})", json.dumps(record))

    inner = {"resourceType": "Questionnaire", "id": "1", "status": "active"}
    other = {"resourceType": "Media", "id": "2", "status": "completed"}
    form = {"resourceType": "QuestionnaireResponse", "status": "completed", "contained": [inner, other]}
    form |= {"questionnaire": "#1", "subject": {"reference": "#1"}}
    records = [form | {"id": "a"}, form | {"id": "b"}, form, form]
    found = [out.data or {} for out in make()[0].apply([RecordIn(data, f"1:{n}") for n, data in enumerate(records)])]
    for got in found:
        assert set(fragments(got)) == {got["contained"][0]["id"]}
        assert len(fragments(got)) == 2
    assert len({got["contained"][i]["id"] for got in found for i in (0, 1)}) == 8


def test_a_resource_of_parameters_owns_what_it_contains() -> None:
    def holder(rid: str) -> dict[str, Any]:
        return observation(id=rid, contained=[patient() | {"id": "1"}], subject={"reference": "#1"})

    whole = {"resourceType": "Parameters", "id": "9", "parameter": [{"name": "p", "resource": holder(n)} for n in "12"]}
    inside = [part["resource"] for part in released(whole)["parameter"]]
    for got, n in zip(inside, "12", strict=True):
        alone = released(holder(n))
        assert got["contained"][0]["id"] == alone["contained"][0]["id"] == got["subject"]["reference"][1:]
    assert inside[0]["contained"][0]["id"] != inside[1]["contained"][0]["id"]


def test_fragments_of_canonicals_belong_to_their_url() -> None:
    urls = ["https://ehr.example/forms/a", "https://ehr.example/forms/b", "Questionnaire/1", "Questionnaire/2"]
    tokens = {REFS.canonical(f"{url}#1").partition("#")[2] for url in urls}
    assert len(tokens) == 4
    assert REFS.canonical("Questionnaire/1#1") == REFS.reference("Questionnaire/1#1")
    assert REFS.canonical(f"{urls[0]}|2#1").partition("#")[2] in tokens


@each_row(
    ("reference", "written"),
    [
        ({"reference": "1", "type": "Encounter"}, f"Encounter/{ENCOUNTER}"),
        (
            {"reference": "1", "type": "http://hl7.org/fhir/StructureDefinition/Encounter"},
            f"Encounter/{ENCOUNTER}",
        ),
        ({"reference": "1"}, f"Patient/{PATIENT}"),
        ({"reference": "Group/1"}, f"Group/{KEYS.id('Group', '1')}"),
        ({"reference": "1", "type": "Doe"}, f"Patient/{PATIENT}"),
    ],
)
def test_a_bare_id_is_of_the_type_that_the_reference_or_its_field_names(
    reference: dict[str, str], written: str
) -> None:
    assert released(observation(subject=reference))["subject"]["reference"] == written


def test_a_reference_without_any_type_is_counted_and_shares_no_token_with_ids_or_urns() -> None:
    out = run(observation(focus=[{"reference": "1"}, {"reference": "urn:uuid:1"}, {"reference": "Patient/1"}]))
    assert out.omitted == {"untyped-reference": 1}
    assert out.data is not None
    opaque = out.data["focus"][0]["reference"]
    tokens = {opaque, REFS.reference("urn:uuid:1"), REFS.reference("urn:oid:1")}
    assert len(tokens) == 3
    assert all(token.startswith("urn:uuid:") for token in tokens)


def test_identifiers_without_a_system_are_of_the_type_of_their_resource() -> None:
    mine = released(patient(identifier=[{"value": "7"}]))["identifier"][0]["value"]
    other = released(observation(identifier=[{"value": "7"}]))["identifier"][0]["value"]
    named = released(observation(subject={"identifier": {"value": "7"}, "type": "Patient"}))
    assert mine == named["subject"]["identifier"]["value"] != other
    assert released(observation(subject={"identifier": {"value": "7"}}))["subject"]["identifier"]["value"] == mine
    assert REFS.reference("Patient?identifier=7") == f"Patient?identifier={mine}"
    system = {"system": "http://doe.example/mrn", "value": "7"}
    assert (
        released(patient(identifier=[system]))["identifier"] == released(observation(identifier=[system]))["identifier"]
    )


def test_a_text_that_prints_an_id_gets_the_token_of_the_id_and_not_of_the_version() -> None:
    text = {"status": "generated", "div": '<div xmlns="http://www.w3.org/1999/xhtml">id: 7</div>'}
    got = released(
        {"resourceType": "Observation", "id": "7", "meta": {"versionId": "7"}, "status": "final", "text": text}
    )
    assert KEYS.id("Observation", "7") in got["text"]["div"]


def test_entries_of_a_bundle_name_ids_as_their_resources_do() -> None:
    entry = {
        "fullUrl": "https://ehr.example/fhir/Patient/1",
        "request": {"method": "POST", "url": "Patient", "ifNoneExist": "identifier=7&_id=1"},
        "response": {"status": "201", "location": "Patient/1/_history/1"},
    }
    posted = {"resourceType": "Patient", "identifier": [{"value": "7"}]}
    kept = {"resourceType": "Patient", "identifier": [{"value": KEYS.identifier(None, "7", "Patient")}]}
    got = rewrite_entry(entry, REFS, posted, kept, Counter())
    assert got["fullUrl"].endswith(f"Patient/{PATIENT}")
    assert got["request"]["ifNoneExist"] == f"identifier={KEYS.identifier(None, '7', 'Patient')}&_id={PATIENT}"
    assert got["response"]["location"] == f"Patient/{PATIENT}/_history/{KEYS.version('Patient/1', '1')}"


def test_ids_that_name_one_another_under_two_element_names_share_a_class() -> None:
    items = [{"linkId": "1", "type": "string", "enableWhen": [{"question": "1", "operator": "exists"}]}]
    form = released({"resourceType": "Questionnaire", "id": "1", "status": "active", "item": items})
    answer = {"resourceType": "QuestionnaireResponse", "id": "1", "status": "completed", "item": [{"linkId": "1"}]}
    link = released(answer)["item"][0]["linkId"]
    assert link == form["item"][0]["linkId"] == form["item"][0]["enableWhen"][0]["question"] != form["id"]
    header = {"resourceType": "MessageHeader", "id": "1", "source": {}, "response": {"identifier": "1", "code": "ok"}}
    assert released(header)["response"]["identifier"] == released(header)["id"]


# --- Flat records -----------------------------------------------------------------------------------------------------


def test_equal_values_of_three_columns_are_three_tokens() -> None:
    got = row(flat({"a_id": {}, "b_id": {}, "c_id": {"type": "integer"}}), a_id="0", b_id="0", c_id=0)
    assert len({got["a_id"], got["b_id"], got["c_id"]}) == 3


def test_columns_of_one_class_join_tables_and_fhir() -> None:
    visits = flat({"person": {"idClass": "patient"}, "visit": {"idClass": "Encounter"}})
    notes = flat({"PatientId": {}, "visit_id": {"idClass": "encounter"}}, subject=["PatientId"])
    first, second = row(visits, person="1", visit="1"), row(notes, PatientId=1, visit_id="1")
    assert first["person"] == second["PatientId"] == PATIENT
    assert first["visit"] == second["visit_id"] == ENCOUNTER


def test_leading_zeros_are_part_of_an_id() -> None:
    registry = flat({"patient_id": {}}, subject=["patient_id"])
    assert row(registry, patient_id="007")["patient_id"] == KEYS.id("Patient", "007") != KEYS.id("Patient", "7")


def test_without_a_class_equal_names_join_whatever_their_spelling() -> None:
    one, two = row(flat({"NoteId": {}}), NoteId="5"), row(flat({"note_id": {}}), note_id="5")
    assert one["NoteId"] == two["note_id"]
    nested = {"type": "object", "properties": {"id": {"type": "string", "rule": "hash"}}}
    document = {"title": "records/t", "version": "1", "subject": [], "properties": {"visit": nested, "note": nested}}
    got = row(One(compile_document(document, lambda file: {})), visit={"id": "0"}, note={"id": "0"})
    assert got["visit"]["id"] != got["note"]["id"]
    tables = [flat({"id": {}}, dataType=name) for name in ("visits", "notes")]
    assert row(tables[0], id="0")["id"] != row(tables[1], id="0")["id"]


def test_a_shared_definition_takes_the_class_of_each_use() -> None:
    use = {"$ref": "#/$defs/Id"}
    properties = {"a": use | {"idClass": "Patient"}, "b": use, "c": {"type": "array", "items": use}}
    definitions = {"Id": {"type": "string", "rule": "hash"}}
    document = {"title": "t", "version": "1", "subject": [], "properties": properties, "$defs": definitions}
    got = row(One(compile_document(document, lambda file: {})), a="1", b="1", c=["1"])
    assert got["a"] == PATIENT
    assert len({got["a"], got["b"], got["c"][0]}) == 3


@each_row(
    "field",
    [
        {"rule": "autoDeID", "idClass": "Patient"},
        {"rule": "hash", "format": "uri", "idClass": "Patient"},
        {"rule": "hash", "idClass": "John Doe!"},
        {"rule": "hash", "idClass": 1},
        {"type": "object", "properties": {}, "idClass": "Patient"},
    ],
)
def test_a_class_that_would_do_nothing_is_an_error(field: dict[str, Any]) -> None:
    properties = {"x": {"type": "string"} | field}
    with pytest.raises(SchemaError, match="idClass"):
        compile_document({"title": "t", "version": "1", "subject": [], "properties": properties}, lambda file: {})


def test_the_patient_of_shipped_flat_records_joins_fhir() -> None:
    note = {"dataType": "clinicalRecord", "PatientId": "1", "MRN": "1", "note": "x"}
    got = released(note)
    assert got["PatientId"] == PATIENT != got["MRN"]
    table = {"note_id": "1", "patient_id": "1", "note_date": "2024-01-01", "note_type": "x", "note_text": "x"}
    got = released(table)
    assert got["patient_id"] == PATIENT != got["note_id"]


def test_flags_of_redactor_may_declare_a_class() -> None:
    fields = {"visit": {"shouldHash": True, "idClass": "Encounter"}, "person_id": {"shouldHash": True}}
    document = from_flags({"dataType": "t", "properties": fields})
    got = row(One(compile_document(document, lambda file: {})), visit="1", person_id="1")
    assert got == {"visit": ENCOUNTER, "person_id": PATIENT}


# --- Keys of format 1 -------------------------------------------------------------------------------------------------


def test_keys_of_format_1_ignore_classes(old_ring: Keyring) -> None:
    keys = RecordPseudonyms(old_ring, "enclave")
    assert not keys.has_classes
    assert keys.id("Patient", "1") == keys.id("Encounter", "1")
    assert keys.identifier(None, "1", "Patient") == keys.identifier(None, "1", "Encounter")
    assert References(keys, lambda uri: False).bare_id("1", "Patient").startswith("urn:uuid:")


def test_a_new_epoch_brings_the_new_format(old_ring: Keyring) -> None:
    assert old_ring.pseudonym_format == old_ring.rotated().pseudonym_format == 1
    later = old_ring.next_epoch()
    assert [ring.pseudonym_format for ring in later.epochs()] == [1, 2]
    assert Keyring.generate().pseudonym_format == 2


@pytest.fixture
def old_ring() -> Keyring:
    secret = "A" * 43 + "="
    key = f'{{"id": "p1", "epoch": 1, "secret": "{secret}"}}'
    encryption = f'{{"id": "e", "secret": "{secret}"}}'
    return Keyring.load(f'{{"format": "redactor-keyring/1", "pseudonym": [{key}], "encryption": [{encryption}]}}')
