"""Texts of tags that a profile chooses: what may be one, and what stands in notes and in fields."""

from __future__ import annotations

import json
from typing import Any

import pytest

from redactor.engine import Engine
from redactor.entities import Entity
from redactor.errors import ProfileError
from redactor.keys import Keyring
from redactor.policy.profiles import SHIPPED, Profile, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Mention
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.records import RecordIn
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, REGISTRY, Words

RING = Keyring.generate()


def profile_with(texts: object, base: str = "redactor", **more: object) -> Profile:
    return parse_profile({**json.loads((SHIPPED / f"{base}.json").read_text()), "tag_texts": texts, **more})


def tags(texts: object, *mentions: tuple[str, Entity, str], base: str = "redactor") -> list[str]:
    replacer = TagReplacer(profile_with(texts, base), RING, "lab")
    return replacer.replace([Mention(value, entity, "s1", note=note) for value, entity, note in mentions])


def test_a_text_is_that_of_its_entity_and_the_text_of_person_is_that_of_all_names() -> None:
    given = {"PERSON": "[NAME]", "DOCTOR": "[STAFF]", "default": "***"}
    values = [("Roe", Entity.PATIENT, "n"), ("Roe", Entity.DOCTOR, "n"), ("1-2", Entity.FIN, "n")]
    assert tags(given, *values) == ["[NAME]", "[STAFF]", "***"]
    assert tags({"FIN": "#"}, *values) == ["[PERSON]", "[PERSON]", "#"]


def test_numbers_are_those_of_equal_values_within_a_note() -> None:
    got = tags(
        {"default": "<{entity}_{n}>"},
        ("Jane Roe", Entity.PATIENT, "a"), ("Mercy", Entity.HOSPITAL, "a"), ("Dr Doe", Entity.DOCTOR, "a"),
        ("JANE  R\u00d3E", Entity.PERSON, "a"), ("Dr Doe", Entity.DOCTOR, "b"), ("Dr Doe", Entity.DOCTOR, ""),
    )  # fmt: skip
    assert got == [
        "<PERSON_1>", "<ORGANIZATION_1>", "<PERSON_2>", "<PERSON_1>", "<PERSON_1>", "<PERSON>",
    ]  # fmt: skip


@each_row(
    ("value", "text", "tag"),
    [
        ("Person", "<{entity}_{n}>", "***"), ("1", "[ID {n}]", "***"), ("*", "***", "###"), ("Name", "[NAME]", "***"),
        ("\uff11", "[ID {n}]", "***"), ("Ne", "[REDACTED]", "[REDACTED]"),
    ],
)  # fmt: skip
def test_a_tag_never_holds_its_value(value: str, text: str, tag: str) -> None:
    assert tags({"default": text}, (value, Entity.PERSON, "n")) == [tag]


@each_row(
    "text",
    [
        "", " ", " [A]", None, 1, ["[A]"], "[" + "A" * 39 + "]", "{value}", "[{name}]", "{entity", "}", "[A\n]",
        "[\x1b]", "<NAME>", "<script_{n}>", "<script {n}>", "<script{n}>", "<{entity} onload_>", "<{entity}><b>", "-@A",
        "[\u202eA]", "[\u200bA]", "A\u2028", "[A1]", "2020", "\u0661", "{n}", " {n}", "[{n}{n}]", "=A", "+A", "@A",
        "<b>", "<script>", "<SCRIPT>", "</p>", "<A_", "A>", "-->", "x-->", "<!--_-->", "<i onload=_>", "[A&B]", "'A'",
        '"A"', "A\\B", "A|B", "A;B", "A,B", "`A`", "$A", "%A", "[A\ud800]", "A~",
    ],
)  # fmt: skip
def test_a_text_that_could_inject_is_refused_with_what_to_do(text: Any) -> None:
    with pytest.raises(ProfileError, match=r"tag_texts\.PERSON (may|must)"):
        profile_with({"PERSON": text})


@each_row("given", [None, [], {}, "***", {"NOBODY": "[A]"}, {"person": "[A]"}, {"keep": "[A]"}])
def test_texts_that_are_for_no_entity_are_refused(given: Any) -> None:
    with pytest.raises(ProfileError):
        profile_with(given)


@each_row("text", ["[NAME]", "***", "<PERSON_{n}>", "<{entity}>", "[Pr\u00e9nom]", "\u2588\u2588", "XXX", "(name {n})"])
def test_texts_that_people_ask_for_are_taken(text: str) -> None:
    assert profile_with({"PERSON": text}).tag_texts


def test_an_approval_binds_the_texts() -> None:
    assert len({profile_with({"PERSON": t}).digest for t in ("[A]", "[B]")}) == 2


def test_a_typed_field_holds_no_text_and_markup_escapes_it() -> None:
    replacer = TagReplacer(profile_with({"default": "X_{n}", "PERSON": "<PERSON_{n}>", "DATE": "XX"}), RING, "lab")
    applier = Applier(REGISTRY, Engine([Words("Roe", "Doe")], replacer), KEYS, ApplyOptions())
    record = {
        "resourceType": "Patient", "id": "p1", "birthDate": "1970-03-04", "name": [{"family": "Roe"}],
        "address": [{"city": "Springfield", "period": {"start": "2020-01-02"}}],
        "photo": [{"url": "https://h.example/p1"}],
        "text": {"status": "generated", "div": '<div xmlns="http://www.w3.org/1999/xhtml">Roe, Doe, roe and Doe</div>'},
    }  # fmt: skip
    out = applier.apply([RecordIn(record, "1:1")])[0]
    assert out.data is not None
    data = json.loads(json_codec.encode(out.data))
    assert "birthDate" not in data
    assert data["name"][0]["family"] == "<PERSON>"
    assert data["address"][0]["city"] == "X"
    assert "start" not in data["address"][0].get("period", {})
    assert "&lt;PERSON_1&gt;, &lt;PERSON_2&gt;, roe and &lt;PERSON_2&gt;" in data["text"]["div"]
    assert {"MASKED", "REDACTED"} <= {c["code"] for c in data["meta"]["security"]}
