"""Forgetting a patient, rotating keys and `quarantine show` reach the states of recordings under home."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.sidecars import recording_scope
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.recording_state import open_recordings, work_folder
from redactor.steward import index_admin
from redactor.steward.patient_home import run_states
from tests.unit.relex.workspace import Workspace

SOUND = b"RIFF\0\xff sound"
ID = "00001-00000001"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    space = Workspace(tmp_path)
    Keyring.generate().save(tmp_path / "keys.json")
    monkeypatch.setenv("REDACTOR_HOME", str(space.home))
    monkeypatch.setenv("REDACTOR_KEYRING", str(tmp_path / "keys.json"))
    with open_recordings(space.home / "runs" / "audio", space.keyring) as state:
        state.journal.set("source", space.token("source"))
        for number, patient in ((1, "p1"), (2, "p2"), (3, "p1")):
            assert state.journal.receive(f"{patient}-{number}.wav", f"d{number}").number == number
            state.journal.identify(number, f"r{number}", f"k{number}", space.token(patient))
            state.journal.keep_result(number, "heard", "v", [b"words"])
        sidecar = RawRecord(b"{broken", "1:1", "records/recording")
        state.hold(1, sidecar, io.BytesIO(SOUND), hashlib.sha256(SOUND).hexdigest(), "unverified")
    return space


def test_a_forgotten_patient_s_recordings_are_erased(home: Workspace) -> None:
    done = home.forget("p1")
    assert done.found and done.retractions[0].erased["recordings"] == 2
    state = home.home / "runs" / "audio"
    assert list((state / "quarantine").iterdir()) == [] and len(list((state / "results").iterdir())) == 1
    with open_recordings(state, home.keyring) as opened:
        assert [opened.journal.name(n) for n in (1, 2, 3)] == ["", "p2-2.wav", ""]
        assert [h.status for h in opened.quarantine.list()] == ["purged"]
    assert not home.forget("p1").found and home.forget("p2").found


def test_what_a_killed_run_left_of_a_forgotten_patient_s_recordings_is_erased(home: Workspace) -> None:
    state = home.home / "runs" / "audio"
    for number in (1, 2, 3):
        work = work_folder(state, number) / "out"
        work.mkdir(parents=True)
        (work / "sound").write_bytes(b"not proven")
    with open_recordings(state, home.keyring) as opened:
        opened.journal.verify(3, [])  # what is decided to leave is moved into OUT by the next run
    assert home.forget("p1").found
    assert [work_folder(state, number).exists() for number in (1, 2, 3)] == [False, True, True]


def test_rotation_covers_states_of_recordings(home: Workspace) -> None:
    newer = home.keyring.rotated()
    states = run_states(home.settings())
    changed = [index_admin.rotate(home.settings(), newer, None, states) for _ in range(2)]
    assert [(c["quarantine"], c["recordings"]) for c in changed] == [(1, 5), (0, 0)]
    store = QuarantineStore(states[0], newer, create=False)
    assert b"".join(store.read_recording(ID)) == SOUND
    store.close()


def test_a_recording_is_shown_as_it_was_and_never_on_a_terminal(
    home: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = CliRunner().invoke
    shown = call(app, ["quarantine", "show", ID])
    assert (shown.exit_code, shown.stdout_bytes) == (0, SOUND)
    as_json = call(app, ["quarantine", "show", ID, "--json"])
    assert as_json.exit_code == 2 and "redirect" in as_json.stderr
    (listed,) = json.loads(call(app, ["quarantine", "list", "--json"]).stdout)
    assert (listed["part"], listed["reason"], listed["status"]) == ("recording", "unverified", "held")
    (file,) = (home.home / "runs" / "audio" / "quarantine").iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert call(app, ["quarantine", "show", ID]).exit_code == 2
    monkeypatch.setattr("redactor.cli.quarantine._is_terminal", lambda: True)
    on_terminal = call(app, ["quarantine", "show", ID])
    assert (on_terminal.exit_code, on_terminal.stdout) == (2, "") and "redirect" in on_terminal.stderr
    assert json.loads(call(app, ["quarantine", "purge", ID, "--json"]).stdout) == {"purged": 1} and not file.exists()
    with open_recordings(home.home / "runs" / "audio", home.keyring) as opened:
        assert [opened.journal.name(n) for n in (1, 2)] == ["", "p2-2.wav"]


def test_a_recording_without_a_patient_is_forgotten_by_its_own_id(home: Workspace) -> None:
    with open_recordings(home.home / "runs" / "audio", home.keyring) as opened:
        opened.journal.receive("x.wav", "d4")
        opened.journal.identify(4, "r4", "k4", home.token(recording_scope("c-77")))
    assert home.forget("redactor:recording:c-77").found
    with open_recordings(home.home / "runs" / "audio", home.keyring) as opened:
        assert opened.journal.name(4) == ""
