from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from audio.windows import Windows
from tests.unit.audio.speech import blocks


@given(st.integers(0, 90), st.integers(1, 9), st.integers(0, 9), st.lists(st.integers(1, 40), min_size=1, max_size=5))
def test_windows_are_those_of_the_stream_whatever_its_blocks(
    length: int, hop: int, overlap: int, sizes: list[int]
) -> None:
    samples = np.arange(1, length + 1, dtype=np.float32) / 100
    windows = Windows(hop + overlap, hop)
    found = [window for block in blocks(samples, sizes) for window in windows.feed(block)] + list(windows.finish())
    padded = np.pad(samples, (0, hop + overlap))
    assert [list(window) for window in found] == [
        list(padded[start : start + hop + overlap]) for start in range(0, length, hop)
    ]
    assert windows.received == length


def test_samples_that_are_no_number_are_silent_and_loud_ones_cut() -> None:
    [window] = Windows(5, 5).feed(np.array([np.nan, np.inf, -np.inf, 7.5, -0.5], np.float32))
    assert list(window) == [0.0, 1.0, -1.0, 1.0, -0.5]
