"""Fields that no rule names: which of them a report may name."""

from __future__ import annotations

import json
from pathlib import Path

import schemas.engine
from schemas.documents.registry import Registry
from schemas.engine.fhir_types import element_names, unknown_field
from schemas.engine.records import RecordIn
from schemas.fhir_build import element_lists as build
from tests.each_row import each_row
from tests.unit.record_kit import make, observation, run


def test_the_committed_names_are_those_of_the_models() -> None:
    path = Path(schemas.engine.__file__).with_name("data") / "element_names.txt"
    assert path.read_text("ascii") == build.element_names()
    assert {"medicationCodeableConcept", "medication", "hospitalization", "admission"} <= element_names()


@each_row(
    ("key", "name"),
    [
        ("medication", "X.medication"),
        ("_birthDate", "X._birthDate"),
        ("John Smith", "X.(other)"),
        ("Smith", "X.(other)"),
        ("smith", "X.(other)"),
        ("__name", "X.(other)"),
        ("1950-02-03", "X.(other)"),
        ("name\n", "X.(other)"),
        ("", "X.(other)"),
        ("_", "X.(other)"),
        ("90017733", "X.(other)"),
    ],
)
def test_a_key_is_named_only_where_it_is_an_element(key: str, name: str) -> None:
    assert unknown_field("X", key) == name


def test_unknown_fields_are_counted_by_the_path_of_the_schema() -> None:
    data = observation(
        medication={"concept": {}}, Smith=1, **{"John Doe": 2}, code={"text": "x", "hospitalization": 1, "Quimby": 1}
    )
    out = run(data)
    assert out.unknown == {
        "Observation.medication": 1,
        "Observation.(other)": 2,
        "CodeableConcept.hospitalization": 1,
        "CodeableConcept.(other)": 1,
    }
    assert out.omitted["unknown-field"] == sum(out.unknown.values())


def test_the_columns_of_a_table_are_not_named(tmp_path: Path) -> None:
    document = {
        "title": "records/visit", "version": "1", "dataType": "visit", "subject": [], "type": "object",
        "properties": {"n": {"type": "string", "rule": "passThrough", "enum": ["a"]}},
    }  # fmt: skip
    (tmp_path / "visit.json").write_text(json.dumps(document))
    applier, _ = make(registry=Registry([tmp_path], allow_unapproved=True))
    (out,) = applier.apply([RecordIn({"n": "a", "Mr Smith": "1"}, "1:1", "records/visit")])
    assert out.unknown == {"visit.(other)": 1}
