"""What the exporter costs a record: reading deid.v1, checking, journal, audit, deliveries."""

from __future__ import annotations

import asyncio
import threading
import time

from benchmarks.common import Figure, argument
from benchmarks.streams.place import PARTITIONS, Place, place
from redactor.assemble.runs import build_stream
from redactor.run.contracts import Processed
from schemas.engine.records import Outcome
from streams.deliveries import ExportConfig
from streams.envelope import Envelope, Envelopes
from streams.export import Exporter
from streams.export_topics import export
from streams.sealed import MessageKeys
from streams.sender import Message, Sender
from streams.topics import DEID, RAW, name_of

_AIM = 20_000
_CHUNK = 1_000
_PAYLOAD = b'{"resourceType":"Observation","text":"' + b"0123456789 units of one thing, " * 36 + b'"}'


def _fill(here: Place, fingerprint: str, records: int) -> None:
    """phi.raw.v1 with values that nobody opens, and deid.v1 with an envelope for each."""
    raw, deid = name_of(here.streams, RAW), name_of(here.streams, DEID)
    envelopes, keys = Envelopes(here.keyring, deid), MessageKeys(here.keyring)
    with Sender(here.streams) as sender:
        for begin in range(0, records, _CHUNK):
            messages = []
            for n in range(begin, begin + _CHUNK):
                partition, offset = n % PARTITIONS, n // PARTITIONS
                key = keys.for_record(None, str(n))
                done = Processed(
                    Outcome.RELEASED, f"{n * 7919 % 100_000_007:032d}", f"k{n:031d}", _PAYLOAD,
                    resource_type="Observation", schema="fhir/Observation", rules={"hash": 2, "passThrough": 7},
                    entities={"DATE": 2},
                )  # fmt: skip
                value = envelopes.encode(key, Envelope(partition, offset, -1, fingerprint, done))
                messages.append(Message(key, value, partition))
            sender.send(raw, [Message(m.key, b"-", m.partition) for m in messages])
            sender.send(deid, messages)
        sender.flush()


def figures() -> list[Figure]:
    records = argument("records", 60_000) // _CHUNK * _CHUNK
    with place() as here:
        parts = build_stream(here.settings)
        _fill(here, parts.fingerprint, records)
        config = ExportConfig(
            out=here.folder / "out",
            state=here.folder / "state",
            home=here.settings.home,
            keyring=parts.keyring,
            metadata=parts.metadata,
            fingerprint=parts.fingerprint,
            topic=name_of(here.streams, DEID),
            partitions=PARTITIONS,
            delivery_bytes=here.streams.delivery_bytes,
            delivery_seconds=here.streams.delivery_seconds,
        )
        begun = time.process_time()
        with Exporter(config) as exporter:
            asyncio.run(export(here.streams, parts.keyring, exporter, threading.Event(), drain=True))
        taken = time.process_time() - begun
    note = f"{records:,} records of {len(_PAYLOAD)} bytes, over Kafka"
    return [Figure("exporter", records / taken, "records/s/core", _AIM, note=note)]
