"""This module decodes recordings packet by packet; damage is found, counted and filled with silence.

Listening and rewriting both read these blocks, so a sample has one position everywhere: the first sample that the
decoder gives is 0. Memory is bounded by a block of about a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any

import av
import av.logging
import numpy as np
import numpy.typing as npt
from av.error import EOFError as EndOfFile
from av.error import FFmpegError

from audio.media import MAX_CHANNELS, MAX_SECONDS, Recording, open_media
from audio.windows import in_range
from audio.words import RATE, Samples
from redactor.errors import DamagedMediaError, UnsupportedMediaError

Pcm = npt.NDArray[Any]
"""Samples as (channels, samples) in the decoder's type: uint8, int16, int32, float32 or float64."""
Ranges = tuple[tuple[int, int], ...]
"""Half-open ranges of samples, in order, at the recording's rate."""
_KINDS: dict[str, np.dtype[Any]] = {
    "u8": np.dtype("u1"),
    "s16": np.dtype("i2"),
    "s32": np.dtype("i4"),
    "flt": np.dtype("f4"),
    "dbl": np.dtype("f8"),
}
_HOLE_SECONDS = 0.01
_JITTER_SECONDS = 0.05
"""Matroska writes whole milliseconds, and browsers write the time at which a packet came."""
_SHORT_SECONDS = 0.1
_MAX_READ_ERRORS = 1000
_MOST_OVERREAD = 0.01
"""The share of the frames of a whole MP3 that may seem to reach beyond their end. Some encoders state wrong lengths now
and then; of files with a byte changed each 90 it is 2 to 30 %.
"""
_GROUP = 8
"""Packets that are decoded with one look at the log; 0.2 s at most lie between a read error and where it counts."""
_log_in_use = Lock()  # the level of FFmpeg's log is one for all threads
av.logging.set_skip_repeated(False)  # what is told of a frame must not depend on the frame before


@dataclass(frozen=True, slots=True)
class Block:
    """Holds consecutive samples. start: position of the first sample, at the recording's rate."""

    start: int
    pcm: Pcm


@dataclass(frozen=True, slots=True)
class Decoded:
    """Holds the survey of a recording that was decoded in whole: its length and its damage.

    samples: length, filled holes included. frame: samples of the longest frame. errors: number of packets that could
    not be read or decoded. holes: number of jumps of the time stamps. damaged: ranges in which sound is missing or
    doubtful; an empty range marks a place at which sound is gone and nothing was filled. missing: seconds by which the
    sound is shorter than the container's header says; 0.0 if it is not shorter, or if the header says nothing.
    """

    recording: Recording
    samples: int
    frame: int
    errors: int
    holes: int
    damaged: Ranges
    missing: float

    @property
    def seconds(self) -> float:
        return self.samples / self.recording.rate


@dataclass(slots=True)
class Decoder:
    """Decodes a recording: iterate once over its blocks, then read `result`, the survey.

        decoder = Decoder(path)
        for block in decoder:
            ...
        decoder.result.damaged

    Iterating raises DamagedMediaError (no sound at all, time stamps beyond reason) or UnsupportedMediaError.
    """

    path: Path
    result: Decoded | None = None
    _at: int = 0
    _frame: int = 0
    _errors: int = 0
    _holes: int = 0
    _damaged: list[tuple[int, int]] = field(default_factory=list)
    _overread: list[tuple[int, int]] = field(default_factory=list)
    _origin: int | None = None
    _unit: tuple[int, int] | None = None
    _broken_until: int | None = None
    """Where packets end that failed since the last good frame, on the stream's clock."""

    def __iter__(self) -> Iterator[Block]:
        with open_media(self.path) as (container, recording):
            yield from _gathered(self._pieces(container, recording), recording.rate)
            if not self._frame:
                raise DamagedMediaError("no sound can be decoded")
            self.result = self._summary(recording)

    def _summary(self, recording: Recording) -> Decoded:
        missing = 0.0
        if recording.claimed is not None:
            missing = recording.claimed - self._at / recording.rate
            if missing > max(_SHORT_SECONDS, 2 * self._frame / recording.rate):
                self._damaged.append((self._at, self._at))
            else:
                missing = 0.0
        if recording.cut_off:
            self._damaged.append((self._at, self._at))
        if len(self._overread) > _MOST_OVERREAD * self._at / self._frame:
            self._errors += len(self._overread)
            self._damaged += self._overread
        damaged = join_ranges(self._damaged)
        return Decoded(recording, self._at, self._frame, self._errors, self._holes, damaged, missing)

    def _pieces(self, container: Any, recording: Recording) -> Iterator[Pcm]:
        stream = container.streams.audio[0]
        if recording.codec == "flac":
            stream.codec_context.options = {"err_detect": "crccheck+explode"}
        formats = {recording.sample_format, f"{recording.sample_format}p"}
        if recording.sample_format not in _KINDS:
            raise UnsupportedMediaError("samples of this type are not supported")
        for packet, frames, overread in _decoded(self._packets(container, stream), recording.codec == "mp3"):
            if isinstance(frames, EndOfFile):
                break
            if isinstance(frames, Exception):
                self._packet_failed(packet, stream, recording)
                continue
            end = self._at + sum(frame.samples for frame in frames)
            if packet.is_corrupt and recording.container != "wav":  # there it is the last packet, shorter than others
                self._errors += 1
                self._damaged.append((self._at, end))
            if overread:
                self._overread.append((self._at, end))
            for frame in frames:
                if (
                    frame.layout.nb_channels != recording.channels
                    or frame.sample_rate != recording.rate
                    or frame.format.name not in formats
                ):
                    self._packet_failed(packet, stream, recording)
                    continue
                yield from self._placed(frame, recording)
        yield from self._silence_for_failed_end(recording)

    def _packets(self, container: Any, stream: Any) -> Iterator[Any]:
        failures = 0
        while failures < _MAX_READ_ERRORS:
            try:
                yield from container.demux(stream)
                return
            except EndOfFile:
                return
            except FFmpegError:
                failures += 1
                self._errors += 1
                self._damaged.append((self._at, self._at))

    def _packet_failed(self, packet: Any, stream: Any, recording: Recording) -> None:
        self._errors += 1
        self._damaged.append((self._at, self._at))
        if packet.pts is None:
            return
        scale = (packet.time_base or stream.time_base) * recording.rate
        if self._origin is None:
            self._origin = int(packet.pts * scale)
        self._broken_until = int((packet.pts + (packet.duration or 0)) * scale)

    def _placed(self, frame: Any, recording: Recording) -> Iterator[Pcm]:
        """Yields the samples of a frame, after silence if the frame's time stamp is later than the sound so far."""
        if not frame.samples:
            return
        if frame.pts is not None:
            if self._unit is None:  # the same for all frames of a stream, and slow to be asked for
                self._unit = frame.time_base.numerator * recording.rate, frame.time_base.denominator
            clock = frame.pts * self._unit[0] // self._unit[1]
            if self._origin is None:
                self._origin = clock  # an encoder's delay: the first time stamp is no hole
            jump = clock - self._origin - self._at
            jitter = _JITTER_SECONDS if recording.container.startswith("matroska") else _HOLE_SECONDS
            if abs(jump) > jitter * recording.rate:
                self._holes += 1
                if jump > 0:
                    yield from self._silence(jump, recording)
                else:
                    self._origin += jump
                    self._damaged.append((self._at, self._at))
        self._broken_until = None
        self._frame = max(self._frame, frame.samples)
        self._advance(frame.samples, recording)
        yield planes_of(frame)

    def _silence_for_failed_end(self, recording: Recording) -> Iterator[Pcm]:
        if self._broken_until is not None and self._origin is not None:
            gap = self._broken_until - self._origin - self._at
            if gap > 0:
                yield from self._silence(gap, recording)

    def _silence(self, samples: int, recording: Recording) -> Iterator[Pcm]:
        end = self._at + samples
        if recording.claimed is not None and end > (recording.claimed + 1.0) * recording.rate:
            raise DamagedMediaError("time stamps lie beyond the end of the recording")
        self._damaged.append((self._at, end))
        while self._at < end:
            step = min(end - self._at, recording.rate)
            self._advance(step, recording)
            yield silence(recording, step)

    def _advance(self, samples: int, recording: Recording) -> None:
        self._at += samples
        if self._at > MAX_SECONDS * recording.rate:
            raise UnsupportedMediaError("longer than a day")


def _decoded(packets: Iterator[Any], is_mp3: bool) -> Iterator[tuple[Any, list[Any] | Exception, bool]]:
    """Yields packets, each with its frames or the error of decoding it, and whether its sound reaches beyond its end.

    MP3 has no checksum, and of a changed byte its decoder makes noise without an error: only FFmpeg's log tells.
    """
    if not is_mp3:
        yield from ((packet, _frames_of(packet), False) for packet in packets)
        return
    while group := list(islice(packets, _GROUP)):
        results = []
        with _log_in_use, av.logging.Capture() as told:
            av.logging.set_level(av.logging.INFO)
            try:
                for packet in group:
                    told.clear()
                    frames = _frames_of(packet)
                    results.append((packet, frames, any(message.startswith("overread") for _, _, message in told)))
            finally:
                av.logging.set_level(None)
        yield from results


def _frames_of(packet: Any) -> list[Any] | Exception:
    try:
        return list(packet.decode())
    except (FFmpegError, ValueError) as e:
        return e


def planes_of(frame: Any) -> Pcm:
    """Returns the samples of a decoded frame as (channels, samples)."""
    channels = frame.layout.nb_channels
    if channels == 1:
        # Most recordings have one channel, and `to_ndarray` takes as long as to decode it.
        kind = _KINDS[frame.format.name.removesuffix("p")]
        return np.frombuffer(frame.planes[0], kind, frame.samples)[np.newaxis]
    if frame.format.is_planar and channels < MAX_CHANNELS:
        return np.asarray(frame.to_ndarray())
    if frame.format.is_planar:  # PyAV 18 reads a ninth plane behind the eighth, and crashes
        to_packed = av.AudioResampler(format=frame.format.packed, layout=frame.layout, rate=frame.sample_rate)
        frame, *_ = to_packed.resample(frame)
    return np.asarray(frame.to_ndarray()).reshape(-1, channels).T


def silence(recording: Recording, samples: int) -> Pcm:
    """Returns silent samples of the recording's format on all its channels."""
    quiet = 128 if recording.sample_format == "u8" else 0
    return np.full((recording.channels, samples), quiet, _KINDS[recording.sample_format])


def join_ranges(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Returns the union of sample ranges, in order; empty ranges, which mark damaged places, are kept."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _gathered(pieces: Iterable[Pcm], least: int) -> Iterator[Block]:
    """Yields blocks of at least `least` samples; only the last block may be shorter."""
    start = size = 0
    held: list[Pcm] = []
    for piece in pieces:
        held.append(piece)
        size += piece.shape[1]
        if size >= least:
            yield Block(start, np.concatenate(held, axis=1))
            start, size, held = start + size, 0, []
    if held:
        yield Block(start, np.concatenate(held, axis=1))


def as_float(pcm: Pcm) -> npt.NDArray[np.float32]:
    """Converts samples to float32 in [-1, 1]; samples that are no number become 0."""
    if pcm.dtype == np.uint8:
        sound = (pcm.astype(np.float32) - 128) / 128
    elif pcm.dtype.kind == "i":
        sound = pcm / float(-np.iinfo(pcm.dtype).min)
    else:
        sound = in_range(pcm)
    return np.asarray(sound, np.float32)


def as_16khz_mono(blocks: Iterable[Block], recording: Recording, channel: int | None = None) -> Iterator[Samples]:
    """Yields the sound of one channel, or the mean of all channels, as 16 kHz mono.

    Sample n stands at second n / 16000 of the recording. Channels of opposite phase cancel in the mean; if channels are
    separate speakers, hear each channel.
    """
    resampler = av.AudioResampler(format="flt", layout="mono", rate=RATE)
    taken = given = 0
    for block in blocks:
        heard = as_float(block.pcm if channel is None else block.pcm[channel : channel + 1])
        mono = np.ascontiguousarray(heard.mean(axis=0) if channel is None else heard[0], np.float32)
        taken += mono.size
        if recording.rate == RATE:
            yield mono
            continue
        frame = av.AudioFrame.from_ndarray(mono[np.newaxis], format="flt", layout="mono")
        frame.sample_rate = recording.rate
        for resampled in resampler.resample(frame):
            samples = resampled.to_ndarray().reshape(-1)
            given += samples.size
            yield samples
    if recording.rate == RATE or not taken:
        return
    rest = [frame.to_ndarray().reshape(-1) for frame in resampler.resample(None)]
    tail = np.concatenate([*rest, np.zeros(0, np.float32)])
    length = max(0, -(-taken * RATE // recording.rate) - given)
    yield np.pad(tail[:length], (0, max(0, length - tail.size)))
