"""This module makes everything that a broker sees of a message with PHI: a keyed hash as its key, and a sealed value.

Values are compressed with zstd, then encrypted with AES-GCM under the keyring. Topic and message key are authenticated
with each value, so that a value counts only where it was sent to. The length of a value remains visible, and a value
that is sent again later under its own key is not noticed (docs/adr/0021).

A value begins with a tag, under a key that outlasts rotation, of the encryption key that it names. A reader whose
keyring lacks that key can thus tell a genuine value, at which it must stop, from a forged one (docs/adr/0064).
"""

from __future__ import annotations

import hmac
import re
import zlib

import zstandard

from redactor.errors import ForgedMessageError, KeyringError, MissingKeyError, OtherKeyringError
from redactor.keys import Keyring

_FORMAT = b"\x02"
_TAG_BYTES = 16
_LIKE_SEALED = re.compile(rb"[\x01-\x0f].{0,64}?e-[0-9a-f]{8}\0", re.DOTALL)  # in any format: it names a key
_LEVEL = -1  # of zstd; at level 1 a record of a kilobyte takes 3 us more and is a fifth smaller
_LARGEST = 1 << 30  # bytes; nothing larger is ever sealed
# 256 keys, since one may encrypt only 2**32 values with random nonces (NIST SP 800-38D, 8.3): weeks of a busy stream.
_PURPOSES = tuple(f"stream\x1f{n:02x}" for n in range(256))


class Sealer:
    """Seals and opens values. An instance is not for use by several threads at a time: it keeps the state of zstd."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring, self._key_tag = keyring, keyring.internal("stream-key-tag")
        self._compress = zstandard.ZstdCompressor(level=_LEVEL).compress
        self._decompress = zstandard.ZstdDecompressor().decompress

    def seal(self, topic: str, key: bytes, value: bytes) -> bytes:
        """Returns a format byte, a tag and the encrypted value. topic: full name, with the prefix."""
        context = _context(topic, key)
        tag = self._tag(context, self._keyring.encryption_key_id.encode())
        return _FORMAT + tag + self._keyring.encrypt(purpose_of(key), self._compress(value), context + tag)

    def open(self, topic: str, key: bytes | None, sealed: bytes | None) -> bytes:
        """Opens a sealed value.

        Raises ForgedMessageError for a value that `seal` did not make for this topic and key (OtherKeyringError if it
        looks like one of another keyring), and MissingKeyError for one under a key that this keyring does not hold.
        """
        if key is None or sealed is None:
            raise ForgedMessageError(_FORGED.format(topic))
        tag, blob = bytes(sealed[1 : 1 + _TAG_BYTES]), bytes(sealed[1 + _TAG_BYTES :])
        if sealed[:1] == _FORMAT:
            context = _context(topic, key)
            try:
                packed = self._keyring.decrypt(purpose_of(key), blob, context + tag)
                return self._decompress(packed, max_output_size=_LARGEST)
            except zstandard.ZstdError:
                raise ForgedMessageError(_FORGED.format(topic)) from None
            except KeyringError:
                if not self._keyring.lacks_key_of(blob):
                    raise ForgedMessageError(_FORGED.format(topic)) from None
                if hmac.compare_digest(self._tag(context, blob.partition(b"\0")[0]), tag):
                    raise MissingKeyError(
                        f"a message on {topic} was sealed under a key that this keyring does not hold; set "
                        "REDACTOR_KEYRING to the present keyring of this stream, which was rotated since"
                    ) from None
        raise (OtherKeyringError if _LIKE_SEALED.match(sealed) else ForgedMessageError)(_FORGED.format(topic))

    def _tag(self, context: bytes, key_id: bytes) -> bytes:
        return self._key_tag.mac(key_id + b"\0" + context)[:_TAG_BYTES]


def purpose_of(key: bytes) -> str:
    """Returns the purpose under which the keyring encrypts values of this message key, one of 256."""
    return _PURPOSES[zlib.crc32(key) & 0xFF]


def _context(topic: str, key: bytes) -> bytes:
    name = topic.encode("utf-8", "surrogatepass")
    return b"redactor stream" + len(name).to_bytes(4, "big") + name + key


_FORGED = (
    "a message on {} was changed, moved, or not written under this keyring; check REDACTOR_KEYRING, and who may write "
    "to the topic"
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
