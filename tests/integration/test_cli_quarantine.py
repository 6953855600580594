"""Quarantined records can be listed, shown, released once their cause is fixed, and purged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROW = {"dataType": "siteNote", "who": "Zorbatine Quimby", "note": "Seen by Dr. Adam Wilson"}
SCHEMA: dict[str, Any] = {
    "title": "records/siteNote",
    "version": "1.0.0",
    "dataType": "siteNote",
    "subject": [],
    "type": "object",
    "properties": {
        "dataType": {"type": "string", "enum": ["siteNote"], "rule": "passThrough"},
        "who": {"type": "string", "rule": "mask", "entity": "PATIENT"},
        "note": {"type": "string", "rule": "autoDeID"},
    },
}


@pytest.fixture
def world(tmp_path: Path, keyring_path: Path, in_process: Any) -> Any:
    """A run that quarantined three records, with the command bound to its home."""
    records = tmp_path / "in"
    records.mkdir()
    (records / "quimby.ndjson").write_text(json.dumps(ROW) + "\n{broken Quimby\n" + json.dumps({"a": "Quimby"}) + "\n")
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    env = {"REDACTOR_KEYRING": str(keyring_path), "REDACTOR_HOME": str(tmp_path / "home")}

    def run(*args: str | Path, **more: str) -> Any:
        return in_process(*args, env={**env, **more}, cwd=tmp_path)

    first = run("run", records, "out", "--json")
    assert first.returncode == 1, first.stderr
    assert json.loads(first.stdout)["outcomes"] == {"quarantined": 3}
    return run, tmp_path


def entries(run: Any) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(run("quarantine", "list", "--json").stdout)
    return listed


def test_list_gives_reasons_and_no_content(world: Any) -> None:
    run, _ = world
    listed = run("quarantine", "list", "--json").stdout
    assert [e["reason"] for e in json.loads(listed)] == ["no-schema", "malformed-json", "no-schema"]
    assert "Quimby" not in listed + run("quarantine", "list").stdout


def test_the_files_of_entries_are_told_to_those_who_ask(world: Any) -> None:
    run, _ = world
    listed = run("quarantine", "list", "--files", "--json").stdout
    assert {e["source"] for e in json.loads(listed)} == {"quimby.ndjson"}
    people = run("quarantine", "list", "--files")
    assert people.stdout.count("quimby.ndjson") == 3 and "redactor schema infer" in people.stderr
    assert "source" not in json.loads(run("quarantine", "list", "--json").stdout)[0]


def test_show_decrypts_one_and_another_keyring_cannot(world: Any, tmp_path: Path) -> None:
    run, _ = world
    first = entries(run)[0]["id"]
    assert json.loads(run("quarantine", "show", first).stdout) == ROW
    told = json.loads(run("quarantine", "show", first, "--json").stdout)
    assert json.loads(told["payload"]) == ROW and (told["id"], told["reason"]) == (first, "no-schema")
    run("keys", "init", tmp_path / "other.json")
    denied = run("quarantine", "show", first, REDACTOR_KEYRING=str(tmp_path / "other.json"))
    assert denied.returncode == 2
    assert "Quimby" not in denied.stdout + denied.stderr


def test_release_lets_each_record_leave_once(world: Any) -> None:
    run, folder = world
    (folder / "schemas" / "siteNote.json").write_text(json.dumps(SCHEMA))
    env = {"REDACTOR_SCHEMA_DIRS": '["schemas"]'}
    assert run("schema", "approve", "records/siteNote", "--by", "A. Steward", **env).returncode == 0
    done = run("quarantine", "release", "out", "--all", "--json", **env)
    assert done.returncode == 1, done.stderr
    assert len(json.loads(done.stdout)["released"]) == 1
    (line,) = (folder / "out" / "released-00001.ndjson").read_text().splitlines()
    assert json.loads(line)["note"] in ("Seen by Dr. [PERSON]", "Seen by [PERSON]")
    assert "Quimby" not in line
    again = run("quarantine", "release", "out", "--all", "--json", **env)
    assert json.loads(again.stdout)["released"] == []
    assert len((folder / "out" / "released-00001.ndjson").read_text().splitlines()) == 1
    manifest = json.loads((folder / "out" / "manifest.json").read_text())
    assert [f["name"] for f in manifest["files"]].count("released-00001.ndjson") == 1


def test_purge_deletes_payloads_and_keeps_the_count(world: Any) -> None:
    run, _ = world
    first = entries(run)[0]["id"]
    assert run("quarantine", "purge", first).returncode == 0
    assert len(entries(run)) == 3
    assert run("quarantine", "show", first).returncode == 2
    assert json.loads(run("quarantine", "purge", "--all", "--json").stdout) == {"purged": 2}
    assert {e["status"] for e in entries(run)} == {"purged"}


@pytest.mark.parametrize("args", [["show", "nonesuch"], ["purge"], ["release", "out"], ["list", "--state", "nowhere"]])
def test_impossible_requests_say_what_to_do(world: Any, args: list[str]) -> None:
    run, _ = world
    done = run("quarantine", *args)
    assert done.returncode == 2
    assert done.stderr.strip()
