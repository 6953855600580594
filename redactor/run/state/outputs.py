"""This module tells from which input a file in OUT came, by an unchecked look into the journal of a state."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from redactor.files.sqlite import connect_read_only


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
