"""Drafts of schemas: proposed, changed, approved by one or two people, and put to where runs find them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import open_approvals
from redactor.entities import Entity
from redactor.errors import ApprovalError, RunError, SchemaError
from redactor.keys import Keyring
from redactor.settings import Settings
from redactor.steward import schema_approval
from redactor.steward.schema_approval import approve_draft
from redactor.steward.schema_drafts import change_field, fields_of, list_drafts, open_draft
from schemas.documents.registry import Registry
from schemas.engine.compiled_schema import Rule
from tests.each_row import each_row

DOCUMENT: dict[str, Any] = {
    "title": "records/visit",
    "version": "0.1.0",
    "dataType": "visit",
    "subject": ["mrn"],
    "type": "object",
    "properties": {
        "mrn": {"type": "string", "rule": "hash", "entity": "ID", "idClass": "Patient", "description": "an id"},
        "ward": {"type": "string", "rule": "passThrough", "enum": ["A", "B"], "description": "a code"},
        "a/b~c": {"type": "string", "rule": "mask", "entity": "PERSON"},
        "nurses": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string", "rule": "mask", "entity": "DOCTOR"}}},
        },
        "tags": {"type": "array", "items": {"type": "string", "rule": "autoDeID"}},
    },
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", keyring=str(tmp_path / "keys" / "keys.json"))


@pytest.fixture
def keyring(settings: Settings) -> Keyring:
    found = Keyring.generate()
    found.save(Path(str(settings.keyring)))
    return found


def put(settings: Settings, document: object = DOCUMENT, name: str = "records/visit") -> Path:
    path = settings.schema_drafts / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


def digest(settings: Settings, name: str = "records/visit") -> str:
    found = open_draft(settings, name)
    assert found is not None
    return found.digest


def change(settings: Settings, pointer: str, rule: Rule, **more: Any) -> dict[str, Any]:
    told = {"entity": None, "id_class": "", "pattern": "", "by": "sam"} | more
    change_field(settings, "records/visit", told.pop("digest", digest(settings)), pointer, rule, **told)
    found = open_draft(settings, "records/visit")
    assert found is not None
    return {f.shown: dict(f.schema) for f in fields_of(found.document)}


def test_fields_are_told_with_their_places(settings: Settings) -> None:
    told = [(f.shown, f.pointer, f.path) for f in fields_of(DOCUMENT)]
    assert told[2:] == [
        ("a/b~c", "/properties/a~1b~0c", ("a/b~c",)),
        ("nurses[].name", "/properties/nurses/items/properties/name", ("nurses", "name")),
        ("tags[]", "/properties/tags/items", ("tags",)),
    ]


def test_a_rule_changes_with_the_keywords_that_belong_to_it(settings: Settings) -> None:
    put(settings)
    fields = change(settings, "/properties/ward", Rule.MASK, entity=Entity.HOSPITAL)
    assert fields["ward"] == {
        "type": "string", "rule": "mask", "entity": "HOSPITAL",
        "description": "Set by sam; the proposal was passThrough: a code",
    }  # fmt: skip
    fields = change(settings, "/properties/ward", Rule.PASS, pattern="[A-Z]", by="kim")
    assert fields["ward"] == {
        "type": "string", "rule": "passThrough", "pattern": "[A-Z]",
        "description": "Set by kim; the proposal was passThrough: a code",
    }  # fmt: skip
    assert change(settings, "/properties/a~1b~0c", Rule.DROP)["a/b~c"]["rule"] == "drop"
    assert change(settings, "/properties/nurses/items/properties/name", Rule.AUTODEID)["nurses[].name"].keys() == {
        "type", "rule", "description",
    }  # fmt: skip


def test_a_change_that_makes_no_schema_changes_nothing(settings: Settings) -> None:
    before = put(settings).read_bytes()
    for pointer, rule, more in (
        ("/properties/ward", Rule.MASK, {}),  # of no entity
        ("/properties/ward", Rule.PASS, {"pattern": "(["}),
        ("/properties/ward", Rule.HASH, {"id_class": "no class!"}),
        ("/properties/ward", Rule.PASS, {"pattern": "x" * 501}),
        ("/properties/nowhere", Rule.DROP, {}),
        ("/properties/nurses", Rule.DROP, {}),
        ("", Rule.DROP, {}),
        ("/properties/ward", Rule.DROP, {"digest": "0" * 64}),
    ):
        with pytest.raises((RunError, SchemaError)):
            change(settings, pointer, rule, **more)
    assert put(settings).read_bytes() == before and not list(settings.schema_drafts.rglob("*.part"))


@each_row(
    "document",
    ["", "{", "[]", "null", "{}", '{"title": 1}', '{"title": "a", "version": "1", "properties": []}',
     '{"title": "a", "version": "1", "subject": [], "properties": {"a": 5}}', '{"a": 1, "a": 2}', "[" * 100_000,
     '{"title": "a", "version": "1", "subject": [], "properties": ' + '{"a": {"properties": ' * 5000],
)  # fmt: skip
def test_a_broken_draft_is_shown_as_such_and_cannot_be_approved(
    document: str, settings: Settings, keyring: Keyring
) -> None:
    put(settings, document, "broken")
    put(settings)
    broken, sound = list_drafts(settings)
    assert broken.schema is None and broken.fault and sound.schema is not None
    with pytest.raises(SchemaError):
        approve_draft(settings, keyring, "broken", "Ada", "read")


@each_row("name", ["../escaped", "/etc/passwd", "a//b", ".hidden", "a.json", "", "a/../b", "ä", "a\0b", "a b"])
def test_a_name_leads_nowhere_else(name: str, settings: Settings) -> None:
    with pytest.raises(RunError):
        open_draft(settings, name)


def test_links_among_drafts_are_refused(settings: Settings, tmp_path: Path) -> None:
    put(settings)
    (tmp_path / "outside.json").write_text(json.dumps(DOCUMENT))
    (settings.schema_drafts / "link.json").symlink_to(tmp_path / "outside.json")
    with pytest.raises(RunError, match="link"):
        list_drafts(settings)
    with pytest.raises(RunError, match="link"):
        open_draft(settings, "link")


def status(settings: Settings, keyring: Keyring) -> str:
    return Registry(settings.schema_folders, open_approvals(settings, keyring)).status("records/visit")


def test_a_draft_that_one_person_approves_is_what_runs_find(settings: Settings, keyring: Keyring) -> None:
    path = put(settings)
    assert not settings.own_schemas.exists()
    given = approve_draft(settings, keyring, "records/visit", "Ada", "", digest(settings))
    assert not given.is_waiting and status(settings, keyring) == "approved" and not path.exists()
    again = json.loads(json.dumps(DOCUMENT))
    again["properties"]["ward"]["enum"] = ["A"]
    put(settings, again)
    with pytest.raises(RunError, match="has changed"):
        approve_draft(settings, keyring, "records/visit", "Ada", "", given.document.digest)
    assert status(settings, keyring) == "approved"  # a draft takes nothing out of use
    approve_draft(settings, keyring, "records/visit", "Ada", "")
    assert status(settings, keyring) == "approved"
    assert Registry(settings.schema_folders).document("records/visit")["properties"]["ward"]["enum"] == ["A"]


def test_a_draft_of_two_people_is_in_use_after_the_second(settings: Settings, keyring: Keyring) -> None:
    settings = settings.model_copy(update={"approvers": 2})
    path = put(settings)
    with pytest.raises(ApprovalError, match="reason"):
        approve_draft(settings, keyring, "records/visit", "Ada", " ")
    assert approve_draft(settings, keyring, "records/visit", "Ada", "read it").is_waiting
    with pytest.raises(ApprovalError, match="another person"):
        approve_draft(settings, keyring, "records/visit", "ada ", "read it")
    assert path.exists() and not settings.own_schemas.exists()
    change(settings, "/properties/ward", Rule.DROP)  # ends the first approval: it was of another content
    assert approve_draft(settings, keyring, "records/visit", "Ben", "read it").is_waiting
    assert not approve_draft(settings, keyring, "records/visit", "Ada", "read it").is_waiting
    assert status(settings, keyring) == "approved" and not path.exists()


@each_row("at", ["put_into_use", "rename"])
def test_a_kill_between_approval_and_use_is_made_good_by_the_same_call(
    at: str, settings: Settings, keyring: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(settings)

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if at == "rename":
            patch.setattr(Path, "unlink", killed)
        else:
            patch.setattr(schema_approval, "put_into_use", killed)
        with pytest.raises(KeyboardInterrupt):
            approve_draft(settings, keyring, "records/visit", "Ada", "read it")
    assert path.exists()
    assert approve_draft(settings, keyring, "records/visit", "Ben", "").appended is None
    assert status(settings, keyring) == "approved" and not path.exists()
    assert len(open_approvals(settings, keyring).entries()) == 1


def test_a_draft_that_runs_would_not_find_is_refused_before_it_is_approved(
    settings: Settings, keyring: Keyring, tmp_path: Path
) -> None:
    ours = tmp_path / "ours"
    ours.mkdir()
    settings = settings.model_copy(update={"schema_dirs": (ours,)})
    put(settings)
    (ours / "v.json").write_text(json.dumps(DOCUMENT))
    with pytest.raises(RunError, match="raise the version"):
        approve_draft(settings, keyring, "records/visit", "Ada", "")
    put(settings, DOCUMENT | {"version": "0.2.0"})
    approve_draft(settings, keyring, "records/visit", "Ada", "")
    assert Registry(settings.schema_folders).compiled("records/visit").version == "0.2.0"
    put(settings, DOCUMENT | {"title": "records/other"})
    with pytest.raises(RunError, match="another schema"):
        approve_draft(settings, keyring, "records/visit", "Ada", "")
    assert len(open_approvals(settings, keyring).entries()) == 1
