"""`redactor schema`: from samples to an approved schema, exit codes, and no value of a sample on any screen."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from redactor.assemble.engines import approved_profile
from redactor.assemble.home import open_approvals
from redactor.cli.root import app as main_app
from redactor.cli.schema import app
from redactor.entities import Entity
from redactor.errors import ApprovalError, SettingsError
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.settings import load_settings
from redactor.text import Note, Reading, Span
from schemas.documents.registry import Registry
from tests.each_row import each_row

runner = CliRunner()


class _Zebulons:
    """Finds one invented name, so that these tests do not depend on what the patterns know."""

    name, version = "zebulons", "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [self._one(n.text) for n in notes]

    def _one(self, text: str) -> Reading:
        at = text.find("Zebulon")
        return Reading((Span(at, at + 7, Entity.PERSON),) if at >= 0 else ())


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a keyring, a home and samples, and the settings to find them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("redactor.cli.schema_authoring.build_detectors", lambda settings: [_Zebulons()])
    Keyring.generate().save(tmp_path / "keys.json")
    (tmp_path / "ours").mkdir()
    for name, value in (("KEYRING", "keys.json"), ("HOME", "home"), ("SCHEMA_DIRS", '["ours"]')):
        monkeypatch.setenv(f"REDACTOR_{name}", value)
    rows = [_row(i) for i in range(12)]
    (tmp_path / "notes.ndjson").write_text("".join(json.dumps(r) + "\n" for r in rows))
    return tmp_path


def _row(i: int) -> dict[str, Any]:
    return {
        "note_id": f"n{i}",
        "patient_id": f"Quartermain-{i % 3}",
        "note_type": ("progress", "nursing")[i % 2],
        "note_text": f"Zebulon Quartermain came on day {i} and complained of pain.",
    }


def _run(*args: str, code: int = 0) -> str:
    result = runner.invoke(app, list(args))
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


def _infer(name: str = "records/ours", target: str = "ours/ours.json") -> dict[str, Any]:
    _run("infer", "notes.ndjson", "--name", name, "-o", target)
    found: dict[str, Any] = json.loads(Path(target).read_text())
    return found


def test_a_draft_is_readable_by_its_owner_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns"]')
    before = os.umask(0o022)
    try:
        _run("infer", "notes.ndjson", "--name", "records/ours", "--draft")
    finally:
        os.umask(before)
    files = [p for p in (place / "home" / "drafts").rglob("*") if p.is_file()]
    assert files and all(p.stat().st_mode & 0o777 == 0o600 for p in files)


def test_a_proposal_in_home_is_approved_and_run_without_a_setting(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDACTOR_SCHEMA_DIRS")
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns"]')
    told = _run("infer", "notes.ndjson", "--name", "records/ours")
    file = place / "home" / "schemas" / "records" / "ours.json"
    assert str(file.relative_to(place)) in told and file.stat().st_mode & 0o077 == 0o044
    assert file.parent.stat().st_mode & 0o777 == 0o700
    _run("lint", "records/ours", "notes.ndjson")
    first = CliRunner().invoke(main_app, ["run", "notes.ndjson", "out", "--schema", "records/ours"])
    assert first.exit_code == 1 and "schema-not-approved: nobody has approved the schema" in first.output
    _run("approve", "records/ours", "--by", "A. Reviewer")
    done = CliRunner().invoke(main_app, ["run", "notes.ndjson", "out2", "--schema", "records/ours"])
    assert done.exit_code == 0, done.output
    assert "not overwritten" in _run("infer", "notes.ndjson", "--name", "records/ours", code=2)
    _run("infer", "notes.ndjson", "--name", "../escaped", code=2)
    (file.parent / "b.json").symlink_to(place / "elsewhere.json")
    assert "is a link" in _run("infer", "notes.ndjson", "--name", "records/b", code=2)
    assert not (place / "elsewhere.json").exists()


@each_row("table", ["Zebulon Quartermain,1950-03-02\nAnn Quartermain,1951-03-02\n", "{}\n{}\n", '{"1950-03-02": 1}\n'])
def test_no_empty_schema_is_proposed(table: str, place: Path) -> None:
    name = "t.ndjson" if table[0] == "{" else "t.csv"
    (place / name).write_text(table)
    told = _run("infer", name, code=2)
    assert "no field" in told and "Zebulon" not in told
    assert not (place / "home" / "schemas").exists()


def test_from_samples_to_an_approved_schema(place: Path) -> None:
    _infer()
    assert _approval("records/ours") == "none"
    told = json.loads(_run("approve", "records/ours", "--by", "A. Reviewer", "--json"))
    registry = Registry([place / "ours"])
    approvals = open_approvals(load_settings(), Keyring.load(place / "keys.json"))
    assert told["digest"] == registry.digest("records/ours")
    assert approvals.approved("schema", told["digest"])
    assert _approval("records/ours").startswith("A. Reviewer, 20")


def test_a_change_needs_a_new_approval() -> None:
    document = _infer()
    _run("approve", "records/ours", "--by", "A. Reviewer")
    assert _is_approved("records/ours")
    document["properties"]["note_text"]["rule"] = "passThrough"
    Path("ours/ours.json").write_text(json.dumps(document))
    assert not _is_approved("records/ours")


def test_another_keyring_does_not_see_the_approval() -> None:
    _infer()
    _run("approve", "records/ours", "--by", "A. Reviewer")
    Keyring.generate().save(Path("keys.json"), overwrite=True)
    with pytest.raises(ApprovalError):
        _is_approved("records/ours")
    assert "another home or keyring" in " ".join(_run("list", code=2).split())


def _is_approved(name: str) -> bool:
    """As a run would see it; `list` compiles every shipped schema, which takes a second."""
    settings = load_settings()
    approvals = open_approvals(settings, Keyring.load(settings.keyring))
    return Registry([Path("ours")], approvals).status(name) == "approved"


def _approval(name: str) -> str:
    rows = json.loads(_run("list", "--json"))
    return next(str(r["approval"]) for r in rows if r["name"] == name)


def test_list_names_the_shipped_ones_without_a_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDACTOR_KEYRING")
    shown = _run("list")
    assert "fhir/r4/Patient" in shown
    assert "no keyring is set" in shown


def test_infer_shows_no_value_and_overwrites_nothing() -> None:
    shown = _run("infer", "notes.ndjson", "--json") + _run("infer", "notes.ndjson", "-o", "ours/a.json")
    shown += Path("ours/a.json").read_text()
    assert "Zebulon" not in shown
    assert "Quartermain" not in shown
    Path("ours/a.json").write_text("reviewed")
    assert "not overwritten" in _run("infer", "notes.ndjson", "-o", "ours/a.json", code=2)
    assert Path("ours/a.json").read_text() == "reviewed"


def test_infer_prints_the_document_where_no_file_is_named() -> None:
    document = json.loads(_run("infer", "notes.ndjson", "--name", "records/x", "--json"))
    assert (document["title"], document["dataType"]) == ("records/x", "x")
    assert document["properties"]["note_text"]["rule"] == "autoDeID"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rows.csv", "note_id,note_text\n1,Zebulon was here\n2,and there\n"),
        ("rows.json", '[{"note_id": "1", "note_text": "Zebulon was here"}]'),
    ],
)
def test_samples_in_other_forms(name: str, text: str) -> None:
    Path(name).write_text(text)
    assert set(json.loads(_run("infer", name, "--json"))["properties"]) == {"note_id", "note_text"}


def test_samples_that_cannot_be_read_are_counted() -> None:
    Path("bad.ndjson").write_text('{"note": "x"}\n{"note": Zebulon\n')
    shown = _run("infer", "bad.ndjson", "-o", "ours/b.json")
    assert "1 of 2 samples could not be read" in shown
    assert "Zebulon" not in shown


@each_row("content", [None, "", "Zebulon", '["Zebulon"]', "[]"])
def test_missing_samples_are_an_error(content: str | None) -> None:
    if content is not None:
        Path("none.ndjson").write_text(content)
    told = _run("infer", "none.ndjson", code=2)
    assert "error: " in told
    assert "Zebulon" not in told


def test_lint_finds_phi_and_exits_1() -> None:
    document = _infer()
    assert "nothing found" in _run("lint", "records/ours", "notes.ndjson")
    document["properties"]["note_text"] = {"type": "string", "rule": "passThrough"}
    del document["properties"]["note_type"]
    del document["noteType"]
    Path("ours/ours.json").write_text(json.dumps(document))
    found = json.loads(_run("lint", "records/ours", "notes.ndjson", "--json", code=1))
    problems = {(f["path"], f["problem"].split(",")[0].split(":")[0]): f["share"] for f in found["findings"]}
    assert problems == {
        ("ours.note_text", "passThrough"): 1.0,
        ("ours.note_text", "passThrough of any string"): 1.0,
        ("ours.note_type", "in the samples"): 1.0,
    }
    shown = _run("lint", "records/ours", "notes.ndjson", code=1)
    assert "note_text" in shown
    assert "Zebulon" not in shown


def test_lint_takes_only_records_of_the_type() -> None:
    Path("mixed.ndjson").write_text('{"resourceType": "Patient", "id": "1"}\n')
    _infer()
    assert "none of the samples" in _run("lint", "records/ours", "mixed.ndjson", code=2)
    assert json.loads(_run("lint", "Patient", "mixed.ndjson", "--json"))["records"] == 1


def test_show_gives_rules_and_document() -> None:
    document = _infer()
    shown = _run("show", "records/ours")
    assert "autoDeID" in shown
    assert "patient_id" in shown
    assert json.loads(_run("show", "records/ours", "--json")) == document
    assert "HumanName" in _run("show", "fhir/r4/Patient")


def test_show_of_an_unknown_name_is_an_error() -> None:
    assert "redactor schema list" in _run("show", "records/nothing", code=2)


def test_a_custom_profile(place: Path) -> None:
    assert "[PERSON]" not in _run("show", "hipaa-safe-harbor", "--profile")
    _run("show", "limited-dataset", "--profile", "-o", "mine.json")
    assert load_profile("mine.json").digest == load_profile("limited-dataset").digest
    assert "sound stays in" in _run("show", "mine.json", "--profile")
    voice = {"by": "[bold]The Board", "basis": "consent"}
    document = json.loads(Path("mine.json").read_text()) | {"profile": "mine", "release_voice": voice}
    Path("mine.json").write_text(json.dumps(document))
    assert "[bold]The Board; consent" in _run("show", "mine.json", "--profile")
    assert "sound may leave" in _run("approve", "mine.json", "--profile", "--by", "A. Reviewer")
    approvals = open_approvals(load_settings(), Keyring.load(place / "keys.json"))
    digest = load_profile("mine.json").digest
    assert approvals.approved("profile", digest)
    assert not approvals.approved("schema", digest)


def test_a_profile_whose_path_may_not_be_kept_is_not_approved() -> None:
    document: dict[str, Any] = {"profile": "p", "version": "1", "default": "tag", "tag_texts": {"CITY": "[TOWN]"}}
    for path, code in (("Patient.identifier.value", 2), ("Patient.address.city", 0)):
        Path("p.json").write_text(json.dumps(document | {"paths": {path: "keep"}}))
        told = _run("approve", "p.json", "--profile", "--by", "A. Reviewer", code=code)
        assert ("literal rule hash" in told) is bool(code)
    told = _run("show", "p.json", "--profile")
    assert "[TOWN]" in told
    assert "Patient.address.city" in told


def test_a_path_may_name_a_field_of_a_schema_that_lies_in_home() -> None:
    town = {"type": "string", "rule": "mask", "entity": "CITY"}
    schema = {"title": "records/ours", "version": "1.0", "dataType": "ours", "type": "object", "subject": []}
    schema |= {"properties": {"town": town}}
    Path("home/schemas/records").mkdir(parents=True)
    Path("home/schemas/records/ours.json").write_text(json.dumps(schema))
    document = {"profile": "p", "version": "1", "default": "tag", "paths": {"ours.town": "keep"}}
    Path("p.json").write_text(json.dumps(document))
    _run("approve", "p.json", "--profile", "--by", "A. Reviewer")


def test_approve_needs_a_person_a_keyring_and_something_to_approve(monkeypatch: pytest.MonkeyPatch) -> None:
    _infer()
    assert "--by" in _run("approve", "records/ours", code=2)
    assert "--by PERSON" in _run("approve", "records/ours", "--by", "  ", code=2)
    assert "redactor schema list" in _run("approve", "records/nothing", "--by", "A. Reviewer", code=2)
    assert "shipped" in _run("approve", "nothing", "--profile", "--by", "A. Reviewer", code=2)
    monkeypatch.delenv("REDACTOR_KEYRING")
    assert "redactor keys init" in _run("approve", "records/ours", "--by", "A. Reviewer", code=2)
    assert not Path("home").exists()


def test_an_approval_can_be_withdrawn_and_a_newer_one_supersedes_it(place: Path) -> None:
    document = _infer()
    _run("approve", "records/ours", "--by", "A. Reviewer")
    old = Path("ours/ours.json").read_text()
    Path("ours/ours.json").write_text(json.dumps(document | {"version": "2"}))
    _run("approve", "records/ours", "--by", "A. Reviewer")
    Path("ours/ours.json").write_text(old)
    assert _approval("records/ours") == "superseded"
    _run("approve", "records/ours", "--by", "A. Reviewer", "--keep")
    assert _approval("records/ours").startswith("A. Reviewer")
    assert "--by PERSON" in _run("withdraw", "records/ours", "--by", " ", code=2)
    assert json.loads(_run("withdraw", "records/ours", "--by", "A. Reviewer", "--json"))["name"] == "records/ours"
    assert _approval("records/ours") == "withdrawn"
    Path("ours/ours.json").unlink()
    assert "withdrawn: schema records/ours" in _run("withdraw", "records/ours", "--by", "A. Reviewer")
    assert "redactor schema list" in _run("withdraw", "records/none", "--by", "A. Reviewer", code=2)
    assert (place / "keys.json.approvals").is_file()


def test_where_the_head_cannot_be_kept_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_KEYRING", Path("keys.json").read_text())
    told = _run("withdraw", "records/notesTable", "--by", "A. Reviewer")
    assert "cannot be kept beside the keyring" in " ".join(told.split())
    assert not _is_approved("records/notesTable")


def test_a_setting_places_the_head_of_a_keyring_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    monkeypatch.setenv("REDACTOR_KEYRING", Path("keys.json").read_text())
    monkeypatch.setenv("REDACTOR_APPROVALS_HEAD", str(place / "apart" / "head"))
    (place / "apart").mkdir()
    assert "head" not in _run("withdraw", "records/notesTable", "--by", "A. Reviewer")
    approvals = load_settings().home / "approvals.jsonl"
    before = approvals.read_bytes()
    _run("withdraw", "limited-dataset", "--profile", "--by", "A. Reviewer")
    approvals.write_bytes(before)
    assert "not what the keyring remembers" in " ".join(_run("list", code=2).split())
    approvals.unlink()
    told = _run("approve", "hips", "--profile", "--by", "A. Reviewer")
    assert "all earlier approvals and withdrawals have ended" in " ".join(told.split())
    assert "have ended" not in _run("approve", "hips", "--profile", "--by", "A. Reviewer")


def test_a_withdrawn_profile_does_not_run_even_if_it_is_shipped() -> None:
    _run("withdraw", "limited-dataset", "--profile", "--by", "A. Reviewer")
    settings = load_settings(profile="limited-dataset")
    with pytest.raises(SettingsError, match="approval is withdrawn"):
        approved_profile(settings, Keyring.load("keys.json"))


def test_the_error_of_a_broken_document_names_its_path() -> None:
    document = _infer()
    del document["properties"]["note_text"]["rule"]
    Path("ours/ours.json").write_text(json.dumps(document))
    assert "note_text: a field needs a rule" in _run("show", "records/ours", code=2)


@each_row("command", ["list", "show", "infer", "lint", "approve", "withdraw"])
def test_help_has_an_example(command: str) -> None:
    assert f"redactor schema {command}" in " ".join(_run(command, "--help").split())
