"""A stream whose exporter sends held records again, without Kafka: topics in memory, and a worker's answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiokafka import TopicPartition
from msgspec.structs import replace

from redactor.entities import Entity, Role
from redactor.errors import ForgedMessageError
from redactor.run.contracts import PATIENT, HarvestBatch, PersonValues, Processed, RawRecord
from redactor.run.outcomes import place_of
from redactor.run.state.forgotten import Erasure
from redactor.run.state.quarantine import Header, QuarantineStore
from redactor.settings import StreamsSettings
from redactor.text import KnownValue
from schemas.engine.records import Outcome, Reason
from streams import resend
from streams.envelope import Envelope, Envelopes
from streams.export import Exporter, Message, needing_payload
from streams.known_topic import KnownMessages
from streams.raw_topic import NO_ORIGIN, NO_POSITION, RawMessages
from streams.resend import Resender
from streams.sealed import MessageKeys
from tests.unit.streams.export_kit import FINGERPRINT, KEYRING, TOPIC, config

STREAMS = StreamsSettings(servers="localhost:1", partitions=2)
DOE = KnownValue("John Doe", Entity.PATIENT, Role.PATIENT)


@dataclass
class Stored:
    """A message of a fake topic."""

    offset: int
    key: bytes
    value: bytes


@dataclass
class Stream:
    """Topics in memory. A worker holds a record whose patient is in no message of phi.known below its position."""

    folder: Path
    raw: dict[int, list[Stored]] = field(default_factory=lambda: {0: [], 1: []})
    deid: dict[int, list[Message]] = field(default_factory=lambda: {0: [], 1: []})
    known: list[Stored] = field(default_factory=list)
    fingerprints: dict[int, str] = field(default_factory=dict)  # of the workers, by partition
    owners: dict[int, str] = field(default_factory=dict)  # ids of the workers, by partition

    def __post_init__(self) -> None:
        self._raws = RawMessages(KEYRING, "phi.raw.v1", 1 << 20)
        self._values = KnownMessages(KEYRING, "phi.known.v1")
        self._envelopes = Envelopes(KEYRING, TOPIC)
        self._keys = MessageKeys(KEYRING)
        self._places = KEYRING.internal("journal")

    # -- producers

    def key(self, patient: str) -> bytes:
        return self._keys.for_record(patient, "")

    def ingest(
        self, patient: str, name: str, version: int = 1, partition: int = 0, data: bytes = b"", turn: int = 0
    ) -> None:
        """A record of a patient with a text. turn: another one brings the version anew, the same one again."""
        place = f"1:{name}-{version}-{turn}"
        raw = RawRecord(data or b'{"id":"%s","v":%d,"of":"%s"}' % (name.encode(), version, patient.encode()), place)
        self._append(partition, self.key(patient), self._raws.encode(self.key(patient), raw, len(self.known) - 1))

    def delete(self, patient: str, name: str, version: int, partition: int = 0, turn: int = 0) -> None:
        """A version that deletes its resource. It needs no values."""
        data = b'{"id":"%s","v":%d,"gone":true}' % (name.encode(), version)
        self.ingest(patient, name, version, partition, data, turn)

    def _append(self, partition: int, key: bytes, value: bytes) -> int:
        mine = self.raw[partition]
        mine.append(Stored(len(mine), key, value))
        return len(mine) - 1

    def send_copy(self, partition: int, key: bytes, value: bytes) -> int:
        """What the exporter sends."""
        return self._append(partition, key, value)

    def tell(self, patient: str, value: KnownValue = DOE, person: bytes = PATIENT, joined: bool = True) -> None:
        """A value of a patient, and a join."""
        self._publish(*self._values.from_harvest(HarvestBatch([PersonValues(patient, person, [value])])))
        if joined:
            self.join()

    def join(self) -> None:
        self._publish(self._values.join(b"%d" % len(self.known)))

    def forget(self, patient: str) -> None:
        self._publish(self._values.erasure(Erasure(b"e" * 16, (patient,))))

    def _publish(self, *messages: Any) -> None:
        for message in messages:
            self.known.append(Stored(len(self.known), message.key, self._values.seal(message)))

    # -- the worker

    def work(self, outcome: Outcome | None = None, reason: Reason | None = None, unread: bool = False) -> None:
        """Process what is new. outcome: of every record, in place of what the rule says. unread: under ids of its
        place, as a record that broke the worker.
        """
        for partition, records in self.raw.items():
            for stored in records[len(self.deid[partition]) :]:
                raw, known, origin = self._raws.decode(stored.key, stored.value)
                done = self._done(raw, stored.key, known)
                if outcome is not None:
                    done = replace(done, outcome=outcome, payload=None, reason=reason)
                if unread:
                    done = replace(done, record_id=f"unread-{done.record_id}", resource_key="")
                held = done.reason is Reason.PATIENT_UNSEEN
                at, place = known if held else NO_POSITION, place_of(self._places, raw.position)
                fingerprint = self.fingerprints.get(partition, FINGERPRINT)
                envelope = Envelope(partition, stored.offset, at, fingerprint, done, origin, place)
                sent = self._envelopes.encode(stored.key, envelope)
                self.deid[partition].append(Message(partition, stored.offset, stored.key, sent))

    def _done(self, raw: RawRecord, key: bytes, known: int) -> Processed:
        parts = raw.data.decode().split('"')
        name, version = parts[3], parts[6].strip(":,")
        record = Processed(Outcome.RELEASED, f"id-{name}-{version}", f"key-{name}", payload=raw.data, schema="s")
        if b'"gone":true' in raw.data:
            return replace(record, outcome=Outcome.DELETED)
        if raw.may_be_unseen or self._is_seen(key, known):
            return record
        return replace(record, outcome=Outcome.QUARANTINED, payload=None, reason=Reason.PATIENT_UNSEEN)

    def _is_seen(self, key: bytes, known: int) -> bool:
        seen = False
        for stored in self.known[: known + 1]:
            try:
                change = self._values.open(stored.key, stored.value)
            except ForgedMessageError:
                continue
            if isinstance(change, Erasure):
                seen = seen and all(self.key(scope) != key for scope in change.scopes)
            elif hasattr(change, "scope") and self.key(change.scope) == key:
                seen = True
        return seen

    # -- the exporter

    def export(self, drain: bool = True, **more: object) -> dict[str, int]:
        """Take what is new, send again what can go, and deliver."""
        with Exporter(config(self.folder, **more)) as exporter:
            self.take(exporter)
            asyncio.run(self._resend(exporter))
            if drain:
                exporter.deliveries.finish()
            return exporter.outcomes()

    def take(self, exporter: Exporter) -> None:
        """Take and commit what is new."""
        sent = [m for mine in self.deid.values() for m in mine if m.offset >= exporter.position(m.partition)]
        for at in range(0, len(sent), 3):
            taken = exporter.take(sent[at : at + 3])
            exporter.commit(taken, {place: self.payload(place) for place in needing_payload(taken)})

    async def _resend(self, exporter: Exporter) -> None:
        async with Resender(STREAMS, KEYRING, exporter.held) as resender:
            await resender.catch_up()

    def payload(self, place: tuple[int, int]) -> RawRecord:
        stored = self.raw[place[0]][place[1]]
        return self._raws.decode(stored.key, stored.value).raw

    def origin_of(self, stored: Stored) -> int:
        return self._raws.decode(stored.key, stored.value).origin

    def copies(self) -> list[tuple[int, int, int, bool]]:
        """Partition, origin, known position and flag of what came again."""
        found = []
        for partition, records in self.raw.items():
            for stored in records:
                raw, known, origin = self._raws.decode(stored.key, stored.value)
                if origin != NO_ORIGIN:
                    found.append((partition, origin, known, raw.may_be_unseen))
        return found

    # -- the quarantine

    def entries(self) -> list[Header]:
        store = self.store()
        found = store.list()
        store.close()
        return found

    def statuses(self) -> dict[str, str]:
        return {e.id: e.status for e in self.entries()}

    def store(self) -> QuarantineStore:
        return QuarantineStore(self.folder / "state", KEYRING, create=False)

    def ask(self, *entries: str) -> None:
        store = self.store()
        store.ask_exporter(entries)
        store.close()

    def purge(self) -> None:
        store = self.store()
        store.purge()
        store.close()


class Consumer:
    """Reads the known values of a stream."""

    stream: Stream

    def __init__(self, *_: object, **__: object) -> None:
        self._at = 0

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def assign(self, places: Sequence[TopicPartition]) -> None: ...

    def seek(self, place: TopicPartition, offset: int) -> None:
        self._at = offset

    async def position(self, place: TopicPartition) -> int:
        return self._at

    async def end_offsets(self, places: Sequence[TopicPartition]) -> dict[TopicPartition, int]:
        return {places[0]: len(self.stream.known)}

    async def getmany(self, place: TopicPartition, timeout_ms: int, max_records: int) -> Any:
        found = self.stream.known[self._at : self._at + 2]
        self._at += len(found)
        return {place: found}


class Producer:
    stream: Stream

    def __init__(self, **options: object) -> None:
        assert options["enable_idempotence"] is True

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def send(self, topic: str, value: bytes, key: bytes, partition: int) -> asyncio.Future[Stored]:
        ack: asyncio.Future[Stored] = asyncio.get_running_loop().create_future()
        offset = self.stream.send_copy(partition, key, value)
        ack.set_result(self.stream.raw[partition][offset])
        return ack


@pytest.fixture
def stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stream:
    made = Stream(tmp_path)
    monkeypatch.setattr(Consumer, "stream", made, raising=False)
    monkeypatch.setattr(Producer, "stream", made, raising=False)
    monkeypatch.setattr(resend, "Consumer", Consumer)
    monkeypatch.setattr(resend, "AIOKafkaProducer", Producer)

    async def owners(*_: object) -> dict[int, str]:
        return dict(made.owners)

    monkeypatch.setattr(resend, "admin", lambda *_: nullcontext())
    monkeypatch.setattr(resend, "_worker_ids", owners)
    monkeypatch.setattr(resend, "_ASK_SECONDS", 0.0)
    return made
