"""This module sends held records into phi.raw again: records that a person released, whose patient is known now, or
that workers of another configuration have processed.

It reads phi.known from where the first of them began to wait. When a patient's name or identifier comes, the records
go with the next join, since households, and with them the stand-ins, follow from that. No values are kept here: a
patient is found by the message key of the records. A sent record is marked when Kafka has acknowledged it; killed in
between, it is sent again, and the exporter takes one of both.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import lru_cache
from types import TracebackType
from typing import Self

from aiokafka import AIOKafkaProducer, ConsumerRecord, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.coordinator.protocol import ConsumerProtocolMemberAssignment
from aiokafka.errors import ClusterAuthorizationFailedError, KafkaError, TopicAuthorizationFailedError, for_code

from redactor.errors import ForgedMessageError, TopicError
from redactor.keys import Keyring
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_entries import names_patient
from redactor.run.state.known_identifiers import tokens_of
from redactor.settings import StreamsSettings
from schemas.engine.pseudonyms import IDENTIFIER
from streams.connection import Consumer, admin, largest_message, producer_options
from streams.held import PAGE, Copy, HeldRecords
from streams.known_topic import AddValue, Change, Join, KnownMessages
from streams.raw_topic import RawMessages
from streams.sealed import MessageKeys
from streams.topics import KNOWN, RAW, name_of, worker_group

_FETCH = 5_000  # messages
_WAIT_MS = 200  # for what phi.known holds and did not give yet
_AT_A_TIME = 100, 16 * 1024 * 1024  # records and bytes whose acknowledgements are awaited together
_NOTE_SECONDS = 5.0  # between notes of the position, which each cost a sync of the disk
_CACHE = 4_096  # charts
_AT_REST = frozenset({"Stable", "Empty", "Dead"})
_ASK_SECONDS = 2.0  # between questions who has which partition


class Resender:
    """Sends held records again; an async context manager that connects when a record waits."""

    def __init__(self, streams: StreamsSettings, keyring: Keyring, held: HeldRecords) -> None:
        self._streams, self._held = streams, held
        self._raw_topic = name_of(streams, RAW)
        self._raws = RawMessages(keyring, self._raw_topic, streams.max_record_bytes)
        self._messages = KnownMessages(keyring, name_of(streams, KNOWN))
        keys = MessageKeys(keyring)
        self._key = lru_cache(maxsize=_CACHE)(lambda scope: keys.for_record(scope, "").decode("ascii"))
        self._known = TopicPartition(name_of(streams, KNOWN), 0)
        self._stack = AsyncExitStack()
        self._consumer: Consumer | None = None
        self._producer: AIOKafkaProducer | None = None
        self._named: dict[str, int] = {}  # message keys of patients who are known now: the offset of the last value
        self._noted = 0.0
        self._owners: dict[int, str] | None = None  # of the partitions of phi.raw
        self._asked = -_ASK_SECONDS

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def step(self) -> bool:
        """Sends some of the records that can go; returns whether more may go at once. Raises KafkaError and
        TopicError.
        """
        if not self._held.entries.exist():
            return False
        try:
            sent = 0
            if due := self._held.due():
                sent = await self._send(self._held.copies(due, values_came=False), await self._end() - 1)
            sent += await self._reread()
            return await self._follow() or sent > 0
        except (TopicAuthorizationFailedError, ClusterAuthorizationFailedError):
            raise TopicError(
                f"Kafka refuses the exporter: streams.user needs the right to read {self._known.topic} and to write "
                f"{self._raw_topic}, so that held records can leave"
            ) from None
        except KafkaError:
            self._held.read_to = -1  # messages were read whose records were perhaps not sent: read them again
            raise

    async def catch_up(self) -> None:
        """Sends all records that can go."""
        while await self.step():
            pass

    # -- what another configuration made

    async def _reread(self) -> int:
        """Sends records that workers of another configuration have processed, and returns their number."""
        held, rereading = self._held, self._held.rereading
        if not held.entries.exist_of_other_configuration():
            return 0
        if time.monotonic() - self._asked >= _ASK_SECONDS:
            self._asked = time.monotonic()
            self._owners = None
            with suppress(KafkaError):  # the broker looks for the coordinator of the group, or does not tell
                async with admin(self._streams) as client:
                    self._owners = await _worker_ids(client, self._streams)
        ready = [n for n in range(self._streams.partitions) if rereading.may_go(n, self._owners)]
        if not ready:
            return 0
        found = held.entries.of_other_configuration([n + 1 for n in ready], PAGE)
        sent = await self._send(held.copies(found, values_came=False), await self._end() - 1) if found else 0
        if len(found) < PAGE:
            rereading.went(ready, self._owners)
        return sent

    # -- whose values came

    async def _follow(self) -> bool:
        if not self._held.entries.exist_unseen():
            return False
        consumer = await self._connected()
        if self._held.read_to < self._held.read_from:
            self._held.read_to = self._held.read_from
            self._named.clear()
            consumer.seek(self._known, self._held.read_from)
        end = await self._end()
        wait = _WAIT_MS if self._held.read_to < end else 0
        found = await consumer.getmany(self._known, timeout_ms=wait, max_records=_FETCH)
        for message in found.get(self._known, []):
            await self._read(message)
        self._held.read_to = position = await consumer.position(self._known)
        if not self._named and time.monotonic() - self._noted >= _NOTE_SECONDS:
            self._noted = time.monotonic()
            self._held.advance(position)
        return bool(position < end)

    async def _read(self, message: ConsumerRecord[bytes, bytes]) -> None:
        try:
            change: Change = self._messages.open(message.key, message.value)
        except ForgedMessageError:
            return  # workers tell of it
        if isinstance(change, AddValue):
            for key in map(self._key, _charts_seen_by(change)):
                if self._held.entries.unseen(key, message.offset):
                    self._named[key] = message.offset
        elif isinstance(change, Erasure):
            for scope in (*change.scopes, *change.emptied):
                self._named.pop(self._key(scope), None)
        elif isinstance(change, Join) and self._named:
            for key, before in self._named.items():
                entries = self._held.entries.unseen(key, before)
                await self._send(self._held.copies(entries, values_came=True), message.offset)
            self._named.clear()
            self._held.advance(message.offset + 1)

    # -- what goes

    async def _send(self, copies: Iterable[Copy], known: int) -> int:
        """Sends records, awaits every acknowledgement, marks the records as sent, and returns their number."""
        some: list[Copy] = []
        sent = size = 0
        for copy in copies:
            own = len(copy.raw.data) + len(copy.raw.entry or b"")
            if own > self._streams.max_record_bytes:
                continue  # the limit is lower than it was: the topic would get it without its content
            if some and (len(some) >= _AT_A_TIME[0] or size + own > _AT_A_TIME[1]):
                await self._send_together(some, known)
                some, size = [], 0
            some.append(copy)
            sent += 1
            size += own
        if some:
            await self._send_together(some, known)
        return sent

    async def _send_together(self, copies: Sequence[Copy], known: int) -> None:
        if self._producer is None:
            self._producer = AIOKafkaProducer(**producer_options(self._streams))
            await self._producer.start()
            self._stack.push_async_callback(self._producer.stop)
        acks = []
        for copy in copies:
            value = self._raws.encode(copy.key, copy.raw, max(known, copy.known), copy.origin)
            acks.append(
                await self._producer.send(self._raw_topic, value, key=copy.key, partition=copy.partition)
            )  # fmt: skip
        sent = await asyncio.gather(*acks)
        self._held.entries.mark_sent({copy.entry: ack.offset for copy, ack in zip(copies, sent, strict=True)})

    async def _end(self) -> int:
        """Returns the offset of phi.known that the next message gets."""
        consumer = await self._connected()
        return int((await consumer.end_offsets([self._known]))[self._known])

    async def _connected(self) -> Consumer:
        if self._consumer is None:
            self._consumer = Consumer(
                self._streams, start="earliest", max_partition_fetch_bytes=largest_message(self._streams)
            )
            await self._consumer.start()
            self._stack.push_async_callback(self._consumer.stop)
            self._consumer.assign([self._known])
            self._held.read_to = -1
        return self._consumer


def _charts_seen_by(added: AddValue) -> Iterable[str]:
    """Returns the scopes whose records a value may let go.

    These are the chart whose patient it names or, of an identifier that a patient's own record gives, the identifier's
    and the patient's. A birth date, an address, a relative or a number in a note does not tell by which names texts
    have to be searched.
    """
    if added.scope.startswith(IDENTIFIER):
        return added.scope, *tokens_of(added.value)
    return (added.scope,) if names_patient(added.value, added.person) else ()


async def _worker_ids(client: AIOKafkaAdminClient, streams: StreamsSettings) -> dict[int, str] | None:
    """Returns for each partition of phi.raw.v1 the id of the worker that has it; each start of a worker has its own.

    A partition without a worker is left out. Returns None while partitions are being handed out. Raises KafkaError.
    """
    # One group at a time: aiokafka 0.14.0 cannot take apart an answer of several.
    (answer,) = await client.describe_consumer_groups([worker_group(streams)])
    ((code, _, state, _, _, told, *_),) = answer.groups
    if code:
        raise for_code(code)
    if state not in _AT_REST:
        return None
    topic = name_of(streams, RAW)
    return {
        place.partition: str(member)
        for member, _, _, _, assigned in told
        if assigned
        for place in ConsumerProtocolMemberAssignment.decode(assigned).partitions()
        if place.topic == topic
    }
