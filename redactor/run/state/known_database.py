"""This module opens the sealed database of the known values, and checks its head, which is kept apart from home.

The head is the name of the home's store and the number of its commits, in a JSON file beside the keyring. Whoever can
write to a home, but not beside the keyring, cannot remove the store or put an older one back: values of earlier runs
would no longer be searched for. The store in turn holds a mark, under its seal, for each file that keeps its head, so
that a removed or emptied head file is noticed.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from redactor.errors import RunError
from redactor.files.atomic_file import locked, read_heads, write_heads
from redactor.files.own_files import make_own_folder
from redactor.files.sqlite import connect_read_only, has_tables
from redactor.keys import Keyring
from redactor.run.state import charts, forgotten, households, known_entries, known_versions, site_tables, skipped
from redactor.run.state.sealed_sqlite import SealedDatabase, opening


class KnownHead:
    """A `KnownHead` checks and keeps the head of one store, in a JSON file {place: {"store", "commits"}}.

    The place is a keyed hash of the store's path as it is given: a link could be pointed elsewhere. The mark belongs to
    this file and place, and is put into the store.
    """

    def __init__(self, file: Path, store: Path, keyring: Keyring) -> None:
        self._file = file
        key = keyring.internal("known-seal")
        self._place = key.digest("store", str(store.absolute())).hex()
        self.mark = key.digest("head", self._place, str(file.absolute())).hex()

    def check_missing(self, store: Path) -> None:
        """Raise RunError if a store was seen before and is gone."""
        if self._heads().get(self._place) is not None and not store.exists():
            raise RunError(self._of_another())

    def check(self, sealed: SealedDatabase) -> None:
        """Raise RunError unless this is the store that was seen last, or a later state of it; a first head is accepted.

        Other processes may write to the store meanwhile: they commit, then put a head, then mark the store. So these
        are read in the opposite order.
        """
        is_marked = known_versions.is_marked(sealed.db, self.mark)
        head = self._heads().get(self._place)
        if head is None:
            if not is_marked:
                return
            raise RunError(
                f"{self._file.name}, the head of known values, which lies beside the keyring or where known_head "
                f"places it, was removed or emptied: values of earlier runs may be missing from known.db; restore "
                f"{self._file.name} from a backup, or name another file in known_head to go on with known.db as it is, "
                "or remove known.db and run over all input again"
            )
        sealed.refresh()
        if head["store"] != sealed.name or sealed.commits < head["commits"]:
            raise RunError(self._of_another())

    def _of_another(self) -> str:
        return (
            "the known values of home (known.db) are not those that the keyring remembers: values of earlier runs "
            f"are missing; restore known.db from a backup, or remove {self._file.name}, which lies beside the "
            "keyring or where known_head places it, to go on without them"
        )

    def keep(self, sealed: SealedDatabase) -> None:
        """Write the head of the store to the file, if that can be written, and mark the store."""
        if not self._put(sealed.name, sealed.commits) or known_versions.is_marked(sealed.db, self.mark):
            return
        with sealed.transaction() as db:  # after the head: a mark without one locks out
            known_versions.set_mark(db, self.mark)
        self._put(sealed.name, sealed.commits)

    def _put(self, store: str, commits: int) -> bool:
        """Write the head, which never goes back; return False if the file cannot be written."""
        if not os.access(self._file.parent, os.W_OK):
            return False
        with locked(self._file):
            heads = self._heads()
            before = heads.get(self._place)
            if before is None or before["store"] != store or before["commits"] < commits:
                heads[self._place] = {"store": store, "commits": commits}
                write_heads(self._file, heads)
        return True

    def _heads(self) -> dict[str, Any]:
        try:
            return read_heads(self._file, lambda head: type(head["store"]) is str and type(head["commits"]) is int)
        except FileNotFoundError:
            return {}
        except OSError as e:
            raise RunError(f"{self._file.name}, the head of known values, cannot be read ({e.strerror})") from None
        except ValueError:
            raise RunError(
                f"{self._file.name}, the head of known values, is damaged; restore it from a backup, or remove it"
            ) from None


_PAGE_BYTES = 8_192  # of pages of 4,096 bytes, rows of a kilobyte leave a third more unused
_CACHE_KB = 32_768  # a writer touches pages all over the file: rows are ordered by keyed hashes
_LOG_PAGES = 1_024  # 8 MB, since a home that fills with its log cannot write the log back
_PARTS = (known_entries, charts, site_tables, households, known_versions, forgotten, skipped)
_TABLES = "".join(m.SCHEMA for m in _PARTS).rstrip(";\n")
_COLUMNS = {name: columns for m in _PARTS for name, columns in m.COLUMNS.items()}


def open_to_read(path: Path, keyring: Keyring) -> SealedDatabase:
    """Open an existing database for reading. Raises RunError if it was changed or is damaged."""
    return _open(path, keyring, read_only=True)


def is_being_made(path: Path) -> bool:
    """Return whether a database has no tables yet: its writer makes them in one step, and may wait for space."""
    with suppress(sqlite3.Error), closing(connect_read_only(path)) as db:
        return not has_tables(db)
    return False


def open_to_write(path: Path, keyring: Keyring, head: KnownHead | None) -> SealedDatabase:
    """Open a database for writing, or create it, and bring its head up to it.

    Raises RunError also if the head belongs to another database or is newer.
    """
    if head is not None:
        head.check_missing(path)
    make_own_folder(path.parent)
    sealed = _open(path, keyring, read_only=False)
    if head is not None:
        try:
            head.check(sealed)
            head.keep(sealed)
        except BaseException:
            sealed.close()
            raise
    sealed.db.execute(f"PRAGMA cache_size=-{_CACHE_KB}")
    sealed.db.execute(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")
    return sealed


def _open(path: Path, keyring: Keyring, *, read_only: bool) -> SealedDatabase:
    key = keyring.internal("known-seal")
    with opening(
        damaged="the known values of home (known.db) cannot be used ({why}); if the file is damaged, restore it from a "
        "backup, or remove it and run over all input again",
        changed="the known values of home (known.db) are not as this keyring left them: they belong to another keyring "
        "or version, or were changed; set REDACTOR_KEYRING to the keyring of this home, restore known.db from a "
        "backup, or remove it and run over all input again",
    ):
        return SealedDatabase(path, _TABLES, _COLUMNS, key, read_only=read_only, page_bytes=_PAGE_BYTES)
