"""This module writes files of PHI that a person asked for, such as an export of originals."""

from __future__ import annotations

from pathlib import Path

from redactor.errors import RunError
from redactor.run.output.manifest import MANIFEST


def check_new_file(path: Path) -> None:
    """Raise RunError if the file exists, or would lie in the OUT of a run."""
    if path.exists() or path.is_symlink():
        raise RunError("a file of that name exists, and an export never overwrites one; choose another name")
    if any((folder / MANIFEST).exists() for folder in path.resolve().parents):
        raise RunError(
            "that folder is the OUT of a run (it holds a manifest) and will be handed over; choose another one"
        )
