"""`redactor audio` over speech that is recognised for real: what was planted is nowhere but in what came in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audio.decode import Decoder, as_16khz_mono
from audio.media import probe
from audio.sphinx import SphinxRecognizer
from audio.words import RATE
from redactor.assemble import recordings
from redactor.assemble.engines import approved_profile
from redactor.policy.profiles import ReleaseVoice
from tests.audio.kit.voices import say
from tests.conftest import Command
from tests.unit.audio.sound_kit import FORMATS, Format, write

_LINES = (
    ("rms", "good morning can you tell me your full name please"),
    ("slt", "I am Margaret Harper and I live with my sister"),
    ("rms", "do you take any medicine for your blood pressure"),
    ("slt", "yes I take one small white pill every morning"),
)
_PLANTED = ("margaret", "harper", "tarquil", "vexholm", "mrn-4711", "quentin")
_SIDECAR = {
    "recording_id": "call-mrn-4711",
    "patient_id": "mrn-4711",
    "patient_name": "Margaret Harper",
    "date": "2026-03-04",
}


def _speech() -> np.ndarray:
    pause = np.zeros(RATE * 7 // 10, np.float32)
    parts = [part for voice, text in _LINES for part in (say(voice, text).samples, pause)]
    sound = np.concatenate([pause, *parts])
    return (sound + 0.0005 * np.random.default_rng(1).standard_normal(len(sound)))[None]


@pytest.fixture
def voices_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    voice = ReleaseVoice("the board", "consent of all who speak")
    monkeypatch.setattr(recordings, "approved_profile", lambda *a: replace(approved_profile(*a), release_voice=voice))


def _files(*folders: Path) -> Iterator[Path]:
    return (path for folder in folders for path in folder.rglob("*"))


def _traces(content: bytes) -> list[str]:
    """The planted names in these bytes, however text is encoded in containers."""
    lower = content.lower()
    forms = {name: [name.encode(form) for form in ("utf-8", "utf-16-le", "utf-16-be")] for name in _PLANTED}
    return [name for name, written in forms.items() if any(form in lower for form in written)]


def _heard(path: Path) -> list[str]:
    sound = np.concatenate(list(as_16khz_mono(Decoder(path), probe(path))))
    return [word.text for word in SphinxRecognizer().hear(sound)]


@pytest.mark.usefixtures("voices_leave")
def test_what_was_planted_is_found_nowhere(tmp_path: Path, keyring_path: Path, in_process: Command) -> None:
    source, out, state, home = (tmp_path / name for name in ("in", "out", "state", "home"))
    source.mkdir()
    sound = _speech()
    wav = write(source / "Tarquil Vexholm.wav", Format(".wav", "wav", "pcm_s16le", "s16", RATE, 1), sound)
    wav.with_suffix(".json").write_text(json.dumps(_SIDECAR))
    tags = {"title": "Tarquil Vexholm", "artist": "Quentin", "comment": "Margaret Harper"}
    write(source / "Quentin.mp3", FORMATS["mp3"], np.repeat(sound, 2, axis=0), tags)
    (source / "Vexholm.wav").write_bytes(wav.read_bytes()[: wav.stat().st_size // 2])
    (source / "Harper.mp3").write_text("Margaret Harper called")
    assert {"margaret", "harper"} <= set(_heard(wav))

    folders = (source, out, "--state", state)
    env = {
        "REDACTOR_KEYRING": str(keyring_path),
        "REDACTOR_HOME": str(home),
        "REDACTOR_AUDIO__MODEL": "pocketsphinx",
        "REDACTOR_AUDIO__ALLOW_DEMO_ASR": "true",
    }
    done = in_process("audio", *folders, "--json", env=env)
    summary: dict[str, Any] = json.loads(done.stdout)
    assert summary["outcomes"] == {"released": 2, "quarantined": 2}, done.stderr
    assert not _traces((done.stdout + done.stderr).encode())
    suffixes = {path.suffix for path in _files(out)}
    assert {".wav", ".mp3", ".vtt", ".srt", ".json", ".svg"} <= suffixes
    for path in _files(out, state, home):
        assert not _traces(str(path.relative_to(tmp_path)).encode()), path
        if path.is_file():
            assert not _traces(path.read_bytes()), path
    for path in [*out.glob("*/sound.wav"), *out.glob("*/sound.mp3")]:
        left = _heard(path)
        assert {"margaret", "harper"}.isdisjoint(left)
        assert {"morning", "pressure"} <= set(left)
