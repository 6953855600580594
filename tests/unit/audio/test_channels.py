from __future__ import annotations

import numpy as np
import pytest

from audio.channels import ChannelComparison
from audio.words import Samples

RANDOM = np.random.default_rng(5)


def voice(level: float = 0.2) -> Samples:
    return RANDOM.normal(0, level, 20_000).astype(np.float32)


def to_hear(*channels: Samples, size: int = 3000) -> list[int]:
    comparison = ChannelComparison(len(channels))
    sound = np.stack(channels)
    for start in range(0, sound.shape[1], size):
        comparison.feed(sound[:, start : start + size])
    return comparison.to_hear()


ONE, OTHER = voice(), voice()
SILENCE = np.zeros_like(ONE)


@pytest.mark.parametrize(
    ("channels", "heard"),
    [
        ((ONE,), [0]),
        ((ONE, ONE), [0]),
        ((ONE, -ONE), [0]),
        ((ONE, OTHER), [0, 1]),
        ((ONE, OTHER, -OTHER, ONE), [0, 1]),
        ((SILENCE, ONE), [1]),
        ((ONE, SILENCE), [0]),
        ((SILENCE, SILENCE), [0]),
        ((SILENCE, ONE, -ONE), [1]),
        ((ONE, ONE * np.float32(0.5)), [0, 1]),
        ((ONE, ONE + np.float32(1e-5)), [0]),
    ],
)
def test_which_channels_are_heard(channels: tuple[Samples, ...], heard: list[int]) -> None:
    assert to_hear(*channels) == heard
    assert to_hear(*channels, size=20_000) == heard


def test_a_quiet_voice_in_one_channel_alone_makes_both_heard() -> None:
    late = np.zeros_like(ONE)
    late[15_000:16_000] = voice(0.001)[:1000]
    assert to_hear(ONE, ONE + late) == [0, 1]
    assert to_hear(-ONE, ONE + late) == [0, 1]


def test_no_samples_make_no_difference() -> None:
    comparison = ChannelComparison(2)
    comparison.feed(np.zeros((2, 0), np.float32))
    assert comparison.to_hear() == [0]
