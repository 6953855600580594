"""Which samples are muted, and what takes their place."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import StrEnum
from operator import itemgetter

import numpy as np

from audio.decode import Decoded, Pcm, Ranges, joined
from redactor.errors import SpanError

DAMAGE_MARGIN = 1.0
"""Seconds that are muted before and after a damaged place."""
_ROUNDING = 0.001
"""Seconds by which a span may end after the recording, since its times may come from another sampling rate."""
_TONE_LEVEL = 0.05
"""Amplitude, -26 dBFS."""


class Filling(StrEnum):
    SILENCE = "silence"
    TONE = "tone"


def muted_ranges(decoded: Decoded, spans: Sequence[tuple[float, float]]) -> Ranges:
    """The samples of `spans` (seconds, from the first sample) and of what is damaged, joined where they touch.

    Raises SpanError for a span that does not lie within the recording: a span that mutes nothing must not pass.
    """
    rate, length = decoded.recording.rate, decoded.samples
    ranges = []
    for start, end in spans:
        if not (math.isfinite(start) and math.isfinite(end) and 0 <= start < end <= decoded.seconds + _ROUNDING):
            raise SpanError("a span to be muted does not lie within the recording")
        first, last = math.floor(start * rate), min(math.ceil(end * rate), length)
        if first >= last:
            raise SpanError("a span to be muted does not lie within the recording")
        ranges.append((first, last))
    margin = math.ceil(DAMAGE_MARGIN * rate)
    ranges += [(max(0, start - margin), min(length, end + margin)) for start, end in decoded.damaged]
    return joined(ranges)


def overlaps(ranges: Ranges, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of `ranges` within [start, end), in order."""
    for index in range(bisect_right(ranges, start, key=itemgetter(1)), len(ranges)):
        first, last = ranges[index]
        if first >= end:
            return
        yield max(first, start), min(last, end)


def tone_hertz(rate: int) -> float:
    return min(1000.0, rate / 8)


def filled(pcm: Pcm, start: int, ranges: Ranges, rate: int, filling: Filling) -> Pcm:
    """A copy of `pcm`, whose first sample stands at `start`, with `ranges` filled on every channel."""
    result = pcm.copy()
    for first, last in overlaps(ranges, start, start + pcm.shape[1]):
        result[:, first - start : last - start] = _filler(pcm.dtype, first, last, rate, filling)
    return result


def _filler(dtype: np.dtype[np.generic], first: int, last: int, rate: int, filling: Filling) -> Pcm:
    """Samples of one channel. The phase of the tone depends on the position alone."""
    if filling is Filling.SILENCE:
        wave = np.zeros(last - first)
    else:
        wave = _TONE_LEVEL * np.sin(2 * np.pi * tone_hertz(rate) * np.arange(first, last) / rate)
    if dtype == np.uint8:
        return np.rint(wave * 127 + 128).astype(dtype)
    if dtype.kind == "i":
        return np.rint(wave * np.iinfo(str(dtype)).max).astype(dtype)
    return wave.astype(dtype)
