"""This module manages what a drop folder keeps: the folders processing, done and failed, its lock, and its journal.

Each file lies in a folder of its own, which moves as a whole: a rename of a folder never replaces one that holds a
file.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import secrets
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from redactor.errors import NO_SPACE, DiskFullError, RunError
from redactor.files.own_files import make_own_folder
from redactor.files.sqlite import is_full
from redactor.keys import DerivedKey
from redactor.run.contracts import FileReason
from redactor.run.drop_files import opened_folder
from redactor.run.output.durable_files import write_atomic
from redactor.run.state.sealed_sqlite import SealedDatabase, opening
from schemas.engine.records import Reason

LOCK = ".redactor.lock"
PROCESSING, DONE, FAILED = "processing", "done", "failed"
RESERVED_NAMES = (PROCESSING, DONE, FAILED, LOCK)
NEW = "new-"
# The folder of a file is called new-RANDOM until the content was read, then by its id, with .RANDOM if that was taken.
ITEM = re.compile(r"new-[0-9a-f]{16}|([a-z2-7]{32})(\.[0-9a-f]{16})?")
EXHAUSTED = (*NO_SPACE, errno.EMFILE, errno.ENFILE, errno.ENOMEM)  # no fault of one file
_ID_LENGTH = 32
_TAKEN = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR)


class DropLayout:
    """A `DropLayout` creates and locks the folders of a drop folder. root: a descriptor of the drop folder."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.processing = path / PROCESSING
        with contextlib.ExitStack() as made:
            self.root = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            made.callback(os.close, self.root)
            made.callback(os.close, self._locked())
            for name in (PROCESSING, DONE, FAILED):
                self._make(name)
            self.close = made.pop_all().close

    def item(self, item: str) -> contextlib.AbstractContextManager[int]:
        """Give a descriptor of a folder in processing/."""
        return opened_folder(self.root, f"{PROCESSING}/{item}")

    def move(self, item: str, folder: str, name: str) -> str:
        """Move a folder of processing/ into another state folder, and return its name there: `name` if that is free."""
        while True:
            try:
                (self.processing / item).rename(self._path / folder / name)
                return name
            except OSError as e:
                if e.errno not in _TAKEN:
                    raise
            name = f"{name[:_ID_LENGTH]}.{secrets.token_hex(8)}"

    def fail(self, item: str, name: str, reason: Reason | FileReason) -> None:
        """Write the reason to failed/, then move a folder of processing/ beside it. name: an id."""
        target = self._path / FAILED / name
        with contextlib.suppress(OSError):
            target.rmdir()  # empty once its file was moved back into the drop folder
        if target.exists():
            name = f"{name}.{secrets.token_hex(8)}"
        content = {"id": name[:_ID_LENGTH], "reason": reason.value}
        write_atomic(self._reason_file(name), msgspec.json.encode(content) + b"\n")
        self.move(item, FAILED, name)

    def drop_stale_reason(self, name: str) -> None:
        """Delete a reason whose file is missing because of a crash. name: an id."""
        if not (self._path / FAILED / name).exists():
            self._reason_file(name).unlink(missing_ok=True)

    def remove_empty(self, item: str) -> None:
        """Remove the empty folders in a folder of processing/, and the folder itself if nothing is left in it."""
        for folder, _, _ in os.walk(self.processing / item, topdown=False):
            with contextlib.suppress(OSError):
                Path(folder).rmdir()

    def _reason_file(self, name: str) -> Path:
        return self._path / FAILED / f"{name}.json"

    def _locked(self) -> int:
        if not (self._path / LOCK).exists() and any((self._path / name).exists() for name in RESERVED_NAMES):
            raise RunError(
                "the drop folder holds a folder named processing, done or failed that no drop folder made; rename it"
            )
        lock = os.open(LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600, dir_fd=self.root)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as e:
            os.close(lock)
            if isinstance(e, BlockingIOError):
                raise RunError("another process reads this drop folder; end it, or name another folder") from None
            raise RunError("the drop folder's file system has no locks (flock); use another file system") from None
        return lock

    def _make(self, name: str) -> None:
        with contextlib.suppress(FileExistsError):
            os.mkdir(name, 0o700, dir_fd=self.root)
        status = os.lstat(name, dir_fd=self.root)
        if not stat.S_ISDIR(status.st_mode) or status.st_dev != os.fstat(self.root).st_dev:
            raise RunError(f"{name} in the drop folder must be a folder on the drop folder's own file system")


@contextlib.contextmanager
def errors_without_names() -> Iterator[None]:
    """Raise RunError in place of errors of the system, whose messages name files."""
    try:
        yield
    except OSError as e:
        raise _error(e.errno in NO_SPACE, errno.errorcode.get(e.errno or 0, "unknown")) from None
    except sqlite3.Error as e:
        raise _error(is_full(e), getattr(e, "sqlite_errorname", "unknown")) from None


def _error(is_full: bool, why: str) -> RunError:
    if is_full:
        return DiskFullError("the disk of the drop folder, or of its state, is full; make room and start again")
    return RunError(f"the drop folder or its state cannot be used ({why}); both must exist, readable and writable")


_TABLES = "CREATE TABLE contents(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, done INTEGER NOT NULL)"
_COLUMNS = {"contents": ("number", "id", "done")}


class DropJournal:
    """A `DropJournal` knows which contents were handed out under which number, and which are done. Raises RunError.

    It is a sealed SQLite file in a state folder, and holds keyed hashes of contents alone: no file name, and no digest
    that a guess of the content could be compared with.
    """

    def __init__(self, state: Path, key: DerivedKey) -> None:
        make_own_folder(state)
        with opening(
            damaged="dropfolder.db in the state folder is damaged; restore the state folder from a backup",
            changed="dropfolder.db in the state folder is not as this keyring left it: it belongs to another keyring "
            "or version, or was changed; set REDACTOR_KEYRING to the keyring of this state, or restore the state "
            "folder from a backup",
        ):
            self._sealed = SealedDatabase(state / "dropfolder.db", _TABLES, _COLUMNS, key)
        self._db = self._sealed.db

    def close(self) -> None:
        self._sealed.close()

    def is_done(self, content: str) -> bool:
        return self._db.execute("SELECT 1 FROM contents WHERE id=? AND done", (content,)).fetchone() is not None

    def numbers(self, contents: Sequence[str]) -> list[int]:
        """Return the number of each content: its previous one, or the next."""
        if not contents:
            return []
        with self._sealed.transaction():
            self._db.executemany(
                "INSERT INTO contents(id, done) VALUES(?, 0) ON CONFLICT(id) DO NOTHING", [(c,) for c in contents]
            )
        find = "SELECT number FROM contents WHERE id=?"
        return [int(self._db.execute(find, (c,)).fetchone()[0]) for c in contents]

    def mark_done(self, contents: Sequence[str]) -> None:
        """Mark contents as done, durably, so that they are never handed out again, even if they had no number."""
        with self._sealed.transaction():
            self._db.executemany(
                "INSERT INTO contents(id, done) VALUES(?, 1) ON CONFLICT(id) DO UPDATE SET done=1",
                [(c,) for c in contents],
            )
