"""The schema of a table's row: by its columns, in whatever letters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import SchemaError
from schemas.documents.compile import compile_document
from schemas.documents.registry import Registry
from schemas.documents.row_schemas import schema_of_columns, spelled_as, standard_table
from schemas.engine.compiled_schema import CompiledSchema, Leaf
from schemas.engine.records import Reason, RecordError

HASH = {"type": "string", "rule": "hash"}


def _schema(*columns: str, **more: Any) -> CompiledSchema:
    document = {"title": "records/row", "version": "1", "subject": [], "properties": dict.fromkeys(columns, HASH)}
    return compile_document(document | more, lambda name: {})


def test_a_row_may_lack_what_its_schema_does_not_require() -> None:
    strict, loose = _schema("a", "b", "c"), _schema("a", "b", "d", required=["a"])
    both = (strict, loose)
    assert schema_of_columns(["c", "a", "b"], both) is strict
    assert schema_of_columns(["A", "B", "d"], both) is loose
    assert schema_of_columns(["a"], both) is loose
    assert schema_of_columns(["a", "d"], both) is loose
    assert schema_of_columns(["b", "d"], both) is None  # it lacks what is required
    assert schema_of_columns(["a", "x"], both) is None  # nobody has decided about x
    assert schema_of_columns(["a", "b", "d", "D"], both) is None
    assert schema_of_columns(["a"], (loose, _schema("a", "e", required=["a"]))) is None
    assert schema_of_columns(["a", "e"], (loose, _schema("a", "e", required=["a"]))) is not None
    assert schema_of_columns([], both) is None


def test_columns_in_other_letters_keep_them() -> None:
    schema = _schema("person_id", "Name", subject=["person_id"], id="person_id", noteDate="Name")
    spelled = spelled_as(schema, ["PERSON_ID", "name"])
    assert list(spelled.root.children) == ["PERSON_ID", "name"]
    assert spelled.subject == (("PERSON_ID",),) and spelled.id_path == ("PERSON_ID",) and spelled.note_date == ("name",)
    leaf = spelled.root.children["PERSON_ID"]
    assert isinstance(leaf, Leaf) and leaf is schema.root.children["person_id"] and spelled.digest == schema.digest
    assert spelled_as(schema, ["person_id"]) is schema
    assert spelled_as(schema, ["other"]) is schema


@pytest.mark.parametrize("columns", [["ID", "Id"], ["id", "ID"], ["ID", "iD", "Name"]])
def test_a_column_that_two_names_could_mean_keeps_its_letters(columns: list[str]) -> None:
    spelled = spelled_as(_schema("id"), columns)
    assert list(spelled.root.children) == ["id"]
    assert list(spelled_as(_schema("id", "Id"), ["ID"]).root.children) == ["id", "Id"]


def test_the_registry_takes_upper_case_tables_and_the_sites_own_schema_first(tmp_path: Path) -> None:
    registry = Registry()
    row = dict.fromkeys(("NOTE_ID", "PATIENT_ID", "NOTE_DATE", "NOTE_TYPE", "NOTE_TEXT"), "1")
    assert registry.select(row).subject == (("PATIENT_ID",),)
    assert registry.select(row) is registry.select(dict(row))
    assert registry.select(row, "records/notesTable").subject == (("PATIENT_ID",),)
    death = {"person_id": 1, "DEATH_DATE": "2024-01-01"}
    assert registry.select(death).name == "omop/5.4/death"
    assert registry.select({"dataType": "omop_death", **death}).root.children.keys() >= {"DEATH_DATE", "person_id"}
    own = {"title": "records/deaths", "version": "1", "dataType": "deaths", "subject": [], "type": "object"}
    own |= {"properties": {"person_id": HASH, "death_date": {"rule": "drop"}}}
    (tmp_path / "deaths.json").write_text(json.dumps(own))
    assert Registry([tmp_path], allow_unapproved=True).select(death).name == "records/deaths"
    with pytest.raises(RecordError) as e:
        registry.select({"person_id": 1})
    assert e.value.reason is Reason.NO_SCHEMA


def test_known_goes_with_mask_and_hash() -> None:
    leaf = _schema("a", properties={"a": HASH | {"known": False}}).root.children["a"]
    assert isinstance(leaf, Leaf) and not leaf.is_known
    for wrong in (HASH | {"known": "no"}, {"type": "string", "rule": "autoDeID", "known": False}):
        with pytest.raises(SchemaError, match="known"):
            _schema("a", properties={"a": wrong})
    with pytest.raises(SchemaError, match="required"):
        _schema("a", required="a")


def test_a_file_named_after_a_table_may_have_further_columns(tmp_path: Path) -> None:
    files = {"person.csv": "person", "cdm/PERSON.csv.gz": "person", "a/Note.parquet": "note", "x/death.a.b": "death"}
    assert {name: standard_table(name) for name in files} == files
    assert [standard_table(n) for n in ("persons.csv", "person_john.csv", "john-smith.csv", "")] == [""] * 4
    registry = Registry()
    row = {"PERSON_ID": "1", "DEATH_DATE": "2024-01-01", "MY_COLUMN": "x"}
    assert registry.select(row, table="death").name == "omop/5.4/death"
    assert set(registry.select(row, table="death").root.children) >= {"PERSON_ID", "DEATH_DATE"}
    for other in ("", "person", "nothing"):
        with pytest.raises(RecordError):
            registry.select(row, table=other)
    own = {"title": "records/deaths", "version": "1", "dataType": "deaths", "subject": [], "type": "object"}
    own |= {"properties": dict.fromkeys(map(str.lower, row), HASH)}
    (tmp_path / "deaths.json").write_text(json.dumps(own))
    assert Registry([tmp_path], allow_unapproved=True).select(row, table="death").name == "records/deaths"
