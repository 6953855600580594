"""Recordings dropped into a folder, with their sidecars, and a watcher that is stopped."""

from __future__ import annotations

import datetime as dt
import json
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from redactor.run.contracts import RawRecord
from redactor.run.dropfolder import DropFolder
from redactor.run.recordings import session
from redactor.run.recordings import watch as watch_module
from redactor.run.recordings.jobs import Job, Result
from redactor.run.recordings.watch import Status, WatchOptions, watch
from redactor.run.recordings.workers import NoteStep, Take, Workers
from redactor.run.state.recording_journal import RecordingJournal
from tests.unit.run.recordings_kit import Learnt, callbacks, config, heard, released, send


class _Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def _watch(folder: Path, rounds: int = 4, sidecar_seconds: float = 20, learnt: Learnt | None = None) -> list[Status]:
    """Watch for some rounds, of ten seconds each."""
    clock, told = _Clock(), list[Status]()

    def is_over(_: Status) -> bool:
        clock.now += 10
        return clock.now >= 10 * rounds

    options = WatchOptions(5, sidecar_seconds, clock)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DropFolder, "wait", lambda self, seconds: None)
        watch(folder / "in", config(folder), callbacks(folder, learnt), 1, options, told.append, is_over)
    return told


def _in(folder: Path, place: str) -> list[str]:
    """Names of the files in done/, failed/ or processing/."""
    return sorted(p.name for p in (folder / "in" / place).glob("*/**/*") if p.is_file())


def test_a_recording_is_processed_with_the_sidecar_that_comes_later(tmp_path: Path) -> None:
    send(tmp_path, call__wav="say one")
    _watch(tmp_path, rounds=2, sidecar_seconds=60)
    assert heard(tmp_path) == [] and _in(tmp_path, "processing") == ["call.wav"]
    send(tmp_path, call__json='{"id": "visit-7"}')
    learnt = Learnt()
    told = _watch(tmp_path, sidecar_seconds=60, learnt=learnt)
    assert _in(tmp_path, "done") == ["call.json", "call.wav"] and learnt.sidecars == [b'{"id": "visit-7"}']
    assert told[-1] == Status({"released": 1}, 0, 0, 0)
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert manifest["known_values"] == "seen" and len(manifest["files"]) == 2


def test_a_recording_with_two_sidecars_is_held(tmp_path: Path) -> None:
    send(tmp_path, call__wav="say one", call__json='{"patient": "p1"}')
    (tmp_path / "in" / "call.wav.json").write_text("{}")
    told = _watch(tmp_path)
    assert heard(tmp_path) == [] and told[-1].outcomes == {"quarantined": 1}


def test_a_recording_waits_no_longer_than_that_for_its_sidecar(tmp_path: Path) -> None:
    send(tmp_path, call__wav="say one")
    _watch(tmp_path, rounds=6, sidecar_seconds=20)
    assert _in(tmp_path, "done") == ["call.wav"]


def test_a_sidecar_without_a_recording_waits_and_is_told(tmp_path: Path) -> None:
    send(tmp_path, call__json="{}")
    told = _watch(tmp_path)
    assert told[-1] == Status({}, 0, 1, 0) and _in(tmp_path, "processing") == ["call.json"]
    send(tmp_path, call__wav="say one")
    assert _watch(tmp_path)[-1].sidecars == 0 and _in(tmp_path, "done") == ["call.json", "call.wav"]


def test_what_is_no_file_or_has_a_temporary_name_is_passed_over(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", b__wav__part="say", __DS_Store="x")
    os.mkfifo(tmp_path / "in/pipe.wav")
    (tmp_path / "in/link.wav").symlink_to(tmp_path / "in/.DS_Store")
    assert _watch(tmp_path)[-1] == Status({"released": 1}, 0, 0, 0, 4)


def test_equal_sidecars_of_two_recordings_go_with_each(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", a__json="{}", b__wav="say two", b__json="{}")
    learnt = Learnt()
    _watch(tmp_path, learnt=learnt)
    assert _in(tmp_path, "done") == ["a.json", "a.wav", "b.json", "b.wav"] and len(learnt.sidecars) == 2


def test_what_is_held_goes_to_failed_and_can_be_dropped_again(tmp_path: Path) -> None:
    send(tmp_path, a__wav="damaged one", b__wav="say two")
    _watch(tmp_path)
    assert _in(tmp_path, "failed") == ["a.wav"] and _in(tmp_path, "done") == ["b.wav"]
    (reason,) = (tmp_path / "in/failed").glob("*.json")
    assert json.loads(reason.read_text())["reason"] == "damaged-media"
    (failed,) = (tmp_path / "in/failed").glob("*/a.wav")
    failed.rename(tmp_path / "in/a.wav")
    assert _watch(tmp_path)[-1].outcomes == {"quarantined": 1, "released": 1}
    assert heard(tmp_path) == ["one", "one", "two"]


def _all_at_once(self: Workers, take: Take, note: NoteStep, *, alone: bool = False) -> Iterator[tuple[Job, Result]]:
    """As several processes have several recordings at a time."""
    for job in list(iter(take, None)):
        yield job, self._processes[0]._build().process(job, partial(note, job), lambda seconds: None)


def test_each_of_two_recordings_of_one_name_is_moved_by_its_own_outcome(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(tmp_path, call__wav="say one")
    _watch(tmp_path, rounds=2, sidecar_seconds=60)
    send(tmp_path, call__wav="damaged two")
    monkeypatch.setattr(Workers, "run", _all_at_once)
    told = _watch(tmp_path, rounds=10)
    assert told[-1] == Status({"quarantined": 1, "released": 1}, 0, 0, 0)
    contents = [next((tmp_path / "in" / place).glob("*/call.wav")).read_text() for place in ("done", "failed")]
    assert contents == ["say one", "damaged two"]


def test_a_second_pair_of_one_name_waits_until_the_first_has_left(tmp_path: Path) -> None:
    send(tmp_path, call__wav="say one", call__json='{"patient": "p1"}')

    class Resent(Learnt):
        """While the first recording is heard, the same names come again, for another patient."""

        def learn(self, sidecars: Sequence[RawRecord]) -> dt.date | None:
            if not self.sidecars:
                send(tmp_path, call__wav="say two", call__json='{"patient": "p2"}')
            return super().learn(sidecars)

    learnt = Resent()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(watch_module, "_BUSY_RESCAN_SECONDS", -1.0)
        told = _watch(tmp_path, rounds=8, learnt=learnt)
    assert told[-1] == Status({"released": 2}, 0, 0, 0)
    assert learnt.sidecars == [b'{"patient": "p1"}', b'{"patient": "p2"}']
    assert _in(tmp_path, "done") == ["call.json", "call.json", "call.wav", "call.wav"]


@pytest.mark.parametrize("word", ["one", "two", "three", "four"])  # folders in processing/ have names by content
def test_recordings_of_one_name_keep_their_order_over_a_restart(tmp_path: Path, word: str) -> None:
    for content in (f"say {word}", f"say {word} again"):
        send(tmp_path, call__wav=content)
        _watch(tmp_path, sidecar_seconds=600)
    send(tmp_path, call__json="{}")
    _watch(tmp_path, sidecar_seconds=600)
    assert heard(tmp_path) == [word], "the sidecar is that of the first one"


def test_a_content_leaves_once_under_any_name(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", **{"x/b__wav": "say one"})
    told = _watch(tmp_path)
    assert told[-1].outcomes == {"duplicate": 1, "released": 1} and heard(tmp_path) == ["one"]
    assert _in(tmp_path, "done") == ["a.wav", "b.wav"]


STOPS: dict[str, tuple[object, str]] = {
    "placing": (session, "place"),
    "journaling the outcome": (RecordingJournal, "verify"),
    "journaling the place": (RecordingJournal, "place"),
    "the manifest": (session.Session, "write_manifest"),
    "finishing": (DropFolder, "finish"),
    "failing": (DropFolder, "fail"),
    "taking": (Learnt, "learn"),
}


def _stopped(call: Callable[..., object], before: bool) -> Callable[..., object]:
    def run(*args: object, **named: object) -> object:
        if not before:
            call(*args, **named)
        raise KeyboardInterrupt

    return run


@pytest.mark.parametrize("place", STOPS)
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_watcher_that_was_killed_loses_and_doubles_nothing(place: str, before: bool, tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", a__json="{}", b__wav="damaged two", c__wav="say three")
    owner, name = STOPS[place]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(owner, name, _stopped(getattr(owner, name), before))
        with pytest.raises(KeyboardInterrupt):
            _watch(tmp_path)
    told = _watch(tmp_path)
    assert told[-1] == Status({"quarantined": 1, "released": 2}, 0, 0, 0)
    assert _in(tmp_path, "done") == ["a.json", "a.wav", "c.wav"] and _in(tmp_path, "failed") == ["b.wav"]
    assert len(released(tmp_path)) == 4


def test_a_stop_ends_it_and_what_was_taken_is_taken_up_again(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one")

    def stop(self: Workers, take: Take, note: NoteStep, *, alone: bool = False) -> list[tuple[Job, Result]]:
        take()
        self._is_stopped = lambda: True
        self._check_stop()
        return []

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Workers, "run", stop)
        _watch(tmp_path, sidecar_seconds=0)
    assert released(tmp_path) == {}
    _watch(tmp_path)
    assert len(released(tmp_path)) == 2
