"""What a media file is: its container, codec and streams, and which files are refused.

Files are opened as Python files, so FFmpeg learns no name, opens no other file (playlists, external references) and
no address. Only the containers and codecs named here are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
from av.error import FFmpegError
from av.stream import Disposition

from audio.wav import Chunks, JoinedData, chunks_of
from redactor.errors import DamagedMediaError, UnsupportedMediaError

MAX_CHANNELS = 8
MAX_SECONDS = 24 * 3600
LOSSLESS = frozenset({"alac", "flac", "pcm_alaw", "pcm_f32le", "pcm_f64le", "pcm_mulaw"}) | {
    f"pcm_{kind}" for kind in ("u8", "s16le", "s24le", "s32le")
}
_CODECS = LOSSLESS | {"aac", "adpcm_ima_wav", "adpcm_ms", "amrnb", "amrwb", "gsm_ms", "mp3", "opus", "vorbis"}
_CONTAINERS = {"aac", "amr", "flac", "matroska,webm", "mov,mp4,m4a,3gp,3g2,mj2", "mp3", "ogg", "w64", "wav"}
_MAGIC = (b"RIFF", b"RF64", b"ID3", b"fLaC", b"OggS", b"#!AMR", b"\x1aE\xdf\xa3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf1")
_MOV_BOXES = (b"ftyp", b"moov", b"mdat", b"free", b"wide")
_MAX_OGG_PAGE = 65_307
_OPTIONS = {
    "format_whitelist": ",".join(sorted(_CONTAINERS)),
    "codec_whitelist": ",".join(sorted(_CODECS | {"mp3float", "amrnb", "libopus", "png", "mjpeg", "bmp"})),
    "protocol_whitelist": "pipe",
}


@dataclass(frozen=True, slots=True)
class Recording:
    """The facts of a file with one stream of sound.

    container, codec, layout: FFmpeg's names. rate: samples a second. sample_format: of the decoded samples, without the
    "p" of planar formats. bits: of a sample where they are fewer than the format holds (24 in s32), else 0. bit_rate:
    of the stream, 0 where unknown. claimed: seconds by the container's header; None where it states none, and where
    FFmpeg guesses. cut_off: the end that the container requires is missing (Ogg's last page).
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

    @property
    def lossless(self) -> bool:
        return self.codec in LOSSLESS


def probe(path: Path) -> Recording:
    """Raises `DamagedMediaError` or `UnsupportedMediaError`; OSError where the file cannot be read at all."""
    with opened(path) as (_, recording):
        return recording


@contextmanager
def opened(path: Path) -> Iterator[tuple[Any, Recording]]:
    """The open container of `path` and its facts."""
    with path.open("rb") as file:
        head = file.read(12)
        if not head:
            raise DamagedMediaError("the file is empty")
        file.seek(0)
        chunks = chunks_of(path)
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
    stream = _only_stream(container)
    context = stream.codec_context
    codec = "mp3" if context.name == "mp3float" else context.name
    if container.format.name not in _CONTAINERS or codec not in _CODECS:
        raise UnsupportedMediaError("the container or the codec is not supported")
    channels = context.layout.nb_channels if context.format is not None else 0
    if not channels or not context.rate:
        raise DamagedMediaError("the stream of sound has no format")
    if channels > MAX_CHANNELS:
        raise UnsupportedMediaError(f"more than {MAX_CHANNELS} channels")
    claimed = _claimed_seconds(container, stream, path, chunks)
    if claimed is not None and claimed > MAX_SECONDS:
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
    )


def _bits(context: Any) -> int:
    """Bits of a FLAC or ALAC sample by the header that the container carries (0: no header)."""
    header = context.extradata or b""
    if context.name == "flac" and len(header) >= 14:
        return int((header[12] & 1) << 4 | header[13] >> 4) + 1
    if context.name == "alac" and len(header) >= 18:
        return int(header[17])
    return 0


def _only_stream(container: Any) -> Any:
    sound = []
    for stream in container.streams:
        if stream.type == "audio":
            sound.append(stream)
        elif stream.type == "video" and stream.disposition & Disposition.attached_pic:
            continue  # a cover
        elif stream.type != "data":
            raise UnsupportedMediaError("the file holds video, subtitles or attachments")
    if len(sound) != 1:
        raise UnsupportedMediaError("the file must hold one stream of sound")
    if sound[0].codec_context is None:
        raise UnsupportedMediaError("the codec is not known")
    return sound[0]


def _claimed_seconds(container: Any, stream: Any, path: Path, chunks: Chunks | None) -> float | None:
    name = container.format.name
    if chunks is not None and stream.codec_context.name.startswith("pcm_"):
        per_second = (stream.codec_context.bit_rate or 0) // 8
        return chunks.claimed / per_second if chunks.claimed is not None and per_second else None
    if name in ("aac", "amr") or (name == "mp3" and not _has_frame_count(path)):
        return None  # FFmpeg guesses from the bit rate
    if stream.duration is not None:
        return float(stream.duration * stream.time_base)
    return container.duration / av.time_base if container.duration is not None else None


def _has_frame_count(path: Path) -> bool:
    """Whether an MP3 file has a Xing, Info or VBRI frame, which states the number of frames."""
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
    """Whether the last page of an Ogg file says that the stream ends there (RFC 3533, section 6)."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _MAX_OGG_PAGE))
        tail = file.read()
    page = tail.rfind(b"OggS")
    return page >= 0 and len(tail) > page + 5 and bool(tail[page + 5] & 4)
