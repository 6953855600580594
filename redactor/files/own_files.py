"""This module checks and opens the files that only this user may change: home, state and settings.

A folder that other users own or may write to is refused. In an accepted folder, every file is opened relative to the
open folder and never through a link, so that no planted link leads to the keyring or to another file of this user.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from redactor.errors import RunError
from redactor.files.paths import open_regular

_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
_DATABASE_SUFFIXES = ("", "-wal", "-shm", "-journal")


def why_not_ours(path: Path, found: os.stat_result) -> str:
    """Return why a file or folder must not be trusted and what to do about that, or "" if only this user or root can
    change it.

    found: the status of the file after links are followed. A link itself must not belong to another user either, who
    could point it elsewhere.
    """
    if os.name != "posix":
        return ""
    if not {found.st_uid, path.lstat().st_uid} <= {0, os.geteuid()}:
        return "belongs to another user, who could change it; give it to the user of this process (chown)"
    if found.st_mode & _OTHERS_MAY_WRITE:
        return (
            f"may be written by other users (mode {stat.S_IMODE(found.st_mode):04o}); find out whether they changed "
            "it, then close it: chmod go-w"
        )
    return ""


def check_own_folder(folder: Path, what: str) -> None:
    """Raise RunError if a path is no folder, or a folder that other users own or may write to.

    A missing folder is accepted.

    what: the name of the folder in the message, such as "the state".
    """
    try:
        found = folder.stat()
    except FileNotFoundError:
        if folder.is_symlink():
            raise RunError(f"{what} {folder} is a link to nowhere; make what it leads to, or remove it") from None
        return
    if not stat.S_ISDIR(found.st_mode):
        raise RunError(f"{what} {folder} is no folder; name a folder")
    if why := why_not_ours(folder, found):
        raise RunError(f"{what} {folder} {why} {folder}")


def make_own_folder(folder: Path) -> None:
    """Create a folder and its missing parents for the owner alone (mode 0700), whatever the umask allows."""
    for path in (*reversed(folder.parents), folder):
        path.mkdir(mode=0o700, exist_ok=True)


def check_no_links(folder: Path, what: str) -> None:
    """Raise RunError if a folder contains, at any depth, anything but files and folders: a link, a pipe, a device."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                check_no_links(Path(entry.path), what)
            elif not entry.is_file(follow_symlinks=False):
                raise RunError(_foreign_file_message(what, entry.name))


def open_own(path: Path, flags: int, *, replace: bool = False) -> int:
    """Return a descriptor of a regular file in a trusted folder; with O_CREAT a missing file is created with mode 0600.

    replace: remove the file of this name first and create a new one, instead of writing to the existing file. Raises
    RunError if the name belongs to a link or to no regular file; OSError.
    """
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        if replace:
            with suppress(FileNotFoundError):
                os.unlink(path.name, dir_fd=folder)
            flags |= os.O_CREAT | os.O_EXCL
        try:
            return open_regular(path.name, flags, dir_fd=folder)
        except OSError:
            if is_foreign(path):
                raise RunError(_foreign_file_message("state or home", path.name)) from None
            raise
    finally:
        os.close(folder)


def check_database(path: Path) -> None:
    """Raise RunError if a database, or a file that SQLite keeps beside the database, is a link or no regular file."""
    for suffix in _DATABASE_SUFFIXES:
        beside = path.with_name(path.name + suffix)
        if is_foreign(beside):
            raise RunError(_foreign_file_message("state or home", beside.name))


def is_foreign(path: Path) -> bool:
    """Return whether the path exists and is neither a regular file nor a folder, such as a link, a pipe or a device."""
    try:
        kind = stat.S_IFMT(path.lstat().st_mode)
    except OSError:
        return False
    return kind not in (stat.S_IFREG, stat.S_IFDIR)


def _foreign_file_message(what: str, name: str) -> str:
    return (
        f"{what}: {name} is a link, or no file, and was left alone; nothing of ours is one: find out who made it, "
        "remove it, and repeat the command"
    )
