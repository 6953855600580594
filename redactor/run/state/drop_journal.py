"""The journal of drop folders: the number of each content, and which are done. SQLite, sealed, in a state folder.

It holds keyed hashes of contents alone: no file name, and no digest that a guess of the content could be held against.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from redactor.errors import RunError
from redactor.files.own_files import make_own_folder
from redactor.keys import DerivedKey
from redactor.run.state.sealed_sqlite import SealBrokenError, SealedDatabase

_TABLES = "CREATE TABLE contents(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, done INTEGER NOT NULL)"
_COLUMNS = {"contents": ("number", "id", "done")}


class DropJournal:
    """Which contents were handed out under which number, and which are done. Raises RunError."""

    def __init__(self, state: Path, key: DerivedKey) -> None:
        make_own_folder(state)
        try:
            self._sealed = SealedDatabase(state / "dropfolder.db", _TABLES, _COLUMNS, key)
        except SealBrokenError:
            raise RunError(
                "dropfolder.db in the state folder is not as this keyring left it: it belongs to another keyring or "
                "version, or was changed; set REDACTOR_KEYRING to the keyring of this state, or restore the state "
                "folder from a backup"
            ) from None
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            raise RunError(
                "dropfolder.db in the state folder is damaged; restore the state folder from a backup"
            ) from None
        self._db = self._sealed.db

    def close(self) -> None:
        self._sealed.close()

    def is_done(self, content: str) -> bool:
        return self._db.execute("SELECT 1 FROM contents WHERE id=? AND done", (content,)).fetchone() is not None

    def numbers(self, contents: Sequence[str]) -> list[int]:
        """The number of each content: the one that it had, or the next."""
        if not contents:
            return []
        with self._sealed.transaction():
            self._db.executemany(
                "INSERT INTO contents(id, done) VALUES(?, 0) ON CONFLICT(id) DO NOTHING", [(c,) for c in contents]
            )
        find = "SELECT number FROM contents WHERE id=?"
        return [int(self._db.execute(find, (c,)).fetchone()[0]) for c in contents]

    def mark_done(self, contents: Sequence[str]) -> None:
        """What is done is never handed out again, also where it had no number. On the disk when it returns."""
        with self._sealed.transaction():
            self._db.executemany(
                "INSERT INTO contents(id, done) VALUES(?, 1) ON CONFLICT(id) DO UPDATE SET done=1",
                [(c,) for c in contents],
            )
