"""This module reads the container, codec and streams of a media file, and refuses the files that are not supported.

Files are opened as Python files, so that FFmpeg learns no name and opens no other file (playlists, external references)
and no address. Only the containers and codecs that this module names are read. FFmpeg shortens the claim of a WAV
header to the size of the file and reads one data chunk alone, so WAV chunks are read here.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import av
from av.error import FFmpegError
from av.stream import Disposition

from redactor.errors import DamagedMediaError, UnsupportedMediaError

_STREAMED = (0, 0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class Chunks:
    """Holds what the chunks of a WAV file say about its sound.

    claimed: bytes of sound in all data chunks by their headers, with any bytes behind the last chunk that are no chunk;
    None if a header states no size, as in a file that was written to a pipe. The number is greater than the bytes in
    the file if the file was cut off, and greater than the decoded bytes if a header states too little. fmt: content of
    the format chunk. data: (offset, size) of each data chunk as far as the file goes.
    """

    claimed: int | None
    fmt: bytes
    data: tuple[tuple[int, int], ...]


def read_wav_chunks(path: Path) -> Chunks | None:
    """Reads the chunks of a WAV file; None if `path` is no WAV file."""
    length = path.stat().st_size
    with path.open("rb") as file:
        kind = file.read(12)
        if kind[:4] not in (b"RIFF", b"RF64") or kind[8:] != b"WAVE":
            return None
        return _walk(file, length, kind[:4] == b"RF64")


def _walk(file: BinaryIO, length: int, is_rf64: bool) -> Chunks:
    claimed: int | None = 0
    large = 0
    fmt = b""
    data = []
    position = 12
    while position + 8 <= length and claimed is not None:
        file.seek(position)
        name, size = struct.unpack("<4sI", file.read(8))
        if not all(32 <= byte < 127 for byte in name):
            claimed += length - position  # no chunk: sound that no header announces, or junk
            break
        if name == b"ds64" and is_rf64:
            large = int.from_bytes(file.read(16)[8:16], "little")
        elif name == b"fmt ":
            fmt = fmt or file.read(min(size, 4096))
        elif name == b"data":
            if size in _STREAMED and large:
                size, large = large, 0
            unknown = size in _STREAMED
            data.append((position + 8, min(size, length - position - 8) if not unknown else length - position - 8))
            claimed = None if unknown else claimed + size
        position += 8 + size + (size & 1)
    return Chunks(claimed, fmt, tuple(data))


class JoinedData(io.RawIOBase):
    """Presents a WAV file with several data chunks as a file with one data chunk, whose header states no size."""

    def __init__(self, file: BinaryIO, chunks: Chunks) -> None:
        self._file = file
        fmt = struct.pack("<4sI", b"fmt ", len(chunks.fmt)) + chunks.fmt + bytes(len(chunks.fmt) & 1)
        self._head = b"RIFF\xff\xff\xff\xffWAVE" + fmt + b"data\xff\xff\xff\xff"
        align = max(1, int.from_bytes(chunks.fmt[12:14], "little"))
        self._data = [(offset, size - size % align) for offset, size in chunks.data]
        self._length = len(self._head) + sum(size for _, size in self._data)
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._length}[whence]
        return self._at

    def read(self, size: int = -1) -> bytes:
        size = self._length - self._at if size < 0 else size
        parts = []
        while size > 0 and (part := self._read_part(size)):
            parts.append(part)
            self._at += len(part)
            size -= len(part)
        return b"".join(parts)

    def _read_part(self, size: int) -> bytes:
        start = len(self._head)
        if self._at < start:
            return self._head[self._at : self._at + size]
        for offset, length in self._data:
            if self._at < start + length:
                self._file.seek(offset + self._at - start)
                return self._file.read(min(size, start + length - self._at))
            start += length
        return b""


MAX_CHANNELS = 8
MAX_SECONDS = 24 * 3600
_RATES = range(4_000, 384_001)
"""Telephones have 8 kHz, old voice mail 6; a header with another rate makes hours of a few kilobytes, or a second too
large for memory.
"""
LOSSLESS = frozenset({"alac", "flac", "pcm_alaw", "pcm_f32le", "pcm_f64le", "pcm_mulaw"}) | {
    f"pcm_{kind}" for kind in ("u8", "s16le", "s24le", "s32le")
}
_CODECS = LOSSLESS | {"aac", "adpcm_ima_wav", "adpcm_ms", "amrnb", "amrwb", "gsm_ms", "mp3", "opus", "vorbis"}
_CONTAINERS = {"aac", "amr", "flac", "matroska,webm", "mov,mp4,m4a,3gp,3g2,mj2", "mp3", "ogg", "w64", "wav"}
_MAGIC = (b"RIFF", b"RF64", b"ID3", b"fLaC", b"OggS", b"#!AMR", b"\x1aE\xdf\xa3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf1")
_LEAST_MP3 = 1_000
"""Bytes a second: the least bit rate of MP3 is 8 kbit/s."""
_MOV_BOXES = (b"ftyp", b"moov", b"mdat", b"free", b"wide")
_DURATION = re.compile(r"(\d{1,4}):(\d\d):(\d\d(?:\.\d+)?)", re.ASCII)
_MAX_OGG_PAGE = 65_307
_OPTIONS = {
    "format_whitelist": ",".join(sorted(_CONTAINERS)),
    "codec_whitelist": ",".join(sorted(_CODECS | {"mp3float", "amrnb", "libopus", "png", "mjpeg", "bmp"})),
    "protocol_whitelist": "pipe",
}


@dataclass(frozen=True, slots=True)
class Recording:
    """Holds the facts of a media file with one stream of sound.

    container, codec, layout: FFmpeg's names. rate: samples a second. sample_format: the format of decoded samples,
    without the "p" of planar formats. bits: bits of a sample if they are fewer than the format holds (24 in s32), else
    0. bit_rate: of the stream, 0 if unknown. claimed: seconds by the container's header; None if the header states
    none, or if FFmpeg guesses. cut_off: the end that the container requires is missing (the last page of Ogg).
    withheld: what the file holds beside the sound, in order: attachment, picture, subtitle, video. None of it is
    decoded, and none of it leaves.
    """

    container: str
    codec: str
    channels: int
    layout: str
    rate: int
    sample_format: str
    bits: int
    bit_rate: int
    claimed: float | None
    cut_off: bool = False
    withheld: tuple[str, ...] = ()


def probe(path: Path) -> Recording:
    """Reads the facts of a media file without decoding its sound.

    Raises DamagedMediaError, UnsupportedMediaError, or OSError if the file cannot be read at all.
    """
    with open_media(path) as (_, recording):
        return recording


@contextmanager
def open_media(path: Path) -> Iterator[tuple[Any, Recording]]:
    """Opens a media file and yields its container and facts; closes it at the end. Raises like `probe`."""
    with path.open("rb") as file:
        head = file.read(12)
        if not head:
            raise DamagedMediaError("the file is empty")
        file.seek(0)
        chunks = read_wav_chunks(path)
        content = JoinedData(file, chunks) if chunks is not None and len(chunks.data) > 1 else file
        try:
            container = av.open(content, "r", options=_OPTIONS, metadata_errors="replace")
        except (FFmpegError, ValueError, UnicodeError):
            known = head.startswith(_MAGIC) or head[4:8] in _MOV_BOXES
            error = DamagedMediaError if known else UnsupportedMediaError
            raise error("the file cannot be opened as a recording") from None
        with container:
            yield container, _facts(container, path, chunks)


def _facts(container: Any, path: Path, chunks: Chunks | None) -> Recording:
    stream, withheld = _only_sound(container)
    context = stream.codec_context
    codec = "mp3" if context.name == "mp3float" else context.name
    if container.format.name not in _CONTAINERS or codec not in _CODECS:
        raise UnsupportedMediaError("the container or the codec is not supported")
    channels = context.layout.nb_channels if context.format is not None else 0
    if not channels or not context.rate:
        raise DamagedMediaError("the stream of sound has no format")
    if channels > MAX_CHANNELS:
        raise UnsupportedMediaError(f"more than {MAX_CHANNELS} channels")
    if context.rate not in _RATES:
        raise UnsupportedMediaError(
            "the sampling rate is not between 4 and 384 kHz, as if the header were wrong", "sampling-rate"
        )
    claimed = _claimed_seconds(container, stream, path, chunks)
    if claimed is not None and claimed > MAX_SECONDS:
        if codec == "mp3" and path.stat().st_size < claimed * _LEAST_MP3:
            raise DamagedMediaError("the file is too short for what its header claims")
        raise UnsupportedMediaError("longer than a day")
    return Recording(
        container=container.format.name,
        codec=codec,
        channels=channels,
        layout=context.layout.name,
        rate=context.rate,
        sample_format=context.format.packed.name,
        bits=24 if codec == "pcm_s24le" or (codec in ("flac", "alac") and _bits(context) == 24) else 0,
        bit_rate=int(context.bit_rate or 0),
        claimed=claimed,
        cut_off=container.format.name == "ogg" and not _has_last_page(path),
        withheld=withheld,
    )


def _bits(context: Any) -> int:
    """Returns the bits of a FLAC or ALAC sample by the header that the container carries; 0 without a header."""
    header = context.extradata or b""
    if context.name == "flac" and len(header) >= 14:
        return int((header[12] & 1) << 4 | header[13] >> 4) + 1
    if context.name == "alac" and len(header) >= 18:
        return int(header[17])
    return 0


def _only_sound(container: Any) -> tuple[Any, tuple[str, ...]]:
    """Returns the stream of sound, and what else the file holds. Time codes and the like are not named."""
    sound, beside = [], set()
    for stream in container.streams:
        if stream.type == "audio":
            sound.append(stream)
        elif stream.type == "video":
            beside.add("picture" if stream.disposition & Disposition.attached_pic else "video")
        elif stream.type != "data":
            beside.add(stream.type)
    if len(sound) != 1:
        raise UnsupportedMediaError("the file must hold one stream of sound")
    if sound[0].codec_context is None:
        raise UnsupportedMediaError("the codec is not known")
    return sound[0], tuple(sorted(beside))


def _claimed_seconds(container: Any, stream: Any, path: Path, chunks: Chunks | None) -> float | None:
    name = container.format.name
    if chunks is not None and stream.codec_context.name.startswith("pcm_"):
        per_second = (stream.codec_context.bit_rate or 0) // 8
        return chunks.claimed / per_second if chunks.claimed is not None and per_second else None
    if name in ("aac", "amr") or (name == "mp3" and not _has_frame_count(path)):
        return None  # FFmpeg guesses from the bit rate
    if stream.duration is not None:
        return float(stream.duration * stream.time_base)
    tagged = _DURATION.fullmatch(stream.metadata.get("DURATION", ""))  # of this stream in Matroska; video may be longer
    if tagged is not None:
        return int(tagged[1]) * 3600 + int(tagged[2]) * 60 + float(tagged[3])
    return container.duration / av.time_base if container.duration is not None else None


def _has_frame_count(path: Path) -> bool:
    """Tells whether an MP3 file has a Xing, Info or VBRI frame, which states the number of frames."""
    with path.open("rb") as file:
        head = file.read(10)
        if head.startswith(b"ID3"):
            size = 0
            for byte in head[6:10]:
                size = size << 7 | byte & 0x7F
            file.seek(10 + size)
        else:
            file.seek(0)
        frame = file.read(4096)
    return any(mark in frame for mark in (b"Xing", b"Info", b"VBRI"))


def _has_last_page(path: Path) -> bool:
    """Tells whether the last page of an Ogg file says that the stream ends there (RFC 3533, section 6)."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _MAX_OGG_PAGE))
        tail = file.read()
    page = tail.rfind(b"OggS")
    return page >= 0 and len(tail) > page + 5 and bool(tail[page + 5] & 4)
