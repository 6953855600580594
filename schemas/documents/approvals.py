"""Stores who approved which document, bound to its content and its home and authenticated with the keyring.

Each line of the file has a MAC over its fields, its number, the home, and the MAC of the line before: a line that is
changed, removed, moved, repeated or copied from another home breaks the chain. The head of the chain lies beside the
keyring, so that an older state of the file is noticed as well. A file that does not hold is refused as a whole
(docs/adr/0015).
"""

from __future__ import annotations

import hmac
import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from redactor.errors import ApprovalError, NotInForceError
from redactor.files.atomic_file import locked, sync
from redactor.files.own_files import make_own_folder, open_own
from redactor.files.paths import read_regular
from redactor.keys import Keyring
from schemas.documents.approvals_head import APPROVE_AGAIN, USE_SIGNING_KEYRING, Head, HeadFile

Kind = Literal["schema", "profile"]
Action = Literal["approve", "add", "withdraw"]
Status = Literal["approved", "waiting", "superseded", "withdrawn", "none"]

_FILE = "approvals.jsonl"
_OLD = "approvals.old.jsonl"
_FORMAT = "3"
_FIELDS = ("format", "number", "action", "kind", "name", "version", "digest", "by", "at", "reason", "people")
# What nobody sees, outside the categories C*: Default_Ignorable_Code_Point of Unicode 15.1, and the empty Braille cell.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_CLAIM = frozenset({"action", "kind", "name", "digest"})


@dataclass(frozen=True, slots=True)
class Appended:
    """The result of an append: whether the head remembers the entry, and whether it begins a chain in place of a lost
    one.
    """

    head_kept: bool
    ends_earlier: bool


class Approvals:
    """Stores the approvals of a home in an append-only file of JSON lines, safe for concurrent processes.

    `head` is the file that keeps the head, apart from home, or None without one. With `head_is_named` settings name it,
    so that it must exist once home has approvals. `people` is how many must approve a document: of two, the first
    approval waits and changes nothing. Every method raises ApprovalError when the file was changed, copied or put back.
    Example: `Approvals(home, keyring).approve("schema", name, version, digest, by="A. Steward", at="2026-01-31")`.
    """

    def __init__(
        self, home: Path, keyring: Keyring, head: Path | None = None, *, head_is_named: bool = False, people: int = 1
    ) -> None:
        self._home = home
        self._path = home / _FILE
        self._mac = keyring.internal("approval")
        self._place = self._mac.digest("home", os.fspath(home.resolve())).hex()
        self._head = HeadFile(head, named=head_is_named) if head is not None else None
        self._people = people
        self._seen: tuple[int, int, int] | None = None
        self._states, self._changes = _States(), 0

    def approve(
        self,
        kind: Kind,
        name: str,
        version: str,
        digest: str,
        by: str,
        at: str,
        *,
        reason: str = "",
        keep: bool = False,
    ) -> Appended:
        """Record that a person approves the document with this digest, which ends earlier approvals of the name once
        as many people as needed have approved it.

        `by` is the person's name, `at` an ISO 8601 time, and `reason` what the person says of it; one of two people
        must say something. With `keep` earlier approvals of the name stay. Raises ValueError for a blank name, and
        ApprovalError for a person whose approval waits for that of another.
        """
        if self._people > 1 and not reason.strip():
            raise ApprovalError("two people have to approve, and each has to say why: --reason TEXT")
        return self._append("add" if keep else "approve", kind, name, version, digest, by, at, reason)

    def withdraw(self, kind: Kind, name: str, digest: str, by: str, at: str, *, reason: str = "") -> Appended:
        """Record that no document of this name is approved any more, by one person; `digest` is that of the present
        document, or "".
        """
        return self._append("withdraw", kind, name, "", digest, by, at, reason)

    @property
    def people(self) -> int:
        """So many people have to approve a document."""
        return self._people

    def status(self, kind: Kind, digest: str) -> Status:
        """Return the status of the document with this digest; reads the file again after a change."""
        return self._current().status.get((kind, digest), "none")

    def first_by(self, kind: Kind, digest: str) -> str | None:
        """Return who gave the approval of a document that waits for that of another person; None if none waits."""
        return self._current().first.get((kind, digest))

    def changes(self) -> int:
        """Return a number that is another one after each change of the file."""
        self._current()
        return self._changes

    def withdrawals(self) -> int:
        """Return how often an approval was withdrawn."""
        return self._current().withdrawals

    def _current(self) -> _States:
        try:
            stat = self._path.stat()
            now = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
        except FileNotFoundError:
            now = (0, 0, 0)
        if now != self._seen:
            self._states = _states(self.entries(), self._people)
            self._seen, self._changes = now, self._changes + 1
        return self._states

    def approved(self, kind: Kind, digest: str) -> bool:
        """Tell whether a person approved the document with this digest, and nobody since withdrew or superseded it."""
        return self.status(kind, digest) == "approved"

    def entries(self) -> list[dict[str, str]]:
        """Return all approvals and withdrawals, oldest first."""
        return [{k: v for k, v in entry.items() if k != "mac"} for entry in self._checked_chain()]

    def _checked_chain(self) -> list[dict[str, str]]:
        """Return the entries of the file, verified against the chain and its head."""
        lines = self._lines()
        # The head first: what is appended while this reads makes the chain longer than the head, never shorter.
        is_old = bool(lines) and _is_old_format(lines[0])
        head = self._head.get(self._place, required=bool(lines) and not is_old) if self._head is not None else None
        lines = self._lines()
        if not lines and head is None:
            return []
        if head is None and is_old:
            raise ApprovalError(
                f"{_FILE} of home was written by an earlier version and is no longer valid; {APPROVE_AGAIN}"
            )
        chain = self._verified_chain(lines)
        if head is not None and (len(chain) < head.count or chain[head.count - 1]["mac"] != head.mac):
            raise ApprovalError(
                f"{_FILE} of home is not what the keyring remembers: approvals or withdrawals are missing; restore it "
                f"from a backup, or remove it and {APPROVE_AGAIN}"
            )
        return chain

    def _verified_chain(self, lines: list[bytes]) -> list[dict[str, str]]:
        """Return the entries of the lines. Raises ApprovalError for a line whose MAC does not hold."""
        chain: list[dict[str, str]] = []
        before = ""
        for number, line in enumerate(lines, 1):
            entry = _parsed_line(line)
            if (
                entry is None
                or entry.keys() != {*_FIELDS, "mac"}
                or not all(isinstance(v, str) for v in entry.values())
                or (entry["format"], entry["number"]) != (_FORMAT, str(number))
                or not hmac.compare_digest(entry["mac"].encode(), self._mac_of(entry, before).encode())
            ):
                raise ApprovalError(
                    f"line {number} of {_FILE} was changed, or written for another home or keyring (a home that is "
                    f"moved is another); {USE_SIGNING_KEYRING}; restore the file from a backup, or remove it and "
                    f"{APPROVE_AGAIN}"
                )
            chain.append(entry)
            before = entry["mac"]
        return chain

    def _lines(self) -> list[bytes]:
        return _whole_lines(self._path)

    def _mac_of(self, entry: dict[str, str], before: str) -> str:
        return self._mac.digest(self._place, before, *(entry[name] for name in _FIELDS)).hex()

    def _append(
        self, action: Action, kind: Kind, name: str, version: str, digest: str, by: str, at: str, reason: str
    ) -> Appended:
        if not by.strip():
            raise ValueError("an approval needs the name of the person who gives it: --by PERSON")
        if not _person(by):
            raise ApprovalError("the name of the person has no character that can be seen: --by PERSON")
        if self._head is not None:
            self._head.check_writable()
        make_own_folder(self._home)
        with locked(self._path):
            self._set_old_aside()
            # Without a file a new chain begins: that is what people are told to do about one that does not hold.
            is_there = self._path.exists()
            chain = self._checked_chain() if is_there else []
            ends_earlier = not is_there and self._remembered_head() is not None
            first = _states(chain, self._people).first.get((kind, digest))
            if action != "withdraw" and self._people > 1 and first is not None and _person(first) == _person(by):
                raise ApprovalError("this person has approved it already; another person has to approve it too")
            people = str(self._people)
            values = (_FORMAT, str(len(chain) + 1), action, kind, name, version, digest, by, at, reason, people)
            entry = dict(zip(_FIELDS, values, strict=True))
            entry["mac"] = self._mac_of(entry, chain[-1]["mac"] if chain else "")
            self._append_line(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
            head = Head(len(chain) + 1, entry["mac"])
            return Appended(self._head is not None and self._head.put(self._place, head), ends_earlier)

    def _append_line(self, line: bytes) -> None:
        whole = sum(len(x) + 1 for x in self._lines())
        fd = open_own(self._path, os.O_RDWR | os.O_CREAT)
        try:
            os.ftruncate(fd, whole)
            written = 0
            while written < len(line):  # a disk that fills up takes a part, and refuses the rest at the next call
                written += os.pwrite(fd, line[written:], whole + written)
            os.fsync(fd)
        finally:
            os.close(fd)
        sync(self._home)

    def _set_old_aside(self) -> None:
        """Keep approvals of an earlier format for people to read; they have to be given again."""
        lines = self._lines()
        if lines and self._remembered_head() is None and _is_old_format(lines[0]):
            self._path.replace(self._home / _OLD)

    def _remembered_head(self) -> Head | None:
        return self._head.get(self._place, required=False) if self._head is not None else None


@contextmanager
def followed() -> Iterator[None]:
    """Raise NotInForceError for approvals that a process that runs on can no longer read."""
    try:
        yield
    except ApprovalError as e:
        raise NotInForceError("approvals-unreadable", str(e)) from None
    except OSError as e:
        raise NotInForceError("approvals-unreadable", f"{_FILE} of home cannot be read ({e.strerror})") from None


def claimed_status(home: Path, kind: Kind, digest: str) -> Status | None:
    """Return the status that the approvals of a home claim, unchecked, for readers without a keyring; None if
    unreadable.

    Never take "approved" from it: whoever can write to home can write it.
    """
    claims: list[dict[str, str]] = []
    for line in _whole_lines(home / _FILE):
        entry = _parsed_line(line)
        if entry is None or not entry.keys() >= _CLAIM or not all(isinstance(entry[name], str) for name in _CLAIM):
            return None
        claims.append(entry)
    return _states(claims, 1).status.get((kind, digest), "none")


def _whole_lines(path: Path) -> list[bytes]:
    """Return the whole lines of the file; a line that a crash cut off was never acknowledged, and does not count."""
    try:
        data, _ = read_regular(path)
    except FileNotFoundError:
        return []
    return data[: data.rfind(b"\n") + 1].splitlines()


@dataclass(slots=True)
class _States:
    """The status of each (kind, digest), who gave the first approval of those that wait for a second one, and how often
    an approval was withdrawn.
    """

    status: dict[tuple[str, str], Status] = field(default_factory=dict)
    first: dict[tuple[str, str], str] = field(default_factory=dict)
    withdrawals: int = 0


def _states(entries: Sequence[Mapping[str, str]], people: int) -> _States:
    """Return what the entries make of each document, if `people` have to approve it.

    An approval that was given as the first of two stays one, whatever the settings say later.
    """
    found = _States()
    names: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for entry in entries:
        same = names.setdefault((entry["kind"], entry["name"]), set())
        key = (entry["kind"], entry["digest"])
        if entry["action"] == "withdraw":
            found.withdrawals += 1
            found.status.update(dict.fromkeys({*same, key}, "withdrawn"))
            for one in {*same, key}:
                found.first.pop(one, None)
        elif _is_complete(entry, found.first.get(key), people):
            if entry["action"] == "approve":
                ended = [k for k in same if found.status[k] in ("approved", "waiting")]
                found.status.update(dict.fromkeys(ended, "superseded"))
                for one in ended:
                    found.first.pop(one, None)
            found.status[key] = "approved"
            found.first.pop(key, None)
        else:
            found.first.setdefault(key, entry["by"])
            if found.status.get(key) != "approved":
                found.status[key] = "waiting"
        same.add(key)
    return found


def _is_complete(entry: Mapping[str, str], first: str | None, people: int) -> bool:
    """Return whether an approval makes its document an approved one. first: who approved it before, if that waits."""
    needed = max(people, 2 if entry.get("people", "1") != "1" else 1)
    return needed < 2 or (first is not None and _person(first) != _person(entry["by"]))


def _person(name: str) -> str:
    """Return a name as it is compared: without white space, invisible characters, and differences of letters' forms."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(c for c in plain if not c.isspace() and unicodedata.category(c)[0] != "C" and not _UNSEEN.match(c))
    return unicodedata.normalize("NFKC", seen)  # what was between a letter and its accent is gone


def _is_old_format(line: bytes) -> bool:
    entry = _parsed_line(line)
    return entry is not None and entry.get("format", "1") in ("1", "2") and entry.keys() >= {"kind", "digest", "mac"}


def _parsed_line(line: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
