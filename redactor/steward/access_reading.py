"""This module reads the log of who asked for originals, checks its chain, and exports it with a signature.

An export is lines of JSON: those of the log that were asked for, as they stand there, and a last one that says what
they are. The last line holds an Ed25519 signature (RFC 8032) over the digest of all lines before it and its own
statement, so that whoever has the public key can tell whether a line is missing, was added or was changed since.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.steward.access_log import (
    LONGEST,
    AccessLog,
    Link,
    backwards,
    is_torn,
    last_piece,
    link_of,
    open_log,
    parsed,
)

_SIGNER = "redactor access log"
_DOMAIN = b"redactor access export 1\n"
_STATEMENT = ("lines", "person", "day", "exported", "by", "faults", "cut_short", "end_is_known")
_MOST_FAULTS = 20  # that are told
_MOST_SHOWN = 200  # bytes of a line that was changed or added
_CHANGED = "changed or added: it is of no chain"
_UNCHAINED = "does not follow the line before: lines are missing, or one was moved, added or put back"
_OTHER = "another than the keyring remembers"


@dataclass(frozen=True, slots=True)
class Wanted:
    """These lines are asked for. person: the holder of a token, or the user of the system. day: UTC, YYYY-MM-DD.

    Either is "" for all.
    """

    person: str = ""
    day: str = ""

    def has(self, line: dict[str, Any]) -> bool:
        """Return whether a line is one of these."""
        return self.person in ("", person_of(line)) and time_of(line).startswith(self.day)


def person_of(line: dict[str, Any]) -> str:
    """Return who asked: the holder of a token at the console, else the user of the system."""
    return _text(line, "holder") or _text(line, "by")


def time_of(line: dict[str, Any]) -> str:
    """Return when it was asked for, as the log writes it."""
    return _text(line, "time")


def _text(line: dict[str, Any], name: str) -> str:
    """Return a text of a line; "" for a value of another type, which a line that was added may have at any depth."""
    found = line.get(name)
    return found if isinstance(found, str) else ""


@dataclass(frozen=True, slots=True)
class Seen:
    """A line as a page shows it.

    at: its place in bytes. facts: what it says; None of one that was changed or added, which is not to be relied on.
    fault: what is wrong with it, "" for one that is as it was written. text: the beginning of one without facts.
    """

    at: int
    facts: dict[str, Any] | None
    fault: str = ""
    text: str = ""


def latest(log: AccessLog, wanted: Wanted, most: int, end: int | None = None) -> list[Seen]:
    """Return the latest lines that are asked for, the newest first. Lines that no parser takes are of nobody.

    Each but the last of so many is checked, and whether it follows the line before; no others are. end: the place
    before which they stand; None for the end of the log. Raises OSError, RunError.
    """
    found: list[Seen] = []
    newer: Link | None = None  # of the last one that was found, until the line before it is known
    kept = log.kept()
    with open_log(log.home) as file:
        for at, text in backwards(file, end):
            said = None if text is None else parsed(text)
            is_wanted = wanted.has({} if said is None else said)
            if not is_wanted and newer is None:
                continue
            link = None if text is None else link_of(text)
            holds = link is not None and link.mac == log.mac_of(link.body)
            if link is not None and newer is not None and (holds or link.mac == newer.before):
                if (newer.number, newer.before) != (link.number + 1, link.mac):
                    found[-1] = replace(found[-1], fault=_UNCHAINED)
                newer = None
            if is_wanted and holds and said is not None and link is not None:
                is_other = kept is not None and kept.number == link.number and kept.mac != link.mac
                found.append(Seen(at, said, _OTHER if is_other else ""))
                newer = link
            elif is_wanted:
                found.append(Seen(at, None, _CHANGED, _escaped(text)))
            if len(found) == most:
                return found
    if newer is not None and newer.number != 1:
        found[-1] = replace(found[-1], fault=_UNCHAINED)
    return found


def missing_at_end(log: AccessLog) -> int:
    """Return how many last lines are missing, if the end is remembered apart from home. Raises OSError, RunError."""
    if (kept := log.kept()) is None:
        return 0
    with open_log(log.home) as file:
        found = (link_of(text) for _, text in backwards(file, None) if text)
        last = next((link.number for link in found if link is not None and link.mac == log.mac_of(link.body)), 0)
    return max(0, kept.number - last)


def _escaped(text: bytes | None) -> str:
    return "" if text is None else text[:_MOST_SHOWN].decode("latin-1").encode("unicode_escape").decode("ascii")


@dataclass
class Chain:
    """What is known of a log once its lines have been read, oldest first.

    faults: what was changed, added or removed; the first ones. more: this many others. cut_short: 1 if the file ends
    with the beginning of a line, as a crash leaves one; that is no line. end_is_known: whether the end is remembered
    apart from home; else nothing tells of last lines that are missing.
    """

    log: AccessLog
    kept: Link | None
    lines: int = 0
    cut_short: int = 0
    more: int = 0
    faults: list[str] = field(default_factory=list)
    last: Link = Link(0, "", "")  # noqa: RUF009 (frozen)

    @property
    def end_is_known(self) -> bool:
        return self.kept is not None

    def read(self, text: bytes | None) -> None:
        """Take the next line, without its line ending; None for one that is longer than any of the log."""
        self.lines += 1
        link = None if text is None else link_of(text)
        if link is None:
            self._tell(f"line {self.lines:,} was {_CHANGED}")
            return
        if link.mac != self.log.mac_of(link.body):
            self._tell(f"line {self.lines:,} was changed, or written under another keyring")
            link = link if link.number == self.last.number + 1 else self.last
        elif link.number > self.last.number + 1:
            self._tell(f"{_missing(link.number - self.last.number - 1)} before line {self.lines:,}")
        elif link.number != self.last.number + 1 or link.before != self.last.mac:
            self._tell(f"line {self.lines:,} does not follow the line before: one of them was moved, added or put back")
        if self.kept is not None and link.number == self.kept.number and link.mac != self.kept.mac:
            self._tell(f"line {self.lines:,} is {_OTHER}")
        if link.number > self.last.number:
            self.last = link

    def end(self) -> None:
        """Say what is missing at the end, once all lines were read."""
        if self.kept is not None and self.kept.number > self.last.number:
            self._tell(f"{_missing(self.kept.number - self.last.number)} at the end")

    def _tell(self, fault: str) -> None:
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append(fault)
        else:
            self.more += 1

    def told(self) -> list[str]:
        """Return the faults, for a person or a statement."""
        return [*self.faults, *([f"and {self.more:,} further faults"] if self.more else [])]


def _missing(number: int) -> str:
    return "1 line is missing" if number == 1 else f"{number:,} lines are missing"


def check_log(log: AccessLog) -> Chain:
    """Return whether the log is as it was written. Raises OSError, RunError."""
    chain = Chain(log, log.kept())
    for _ in _lines(log, chain):
        pass
    return chain


def _lines(log: AccessLog, chain: Chain) -> Iterator[bytes]:
    """Yield the lines of a log, which the chain reads; the end was remembered before the first is read.

    One that is longer than any of the log is not yielded.
    """
    with open_log(log.home) as file:
        end, last = last_piece(file)
        file.seek(0)
        for text in _whole_lines(file, end):
            chain.read(text)
            if text is not None:
                yield text + b"\n"
    if is_torn(last):
        chain.cut_short = 1
    elif last != b"":
        chain.read(last)
        if last is not None:
            yield last + b"\n"
    chain.end()


def _whole_lines(file: BinaryIO, left: int) -> Iterator[bytes | None]:
    """Yield the lines of so many bytes without their line endings; None for one that is longer than LONGEST."""
    is_long = False
    while left > 0 and (text := file.readline(min(left, LONGEST + 1))):
        left -= len(text)
        if not text.endswith(b"\n"):
            is_long = True
            continue
        yield None if is_long else text[:-1]
        is_long = False


def export(log: AccessLog, keyring: Keyring, wanted: Wanted, by: str) -> Iterator[bytes]:
    """Yield the lines of an export, the oldest first. by: who asked for it. Raises OSError, RunError.

    The last line also says what is wrong with the log.
    """
    digest, lines = hashlib.sha256(), 0
    chain = Chain(log, log.kept())
    for whole in _lines(log, chain):
        line = parsed(whole)
        if line is None or not wanted.has(line):
            continue
        digest.update(whole)
        lines += 1
        yield whole
    now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    statement = {
        "lines": lines, "person": wanted.person, "day": wanted.day, "exported": now, "by": by, "faults": chain.told(),
        "cut_short": chain.cut_short, "end_is_known": chain.end_is_known,
    }  # fmt: skip
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
    end = parsed(last) or {}
    try:
        signer, signature = bytes.fromhex(key), bytes.fromhex(end["signature"])
        statement = {name: end["export"][name] for name in _STATEMENT}
        Ed25519PublicKey.from_public_bytes(signer).verify(signature, _signed(digest.digest(), statement))
        if last != _last_line(statement, signer.hex(), signature.hex()):  # it says more than what was signed
            raise ValueError
    except (KeyError, TypeError, ValueError, RecursionError, InvalidSignature):
        raise RunError(
            "this is no export of the audit as it was written, or another keyring signed it; do not rely on it"
        ) from None
    return statement


def _last_line(statement: dict[str, Any], key: str, signature: str) -> bytes:
    return json.dumps({"export": statement, "public_key": key, "signature": signature}).encode("ascii") + b"\n"


def _signed(digest: bytes, statement: dict[str, Any]) -> bytes:
    return _DOMAIN + digest + json.dumps(statement, sort_keys=True).encode("ascii")
