"""This module keeps the known values of a host: a full copy of phi.known.v1 in `known.db` under its home.

One process of a host writes the copy, the others read it. The writer holds a file lock, which the kernel hands on when
the process dies. The position is stored in one transaction with the values up to it, and with what was skipped: a
message that was not written under the keyring is kept for a person (streams/known_opening.py).
"""

from __future__ import annotations

import asyncio
import errno
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, closing
from functools import partial
from typing import Protocol, Self, TypeVar

from aiokafka import TopicPartition
from aiokafka.errors import KafkaError

from redactor.assemble.home import known_head_path, known_values_path, site_scope
from redactor.assemble.llm_access import erase_answers, open_answers
from redactor.errors import NO_SPACE, AnswersUnavailableError, DiskFullError, RunError, TopicError
from redactor.files.sqlite import is_full, is_of_the_system
from redactor.keys import Keyring
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_database import is_being_made
from redactor.run.state.known_store import KnownStore
from redactor.run.state.locks import StateLock
from redactor.run.state.site_tables import FEW
from redactor.settings import Settings
from streams.connection import ASK, Consumer, largest_message
from streams.known_opening import KnownOpening, Message
from streams.known_topic import apply
from streams.processes import ProcessFile, process_file, stream_name
from streams.refusals import raise_if_refused
from streams.topic_ids import replaced_topic_error, topic_ids
from streams.topics import KNOWN, name_of

_LARGEST = 32_000  # values of a step: three to four seconds, in which no message is applied
_PAUSES = 4  # packing takes at most a fifth of the time


class PackedStore(Protocol):
    """A store whose site can be packed: a `KnownStore`."""

    def pack_site(self, scope: str, unpacked: int, largest: int | None) -> bool: ...


class SitePacking:
    """Packs the known values of a host's site in short steps beside the applied messages. clock: gives seconds.

    Readers find all values whether they are packed or not (redactor/run/state/site_tables.py). Packing spares each
    reader memory, and the time to prepare unpacked values.
    """

    def __init__(self, scope: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._scope, self._clock = scope, clock
        self._is_open = True  # of what an earlier process left
        self._not_before = 0.0

    def note_commit(self) -> None:
        """Notes a commit, with which values may have come."""
        self._is_open = True

    def is_due(self) -> bool:
        """Tells whether a step may have something to do, and the last step is long enough ago."""
        return self._is_open and self._clock() >= self._not_before

    def step(self, store: PackedStore) -> None:
        """Packs some values, if more than a few are unpacked."""
        begin = self._clock()
        self._is_open = store.pack_site(self._scope, FEW, _LARGEST)
        end = self._clock()
        self._not_before = end + _PAUSES * (end - begin)


_COMMIT_SECONDS = 1.0
_FETCH = 5_000  # messages
_MOST = 20_000  # messages of a commit
_FETCH_MS = 200
_POLL, _RETRY, _TAKE_OVER, _CREATION = 0.02, 5.0, 1.0, 10.0  # seconds
_READING = "reading"
T = TypeVar("T")


class _LockedError(Exception):
    """Another process, such as a run in this home, writes known.db."""


class KnownReplica:
    """Follows phi.known.v1 while `running`, and keeps the host's copy of it.

    position: offset of the next message that this host has not applied. is_writer: this process applies messages.
    """

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        self._settings, self._keyring = settings, keyring
        self._topic = name_of(settings.streams, KNOWN)
        self._reader: KnownStore | None = None
        self._reached = 0
        self._refused = 0.0  # since when
        self._failed: BaseException | None = None
        self.is_writer = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Applies the topic in the background while the block runs."""
        following = asyncio.create_task(self._follow())
        following.add_done_callback(self._note_failure)
        try:
            yield self
        finally:
            following.cancel()
            await asyncio.wait([following])
            if self._reader is not None:
                self._reader.close()
                self._reader = None

    @property
    def position(self) -> int:
        """Returns the position that this host has applied and committed, by whichever of its processes."""
        store = self._opened()
        if store is not None:
            self._reached = store.position(self._topic)
        return self._reached

    @property
    def is_readable(self) -> bool:
        """Tells whether this process has opened the host's copy, be it empty."""
        return self._reader is not None

    def _opened(self) -> KnownStore | None:
        """Returns the store for reading; None while the writer has not made it."""
        if self._reader is None:
            self._reader = self._open()
        return self._reader

    def _open(self) -> KnownStore | None:
        path = known_values_path(self._settings)
        try:
            return KnownStore.open(path, self._keyring, read_only=True)
        except FileNotFoundError:
            return None
        except sqlite3.OperationalError as e:
            if not is_full(e):
                raise
            return None  # the writer waits for space, too
        except RunError:
            self._refused = self._refused or time.monotonic()
            if time.monotonic() - self._refused > _CREATION and not is_being_made(path):
                raise
            return None  # an empty store that is being made looks like a changed one

    async def wait_for(self, known: int) -> None:
        """Returns when the message at this offset is applied, for -1 at once. Raises the error that has stopped the
        reader.
        """
        while self._reached <= known and self.position <= known:
            self.check()
            await asyncio.sleep(_POLL)

    async def wait_until_opened(self) -> None:
        """Returns when a message of the topic has opened on this host, which proves the keyring. Raises as
        `wait_for`.
        """
        while (store := self._opened()) is None or not store.skipped.has_opened(self._topic):
            self.check()
            await asyncio.sleep(_POLL)

    def check(self) -> None:
        """Raises the error that has stopped the reader, if any: ForgedMessageError under another keyring,
        MissingKeyError, TopicError, RunError.
        """
        if self._failed is not None:
            raise self._failed

    def check_topic(self, topic_id: str) -> None:
        """Raises TopicError if this host has read a topic with another id under this name."""
        store = self._opened()
        if store is not None and store.topic_id(self._topic) not in ("", topic_id):
            raise replaced_topic_error(self._topic, self._what_to_do())

    def _what_to_do(self) -> str:
        head = known_head_path(self._settings)
        also = f" and {head.name} beside the keyring or where known_head places it" if head is not None else ""
        return (
            f"Remove known.db from home{also}, so that the topic is read from its beginning, or set REDACTOR_HOME to "
            "the home of these topics"
        )

    def _note_failure(self, following: asyncio.Task[None]) -> None:
        if not following.cancelled():
            self._failed = following.exception()

    async def _follow(self) -> None:
        with ExitStack() as held:
            while True:
                try:
                    held.enter_context(StateLock(self._settings.home / "streams" / "known-replica"))
                    break
                except RunError:  # another process holds it
                    await asyncio.sleep(_TAKE_OVER)
            stream = stream_name(self._settings.streams)
            file = held.enter_context(process_file(self._settings.home, "known-writer", stream))
            self.is_writer = True
            try:
                file.tell(_READING)
                while True:
                    await self._write_until_service_ends(file)
            finally:
                self.is_writer = False

    async def _write_until_service_ends(self, file: ProcessFile) -> None:
        """Applies messages; returns, after a pause, when Kafka is away, the disk is full, or known.db or llm.db is
        locked.

        The process file says so until messages come. Raises RunError if only a person can help.
        """
        try:
            await self._write(file)
        except DiskFullError:
            file.tell("disk-full")
        except _LockedError:
            file.tell("known-locked")
        except AnswersUnavailableError:
            file.tell("answers-away")
        except (KafkaError, OSError) as e:  # of the connection: those of the store are told apart
            raise_if_refused(e)
            file.tell("kafka-away")
        await asyncio.sleep(_RETRY)

    async def _write(self, file: ProcessFile) -> None:
        """Applies messages until cancelled. The store is used in a single thread."""
        with ThreadPoolExecutor(1, "known") as thread:
            run = partial(_in_thread, thread)
            path, head = known_values_path(self._settings), known_head_path(self._settings)
            store = await run(lambda: KnownStore.open(path, self._keyring, head_file=head))
            packing, opening = SitePacking(site_scope(self._settings)), KnownOpening(self._keyring, self._topic)
            try:
                position = await run(lambda: store.position(self._topic))
                partition = TopicPartition(self._topic, 0)
                async with self._consumer(position) as consumer:
                    own_id = await self._topic_id(consumer)
                    known_id = await run(lambda: store.topic_id(self._topic))
                    if known_id not in ("", own_id):
                        raise replaced_topic_error(self._topic, self._what_to_do())
                    asked = time.monotonic()
                    while True:
                        messages = await self._next(consumer, packing)
                        if time.monotonic() - asked >= ASK:
                            if await self._topic_id(consumer) != own_id:
                                raise replaced_topic_error(self._topic, self._what_to_do())
                            asked = time.monotonic()
                        if messages:
                            is_end = messages[-1].offset + 1 >= (consumer.highwater(partition) or 0)
                            await run(partial(self._commit, store, opening, messages, is_end, own_id))
                            packing.note_commit()
                        if packing.is_due():
                            await run(partial(packing.step, store))
                        file.tell(_READING)
            finally:
                await asyncio.shield(run(store.close))

    @asynccontextmanager
    async def _consumer(self, position: int) -> AsyncIterator[Consumer]:
        streams = self._settings.streams
        consumer = Consumer(streams, max_partition_fetch_bytes=largest_message(streams))
        partition = TopicPartition(self._topic, 0)
        try:
            await consumer.start()
            consumer.assign([partition])
            first = (await consumer.beginning_offsets([partition]))[partition]
            end = (await consumer.end_offsets([partition]))[partition]
            if not first <= position <= end:
                raise TopicError(
                    f"{self._topic} holds the messages {first} to {end}, and this home has read up to {position}: the "
                    f"topic was created again or messages were deleted. {self._what_to_do()}"
                )
            consumer.seek(partition, position)
            yield consumer
        finally:
            await consumer.stop()

    async def _next(self, consumer: Consumer, packing: SitePacking) -> list[Message]:
        """Returns the messages to commit: a second of them, or fewer at the topic's end; none when packing is due."""
        found: list[Message] = []
        partition, since = TopicPartition(self._topic, 0), 0.0
        while True:
            fetched = await consumer.getmany(timeout_ms=_FETCH_MS, max_records=_FETCH)
            found += fetched.get(partition, [])
            if not found:
                if packing.is_due():
                    return found
                continue
            since = since or time.monotonic()
            at_end = found[-1].offset + 1 >= (consumer.highwater(partition) or 0)
            if at_end or len(found) >= _MOST or time.monotonic() - since >= _COMMIT_SECONDS:
                return found

    async def _topic_id(self, consumer: Consumer) -> str:
        return (await topic_ids(consumer._client, [self._topic]))[self._topic]

    def _commit(
        self, store: KnownStore, opening: KnownOpening, messages: Sequence[Message], is_end: bool, topic_id: str
    ) -> None:
        opened = opening.open(messages, store.skipped.has_opened(self._topic), is_end)
        if opened is None:
            return  # what comes next may prove the keyring
        erasures = [c for c in opened.changes if isinstance(c, Erasure) and not store.forgotten().has(c)]
        self._erase_answers(erasures)  # again where the commit fails
        with store.transaction(self._topic, messages[-1].offset + 1, topic_id):
            for number in apply(store, opened.changes):
                opened.note_repeated(number)
            store.skipped.note(self._topic, bool(opened.changes), opened.skips)

    def _erase_answers(self, erasures: Sequence[Erasure]) -> None:
        """Erases the answers of LLMs about the texts of patients to forget. Raises AnswersUnavailableError."""
        create = self._settings.llm is not None  # a worker may be about to store some
        if erasures and (answers := open_answers(self._settings, self._keyring, create=create)) is not None:
            with closing(answers):
                for e in erasures:
                    household = (*e.emptied, *(scope for scope, _ in e.people), *(heir.scope for heir in e.heirs))
                    erase_answers(answers, e.scopes, household, for_good=True)


async def _in_thread(thread: ThreadPoolExecutor, call: Callable[[], T]) -> T:
    """Uses the store in its thread. Raises DiskFullError, _LockedError, and RunError if home cannot be read or
    written.
    """
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, call)
    except OSError as e:
        raise _refused(e.errno in NO_SPACE, errno.errorcode.get(e.errno or 0, type(e).__name__)) from None
    except sqlite3.OperationalError as e:
        if not is_of_the_system(e):
            raise
        code = e.sqlite_errorcode & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise _LockedError from None
        raise _refused(is_full(e), e.sqlite_errorname) from None


def _refused(is_full: bool, why: str) -> RunError:
    if is_full:
        return DiskFullError("the disk of home is full; free space, then start the command again")
    return RunError(
        f"the known values of home (known.db) cannot be read or written ({why}); check the permissions and the disk of "
        "home, then start the command again"
    )
