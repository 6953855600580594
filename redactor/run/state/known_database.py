"""The database of the known values: its tables under one seal, and what is said where it cannot be used."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.state import forgotten, households, known_entries, known_versions, site_tables, stored_keys
from redactor.run.state.sealed_sqlite import SealBrokenError, SealedDatabase
from redactor.run.state.sqlite import is_of_the_system

_PARTS = (known_entries, stored_keys, site_tables, households, known_versions, forgotten)
_TABLES = "".join(m.SCHEMA for m in _PARTS).rstrip(";\n")
_COLUMNS = {name: columns for m in _PARTS for name, columns in m.COLUMNS.items()}


def open_database(path: Path, keyring: Keyring, *, read_only: bool) -> SealedDatabase:
    """Open it; a writer makes it where there is none. Raises RunError where it was changed or is damaged."""
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
