"""`redactor keys`: what it makes, what it refuses, and that it never shows a secret."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.keys import app
from redactor.keys import Keyring
from tests.each_row import each_row

runner = CliRunner()


def _secrets(path: Path) -> list[str]:
    data = json.loads(path.read_text())
    return [k["secret"] for k in [*data["pseudonym"], *data["encryption"]]]


def _run(*args: str, code: int = 0) -> str:
    result = runner.invoke(app, list(args))
    assert result.exit_code == code, result.output
    return result.output


def test_init_makes_a_keyring_for_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "sub" / "keys.json"
    told = _run("init", str(path))
    assert "REDACTOR_KEYRING" in told
    assert "Back it up" in told
    assert Keyring.load(path).epoch == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("kind", ["file", "folder", "dangling link"])
def test_init_never_overwrites(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "keys.json"
    if kind == "file":
        path.write_text("precious")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "elsewhere.json")
    assert "never overwritten" in _run("init", str(path), code=2)
    assert not (tmp_path / "elsewhere.json").exists()
    if kind == "file":
        assert path.read_text() == "precious"


def test_rotate_leaves_pseudonyms_and_reads_what_was_written_before(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    _run("init", str(path))
    before = Keyring.load(path)
    blob = before.encrypt("quarantine", b"payload")
    _run("rotate", str(path))
    after = Keyring.load(path)
    assert after.pseudonym("id", "r").token("x") == before.pseudonym("id", "r").token("x")
    assert after.decrypt("quarantine", blob) == b"payload"
    assert after.encrypt("quarantine", b"")[:10] != before.encrypt("quarantine", b"")[:10]
    assert len(_secrets(path)) == 3


def test_a_new_epoch_changes_every_pseudonym(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    _run("init", str(path))
    before = Keyring.load(path)
    told = json.loads(_run("new-epoch", str(path), "--json"))
    after = Keyring.load(path)
    assert told["epoch"] == after.epoch == 2
    assert after.pseudonym("id", "r").token("x") != before.pseudonym("id", "r").token("x")


def test_show_gives_ids_and_epochs_and_no_secret(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    shown = _run("init", str(path)) + _run("rotate", str(path)) + _run("new-epoch", str(path))
    rows = json.loads(_run("show", str(path), "--json"))
    assert [(r["use"], r["epoch"], r["in_force"]) for r in rows] == [
        ("pseudonym", "1", "no"),
        ("pseudonym", "2", "yes"),
        ("encryption", "-", "no"),
        ("encryption", "-", "yes"),
    ]
    shown += _run("show", str(path)) + _run("show", str(path), "--json")
    assert rows[1]["id"] in shown
    for secret in _secrets(path):
        assert secret not in shown


def test_a_keyring_of_older_versions_keeps_its_format_until_a_new_epoch(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    _run("init", str(path))
    data = json.loads(path.read_bytes())
    assert data["pseudonym"][0].pop("format") == 2
    del data["checksum"]
    path.write_text(json.dumps(data | {"format": "redactor-keyring/1"}))
    for command, formats in (("rotate", ["1", "-", "-"]), ("new-epoch", ["1", "2", "-", "-"])):
        _run(command, str(path))
        assert [r["format"] for r in json.loads(_run("show", str(path), "--json"))] == formats
    assert json.loads(path.read_bytes())["format"] == "redactor-keyring/2"  # which older versions refuse


@pytest.mark.parametrize("number", [0, 3, "2", None])
def test_a_format_of_a_later_version_is_refused(tmp_path: Path, number: object) -> None:
    path = tmp_path / "keys.json"
    _run("init", str(path))
    data = json.loads(path.read_bytes())
    data["pseudonym"][0]["format"] = number
    del data["checksum"]
    path.write_text(json.dumps(data))
    assert "another version" in _run("show", str(path), code=2)


@pytest.mark.parametrize("command", ["rotate", "new-epoch", "show"])
def test_a_missing_keyring_says_what_to_do(tmp_path: Path, command: str) -> None:
    assert "redactor keys init" in _run(command, str(tmp_path / "none.json"), code=2)


@pytest.mark.parametrize("command", ["rotate", "new-epoch", "show"])
def test_a_damaged_keyring_is_left_as_it_is(tmp_path: Path, command: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text('{"format": "redactor-keyring/1"}')
    path.chmod(0o600)
    assert "backup" in _run(command, str(path), code=2)
    assert path.read_text() == '{"format": "redactor-keyring/1"}'


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_rights_is_an_error_without_a_traceback(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    told = _run("init", str(tmp_path / "keys.json"), code=2)
    tmp_path.chmod(0o700)
    assert "Traceback" not in told
    assert "file permissions" in told


@each_row("command", ["init", "rotate", "new-epoch", "show"])
def test_help_has_an_example(command: str) -> None:
    assert f"redactor keys {command}" in _run(command, "--help")
