"""Guards of what docs/audio.md reports, on few dialogues: PHI whose words are known is muted from end to end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from audio.decode import Decoder, as_16khz_mono
from audio.intervals import Coverage, samples, without
from audio.media import probe
from audio.proof import LOUDEST, prove
from audio.redact import find, listen
from audio.rewrite import rewrite
from audio.sphinx import SphinxRecognizer
from audio.steps import Found, Heard, Options
from audio.vad import VoiceDetector
from redactor.evaluate.audio import EDGE_TOLERANCE, GoldPassage, GoldRecording
from redactor.evaluate.audio_set import redact_by_gold
from tests.audio.kit.dialogues import Scene, dialogue, scenes
from tests.unit.audio.sound_kit import FORMATS, Format

_FLAC = Format(".flac", "flac", "flac", "s16", 16000, 1)


@cache
def _recognizer() -> SphinxRecognizer:
    return SphinxRecognizer()


@cache
def _options() -> Options:
    return Options(VoiceDetector())


def _redacted(path: Path, gold: GoldRecording) -> tuple[Heard, Found]:
    heard = listen(path, _recognizer(), _options())
    return heard, find(heard, partial(redact_by_gold, gold=gold), _options())


def _whole(passages: Iterable[GoldPassage], found: Found) -> list[bool]:
    """For each passage whether it is muted from end to end, but for 10 ms at each edge."""
    muted = Coverage((samples(start), samples(end)) for start, end in found.muted)
    inside = [(samples(passage.start) + EDGE_TOLERANCE, samples(passage.end) - EDGE_TOLERANCE) for passage in passages]
    return [muted.held(time) == time[1] - time[0] for time in inside]


def _measured(folder: Path, made: Sequence[Scene]) -> list[tuple[str, bool]]:
    """The condition of each passage, and whether it is muted from end to end."""
    measured: list[tuple[str, bool]] = []
    for scene in made:
        recording = dialogue(scene)
        _, found = _redacted(recording.write(folder, str(scene.seed), _FLAC), recording.gold)
        passages = recording.gold.phi
        measured += zip((passage.condition for passage in passages), _whole(passages, found), strict=True)
    return measured


def _least(aim: float, passages: int) -> int:
    """How many passages must be muted in whole: one may be missed by chance."""
    return int(np.ceil(aim * passages)) - 1


def test_passages_that_are_known_are_muted_from_end_to_end(tmp_path: Path) -> None:
    whole = [whole for _, whole in _measured(tmp_path, scenes((400, 401), asked=4, talk=2))]
    assert len(whole) >= 12
    assert sum(whole) >= _least(0.97, len(whole))


def test_passages_under_noise_as_loud_as_speech_are_muted_from_end_to_end(tmp_path: Path) -> None:
    measured = _measured(tmp_path, scenes((402, 403), asked=4, talk=2, bursts=0.4))
    noisy = [whole for condition, whole in measured if condition == "burst"]
    whole = [whole for _, whole in measured]
    assert len(noisy) >= 4
    assert sum(noisy) >= _least(0.90, len(noisy))
    assert sum(whole) >= _least(0.90, len(whole))


_PHRASES = {
    "at -50 dB": (Scene(7, asked=1, talk=1, quiet=1.0), _FLAC),
    "telephone keys": (Scene(8, asked=1, talk=1, keys="5550142239"), _FLAC),
    "while another speaks": (Scene(9, asked=1, talk=1, overlap=1.0), _FLAC),
    "8 kHz mu-law": (Scene(10, asked=1, talk=1), FORMATS["mulaw"]),
    "on one of two channels": (Scene(11, asked=1, talk=1, channels=2), FORMATS["pcm16"]),
    "MP3": (Scene(12, asked=1, talk=1), FORMATS["mp3"]),
}


@pytest.mark.parametrize("name", _PHRASES)
def test_nothing_sounds_where_phi_was_spoken(tmp_path: Path, name: str) -> None:
    """On every channel of the file that was written; elsewhere something still does."""
    scene, fmt = _PHRASES[name]
    made = dialogue(scene)
    path = made.write(tmp_path, "call", fmt)
    heard, found = _redacted(path, made.gold)
    out = tmp_path / "out"
    rewrite(path, out, heard.decoded, found.muted)
    prove(path, out, heard.decoded, found.muted)
    assert all(_whole(made.gold.phi, found))
    loudest = LOUDEST if fmt.suffix == ".mp3" else 0.0
    for channel in range(probe(out).channels):
        sound = np.concatenate(list(as_16khz_mono(Decoder(out), probe(out), channel)))
        edge = samples(0.05)  # what follows a mute sounds in it for this long in MP3, and when it is resampled
        for passage in made.gold.phi:
            inside = sound[samples(passage.start) + edge : samples(passage.end) - edge]
            assert np.sqrt(np.mean(inside**2)) <= loudest
        muted = [(samples(start), samples(end)) for start, end in found.muted]
        assert any(np.abs(sound[start:end]).max() > 0.02 for start, end in without([(0, len(sound))], muted))
