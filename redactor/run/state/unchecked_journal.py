"""This module reads single values from the journal of a run without its keyring; the seal is not checked."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from redactor.files.sqlite import connect_read_only, has_tables


def value_of(state: Path, key: str) -> str | None:
    """Return an unchecked value of the journal, also while others use it, or None without a journal."""
    path = state / "journal.db"
    if not path.is_file():
        return None
    with closing(connect_read_only(path)) as db:
        wanted = "SELECT value FROM meta WHERE key=?"
        row = db.execute(wanted, (key,)).fetchone() if has_tables(db) else None
    return str(row[0]) if row else None


def inputs_of(state: Path) -> dict[str, int]:
    """Return the number of the input file of each file in OUT, by its name and unchecked; {} without a journal."""
    return {name: file for name, (file, _) in output_files(state).items()}


def output_files(state: Path) -> dict[str, tuple[int, str]]:
    """Return the number of the input file and the SHA-256 in hex of each file in OUT, by its name and unchecked.

    It is {} without a journal.
    """
    path = state / "journal.db"
    if not path.is_file():
        return {}
    with closing(connect_read_only(path)) as db:
        return {
            str(name): (int(file), str(sha)) for name, file, sha in db.execute("SELECT name, file, sha256 FROM outputs")
        }
