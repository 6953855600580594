"""This module processes batches of records from phi.raw.v1 without Kafka: one envelope comes out for each record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from redactor.errors import ForgedMessageError, RunError, ServiceUnavailableError
from redactor.keys import Keyring
from redactor.run.contracts import Processed, RawRecord
from redactor.run.outcomes import apply_bundle_outcome, outcomes_of_records, place_of
from schemas.engine.records import Reason
from streams.deletions import goes_everywhere
from streams.envelope import Envelope
from streams.raw_topic import NO_ORIGIN, NO_POSITION, RawMessages

Call = Callable[[Sequence[RawRecord]], Sequence[Processed | str]]
"""Processes records without an error, as `Pool.call` does, and returns one result for each, in order."""
# A long string, from its first quote. Escaped quotes cut it: this is an estimate.
_LONG_TEXT = re.compile(rb'"[^"]{80,}')


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """Holds a record of phi.raw.v1.

    key: message key. size: bytes that the record holds in memory. known, origin: as in RawMessage.
    """

    partition: int
    offset: int
    key: bytes
    size: int
    raw: RawRecord
    known: int = NO_POSITION
    origin: int = NO_ORIGIN


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """Limits a batch. size: bytes. text: characters of long strings, which models read slowly."""

    records: int
    size: int
    text: int = 100_000


def read_record(
    messages: RawMessages, partition: int, offset: int, key: bytes | None, value: bytes | None
) -> tuple[SourceRecord, bool]:
    """Decodes a message and tells whether it is authentic.

    A forged message becomes a record with an error and without content. Its offset gets an envelope all the same, under
    an empty key, because its key may be a name or a record number in the clear.
    """
    size = len(value or b"")
    try:
        raw, known, origin = messages.decode(key, value)
        size = max(size, len(raw.data) + len(raw.entry or b""))
        return SourceRecord(partition, offset, key or b"", size, raw, known, origin), True
    except ForgedMessageError:
        raw = RawRecord(b"", f"{partition}:{offset}", error=Reason.FORGED, where="message")
        return SourceRecord(partition, offset, b"", size, raw), False
    except RunError:
        raw = RawRecord(b"", f"{partition}:{offset}", error=Reason.INTERNAL, where="packed-by-another-version")
        return SourceRecord(partition, offset, key or b"", size, raw), True


def cut_batches(records: Iterable[SourceRecord], limits: BatchLimits) -> Iterator[list[SourceRecord]]:
    """Cuts consecutive records into batches. A record that is larger than a limit is a batch by itself."""
    batch: list[SourceRecord] = []
    size = text = 0
    for record in records:
        own = sum(map(len, _LONG_TEXT.findall(record.raw.data)))
        if batch and (len(batch) >= limits.records or size + record.size > limits.size or text + own > limits.text):
            yield batch
            batch, size, text = [], 0, 0
        batch.append(record)
        size += record.size
        text += own
    if batch:
        yield batch


class BatchProcessor:
    """Processes batches of records. fingerprint: of the configuration, which each envelope names."""

    def __init__(self, call: Call, keyring: Keyring, fingerprint: str) -> None:
        self._call = call
        self._key = keyring.internal("journal")  # record ids of unread records, and places, as a run makes them
        self._fingerprint = fingerprint

    def process(self, batch: Sequence[SourceRecord], reached: int = NO_POSITION) -> list[Envelope]:
        """Returns one envelope for each record, in order, whatever becomes of the record.

        reached: the position of phi.known.v1 up to which known values are searched for. Raises ServiceUnavailableError
        if a service was away; then nothing of the batch counts.
        """
        raws = [_alone(record.raw) for record in batch]
        results = self._call([raw for raw in raws if raw.error is None]) if raws else []
        outcomes = outcomes_of_records(raws, results, self._key)
        if any(done.reason is Reason.SERVICE_UNAVAILABLE for done in outcomes):
            raise ServiceUnavailableError("a service that records need does not answer: the index of stand-ins")
        return [
            Envelope(
                record.partition,
                record.offset,
                reached if record.known != NO_POSITION or done.reason is Reason.PATIENT_UNSEEN else NO_POSITION,
                self._fingerprint,
                _without_bundle(raw, apply_bundle_outcome(raw, done)),
                record.origin,
                place_of(self._key, record.raw.position),
                everywhere=record.origin == NO_ORIGIN and goes_everywhere(record.raw),
            )
            for record, raw, done in zip(batch, raws, outcomes, strict=True)
        ]


def _alone(raw: RawRecord) -> RawRecord:
    """Takes a record out of its Bundle: an entry that deletes becomes a deletion notice."""
    return replace(raw, is_request=False, last=False) if raw.part == "entry" else raw


def _without_bundle(raw: RawRecord, done: Processed) -> Processed:
    """Removes the Bundle from the result: the head of a Bundle leaves nothing, and an entry leaves its
    resource alone.
    """
    if raw.part == "bundle":
        return replace(done, payload=None)
    return replace(done, entry=None) if raw.part == "entry" else done
