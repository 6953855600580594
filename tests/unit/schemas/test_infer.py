"""Schema inference: what is proposed for unknown JSON, and what a proposal never contains."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from redactor.entities import Entity
from redactor.errors import InferError
from schemas.authoring.id_classes import class_of_key
from schemas.authoring.infer import infer
from schemas.documents.compile import compile_document
from schemas.engine.compiled_schema import Leaf, Rule
from schemas.engine.key_names import KeyCategory, key_meaning
from tests.each_row import each_row

OMOP = Path(__file__).parents[4] / "shared" / "data" / "terminology" / "OMOP_CDMv5.4_Field_Level.csv"


def _no_references(name: str) -> dict[str, Any]:
    raise AssertionError(f"a proposal refers to {name}")


def _rows(n: int = 20) -> list[dict[str, Any]]:
    return [
        {
            "PatientId": f"{i % 5}77-QX",
            "MRN": f"A98765432{i}",
            "AGE": "45 years",
            "note_id": f"n{i}",
            "note_type": "progress" if i % 2 else "nursing",
            "note_date": f"2024-01-0{i % 9 + 1}",
            "note": "Zebulon Quartermain, seen with his wife, reports abdominal pain since Monday.",
            "firstName": "Zebulon",
            "dob": "1970-01-01",
            "zip": "94301",
            "latitude": Decimal("37.44"),
            "vitals": {"heart_rate": 70 + i, "bp": "120/80", "weird": 5},
            "phones": [{"value": "650-555-1234", "use": "home"}],
            "active": True,
            "tags": ["x", "y"],
            "visited": "03/16/2025 10:00",
            "contacts_by_name": {"Zebulon Quartermain": 1, "2024-01-01": 2},
            "nothing": None,
            "empty": [],
        }
        for i in range(n)
    ]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return infer(_rows(), name="records/demo", detector=lambda texts: ["555" in t for t in texts])


def test_the_proposal_compiles(document: dict[str, Any]) -> None:
    compiled = compile_document(document, _no_references)
    assert compiled.name == "records/demo"
    assert compiled.subject == (("PatientId",),)
    assert compiled.id_path == ("note_id",)
    assert compiled.note_type == ("note_type",)
    assert compiled.note_date == ("note_date",)


@each_row(
    ("key", "rule", "entity"),
    [
        ("PatientId", "hash", "ID"),
        ("MRN", "hash", "MEDICAL_RECORD_NUMBER"),
        ("AGE", "mask", "AGE"),
        ("note_id", "hash", "ID"),
        ("note_type", "passThrough", None),
        ("note_date", "mask", "DATE"),
        ("note", "autoDeID", None),
        ("firstName", "mask", "PERSON"),
        ("dob", "mask", "BIRTH_DATE_TIME"),
        ("zip", "mask", "ZIP"),
        ("latitude", "drop", None),
        ("active", "passThrough", None),
        ("visited", "mask", "DATE"),
        ("nothing", "drop", None),
        ("empty", "drop", None),
    ],
)
def test_rules_by_name_and_value(document: dict[str, Any], key: str, rule: str, entity: str | None) -> None:
    found = document["properties"][key]
    assert (found["rule"], found.get("entity")) == (rule, entity)


def test_nested_objects_and_arrays(document: dict[str, Any]) -> None:
    vitals = document["properties"]["vitals"]["properties"]
    assert vitals["heart_rate"]["rule"] == "passThrough"
    assert vitals["weird"]["rule"] == "drop", "a number whose name says nothing does not pass"
    phones = document["properties"]["phones"]["items"]["properties"]
    assert phones["value"]["entity"] == "TELEPHONE_NUMBER", "the parent names what `value` leaves open"
    assert phones["use"]["enum"] == ["home"]


def test_no_value_of_a_sample_is_in_the_document(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    for value in ("Zebulon", "Quartermain", "77-QX", "A98765432", "94301", "650-555", "1970", "120/80", "45 years"):
        assert value not in text
    assert "2024-01-01" not in text, "keys that look like data are left out"
    assert "2 keys look like data" in document["properties"]["contacts_by_name"]["description"]


def test_descriptions_give_statistics(document: dict[str, Any]) -> None:
    assert "distinct 25%" in document["properties"]["PatientId"]["description"]
    assert "PHI found in 100%" in document["properties"]["phones"]["items"]["properties"]["value"]["description"]


def test_a_code_passes_only_with_values_that_recur() -> None:
    rows = [{"status": "final"}] * 9 + [{"status": "Zebulon"}]
    assert infer(rows, name="x")["properties"]["status"]["enum"] == ["final"]


def test_a_code_that_contains_phi_does_not_pass() -> None:
    rows = [{"status": "Zebulon"}] * 9
    found = infer(rows, name="x", detector=lambda texts: [t == "Zebulon" for t in texts])
    assert found["properties"]["status"]["rule"] == "mask"
    assert "Zebulon" not in json.dumps(found)


def test_distinct_codes_do_not_make_an_enum() -> None:
    rows = [{"type": f"T{i}x9"} for i in range(30)]
    assert infer(rows, name="x")["properties"]["type"]["rule"] != "passThrough"


@each_row("value", [6505551234, -98765432, float("inf"), Decimal("1e12")])
def test_a_measurement_as_long_as_a_phone_number_is_dropped(value: object) -> None:
    assert infer([{"result": value}], name="x")["properties"]["result"]["rule"] == "drop"


def test_numbers_as_written_count_as_numbers() -> None:
    row = {"dose": msgspec.Raw(b"1.50"), "count": 3}
    properties = infer([row], name="x")["properties"]
    assert (properties["dose"]["type"], properties["dose"]["format"]) == ("number", "decimal")
    assert (properties["count"]["type"], properties["count"]["format"]) == ("integer", "integer")


@each_row(
    "rows",
    [
        [{"a": 1}, {"a": "x"}],
        [{"a": {"b": 1}}, {"a": "x"}],
        [{"a": [[1]]}],
        [{"a": [1, "x", {"b": 2}]}],
        [{"": "x", "a b": "y", "é": 1}],
        [{"a": {"b": {"c": [{"d": None}]}}}],
        [{"a.b": "x1y2", "patient_id": 7}],
        [{"value": True}, {"value": 1.5}],
    ],
)
def test_odd_samples_compile_and_pass_no_string(rows: list[dict[str, Any]]) -> None:
    compiled = compile_document(infer(rows, name="odd"), _no_references)
    for node in compiled.root.children.values():
        if isinstance(node, Leaf) and node.rule is Rule.PASS:
            assert node.format in ("boolean", "integer", "decimal") or node.enum


@each_row(
    ("rows", "told"),
    [
        ([{}], "no field with a value"),
        ([{"a": {}}, {"a": {"b": [{}]}}], "no field with a value"),
        ([{"1950-03-02": 1}], "1 keys look like data"),
        ([{f"k{i}": i for i in range(2000)}], "more than 300 keys"),
    ],
)
def test_a_schema_without_a_rule_is_not_proposed(rows: list[dict[str, Any]], told: str) -> None:
    with pytest.raises(InferError, match=told):
        infer(rows, name="odd")


def test_the_data_type_comes_from_the_records() -> None:
    found = infer([{"dataType": "clinicalRecord", "note": "x"}], name="x")
    assert found["dataType"] == "clinicalRecord"
    assert found["properties"]["dataType"]["enum"] == ["clinicalRecord"]


def test_samples_of_several_types_are_refused() -> None:
    with pytest.raises(InferError, match="more than one dataType"):
        infer([{"dataType": "a"}, {"dataType": "b"}], name="x")
    with pytest.raises(InferError, match="no samples"):
        infer([], name="x")
    with pytest.raises(InferError, match="not a plain word") as error:
        infer([{"dataType": "Zebulon Quartermain"}], name="x")
    assert "Zebulon" not in str(error.value)
    with pytest.raises(InferError):
        infer(["Zebulon"], name="x")  # type: ignore[list-item]


def test_without_a_patient_each_record_is_its_own_scope() -> None:
    assert infer([{"note": "free words of any kind"}], name="x")["subject"] == []


@each_row("values", [("pt-1", "pt-2", "pt-1"), (4711, 4712, 4711), ("007", "0081", "09")])
def test_a_patient_by_name_whose_values_are_ids_is_the_subject(values: Sequence[str | int]) -> None:
    found = infer([{"patient": v, "remark": "words of any kind"} for v in values], name="x")
    assert found["subject"] == ["patient"]
    field = found["properties"]["patient"]
    assert (field["rule"], field["entity"], field["role"], field["idClass"]) == ("hash", "ID", "patient", "Patient")


@each_row(
    "values", [("Ann Lee", "Bo Li", "X"), ("Ann", "pt-2", "pt-3"), ("Bo 2", "Li 3", "Al 4"), ("p1", "1951-08-23")]
)
def test_a_patient_by_name_whose_values_may_be_names_is_masked(values: Sequence[str]) -> None:
    found = infer([{"patient": v, "remark": "words of any kind"} for v in values], name="x")
    assert found["subject"] == [] and found["properties"]["patient"]["rule"] == "mask"


def test_the_detector_sees_every_distinct_value_once() -> None:
    seen: list[str] = []

    def detector(texts: Sequence[str]) -> list[bool]:
        seen.extend(texts)
        return [False] * len(texts)

    infer([{"remark": "a"}, {"remark": "b"}, {"remark": "a"}], name="x", detector=detector)
    assert sorted(seen) == ["a", "b"]


def test_names_with_carets_are_names_of_people() -> None:
    rows = [{"pn": "Tanigawa^Hideyoshi^A"}, {"pn": "O'Neil^Bridie"}, {"pn": ""}]
    field = infer(rows, name="x", detector=lambda texts: [False] * len(texts))["properties"]["pn"]
    assert (field["rule"], field["entity"]) == ("mask", "PERSON")


@each_row(
    ("key", "meaning", "entity"),
    [
        ("PATIENT_ID", KeyCategory.IDENTIFIER, Entity.ID),
        ("patientid", KeyCategory.IDENTIFIER, Entity.ID),
        ("date-of-birth", KeyCategory.TIME, Entity.BIRTH_DATE_TIME),
        ("phoneNumber", KeyCategory.SENSITIVE, Entity.TELEPHONE_NUMBER),
        ("phone_type", KeyCategory.CODE, None),
        ("zipCode", KeyCategory.SENSITIVE, Entity.ZIP),
        ("providerName", KeyCategory.SENSITIVE, Entity.DOCTOR),
        ("drug_name", KeyCategory.TEXT, None),
        ("patientWeight", KeyCategory.MEASUREMENT, None),
        ("fluid", KeyCategory.UNKNOWN, None),
        ("bodySite", KeyCategory.TEXT, None),
        ("", KeyCategory.UNKNOWN, None),
    ],
)
def test_key_names(key: str, meaning: KeyCategory, entity: Entity | None) -> None:
    found = key_meaning(key)
    assert (found.category, found.entity) == (meaning, entity)


# --- Classes of ids ---------------------------------------------------------------------------------------------------


def test_a_hash_gets_the_class_that_its_key_names(document: dict[str, Any]) -> None:
    properties = document["properties"]
    classes = {key: properties[key].get("idClass") for key in ("PatientId", "MRN", "note_id", "note_type")}
    assert classes == {"PatientId": "Patient", "MRN": "MRN", "note_id": "note", "note_type": None}


@each_row(
    ("key", "id_class"),
    [
        ("patient_id", "Patient"), ("PERSON_ID", "Patient"), ("subjectid", "Patient"), ("patient_num", "Patient"),
        ("note_patient_id", "Patient"), ("study_subject_id", "study_subject"), ("mrn", "MRN"), ("chart_number", "MRN"),
        ("encounter_id", "Encounter"), ("VisitID", "Encounter"), ("preceding_visit_occurrence_id", "Encounter"),
        ("visit_detail_id", "visit_detail"), ("parent_visit_detail_id", "visit_detail"),
        ("attending_id", "Practitioner"), ("ordering_provider_id", "Practitioner"),
        ("facility_id", "Organization"), ("hadm_id", "hadm"),
        ("patient_account_number", "patient_account"), ("fact_id_1", "fact"), ("id", None), ("uuid", None),
    ],
)  # fmt: skip
def test_the_class_of_a_key(key: str, id_class: str | None) -> None:
    assert class_of_key(key) == id_class


def test_an_id_without_a_name_is_of_what_holds_it() -> None:
    rows = [{"id": i, "uuid": f"{i}", "patient": {"id": i}, "doctors": [{"id": i}]} for i in range(5)]
    properties = infer(rows, name="records/visits")["properties"]
    assert (properties["id"]["idClass"], properties["uuid"]["idClass"]) == ("Encounter", "Encounter")
    assert properties["patient"]["properties"]["id"]["idClass"] == "Patient"
    assert properties["doctors"]["items"]["properties"]["id"]["idClass"] == "Practitioner"


def test_concept_ids_of_omop_pass_as_numbers_and_as_text() -> None:
    rows = [{"gender_concept_id": 8507, "race_concept_id": 8527, "drug_concept_id": "1125315"}] * 9
    properties = infer(rows, name="x")["properties"]
    assert properties["gender_concept_id"]["rule"] == properties["drug_concept_id"]["rule"] == "passThrough"
    assert properties["race_concept_id"]["entity"] == "RACE"
    schema = compile_document(infer(rows, name="x"), _no_references)
    for key in ("gender_concept_id", "drug_concept_id"):
        at = schema.root.children[key]
        assert isinstance(at, Leaf)
        assert at.check is not None
        assert not at.check("6175551234")
        assert at.check("44814653")


def test_what_omop_calls_a_source_value_of_a_person_does_not_pass() -> None:
    rows = [
        {"person_source_value": 1000 + i, "provider_source_value": f"K{i}", "payer_source_value": i} for i in range(9)
    ]
    rules = {key: prop["rule"] for key, prop in infer(rows, name="x")["properties"].items()}
    assert rules == {"person_source_value": "hash", "provider_source_value": "hash", "payer_source_value": "drop"}


@pytest.mark.skipif(not OMOP.is_file(), reason="the table of OMOP's fields is absent")
def test_foreign_keys_of_omop_are_of_the_class_of_what_they_refer_to() -> None:
    with OMOP.open(newline="", encoding="utf-8") as f:
        fields = list(csv.DictReader(f))
    public = {"CONCEPT", "VOCABULARY", "DOMAIN", "CONCEPT_CLASS", "RELATIONSHIP"}
    links = [r for r in fields if r["isForeignKey"] == "Yes"]
    private = [r for r in links if r["fkTableName"].upper() not in public]
    assert len(private) > 50
    for r in private:
        assert class_of_key(r["cdmFieldName"]) == class_of_key(r["fkFieldName"]), r["cdmFieldName"]
    for r in links:
        if r["fkTableName"].upper() == "CONCEPT":
            assert key_meaning(r["cdmFieldName"]).category is KeyCategory.CONCEPT, r["cdmFieldName"]
    own = {r["cdmTableName"]: class_of_key(r["cdmFieldName"]) for r in fields if r["isPrimaryKey"] == "Yes"}
    own = {table: own[table] for table in own if table.upper() not in public}
    shared = {table for table, id_class in own.items() if list(own.values()).count(id_class) > 1}
    assert not shared
