"""Files and folders that are ours alone: home, state, settings. Whoever else could write them would decide for us.

A folder that others own or may write to is refused. In one that passed, every file is opened through the handle of its
folder and never through a link, so that nothing that was planted leads to the keyring or to another file of ours.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from redactor.errors import RunError
from redactor.files.paths import open_regular

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OF_A_DATABASE = ("", "-wal", "-shm", "-journal")


def why_not_ours(path: Path, found: os.stat_result) -> str:
    """Why a file or folder is not to be trusted, and what to do; "" for one that this user or root alone can change.

    found: of what a link leads to. A link itself must not be another user's: its owner could turn it.
    """
    if os.name != "posix":
        return ""
    if not {found.st_uid, path.lstat().st_uid} <= {0, os.geteuid()}:
        return "belongs to another user, who could change it; give it to the user of this process (chown)"
    if found.st_mode & _OTHERS_WRITE:
        return (
            f"may be written by other users (mode {stat.S_IMODE(found.st_mode):04o}); find out whether they changed "
            "it, then close it: chmod go-w"
        )
    return ""


def check_own_folder(folder: Path, what: str) -> None:
    """Raise RunError for a folder that others own or may write to, or that is none. One that is missing is fine.

    what: what it is for, as in "state".
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
    """Make a folder and the parents that it lacks, for the owner alone (mode 0700) whatever the umask allows."""
    for one in (*reversed(folder.parents), folder):
        one.mkdir(mode=0o700, exist_ok=True)


def check_no_links(folder: Path, what: str) -> None:
    """Raise RunError where anything in a folder is neither a file nor a folder: a link, a pipe, a device."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                check_no_links(Path(entry.path), what)
            elif not entry.is_file(follow_symlinks=False):
                raise RunError(_foreign(what, entry.name))


def open_own(path: Path, flags: int, *, again: bool = False) -> int:
    """A descriptor of a regular file in a folder of ours; with O_CREAT one of mode 0600 is made.

    again: in place of what has the name now, which is removed and not written to. Raises RunError for a link and for
    what is no file; OSError.
    """
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        if again:
            with suppress(FileNotFoundError):
                os.unlink(path.name, dir_fd=folder)
            flags |= os.O_CREAT | os.O_EXCL
        try:
            return open_regular(path.name, flags, dir_fd=folder)
        except OSError:
            if is_foreign(path):
                raise RunError(_foreign("state or home", path.name)) from None
            raise
    finally:
        os.close(folder)


def check_database(path: Path) -> None:
    """Raise RunError where a database, or a file that SQLite keeps beside it, is a link or no file."""
    for suffix in _OF_A_DATABASE:
        beside = path.with_name(path.name + suffix)
        if is_foreign(beside):
            raise RunError(_foreign("state or home", beside.name))


def is_foreign(path: Path) -> bool:
    """Whether there is something of this name that we never make: a link, whatever it leads to, a pipe, a device."""
    try:
        kind = stat.S_IFMT(path.lstat().st_mode)
    except OSError:
        return False
    return kind not in (stat.S_IFREG, stat.S_IFDIR)


def _foreign(what: str, name: str) -> str:
    return (
        f"{what}: {name} is a link, or no file, and was left alone; nothing of ours is one: find out who made it, "
        "remove it, and repeat the command"
    )
