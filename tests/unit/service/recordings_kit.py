"""Recordings of a scripted recogniser under a home: with sound, without, with words like markup, and held ones."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from redactor.assemble import hearing, recordings
from redactor.assemble.engines import approved_profile
from redactor.policy.profiles import ReleaseVoice
from redactor.run.recordings import jobs, workers
from tests.conftest import Command
from tests.unit.audio.scripted import LoudVoice, Scripted, lines

SAID = 'hello Tarquil Vexholm is <script>alert(1)</script> fine today and "takes" two&amp; tablets'
FRIENDLY = "good morning Tarquil Vexholm please take two tablets after breakfast"
NAMES = ("Tarquil", "Vexholm", "c-77")


def make(folder: Path, env: dict[str, str], called: Command, said: str = SAID) -> None:
    """Run `redactor audio` over `in` into `out` with sound, and into `out-text` without. said: in the recording."""
    with pytest.MonkeyPatch.context() as patched:
        forked = SimpleNamespace(get_context=lambda _: multiprocessing.get_context("fork"))
        patched.setattr(workers, "multiprocessing", forked)
        for module in (jobs, workers):
            patched.setattr(module, "pickle", SimpleNamespace(dumps=lambda build: build, loads=lambda build: build))
        scripted = Scripted(lines(said))
        patched.setattr(recordings, "open_recognizer", lambda *_: scripted)
        patched.setattr(hearing, "VoiceDetector", LoudVoice)
        voice = ReleaseVoice("the board", "consent of all who speak")
        patched.setattr(recordings, "approved_profile", lambda *a: replace(approved_profile(*a), release_voice=voice))
        (folder / "in").mkdir(parents=True)
        path = scripted.record(folder / "in", 6.0).rename(folder / "in" / "Vexholm.wav")
        sidecar = {"recording_id": "c-77", "patient_id": "p1", "patient_name": "Tarquil Vexholm", "date": "2026-03-04"}
        path.with_suffix(".json").write_text(json.dumps(sidecar))
        (folder / "in" / "broken-Vexholm.wav").write_bytes(b"RIFF no sound")
        for out, more in (("out", ()), ("out-text", ("--transcript-only",))):
            done = called("audio", folder / "in", folder / out, "--json", *more, env=env)
            assert done.returncode == 1, done.stderr
            assert json.loads(done.stdout)["outcomes"] == {"quarantined": 1, "released": 1}
