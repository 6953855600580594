"""Files of any size, encrypted under the keyring, for what is too large for a database: recordings and their results.

A file is a mark, a random id of 16 bytes, and frames. A frame holds up to 1 MiB of the content under AES-256-GCM:

    1 byte      1 for the last frame of the file, 0 for the others
    4 bytes     the length of what follows, big-endian
    the rest    what `Keyring.encrypt` gives

Each frame authenticates the context that the caller gives (whose file it is), the id of the file, the number of the
frame, and whether it is the last. A file that was cut, extended, put in another order, or put in the place of another
is refused. Only an empty file has an empty frame.

A file is written under a temporary name and renamed when it is on the disk: it is there whole, or not at all. What a
crash leaves under temporary names is removed by `remove_others`.
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
"""Bytes of content in each frame but the last, which has 1 to FRAME of them."""
_MARK = b"KEPT\x01"
_ID_BYTES = 16
_HEAD = struct.Struct(">BI")
_MOST = FRAME + 1024  # bytes of an encrypted frame: the id of the key, the nonce and the tag come to it
_PURPOSE = "kept-files"
_encode = msgspec.msgpack.Encoder().encode


class Content(NamedTuple):
    """Of what was written. size: bytes. sha256: in hex."""

    size: int
    sha256: str


def write(path: Path, content: Iterable[bytes], keyring: Keyring, context: str) -> Content:
    """Encrypt content into a file that replaces `path`, on the disk when this returns. Memory: one frame and one chunk.

    The folder is made where it is missing. context: which content this must be; `read` needs the same. Raises OSError
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
            blob = keyring.encrypt(_PURPOSE, frame, _bound(context, file_id, index, last))
            file.write(_HEAD.pack(last, len(blob)))
            file.write(blob)
    return Content(size, digest.hexdigest())


def write_copy(path: Path, source: BinaryIO, keyring: Keyring, context: str) -> Content:
    """Encrypt what can be read of an open file. As `write`."""
    return write(path, iter(lambda: source.read(FRAME), b""), keyring, context)


def read(path: Path, keyring: Keyring, context: str) -> Iterator[bytes]:
    """The content, frame by frame. Every frame is checked before it is given, and the end of the file after the last.

    Raises KeyringError where the file is missing, damaged, changed or another than the context says. What was given
    until then is the beginning of the content: whoever needs all or nothing uses `opened`.
    """
    with _opened(path) as file:
        file_id = _file_id(file)
        for index in range(1 << 63):
            blob, last = _blob(file)
            yield keyring.decrypt(_PURPOSE, blob, _bound(context, file_id, index, last))
            if last:
                break
        if file.read(1):
            raise _damaged()


@contextmanager
def opened(path: Path, keyring: Keyring, context: str) -> Iterator[Path]:
    """A path under which this process, and no other, can open the whole content in clear while the block lasts.

    The content lies on the disk of `path`, in a file without a name: nothing of it can be found after a crash. Raises
    KeyringError as `read`, before the block begins; OSError (a full disk).
    """
    with tempfile.TemporaryFile(dir=path.parent) as clear:
        for frame in read(path, keyring, context):
            clear.write(frame)
        clear.flush()
        yield Path(f"/proc/self/fd/{clear.fileno()}")


def renew(path: Path, keyring: Keyring, context: str) -> bool:
    """Encrypt a file under the current key, where it is not. Whether it was. Raises as `read` and `write`."""
    with _opened(path) as file:
        file_id = _file_id(file)
        blob, last = _blob(file)
    if keyring.renew(_PURPOSE, blob, _bound(context, file_id, 0, last)) is None:
        return False
    write(path, read(path, keyring, context), keyring, context)
    return True


def remove(paths: Iterable[Path]) -> None:
    """Delete files, for good when this returns. Those that are gone are no error."""
    folders = set()
    for path in paths:
        path.unlink(missing_ok=True)
        folders.add(path.parent)
    for folder in folders:
        if folder.is_dir():
            sync(folder)


def remove_others(folder: Path, names: Collection[str]) -> None:
    """Delete what a crash left in a folder of kept files: all but these. Nobody else may write there meanwhile."""
    if folder.is_dir():
        remove(path for path in sorted(folder.iterdir()) if path.name not in names and not path.is_dir())


def _framed(content: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Frames, and whether each is the last."""
    held = bytearray()
    for chunk in content:
        held += chunk
        while len(held) > FRAME:
            yield bytes(held[:FRAME]), False
            del held[:FRAME]
    yield bytes(held), True


def _bound(context: str, file_id: bytes, index: int, last: bool) -> bytes:
    return _encode((context, file_id, index, last))


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        file = path.open("rb")
    except (FileNotFoundError, IsADirectoryError):
        raise _damaged() from None
    with file:
        yield file


def _file_id(file: BinaryIO) -> bytes:
    head = file.read(len(_MARK) + _ID_BYTES)
    if len(head) != len(_MARK) + _ID_BYTES or not head.startswith(_MARK):
        raise _damaged()
    return head[len(_MARK) :]


def _blob(file: BinaryIO) -> tuple[bytes, bool]:
    """The next frame as it is encrypted, and whether it says that it is the last."""
    head = file.read(_HEAD.size)
    if len(head) != _HEAD.size:
        raise _damaged()
    last, length = _HEAD.unpack(head)
    if last > 1 or length > _MOST:
        raise _damaged()
    blob = file.read(length)
    if len(blob) != length:
        raise _damaged()
    return blob, bool(last)


def _damaged() -> KeyringError:
    return KeyringError(
        "an encrypted file of the state is missing, damaged or not the one that belongs there; restore the state "
        "folder from a backup"
    )
