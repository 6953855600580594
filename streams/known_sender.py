"""This module sends known values, links, joins and days to phi.known.v1, and checks the keyring of the topic before.

Hosts would skip every message under another keyring, and miss the names in it.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Collection

from aiokafka import TopicPartition
from aiokafka.errors import KafkaError, TopicAuthorizationFailedError

from redactor.errors import BrokerUnavailableError, ForgedMessageError, OtherKeyringError
from redactor.keys import Keyring
from redactor.settings import StreamsSettings
from streams.connection import Consumer
from streams.known_topic import KnownMessage, KnownMessages, least_link
from streams.sender import Message, Sender
from streams.topics import KNOWN, name_of

_WAIT = 30.0  # seconds for a message that opens
_FETCH_MS = 500
_FETCH_BYTES = 64 * 1024


async def check_keyring(streams: StreamsSettings, keyring: Keyring) -> None:
    """Opens the first genuine message of phi.known.v1 to check that the topic was written under this keyring.

    A topic without a message that may be of another keyring passes, and one that this user may only write. Raises
    ForgedMessageError, MissingKeyError, BrokerUnavailableError.
    """
    topic = name_of(streams, KNOWN)
    place = TopicPartition(topic, 0)
    consumer = Consumer(streams, start="earliest", max_partition_fetch_bytes=_FETCH_BYTES)
    try:
        async with consumer, asyncio.timeout(_WAIT):
            consumer.assign([place])
            first, end = [
                (await offsets([place]))[place] for offsets in (consumer.beginning_offsets, consumer.end_offsets)
            ]
            consumer.seek(place, first)
            is_own = first == end or await _has_own(consumer, place, end, KnownMessages(keyring, topic))
    except TopicAuthorizationFailedError:
        return
    except (KafkaError, OSError, TimeoutError) as e:
        raise BrokerUnavailableError(f"Kafka does not give a message of {topic} ({type(e).__name__})") from None
    if not is_own:
        raise ForgedMessageError(
            f"{topic} was not written under this keyring, and nothing was published; set REDACTOR_KEYRING to the "
            "keyring of this stream, or choose another streams.prefix"
        )


async def _has_own(consumer: Consumer, place: TopicPartition, end: int, messages: KnownMessages) -> bool:
    """Tells whether a message opens, or none looks like one of another keyring."""
    may_be_of_another = False
    while await consumer.position(place) < end:
        fetched = await consumer.getmany(place, timeout_ms=_FETCH_MS)
        for message in fetched.get(place, []):
            try:
                messages.open(message.key, message.value)
                return True
            except ForgedMessageError as e:  # skipped by hosts, too
                may_be_of_another |= isinstance(e, OtherKeyringError)
    return not may_be_of_another


class KnownSender:
    """Sends values, links, joins and days to phi.known.v1.

    An instance is not for use by several threads at a time. The senders that it is given may change between calls.
    """

    def __init__(self, streams: StreamsSettings, keyring: Keyring) -> None:
        self._topic = name_of(streams, KNOWN)
        self._made = KnownMessages(keyring, self._topic)
        self._has_new = False
        self._least = b""  # key of the links since the last join
        self._joined: int | None = None
        self._newest: dt.date | None = None
        self._needed = 0

    def send(self, sender: Sender, messages: Collection[KnownMessage]) -> None:
        """Sends values and links. Raises as `Sender.send`."""
        sender.send(self._topic, [self._sealed(m) for m in messages])
        self._has_new = self._has_new or bool(messages)
        self._least = min(filter(None, (self._least, least_link(messages))), default=b"")

    def join(self, sender: Sender, newest: dt.date | None) -> int:
        """Awaits all acknowledgements, and returns the offset up to which the next records need the topic.

        A join is sent if values or links are new: charts are joined to households at joins. newest: the newest day of
        an event in these records, which is sent if it is newer than all days that were. Raises as `Sender.send_last`.
        """
        sender.flush()
        if newest is not None and (self._newest is None or newest > self._newest):
            self._needed = sender.send_last(self._topic, self._sealed(self._made.day(newest)))
            self._newest = newest
        if self._has_new or self._joined is None:
            self._needed = self._joined = sender.send_last(self._topic, self._sealed(self._made.join(self._least)))
            self._has_new, self._least = False, b""
        return self._needed

    def _sealed(self, message: KnownMessage) -> Message:
        return Message(message.key, self._made.seal(message), 0)
