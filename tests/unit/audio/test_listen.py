"""What listening tells of a recording beside its words."""

from __future__ import annotations

import resource
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from audio.decode import Decoder
from audio.listen import Alike, listen
from audio.steps import decode_heard, encode_heard
from audio.words import Language, Samples, Word
from redactor.errors import DamagedMediaError, DiskFullError
from tests.unit.audio.scripted import Scripted, lines, options
from tests.unit.audio.sound_kit import Format, speech_like, write


class Polyglot(Scripted):
    def hear(self, samples: Samples) -> list[Word]:
        words = super().hear(samples)
        return [replace(word, language=Language("es" if word.text == "hola" else "en", 0.8)) for word in words]


def test_the_language_is_that_of_most_words(tmp_path: Path) -> None:
    script = Polyglot(lines("hola good morning sir"))
    heard = listen(script.record(tmp_path, 4.0), script, options())
    assert heard.language == "en"
    assert heard.language_probability == pytest.approx(0.6)
    assert decode_heard(encode_heard(heard)) == heard


def alike(sound: np.ndarray) -> list[tuple[int, ...]]:
    channels = Alike(len(sound))
    for part in np.array_split(sound.astype(np.float32), 5, axis=1):
        channels.feed(part)
    return channels.groups()


def test_channels_are_alike_up_to_loudness_and_sign() -> None:
    one, two = speech_like(8000, 2, 2.0)
    silent = np.zeros_like(one)
    assert alike(np.stack([one, one])) == [(0, 1)]
    assert alike(np.stack([one, -0.5 * one])) == [(0, 1)]
    assert alike(np.stack([one, silent])) == [(0, 1)]
    assert alike(np.stack([silent, one])) == [(0,), (1,)]
    assert alike(np.stack([one, two])) == [(0,), (1,)]
    assert alike(np.stack([one, two, one, two])) == [(0, 2), (1, 3)]
    assert alike(np.stack([one, one + 0.02 * two])) == [(0,), (1,)]
    assert alike(np.stack([0.05 * one, one])) == [(0,), (1,)], "too faint on the first"
    late = np.concatenate([silent[: len(one) * 4 // 5], two[len(one) * 4 // 5 :]])
    assert alike(np.stack([one, one + late])) == [(0,), (1,)], "another voice at the end alone"


def record(folder: Path, name: str, *channels: np.ndarray) -> Path:
    fmt = Format(".wav", "wav", "pcm_s16le", "s16", 16000, len(channels))
    return write(folder / f"{name}.wav", fmt, np.stack(channels))


def test_each_channel_that_differs_is_heard_as_if_alone(tmp_path: Path) -> None:
    script = Scripted([*lines("good morning sir"), *lines("yes doctor", 2.5, channel=1)])
    one, two = script.sound(4.0, channels=2)
    alone = [listen(record(tmp_path, f"alone{i}", own), script, options()) for i, own in enumerate((one, two))]
    together = listen(record(tmp_path, "together", one, two), script, options())
    assert [own.channels for own in together.voices] == [(0,), (1,)]
    for own, heard in zip(together.voices, alone, strict=True):
        assert (own.words, own.voice, own.tones) == (
            heard.voices[0].words,
            heard.voices[0].voice,
            heard.voices[0].tones,
        )


def test_channels_that_are_alike_are_decoded_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passes = []

    def counted(path: Path) -> Decoder:
        passes.append(path)
        return Decoder(path)

    monkeypatch.setattr("audio.listen.Decoder", counted)
    script = Scripted(lines("good morning sir"))
    (one,) = script.sound(4.0)
    heard = listen(record(tmp_path, "two", one, 0.5 * one), script, options())
    assert [own.channels for own in heard.voices] == [(0, 1)]
    assert len(passes) == 1


def test_decoded_sound_lies_in_a_file_without_a_name(tmp_path: Path) -> None:
    scratch = tmp_path / "state"
    scratch.mkdir()
    held: list[int] = []

    class Looking(Scripted):
        def hear(self, samples: Samples) -> list[Word]:
            assert list(scratch.iterdir()) == []
            links = [link for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]
            held.extend(link.stat().st_size for link in links if scratch in link.readlink().parents)
            return super().hear(samples)

    script = Looking(lines("good morning sir"))
    listen(script.record(tmp_path, 4.0), script, replace(options(), scratch=scratch))
    assert held == [4 * 16000 * 4] and list(scratch.iterdir()) == []


def test_a_disk_without_room_for_decoded_sound_is_told_before_it_is_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Scripted(lines("good morning sir"))
    path = script.record(tmp_path, 4.0)
    monkeypatch.setattr("audio.listen.shutil.disk_usage", lambda _: SimpleNamespace(free=4 * 16000 * 4 - 1))
    with pytest.raises(DiskFullError, match="free disk"):
        listen(path, script, options())
    assert script.chunks == []


def test_a_disk_that_fills_with_decoded_sound_is_told(tmp_path: Path) -> None:
    script = Scripted(lines("good morning sir"))
    path = script.record(tmp_path, 4.0)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(DiskFullError):
            listen(path, script, options())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_recording_that_changes_between_the_passes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Scripted([*lines("good morning sir"), *lines("yes doctor", 2.5, channel=1)])
    one, two = script.sound(4.0, channels=2)
    paths = iter([record(tmp_path, "whole", one, two), record(tmp_path, "shorter", one[:48000], two[:48000])])
    monkeypatch.setattr("audio.listen.Decoder", lambda _: Decoder(next(paths)))
    with pytest.raises(DamagedMediaError):
        listen(tmp_path / "whole.wav", script, options())
