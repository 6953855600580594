"""This module writes a recording anew, with the given spans muted.

Every sample is decoded and encoded again. Packets are never copied, since an MP3 frame carries bits of its neighbours.
The container is a fresh one with one stream; no tag, cover or chapter is carried over.
"""

from __future__ import annotations

import math
import os
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO

import av
import numpy as np
from av.codec.context import Flags
from av.error import FFmpegError

from audio.decode import Decoded, Decoder, Pcm, Ranges, as_float, join_ranges
from audio.media import MAX_CHANNELS, Recording
from redactor.errors import DamagedMediaError, RedactorError, SpanError

DAMAGE_MARGIN = 1.0
"""Seconds that are muted before and after a damaged place."""
_ROUNDING = 0.001
"""Seconds by which a span may end after the recording, since its times may come from another sampling rate."""
_TONE_LEVEL = 0.05
"""Amplitude, -26 dBFS."""


class Filling(StrEnum):
    """Names the sound that replaces muted sound."""

    SILENCE = "silence"
    TONE = "tone"


def muted_ranges(decoded: Decoded, spans: Sequence[tuple[float, float]]) -> Ranges:
    """Converts `spans` (seconds from the first sample) and the damaged ranges to the ranges of samples that are muted.

    Ranges that touch are joined. Raises SpanError for a span that does not lie within the recording: a span that mutes
    nothing must not pass.
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
    return join_ranges(ranges)


def overlaps(ranges: Ranges, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yields the parts of `ranges` within [start, end), in order."""
    for index in range(bisect_right(ranges, start, key=itemgetter(1)), len(ranges)):
        first, last = ranges[index]
        if first >= end:
            return
        yield max(first, start), min(last, end)


def tone_hertz(rate: int) -> float:
    """Returns the frequency of the filling tone for a sampling rate."""
    return min(1000.0, rate / 8)


def fill_muted(pcm: Pcm, start: int, ranges: Ranges, rate: int, filling: Filling) -> Pcm:
    """Returns a copy of `pcm`, whose first sample stands at `start`, with `ranges` filled on every channel."""
    result = pcm.copy()
    for first, last in overlaps(ranges, start, start + pcm.shape[1]):
        result[:, first - start : last - start] = _filler(pcm.dtype, first, last, rate, filling)
    return result


def _filler(dtype: np.dtype[np.generic], first: int, last: int, rate: int, filling: Filling) -> Pcm:
    """Returns filling samples of one channel. The phase of the tone depends on the position alone."""
    if filling is Filling.SILENCE:
        wave = np.zeros(last - first)
    else:
        wave = _TONE_LEVEL * np.sin(2 * np.pi * tone_hertz(rate) * np.arange(first, last) / rate)
    if dtype == np.uint8:
        return np.rint(wave * 127 + 128).astype(dtype)
    if dtype.kind == "i":
        return np.rint(wave * np.iinfo(str(dtype)).max).astype(dtype)
    return wave.astype(dtype)


_LAYOUTS = {1: "mono", 2: "stereo", 3: "3.0", 4: "quad", 5: "5.0", 6: "5.1", 7: "6.1", 8: "7.1"}
_SUFFIXES = {"wav": ".wav", "flac": ".flac", "mp3": ".mp3", "ipod": ".m4a", "ogg": ".ogg", "webm": ".webm"}
_MUXER_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "wav": {"rf64": "auto"},
    "mp3": {"id3v2_version": "0", "write_id3v1": "0"},
}
_LOSSY = {"mp3": ("libmp3lame", "fltp"), "aac": ("aac", "fltp"), "opus": ("libopus", "flt")}
_ENCODER_OPTIONS: Mapping[str, Mapping[str, str]] = {"mp3": {"compression_level": "7"}}
"""LAME's default takes 1.6 times as long for speech."""
_BIT_RATE = 64_000
"""Bits a second for each channel, if the source does not say."""


@dataclass(frozen=True, slots=True)
class Target:
    """Says how a recording is written, by FFmpeg's names of the encoder, the container, the sample format and the
    layout.
    """

    encoder: str
    container: str
    sample_format: str
    layout: str
    rate: int
    bit_rate: int = 0
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def suffix(self) -> str:
        return _SUFFIXES[self.container]


def target_of(recording: Recording) -> Target:
    """Chooses the codec of the recording if FFmpeg can write it, else FLAC."""
    layout = _LAYOUTS[recording.channels] if recording.layout.endswith("channels") else recording.layout
    same = _same_codec(recording, layout)
    if same is not None and _opens(same):
        return same
    deep = recording.sample_format == "s32"
    bits = {"bits_per_raw_sample": "24"} if recording.bits == 24 else {"strict": "experimental"}
    return Target(
        "flac", "flac", "s32" if deep else "s16", _LAYOUTS[recording.channels], recording.rate, 0, bits if deep else {}
    )


def _same_codec(recording: Recording, layout: str) -> Target | None:
    codec, kind, rate = recording.codec, recording.sample_format, recording.rate
    if codec.startswith("pcm_"):
        return Target(codec, "wav", kind, layout, rate)
    if codec == "alac":
        bits = {"bits_per_raw_sample": "24"} if recording.bits == 24 else {}
        return Target(codec, "ipod", f"{kind}p", layout, rate, 0, bits)
    if codec not in _LOSSY:
        return None
    encoder, sample_format = _LOSSY[codec]
    bit_rate = recording.bit_rate or _BIT_RATE * recording.channels
    container = {"mp3": "mp3", "aac": "ipod"}.get(codec) or ("webm" if "webm" in recording.container else "ogg")
    return Target(encoder, container, sample_format, layout, rate, bit_rate, _ENCODER_OPTIONS.get(codec, {}))


def _opens(target: Target) -> bool:
    context = av.CodecContext.create(target.encoder, "w")
    try:
        _set_up(context, target)
        context.open()
    except (FFmpegError, ValueError):
        return False
    return True


def _set_up(context: Any, target: Target) -> None:
    context.sample_rate = target.rate
    context.layout = target.layout
    context.format = target.sample_format
    context.time_base = Fraction(1, target.rate)
    if target.bit_rate:
        context.bit_rate = target.bit_rate
    context.flags |= Flags.bitexact
    context.options = dict(target.options)


def rewrite(
    source: Path,
    out: Path,
    decoded: Decoded,
    spans: Sequence[tuple[float, float]],
    filling: Filling = Filling.SILENCE,
) -> Target:
    """Writes `source` to `out`, muted in `spans` (seconds) and around the damage that its survey `decoded` lists.

    Equal input gives equal bytes. The file is on the disk when this returns; after an error there is no file. An older
    file at `out` is replaced. Raises SpanError, MediaError (also if `source` no longer decodes as it did), OSError.
    """
    if out.exists() and out.samefile(source):
        raise ValueError("a recording cannot be rewritten in its place")
    ranges = muted_ranges(decoded, spans)
    target = target_of(decoded.recording)
    failure = DamagedMediaError("the recording cannot be encoded")
    with removed_unless_encoded(out, failure), out.open("wb") as file:
        decoder = Decoder(source)
        _encode(decoder, file, target, ranges, filling)
        if decoder.result != decoded:
            raise DamagedMediaError("the recording no longer decodes as it did")
        file.flush()
        os.fsync(file.fileno())
    return target


@contextmanager
def removed_unless_encoded(out: Path, failure: RedactorError) -> Iterator[None]:
    """Removes the file `out` if anything is raised while it is encoded; raises `failure` for an error of FFmpeg."""
    try:
        yield
    except FFmpegError as e:
        out.unlink(missing_ok=True)
        if isinstance(e.__context__, OSError):  # raised by the file, in a callback of FFmpeg
            raise e.__context__ from None
        raise failure from None
    except BaseException:
        out.unlink(missing_ok=True)
        raise


def _encode(
    decoder: Decoder, file: BinaryIO, target: Target, ranges: tuple[tuple[int, int], ...], filling: Filling
) -> None:
    options = {"fflags": "+bitexact", **_MUXER_OPTIONS.get(target.container, {})}
    with av.open(file, "w", format=target.container, options=options) as container:
        stream = container.add_stream(target.encoder, rate=target.rate)
        _set_up(stream.codec_context, target)
        for block in decoder:
            pcm = fill_muted(as_format(block.pcm, target.sample_format), block.start, ranges, target.rate, filling)
            container.mux(stream.encode(_frame(pcm, target, block.start)))
        container.mux(stream.encode(None))


def _frame(pcm: Pcm, target: Target, start: int) -> Any:
    wanted = av.AudioFormat(target.sample_format)
    through_packed = wanted.is_planar and pcm.shape[0] >= MAX_CHANNELS  # see planes_of
    given = wanted.packed if through_packed else wanted
    array = np.ascontiguousarray(pcm if given.is_planar else pcm.T.reshape(1, -1))
    frame = av.AudioFrame.from_ndarray(array, format=given.name, layout=target.layout)
    frame.sample_rate = target.rate
    if through_packed:
        frame, *_ = av.AudioResampler(format=wanted, layout=target.layout, rate=target.rate).resample(frame)
    frame.pts = start
    frame.time_base = Fraction(1, target.rate)
    return frame


def as_format(pcm: Pcm, sample_format: str) -> Pcm:
    """Converts samples to the type of `sample_format`; returns the same samples if they have it already."""
    dtype = av.AudioFormat(sample_format).packed.name
    wanted = {"u8": "u1", "s16": "i2", "s32": "i4", "flt": "f4", "dbl": "f8"}[dtype]
    if pcm.dtype == np.dtype(wanted):
        return pcm
    sound = as_float(pcm)
    if dtype in ("flt", "dbl"):
        return sound.astype(wanted)
    if dtype != "s16":
        raise ValueError("only 16-bit integers are made from other samples")
    return np.asarray(np.clip(np.rint(sound * 32768.0), -32768, 32767), np.int16)
