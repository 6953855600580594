"""This module lets every home that follows phi.known.v1 forget a patient, and removes the patient's values from the
topic.

Three steps, each acknowledged before the next: an erasure, so that no home stores or releases anything of the patient
from here on; an empty message under the key of each of the patient's values and links, so that compaction removes them;
the erasure once more, for what others' charts were told of the patient in between. Without the first, a home that is
set up after a broken attempt would process the patient's records without known values. A call that is repeated finds
the earlier erasures on the topic, since homes that have carried them out no longer know whom they named.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from aiokafka import TopicPartition
from aiokafka.errors import KafkaError

from redactor.errors import BrokerUnavailableError, ForgedMessageError
from redactor.keys import Keyring
from redactor.run.state.event_days import DAYS
from redactor.run.state.forgotten import Erasure
from redactor.settings import Settings, StreamsSettings
from streams.connection import Consumer, largest_message
from streams.known_replica import KnownReplica
from streams.known_topic import AddLink, AddValue, Change, KnownMessage, KnownMessages
from streams.sender import Message, Sender
from streams.topics import KNOWN, check_topics, name_of

T = TypeVar("T")
_FETCH = 5_000  # messages
_FETCH_MS = 500
_STUCK_SECONDS = 60.0
_POLL = 0.05
_REPEAT = "repeat the command when Kafka answers: until then other homes and the topic may still hold known values"


def catch_up(settings: Settings, keyring: Keyring) -> None:
    """Reads phi.known.v1 to its end into the home, so that the home knows the patient as the stream does.

    Raises BrokerUnavailableError, TopicError, MissingKeyError or, under another keyring, ForgedMessageError.
    """
    asyncio.run(_catch_up(settings, keyring))


def publisher(settings: Settings, keyring: Keyring) -> Callable[[Erasure], None]:
    """Returns the function that tells the other homes to forget a patient. This home first reads what they know.

    Raises as `catch_up`.
    """
    catch_up(settings, keyring)
    return partial(publish, settings, keyring)


def publish(settings: Settings, keyring: Keyring, erasure: Erasure) -> None:
    """Publishes the erasure in three steps and returns when this home has erased the patient too. Raises as
    `catch_up`.
    """
    try:
        _publish(settings, keyring, erasure)
    except BrokerUnavailableError as e:
        raise BrokerUnavailableError(f"{e}; {_REPEAT}") from None


def _publish(settings: Settings, keyring: Keyring, erasure: Erasure) -> None:
    topic = name_of(settings.streams, KNOWN)
    made = KnownMessages(keyring, topic)

    def sealed(messages: Iterable[KnownMessage]) -> list[Message]:
        return [Message(m.key, made.seal(m), 0) for m in messages]

    found = asyncio.run(_find(settings.streams, made, topic, erasure))
    with Sender(settings.streams) as sender:
        sender.send(topic, sealed([made.erasure(found.erasure)]))
        sender.flush()
        sender.send(topic, sealed(made.gone(key, erasure.id) for key in found.keys))
        sender.flush()
        (last,) = sealed([made.erasure(replace(found.erasure, last=True))])
        offset = sender.send_last(topic, last)
    asyncio.run(_follow(settings, keyring, offset))


# -- what the topic holds of the patient


@dataclass(slots=True)
class _Found:
    """Holds the keys of the messages with values and links, and the erasure with the names of earlier erasures."""

    erasure: Erasure
    keys: dict[bytes, None] = field(default_factory=dict)


async def _find(streams: StreamsSettings, made: KnownMessages, topic: str, erasure: Erasure) -> _Found:
    found = _Found(erasure)
    while True:
        before = found.erasure
        await _read(streams, made, topic, found)
        if found.erasure == before:
            return found
        found.keys.clear()  # read again, for the people whom an earlier erasure named


async def _read(streams: StreamsSettings, made: KnownMessages, topic: str, found: _Found) -> None:
    consumer = Consumer(streams, start="earliest", max_partition_fetch_bytes=largest_message(streams))
    partition = TopicPartition(topic, 0)
    try:
        await consumer.start()
        consumer.assign([partition])
        end = (await consumer.end_offsets([partition]))[partition]
        await consumer.seek_to_beginning(partition)
        while await consumer.position(partition) < end:
            fetched = await consumer.getmany(timeout_ms=_FETCH_MS, max_records=_FETCH)
            for message in fetched.get(partition, []):
                with suppress(ForgedMessageError):  # it is nobody's value; hosts tell of it
                    _note(found, message.key, made.open(message.key, message.value))
    except (KafkaError, OSError) as e:
        raise BrokerUnavailableError(f"Kafka does not answer ({type(e).__name__})") from None
    finally:
        await consumer.stop()


def _note(found: _Found, key: bytes, change: Change) -> None:
    erasure = found.erasure
    charts = (*erasure.scopes, *erasure.emptied)
    if isinstance(change, AddValue):
        if change.scope.removeprefix(DAYS) in charts or (change.scope, change.person) in erasure.people:
            found.keys[key] = None
    elif isinstance(change, AddLink):
        clue = change.clue
        if clue.scope in charts or (clue.scope, clue.person) in erasure.people or clue.key in erasure.clues:
            found.keys[key] = None
    elif isinstance(change, Erasure) and not set(charts).isdisjoint(change.scopes):
        found.erasure = _joined(erasure, change)


def _joined(one: Erasure, earlier: Erasure) -> Erasure:
    """Joins two erasures of a patient. The household keeps the names that it has now."""
    heirs = {h.scope: h for h in (*earlier.heirs, *one.heirs)}
    return replace(
        one,
        scopes=_union(one.scopes, earlier.scopes),
        people=_union(one.people, earlier.people),
        clues=_union(one.clues, earlier.clues),
        heirs=tuple(heirs[scope] for scope in sorted(heirs)),
        former=_union(one.former, earlier.former),
    )


def _union(one: tuple[T, ...], other: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*one, *other)))


# -- the copy of this home


async def _catch_up(settings: Settings, keyring: Keyring) -> None:
    streams = settings.streams
    await check_topics(streams, (KNOWN,))
    consumer = Consumer(streams)
    partition = TopicPartition(name_of(streams, KNOWN), 0)
    try:
        await consumer.start()
        end = (await consumer.end_offsets([partition]))[partition]
    except (KafkaError, OSError) as e:
        raise BrokerUnavailableError(f"Kafka does not answer ({type(e).__name__}); nothing was erased") from None
    finally:
        await consumer.stop()
    await _follow(settings, keyring, end - 1)


async def _follow(settings: Settings, keyring: Keyring, offset: int) -> None:
    """Returns when the home has applied the message at this offset, by this process or another."""
    async with KnownReplica(settings, keyring).running() as replica:
        reached, since = -1, time.monotonic()
        while (position := replica.position) <= offset:
            replica.check()
            if position > reached:
                reached, since = position, time.monotonic()
            if time.monotonic() - since > _STUCK_SECONDS:
                raise BrokerUnavailableError(
                    "the known values of this home do not follow their topic; `redactor streams status` says why"
                )
            await asyncio.sleep(_POLL)
