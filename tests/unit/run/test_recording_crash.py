"""A process that is killed at any durable step of a recording loses nothing, and what leaves leaves once."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from redactor.keys import Keyring
from redactor.run.contracts import OutputFile
from redactor.run.recordings.release import HeldRecording, release_recordings
from redactor.run.state.recording_state import RecordingState, open_recordings
from redactor.run.state.sealed_sqlite import SealedDatabase

KEYS = Keyring.generate()
SOUND, WORDS = b"sound" * 100, b"words" * 100


def go_on(state: Path) -> None:
    """Do what is left to do: one recording leaves, another is held, then released."""
    with open_recordings(state, KEYS) as s:
        for name, sound in (("a.wav", b"one"), ("b.wav", SOUND)):
            digest = hashlib.sha256(sound).hexdigest()
            row = s.journal.receive(name, digest)
            if row.outcome == "" and name == "a.wav":
                s.journal.identify(row.number, "r1", "k1", "s1")
                if s.journal.result(row.number, "heard", "v") is None:
                    s.journal.keep_result(row.number, "heard", "v", [WORDS])
                assert s.journal.result(row.number, "heard", "v") == WORDS
                s.journal.advance(row.number, "heard")
            elif row.outcome == "":
                s.journal.identify(row.number, "r2", "k2", "s2")
                s.hold(row.number, None, io.BytesIO(sound), digest, "unverified")
            if name == "a.wav":
                leave(s, row.number)
        release_recordings(s, lambda held: redact_again(s, held))


def leave(s: RecordingState, number: int) -> None:
    if s.journal.recording(number).status != "placed":
        outputs = [OutputFile(f"{number}.json", "1" * 64, 10, 1)]
        assert s.journal.verify(number, outputs)
        s.journal.place(number)


def redact_again(s: RecordingState, held: HeldRecording) -> None:
    assert held.path.read_bytes() == SOUND
    leave(s, held.number)


def killed_at(step: int, state: Path) -> bool:
    """Run in a child that is killed before its durable step of this number. False where it came to its end before."""
    child = os.fork()
    if child == 0:
        left = [step]

        def counted(real: Callable[..., Any]) -> Callable[..., Any]:
            def call(*args: Any, **kwargs: Any) -> Any:
                left[0] -= 1
                if left[0] < 0:
                    os.kill(os.getpid(), 9)
                return real(*args, **kwargs)

            return call

        code = 1
        try:
            SealedDatabase.commit = counted(SealedDatabase.commit)  # type: ignore[method-assign]
            Path.replace = counted(Path.replace)  # type: ignore[method-assign]
            Path.unlink = counted(Path.unlink)  # type: ignore[method-assign]
            go_on(state)
            code = 0
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    assert status in (0, 9), "a process that goes on after a kill must not fail"
    return status == 9


def test_whatever_step_a_kill_hits(tmp_path: Path) -> None:
    step = 0
    while killed_at(step, tmp_path / str(step)):
        state = tmp_path / str(step)
        go_on(state)
        with open_recordings(state, KEYS) as s:
            rows = [(r.number, r.status, r.outcome) for r in s.journal.recordings()]
            assert rows == [(1, "placed", "released"), (2, "placed", "released")], step
            assert [o[0] for o in s.journal.outputs()] == ["1.json", "2.json"]
            assert [h.status for h in s.quarantine.list()] == ["released"] and s.journal.held() == 0
        left = [p.name for folder in ("quarantine", "results") for p in (state / folder).iterdir()]
        assert left == [], step
        step += 1
    assert step > 12
