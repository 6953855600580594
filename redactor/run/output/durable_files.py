"""This module writes durably: it appends after a journaled offset, syncs, and moves whole files and folders into
OUT.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from redactor.errors import RunError
from redactor.files.atomic_file import atomic, part_of, sync
from redactor.files.own_files import open_own
from redactor.run.contracts import OutputFile

CHANGED = "released records in the state folder or OUT were changed; start again with a new --state and an empty OUT"


class Appender:
    """An appender writes to a file of the state from offset `at`; bytes behind it, of a commit that did not happen, are
    cut.

    At 0 the file is created anew: whatever stands there is foreign. Raises RunError for a link.
    """

    def __init__(self, path: Path, at: int) -> None:
        self.at = at
        fd = open_own(path, os.O_RDWR | os.O_CREAT, replace=at == 0)
        self._file = os.fdopen(fd, "r+b", buffering=1024 * 1024)
        if os.fstat(fd).st_size < at:
            self._file.close()
            raise RunError(
                "a file of the state folder is shorter than its journal says; start again with a new --state"
            )
        self._file.truncate(at)
        self._file.seek(at)
        self._dirty = False

    def write(self, data: bytes) -> None:
        self._file.write(data)
        self.at += len(data)
        self._dirty = True

    def sync(self) -> None:
        """Make everything written durable."""
        if self._dirty:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._dirty = False

    def close(self) -> None:
        """Close the file; data that was not synced does not count, and may find no space any more."""
        with suppress(OSError):
            self._file.close()


class CheckedAppender(Appender):
    """A checked appender also refuses a file whose first `at` bytes do not have this SHA-256 digest."""

    def __init__(self, path: Path, at: int, digest: bytes) -> None:
        super().__init__(path, at)
        with path.open("rb") as file:
            self._hash = hashlib.file_digest(file, "sha256")
        if at and self._hash.digest() != digest:
            self.close()
            raise RunError(CHANGED)

    def write(self, data: bytes) -> None:
        super().write(data)
        self._hash.update(data)

    def digest(self) -> bytes:
        """Return the SHA-256 of all that was written."""
        return self._hash.digest()


def move(source: Path, target: Path) -> None:
    """Move a synced file atomically, across file systems too: `target` is whole or absent. The umask sets its mode."""
    source.chmod(0o666 & ~umask())
    try:
        source.replace(target)
    except OSError as e:
        if e.errno != errno.EXDEV:
            raise
        with atomic(target) as part:
            shutil.copyfile(source, part)
            sync(part)
        sync(target.parent)
        source.unlink()
    sync(target.parent)


def create_new(source: Path, target: Path) -> None:
    """Create a durable file in OUT that is whole or absent. Raises RunError if its name is taken.

    The file grows under a hidden name, which stays until the delivery is discarded. A link fails if the name is taken.
    If the name is taken by the same file, an earlier process was killed here.
    """
    part = part_of(target)
    if part.is_file() and target.exists() and part.samefile(target):
        return
    part.unlink(missing_ok=True)
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    with source.open("rb") as f, os.fdopen(fd, "wb") as out:
        shutil.copyfileobj(f, out, 1 << 20)
        out.flush()
        os.fsync(out.fileno())
    try:
        target.hardlink_to(part)
    except FileExistsError:
        part.unlink()
        raise RunError(_TAKEN) from None
    sync(target.parent)


def umask() -> int:
    """Return the umask of the process, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def write_atomic(path: Path, data: bytes) -> None:
    """Write a small file atomically and durably."""
    with atomic(path) as part:
        part.write_bytes(data)
        sync(part)
    sync(path.parent)


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file in hex."""
    with path.open("rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


_TAKEN = (
    "OUT holds a file under the number of the next delivery: another state delivers there, or wrote there earlier; "
    "name an empty folder for OUT, and a new --state"
)
_FOREIGN_FOLDER = "OUT holds a folder that is not this run's, or was changed; name the OUT it wrote, or an empty folder"


def describe(folder: Path, names: Sequence[str], records_in: str) -> tuple[OutputFile, ...]:
    """Sync the files of a folder, and return their descriptions. records_in: the file that counts as the record."""
    found = []
    for name in sorted(names):
        path = folder / name
        sync(path)
        found.append(OutputFile(name, sha256(path), path.stat().st_size, int(name == records_in)))
    sync(folder)
    return tuple(found)


def place(staged: Path, target: Path, files: Sequence[OutputFile]) -> None:
    """Rename the folder `staged` to `target`, across file systems too. It can be repeated after a kill at any point.

    Raises RunError if either folder does not hold exactly these files.
    """
    if not staged.is_dir():
        if not _holds(target, files):
            raise RunError(CHANGED if not target.exists() else _FOREIGN_FOLDER)
        return
    if not _holds(staged, files):
        raise RunError(CHANGED)
    if target.is_symlink() or target.exists():  # it was placed, and the copy in the state remains
        if not _holds(target, files):
            raise RunError(_FOREIGN_FOLDER)
    else:
        _move(staged, target)
    shutil.rmtree(staged, ignore_errors=True)


def _holds(folder: Path, files: Sequence[OutputFile]) -> bool:
    if folder.is_symlink() or not folder.is_dir() or {p.name for p in folder.iterdir()} != {f.name for f in files}:
        return False
    return all(
        not (path := folder / f.name).is_symlink() and path.is_file() and sha256(path) == f.sha256 for f in files
    )


def _move(staged: Path, target: Path) -> None:
    mask = umask()
    for path in staged.iterdir():
        path.chmod(0o666 & ~mask)
    try:
        staged.chmod(0o777 & ~mask)
        staged.rename(target)
    except OSError as e:
        if e.errno != errno.EXDEV:
            raise
        part = part_of(target)
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        for path in staged.iterdir():  # one by one: the error that copytree raises does not tell a full disk
            shutil.copy(path, part)
            sync(part / path.name)
        part.chmod(0o777 & ~mask)
        sync(part)
        part.rename(target)
    sync(target.parent)
