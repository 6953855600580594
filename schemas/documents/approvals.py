"""Approvals: who approved which document, bound to its content and authenticated with the keyring.

Each line has a MAC over all its fields, and a line with a wrong MAC is ignored. Somebody who can write to the home
folder but lacks the keyring cannot approve.
"""

from __future__ import annotations

import fcntl
import hmac
import json
import os
from pathlib import Path
from typing import Any, Literal

from redactor.keys import Keyring

Kind = Literal["schema", "profile"]

_FILE = "approvals.jsonl"
_LOCK = "approvals.lock"
_FIELDS = ("kind", "name", "version", "digest", "by", "at")


class Approvals:
    """The approvals of a home: an append-only file of JSON lines, safe for concurrent processes."""

    def __init__(self, home: Path, keyring: Keyring) -> None:
        self._path = home / _FILE
        self._lock = home / _LOCK
        self._mac = keyring.internal("approval")
        self._seen: tuple[int, int, int] | None = None
        self._digests: frozenset[tuple[str, str]] = frozenset()

    def approve(self, kind: Kind, name: str, version: str, digest: str, by: str, at: str) -> None:
        """Record that a person approves the document with this digest.

        by: the person's name. at: ISO 8601. Raises ValueError for a blank name.
        """
        if not by.strip():
            raise ValueError("an approval needs the name of the person who gives it: --by PERSON")
        entry = {"kind": kind, "name": name, "version": version, "digest": digest, "by": by, "at": at}
        entry["mac"] = self._sign(entry)
        line = json.dumps(entry, ensure_ascii=False).encode() + b"\n"
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._lock.open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            fd = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                size = os.fstat(fd).st_size
                if size and os.pread(fd, 1, size - 1) != b"\n":
                    line = b"\n" + line  # end a line that a crash cut off
                os.write(fd, line)
                os.fsync(fd)
            finally:
                os.close(fd)

    def approved(self, kind: Kind, digest: str) -> bool:
        """Whether a person approved the document with this digest. Reads the file again after a change."""
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            return False
        now = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
        if now != self._seen:
            self._digests = frozenset((e["kind"], e["digest"]) for e in self.entries())
            self._seen = now
        return (kind, digest) in self._digests

    def entries(self) -> list[dict[str, str]]:
        """All valid approvals, oldest first, without their MACs."""
        try:
            lines = self._path.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        return [entry for line in lines if (entry := self._read(line)) is not None]

    def _read(self, line: bytes) -> dict[str, str] | None:
        try:
            data: Any = json.loads(line)
            entry = {name: data[name] for name in _FIELDS}
            mac = data["mac"]
        except (ValueError, TypeError, KeyError):
            return None
        if len(data) != len(_FIELDS) + 1 or not all(isinstance(v, str) for v in (mac, *entry.values())):
            return None
        return entry if hmac.compare_digest(mac.encode(), self._sign(entry).encode()) else None

    def _sign(self, entry: dict[str, str]) -> str:
        return self._mac.digest(*(entry[name] for name in _FIELDS)).hex()
