"""Compiling schema documents, and the errors of invalid ones."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from redactor.entities import Entity, Role
from redactor.errors import SchemaError
from schemas.documents.compile import compile_document
from schemas.documents.registry import Registry
from schemas.documents.schema_files import DOCUMENTS, read
from schemas.engine.compiled_schema import Branch, Kind, Leaf, Rule
from tests.each_row import each_row


def no_documents(name: str) -> dict[str, Any]:
    raise SchemaError(f"no document {name}")


def document(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    base = {"title": "records/test", "version": "1", "dataType": "test", "subject": [], "type": "object"}
    return base | {"properties": properties} | more


def compiled(properties: dict[str, Any], **more: Any) -> Branch:
    return compile_document(document(properties, **more), no_documents).root


def leaf(field: dict[str, Any], **more: Any) -> Leaf:
    node = compiled({"x": field}, **more).children["x"]
    assert isinstance(node, Leaf)
    return node


def test_a_leaf_has_the_keywords_of_its_field() -> None:
    node = leaf({"type": "string", "format": "date", "rule": "mask", "entity": "BIRTH_DATE_TIME", "role": "patient"})
    assert (node.rule, node.format, node.entity, node.role) == (
        Rule.MASK,
        "date",
        Entity.BIRTH_DATE_TIME,
        Role.PATIENT,
    )
    assert node.path == "test.x"


@each_row(
    ("json_type", "fmt"),
    [("string", "string"), ("integer", "integer"), ("number", "decimal"), ("boolean", "boolean")],
)
def test_the_format_follows_from_the_type(json_type: str, fmt: str) -> None:
    assert leaf({"type": json_type, "rule": "drop"}).format == fmt


def test_null_is_ignored_in_the_type() -> None:
    assert leaf({"type": ["string", "null"], "rule": "hash"}).format == "string"


def test_passing_values_must_match_the_whole_pattern() -> None:
    check = leaf({"type": "string", "rule": "passThrough", "pattern": "[A-Z]{3}"}).check
    assert check is not None
    assert check("USD")
    assert not check("USD John Doe")


def test_a_pattern_reads_numbers_as_written() -> None:
    check = leaf({"type": "integer", "rule": "passThrough", "pattern": "[0-9]{1,3}"}).check
    assert check is not None
    assert check(42)  # type: ignore[arg-type]
    assert not check(6505551234)  # type: ignore[arg-type]


def test_a_const_is_an_enum_of_one() -> None:
    assert leaf({"type": "string", "rule": "passThrough", "const": "Patient"}).enum == {"Patient"}


def test_arrays_of_leaves_and_objects() -> None:
    root = compiled(
        {
            "names": {"type": "array", "items": {"type": "string", "rule": "mask", "entity": "PERSON"}},
            "tags": {"type": "array", "rule": "autoDeID", "items": {"type": "string"}},
            "visits": {"type": "array", "items": {"properties": {"why": {"type": "string", "rule": "autoDeID"}}}},
        }
    )
    names, tags, visits = (root.children[k] for k in ("names", "tags", "visits"))
    assert isinstance(names, Leaf)
    assert names.is_array
    assert isinstance(tags, Leaf)
    assert tags.is_array
    assert tags.rule is Rule.AUTODEID
    assert isinstance(visits, Branch)
    assert visits.is_array
    assert visits.children["why"].path == "test.visits.why"


def test_any_value_can_be_dropped() -> None:
    root = compiled({"o": {"type": "object", "rule": "drop"}, "a": {"type": "array", "rule": "drop"}})
    assert all(isinstance(n, Leaf) and n.rule is Rule.DROP for k, n in root.children.items() if k != "dataType")


PERSON = {
    "Name": {
        "type": "object",
        "kind": "HumanName",
        "entity": "PERSON",
        "properties": {
            "family": {"type": "string", "rule": "mask"},
            "period": {"$ref": "#/$defs/Period"},
            "extension": {"type": "array", "items": {"$ref": "#/$defs/Ext"}},
        },
    },
    "Period": {"type": "object", "properties": {"start": {"type": "string", "rule": "mask", "entity": "DATE"}}},
    "Ext": {
        "type": "object",
        "kind": "Extension",
        "properties": {
            "valueName": {"$ref": "#/$defs/Name"},
            "extension": {"type": "array", "items": {"$ref": "#/$defs/Ext"}},
        },
    },
}


def branch(node: Any, *keys: str) -> Any:
    for key in keys:
        assert isinstance(node, Branch)
        node = node.children[key]
    return node


def test_a_reference_overrides_its_definition_but_not_the_entity_of_a_field() -> None:
    root = compiled(
        {"n": {"$ref": "#/$defs/Name", "entity": "DOCTOR", "role": "clinician"}, "p": {"$ref": "#/$defs/Name"}},
        **{"$defs": PERSON},
    )
    family = branch(root, "n", "family")
    assert (family.entity, family.role, family.path, family.part) == (
        Entity.DOCTOR,
        Role.CLINICIAN,
        "Name.family",
        "family",
    )
    assert branch(root, "n", "period", "start").entity is Entity.DATE
    assert branch(root, "p", "family").entity is Entity.PERSON
    assert branch(root, "n").kind is Kind.HUMAN_NAME


def test_an_extension_inherits_nothing_and_may_be_recursive() -> None:
    root = compiled({"n": {"$ref": "#/$defs/Name", "entity": "DOCTOR"}}, **{"$defs": PERSON})
    inner = branch(root, "n", "extension", "extension", "extension", "valueName", "family")
    assert inner.entity is Entity.PERSON


def test_references_to_other_documents_resolve_their_own_references() -> None:
    other = {"$defs": PERSON}
    doc = document({"n": {"type": "array", "items": {"$ref": "types.json#/$defs/Name", "targets": ["Patient"]}}})
    asked = []

    def resolver(name: str) -> dict[str, Any]:
        asked.append(name)
        return other

    node = compile_document(doc, resolver).root.children["n"]
    assert isinstance(node, Branch)
    assert node.is_array
    assert node.targets == ("Patient",)
    assert branch(node, "period", "start").entity is Entity.DATE
    assert asked == ["types.json"]


FHIR = {"fhirVersion": "R4", "resourceType": "Patient"}


def test_schemas_of_one_release_share_the_definitions_of_other_documents() -> None:
    def nodes(references: str, **head: str) -> Branch:
        doc = document({"n": {"$ref": "types.json#/$defs/Name"}}, **head)
        return branch(compile_document(doc, lambda name: {"$defs": PERSON}, "", references).root, "n")

    first = nodes("shared", **FHIR)
    assert nodes("shared", **FHIR).children is first.children
    assert nodes("shared", **FHIR, title="another").children is first.children
    assert nodes("others", **FHIR).children is not first.children
    assert nodes("shared", **FHIR | {"fhirVersion": "R5"}).children is not first.children
    assert nodes("shared").children is not nodes("shared").children, "a flat record's subject changes nodes inside"


def test_a_document_with_an_error_leaves_no_half_compiled_definitions() -> None:
    bad = {"family": {"type": "string", "rule": "hash"}, "given": {"type": "string"}}
    definitions = {"Name": {"type": "object", "properties": bad}}
    doc = document({"n": {"$ref": "types.json#/$defs/Name"}}, **FHIR)
    for _ in range(2):
        with pytest.raises(SchemaError, match="needs a rule"):
            compile_document(doc, lambda name: {"$defs": definitions}, "", "with an error")


def test_a_shipped_schema_is_the_same_whatever_was_compiled_before_it() -> None:
    registry = Registry()
    for name in ("fhir/r4/Organization", "fhir/r5/Patient", "fhir/r4/Observation", "fhir/r4/Patient"):
        file = DOCUMENTS / f"{name}.json"
        alone = compile_document(read(file), lambda name, folder=file.parent: read(folder / name))
        check_equal(registry.compiled(name).root, alone.root)


def check_equal(one: Branch, other: Branch) -> None:
    """Assert that two graphs are the same node by node."""
    waiting, seen = [(one, other)], set()
    while waiting:
        left, right = waiting.pop()
        assert list(left.children) == list(right.children)
        for a, b in zip(left.children.values(), right.children.values(), strict=True):
            assert type(a) is type(b)
            for name in {f.name for f in fields(a)} - {"children", "check"}:
                assert getattr(a, name) == getattr(b, name), a.path
            if isinstance(a, Leaf) and isinstance(b, Leaf):
                assert (a.check is None) == (b.check is None)
            elif (
                isinstance(a, Branch)
                and isinstance(b, Branch)
                and (pair := (id(a.children), id(b.children))) not in seen
            ):
                seen.add(pair)
                waiting.append((a, b))


def test_the_document_head() -> None:
    fields = {
        "id": {"type": "string", "rule": "hash"},
        "who": {"type": "object", "properties": {"ref": {"type": "string", "rule": "hash"}}},
        "day": {"type": "string", "format": "date", "rule": "shiftDate"},
        "kind": {"type": "string", "rule": "autoDeID"},
    }
    schema = compile_document(
        document(fields, subject=["who.ref"], id="id", noteDate="day", noteType="kind"), no_documents, "d1"
    )
    assert schema.subject == (("who", "ref"),)
    assert (schema.id_path, schema.note_date, schema.note_type) == (("id",), ("day",), ("kind",))
    assert (schema.name, schema.version, schema.digest, schema.data_type) == ("records/test", "1", "d1", "test")
    assert branch(schema.root, "day").entity is Entity.DATE


WRONG_FIELDS = [
    ({"type": "string"}, "needs a rule"),
    ({"type": "string", "rule": "autoDeID", "llm": "never"}, "can only be"),
    ({"type": "string", "rule": "mask", "entity": "PERSON", "llm": "always"}, "goes with the rule autoDeID"),
    ({"type": "string", "rule": "keep"}, "not a known rule"),
    ({"type": "string", "rule": "mask"}, "entity"),
    ({"type": "string", "rule": "generalize"}, "entity"),
    ({"type": "string", "rule": "mask", "entity": "NAME"}, "not a known entity"),
    ({"type": "string", "rule": "mask", "entity": "PERSON", "role": "nurse"}, "not a known role"),
    ({"type": "string", "rule": "hash", "format": "email"}, "not a known format"),
    ({"type": "integer", "rule": "hash", "format": "date"}, "cannot have the format"),
    ({"type": "integer", "rule": "autoDeID"}, "reads text"),
    ({"type": "string", "format": "base64Binary", "rule": "passThrough"}, "cannot pass"),
    ({"type": "string", "rule": "hash", "enum": ["a"]}, "go with passThrough"),
    ({"type": "string", "rule": "passThrough", "enum": []}, "enum"),
    ({"type": "string", "rule": "passThrough", "pattern": "("}, "re2"),
    ({"type": "string", "rule": "passThrough", "check": "nice"}, "not a known check"),
    ({"type": ["string", "integer"], "rule": "hash"}, "one type"),
    ({"type": "text", "rule": "hash"}, "not a JSON type"),
    ({"type": "array", "rule": "hash"}, "items"),
    ({"type": "array", "items": {"type": "array", "items": {"type": "string", "rule": "hash"}}}, "arrays in arrays"),
    ({"type": "object", "rule": "mask", "properties": {}}, "no rule but drop"),
    ({"kind": "Person", "properties": {}}, "not a known kind"),
    ({"$ref": "#/$defs/None"}, "not there"),
    ({"$ref": "#/$defs/None", "rule": "drop"}, "cannot stand beside"),
    ({"$ref": "nowhere"}, "must be like"),
    ({"rule": "hash", "entitty": "PERSON"}, "not a known keyword"),
    ({"anyOf": [{"rule": "drop"}]}, "not a known keyword"),
    ({"patternProperties": {".*": {"rule": "passThrough"}}}, "not a known keyword"),
    ("passThrough", "described by an object"),
]


@each_row(("field", "says"), WRONG_FIELDS)
def test_an_invalid_field_is_an_error_that_names_the_path(field: Any, says: str) -> None:
    with pytest.raises(SchemaError, match=says) as e:
        compiled({"deep": {"type": "object", "properties": {"x": field}}})
    assert "test.deep.x" in str(e.value)


@each_row(
    ("change", "says"),
    [
        ({"title": ""}, "title"),
        ({"version": 1}, "version"),
        ({"subject": "id"}, "subject"),
        ({"subject": ["missing"]}, "names no field"),
        ({"id": "missing"}, "names no field"),
        ({"properties": {}, "entities": []}, "not a known keyword"),
        ({"type": "array", "items": {"rule": "drop"}}, "object"),
    ],
)
def test_an_invalid_document_is_an_error(change: dict[str, Any], says: str) -> None:
    with pytest.raises(SchemaError, match=says):
        compile_document(document({"x": {"rule": "drop"}}) | change, no_documents)


def test_the_subject_is_required() -> None:
    doc = document({"x": {"rule": "drop"}})
    del doc["subject"]
    with pytest.raises(SchemaError, match="subject"):
        compile_document(doc, no_documents)
