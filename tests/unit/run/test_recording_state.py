"""Recordings in quarantine: kept as encrypted files, released once, purged and forgotten without a trace."""

from __future__ import annotations

import hashlib
import io
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.errors import KeyringError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import OutputFile, RawRecord
from redactor.run.recordings.release import HeldRecording, release_recordings
from redactor.run.state import quarantine, recording_journal
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import Entry, QuarantineStore
from redactor.run.state.recording_state import (
    RecordingState,
    forget_recordings,
    is_recording_state,
    journal_value,
    open_recordings,
    rotate_recordings,
)
from tests.unit.run.test_disk_full import limited

KEYS = Keyring.generate()
SOUND = b"RIFF Vexholm" * 100
NAME = "ward/Vexholm_Zebulon.wav"
SIDECAR = RawRecord(b'{"patient":"Vexholm"}', "1:1", "records/recording")
ID, OTHER = "00001-00000001", "00002-00000001"
OUTPUTS = [OutputFile("a.json", "1" * 64, 10, 1)]


@pytest.fixture
def state(tmp_path: Path) -> Iterator[RecordingState]:
    with open_recordings(tmp_path, KEYS) as s:
        hold(s)
        hold(s, "b.wav", b"other sound", "r2", None)
        yield s


def hold(
    s: RecordingState,
    name: str = NAME,
    sound: bytes = SOUND,
    record: str = "r1",
    sidecar: RawRecord | None = SIDECAR,
) -> int:
    digest = hashlib.sha256(sound).hexdigest()
    number = s.journal.receive(name, digest).number
    s.journal.identify(number, record, record, f"subject-{record}")
    s.hold(number, sidecar, io.BytesIO(sound), digest, "unverified", "mute")
    return number


def again(tmp_path: Path) -> list[tuple[str, str]]:
    with open_recordings(tmp_path, KEYS) as s:
        return [(h.id, h.status) for h in s.quarantine.list()]


def files(tmp_path: Path) -> list[str]:
    return sorted(p.name.partition(".")[0] for p in (tmp_path / "quarantine").iterdir())


def test_a_held_recording_comes_back_with_its_sidecar_and_name(state: RecordingState, tmp_path: Path) -> None:
    store = state.quarantine
    head = store.header(ID)
    assert (head.part, head.reason, head.where, head.bytes) == ("recording", "unverified", "mute", 1200 + 21)
    assert (state.journal.held(), state.journal.recording(1).reason) == (2, "unverified")
    assert b"".join(store.read_recording(ID)) == SOUND
    with store.recording(ID) as path:
        assert path.read_bytes() == SOUND
    assert (store.raw(ID).data, store.raw(ID).schema_name, store.source(ID)) == (
        SIDECAR.data, "records/recording", NAME
    )  # fmt: skip
    assert (store.raw(OTHER).data, b"".join(store.read_recording(OTHER))) == (b"", b"other sound")
    for path in (p for p in tmp_path.rglob("*") if p.is_file()):
        assert b"Vexholm" not in path.read_bytes() and "Vexholm" not in str(path)


def test_a_record_is_no_recording(tmp_path: Path) -> None:
    store = QuarantineStore(tmp_path, KEYS)
    store.add([Entry(1, 1, RawRecord(b"{}", "1:1"), "r", "x", "")])
    store.add([Entry(2, 1, RawRecord(b"", "2:1", part="recording"), "r", "x", "")])
    with pytest.raises(RunError, match="holds no recording"):
        store.recording(ID)
    store.remove_leftovers()
    assert store.rotate() == 0
    store.close()


def test_files_cannot_be_exchanged_between_entries(state: RecordingState, tmp_path: Path) -> None:
    one, two = sorted((tmp_path / "quarantine").iterdir())
    one.write_bytes(two.read_bytes())
    with pytest.raises(KeyringError):
        b"".join(state.quarantine.read_recording(ID))
    with pytest.raises(KeyringError), state.quarantine.recording(ID):
        raise AssertionError
    db = state.quarantine.db
    db.execute(f"UPDATE entries SET payload=(SELECT payload FROM entries WHERE id='{OTHER}') WHERE id='{ID}'")
    with pytest.raises(KeyringError):
        state.quarantine.recording(ID)


def test_an_older_file_of_the_same_entry_is_refused(state: RecordingState, tmp_path: Path) -> None:
    (old,) = (tmp_path / "quarantine").glob("00001-*")
    kept = old.read_bytes()
    state.journal.retry(1)
    hold(state)
    (new,) = (tmp_path / "quarantine").glob("00001-*")
    assert new.name != old.name
    new.write_bytes(kept)
    with pytest.raises(KeyringError):
        b"".join(state.quarantine.read_recording(ID))


def test_a_recording_that_changed_since_it_was_received_replaces_nothing(state: RecordingState, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="changed while it was read"):
        state.hold(1, None, io.BytesIO(b"longer by now"), hashlib.sha256(SOUND).hexdigest(), "unverified")
    assert b"".join(state.quarantine.read_recording(ID)) == SOUND and len(files(tmp_path)) == 2


def test_of_a_file_that_cannot_be_read_the_sidecar_is_kept(tmp_path: Path) -> None:
    with open_recordings(tmp_path, KEYS) as s:
        s.hold(s.journal.receive(NAME, "d1").number, SIDECAR, None, "d1", "unreadable-input")
        assert (s.quarantine.raw(ID).data, s.quarantine.source(ID)) == (SIDECAR.data, NAME)
        with pytest.raises(RunError, match="no recording"):
            s.quarantine.read_recording(ID)
        assert release_recordings(s, lambda held: None).held == {ID: "payload-not-kept"}
        s.quarantine.remove_leftovers()
        assert s.quarantine.rotate() == 0 and s.quarantine.purge() == 1


def test_purge_deletes_the_file_and_a_crash_in_between_is_completed(
    state: RecordingState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(quarantine.SealedDatabase, "transaction", _killed)
        state.quarantine.purge([ID])
    assert files(tmp_path) == ["00002-00000001"], "what was to be erased is gone first"
    with pytest.raises(KeyringError, match="missing"):
        b"".join(state.quarantine.read_recording(ID))
    assert state.quarantine.purge([ID]) == 1 and state.quarantine.purge() == 1
    assert files(tmp_path) == [] and {h.status for h in state.quarantine.list()} == {"purged"}
    with pytest.raises(RunError, match="purged"):
        state.quarantine.recording(ID)
    state.quarantine.check_kept(state.journal.held())


def _killed(self: object) -> None:
    raise KeyboardInterrupt


def test_a_damaged_payload_can_be_purged(state: RecordingState, tmp_path: Path) -> None:
    state.quarantine.db.execute("UPDATE entries SET payload=x'00'")
    state.quarantine.remove_leftovers()
    assert len(files(tmp_path)) == 2, "a backup of the database may name it"
    assert state.quarantine.purge() == 2 and files(tmp_path) == []


@pytest.mark.parametrize("step", ["entry", "journal"])
def test_a_crash_while_it_is_held_loses_and_doubles_nothing(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (
        (quarantine.QuarantineStore, "_insert")
        if step == "entry"
        else (recording_journal.RecordingJournal, "_update_finally")
    )
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt), open_recordings(tmp_path, KEYS) as s:
        patched.setattr(*broken, lambda *_, **__: _killed(None))
        hold(s)
    (tmp_path / "quarantine" / ".00001-00000001.ab.1.part").touch()
    with open_recordings(tmp_path, KEYS) as s:
        assert len(files(tmp_path)) == (step == "journal"), "orphans are gone, entries are not"
        assert s.journal.recording(1).outcome == ""
        hold(s)
        assert [(h.id, h.status) for h in s.quarantine.list()] == [(ID, "held")]
        assert b"".join(s.quarantine.read_recording(ID)) == SOUND and len(files(tmp_path)) == 1


@pytest.mark.parametrize("size", [0, 20_000, 60_000, 200_000])
def test_a_full_disk_loses_nothing(state: RecordingState, tmp_path: Path, size: int) -> None:
    sound = bytes(1 << 18)
    with limited(size), pytest.raises((OSError, sqlite3.OperationalError)):
        hold(state, "c.wav", sound, "r3")
    assert b"".join(state.quarantine.read_recording(ID)) == SOUND
    state.quarantine.remove_leftovers()
    assert len(files(tmp_path)) == 2
    number = hold(state, "c.wav", sound, "r3")
    assert state.journal.recording(number).outcome == "quarantined" and len(files(tmp_path)) == 3


def test_a_release_lets_go_what_leaves_and_keeps_the_rest(state: RecordingState, tmp_path: Path) -> None:
    seen = []

    def process(held: HeldRecording) -> None:
        seen.append((held.number, held.name, held.sidecar.data, held.path.read_bytes()))
        if held.number == 1:
            assert state.journal.verify(1, OUTPUTS)
            state.journal.place(1)
        else:
            state.journal.settle(2, "quarantined", "no-transcript")

    done = release_recordings(state, process)
    assert seen == [(1, NAME, SIDECAR.data, SOUND), (2, "b.wav", b"", b"other sound")]
    assert (list(done.released), dict(done.held)) == ([ID], {OTHER: "no-transcript"})
    assert files(tmp_path) == ["00002-00000001"] and state.journal.held() == 1
    with pytest.raises(RunError, match="released already"):
        release_recordings(state, process, [ID])
    state.quarantine.purge([OTHER])
    assert release_recordings(state, process).held == {}


@pytest.mark.parametrize("step", ["process", "verify", "place", "let go"])
def test_a_release_that_was_killed_is_repeated_and_releases_once(step: str, tmp_path: Path) -> None:
    def process(held: HeldRecording, s: RecordingState, until: str) -> None:
        if until == "process":
            _killed(None)
        assert s.journal.verify(held.number, OUTPUTS)
        if until == "verify":
            _killed(None)
        s.journal.place(held.number)
        if until == "place":
            _killed(None)

    with open_recordings(tmp_path, KEYS) as s:
        hold(s)
        if step == "let go":
            release_recordings(s, lambda held: process(held, s, ""))
        else:
            with pytest.raises(KeyboardInterrupt):
                release_recordings(s, lambda held: process(held, s, step))
    with open_recordings(tmp_path, KEYS) as s:
        assert (s.quarantine.header(ID).status == "held") == (step in ("process", "verify"))
        release_recordings(s, lambda held: process(held, s, ""))
        assert [n for n, *_ in s.journal.outputs()] == ["a.json"] and s.journal.held() == 0
    assert again(tmp_path) == [(ID, "released")] and files(tmp_path) == []


def test_rotation_reaches_recordings_names_and_results(tmp_path: Path) -> None:
    with open_recordings(tmp_path, KEYS) as s:
        hold(s)
        number = s.journal.receive("c.wav", "d3").number
        s.journal.keep_result(number, "heard", "v", [b"words"])
    newer = KEYS.rotated()
    store = QuarantineStore(tmp_path, newer, create=False)
    assert (store.rotate(), store.rotate()) == (1, 0)
    store.close()
    assert (rotate_recordings(tmp_path, newer), rotate_recordings(tmp_path, newer)) == (3, 0)
    for path in (*(tmp_path / "quarantine").iterdir(), *(tmp_path / "results").iterdir()):
        assert newer._current.id.encode() in path.read_bytes()
    with open_recordings(tmp_path, newer) as s:
        assert b"".join(s.quarantine.read_recording(ID)) == SOUND
    with StateLock(tmp_path), pytest.raises(RunError, match="using this state"):
        rotate_recordings(tmp_path, newer)


def test_rotation_after_a_purge_that_was_killed_reaches_the_rest(
    state: RecordingState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(quarantine.SealedDatabase, "transaction", _killed)
        state.quarantine.purge([ID])
    assert files(tmp_path) == [OTHER]
    store = QuarantineStore(tmp_path, KEYS.rotated(), create=False)
    assert (store.rotate(), store.rotate()) == (2, 0)
    with pytest.raises(KeyringError):
        b"".join(store.read_recording(ID))
    assert b"".join(store.read_recording(OTHER)) == b"other sound" and store.purge([ID]) == 1
    store.close()


def test_a_forgotten_patient_leaves_no_file(tmp_path: Path) -> None:
    with open_recordings(tmp_path, KEYS) as s:
        hold(s)
        hold(s, "b.wav", b"other sound", "r2", None)
        s.journal.set("source", "hospital")
        for number, digest, subject in ((3, "d3", "subject-r1"), (4, "d4", "subject-r4")):
            assert s.journal.receive(f"{number}.wav", digest).number == number
            s.journal.identify(number, f"r{number}", "k", subject)
            s.journal.keep_result(number, "heard", "v", [b"words"])
    assert is_recording_state(tmp_path) and journal_value(tmp_path, KEYS, "source") == "hospital"
    assert forget_recordings(tmp_path, KEYS, ["subject-r1"]) == 2
    assert forget_recordings(tmp_path, KEYS, ["subject-r1"]) == 0
    assert files(tmp_path) == ["00002-00000001"] and len(list((tmp_path / "results").iterdir())) == 1
    assert again(tmp_path) == [(ID, "purged"), (OTHER, "held")]


def test_a_state_put_together_of_two_is_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        with open_recordings(tmp_path / name, KEYS) as s:
            hold(s)
    (tmp_path / "a" / "quarantine.db").replace(tmp_path / "b" / "quarantine.db")
    with pytest.raises(RunError, match="another keyring, run"), open_recordings(tmp_path / "b", KEYS):
        raise AssertionError
    with open_recordings(tmp_path / "c", KEYS) as s:
        hold(s)
        s.quarantine.db.execute("DELETE FROM entries")
    with pytest.raises(RunError), open_recordings(tmp_path / "c", KEYS):
        raise AssertionError
    (tmp_path / "c" / "quarantine.db").unlink()
    with pytest.raises(RunError, match="holds 0 of the 1"), open_recordings(tmp_path / "c", KEYS):
        raise AssertionError


def test_a_state_is_used_by_one_process(tmp_path: Path) -> None:
    with open_recordings(tmp_path, KEYS), pytest.raises(RunError, match="using this state"):
        open_recordings(tmp_path, KEYS).__enter__()
