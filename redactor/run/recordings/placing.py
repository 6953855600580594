"""Moves the outputs of a recording into OUT: a folder that is there as a whole or not at all."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Sequence
from pathlib import Path

from redactor.errors import RunError
from redactor.files.atomic_file import part_of, sync
from redactor.run.contracts import OutputFile
from redactor.run.output.durable_files import CHANGED, sha256, umask

_TAKEN = "OUT holds a folder that is not this run's, or was changed; name the OUT it wrote, or an empty folder"


def describe(folder: Path, names: Sequence[str], records_in: str) -> tuple[OutputFile, ...]:
    """The files of a folder, synced. records_in: the one at which the record is counted."""
    found = []
    for name in sorted(names):
        path = folder / name
        sync(path)
        found.append(OutputFile(name, sha256(path), path.stat().st_size, int(name == records_in)))
    sync(folder)
    return tuple(found)


def place(staged: Path, target: Path, files: Sequence[OutputFile]) -> None:
    """Rename the folder `staged` to `target`, across file systems too. It can be repeated after a kill at any point.

    Raises RunError where either does not hold these files alone.
    """
    if not staged.is_dir():
        if not _holds(target, files):
            raise RunError(CHANGED if not target.exists() else _TAKEN)
        return
    if not _holds(staged, files):
        raise RunError(CHANGED)
    if target.is_symlink() or target.exists():  # it was placed, and the copy in the state remains
        if not _holds(target, files):
            raise RunError(_TAKEN)
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
