"""The schema documents of OMOP tables: as generated, approved, and complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.documents.registry import Registry
from schemas.documents.schema_files import DOCUMENTS
from schemas.engine.compiled_schema import Leaf, Rule
from schemas.omop_build import Column, make_documents, read_columns, render, rule_of
from tests.each_row import each_row

DEFINITIONS = Path(__file__).parents[4] / "shared" / "data" / "terminology" / "OMOP_CDMv5.4_Field_Level.csv"
FOLDER = DOCUMENTS / "omop" / "5.4"
needs_definitions = pytest.mark.skipif(not DEFINITIONS.is_file(), reason="the definitions of OMOP are not here")


@needs_definitions
def test_the_committed_documents_are_the_generated_ones() -> None:
    made = make_documents(DEFINITIONS)
    assert sorted(p.name for p in FOLDER.glob("*.json")) == sorted(made)
    for name, document in made.items():
        assert (FOLDER / name).read_text("utf-8") == render(document), (
            f"{name}: run python -m schemas.omop_build DEFINITIONS {FOLDER.name}"
        )


@needs_definitions
def test_every_column_of_the_definitions_has_a_rule() -> None:
    registry = Registry()
    for table, columns in read_columns(DEFINITIONS).items():
        schema = registry.compiled(f"omop/5.4/{table}")
        assert registry.status(schema.name) == "approved"
        assert list(schema.root.children) == [*(c.name for c in columns), "dataType"]
        assert schema.required == {c.name for c in columns if c.is_required}


def _leaves() -> dict[str, Leaf]:
    registry = Registry()
    schemas = [registry.compiled(name) for name in registry.names() if name.startswith("omop/")]
    return {leaf.path: leaf for s in schemas for leaf in s.root.children.values() if isinstance(leaf, Leaf)}


# Texts quote them: the numbers of the patient, of implants and of specimens.
KNOWN = ("person_id", "unique_device_id", "production_id", "specimen_source_id")


def test_concepts_pass_and_every_id_is_hashed_in_a_class() -> None:
    for path, leaf in _leaves().items():
        if path.endswith("_concept_id"):
            assert leaf.rule is Rule.PASS and leaf.check is not None, path
            assert all(leaf.check(value) for value in ("0", "8507", "38003564", "2000000001", "8507.0"))
            assert not any(leaf.check(value) for value in ("6175551234", "123456789", "2065551234", "8507.5", "John"))
        elif path.endswith("_id") and not path.endswith("cost_domain_id"):
            assert leaf.rule is Rule.HASH and leaf.id_class, path
            assert leaf.is_known is path.endswith(KNOWN), path
        elif "date" in path:
            assert leaf.rule is Rule.MASK, path


@each_row(
    ("value", "passes"),
    [
        ("7.4", True), ("-0.30000000000000004", True), ("1250000", True), ("250000000", True), ("1e-3", True),
        ("120", True),
        ("20240305", False), ("123456789", False), ("6175551234", False), ("-71.05891", False), ("-122.4194155", False),
        ("-12.5", True), ("-1500", True), ("98.60000000000001", True), ("12345678", False), ("John", False),
    ],
)  # fmt: skip
def test_measured_values_pass_and_identifying_numbers_do_not(value: str, passes: bool) -> None:
    check = _leaves()["omop_measurement.value_as_number"].check
    assert check is not None and bool(check(value)) is passes


def test_a_column_that_nobody_has_decided_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"person\.shoe_size"):
        rule_of(Column("person", "shoe_size", "varchar(50)", False, False, ""))
    with pytest.raises(KeyError):
        rule_of(Column("person", "employer_source_value", "varchar(50)", False, False, ""))
