from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audio.intervals import samples as in_samples
from audio.tones import Tone, Tones
from audio.words import RATE, Samples
from tests.each_row import each_row
from tests.unit.audio.speech import blocks, load, recordings

KEYS = "123A456B789C*0#D"
LOW, HIGH = (697, 770, 852, 941), (1209, 1336, 1477, 1633)


def tone(key: str, seconds: float, off: float = 0.0, high: float = 1.0) -> Samples:
    time = np.arange(in_samples(seconds)) / RATE
    row, column = divmod(KEYS.index(key), 4)
    first = np.sin(2 * np.pi * LOW[row] * (1 + off) * time)
    second = np.sin(2 * np.pi * HIGH[column] * (1 + off) * time)
    return (0.1 * first + 0.1 * high * second).astype(np.float32)


def dialled(keys: str, seconds: float = 0.07, pause: float = 0.07, off: float = 0.0, high: float = 1.0) -> Samples:
    silence = np.zeros(in_samples(pause), np.float32)
    return np.concatenate([silence, *(part for key in keys for part in (tone(key, seconds, off, high), silence))])


def noisy(samples: Samples, decibels: float) -> Samples:
    """White noise, that many decibels under the tones."""
    noise = np.random.default_rng(7).normal(0, 0.1 * 10 ** (-decibels / 20), len(samples))
    return (samples + noise).astype(np.float32)


def heard(samples: Samples, sizes: tuple[int, ...] = (RATE,)) -> list[Tone]:
    tones = Tones()
    for block in blocks(samples, sizes):
        tones.feed(block)
    return tones.finish()


@each_row("decibels", [60, 20, 10, 6, 3, 0])
def test_every_key_is_heard_in_noise(decibels: float) -> None:
    assert "".join(tone.key for tone in heard(noisy(dialled(KEYS), decibels))) == KEYS


@each_row("off", [-0.018, -0.015, 0.015, 0.018])
def test_every_key_is_heard_off_its_frequency(off: float) -> None:
    assert "".join(tone.key for tone in heard(noisy(dialled(KEYS, off=off), 10))) == KEYS


@pytest.mark.parametrize("high", [0.4, 2.5])
def test_one_frequency_may_be_stronger(high: float) -> None:
    assert "".join(tone.key for tone in heard(noisy(dialled(KEYS, high=high), 20))) == KEYS


def test_the_shortest_tones_are_heard() -> None:
    assert "".join(tone.key for tone in heard(dialled(KEYS, seconds=0.04, pause=0.04))) == KEYS


def test_clipped_tones_are_heard() -> None:
    assert "".join(tone.key for tone in heard(np.clip(dialled(KEYS) * 8, -0.5, 0.5))) == KEYS


def test_quiet_tones_are_heard() -> None:
    assert "".join(tone.key for tone in heard(dialled(KEYS) * np.float32(0.02))) == KEYS


def test_the_time_of_a_tone_covers_it() -> None:
    found = heard(dialled("50", seconds=0.1, pause=0.2))
    for index, tone_found in enumerate(found):
        start = in_samples(0.2 + index * 0.3)
        assert start - in_samples(0.03) <= tone_found.start <= start
        assert start + in_samples(0.1) <= tone_found.end <= start + in_samples(0.13)


def test_a_key_pressed_twice_is_two_tones() -> None:
    assert [tone.key for tone in heard(dialled("55"))] == ["5", "5"]


def test_one_frequency_alone_noise_and_silence_are_no_tones() -> None:
    time = np.arange(RATE) / RATE
    for samples in (
        np.sin(2 * np.pi * 770 * time) / 4,
        np.sin(2 * np.pi * 350 * time) / 4 + np.sin(2 * np.pi * 440 * time) / 4,
        np.random.default_rng(0).normal(0, 0.1, 4 * RATE),
        np.zeros(RATE),
        np.zeros(0),
    ):
        assert heard(samples.astype(np.float32)) == []


@pytest.mark.skipif(not recordings(), reason="the recordings of real speech are not here")
def test_real_speech_holds_no_tone() -> None:
    """At every position of the frames."""
    recorded = [load(path) for path in recordings()]
    assert [tone for shift in range(0, 160, 32) for samples in recorded for tone in heard(samples[shift:])] == []


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(1, 40_000), min_size=1, max_size=4))
def test_blocks_of_any_sizes_give_the_same_tones(sizes: list[int]) -> None:
    samples = noisy(dialled(KEYS * 2), 3)
    assert heard(samples, tuple(max(size, 50) for size in sizes)) == heard(samples)


def test_a_bad_sample_hides_no_later_tone() -> None:
    samples = dialled(KEYS)
    samples[5] = np.nan
    assert "".join(tone.key for tone in heard(samples)) == KEYS
