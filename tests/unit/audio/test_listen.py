"""What listening tells of a recording beside its words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from audio.alike import Alike
from audio.heard import decode, encode
from audio.listen import listen
from audio.words import Language, Samples, Word
from tests.unit.audio.scripted import Scripted, lines, options
from tests.unit.audio.sound_kit import speech_like


class Polyglot(Scripted):
    def hear(self, samples: Samples) -> list[Word]:
        words = super().hear(samples)
        return [replace(word, language=Language("es" if word.text == "hola" else "en", 0.8)) for word in words]


def test_the_language_is_that_of_most_words(tmp_path: Path) -> None:
    script = Polyglot(lines("hola good morning sir"))
    heard = listen(script.record(tmp_path, 4.0), script, options())
    assert heard.language == "en"
    assert heard.language_probability == pytest.approx(0.6)
    assert decode(encode(heard)) == heard


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
