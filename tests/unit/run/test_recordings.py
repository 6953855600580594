"""Recordings through journal, quarantine and OUT: once each, whole or not at all, whatever kills the process."""

from __future__ import annotations

import datetime as dt
import errno
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from redactor.errors import DiskFullError, RunError
from redactor.run.contracts import RawRecord
from redactor.run.output.verification import verify
from redactor.run.recordings import batch, jobs, session
from redactor.run.recordings.runner import Summary
from redactor.run.recordings.session import Session
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.recording_journal import RecordingJournal
from redactor.run.state.recording_state import forget_recordings
from redactor.run.state.run_facts import read_facts
from tests.unit.run import recordings_kit
from tests.unit.run.recordings_kit import Learnt, config, heard, keyring, process, released, send

Everything = dict[str, bytes]


def test_a_recording_leaves_under_a_name_of_its_own(tmp_path: Path) -> None:
    send(tmp_path, Whitfield__wav="say good morning")
    done = process(tmp_path)
    assert dict(done.outcomes) == {"released": 1} and dict(done.entities) == {"PERSON": 2}
    names = sorted(name.split("/") for name in released(tmp_path))
    assert [name for _, name in names] == ["captions.vtt", "transcript.json"]
    assert len({folder for folder, _ in names}) == 1 and "Whitfield" not in str(names)
    found = verify(tmp_path / "out", keyring(), None)
    assert (found.faults, found.files, found.records) == ((), 2, 1)


def test_a_changed_output_is_found(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say good morning")
    process(tmp_path)
    (tmp_path / "out" / next(iter(released(tmp_path)))).write_text("WEBVTD\n")
    assert verify(tmp_path / "out", keyring(), None).faults


@pytest.mark.spawned
def test_what_leaves_does_not_depend_on_workers_nor_on_one_that_dies(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    contents = {f"r{i}__wav": f"say word {i}" for i in range(3)} | {
        "bad__wav": "damaged x",
        "not__wav": "withheld",
    }
    for folder, workers in ((one, 1), (two, 2)):
        send(folder, **contents, last__wav="die-once four")
        (folder / "log.died").write_text("four\n") if workers == 1 else None
        process(folder, workers, attempts=2)
    assert released(one) == released(two) and len(released(two)) == 8
    assert (one / "out/manifest.json").read_bytes() == (two / "out/manifest.json").read_bytes()


def test_a_content_leaves_once_and_two_files_of_one_name_both_leave(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say good morning", b__wav="say good morning")
    send(tmp_path, **{"x/call__wav": "say one", "y/call__wav": "say two"})
    done = process(tmp_path)
    assert dict(done.outcomes) == {"duplicate": 1, "released": 3}
    assert len(released(tmp_path)) == 6


def test_the_same_command_processes_what_came_since_and_nothing_twice(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one")
    process(tmp_path)
    send(tmp_path, b__wav="say two")
    done = process(tmp_path)
    assert dict(done.outcomes) == {"released": 2} and heard(tmp_path) == ["one", "two"]


def test_a_folder_of_recordings_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    send(tmp_path, a__wav="say one")
    process(tmp_path)
    facts = read_facts(tmp_path / "state", keyring())
    assert facts is not None and (facts.status, facts.began <= facts.ended) == ("done", True)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Session, "write_manifest", interrupt)
        process(tmp_path)
    facts = read_facts(tmp_path / "state", keyring())
    assert facts is not None and (facts.status, facts.ended) == ("interrupted", "")


def interrupt(session: Session) -> None:
    raise KeyboardInterrupt


def test_a_later_version_supersedes(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", a__json='{"id": "visit-7"}', b__wav="say two", b__json='{"id": "visit-7"}')
    learnt = Learnt()
    assert dict(process(tmp_path, learnt=learnt).outcomes) == {"released": 2}
    assert learnt.sidecars == [b'{"id": "visit-7"}'] * 2
    first, second = map(json.loads, (tmp_path / "state/audit.ndjson").read_text().splitlines())
    assert (first["supersedes"], second["supersedes"]) == (None, first["record"])


def test_a_later_version_of_another_patient_is_held(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", a__json='{"id": "visit-7", "patient": "p1"}')
    send(tmp_path, b__wav="say two", b__json='{"id": "visit-7", "patient": "p2"}')
    done = process(tmp_path)
    assert dict(done.outcomes) == {"quarantined": 1, "released": 1}
    assert dict(done.reasons) == {"other-patient": 1}


def test_what_must_not_leave_is_kept_in_quarantine(tmp_path: Path) -> None:
    send(tmp_path, a__wav="damaged Whitfield", b__wav="withheld", c__json="{}")
    done = process(tmp_path)
    assert dict(done.outcomes) == {"quarantined": 2, "withheld": 1}
    assert dict(done.reasons) == {"damaged-media": 1, "opted-out": 1, "unsupported-media": 1}
    assert released(tmp_path) == {}
    store = QuarantineStore(tmp_path / "state", keyring(), create=False)
    assert [(h.reason, h.where) for h in store.list()] == [
        ("damaged-media", ""),
        ("unsupported-media", "sidecar-without-recording"),
    ]
    store.close()


def test_a_pipe_a_link_and_an_unreadable_sidecar_are_accounted_for(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one")
    (tmp_path / "in/a.json").mkdir()
    os.mkfifo(tmp_path / "in/pipe.wav")
    (tmp_path / "in/link.wav").symlink_to("nowhere")
    done = process(tmp_path)
    assert dict(done.outcomes) == {"quarantined": 2, "released": 1}  # the sidecar is for the processor to refuse


def test_a_file_that_vanishes_stops_no_other(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", b__wav="say two", b__json="{}")

    class Vanishing(Learnt):
        def learn(self, sidecars: Sequence[RawRecord]) -> dt.date | None:
            (tmp_path / "in/a.wav").unlink()
            return super().learn(sidecars)

    done = process(tmp_path, learnt=Vanishing())
    assert dict(done.reasons) == {"unreadable-input": 1} and dict(done.outcomes) == {"quarantined": 1, "released": 1}


def test_a_file_that_vanishes_once_it_is_received_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(tmp_path, a__wav="say one", b__wav="say two")
    receive = RecordingJournal.receive

    def vanish(*args: Any) -> Any:
        (tmp_path / "in/a.wav").unlink(missing_ok=True)
        return receive(*args)

    monkeypatch.setattr(RecordingJournal, "receive", vanish)
    done = process(tmp_path)
    assert dict(done.reasons) == {"unreadable-input": 1} and dict(done.outcomes) == {"quarantined": 1, "released": 1}


def test_a_held_file_that_cannot_be_read_again_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    send(tmp_path, a__wav="damaged one", b__wav="say two")
    monkeypatch.setattr(session, "hashlib", SimpleNamespace(sha256=hashlib.sha256, file_digest=_cannot_be_read))
    done = process(tmp_path)
    assert dict(done.reasons) == {"damaged-media": 1} and dict(done.outcomes) == {"quarantined": 1, "released": 1}


def _cannot_be_read(*_: Any) -> Any:
    raise OSError(errno.EIO, "Input/output error")


def _boom(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt


def _after(call: Callable[..., Any]) -> Callable[..., Any]:
    def run(*args: Any, **named: Any) -> Any:
        call(*args, **named)
        raise KeyboardInterrupt

    return run


PLACES = {
    "placing": (session, "place"),
    "journaling the outcome": (RecordingJournal, "verify"),
    "journaling the place": (RecordingJournal, "place"),
    "journaling a refusal": (RecordingJournal, "settle"),
    "keeping what was heard": (RecordingJournal, "keep_result"),
    "the quarantine": (QuarantineStore, "add_recording"),
    "the audit": (session.Session, "_write_audit"),
    "an attempt": (RecordingJournal, "begin"),
    "the manifest": (session.Session, "write_manifest"),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Everything, Summary, bytes]:
    """What a run leaves that nobody has stopped."""
    folder = tmp_path_factory.mktemp("whole")
    send(folder, a__wav="say one", b__wav="damaged two", c__wav="say three", d__wav="say one")
    done = process(folder)
    return released(folder), done, (folder / "out/manifest.json").read_bytes()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_run_that_was_stopped_anywhere_ends_alike(
    place: str, before: bool, whole: tuple[Everything, Summary, bytes], tmp_path: Path
) -> None:
    send(tmp_path, a__wav="say one", b__wav="damaged two", c__wav="say three", d__wav="say one")
    owner, name = PLACES[place]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(owner, name, _boom if before else _after(getattr(owner, name)))
        with pytest.raises(KeyboardInterrupt):
            process(tmp_path)
    done = process(tmp_path)
    assert released(tmp_path) == whole[0]
    assert (done.outcomes, done.reasons) == (whole[1].outcomes, whole[1].reasons)
    assert (tmp_path / "out/manifest.json").read_bytes() == whole[2]
    audited = [json.loads(line)["at"] for line in (tmp_path / "state/audit.ndjson").read_text().splitlines()]
    assert sorted(audited) == ["00001:1", "00002:1", "00003:1", "00004:1"]
    assert not list((tmp_path / "state").glob("work/*"))
    assert len(heard(tmp_path)) <= 4  # nothing that was kept is heard again


def test_what_was_heard_is_not_heard_again(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(RecordingJournal, "verify", _boom)
        with pytest.raises(KeyboardInterrupt):
            process(tmp_path)
    process(tmp_path)
    assert heard(tmp_path) == ["one"]


@pytest.mark.parametrize("what", ["die", "hang"])
def test_a_file_that_kills_or_stops_the_only_worker_stops_no_other(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_LEAST_LIMIT", 1.0)
    send(tmp_path, a__wav=f"{what} now", b__wav="say one")
    done = process(tmp_path, attempts=1)
    assert dict(done.outcomes) == {"quarantined": 1, "released": 1}
    assert dict(done.reasons) == {"internal-error": 1}


def test_time_limits_follow_the_decoded_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_LEAST_LIMIT", 1.0)
    monkeypatch.setattr(jobs, "_LIMIT_OF_SECOND", 60.0)
    send(tmp_path, a__wav="deep one")
    assert dict(process(tmp_path, attempts=1).outcomes) == {"released": 1}


def settled(folder: Path) -> list[str]:
    """The recordings in the order of their outcomes."""
    return [json.loads(line)["at"] for line in (folder / "state/audit.ndjson").read_text().splitlines()]


@pytest.mark.parametrize("workers", [1, 2])
def test_long_recordings_give_way_to_short_ones(workers: int, tmp_path: Path) -> None:
    send(tmp_path, a__wav="long one", b__wav="say two", c__wav="long three", d__wav="damaged four", e__wav="say last")
    done = process(tmp_path, workers)
    assert dict(done.outcomes) == {"quarantined": 1, "released": 4} and dict(done.reasons) == {"damaged-media": 1}
    if workers == 1:  # several end in any order
        assert settled(tmp_path)[3:] == ["00001:1", "00003:1"]


def test_what_is_too_large_for_a_busy_pipe_waits_for_a_free_worker(tmp_path: Path) -> None:
    large = " ".join(["three"] * 100_000)
    send(tmp_path, c__wav=f"say {large}")
    with pytest.MonkeyPatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(RecordingJournal, "verify", _boom)
        process(tmp_path)
    send(tmp_path, a__wav=f"long {large}", d__wav="say last")
    done = process(tmp_path)
    assert dict(done.outcomes) == {"released": 3} and settled(tmp_path)[-2:] == ["00002:1", "00001:1"]


@pytest.mark.parametrize("what", ["die", "hang"])
def test_a_short_recording_that_ends_the_worker_of_a_long_one_alone_is_to_blame(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_LEAST_LIMIT", 1.0)
    send(tmp_path, a__wav="long one", b__wav=f"{what} last", c__wav="say three")
    done = process(tmp_path, attempts=1)
    assert dict(done.outcomes) == {"quarantined": 1, "released": 2}
    assert dict(done.reasons) == {"internal-error": 1} and "00002:1" in settled(tmp_path)


def test_a_worker_that_ends_before_it_begins_a_recording_blames_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(tmp_path, a__wav="say one")
    with pytest.MonkeyPatch.context() as patched, pytest.raises(RunError, match="before it began"):
        patched.setattr(jobs, "build_frozen", lambda build: os._exit(7))
        process(tmp_path, attempts=1)
    assert dict(process(tmp_path, attempts=1).outcomes) == {"released": 1}


def test_a_recording_that_comes_again_after_its_patient_was_forgotten_can_be_forgotten_again(tmp_path: Path) -> None:
    send(tmp_path, a__wav="damaged one", a__json='{"patient": "p1"}')
    process(tmp_path)
    for _ in range(2):
        assert forget_recordings(tmp_path / "state", keyring(), ["p1"]) == 1
        with session.Session(config(tmp_path), "all") as opened:
            opened.put_back(1)  # as a drop folder does, into which the file is moved again
        process(tmp_path)


def test_a_full_disk_is_no_attempt(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one")

    def full(*_: object) -> None:
        raise DiskFullError("full")

    for _ in range(3):
        with pytest.MonkeyPatch.context() as patched, pytest.raises(DiskFullError):
            patched.setattr(recordings_kit.Scripted, "process", full)
            process(tmp_path, attempts=2)
    assert dict(process(tmp_path, attempts=2).outcomes) == {"released": 1}


def test_a_limit_of_the_process_holds_no_recording(tmp_path: Path) -> None:
    send(tmp_path, a__wav="cpu-once one", b__wav="say two")

    def exhausted(*_: object) -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    with pytest.MonkeyPatch.context() as patched, pytest.raises(RunError, match="ulimit -n"):
        patched.setattr(batch, "open_regular", exhausted)
        process(tmp_path)
    with pytest.raises(RunError, match="ulimit -t"):
        process(tmp_path, attempts=1)
    assert dict(process(tmp_path, attempts=1).outcomes) == {"released": 2}


def test_an_out_that_has_vanished_is_named_and_not_made_anew(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one")
    process(tmp_path)
    (tmp_path / "out").rename(tmp_path / "elsewhere")
    with pytest.raises(RunError, match=f"OUT has vanished: {tmp_path / 'out'} is not"):
        process(tmp_path)
    assert not (tmp_path / "out").exists()
    (tmp_path / "elsewhere").rename(tmp_path / "out")
    assert dict(process(tmp_path).outcomes) == {"released": 1}


@pytest.mark.parametrize("becomes", ["nothing", "another folder"])
def test_an_out_that_vanishes_during_the_run_gets_its_recordings_later(becomes: str, tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", a__json="{}")

    class Vanishing(Learnt):
        def learn(self, sidecars: Sequence[RawRecord]) -> dt.date | None:
            (tmp_path / "out").rename(tmp_path / "elsewhere")
            if becomes == "another folder":
                (tmp_path / "out").mkdir()
            return super().learn(sidecars)

    with pytest.raises(RunError, match="OUT has vanished"):
        process(tmp_path, learnt=Vanishing())
    (tmp_path / "out").mkdir(exist_ok=True)
    assert released(tmp_path) == {}
    assert dict(process(tmp_path).outcomes) == {"released": 1} and len(released(tmp_path)) == 2


def test_another_configuration_and_another_out_are_refused(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one")
    process(tmp_path)
    with pytest.raises(RunError, match="another configuration"):
        session.Session(config(tmp_path, fingerprint="other"), "all")
    (tmp_path / "out/notes.txt").write_text("x")
    with pytest.raises(RunError, match="not this run's"):
        process(tmp_path)


def test_state_and_out_name_nobody(tmp_path: Path) -> None:
    send(tmp_path, **{"Whitfield-Okafor__wav": "say Marguerite", "Whitfield-2__wav": "damaged Okafor"})
    process(tmp_path)
    for path in [*(tmp_path / "state").rglob("*"), *(tmp_path / "out").rglob("*")]:
        content = path.read_bytes() if path.is_file() else b""
        for name in ("Whitfield", "Okafor", "Marguerite"):
            assert name not in path.name and name.encode() not in content
