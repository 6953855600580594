"""The proof fails where a span can still be heard, whoever wrote the file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt
import pytest

from audio.proof import prove
from audio.rewrite import Filling, rewrite
from redactor.errors import MediaError, UnverifiedError
from tests.unit.audio.sound_kit import FORMATS, make, sound_of, speech_like, survey, write

SPANS = [(1.0, 1.5), (2.0, 2.3)]
SECONDS = 2.5
Sound = npt.NDArray[np.float64]


def muted(sound: Sound, rate: int) -> Sound:
    result = sound.copy()
    for start, end in SPANS:
        result[:, int(start * rate) : int(np.ceil(end * rate))] = 0
    return result


def whole(sound: Sound, rate: int) -> Sound:
    return sound


def one_channel(sound: Sound, rate: int) -> Sound:
    return np.concatenate([muted(sound, rate)[:-1], sound[-1:]])


def one_span(sound: Sound, rate: int) -> Sound:
    result = muted(sound, rate)
    result[:, 2 * rate :] = sound[:, 2 * rate :]
    return result


def late(sound: Sound, rate: int) -> Sound:
    """Muted 0.2 s too late, as by an encoder's delay."""
    return np.where(np.roll(muted(np.ones_like(sound), rate), rate // 5, axis=1) > 0, sound, 0)


def a_syllable_left(sound: Sound, rate: int) -> Sound:
    result = muted(sound, rate)
    result[:, int(1.2 * rate) : int(1.28 * rate)] = sound[:, int(1.2 * rate) : int(1.28 * rate)]
    return result


def softer(sound: Sound, rate: int) -> Sound:
    """Turned down by 46 dB: under the level that is allowed, and still to be understood."""
    silent = muted(np.ones_like(sound), rate) == 0
    return np.where(silent, sound * 0.005, sound)


def shorter(sound: Sound, rate: int) -> Sound:
    return muted(sound, rate)[:, : -rate // 4]


def longer(sound: Sound, rate: int) -> Sound:
    return np.concatenate([muted(sound, rate), sound[:, :rate]], axis=1)


@cache
def _wrong(name: str, wrong: Callable[[Sound, int], Sound]) -> bytes:
    fmt = FORMATS[name]
    with TemporaryDirectory() as folder:
        sound = wrong(speech_like(fmt.rate, fmt.channels, SECONDS), fmt.rate)
        return write(Path(folder) / "written", fmt, sound).read_bytes()


@pytest.mark.parametrize(
    ("name", "filling"),
    [*((name, Filling.SILENCE) for name in ("pcm16", "mp3", "webm")), ("mp3", Filling.TONE)],
)
@pytest.mark.parametrize("wrong", [whole, one_channel, one_span, late, a_syllable_left, softer, shorter, longer])
def test_wrong_sound_fails(tmp_path: Path, name: str, wrong: Callable[[Sound, int], Sound], filling: Filling) -> None:
    source = make(tmp_path, name, SECONDS)
    written = tmp_path / "written"
    written.write_bytes(_wrong(name, wrong))
    with pytest.raises(UnverifiedError) as caught:
        prove(source, written, survey(source), SPANS, filling)
    assert caught.value.code == "unverified"


@pytest.mark.parametrize("name", ["mp3", "opus", "aac", "webm"])
def test_muted_sound_beside_loud_sound_passes(tmp_path: Path, name: str) -> None:
    fmt = FORMATS[name]
    sound = np.clip(speech_like(fmt.rate, fmt.channels, SECONDS) * 4, -1, 1)
    source = write(tmp_path / "source", fmt, sound)
    out = tmp_path / "out"
    rewrite(source, out, survey(source), SPANS)
    assert prove(source, out, survey(source), SPANS).loudest < 0.01


def test_a_changed_sample_outside_of_the_spans_fails(tmp_path: Path) -> None:
    source = make(tmp_path, "flac", seconds=SECONDS)
    sound = muted(sound_of(source).astype(np.float64), 44100)
    sound[1, 5] += 1 / 32768
    written = write(tmp_path / "written", FORMATS["flac"], sound * 32768 / 32767)
    with pytest.raises(UnverifiedError):
        prove(source, written, survey(source), SPANS)


def test_copied_packets_fail(tmp_path: Path) -> None:
    source = make(tmp_path, "mp3", seconds=SECONDS)
    with pytest.raises(UnverifiedError):
        prove(source, source, survey(source), SPANS)


@pytest.mark.parametrize("name", ["pcm16", "flac", "mp3", "aac", "opus", "webm"])
@pytest.mark.parametrize("key", ["title", "comment", "artist"])
def test_tags_fail(tmp_path: Path, name: str, key: str) -> None:
    fmt = FORMATS[name]
    source = make(tmp_path, name, 0.5)
    sound = speech_like(fmt.rate, fmt.channels, 0.5).copy()
    sound[:, fmt.rate // 5 : fmt.rate // 4] = 0
    written = write(tmp_path / "written", fmt, sound, {key: "Zebulon Quist"})
    with pytest.raises(UnverifiedError, match="tags"):
        prove(source, written, survey(source), [(0.2, 0.25)])


def test_a_damaged_result_fails(tmp_path: Path) -> None:
    source = make(tmp_path, "mp3", seconds=SECONDS)
    out = tmp_path / "out"
    rewrite(source, out, survey(source), SPANS)
    out.write_bytes(out.read_bytes()[: -out.stat().st_size // 3])
    with pytest.raises(MediaError):
        prove(source, out, survey(source), SPANS)
