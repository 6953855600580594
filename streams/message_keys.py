"""The key of a message, and the partition that follows from it.

Every producer sends to `partition_of(key, n)` explicitly. Kafka's clients have partitioners of their own, which differ;
a patient's records in two partitions would lose their order.
"""

from __future__ import annotations

import zlib

from redactor.keys import Keyring


class MessageKeys:
    """Keyed hashes for message keys, from a key of their own: no released pseudonym equals a message key."""

    def __init__(self, keyring: Keyring) -> None:
        self._key = keyring.internal("message-key")

    def of_record(self, subject: str | None, resource_key: str) -> bytes:
        """32 characters of [a-z2-7] in ASCII: of the subject, or of the resource if the record has no subject."""
        if subject is not None:
            return self._key.token("subject", subject).encode("ascii")
        return self._key.token("resource", resource_key).encode("ascii")


def partition_of(key: bytes, partitions: int) -> int:
    """The partition of a message key, in [0, partitions): its CRC-32 by their number, the same in every release.

    Keys are keyed hashes, so that a checksum spreads them evenly.
    """
    return zlib.crc32(key) % partitions
