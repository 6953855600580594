"""This module encrypts files of any size under the keyring: recordings and their results, too large for a database.

A file consists of a mark, a random id of 16 bytes, and frames. A frame holds up to 1 MiB of the content under
AES-256-GCM:

    1 byte      1 for the last frame of the file, 0 for the others
    4 bytes     the length of the rest, big-endian
    the rest    the result of `Keyring.encrypt`

Each frame authenticates the context that the caller gives (whose file it is), the id of the file, the number of the
frame, and whether it is the last. A file that was cut, extended, reordered, or put in the place of another is refused.
Only an empty file has an empty frame. A file is written under a temporary name and renamed when it is on the disk: it
is there whole, or not at all. `remove_others` removes what a crash leaves under temporary names.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
import tempfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from redactor.errors import KeyringError
from redactor.files.atomic_file import atomic_private, sync
from redactor.keys import Keyring

FRAME = 1 << 20
"""Each frame but the last holds this many bytes of content; the last holds 1 to FRAME bytes."""
_MARK = b"KEPT\x01"
_ID_BYTES = 16
_HEAD = struct.Struct(">BI")
_MAX_FRAME = FRAME + 1024  # bytes of an encrypted frame, with the id of the key, the nonce and the tag
_PURPOSE = "kept-files"
_encode = msgspec.msgpack.Encoder().encode


class Content(NamedTuple):
    """A `Content` describes the content that was written: its size in bytes and its SHA-256 in hex."""

    size: int
    sha256: str


def write(path: Path, content: Iterable[bytes], keyring: Keyring, context: str) -> Content:
    """Encrypt content into a file that replaces `path`, durable when this returns, in the memory of one frame and one
    chunk.

    The folder is created if it is missing. context: which content this must be; `read` needs the same. Raises OSError
    (a full disk): then `path` is as it was.
    """
    if not path.parent.is_dir():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        sync(path.parent.parent)
    file_id, size, digest = secrets.token_bytes(_ID_BYTES), 0, hashlib.sha256()
    with atomic_private(path) as file:
        file.write(_MARK + file_id)
        for index, (frame, last) in enumerate(_framed(content)):
            size += len(frame)
            digest.update(frame)
            blob = keyring.encrypt(_PURPOSE, frame, _frame_context(context, file_id, index, last))
            file.write(_HEAD.pack(last, len(blob)))
            file.write(blob)
    return Content(size, digest.hexdigest())


def write_copy(path: Path, source: BinaryIO, keyring: Keyring, context: str) -> Content:
    """Encrypt the rest of an open file into `path`, as `write` does."""
    return write(path, iter(lambda: source.read(FRAME), b""), keyring, context)


def read(path: Path, keyring: Keyring, context: str) -> Iterator[bytes]:
    """Yield the content frame by frame, each checked before it is given, and check the end of the file after the last.

    Raises KeyringError if the file is missing, damaged, changed, or belongs to another context. Until then, the given
    frames are the beginning of the content: whoever needs all or nothing uses `opened`.
    """
    with _opened(path) as file:
        file_id = _file_id(file)
        for index in range(1 << 63):
            blob, last = _next_frame(file)
            yield keyring.decrypt(_PURPOSE, blob, _frame_context(context, file_id, index, last))
            if last:
                break
        if file.read(1):
            raise _damaged_error()


@contextmanager
def opened(path: Path, keyring: Keyring, context: str) -> Iterator[Path]:
    """Give a path under which this process alone can open the decrypted content while the block lasts.

    The content lies on the disk of `path`, in a file without a name: nothing of it can be found after a crash. Raises
    KeyringError as `read`, before the block begins; OSError (a full disk).
    """
    with tempfile.TemporaryFile(dir=path.parent) as clear:
        for frame in read(path, keyring, context):
            clear.write(frame)
        clear.flush()
        yield Path(f"/proc/self/fd/{clear.fileno()}")


def renew(path: Path, keyring: Keyring, context: str) -> bool:
    """Encrypt a file again under the current key, and return whether that was needed. Raises as `read` and `write`."""
    with _opened(path) as file:
        file_id = _file_id(file)
        blob, last = _next_frame(file)
    if keyring.renew(_PURPOSE, blob, _frame_context(context, file_id, 0, last)) is None:
        return False
    write(path, read(path, keyring, context), keyring, context)
    return True


def remove(paths: Iterable[Path]) -> None:
    """Delete files durably; missing files are no error."""
    folders = set()
    for path in paths:
        path.unlink(missing_ok=True)
        folders.add(path.parent)
    for folder in folders:
        if folder.is_dir():
            sync(folder)


def remove_others(folder: Path, names: Collection[str]) -> None:
    """Delete all files of a folder but those of these names. Nobody else may write there meanwhile."""
    if folder.is_dir():
        remove(path for path in sorted(folder.iterdir()) if path.name not in names and not path.is_dir())


def _framed(content: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield the frames of the content, and whether each is the last."""
    held = bytearray()
    for chunk in content:
        held += chunk
        while len(held) > FRAME:
            yield bytes(held[:FRAME]), False
            del held[:FRAME]
    yield bytes(held), True


def _frame_context(context: str, file_id: bytes, index: int, last: bool) -> bytes:
    return _encode((context, file_id, index, last))


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        file = path.open("rb")
    except (FileNotFoundError, IsADirectoryError):
        raise _damaged_error() from None
    with file:
        yield file


def _file_id(file: BinaryIO) -> bytes:
    head = file.read(len(_MARK) + _ID_BYTES)
    if len(head) != len(_MARK) + _ID_BYTES or not head.startswith(_MARK):
        raise _damaged_error()
    return head[len(_MARK) :]


def _next_frame(file: BinaryIO) -> tuple[bytes, bool]:
    """Return the next frame as it is encrypted, and whether it is marked as the last."""
    head = file.read(_HEAD.size)
    if len(head) != _HEAD.size:
        raise _damaged_error()
    last, length = _HEAD.unpack(head)
    if last > 1 or length > _MAX_FRAME:
        raise _damaged_error()
    blob = file.read(length)
    if len(blob) != length:
        raise _damaged_error()
    return blob, bool(last)


def _damaged_error() -> KeyringError:
    return KeyringError(
        "an encrypted file of the state is missing, damaged or not the one that belongs there; restore the state "
        "folder from a backup"
    )
