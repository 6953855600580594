"""This module makes everything that a broker sees of a message with PHI: a keyed hash as its key, and a sealed value.

Values are compressed with zstd, then encrypted with AES-GCM under the keyring. Topic and message key are authenticated
with each value, so that a value counts only where it was sent to. The length of a value remains visible, and a value
that is sent again later under its own key is not noticed (docs/adr/0021).
"""

from __future__ import annotations

import zlib

import zstandard

from redactor.errors import ForgedMessageError, KeyringError
from redactor.keys import Keyring

_FORMAT = b"\x01"
_LEVEL = -1  # of zstd; at level 1 a record of a kilobyte takes 3 us more and is a fifth smaller
_LARGEST = 1 << 30  # bytes; nothing larger is ever sealed
# 256 keys, since one may encrypt only 2**32 values with random nonces (NIST SP 800-38D, 8.3): weeks of a busy stream.
_PURPOSES = tuple(f"stream\x1f{n:02x}" for n in range(256))


class Sealer:
    """Seals and opens values. An instance is not for use by several threads at a time: it keeps the state of zstd."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring
        self._compress = zstandard.ZstdCompressor(level=_LEVEL).compress
        self._decompress = zstandard.ZstdDecompressor().decompress

    def seal(self, topic: str, key: bytes, value: bytes) -> bytes:
        """Returns a format byte and the encrypted value. topic: full name, with the prefix."""
        packed = self._compress(value)
        return _FORMAT + self._keyring.encrypt(purpose_of(key), packed, _context(topic, key))

    def open(self, topic: str, key: bytes | None, sealed: bytes | None) -> bytes:
        """Opens a sealed value. Raises ForgedMessageError for a value that `seal` did not make for this topic
        and key.
        """
        if key is None or sealed is None or sealed[:1] != _FORMAT:
            raise _forged(topic)
        try:
            packed = self._keyring.decrypt(purpose_of(key), bytes(sealed[1:]), _context(topic, key))
            return self._decompress(packed, max_output_size=_LARGEST)
        except (KeyringError, zstandard.ZstdError):
            raise _forged(topic) from None


def purpose_of(key: bytes) -> str:
    """Returns the purpose under which the keyring encrypts values of this message key, one of 256."""
    return _PURPOSES[zlib.crc32(key) & 0xFF]


def _context(topic: str, key: bytes) -> bytes:
    name = topic.encode("utf-8", "surrogatepass")
    return b"redactor stream" + len(name).to_bytes(4, "big") + name + key


def _forged(topic: str) -> ForgedMessageError:
    return ForgedMessageError(
        f"a message on {topic} was changed, moved, or not written under this keyring; check REDACTOR_KEYRING, and who "
        "may write to the topic"
    )


class MessageKeys:
    """Derives message keys as keyed hashes, under a key by which no released pseudonym equals a message key."""

    def __init__(self, keyring: Keyring) -> None:
        self._key = keyring.internal("message-key")

    def for_record(self, subject: str | None, resource_key: str) -> bytes:
        """Returns 32 ASCII characters of [a-z2-7] by the subject, or by the resource if the record has no subject."""
        if subject is not None:
            return self._key.token("subject", subject).encode("ascii")
        return self._key.token("resource", resource_key).encode("ascii")


def partition_of(key: bytes, partitions: int) -> int:
    """Returns the partition of a message key, in [0, partitions): its CRC-32 modulo their number, the same in every
    release.

    Every producer sends to it explicitly: Kafka's clients have differing partitioners, and a patient's records in two
    partitions would lose their order. Keys are keyed hashes, so that a checksum spreads them evenly.
    """
    return zlib.crc32(key) % partitions
