"""`redactor audio list`: from a folder in OUT to the name that its recording came under."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from redactor.cli.root import app
from redactor.keys import Keyring
from redactor.run.state.journal import Journal
from redactor.run.state.recording_state import RecordingState, open_recordings

KEYS = Keyring.generate()
NAMES = ("ward/Vexholm.wav", "Okafor\x1b[2J\udcff.wav", "a.wav")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    KEYS.save(tmp_path / "keys.json")
    monkeypatch.setenv("REDACTOR_KEYRING", str(tmp_path / "keys.json"))
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path))


def fill(state: RecordingState) -> None:
    journal = state.journal
    for number, name in enumerate(NAMES, start=1):
        journal.receive(name, f"d{number}")
        journal.identify(number, f"r{number}", f"k{number}", f"s{number}")
    journal.verify(1, [])
    journal.place(1)
    state.hold(2, None, None, "d2", "unreadable-input")


def listed(*args: str | Path) -> Result:
    return CliRunner().invoke(app, ["audio", "list", *map(str, args)])


def test_recordings_are_listed_while_another_command_has_the_state(tmp_path: Path) -> None:
    with open_recordings(tmp_path / "runs" / "calls", KEYS) as state:
        fill(state)
        rows = json.loads(listed("--json").stdout)
        assert [tuple(row.values()) for row in rows] == [
            (1, "r1", "placed", "released", ""),
            (2, "r2", "received", "quarantined", "unreadable-input"),
            (3, "r3", "received", "", ""),
        ]
        assert [*rows[0]] == ["number", "record_id", "status", "outcome", "reason"]
        state.journal.begin(3)
    with open_recordings(tmp_path / "runs" / "calls", KEYS) as state:
        assert state.journal.recording(3).begun == 1, "a reader leaves the seal as it was"


def test_names_are_told_to_those_who_ask_and_end_with_their_patient(tmp_path: Path) -> None:
    state = tmp_path / "calls"
    with open_recordings(state, KEYS) as opened:
        fill(opened)
    for args in ([], ["--json"]):
        told = listed("--state", state, *args).stdout
        assert "r1" in told and not any(name in told for name in ("Vexholm", "Okafor", "a.wav"))
    rows = json.loads(listed("--state", state, "--files", "--json").stdout)
    assert [r["source"] for r in rows] == ["ward/Vexholm.wav", "Okafor\\x1b[2J\\xff.wav", "a.wav"]
    table = listed("--state", state, "--files").stdout
    assert "ward/Vexholm.wav" in table and "\x1b" not in table
    with open_recordings(state, KEYS) as opened:
        opened.journal.forget(["s1"])
    assert json.loads(listed("--state", state, "--files", "--json").stdout)[0]["source"] == ""


def test_a_state_of_another_kind_or_keyring_is_refused_and_none_is_made(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    Journal(tmp_path / "run", KEYS).close()
    for state in ("run", "nothing"):
        refused = listed("--state", tmp_path / state)
        assert refused.exit_code == 2 and "no state of" in refused.stderr
    assert not (tmp_path / "nothing").exists() and not (tmp_path / "run" / "recordings.db").exists()
    with open_recordings(tmp_path / "calls", Keyring.generate()):
        pass
    assert "keyring" in listed("--state", tmp_path / "calls").stderr
    assert "no run under home" in listed().stderr
