"""How loud a recording is over its length, for a drawing of it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from audio.decode import Decoded, Decoder, as_float

PARTS = 1200


def survey_with_envelope(path: Path) -> tuple[Decoded, tuple[float, ...]]:
    """Decode all of `path`. The second value is the greatest level on any channel in each of at most `PARTS` parts of
    nearly equal length, in [0, 1] with three decimals.

    The length is known at the end alone. Until then a level is kept for each tenth of a block, of about a second.
    """
    levels: list[float] = []
    decoder = Decoder(path)
    for block in decoder:
        loudest = np.abs(as_float(block.pcm)).max(axis=0)
        levels.extend(float(part.max()) for part in np.array_split(loudest, min(10, loudest.size)) if part.size)
    assert decoder.result is not None
    bounds = np.linspace(0, len(levels), min(PARTS, len(levels)) + 1).astype(int)
    return decoder.result, tuple(round(max(levels[first:last]), 3) for first, last in pairwise(bounds.tolist()))
