"""Schema inference: what is proposed for unknown JSON, and what a proposal never contains."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from redactor.entities import Entity
from redactor.errors import InferError
from schemas.authoring.infer import infer
from schemas.documents.compile import compile_document
from schemas.engine.compiled_schema import Leaf, Rule
from schemas.engine.key_names import KeyCategory, read_key


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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("value", [6505551234, -98765432, float("inf"), Decimal("1e12")])
def test_a_measurement_as_long_as_a_phone_number_is_dropped(value: object) -> None:
    assert infer([{"result": value}], name="x")["properties"]["result"]["rule"] == "drop"


def test_numbers_as_written_count_as_numbers() -> None:
    row = {"dose": msgspec.Raw(b"1.50"), "count": 3}
    properties = infer([row], name="x")["properties"]
    assert (properties["dose"]["type"], properties["dose"]["format"]) == ("number", "decimal")
    assert (properties["count"]["type"], properties["count"]["format"]) == ("integer", "integer")


@pytest.mark.parametrize(
    "rows",
    [
        [{"a": 1}, {"a": "x"}],
        [{"a": {"b": 1}}, {"a": "x"}],
        [{"a": [[1]]}],
        [{"a": [1, "x", {"b": 2}]}],
        [{"a": {}}],
        [{"": "x", "a b": "y", "é": 1}],
        [{"a": {"b": {"c": [{"d": None}]}}}],
        [{"a.b": "x1y2", "patient_id": 7}],
        [{}],
        [{f"k{i}": i for i in range(2000)}],
        [{"value": True}, {"value": 1.5}],
    ],
    ids=range(11),
)
def test_odd_samples_compile_and_pass_no_string(rows: list[dict[str, Any]]) -> None:
    compiled = compile_document(infer(rows, name="odd"), _no_references)
    for node in compiled.root.children.values():
        if isinstance(node, Leaf) and node.rule is Rule.PASS:
            assert node.format in ("boolean", "integer", "decimal") or node.enum


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


def test_the_detector_sees_every_distinct_value_once() -> None:
    seen: list[str] = []

    def detector(texts: Sequence[str]) -> list[bool]:
        seen.extend(texts)
        return [False] * len(texts)

    infer([{"remark": "a"}, {"remark": "b"}, {"remark": "a"}], name="x", detector=detector)
    assert sorted(seen) == ["a", "b"]


@pytest.mark.parametrize(
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
    found = read_key(key)
    assert (found.category, found.entity) == (meaning, entity)
