"""The keyring: one master key per epoch, purpose keys derived from it by HKDF, and encryption keys that rotate.

A keyring file is JSON: {"format": "redactor-keyring/2", "pseudonym": [{"id", "epoch", "format", "secret"}, ...],
"encryption": [{"id", "secret"}, ...]}. A secret is 32 random bytes in base64; the last of each list is current.
A new pseudonym secret begins a new epoch, in which every pseudonym changes. Its format says how record pseudonyms are
computed (docs/adr/0008): 2 for new keys; 1, or no format, for older ones, so that their releases can be extended.
Encryption secrets can be rotated at any time, since old ones are kept to decrypt what they encrypted. The recipient
enters the derivation of every pseudonym, so that releases to two recipients share none (RFC 5869 for HKDF, RFC 2104 for
HMAC).
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import stat
import struct
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from redactor.atomic_file import atomic_private, locked
from redactor.errors import KeyringError

FORMAT = "redactor-keyring/2"
PSEUDONYM_FORMAT = 2  # of new pseudonym keys
_READABLE = ("redactor-keyring/1", FORMAT)
_SECRET_BYTES = 32
_DAMAGED = "encrypted data was damaged or changed; restore it from a backup"
_NONCE_BYTES = 12
_LONGEST_SHOWN = 40  # characters; a secret in base64 has 44


@dataclass(frozen=True, slots=True)
class _Key:
    id: str
    secret: bytes
    epoch: int = 0
    format: int = PSEUDONYM_FORMAT


def _derive(secret: bytes, info: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=b"redactor/1", info=info.encode()).derive(secret)


_BLOCK = 64  # bytes; of SHA-256
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_PAIRS = tuple(a + b for a in _BASE32 for b in _BASE32)  # ten bits -> two characters
_FORTY_BITS = struct.Struct(">" + "BI" * 4).unpack_from  # four times, as 8 and 32


def _base32(raw: bytes) -> str:
    """The first 20 bytes in base 32, in small letters. Every id is written so: this is twice as fast as `base64`."""
    two, (a, b, c, d, e, f, g, h) = _PAIRS, _FORTY_BITS(raw)
    return (
        f"{two[a << 2 | b >> 30]}{two[b >> 20 & 1023]}{two[b >> 10 & 1023]}{two[b & 1023]}"
        f"{two[c << 2 | d >> 30]}{two[d >> 20 & 1023]}{two[d >> 10 & 1023]}{two[d & 1023]}"
        f"{two[e << 2 | f >> 30]}{two[f >> 20 & 1023]}{two[f >> 10 & 1023]}{two[f & 1023]}"
        f"{two[g << 2 | h >> 30]}{two[h >> 20 & 1023]}{two[h >> 10 & 1023]}{two[h & 1023]}"
    )


class DerivedKey:
    """A key for one purpose: keyed hashes of values, in the forms that pseudonyms take."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        # HMAC (RFC 2104) with both states at hand takes half the time of the standard library's, and every id has one.
        padded = (key if len(key) <= _BLOCK else hashlib.sha256(key).digest()).ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded))
        self._outer = hashlib.sha256(bytes(b ^ 0x5C for b in padded))

    def digest(self, *values: str) -> bytes:
        """32 bytes, HMAC-SHA256 over the values, each with its length, so that different lists never collide."""
        parts = []
        for value in values:
            data = value.encode("utf-8", "surrogatepass")
            parts.append(len(data).to_bytes(8, "big"))
            parts.append(data)
        return self.mac(b"".join(parts))

    def mac(self, data: bytes) -> bytes:
        """32 bytes, HMAC-SHA256 over the data."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(data)
        outer.update(inner.digest())
        return outer.digest()

    def token(self, *values: str) -> str:
        """32 characters of [a-z2-7], 160 bits: legal as a FHIR id and as a file name."""
        return _base32(self.digest(*values))

    def uuid(self, *values: str) -> str:
        """The digest as an RFC 9562 UUID (version 8)."""
        raw = bytearray(self.digest(*values)[:16])
        raw[6] = (raw[6] & 0x0F) | 0x80
        raw[8] = (raw[8] & 0x3F) | 0x80
        return str(uuid.UUID(bytes=bytes(raw)))

    def number(self, bound: int, *values: str) -> int:
        """A whole number in [0, bound), uniform up to 2**-64."""
        return int.from_bytes(self.digest(*values)[:16], "big") % bound


class Keyring:
    """Keys of a home. Pseudonym purposes are bound to a recipient and an epoch; encryption purposes are not."""

    def __init__(self, pseudonym: list[_Key], encryption: list[_Key]) -> None:
        if not pseudonym or not encryption:
            raise KeyringError("the keyring holds no pseudonym or no encryption key; make one: redactor keys init PATH")
        self._pseudonym = pseudonym
        self._encryption = {k.id: k for k in encryption}
        self._current = encryption[-1]
        self._ciphers: dict[tuple[str, str], AESGCM] = {}

    # -- load and save

    @classmethod
    def generate(cls) -> Keyring:
        """A new keyring of random secrets."""
        return cls([_new("p", 1)], [_new("e")])

    @classmethod
    def load(cls, source: str | Path | None) -> Keyring:
        """From a file, or from the JSON itself (an environment variable), which may stand in quotes.

        Raises KeyringError when there is no keyring, or when others can read its file; load never generates one.
        """
        if source is None or not str(source).strip():
            raise KeyringError(
                "no keyring is set; make one with: redactor keys init PATH, then set REDACTOR_KEYRING=PATH"
            )
        text = _unquoted(str(source))
        if not text.startswith("{"):
            text = _read(Path(text).expanduser())
        try:
            return cls._parse(json.loads(text))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as e:
            raise KeyringError(
                f"the keyring is damaged or of another version ({type(e).__name__}); restore it from a backup"
            ) from None

    @classmethod
    def change(cls, path: Path, change: Callable[[Keyring], Keyring]) -> Keyring:
        """Replace the keyring of a file by `change` of it, while no other process changes it. Gives the new one."""
        target = _resolved(path)
        if not target.is_file():
            return cls.load(path)  # raises
        with locked(target):
            keyring = change(cls.load(target))
            keyring.save(target)
        return keyring

    @classmethod
    def _parse(cls, data: Any) -> Keyring:
        if data["format"] not in _READABLE:
            raise ValueError("format")
        pseudonym = [
            _Key(str(k["id"]), _secret(k["secret"]), int(k["epoch"]), _format(k.get("format", 1)))
            for k in data["pseudonym"]
        ]
        encryption = [_Key(str(k["id"]), _secret(k["secret"])) for k in data["encryption"]]
        return cls(pseudonym, encryption)

    def save(self, path: Path, *, new: bool = False) -> None:
        """Write the file atomically, readable only by the owner (mode 0600). A link stays, and its target is replaced.

        new: raise FileExistsError if anything is at the path.
        """
        data = {
            "format": FORMAT,
            "pseudonym": [
                {"id": k.id, "epoch": k.epoch, "format": k.format, "secret": _b64(k.secret)} for k in self._pseudonym
            ],
            "encryption": [{"id": k.id, "secret": _b64(k.secret)} for k in self._encryption.values()],
        }
        target = path if new else _resolved(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        with atomic_private(target, new=new) as file:
            file.write(json.dumps(data, indent=2).encode() + b"\n")

    def rotated(self) -> Keyring:
        """A keyring with a new encryption key. Older data stays readable, and no pseudonym changes."""
        return Keyring(self._pseudonym, [*self._encryption.values(), _new("e")])

    def next_epoch(self) -> Keyring:
        """A keyring with a new pseudonym key: every pseudonym, date shift and stand-in changes from here on."""
        return Keyring([*self._pseudonym, _new("p", self.epoch + 1)], list(self._encryption.values()))

    def epochs(self) -> tuple[Keyring, ...]:
        """The keyring of each epoch, oldest first and this one last, to find the pseudonyms of earlier releases."""
        encryption = list(self._encryption.values())
        return tuple(Keyring(self._pseudonym[: n + 1], encryption) for n in range(len(self._pseudonym)))

    # -- keys

    @property
    def epoch(self) -> int:
        return self._pseudonym[-1].epoch

    @property
    def pseudonym_format(self) -> int:
        """How record pseudonyms are computed under the current pseudonym key: 1 or 2."""
        return self._pseudonym[-1].format

    @property
    def key_id(self) -> str:
        """The id of the current pseudonym key, for audit and manifest."""
        return self._pseudonym[-1].id

    def pseudonym(self, purpose: str, recipient: str) -> DerivedKey:
        """The key for pseudonyms of one purpose ("id", "shift", ...) that one recipient sees."""
        key = self._pseudonym[-1]
        return DerivedKey(_derive(key.secret, f"pseudonym\x1f{purpose}\x1f{recipient}\x1f{key.epoch}"))

    def internal(self, purpose: str) -> DerivedKey:
        """The key for hashes that never leave home and state ("approval", "journal", "subject", ...).

        Derived from the first pseudonym key, so that approvals and journals outlast rotation and epochs.
        """
        return DerivedKey(_derive(self._pseudonym[0].secret, f"internal\x1f{purpose}"))

    def signing_key(self, recipient: str) -> Ed25519PrivateKey:
        """The key that signs manifests for a recipient (RFC 8032). As internal, it outlasts rotation and epochs."""
        return Ed25519PrivateKey.from_private_bytes(_derive(self._pseudonym[0].secret, f"signature\x1f{recipient}"))

    def public_key(self, recipient: str) -> str:
        """The key with which a recipient checks the signatures of manifests: 64 hexadecimal digits."""
        return self.signing_key(recipient).public_key().public_bytes_raw().hex()

    def encrypt(self, purpose: str, data: bytes, context: bytes = b"") -> bytes:
        """AES-256-GCM. Layout: key id, NUL, 12 bytes of nonce, ciphertext and tag. context is authenticated."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        head = self._current.id.encode() + b"\0"
        return head + nonce + self._cipher(self._current.id, purpose).encrypt(nonce, data, context)

    def decrypt(self, purpose: str, blob: bytes, context: bytes = b"") -> bytes:
        """The inverse of encrypt. Raises KeyringError when the key is missing or the data was changed."""
        if not isinstance(blob, bytes):  # a column of a database, where anything may have been put
            raise KeyringError(_DAMAGED)
        key_id, _, rest = blob.partition(b"\0")
        name = key_id.decode("ascii", "replace")
        if name not in self._encryption:
            raise KeyringError("encrypted under a key this keyring does not hold; use the keyring that wrote it")
        try:
            return self._cipher(name, purpose).decrypt(rest[:_NONCE_BYTES], rest[_NONCE_BYTES:], context)
        except (InvalidTag, ValueError):  # ValueError: too short for a nonce
            raise KeyringError(_DAMAGED) from None

    def renew(self, purpose: str, blob: bytes, context: bytes = b"") -> bytes | None:
        """The data re-encrypted under the current key; None where it already is. Raises as decrypt."""
        if blob.partition(b"\0")[0] == self._current.id.encode():
            return None
        return self.encrypt(purpose, self.decrypt(purpose, blob, context), context)

    def _cipher(self, key_id: str, purpose: str) -> AESGCM:
        found = self._ciphers.get((key_id, purpose))
        if found is None:
            found = AESGCM(_derive(self._encryption[key_id].secret, f"encryption\x1f{purpose}"))
            self._ciphers[key_id, purpose] = found
        return found


def keyring_path(source: str | Path | None) -> Path | None:
    """The file of a keyring setting, links followed; None where the setting holds the JSON itself, or nothing."""
    text = _unquoted(str(source or ""))
    return None if not text or text.startswith("{") else _resolved(Path(text))


def _unquoted(text: str) -> str:
    """The value of an environment variable without the quotes that `docker --env-file` and the like leave around it."""
    text = text.strip().lstrip("\ufeff")
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        inner = text[1:-1].strip()
        return inner.replace('\\"', '"') if inner.startswith('{\\"') else inner
    return text


def _resolved(path: Path) -> Path:
    try:
        return path.expanduser().resolve()
    except (OSError, RuntimeError, ValueError) as e:
        raise KeyringError(f"the path of the keyring cannot be used ({type(e).__name__})") from None


def _read(path: Path) -> str:
    """The text of a keyring file. Raises KeyringError."""
    if not _may_be_shown(path):
        raise KeyringError(
            "the keyring setting is neither a file nor JSON (its value is not shown, since it may be a secret); "
            "set REDACTOR_KEYRING to the path of a keyring or to its JSON"
        )
    try:
        with path.open(encoding="utf-8") as file:
            _check_private(path, os.fstat(file.fileno()))
            return file.read()
    except (OSError, ValueError) as e:
        fault = e.strerror if isinstance(e, OSError) else "not UTF-8"
        raise KeyringError(
            f"the keyring {path} cannot be read ({fault}); make one with: redactor keys init {path}"
        ) from None


def _may_be_shown(path: Path) -> bool:
    """Whether a setting surely is a path: part of a damaged keyring or a bare secret must not get into a message."""
    try:
        return path.exists() or (path.parent.is_dir() and len(path.name) <= _LONGEST_SHOWN and "{" not in path.name)
    except (OSError, ValueError):
        return False


def _check_private(path: Path, found: os.stat_result) -> None:
    """Raise KeyringError for a keyring file that other users can read or change.

    The group may read a file that another user owns: so a secret is mounted into a container, and its mode is not ours
    to change.
    """
    if os.name != "posix":
        return
    ours = found.st_uid == os.geteuid()
    if found.st_mode & (0o077 if ours else 0o027):
        raise KeyringError(
            f"the keyring {path} is open to other users (mode {stat.S_IMODE(found.st_mode):04o}); whoever read it can "
            f"undo every pseudonym. Close it: chmod 600 {path}; if others had access: redactor keys new-epoch {path}"
        )


def _new(prefix: str, epoch: int = 0) -> _Key:
    return _Key(f"{prefix}{epoch or ''}-{secrets.token_hex(4)}", secrets.token_bytes(_SECRET_BYTES), epoch)


def _b64(secret: bytes) -> str:
    return base64.b64encode(secret).decode("ascii")


def _format(number: object) -> int:
    if number not in (1, 2):
        raise ValueError("format")
    return int(str(number))


def _secret(text: str) -> bytes:
    raw = base64.b64decode(text, validate=True)
    if len(raw) != _SECRET_BYTES:
        raise ValueError("secret")
    return raw
