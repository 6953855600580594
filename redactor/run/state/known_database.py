"""The database of the known values: its tables under one seal, and what is said where it cannot be used."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from redactor.errors import RunError
from redactor.files.own_files import make_own_folder
from redactor.files.sqlite import is_of_the_system
from redactor.keys import Keyring
from redactor.run.state import forgotten, households, known_entries, known_versions, site_tables, stored_keys
from redactor.run.state.known_head import KnownHead
from redactor.run.state.sealed_sqlite import SealBrokenError, SealedDatabase

_CACHE_KB, _LOG_PAGES = 32_768, 8_192  # of a writer: rows lie at keyed hashes, and so on pages all over the file
_PARTS = (known_entries, stored_keys, site_tables, households, known_versions, forgotten)
_TABLES = "".join(m.SCHEMA for m in _PARTS).rstrip(";\n")
_COLUMNS = {name: columns for m in _PARTS for name, columns in m.COLUMNS.items()}


def open_to_read(path: Path, keyring: Keyring) -> SealedDatabase:
    """Open a database that exists. Raises RunError where it was changed or is damaged."""
    return _open(path, keyring, read_only=True)


def open_to_write(path: Path, keyring: Keyring, head: KnownHead | None) -> SealedDatabase:
    """The same; it is made where there is none. Raises RunError too where the head is another database's, or newer."""
    if head is not None and not path.exists():
        head.check("", 0, is_marked=False)
    make_own_folder(path.parent)
    sealed = _open(path, keyring, read_only=False)
    if head is not None:
        try:
            head.check(sealed.name, sealed.commits, is_marked=known_versions.is_marked(sealed.db, head.mark))
        except RunError:
            sealed.close()
            raise
    sealed.db.execute(f"PRAGMA cache_size=-{_CACHE_KB}")
    sealed.db.execute(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")
    return sealed


def _open(path: Path, keyring: Keyring, *, read_only: bool) -> SealedDatabase:
    key = keyring.internal("known-seal")
    try:
        return SealedDatabase(path, _TABLES, _COLUMNS, key, read_only=read_only)
    except SealBrokenError:
        raise RunError(
            "the known values of home (known.db) are not as this keyring left them: they belong to another keyring or "
            "version, or were changed; set REDACTOR_KEYRING to the keyring of this home, restore known.db from a "
            "backup, or remove it and run over all input again"
        ) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as e:
        if is_of_the_system(e):
            raise
        why = getattr(e, "sqlite_errorname", "not a database")
        raise RunError(
            f"the known values of home (known.db) cannot be used ({why}); if the file is damaged, restore it from a "
            "backup, or remove it and run over all input again"
        ) from None
