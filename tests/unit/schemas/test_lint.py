"""Lint of schemas: its findings on samples, which contain no values."""

from __future__ import annotations

from typing import Any

import pytest

from redactor.entities import Entity
from redactor.text import Note, Reading, Span
from schemas.authoring.lint import Problem, lint
from schemas.authoring.number_fates import number_fates
from schemas.documents.compile import compile_document
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.json_codec import parse
from tests.each_row import each_row


class _Reader:
    """Finds the word Zebulon and web addresses; cannot read the word Garbled."""

    def read(self, notes: list[Note]) -> list[Reading]:
        return [self._one(n.text) for n in notes]

    def _one(self, text: str) -> Reading:
        words = (("Zebulon", Entity.PERSON), ("http:", Entity.URL))
        found = [(text.find(word), word, entity) for word, entity in words]
        spans = tuple(Span(at, at + len(word), entity) for at, word, entity in found if at >= 0)
        return Reading(spans, complete="Garbled" not in text)


def _schema(properties: dict[str, Any]) -> CompiledSchema:
    document = {"title": "t", "version": "1", "subject": [], "dataType": "rec", "properties": properties}
    return compile_document(document, lambda name: {})


def _pass(**more: Any) -> dict[str, Any]:
    return {"type": "string", "rule": "passThrough", **more}


def _found(schema: CompiledSchema, *samples: dict[str, Any]) -> dict[tuple[str, Problem], tuple[int, float]]:
    findings = lint(schema, samples, _Reader())
    assert "Zebulon" not in repr(findings)
    return {(f.path, f.problem): (f.count, f.share) for f in findings if f.problem is not Problem.NO_SUBJECT}


def test_phi_under_pass_through_is_found_with_its_share() -> None:
    schema = _schema({"a": _pass(pattern="[A-Za-z]+")})
    found = _found(schema, {"a": "Zebulon"}, {"a": "Zebulon"}, {"a": "fine"}, {"a": None}, {})
    assert found == {("rec.a", Problem.PHI_PASSES): (2, pytest.approx(2 / 3))}


def test_a_number_of_json_is_read_as_it_was_written() -> None:
    read: list[str] = []

    class Listener(_Reader):
        def read(self, notes: list[Note]) -> list[Reading]:
            read.extend(n.text for n in notes)
            return super().read(notes)

    schema = _schema({"weight_kg": {"type": "number", "rule": "passThrough", "format": "decimal"}})
    assert lint(schema, map(parse, (b'{"weight_kg": 61.50}', b'{"weight_kg": 7}')), Listener()) and sorted(read) == [
        "61.50",
        "7",
    ]


def test_phi_under_other_rules_is_not_a_finding() -> None:
    schema = _schema(
        {
            "a": {"type": "string", "rule": "autoDeID"},
            "b": {"type": "string", "rule": "mask", "entity": "PERSON"},
            "c": {"type": "object", "rule": "drop"},
        }
    )
    assert _found(schema, {"a": "Zebulon", "b": "Zebulon", "c": {"d": "Zebulon"}}) == {}


def test_a_free_string_is_found_without_any_sample() -> None:
    schema = _schema({"a": _pass(), "b": _pass(enum=["x"]), "c": _pass(pattern="x+"), "d": _pass(format="code")})
    assert [path for path, problem in _found(schema) if problem is Problem.FREE_STRING] == ["rec.a"]


def test_values_that_the_detectors_cannot_read_are_found() -> None:
    assert ("rec.a", Problem.UNREAD) in _found(_schema({"a": _pass()}), {"a": "Garbled"})


def test_a_url_in_a_bounded_uri_is_not_a_finding_but_a_name_in_it_is() -> None:
    schema = _schema({"bounded": _pass(format="uri", pattern="http://[a-zA-Z.]+"), "free": _pass(format="uri")})
    found = _found(
        schema, {"bounded": "http://loinc.org", "free": "http://loinc.org"}, {"bounded": "http://Zebulon.org"}
    )
    assert found == {("rec.bounded", Problem.PHI_PASSES): (1, 0.5), ("rec.free", Problem.PHI_PASSES): (1, 1.0)}


def test_fields_without_a_rule_are_found_at_every_depth() -> None:
    inner = {"type": "object", "properties": {"x": _pass(enum=["y"])}}
    schema = _schema({"list": {"type": "array", "items": inner}})
    found = _found(schema, {"extra": 1, "list": [{"x": "y", "other": 2}, {"other": "Zebulon"}]})
    assert found == {("rec.extra", Problem.UNNAMED): (1, 1.0), ("rec.list.other", Problem.UNNAMED): (2, 1.0)}


def test_keys_that_are_data_are_counted_but_not_shown() -> None:
    found = _found(_schema({"a": _pass(enum=["x"])}), {"Zebulon": 1, "650-555-1234": 2, "zebulon@x.org": 3})
    assert found == {("rec.(keys not shown)", Problem.UNNAMED): (3, 1.0)}
    many = {f"name{chr(97 + i // 26)}{chr(97 + i % 26)}": i for i in range(200)}
    assert _found(_schema({}), many) == {("rec.(keys not shown)", Problem.UNNAMED): (200, 1.0)}


def test_values_that_would_be_omitted_and_wrong_shapes_are_found() -> None:
    schema = _schema(
        {
            "code": _pass(enum=["final"]),
            "n": {"type": "integer", "rule": "passThrough"},
            "yes": {"type": "boolean", "rule": "passThrough"},
            "list": {"type": "array", "items": _pass(enum=["final"])},
            "text": {"type": "string", "rule": "autoDeID"},
        }
    )
    row = {"code": "Zebulon", "n": "Zebulon", "yes": 1, "list": "final", "text": {"Zebulon": 1}}
    assert set(_found(schema, row)) == {
        ("rec.code", Problem.NOT_ALLOWED),
        ("rec.n", Problem.NOT_ALLOWED),
        ("rec.yes", Problem.NOT_ALLOWED),
        ("rec.list", Problem.SHAPE),
        ("rec.text", Problem.SHAPE),
    }


def _hash(**more: Any) -> dict[str, Any]:
    return {"type": "string", "rule": "hash", **more}


def test_a_hash_without_a_class_is_found_with_or_without_samples() -> None:
    fields = {"visit_id": _hash(), "items": {"type": "array", "items": {"properties": {"id": _hash()}}}}
    known = {"note_id": _hash(idClass="note"), "link": _hash(format="uri")}
    expected = {("rec.visit_id", Problem.NO_CLASS), ("rec.items.id", Problem.NO_CLASS)}
    assert set(_found(_schema(fields | known))) == expected
    assert _found(_schema(fields), {"visit_id": "Zebulon"}, {"visit_id": "b"})["rec.visit_id", Problem.NO_CLASS][0] == 2


@each_row(
    ("fields", "mixed"),
    [
        ({"patient_id": "Patient", "person_id": "patient", "mother_id": "Patient"}, False),
        ({"patient_id": "Patient", "encounter_id": "Patient"}, True),
        ({"patient_id": "x", "mrn": "X"}, True),
        ({"attending_id": "Practitioner", "ordering_provider_id": "Practitioner"}, False),
        ({"a": "Patient", "visit_id": "Patient"}, False),
    ],
)
def test_a_class_that_two_kinds_of_ids_share_is_found(fields: dict[str, str], mixed: bool) -> None:
    schema = _schema({name: _hash(idClass=id_class) for name, id_class in fields.items()})
    found = {path for path, problem in _found(schema) if problem is Problem.MIXED_CLASS}
    assert found == ({f"rec.{name}" for name in fields} if mixed else set())


def test_the_subject_of_a_flat_record_has_a_class() -> None:
    document = {"title": "t", "version": "1", "subject": ["pid"], "properties": {"pid": _hash()}}
    assert _found(compile_document(document, lambda name: {})) == {}


def test_a_clean_schema_has_no_findings() -> None:
    schema = _schema({"code": _pass(enum=["final"]), "n": {"type": "number", "rule": "passThrough"}})
    assert _found(schema, {"code": "final", "n": 1}, {"code": "final", "n": 1.5}) == {}


def test_recursive_types_end() -> None:
    document = {
        "title": "t",
        "version": "1",
        "subject": [],
        "dataType": "rec",
        "properties": {"item": {"$ref": "#/$defs/Item"}},
        "$defs": {"Item": {"type": "object", "properties": {"s": _pass(), "item": {"$ref": "#/$defs/Item"}}}},
    }
    schema = compile_document(document, lambda name: {})
    sample: dict[str, Any] = {}
    for _ in range(150):
        sample = {"s": "x", "item": sample}
    found = lint(schema, [{"item": sample}], _Reader())
    assert any(f.problem is Problem.FREE_STRING for f in found)


def test_numbers_that_the_record_engine_would_omit_are_findings() -> None:
    number = {"type": "number", "rule": "passThrough"}
    schema = _schema({"count": number, "latitude": number, "bounded": number | {"pattern": "[0-9]{8}"}})
    found = _found(schema, {"count": 31055501, "bounded": 31055501, "latitude": 45.4562})
    assert set(found) == {("rec.count", Problem.NUMBER_IDENTIFIES), ("rec.latitude", Problem.NUMBER_IDENTIFIES)}


def test_numbers_of_a_table_of_text_are_judged_as_a_run_does() -> None:
    number = {"type": "number", "rule": "passThrough"}
    schema = _schema({"dose": number, "coded": number | {"pattern": "[0-9]{2}"}, "age": {**number, "type": "integer"}})
    rows: list[dict[str, Any]] = [{"dose": "2.50", "coded": "12", "age": "44"}, {"dose": "", "coded": " ", "age": ""}]
    assert _found(schema, *rows) == {}
    rows = [{"dose": "Zebulon", "coded": "123", "age": "93"}, {"coded": 123, "dose": 6175551234}]
    assert _found(schema, *rows) == {
        ("rec.dose", Problem.NOT_ALLOWED): (1, 0.5),
        ("rec.dose", Problem.NUMBER_IDENTIFIES): (1, 0.5),
        ("rec.coded", Problem.NOT_ALLOWED): (2, 1.0),
        ("rec.age", Problem.NUMBER_IDENTIFIES): (1, 1.0),
    }


def test_what_a_run_does_with_numbers_is_told_for_each_field() -> None:
    number = {"type": "number", "rule": "passThrough"}
    schema = _schema(
        {
            "dose": number,
            "visit": {"type": "number", "rule": "hash", "idClass": "visit"},
            "years": {"type": "integer", "rule": "mask", "entity": "AGE"},
            "lon": {"type": "number", "rule": "drop"},
            "text": {"type": "string", "rule": "autoDeID"},
        }
    )
    rows = [{"dose": "2.5", "visit": 17, "years": 4, "lon": -71.05891, "text": "12"}, {"dose": 6175551234, "text": 4}]
    told = {f.path: (f.rule, f.values, f.left_out) for f in number_fates(schema, rows)}
    assert told == {
        "rec.dose": ("passThrough", 2, 1),
        "rec.visit": ("hash", 1, 0),
        "rec.years": ("mask", 1, 0),
        "rec.lon": ("drop", 1, 0),
        "rec.text": ("autoDeID", 1, 0),
    }
    fates = {f.path: f.fate for f in number_fates(schema, rows)}
    assert "known value" in fates["rec.dose"] and fates["rec.lon"] == "dropped" and "AGE" in fates["rec.years"]


NAMED = (
    "surname",
    "Forename",
    "pat_initials",
    "home_address",
    "name",
    "nameOfMother",
    "drug_name",
    "LNAME",
    "Nachname",
)


@pytest.mark.parametrize("key", [*NAMED, "ward_key"])
def test_no_name_or_address_is_taken_for_a_code(key: str) -> None:
    for entity in ("ID", "PERSON"):
        schema = _schema({key: {"type": "string", "rule": "mask", "entity": entity}})
        found = _found(schema, *({key: "AXQ"[i % 3]} for i in range(30)))
        assert bool(found) is (key not in NAMED)
    inner = {"type": "object", "properties": {"part": {"type": "string", "rule": "mask", "entity": "ID"}}}
    found = _found(_schema({key: inner}), *({key: {"part": "AXQ"[i % 3]}} for i in range(30)))
    assert bool(found) is (key not in NAMED)


# --- What is lost, or joins nothing -----------------------------------------------------------------------------------


def _masked(entity: str) -> CompiledSchema:
    return _schema({"a": {"type": "string", "rule": "mask", "entity": entity}})


@each_row(("entity", "is_found"), [("ID", True), ("PERSON", True), ("RACE", False), ("DATE", False)])
def test_a_masked_field_of_a_few_recurring_values_is_found(entity: str, is_found: bool) -> None:
    found = _found(_masked(entity), *({"a": "AXQ"[i % 3]} for i in range(30)))
    assert found == ({("rec.a", Problem.FEW_VALUES): (30, 1.0)} if is_found else {})


def test_a_masked_field_of_many_values_or_of_few_samples_is_not_found() -> None:
    assert _found(_masked("ID"), *({"a": f"x{i}"} for i in range(30))) == {}
    assert _found(_masked("ID"), *({"a": "AXQ"[i % 3]} for i in range(9))) == {}
    assert _found(_masked("ID"), *({"a": " "} for _ in range(30))) == {}


def test_a_schema_without_a_subject_is_found() -> None:
    found = {f.problem: f.count for f in lint(_schema({"a": _pass(enum=["x"])}), [{"a": "x"}] * 3, _Reader())}
    assert found == {Problem.NO_SUBJECT: 3}


def test_records_with_an_empty_subject_are_counted() -> None:
    properties = {"pat": {"type": "string", "rule": "hash", "idClass": "Patient"}}
    document = {"title": "t", "version": "1", "subject": ["pat"], "dataType": "rec", "properties": properties}
    schema = compile_document(document, lambda name: {})
    assert _found(schema, {"pat": "7"}, {"pat": " "}, {"pat": None}, {}) == {("rec", Problem.EMPTY_SUBJECT): (3, 0.75)}
    assert _found(schema, {"pat": "7"}, {"pat": "8"}) == {}
