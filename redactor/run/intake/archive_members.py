"""This module reads single members out of ZIP and tar archives, as streams, by what a list of them says."""

from __future__ import annotations

import atexit
import gzip
import io
import zlib
from collections.abc import Callable
from typing import BinaryIO, NamedTuple, Protocol

STORED, DEFLATED = 0, 8
_BLOCK = 256 * 1024
_HEAD = 30  # bytes of a local header of ZIP, before its name
_HEAD_MARK = b"PK\3\4"


class Member(NamedTuple):
    """A member is a file in an archive.

    offset: of its local header in a ZIP file, of its bytes in the unpacked tar. stored: bytes that it takes in the
    archive, of a packed tar its share. size: bytes unpacked. crc: -1 if the archive has none. fault: why it is not
    read, as the code of a FileReason.
    """

    name: str
    offset: int
    stored: int
    size: int
    method: int
    crc: int
    fault: str = ""


class Unpacked(Protocol):
    """This protocol is what is read of a member: bytes, block by block."""

    def read(self, size: int = -1, /) -> bytes: ...

    def close(self) -> None: ...


class ZipMember:
    """A ZIP member gives the bytes of a member, and checks their number and CRC. Raises OSError and EOFError."""

    def __init__(self, archive: BinaryIO, member: Member) -> None:
        self._archive, self._member = archive, member
        self._left, self._given, self._crc = member.stored, 0, 0
        self._inflater = zlib.decompressobj(-15) if member.method == DEFLATED else None
        archive.seek(member.offset)
        head = archive.read(_HEAD)
        if len(head) < _HEAD or not head.startswith(_HEAD_MARK):
            raise OSError("no local header")
        lengths = int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little")
        archive.seek(member.offset + _HEAD + lengths)

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, or b"" at the end. size: at most so many."""
        out = self._next(_BLOCK if size < 0 else min(size, _BLOCK))
        self._given += len(out)
        self._crc = zlib.crc32(out, self._crc)
        if self._given > self._member.size:
            raise OSError("more than the list says")
        if not out and (self._given != self._member.size or self._crc != self._member.crc):
            raise OSError("not what the list says")
        return out

    def _next(self, size: int) -> bytes:
        if self._inflater is None:
            return self._take(size)
        while not self._inflater.eof:
            packed = self._inflater.unconsumed_tail or self._take(_BLOCK)
            out = self._inflater.decompress(packed, size)
            if out:
                return out
            if not packed:
                raise EOFError
        return b""

    def _take(self, size: int) -> bytes:
        block = self._archive.read(min(size, self._left))
        if not block and self._left:
            raise EOFError
        self._left -= len(block)
        return block

    def close(self) -> None:
        self._archive.close()


class TarMember:
    """A tar member gives the bytes of a member of an unpacked tar, which others read too: it stays open."""

    def __init__(self, unpacked: BinaryIO, member: Member) -> None:
        self._unpacked, self._at, self._end = unpacked, member.offset, member.offset + member.size

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, or b"" at the end. Raises EOFError."""
        wanted = min(_BLOCK if size < 0 else size, self._end - self._at)
        if not wanted:
            return b""
        self._unpacked.seek(self._at)
        block = self._unpacked.read(wanted)
        if not block:
            raise EOFError
        self._at += len(block)
        return block

    def close(self) -> None:
        return None


_Key = tuple[str, int, int]
_open: dict[_Key, tuple[BinaryIO, BinaryIO]] = {}
_inner: dict[_Key, bytes] = {}


def open_tar_member(key: _Key, open_file: Callable[[], BinaryIO], member: Member, *, is_packed: bool) -> TarMember:
    """Open a member of a tar. key: tells the archive from others, by its path, its time and its place in another.

    An archive stays open for its next member, and beside it one within it: members that are read in their order are
    unpacked once.
    """
    if key not in _open:
        is_inner = key[2] >= 0
        close_tar(lambda other: not is_inner or other[2] >= 0)
        stored = open_file()
        _open[key] = stored, gzip.GzipFile(fileobj=stored) if is_packed else stored  # type: ignore[assignment]
    return TarMember(_open[key][1], member)


def open_inner(key: _Key, content: Callable[[], bytes]) -> BinaryIO:
    """Open an archive within an archive. key: as in `open_tar_member`. content: reads it.

    Its bytes are held for its next member: it is unpacked once.
    """
    if key not in _inner:
        _inner.clear()
        _inner[key] = content()
    return io.BytesIO(_inner[key])


@atexit.register
def close_tar(is_closed: Callable[[_Key], bool] = lambda _: True) -> None:
    """Close the archives that are kept open, or some of them by their keys."""
    for key in list(filter(is_closed, _open)):
        for file in reversed(_open.pop(key)):
            file.close()
