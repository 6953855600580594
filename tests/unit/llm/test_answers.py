"""What models write, and what is read of it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.llm.answers import Fault, ParsedAnswer, read_answer, strict_schema
from tests.each_row import each_row

ONE = {"type": "object", "properties": {"id": {"type": "string", "enum": ["a1", "b2"]}, "clear": {"type": "boolean"}}}
MANY = {"type": "object", "properties": {"found": {"type": "array", "maxItems": 3, "items": ONE}}}
YES = {"id": "a1", "clear": True}


def of(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {"x": schema}}


@each_row(
    "content",
    [
        '{"id": "a1", "clear": true}',
        '\ufeff{"id": "a1", "clear": true}',
        '```json\n{"id": "a1", "clear": true}\n```',
        '```\n{"id": "a1", "clear": true,}\n```',
        '```json\n{"id": "a1", "clear": true}',
        'My answer {as asked}: {"id": "a1", "clear": true}. Good?',
        '{"id": "a1", "clear": true}{"clear": true, "id": "a1"}',
        '{"id": "a1", "clear": true, "id": "a1"}',
        '{"id": "a1", "clear": true, "why": "seen, by {x}"}',
        '<think>{"id": "a1", "clear": false}</think>\n{"id": "a1", "clear": true}',
    ],
)
def test_the_answer_is_found(content: str) -> None:
    assert read_answer(content, ONE) == ParsedAnswer(YES)


@each_row(
    "content",
    [
        '{"id": "a1", "clear": true, "clear": false}',
        '{"id": "a1", "clear": true, "CLEAR": false}',
        '{"id": "a1", "clear": false} No: {"id": "a1", "clear": true}',
        '```\n{"id": "a1", "clear": false}\n```\n```\n{"id": "a1", "clear": true}\n```',
        '{"why": {"a": 1, "a": true}, "id": "a1", "clear": true}',
        'So: {"id": "a1", "id": "b2", "clear": true}',
    ],
)
def test_two_answers_are_none(content: str) -> None:
    assert read_answer(content, ONE) == ParsedAnswer(None, Fault.AMBIGUOUS)


@each_row(
    "content",
    [
        "",
        "no",
        "{",
        "}",
        '{"id": "a1", "clear": true',
        "{'id': 'a1', 'clear': True}",
        '{"id": "a1", "clear": NaN}',
        '{"id": "a1", "clear": true, "n": Infinity}',
        '{"id": "a1", "clear": true, "n": ' + "9" * 5_000 + "}",
        "{" * 50_000,
        '{"a":' * 50_000,
        "[" * 50_000 + "]" * 50_000,
        '"' * 50_001,
        '"\\' * 25_000,
        '{"id": "' + '\\"' * 25_000,
        ",}" * 25_000,
        "`" * 50_000,
        "```\n" * 12_000,
        '{"id": "a1"; "clear": true}',
    ],
)
def test_what_is_no_json_is_no_answer(content: str) -> None:
    assert read_answer(content, ONE).data is None


@each_row(
    ("value", "schema", "fits"),
    [
        ("a", {"type": "string"}, True),
        ("a" * 9, {"type": "string", "maxLength": 8}, False),
        ("", {"type": "string", "minLength": 1}, False),
        ("\ud800", {"type": "string"}, False),
        (1, {"type": "string"}, False),
        (None, {"type": "string"}, False),
        (None, {"type": ["string", "null"]}, True),
        ("a", {"type": ["null", "string"]}, True),
        ("NAME", {"type": "string", "enum": ["NAME", "AGE"]}, True),
        ("NICKNAME", {"type": "string", "enum": ["NAME", "AGE"]}, False),
        ("x", {"type": "string", "enum": ["X", "x"]}, True),
        ("ß", {"type": "string", "enum": ["SS", "ss"]}, False),
        (True, {"type": "boolean"}, True),
        (1, {"type": "boolean"}, False),
        ("true", {"type": "boolean"}, False),
        (3, {"type": "integer"}, True),
        (True, {"type": "integer"}, False),
        (3.5, {"type": "integer"}, False),
        (7, {"type": "integer", "minimum": 1, "maximum": 6}, False),
        (3.5, {"type": "number"}, True),
        ([], {"type": "array", "items": {"type": "integer"}}, True),
        ([1, "x"], {"type": "array", "items": {"type": "integer"}}, False),
        ([1, 2], {"type": "array", "maxItems": 1, "items": {"type": "integer"}}, False),
        ([], {"type": "array", "minItems": 1, "items": {"type": "integer"}}, False),
        ([1], {"type": "array"}, False),
        ({}, {"type": "object"}, True),
        ([], {"type": "object"}, False),
        ("a", {}, False),
    ],
)
def test_schemas(value: object, schema: dict[str, Any], fits: bool) -> None:
    assert read_answer(json.dumps({"x": value}), of(schema)) == (
        ParsedAnswer({"x": value}) if fits else ParsedAnswer(None, Fault.MISFIT)
    )


def test_what_is_alike_becomes_what_was_asked_for() -> None:
    assert read_answer('{"X": " name "}', of({"type": "string", "enum": ["NAME"]})) == ParsedAnswer({"x": "NAME"})
    found = read_answer('{"x": 3.0}', of({"type": "integer"})).data
    assert found is not None
    assert type(found["x"]) is int
    assert read_answer('{"x": 1e400}', of({"type": "number"})).data is None


def test_an_empty_object_does_not_say_that_nothing_was_found() -> None:
    assert read_answer("{}", MANY) == ParsedAnswer(None, Fault.MISFIT)
    assert read_answer('{"found": []}', MANY) == ParsedAnswer({"found": []})
    assert read_answer('{"found": [{"id": "a1", "clear": true}, {"id"', MANY).data is None


def test_the_strict_form_of_a_schema() -> None:
    made = strict_schema(MANY)
    assert made["required"] == ["found"]
    assert made["properties"]["found"]["items"]["additionalProperties"] is False
    assert "required" not in MANY


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["a1", "id", "clear"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["found", "id", "clear", "x"]), inner),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(JSON, st.text(max_size=8), st.integers(0, 40))
def test_whatever_is_written_is_read_without_an_error(value: object, around: str, cut: int) -> None:
    content = around + json.dumps(value) + around
    for written in (content, content[:cut], content[cut:], around):
        found = read_answer(written, MANY)
        assert (found.data is None) != (found.fault is None)
        if found.data is not None:
            assert list(found.data) == ["found"]
            assert all(set(one) == {"id", "clear"} for one in found.data["found"])
