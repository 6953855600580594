"""Real speech for tests, and blocks of any sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from audio.words import RATE, Samples

_FOLDER = Path(__file__).parents[4] / "shared" / "data" / "audio"


def recordings() -> list[Path]:
    return sorted(path for path in _FOLDER.rglob("*") if path.suffix in {".wav", ".flac"})


def load(path: Path) -> Samples:
    av = pytest.importorskip("av")
    with av.open(str(path)) as container:
        resampler = av.AudioResampler(format="flt", layout="mono", rate=RATE)
        frames = [part for frame in container.decode(audio=0) for part in resampler.resample(frame)]
    return np.concatenate([frame.to_ndarray().reshape(-1) for frame in frames])


def speech(name: str) -> Samples:
    """The recording of that stem; skips the test where there is none."""
    found = [path for path in recordings() if path.stem == name]
    if not found:
        pytest.skip("the recordings of real speech are not here")
    return load(found[0])


def blocks(samples: Samples, sizes: Sequence[int]) -> Iterator[Samples]:
    """Cut at these sizes in turn."""
    position = turn = 0
    while position < len(samples):
        size = sizes[turn % len(sizes)]
        yield samples[position : position + size]
        position, turn = position + size, turn + 1
