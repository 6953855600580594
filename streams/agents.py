"""This module holds the router that publishes the records of messages of ehr.in.v1.

A second process parses the messages and gives their records, known values and keys, so that a message that crashes the
process, or takes all of its memory, does not end the router.
"""

from __future__ import annotations

import datetime as dt
import pickle
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from redactor.errors import BrokerUnavailableError, StoppedError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.pool import Stage, build_frozen, isolate_failures
from redactor.run.signals import STOPPED
from redactor.settings import Settings
from schemas.engine.records import Reason
from streams.connection import retry_pause
from streams.ehr_topic import EhrMessage, EhrMessages
from streams.known_sender import KnownSender
from streams.known_topic import KnownMessage
from streams.publish import (
    BundleFates,
    PublishWorker,
    RecordMessages,
    build_worker,
    fill_keys,
    harvest_and_key_work,
    key_work,
    newest_of,
)
from streams.sender import Message, Sender
from streams.topics import RAW, name_of

Call = Callable[[Sequence[RawRecord]], Sequence["Prepared | str"]]
"""Prepares messages, as `Pool.call` does: one result for all messages or, if that fails, one for each. A str says what
a message broke.
"""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Holds everything that is to be published of some messages.

    keys: message keys of the records without an error, in order; a str says what broke. known: messages of known
    values, each once. harvest_failed: number of records of which no known values could be taken, and of values that are
    too large for the topic. newest: the newest day of an event in the records.
    """

    raws: list[RawRecord]
    keys: list[bytes | str]
    known: list[KnownMessage]
    harvest_failed: int = 0
    newest: dt.date | None = None


def join_prepared(parts: Iterable[Prepared]) -> Prepared:
    """Joins several parts into one, in order; each message of known values is kept once."""
    all_parts = list(parts)
    known = {m.key: m for part in all_parts for m in part.known}
    return Prepared(
        [raw for part in all_parts for raw in part.raws],
        [key for part in all_parts for key in part.keys],
        list(known.values()),
        sum(part.harvest_failed for part in all_parts),
        newest_of(part.newest for part in all_parts),
    )


def pack_message(message: EhrMessage) -> RawRecord:
    """Packs a message as the record that the pool takes."""
    return RawRecord(message.value or b"", f"{message.partition}:{message.offset}")


def _unpacked(raw: RawRecord) -> EhrMessage:
    partition, offset = raw.position.split(":")
    return EhrMessage(int(partition), int(offset), raw.data)


def preparation_stage(settings: Settings, schema_name: str | None) -> Stage[Prepared]:
    """Returns the work of the second process, for a pool. schema_name: of records that do not name a schema."""
    return Stage(partial(build_preparer, pickle.dumps(settings), schema_name), prepare_work)


def build_preparer(pickled: bytes, schema_name: str | None) -> _Preparer:
    """Builds the preparer in the second process from the pickled settings."""
    settings: Settings = pickle.loads(pickled)  # noqa: S301 - the main process wrote it
    return _Preparer(settings, Keyring.load(settings.keyring), schema_name, build_worker(pickled))


def prepare_work(preparer: object, messages: Sequence[RawRecord]) -> list[Prepared | str]:
    """Prepares all messages together and returns a list with the one result."""
    return [cast(_Preparer, preparer).prepare([_unpacked(message) for message in messages])]


class _Preparer:
    def __init__(self, settings: Settings, keyring: Keyring, schema_name: str | None, worker: PublishWorker) -> None:
        self._ehr = EhrMessages(settings, keyring, schema_name)
        self._fates = BundleFates(settings, keyring)
        self._worker = worker
        self._most = settings.streams.max_record_bytes

    def prepare(self, messages: Iterable[EhrMessage]) -> Prepared:
        raws = [raw for message in messages for raw in self._read(message)]
        readable = [raw for raw in raws if raw.error is None]
        known: dict[bytes, KnownMessage] = {}
        found: list[bytes | None] = []
        failed = 0
        newest: dt.date | None = None
        for result in isolate_failures(harvest_and_key_work, self._worker, readable) if readable else []:
            if isinstance(result, str):
                failed += 1
                found.append(None)
                continue
            found += result.keys
            failed += result.failed
            newest = newest_of((newest, result.newest))
            known.update((m.key, m) for m in result.known)
        keys = fill_keys(readable, found, partial(isolate_failures, key_work, self._worker))
        small = [m for m in known.values() if len(m.body) <= self._most]
        return Prepared(raws, keys, small, failed + len(known) - len(small), newest)

    def _read(self, message: EhrMessage) -> Sequence[RawRecord]:
        raws = self._ehr.records(message)
        try:
            return self._fates.carried_by(raws)
        except Exception as e:
            return [RawRecord(message.value or b"", raws[0].position, error=Reason.INTERNAL, where=type(e).__name__)]


_REMEMBERED_SECONDS, _REMEMBERED_KEYS = 60.0, 200_000

Report = Callable[[str], None]
"""A callback that is given a phase: "routing", "kafka-away", "beginning-again"."""


@dataclass(slots=True)
class Routed:
    """Counts what was published and acknowledged.

    records: unread records included. unread: records with an error. known: values and links. harvest_failed: records of
    which no known values could be taken, and values that are too large for the topic.
    """

    messages: int = 0
    records: int = 0
    unread: int = 0
    known: int = 0
    harvest_failed: int = 0


class Router:
    """Publishes messages: first all known values, then, when these are acknowledged, the records.

    An instance is not for use by several threads at a time. call: prepares messages in another process. sender: makes a
    connected sender.
    """

    def __init__(
        self,
        settings: Settings,
        keyring: Keyring,
        call: Call,
        stop: threading.Event,
        report: Report,
        sender: Callable[[], Sender] | None = None,
    ) -> None:
        streams = settings.streams
        self._call, self._stop, self._report = call, stop, report
        self._new_sender = sender or partial(Sender, streams)
        self._sender: Sender | None = None
        self._raw_topic = name_of(streams, RAW)
        self._known = KnownSender(streams, keyring)
        self._messages = cast(RecordMessages, build_frozen(partial(RecordMessages, settings, keyring)))
        self._ehr = EhrMessages(settings, keyring)
        self._sent: dict[bytes, None] = {}  # keys of known values that were acknowledged a moment ago
        self._sent_since = 0.0
        self.routed = Routed()

    def route(self, messages: Sequence[EhrMessage]) -> None:
        """Publishes messages and returns when all is acknowledged, however often Kafka goes away.

        No content of a message raises. Raises TopicError, and StoppedError after a signal.
        """
        prepared = self.prepare(messages)
        tries = 0
        while True:
            try:
                unread = self._publish(prepared)
                break
            except BrokerUnavailableError:
                self.close()
                self._report("kafka-away")
                if self._stop.wait(retry_pause(tries)):
                    raise StoppedError(STOPPED) from None
                tries += 1
        self._report("routing")
        self.routed.messages += len(messages)
        self.routed.records += len(prepared.raws)
        self.routed.unread += unread
        self.routed.harvest_failed += prepared.harvest_failed

    def close(self) -> None:
        """Ends the connection; the next message makes another."""
        if self._sender is not None:
            sender, self._sender = self._sender, None
            sender.__exit__(None, None, None)

    # -- what a message holds

    def prepare(self, messages: Sequence[EhrMessage]) -> Prepared:
        """Reads and harvests messages in the other process; nothing is sent. Raises StoppedError after a signal."""
        results = self._call([pack_message(message) for message in messages])
        return join_prepared(
            Prepared([self._ehr.broken(message, result)], [], [], 1) if isinstance(result, str) else result
            for message, result in zip(messages, results, strict=False)  # there may be one result for all
        )

    def _encode(self, prepared: Prepared, known: int) -> tuple[list[Message], int]:
        """Returns the messages of phi.raw.v1, and the number of records with an error."""
        try:
            return self._messages.encode_all(prepared.raws, prepared.keys, known)
        except Exception:
            return self._encode_one_by_one(prepared, known)

    def _encode_one_by_one(self, prepared: Prepared, known: int) -> tuple[list[Message], int]:
        """Encodes record by record, so that a record that cannot be encoded goes without its content."""
        found: list[Message] = []
        unread = 0
        keys = iter(prepared.keys)
        for raw in prepared.raws:
            own = [next(keys)] if raw.error is None else []
            try:
                messages, errors = self._messages.encode_all([raw], own, known)
            except Exception as e:
                bare = RawRecord(b"", raw.position, error=Reason.INTERNAL, where=type(e).__name__)
                messages, errors = self._messages.encode_all([bare], [], known)
            found += messages
            unread += errors
        return found, unread

    # -- what is sent

    def _publish(self, prepared: Prepared) -> int:
        """Sends known values, then records; returns the number of records with an error. Raises BrokerUnavailableError,
        TopicError.
        """
        if self._sender is None:
            self._sender = self._new_sender().__enter__()
        known = self._publish_known(self._sender, prepared.known, prepared.newest)
        messages, unread = self._encode(prepared, known)
        self._sender.send(self._raw_topic, messages)
        self._sender.flush()
        return unread

    def _publish_known(self, sender: Sender, messages: Sequence[KnownMessage], newest: dt.date | None) -> int:
        """Sends values and links and, when these are acknowledged, a join and the newest day; returns the position that
        the records need.
        """
        new = [m for m in messages if m.key not in self._remembered()]
        self._known.send(sender, new)
        needed = self._known.join(sender, newest)
        self._sent.update((m.key, None) for m in new)
        self.routed.known += len(new)
        return needed

    def _remembered(self) -> dict[bytes, None]:
        """Returns the keys that need not be sent again.

        They are kept for a minute: a value must come again after its patient was forgotten.
        """
        now = time.monotonic()
        if now - self._sent_since > _REMEMBERED_SECONDS or len(self._sent) > _REMEMBERED_KEYS:
            self._sent, self._sent_since = {}, now
        return self._sent
