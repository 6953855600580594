"""This package holds the keyring: pseudonym keys by epoch, purpose keys derived by HKDF, and rotating encryption keys.

A new pseudonym secret begins a new epoch, in which every pseudonym changes. The format of a secret says how record
pseudonyms are computed (docs/adr/0008): 2 for new secrets; 1, or no format, for older ones, so that their releases can
be extended. Encryption secrets can be rotated at any time, since old ones are kept to decrypt older data. The recipient
enters the derivation of every pseudonym, so that releases to two recipients share none (RFC 5869 for HKDF, RFC 2104 for
HMAC). redactor/keys/keyring_file.py describes the file.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
import uuid
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from redactor.errors import KeyringError
from redactor.files.atomic_file import atomic_private, locked
from redactor.keys import keyring_file
from redactor.keys.keyring_file import SECRET_BYTES, Key
from redactor.process import switch_off_core_dumps

_DAMAGED = "encrypted data was damaged or changed; restore it from a backup"
_EXISTS = (
    "a file exists at the path of the new keyring, and a keyring is never overwritten: its pseudonyms could not be made"
    " again, and what it encrypted not be read. Use the one that is there, or choose another path"
)
_NONCE_BYTES = 12
_SMALLEST = 256  # bytes; names, numbers and most addresses fit
_MARK = b"\x80"  # ISO/IEC 7816-4: a mark, then zeros


def _derive(secret: bytes, info: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=b"redactor/1", info=info.encode()).derive(secret)


_SHA256_BLOCK = 64  # bytes; of SHA-256
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_PAIRS = tuple(a + b for a in _BASE32 for b in _BASE32)  # ten bits -> two characters
_FORTY_BITS = struct.Struct(">" + "BI" * 4).unpack_from  # four times, as 8 and 32


def _base32(raw: bytes) -> str:
    """Return the first 20 bytes in base 32, in lower case; twice as fast as `base64`, because every id is written this
    way.
    """
    two, (a, b, c, d, e, f, g, h) = _PAIRS, _FORTY_BITS(raw)
    return (
        f"{two[a << 2 | b >> 30]}{two[b >> 20 & 1023]}{two[b >> 10 & 1023]}{two[b & 1023]}"
        f"{two[c << 2 | d >> 30]}{two[d >> 20 & 1023]}{two[d >> 10 & 1023]}{two[d & 1023]}"
        f"{two[e << 2 | f >> 30]}{two[f >> 20 & 1023]}{two[f >> 10 & 1023]}{two[f & 1023]}"
        f"{two[g << 2 | h >> 30]}{two[h >> 20 & 1023]}{two[h >> 10 & 1023]}{two[h & 1023]}"
    )


class DerivedKey:
    """A derived key computes keyed hashes of values for one purpose, in the forms that pseudonyms take."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        # HMAC (RFC 2104) with both states at hand takes half the time of the standard library's, and every id has one.
        padded = (key if len(key) <= _SHA256_BLOCK else hashlib.sha256(key).digest()).ljust(_SHA256_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded))
        self._outer = hashlib.sha256(bytes(b ^ 0x5C for b in padded))

    def digest(self, *values: str) -> bytes:
        """Return HMAC-SHA256 (32 bytes) over the values, each with its length, so that no two lists collide."""
        parts = []
        for value in values:
            data = value.encode("utf-8", "surrogatepass")
            parts.append(len(data).to_bytes(8, "big"))
            parts.append(data)
        return self.mac(b"".join(parts))

    def mac(self, data: bytes) -> bytes:
        """Return HMAC-SHA256 (32 bytes) over the data."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(data)
        outer.update(inner.digest())
        return outer.digest()

    def token(self, *values: str) -> str:
        """Return the digest as 32 characters of [a-z2-7] (160 bits), legal as a FHIR id and as a file name."""
        return _base32(self.digest(*values))

    def uuid(self, *values: str) -> str:
        """Return the digest as an RFC 9562 UUID (version 8)."""
        raw = bytearray(self.digest(*values)[:16])
        raw[6] = (raw[6] & 0x0F) | 0x80
        raw[8] = (raw[8] & 0x3F) | 0x80
        return str(uuid.UUID(bytes=bytes(raw)))

    def number(self, bound: int, *values: str) -> int:
        """Return the digest as an integer in [0, bound), uniform up to 2**-64."""
        return int.from_bytes(self.digest(*values)[:16], "big") % bound


class Keyring:
    """A keyring holds the keys of a home: pseudonym keys for a recipient and an epoch, and encryption keys.

    A process that holds a keyring writes no core files.

        keyring = Keyring.load("keyring.json")
        token = keyring.pseudonym("id", "enclave").token("patient-1")
    """

    def __init__(self, pseudonym: list[Key], encryption: list[Key]) -> None:
        if not pseudonym or not encryption:
            raise KeyringError("the keyring holds no pseudonym or no encryption key; make one: redactor keys init PATH")
        switch_off_core_dumps()
        self._pseudonym = pseudonym
        self._encryption = {k.id: k for k in encryption}
        self._current = encryption[-1]
        self._ciphers: dict[tuple[str, str], AESGCM] = {}

    def __repr__(self) -> str:
        return f"<Keyring: {self.key_id}>"

    # -- load and save

    @classmethod
    def generate(cls) -> Keyring:
        """Return a new keyring of random secrets."""
        return cls([_new_key("p", 1)], [_new_key("e")])

    @classmethod
    def load(cls, source: str | Path | None) -> Keyring:
        """Return the keyring of a file, or of its JSON from an environment variable, which may stand in quotes.

        Raises KeyringError if there is no keyring, or if other users can read the file. No keyring is ever generated
        here.
        """
        return cls(*keyring_file.read(source))

    @classmethod
    def change(cls, path: str | Path, change: Callable[[Keyring], Keyring]) -> Keyring:
        """Replace the keyring of a file by `change(keyring)` under a lock, and return the new keyring."""
        target = keyring_file.resolved(keyring_file.file_to_change(path))
        if not target.is_file():
            return cls.load(path)  # raises
        with locked(target):
            keyring = change(cls.load(target))
            keyring.save(target, overwrite=True)
        return keyring

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Write the keyring to a file atomically, readable by the owner alone (mode 0600).

        overwrite: replace an existing keyring; a link stays, and its target is replaced. Raises KeyringError if `path`
        is no path, or if a file exists without `overwrite`: the pseudonyms of a lost keyring cannot be made again.
        """
        given = keyring_file.file_to_change(path)
        target = keyring_file.resolved(given) if overwrite else given
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with atomic_private(target, new=not overwrite) as file:
                file.write(keyring_file.write(self._pseudonym, list(self._encryption.values())))
        except FileExistsError:
            if overwrite:  # this process is writing it already
                raise
            raise KeyringError(_EXISTS) from None

    def rows(self) -> list[dict[str, str]]:
        """Return one row per key, without secrets: its use, id, epoch and format, and whether the key is in force."""
        rows = []
        for use, keys in (("pseudonym", self._pseudonym), ("encryption", list(self._encryption.values()))):
            for key in keys:
                epoch, form = (str(key.epoch), str(key.format)) if use == "pseudonym" else ("-", "-")
                in_force = "yes" if key is keys[-1] else "no"
                rows.append({"use": use, "id": key.id, "epoch": epoch, "format": form, "in_force": in_force})
        return rows

    def rotated(self) -> Keyring:
        """Return a keyring with a new encryption key. Older data stays readable, and no pseudonym changes."""
        return Keyring(self._pseudonym, [*self._encryption.values(), _new_key("e")])

    def next_epoch(self) -> Keyring:
        """Return a keyring with a new pseudonym key, which changes every pseudonym, date shift and stand-in from now
        on.
        """
        return Keyring([*self._pseudonym, _new_key("p", self.epoch + 1)], list(self._encryption.values()))

    def epochs(self) -> tuple[Keyring, ...]:
        """Return the keyring as it was in each epoch, oldest first, to find the pseudonyms of earlier releases."""
        encryption = list(self._encryption.values())
        return tuple(Keyring(self._pseudonym[: n + 1], encryption) for n in range(len(self._pseudonym)))

    # -- keys

    @property
    def epoch(self) -> int:
        return self._pseudonym[-1].epoch

    @property
    def pseudonym_format(self) -> int:
        """The number of the scheme that computes record pseudonyms under the current pseudonym key is 1 or 2."""
        return self._pseudonym[-1].format

    @property
    def key_id(self) -> str:
        """This is the id of the current pseudonym key, for audit and manifest."""
        return self._pseudonym[-1].id

    @property
    def encryption_key_id(self) -> str:
        """This is the id of the current encryption key, with which encrypted data begins."""
        return self._current.id

    def pseudonym(self, purpose: str, recipient: str) -> DerivedKey:
        """Return the key for pseudonyms of one purpose ("id", "shift", ...) that one recipient sees in the current
        epoch.
        """
        key = self._pseudonym[-1]
        return DerivedKey(_derive(key.secret, f"pseudonym\x1f{purpose}\x1f{recipient}\x1f{key.epoch}"))

    def internal(self, purpose: str) -> DerivedKey:
        """Return the key for hashes that never leave home and state ("approval", "journal", "subject", ...).

        It is derived from the first pseudonym key, so that approvals and journals outlast rotation and epochs.
        """
        return DerivedKey(_derive(self._pseudonym[0].secret, f"internal\x1f{purpose}"))

    def signing_key(self, recipient: str) -> Ed25519PrivateKey:
        """Return the key that signs the manifests for a recipient (RFC 8032). It outlasts rotation and epochs."""
        return Ed25519PrivateKey.from_private_bytes(_derive(self._pseudonym[0].secret, f"signature\x1f{recipient}"))

    def public_key(self, recipient: str) -> str:
        """Return the key with which a recipient checks signatures of manifests, as 64 hexadecimal digits."""
        return self.signing_key(recipient).public_key().public_bytes_raw().hex()

    def encrypt(self, purpose: str, data: bytes, context: bytes = b"") -> bytes:
        """Encrypt data with AES-256-GCM under the current key and authenticate `context` with it.

        The result is the key id, NUL, 12 bytes of nonce, then ciphertext and tag.
        """
        nonce = secrets.token_bytes(_NONCE_BYTES)
        head = self._current.id.encode() + b"\0"
        return head + nonce + self._cipher(self._current.id, purpose).encrypt(nonce, data, context)

    def decrypt(self, purpose: str, blob: bytes, context: bytes = b"") -> bytes:
        """Return the data that `encrypt` encrypted.

        Raises KeyringError if the key is missing or the data was changed.
        """
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

    def lacks_key_of(self, blob: bytes) -> bool:
        """Return whether data that looks encrypted names a key that this keyring does not hold."""
        key_id, mark, rest = blob.partition(b"\0")
        return bool(key_id and mark) and len(rest) > _NONCE_BYTES and key_id.decode("latin-1") not in self._encryption

    def renew(self, purpose: str, blob: bytes, context: bytes = b"") -> bytes | None:
        """Return the data encrypted again under the current key, or None if the current key encrypted it.

        Raises as `decrypt`.
        """
        if blob.partition(b"\0")[0] == self._current.id.encode():
            return None
        return self.encrypt(purpose, self.decrypt(purpose, blob, context), context)

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_ciphers": {}}  # which cannot be pickled

    def _cipher(self, key_id: str, purpose: str) -> AESGCM:
        found = self._ciphers.get((key_id, purpose))
        if found is None:
            found = AESGCM(_derive(self._encryption[key_id].secret, f"encryption\x1f{purpose}"))
            self._ciphers[key_id, purpose] = found
        return found


def _new_key(prefix: str, epoch: int = 0) -> Key:
    return Key(f"{prefix}{epoch or ''}-{secrets.token_hex(4)}", secrets.token_bytes(SECRET_BYTES), epoch)


def pad(data: bytes, smallest: int = _SMALLEST) -> bytes:
    """Pad data to 256 bytes or a doubling of it, so that the length of a ciphertext does not tell what it holds.

    smallest: the least size, in place of 256.
    """
    size = smallest
    while size <= len(data):
        size *= 2
    return data + _MARK + bytes(size - len(data) - 1)


def pad_to(data: bytes, step: int) -> bytes:
    """Pad data to a multiple of some bytes, as `pad` does; `unpad` removes this padding too."""
    return data + _MARK + bytes(-(len(data) + 1) % step)


def unpad(padded: bytes) -> bytes:
    """Remove the padding that `pad` added. Raises ValueError for bytes without it."""
    data, mark, zeros = padded.rpartition(_MARK)
    if not mark or zeros.strip(b"\0"):
        raise ValueError("not padded")
    return data
