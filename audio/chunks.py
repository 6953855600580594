"""The words of a whole recording, chunk by chunk: chunks end where voice does, and none is longer than 30 seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from audio.intervals import Interval, joined
from audio.words import RATE, Recognizer, Samples, Word

_LONGEST = 30 * RATE


def words_of(recognizer: Recognizer, blocks: Iterable[Samples], voice: Sequence[Interval]) -> Iterator[Word]:
    """The words in order of time. blocks: of one recording, mono at `RATE`; they are read to their end."""
    chunks = iter([*_chunks(voice), None])
    chunk = next(chunks)
    held: Samples = np.zeros(0, np.float32)
    at = 0
    for block in blocks:
        held = np.concatenate([held, block])
        while chunk is not None and chunk[1] <= at + held.size:
            yield from _heard(recognizer, held[max(chunk[0] - at, 0) : chunk[1] - at], chunk[0])
            chunk = next(chunks)
        keep = held.size if chunk is None else min(max(chunk[0] - at, 0), held.size)
        held, at = held[keep:], at + keep
    if chunk is not None and held.size:
        yield from _heard(recognizer, held[max(chunk[0] - at, 0) :], chunk[0])


def _heard(recognizer: Recognizer, samples: Samples, start: int) -> Iterator[Word]:
    offset = start / RATE
    for word in recognizer.hear(samples):
        times = [None if time is None else time + offset for time in (word.start, word.end)]
        segment = (word.segment[0] + offset, word.segment[1] + offset)
        yield replace(word, start=times[0], end=times[1], segment=segment)


def _chunks(voice: Sequence[Interval]) -> Iterator[Interval]:
    """Neighbouring stretches of voice together; a longer one is cut."""
    chunk: Interval | None = None
    for start, end in joined(voice):
        for at in range(start, end, _LONGEST):
            part = (at, min(at + _LONGEST, end))
            if chunk is not None and part[1] - chunk[0] <= _LONGEST:
                chunk = (chunk[0], part[1])
                continue
            if chunk is not None:
                yield chunk
            chunk = part
    if chunk is not None:
        yield chunk
