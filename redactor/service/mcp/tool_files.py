"""This module reads the files that a tool names, from roots alone, and writes results into one other folder."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from redactor.errors import RunError
from redactor.files.atomic_file import atomic_private
from redactor.files.own_files import make_own_folder
from redactor.files.paths import is_path, is_utf8, open_below
from redactor.keys import DerivedKey
from redactor.run.intake.note_text import read_note
from redactor.run.runner import check_folders_apart

MOST_FILE_BYTES = 4 * 1024 * 1024
_TEXTS = frozenset({".txt", ".rtf", ".html", ".htm", ".md"})
_RECORDS = frozenset({".json", ".ndjson", ".jsonl"})
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


class CallRefusedError(Exception):
    """A call is refused. code: for programs. advice: what to do. where: a path in a schema, or ""."""

    def __init__(self, code: str, advice: str, where: str = "") -> None:
        super().__init__(code)
        self.code, self.advice, self.where = code, advice, where


@dataclass(frozen=True, slots=True, repr=False)
class GivenFile:
    """A file of a root: which of the roots, its path below, its suffix in lower case, and its bytes."""

    root: int
    below: str
    suffix: str
    data: bytes

    @property
    def has_records(self) -> bool:
        """Whether the file holds records of JSON; otherwise it is a text."""
        return self.suffix in _RECORDS


def check_name(name: str) -> None:
    """Refuse a name that is none for a new file."""
    if not _NAME.fullmatch(name):
        told = "a name has 1 to 64 letters, digits, - and _, and neither a folder nor a suffix"
        raise CallRefusedError("bad-name", told)


def tells_of(name: str, original: str, released: str) -> bool:
    """Return whether the name of a file holds a word of the original that was not released.

    Anybody who sees the folder reads its names. Accents do not count, nor words of less than three letters or digits.
    """
    joined = "".join(_words(name, 1))
    gone = set(_words(original, 3)) - set(_words(released, 3))
    return any(word in joined for word in gone)


def _words(text: str, least: int) -> list[str]:
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return [word for word in re.findall(r"[^\W\d_]+|\d+", bare) if len(word) >= least]


class Folders:
    """Folders of files that may be read, and the folder of results.

    roots: existing folders. out: see `make_out`. names: the key of generated names. Raises RunError if the
    folders lie inside one another or in home, and for a root that is no folder.
    """

    def __init__(self, roots: Sequence[Path], out: Path, home: Path, names: DerivedKey) -> None:
        for root in roots:
            if not root.is_dir():
                raise RunError("a root is no folder; name existing folders with --root")
            check_folders_apart(root, out, home, home)
        self._roots = [root.resolve() for root in roots]
        self._given = [root.absolute() for root in roots]
        self._out = out.resolve()
        self._names = names

    def make_out(self) -> None:
        """Make the folder of results if it is missing, for its owner alone."""
        make_own_folder(self._out)

    def read(self, path: str) -> GivenFile:
        """Return a file by its path: an absolute one in a root, or one below the only root.

        No link is followed on the way. Raises CallRefusedError.
        """
        root, below = self._place(path)
        suffix = PurePosixPath(below).suffix.lower()
        if suffix not in _TEXTS | _RECORDS:
            told = f"read are: {', '.join(sorted(_TEXTS | _RECORDS))}; `redactor run` reads other formats"
            raise CallRefusedError("unsupported-kind", told)
        try:
            with os.fdopen(open_below(self._roots[root], below), "rb") as file:
                data = file.read(MOST_FILE_BYTES + 1)
        except (OSError, ValueError):
            told = "the file is missing, may not be read, is no regular file, or a link leads to it; links are not read"
            raise CallRefusedError("unreadable-file", told) from None
        if len(data) > MOST_FILE_BYTES:
            told = f"a call reads a file of {MOST_FILE_BYTES:,} bytes at most; for larger ones: redactor run IN OUT"
            raise CallRefusedError("too-large", told)
        return GivenFile(root, below, suffix, data)

    def _place(self, path: str) -> tuple[int, str]:
        """Return the number of the root and the path below."""
        outside = CallRefusedError("outside-roots", "name a file inside of a root, without `..` in its path")
        if not path or not is_utf8(path) or not is_path(path) or ".." in PurePosixPath(path).parts:
            raise outside
        given = PurePosixPath(path)
        if not given.is_absolute():
            if len(self._roots) != 1:
                raise CallRefusedError("outside-roots", "give an absolute path, since there are several roots")
            below = given
        else:
            for i, folders in enumerate(zip(self._roots, self._given, strict=True)):
                for folder in folders:
                    if given.is_relative_to(folder):
                        return i, str(given.relative_to(folder))
            raise outside
        return 0, str(below)

    def text_of(self, file: GivenFile, encoding: str) -> str:
        """Return the text of a note, decoded as a run decodes notes.

        Raises CallRefusedError with the reason of a run.
        """
        found = read_note(file.data, file.suffix, encoding)
        if isinstance(found, str):
            return found
        raise CallRefusedError(
            found[0].value, "the file cannot be read as a text; see what it holds, and convert it to .txt"
        )

    def write(self, file: GivenFile, name: str | None, data: bytes, profile: str) -> str:
        """Write a result whole, readable by the owner alone, and return its name.

        A generated name is the same for the same file and profile, and replaces the earlier result; a given name never
        replaces a file. Raises CallRefusedError.
        """
        suffix = file.suffix if file.has_records else ".txt"
        stem = name or f"file-{self._names.token(str(self._roots[file.root]), file.below, profile)}"
        try:
            with atomic_private(self._out / f"{stem}{suffix}", new=name is not None) as target:
                target.write(data)
        except FileExistsError:
            raise CallRefusedError("file-exists", "choose another name: no file is replaced") from None
        return f"{stem}{suffix}"
