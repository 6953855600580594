"""This module proves that a rewritten recording holds nothing in its muted spans, by decoding the file that was
written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from pathlib import Path

import numpy as np
import numpy.typing as npt

from audio.decode import Block, Decoded, Decoder, Pcm, Ranges, as_16khz_mono, as_float
from audio.intervals import joined, samples, without
from audio.media import LOSSLESS, open_media
from audio.outputs import Envelope
from audio.rewrite import Filling, as_format, muted_ranges, overlaps, target_of, tone_hertz
from audio.steps import Heard
from audio.vad import VoiceDetector
from redactor.errors import UnverifiedError

LOUDEST = 10 ** (-40 / 20)
"""The greatest RMS of 50 ms in a muted span of a lossy codec: MP3 leaves -48 dBFS of the sound beside the span, Opus
-52.
"""
CORRELATION = 0.3
_EDGE = 0.05
_WINDOW = 0.05
_INAUDIBLE = 10 ** (-90 / 20)
"""Below one step of 16 bits nothing is compared."""
_HARMLESS_TAGS = {"major_brand", "minor_version", "compatible_brands", "DURATION"}
_FIXED_TAGS = {
    "encoder": ("Lavf", "Lavc"),
    "handler_name": ("SoundHandler",),
    "language": ("und",),
    "vendor_id": ("[0]",),
}
_A_LAW_SILENCE = 8
"""A-law has no zero."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Holds the measurements of a successful proof.

    muted: proven ranges, in samples. loudest: highest RMS in them (0.0 in lossless formats without a tone).
    correlation: highest correlation with the original in a range. rewritten: survey of the rewritten recording.
    envelope: its greatest levels, in parts of equal length (see `Envelope`).
    """

    muted: Ranges
    loudest: float
    correlation: float
    rewritten: Decoded
    envelope: tuple[float, ...]


def prove(
    original: Path,
    rewritten: Path,
    decoded: Decoded,
    spans: Sequence[tuple[float, float]],
    filling: Filling = Filling.SILENCE,
) -> Proof:
    """Proves that `rewritten` is `original` with the spans muted; `decoded` is the survey of the original.

    Every span and every damaged place is muted on every channel. The duration is kept, to the sample if the codec is
    lossless and to a frame elsewhere. Lossless formats keep each sample outside the spans. The file holds one stream
    and no tags. Raises UnverifiedError, or another MediaError if a file cannot be decoded.
    """
    ranges = muted_ranges(decoded, spans)
    _check_container(rewritten)
    before, after = Decoder(original), Decoder(rewritten)
    target = target_of(decoded.recording)
    exact = target.encoder in LOSSLESS
    check = _Check(ranges, decoded.recording.rate, filling, exact, target.encoder)
    envelope = Envelope(decoded.recording.rate)
    for start, old, new in _side_by_side(before, after):
        envelope.feed(new)
        if old.shape[0] != new.shape[0]:
            raise UnverifiedError("the rewritten recording has another number of channels")
        if exact:
            _check_kept(as_format(old, target.sample_format), new, start, ranges)
        for first, last in overlaps(ranges, start, start + old.shape[1]):
            check.check_part(first, old[:, first - start : last - start], new[:, first - start : last - start])
    if before.result != decoded or after.result is None:
        raise UnverifiedError("the original no longer decodes as it did")
    _check_length(decoded, after.result, exact)
    return Proof(ranges, check.loudest, check.highest_correlation(), after.result, envelope.levels())


def _check_container(path: Path) -> None:
    with path.open("rb") as file:
        if file.read(3) == b"ID3":
            raise UnverifiedError("the rewritten recording holds tags")
    with open_media(path) as (container, _):
        if len(container.streams) != 1 or container.chapters():
            raise UnverifiedError("the rewritten recording holds more than one stream of sound")
        for tags in (container.metadata, container.streams[0].metadata):
            if not all(_is_harmless(key, value) for key, value in tags.items()):
                raise UnverifiedError("the rewritten recording holds tags")


def _is_harmless(key: str, value: str) -> bool:
    return key in _HARMLESS_TAGS or value.startswith(_FIXED_TAGS.get(key, ("\0",)))


def _check_length(before: Decoded, after: Decoded, exact: bool) -> None:
    slack = 0 if exact else max(before.frame, after.frame)
    if after.recording.rate != before.recording.rate or abs(after.samples - before.samples) > slack:
        raise UnverifiedError("the rewritten recording has another length")
    if after.damaged:
        raise UnverifiedError("the rewritten recording is damaged")


def _check_kept(old: Pcm, new: Pcm, start: int, ranges: Ranges) -> None:
    """Raises UnverifiedError if a sample outside of `ranges` differs."""
    length = old.shape[1]
    edges = [start, *(edge for part in overlaps(ranges, start, start + length) for edge in part), start + length]
    for index, (first, last) in enumerate(pairwise(edges)):
        part = slice(first - start, last - start)
        if index % 2 == 0 and not np.array_equal(old[:, part], new[:, part], equal_nan=old.dtype.kind == "f"):
            raise UnverifiedError("a sample outside of the muted spans was changed")


@dataclass(slots=True)
class _Check:
    """Checks the muted ranges part by part, and collects the loudness and the correlation of each."""

    ranges: Ranges
    rate: int
    filling: Filling
    exact: bool
    encoder: str
    loudest: float = 0.0
    _sums: dict[tuple[int, int], npt.NDArray[np.float64]] = field(default_factory=dict)
    """range, -> of each channel the sums of old * new, old * old, new * new."""

    def check_part(self, start: int, old: Pcm, new: Pcm) -> None:
        """Checks a part of one muted range, whose first sample stands at `start`."""
        if self.exact and self.filling is Filling.SILENCE:
            silent = 128 if new.dtype == np.uint8 else 0
            allowed = _A_LAW_SILENCE if self.encoder == "pcm_alaw" else 0
            if not np.all(np.abs(new.astype(np.float64) - silent) <= allowed):
                raise UnverifiedError("a muted span is not silent")
            return
        whole = self.ranges[bisect_right(self.ranges, start, key=itemgetter(1))]
        edge = 0 if self.exact else min(int(_EDGE * self.rate), (whole[1] - whole[0]) // 3)
        skip = max(0, whole[0] + edge - start)
        keep = max(skip, min(old.shape[1], whole[1] - edge - start))
        window = max(1, int(_WINDOW * self.rate))
        for at in range(skip, keep, window):
            part = slice(at, min(at + window, keep))
            self._window(whole, start + at, as_float(old[:, part]), as_float(new[:, part]))

    def _window(
        self, whole: tuple[int, int], start: int, old: npt.NDArray[np.float32], new: npt.NDArray[np.float32]
    ) -> None:
        x, y = old.astype(np.float64), new.astype(np.float64)
        if self.filling is Filling.TONE:
            y = _without_tone(y, start, self.rate)
        level = float(np.sqrt(np.mean(y**2, axis=1)).max())
        self.loudest = max(self.loudest, level)
        if level > LOUDEST:
            raise UnverifiedError("a muted span is not silent")
        sums = np.stack([(x * y).sum(axis=1), (x**2).sum(axis=1), (y**2).sum(axis=1)])
        self._sums[whole] = self._sums.get(whole, 0) + sums

    def highest_correlation(self) -> float:
        """Returns the highest correlation with the original. Raises UnverifiedError if a muted span still follows the
        original.
        """
        highest = 0.0
        for (first, last), (cross, old, new) in self._sums.items():
            audible = new > (last - first) * _INAUDIBLE**2
            product = np.sqrt(old * new)
            correlation = np.abs(cross) / np.where(product > 0, product, 1.0)
            highest = max(highest, float(np.where(audible, correlation, 0.0).max()))
        if highest > CORRELATION:
            raise UnverifiedError("a muted span still follows the original")
        return highest


def _without_tone(sound: npt.NDArray[np.float64], start: int, rate: int) -> npt.NDArray[np.float64]:
    """Subtracts the filling tone in the phase and at the level that fit best."""
    phase = 2 * np.pi * tone_hertz(rate) * np.arange(start, start + sound.shape[1]) / rate
    waves = np.stack([np.sin(phase), np.cos(phase)])
    weights, *_ = np.linalg.lstsq(waves.T, sound.T, rcond=None)
    remainder: npt.NDArray[np.float64] = sound - (waves.T @ weights).T
    return remainder


def _side_by_side(before: Decoder, after: Decoder) -> Iterator[tuple[int, Pcm, Pcm]]:
    """Yields (position, samples, samples) of both recordings at once, as long as both last; both are decoded to their
    ends.
    """
    left, right = iter(before), iter(after)
    old: Block | None = next(left, None)
    new: Block | None = next(right, None)
    while old is not None and new is not None:
        size = min(old.pcm.shape[1], new.pcm.shape[1])
        yield old.start, old.pcm[:, :size], new.pcm[:, :size]
        old, new = _rest(old, size, left), _rest(new, size, right)
    for rest in (left, right):
        for _ in rest:
            pass


def _rest(block: Block, size: int, blocks: Iterator[Block]) -> Block | None:
    if size < block.pcm.shape[1]:
        return Block(block.start + size, block.pcm[:, size:])
    return next(blocks, None)


def has_voice_left(
    rewritten: Path, decoded: Decoded, heard: Heard, spans: Sequence[tuple[float, float]], detector: VoiceDetector
) -> bool:
    """Tells whether voice is found outside of the muted spans, in seconds, on one of the channels that were heard."""
    silent = joined((samples(start), samples(end)) for start, end in spans)
    for voices in heard.voices:
        listening, at = detector.listen(), 0
        for block in as_16khz_mono(Decoder(rewritten), decoded.recording, voices.channels[0]):
            block = block.copy()
            for start, end in overlaps(tuple(silent), at, at + block.size):
                block[start - at : end - at] = 0  # what fills it is proven
            listening.feed(block)
            at += block.size
        if without(listening.finish(), silent):
            return True
    return False
