"""This module keeps the log of who asked for originals in home/access.jsonl, one line per command and without PHI.

A line is durable before anything is shown. Lines form a chain: each has its number, the MAC of the line before and a
MAC of its own, under a key of the keyring, so that `redactor.steward.access_reading` tells which was changed or is
missing. The last link also lies beside the keyring, or where the setting `access_head` names a file, if that can be
written, so that missing last lines are told, too. A crash may leave the beginning of a line, without a line ending, at
the end of the file: nothing was shown for it, and the next line takes its place. Any other line is of the chain, or was
changed or added.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import pwd
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from redactor.assemble.home import access_head_path
from redactor.errors import NO_SPACE, RunError
from redactor.files.atomic_file import locked, read_heads, write_heads
from redactor.files.own_files import make_own_folder, open_own
from redactor.keys import Keyring
from redactor.settings import Settings
from redactor.steward.append_log import append_lines

NAME = "access.jsonl"
LONGEST = 1 << 22  # bytes of a line; a lookup names every record of a file
_BLOCK = 1 << 16
_LINK = re.compile(rb'(\{.*), "number": ([0-9]{1,15}), "before": "([a-z2-7]{32})?", "mac": "([a-z2-7]{32})"\}')


@dataclass(frozen=True, slots=True)
class Link:
    """What a line says of its place in the chain. number: from 1. before: the MAC of the line before, "" of the first.

    body: what the MAC is of.
    """

    number: int
    before: str
    mac: str
    body: bytes = b""


class AccessLog:
    """The log of a home.

    head: the file that keeps its last link; None without one. head_is_named: settings name it, so that nothing is noted
    where it cannot be written.
    """

    def __init__(self, home: Path, keyring: Keyring, head: Path | None, *, head_is_named: bool = False) -> None:
        self._head_is_named = head_is_named
        self.home, self._path, self._head = home, home / NAME, head
        self._key = keyring.internal("access log")
        self._place = self._key.token("home", os.fspath(home.resolve()))

    def note(self, command: str, reason: str, *asked: Mapping[str, object]) -> None:
        """Append a line for each thing that was asked for: who asks now, by the user of the operating system, and why.

        asked: pseudonyms, names of files in OUT and counts, never an original value. Raises OSError, RunError.
        """
        time = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        who = {"time": time, "by": _user(), "command": command, "reason": reason}
        try:
            make_own_folder(self.home)
            with locked(self._path):
                kept, last = self.kept(), self._last()
                if kept is not None and kept.number > last.number:  # lines are missing: the gap stays to be told
                    last = kept
                lines = []
                for facts in asked:
                    assert facts.keys().isdisjoint(("number", "before", "mac"))
                    body = {**who, **facts, "number": last.number + 1, "before": last.mac}
                    encoded = _encoded(body)
                    if len(encoded) > LONGEST - 64:  # its MAC is added
                        raise RunError(f"this asks for too much at once: its line in {NAME} would be too long")
                    last = Link(last.number + 1, last.mac, self.mac_of(encoded))
                    lines.append(body | {"mac": last.mac})
                self._drop_torn()
                append_lines(self._path, *lines)
                self._keep(last)
        except OSError as e:
            if e.errno in NO_SPACE:
                raise
            told = os.strerror(e.errno or 0)
            raise RunError(f"{NAME} in home cannot be written, so that nothing is shown or done: {told}") from e

    def mac_of(self, body: bytes) -> str:
        """Return the MAC of a line without its MAC."""
        return self._key.token("line", body.decode("ascii"))

    def kept(self) -> Link | None:
        """Return the last link that is remembered beside the keyring, if there is one. Raises OSError, RunError."""
        found = self._heads().get(self._place)
        return None if found is None else Link(found["number"], "", found["mac"])

    def _last(self) -> Link:
        """Return the last link of the file."""
        try:
            with os.fdopen(open_own(self._path, os.O_RDONLY), "rb") as file:
                found = (link_of(text) for _, text in backwards(file, None) if text)
                return next((link for link in found if link is not None), Link(0, "", ""))
        except FileNotFoundError:
            return Link(0, "", "")

    def _drop_torn(self) -> None:
        """Remove what a crash left of a line: it is no line, and readers need not tell it from one that was changed."""
        try:
            with os.fdopen(open_own(self._path, os.O_RDWR), "rb+") as file:
                end, last = last_piece(file)
                if is_torn(last):
                    file.truncate(end)
        except FileNotFoundError:
            pass

    def _heads(self) -> dict[str, Any]:
        if self._head is None:
            return {}
        try:
            return read_heads(self._head, lambda head: type(head["number"]) is int and type(head["mac"]) is str)
        except FileNotFoundError:
            return {}
        except ValueError:
            raise RunError(
                f"{self._head.name}, beside the keyring or where access_head names it, is damaged; remove it, and look"
                f" for missing last lines in {NAME} of home"
            ) from None

    def _keep(self, last: Link) -> None:
        if self._head is None or not (self._head_is_named or os.access(self._head.parent, os.W_OK)):
            return
        with locked(self._head):
            write_heads(self._head, self._heads() | {self._place: {"number": last.number, "mac": last.mac}})


def open_access_log(settings: Settings, keyring: Keyring) -> AccessLog:
    """Return the log of the home of the settings."""
    named = settings.access_head is not None
    return AccessLog(settings.home, keyring, access_head_path(settings), head_is_named=named)


def link_of(text: bytes) -> Link | None:
    """Return the link of a line without its line break; None for one that belongs to no chain."""
    found = _LINK.fullmatch(text) if text.isascii() else None
    if found is None:
        return None
    before = (found[3] or b"").decode()
    body = b'%s, "number": %s, "before": "%s"}' % (found[1], found[2], before.encode())
    return Link(int(found[2]), before, found[4].decode(), body)


def open_log(home: Path) -> BinaryIO:
    """Open the log; an empty file where there is none. Raises RunError."""
    try:
        return os.fdopen(open_own(home / NAME, os.O_RDONLY), "rb")
    except FileNotFoundError:
        return Path(os.devnull).open("rb")
    except OSError as e:
        raise RunError(f"{NAME} in home cannot be read: {os.strerror(e.errno or 0)}") from e


def parsed(text: bytes) -> dict[str, Any] | None:
    """Return what a line says, whoever wrote it; None for one that is no JSON object, or longer than LONGEST."""
    if len(text) > LONGEST:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def is_torn(text: bytes | None) -> bool:
    """Return whether a crash can have left this at the end of the file, where a line ending is missing.

    A whole line of JSON is none; text: None is one longer than LONGEST.
    """
    return bool(text) and link_of(text or b"") is None and parsed(text or b"") is None


def last_piece(file: BinaryIO) -> tuple[int, bytes | None]:
    """Return where the last line ending ends, and what stands behind it; None if that is longer than LONGEST."""
    return next(_pieces(file, file.seek(0, os.SEEK_END)))


def backwards(file: BinaryIO, end: int | None) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines before a place, the last first, each with its place; None for one that is longer than LONGEST.

    end: the place of a line; None for the end of the file, where what a crash cut short is no line.
    """
    size = file.seek(0, os.SEEK_END)
    pieces = _pieces(file, size if end is None else min(end, size))
    place, last = next(pieces)
    if end is None and last != b"" and not is_torn(last):
        yield place, last
    yield from pieces


def _pieces(file: BinaryIO, at: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield what stands between line endings before a place, the last first: that behind the last ending, too."""
    tail, is_long = b"", False
    while at > 0:
        size = min(_BLOCK, at)
        at -= size
        file.seek(at)
        block = file.read(size) + tail
        first, *lines = block.split(b"\n")
        place = at + len(block)
        for line in reversed(lines):
            place -= len(line)
            yield place, None if is_long or len(line) > LONGEST else line
            is_long = False
            place -= 1
        is_long = is_long or len(first) > LONGEST
        tail = b"" if is_long else first
    yield 0, None if is_long else tail


def _encoded(body: Mapping[str, object]) -> bytes:
    return json.dumps(body).encode("ascii")


def _user() -> str:
    """Return the name of the real user, or the number of one without a name; variables, which anybody can set, do not
    count.
    """
    uid = os.getuid()
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"
