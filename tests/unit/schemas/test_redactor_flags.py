"""Schemas with RedactOR's flags (listing A.9.1) are converted to rules."""

from __future__ import annotations

from typing import Any

import pytest

from redactor.entities import Entity
from redactor.errors import SchemaError
from schemas.documents.compile import compile_document
from schemas.documents.redactor_flags import from_flags, has_flags
from schemas.engine.compiled_schema import Leaf, Rule
from tests.each_row import each_row


def field(**flags: Any) -> dict[str, Any]:
    return {"type": "string", "autoDeId": False, "shouldMask": False, "shouldHash": False, "entity_type": None} | flags


def listing(**properties: Any) -> dict[str, Any]:
    return {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "type": "object",
        "recordVersion": "1.0",
        "dataType": "clinicalRecord",
        "properties": properties,
    }


def compiled(**properties: Any) -> dict[str, Any]:
    schema = compile_document(from_flags(listing(**properties)), lambda name: {})
    return schema.root.children


def test_the_papers_example() -> None:
    doc = listing(
        PatientId=field(shouldHash=True),
        MRN=field(shouldHash=True),
        AGE=field(shouldMask=True, entity_type="[AGE]"),
        note=field(autoDeId=True),
    )
    assert has_flags(doc)
    schema = compile_document(from_flags(doc), lambda name: {})
    rules = {name: (n.rule, n.entity) for name, n in schema.root.children.items() if isinstance(n, Leaf)}
    assert rules == {
        "PatientId": (Rule.HASH, None),
        "MRN": (Rule.HASH, None),
        "AGE": (Rule.MASK, Entity.AGE),
        "note": (Rule.AUTODEID, None),
        "dataType": (Rule.PASS, None),
    }
    assert schema.subject == (("PatientId",),)
    assert (schema.name, schema.version, schema.data_type) == ("records/clinicalRecord", "1.0", "clinicalRecord")


def test_should_mask_without_an_entity_type_masks_an_id() -> None:
    assert compiled(x=field(shouldMask=True))["x"].entity is Entity.ID


def test_pass_through_and_both_spellings_of_auto_de_id() -> None:
    found = compiled(a=field(passThrough=True), b={"type": "string", "autoDeID": True})
    assert (found["a"].rule, found["b"].rule) == (Rule.PASS, Rule.AUTODEID)


def test_nested_fields_and_arrays() -> None:
    found = compiled(
        visit={"type": "object", "properties": {"notes": {"type": "array", "items": field(autoDeId=True)}}},
        phones=field(shouldMask=True, entity_type="[TELEPHONE_NUMBER]")
        | {"type": "array", "items": {"type": "string"}},
    )
    notes, phones = found["visit"].children["notes"], found["phones"]
    assert (notes.rule, notes.is_array) == (Rule.AUTODEID, True)
    assert (phones.rule, phones.is_array, phones.entity) == (Rule.MASK, True, Entity.TELEPHONE_NUMBER)


@each_row(
    ("flags", "says"),
    [
        ({}, "no flag is set"),
        ({"shouldMask": True, "shouldHash": True}, "contradict"),
        ({"passThrough": True, "autoDeId": True}, "contradict"),
        ({"shouldMask": True, "entity_type": "[SHOE]"}, "entity_type"),
        ({"shouldMask": "yes"}, "true or false"),
    ],
)
def test_an_invalid_field_is_an_error_that_names_it(flags: dict[str, Any], says: str) -> None:
    with pytest.raises(SchemaError, match=says) as e:
        from_flags(listing(outer={"type": "object", "properties": {"bad": field(**flags)}}))
    assert "outer.bad" in str(e.value)


def test_documents_with_rules_have_no_flags() -> None:
    assert not has_flags({"properties": {"x": {"type": "string", "rule": "mask", "entity": "PERSON"}}})


def test_a_record_without_a_patient_is_its_own_scope() -> None:
    assert from_flags(listing(note=field(autoDeId=True)))["subject"] == []
