"""The chunks of a WAV file: how much sound it claims to hold, and its data chunks as one.

FFmpeg shortens what a header says to the size of the file, and reads one data chunk alone.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_STREAMED = (0, 0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class Chunks:
    """claimed: bytes of sound in all data chunks by their headers, with whatever follows the last chunk and is none;
    None where a header states no size, as in a file that was written to a pipe. It is more than what the file holds
    where the file was cut off, and more than what a decoder finds where a header states too little. fmt: content of
    the format chunk. data: (offset, size) of each data chunk as far as the file goes.
    """

    claimed: int | None
    fmt: bytes
    data: tuple[tuple[int, int], ...]


def chunks_of(path: Path) -> Chunks | None:
    """None where `path` is no WAV file."""
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
    """A WAV file with one data chunk, made of all those of `file`. Its header states no size."""

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
