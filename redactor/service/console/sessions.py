"""This module keeps the sessions of the console: in a cookie, authenticated with the keyring, and in no memory.

Every worker process of a service can therefore check a session. It belongs to one port, since browsers give a cookie to
all ports of a host, and it ends with what began it: a token of the service is asked for again with each request, and
that of an issuer says until when. Only those that were logged out stand in a file.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from redactor.errors import RunError
from redactor.files.atomic_file import atomic_private, locked
from redactor.files.own_files import make_own_folder, open_own
from redactor.files.paths import Version, version_of
from redactor.keys import DerivedKey, Keyring
from redactor.service.tokens import Role, Token

SECONDS = 8 * 3600
"""A session ends after this time."""
IDLE_SECONDS = 1800
"""A session ends after this time without a request of its person."""
_RENEWED_AFTER = 60
_LONGEST = 1024  # characters of a cookie's value


class Session(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A session of a browser.

    id: random. person: the id of who has it, "" before the login. role: of that person. hash: a keyed digest of what
    may not change while the session goes on. until, seen: Unix times.
    """

    id: str
    person: str
    role: str
    hash: str
    until: int
    seen: int


@dataclass(frozen=True)
class Person:
    """Who may have a session.

    id: of a token, or the name of a subject of the issuer. proof: what may not change: that a new token of the same
    name has another, say. ends: the Unix time until which the issuer vouches for the person; None without an issuer.
    """

    id: str
    name: str
    role: Role
    proof: str
    ends: int | None = None


def person_of(token: Token | None) -> Person | None:
    """Return the person who has a token of the service."""
    return None if token is None else Person(token.id, token.name, token.role, token.hash)


class Sessions:
    """Sessions are made, and read from the cookie of a request.

    clock: seconds of Unix time.
    """

    def __init__(self, keyring: Keyring, clock: Callable[[], float] = time.time) -> None:
        self._key, self._clock = keyring.internal("console"), clock

    def begin(self, person: Person | None) -> Session:
        """Return a new session; person: None before the login."""
        now, new = int(self._clock()), secrets.token_hex(16)
        until = now + SECONDS
        if person is None:
            return Session(new, "", "", "", until, now)
        until = until if person.ends is None else min(until, person.ends)
        return Session(new, person.id, person.role.value, self._digest(person), until, now)

    def seconds_left(self, session: Session) -> int:
        """Return after how many seconds a session ends."""
        return max(0, session.until - int(self._clock()))

    def seal(self, session: Session, port: int) -> str:
        """Return the value of the cookie."""
        data = msgspec.json.encode(session)
        return f"{_text(data)}.{_text(_mac(self._key, data, port))}"

    def open(self, value: str, port: int) -> Session | None:
        """Return the session of a cookie's value; None unless it was made here for this port, and still goes on."""
        if len(value) > _LONGEST:
            return None
        told, _, mac = value.partition(".")
        try:
            data = _bytes(told)
            if not hmac.compare_digest(_mac(self._key, data, port), _bytes(mac)):
                return None
            session = msgspec.json.decode(data, type=Session)
        except (binascii.Error, ValueError):  # msgspec's errors are ValueErrors
            return None
        now = self._clock()
        is_current = now + 1 < session.until <= now + 1 + SECONDS and now < session.seen + IDLE_SECONDS
        return session if is_current else None

    def is_of(self, session: Session, person: Person | None) -> bool:
        """Return whether a person is the one who began the session, with the same proof."""
        return (
            person is not None
            and session.person == person.id
            and session.role == person.role.value
            and hmac.compare_digest(session.hash, self._digest(person))
        )

    def renewed(self, session: Session) -> Session | None:
        """Return the session as seen now; None where that is not worth a new cookie."""
        now = int(self._clock())
        return msgspec.structs.replace(session, seen=now) if now - session.seen >= _RENEWED_AFTER else None

    def form_token(self, session: Session, port: int) -> str:
        """Return what each form of this session holds, and no other page can know (CSRF)."""
        return self._key.token("form", session.id, str(port))

    def is_form_token(self, session: Session, port: int, given: str) -> bool:
        """Return whether a form of this session was sent."""
        return hmac.compare_digest(self.form_token(session, port).encode(), given.encode("utf-8", "replace"))

    def _digest(self, person: Person) -> str:
        return self._key.token("person", person.id, person.name, person.proof)


class Ended:
    """These sessions were logged out. A file of home tells every process, so that a copied cookie ends too.

    clock: seconds of Unix time.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock = path, clock
        self._seen: Version | None = None
        self._until: dict[str, int] = {}

    def add(self, session: Session) -> bool:
        """End a session, durably, and return whether it went on until now. Raises OSError, RunError."""
        make_own_folder(self._path.parent)
        with locked(self._path):
            kept = {i: until for i, until in self._read().items() if until > self._clock()}
            if session.id in kept:
                return False
            with atomic_private(self._path) as file:
                file.write(msgspec.json.encode(kept | {session.id: session.until}))
            return True

    def has(self, session: Session) -> bool:
        """Return whether a session was logged out. Raises OSError, RunError for a file that cannot be read."""
        seen = version_of(self._path)
        if seen is None:
            return False
        if seen != self._seen:
            self._until = self._read()
            self._seen = seen
        return session.id in self._until

    def _read(self) -> dict[str, int]:
        try:
            with os.fdopen(open_own(self._path, os.O_RDONLY), "rb") as file:
                return msgspec.json.decode(file.read(), type=dict[str, int])
        except FileNotFoundError:
            return {}
        except msgspec.DecodeError:
            raise RunError("ended.json in console of home is damaged; remove it, and start anew") from None


def cookie_name(port: int, *, is_secure: bool, purpose: str = "console") -> str:
    """Return the name of a cookie; under TLS no other host or plain connection can set one of its name."""
    return f"__Host-redactor_{purpose}_{port}" if is_secure else f"redactor_{purpose}_{port}"


def _mac(key: DerivedKey, data: bytes, port: int) -> bytes:
    return key.mac(b"session %d " % port + data)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
