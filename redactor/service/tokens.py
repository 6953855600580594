"""This module keeps the bearer tokens of the service: hashes in a file of home, roles, and the check of a token.

A token is `rdt_ID_SECRET` with 256 random bits in SECRET. The file holds argon2 hashes alone, so that neither the file
nor a copy of home lets anybody in.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import hashlib
import math
import os
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from redactor.errors import RunError
from redactor.files.atomic_file import atomic_private, locked
from redactor.files.own_files import check_own_folder, make_own_folder, open_own, why_not_ours
from redactor.service.refusals import RefusedError, busy
from redactor.settings import Settings

_FILE = "service-tokens.json"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_TOKEN = re.compile(r"rdt_([0-9a-f]{8})_[A-Za-z0-9_-]{43}")
_NO_TOKEN = "rdt_00000000_" + "A" * 43
_MOST_ADDRESSES = 4096  # whose failures are remembered
_MOST_FILE = 1 << 20  # bytes
Held = TypeVar("Held", covariant=True)
FAILURES = 10  # wrong tokens of an address within LOCKED_SECONDS
LOCKED_SECONDS = 60.0
_MOST_WAITING = 16  # tokens that wait for their slow check


class Role(StrEnum):
    """What the holder of a token may do; redactor.service.access has the roles of each route."""

    SUBMIT = "submit"
    REVIEW = "review"
    APPROVE = "approve"
    ADMIN = "admin"
    MONITOR = "monitor"


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token as the file keeps it. hash: argon2id of the whole token. added: the day (UTC)."""

    name: str
    role: Role
    id: str
    hash: str
    added: dt.date

    @property
    def roles(self) -> tuple[Role, ...]:
        """The one role that a token has."""
        return (self.role,)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    tokens: tuple[Token, ...] = ()


def tokens_path(settings: Settings) -> Path:
    """Return the path of the file of tokens in a home."""
    return settings.home / _FILE


def read_tokens(path: Path) -> tuple[Token, ...]:
    """Return the tokens of a file; none where there is no file.

    Raises RunError if others may read or change the file, if it is a link, or damaged.
    """
    try:
        check_own_folder(path.parent, "home")
        with os.fdopen(open_own(path, os.O_RDONLY), "rb") as file:
            found = os.fstat(file.fileno())
            if why := why_not_ours(path, found):
                raise RunError(f"{path.name} of home {why} {path.name}")
            if found.st_mode & 0o077:
                raise RunError(f"{path.name} of home may be read by other users; close it: chmod 600")
            return msgspec.json.decode(file.read(_MOST_FILE), type=_File).tokens
    except FileNotFoundError:
        return ()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RunError(f"{path.name} of home is damaged; remove it and add the tokens again") from None


def add_token(path: Path, name: str, role: Role) -> str:
    """Add a token to the file, and return it; it is kept nowhere. Raises RunError for a bad name, or one in use."""
    if not _NAME.fullmatch(name):
        raise RunError("the name of a token has up to 64 letters, digits, dots, dashes and underscores")
    make_own_folder(path.parent)
    with locked(path):
        before = read_tokens(path)
        if any(token.name == name for token in before):
            raise RunError(f"there is a token {name}; remove it first: redactor serve tokens remove {name}")
        taken = {token.id for token in before}
        new = next(i for i in iter(lambda: secrets.token_hex(4), None) if i not in taken and i != _NO_TOKEN[4:12])
        secret = f"rdt_{new}_{secrets.token_urlsafe(32)}"
        today = dt.datetime.now(dt.UTC).date()
        _write(path, (*before, Token(name, role, new, PasswordHasher().hash(secret), today)))
    return secret


def remove_token(path: Path, name: str) -> None:
    """Remove a token from the file; a running service refuses it from its next request on. Raises RunError."""
    make_own_folder(path.parent)
    with locked(path):
        before = read_tokens(path)
        after = tuple(token for token in before if token.name != name)
        if len(after) == len(before):
            raise RunError("there is no token of this name; redactor serve tokens list shows them")
        _write(path, after)


def _write(path: Path, tokens: Sequence[Token]) -> None:
    with atomic_private(path) as file:
        file.write(msgspec.json.format(msgspec.json.encode(_File(tuple(tokens))), indent=1) + b"\n")


class Lockout:
    """A lockout counts the wrong tokens of each address, and locks an address out after FAILURES of them.

    Of IPv6 the network counts, of which one client has all addresses.

    clock: seconds. The addresses of longest ago are forgotten: guesses from many addresses are bounded by the checks,
    which are made one at a time.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def seconds_left(self, address: str) -> float:
        """Return for how long an address is locked out; 0 if it is not."""
        count, last = self._failures.get(_network(address), (0, 0.0))
        return max(0.0, last + LOCKED_SECONDS - self._clock()) if count >= FAILURES else 0.0

    def count(self, address: str) -> None:
        """Count a wrong token."""
        network = _network(address)
        before, last = self._failures.pop(network, (0, 0.0))
        now = self._clock()
        self._failures[network] = (before + 1 if now - last < LOCKED_SECONDS else 1, now)
        if len(self._failures) > _MOST_ADDRESSES:
            self._failures.popitem(last=False)


def _network(address: str) -> str:
    found = ip_address(address)
    if isinstance(found, IPv4Address) or found.ipv4_mapped:  # a socket of both versions maps IPv4
        return str(found)
    return str(IPv6Address(int(found) >> 64 << 64))


class _Checks(Protocol[Held]):
    """What checks tokens as `Checker` does."""

    def remembered(self, given: str) -> Held | None: ...

    async def check(self, given: str) -> Held | None: ...


async def admitted(checker: _Checks[Held], lockout: Lockout, address: str, given: str) -> Held | None:
    """Return the holder of a token that an address gives, or None, which counts against the address.

    Raises RefusedError while the address is locked out, unless the token was right before; and as `Checker.check`.
    """
    found = checker.remembered(given)
    if found is None:
        if left := lockout.seconds_left(address):
            raise RefusedError(429, "locked-out", {"Retry-After": str(math.ceil(left))})
        found = await checker.check(given)
    if found is None:
        lockout.count(address)
    return found


@dataclass(frozen=True)
class RightTokens:
    """The tokens that were right at any worker of a service: empty files of a folder that its workers share.

    The name of a file is a digest of the token, and of the hash by which it was right. folder: of the owner alone. key:
    random, of the service, and written nowhere.
    """

    folder: Path
    key: bytes = field(repr=False)

    def add(self, given: str, kept: str) -> None:
        """Note that a token is right by a hash. Where that cannot be written, each worker checks the token itself."""
        with suppress(OSError):
            self._file(given, kept).touch(0o600)

    def has(self, given: str, kept: str) -> bool:
        """Return whether it was noted that a token is right by a hash."""
        return self._file(given, kept).exists()

    def _file(self, given: str, kept: str) -> Path:
        told = f"{given} {kept}".encode("utf-8", "replace")
        return self.folder / hashlib.blake2b(told, key=self.key, digest_size=32).hexdigest()


class Checker:
    """A checker tells whose a token is, by the file as it is at each request.

    The first check of a token takes argon2's time and memory, whether its id exists or not, and only one is made at a
    time. What was right is remembered as a digest under a random key of this process. shared: what was right at other
    workers; None where there are none. is_required: a missing file is an error, since nobody else could come in.
    """

    def __init__(self, path: Path, shared: RightTokens | None = None, *, is_required: bool = False) -> None:
        self._path, self._shared, self._key = path, shared, secrets.token_bytes(32)
        self._is_required = is_required
        self._hasher = PasswordHasher()
        self._decoy = self._hasher.hash(secrets.token_urlsafe(32))
        self._state: tuple[int, ...] | None = None
        self._tokens: dict[str, Token] = {}
        self._right: dict[bytes, Token] = {}
        self._turn, self._waiting = asyncio.Lock(), 0
        self.refresh()

    def refresh(self) -> None:
        """Read the file again if it has changed. Raises RunError or OSError, after which no token is right."""
        state: tuple[int, ...]
        try:
            found = self._path.lstat()
            state = (found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size)
        except FileNotFoundError:
            state = ()
            if self._is_required:
                self._state, self._tokens, self._right = None, {}, {}
                raise RunError(
                    f"{self._path.name} of home is gone, and with it all tokens; put it back, or add tokens again:"
                    " redactor serve tokens add NAME --role submit"
                ) from None
        if state == self._state:
            return
        self._state, self._tokens, self._right = None, {}, {}
        self._tokens = {token.id: token for token in read_tokens(self._path)}
        self._state = state

    def remembered(self, given: str) -> Token | None:
        """Return the holder of a token that was right before. Raises as `refresh` does."""
        self.refresh()
        digest = self._digest(given)
        if digest not in self._right:
            token = self._named(given)
            if token is None or self._shared is None or not self._shared.has(given, token.hash):
                return None
            self._right[digest] = token
        return self._right[digest]

    def holder(self, token_id: str) -> Token | None:
        """Return what the file holds under the id of a token, whoever asks. Raises as `refresh` does."""
        self.refresh()
        return self._tokens.get(token_id)

    async def check(self, given: str) -> Token | None:
        """Return the holder of a token, or None. Raises RefusedError if too many wait, or as `refresh` does."""
        if self._waiting >= _MOST_WAITING:
            raise busy()
        self._waiting += 1
        try:
            async with self._turn:
                if (known := self.remembered(given)) is not None:
                    return known
                token = self._named(given)
                checked = given if _TOKEN.fullmatch(given) else _NO_TOKEN
                right = await asyncio.to_thread(self._is_right, token.hash if token else self._decoy, checked)
                self.refresh()  # it may have been removed meanwhile
                if not right or token is None or self._tokens.get(token.id) != token:
                    return None
                self._right[self._digest(given)] = token
                if self._shared is not None:
                    self._shared.add(given, token.hash)
                return token
        finally:
            self._waiting -= 1

    def _named(self, given: str) -> Token | None:
        """Return what the file holds under the id that a token names."""
        match = _TOKEN.fullmatch(given)
        return self._tokens.get(match[1]) if match else None

    def _is_right(self, kept: str, given: str) -> bool:
        try:
            return self._hasher.verify(kept, given)
        except (Argon2Error, InvalidHashError):
            return False

    def _digest(self, given: str) -> bytes:
        return hashlib.blake2b(given.encode("utf-8", "replace"), key=self._key, digest_size=32).digest()
