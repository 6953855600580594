"""This module reads the log of who asked for originals, and exports it with a signature.

An export is lines of JSON: those of the log that were asked for, as they stand there, and a last one that says what
they are. The last line holds an Ed25519 signature (RFC 8032) over the digest of all lines before it and its own
statement, so that whoever has the public key can tell whether a line is missing, was added or was changed since.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from redactor.errors import RunError
from redactor.files.own_files import open_own
from redactor.keys import Keyring
from redactor.steward.access_log import NAME

_SIGNER = "redactor access log"
_DOMAIN = b"redactor access export 1\n"
_STATEMENT = ("lines", "person", "day", "exported", "by")
_BLOCK = 1 << 16
_LONGEST = 1 << 22  # bytes of a line; a lookup names every record of a file


@dataclass(frozen=True, slots=True)
class Wanted:
    """These lines are asked for. person: the holder of a token, or the user of the system. day: UTC, YYYY-MM-DD.

    Either is "" for all.
    """

    person: str = ""
    day: str = ""

    def has(self, line: dict[str, Any]) -> bool:
        """Return whether a line is one of these."""
        return self.person in ("", person_of(line)) and (not self.day or str(line.get("time", "")).startswith(self.day))


def person_of(line: dict[str, Any]) -> str:
    """Return who asked: the holder of a token at the console, else the user of the system."""
    return str(line.get("holder") or line.get("by") or "")


def latest(home: Path, wanted: Wanted, most: int, end: int | None = None) -> list[tuple[int, dict[str, Any]]]:
    """Return the latest lines that are asked for, the newest first, each with its place in bytes.

    end: the place before which they stand; None for the end of the log. Raises OSError, RunError.
    """
    found: list[tuple[int, dict[str, Any]]] = []
    with _open(home) as file:
        for at, text in _backwards(file, end):
            line = _parsed(text)
            if line is not None and wanted.has(line):
                found.append((at, line))
                if len(found) == most:
                    break
    return found


def export(home: Path, keyring: Keyring, wanted: Wanted, by: str) -> Iterator[bytes]:
    """Yield the lines of an export, the oldest first. by: who asked for it. Raises OSError, RunError."""
    digest, lines = hashlib.sha256(), 0
    with _open(home) as file:
        for text in file:
            line = _parsed(text)
            if line is None or not wanted.has(line):
                continue
            whole = text.rstrip(b"\n") + b"\n"
            digest.update(whole)
            lines += 1
            yield whole
    now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    statement = {"lines": lines, "person": wanted.person, "day": wanted.day, "exported": now, "by": by}
    key = keyring.signing_key(_SIGNER)
    signature = key.sign(_signed(digest.digest(), statement)).hex()
    yield _last_line(statement, public_key(keyring), signature)


def public_key(keyring: Keyring) -> str:
    """Return the key by which exports are checked, as 64 hexadecimal digits."""
    return keyring.public_key(_SIGNER)


def check_export(path: Path, key: str) -> dict[str, Any]:
    """Return the statement of an export that is as it was written under the key. Raises RunError for any other."""
    digest, last = hashlib.sha256(), b""
    with path.open("rb") as file:
        for text in file:
            digest.update(last)
            last = text
    end = _parsed(last) or {}
    try:
        signer, signature = bytes.fromhex(key), bytes.fromhex(end["signature"])
        statement = {name: end["export"][name] for name in _STATEMENT}
        Ed25519PublicKey.from_public_bytes(signer).verify(signature, _signed(digest.digest(), statement))
        if last != _last_line(statement, signer.hex(), signature.hex()):  # it says more than what was signed
            raise ValueError
    except (KeyError, TypeError, ValueError, InvalidSignature):
        raise RunError(
            "this is no export of the audit as it was written, or another keyring signed it; do not rely on it"
        ) from None
    return statement


def _last_line(statement: dict[str, Any], key: str, signature: str) -> bytes:
    return json.dumps({"export": statement, "public_key": key, "signature": signature}).encode("ascii") + b"\n"


def _signed(digest: bytes, statement: dict[str, Any]) -> bytes:
    return _DOMAIN + digest + json.dumps(statement, sort_keys=True).encode("ascii")


def _open(home: Path) -> BinaryIO:
    """Open the log; an empty file where there is none."""
    try:
        return os.fdopen(open_own(home / NAME, os.O_RDONLY), "rb")
    except FileNotFoundError:
        return Path(os.devnull).open("rb")
    except OSError as e:
        raise RunError(f"{NAME} in home cannot be read: {os.strerror(e.errno or 0)}") from e


def _parsed(text: bytes) -> dict[str, Any] | None:
    """Return a line; None for one that a crash cut short."""
    if len(text) > _LONGEST:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _backwards(file: BinaryIO, end: int | None) -> Iterator[tuple[int, bytes]]:
    """Yield the lines before a place, the last first, each with its place; longer ones than _LONGEST are left out."""
    at = file.seek(0, os.SEEK_END) if end is None else end
    tail = b""
    while at > 0:
        size = min(_BLOCK, at)
        at -= size
        file.seek(at)
        block = file.read(size) + tail
        first, *lines = block.split(b"\n")
        place = at + len(block)
        for line in reversed(lines):
            place -= len(line)
            if line:
                yield place, line
            place -= 1
        tail = first if len(first) <= _LONGEST else b""
    if tail:
        yield 0, tail
