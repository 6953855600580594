"""This module sends known values, links, joins and days to phi.known.v1, and checks the keyring of the topic before.

One message under another keyring would stop every worker of the stream for good.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Collection

from aiokafka import TopicPartition
from aiokafka.errors import KafkaError, TopicAuthorizationFailedError

from redactor.errors import BrokerUnavailableError, ForgedMessageError
from redactor.keys import Keyring
from redactor.settings import StreamsSettings
from streams.connection import Consumer
from streams.known_topic import KnownMessage, KnownMessages, least_link
from streams.sender import Message, Sender
from streams.topics import KNOWN, name_of

_WAIT = 30.0  # seconds for one message
_FETCH_BYTES = 64 * 1024


async def check_keyring(streams: StreamsSettings, keyring: Keyring) -> None:
    """Opens the first message of phi.known.v1 to check that the topic was written under this keyring.

    An empty topic passes, and a topic that this user may only write. Raises ForgedMessageError, BrokerUnavailableError.
    """
    topic = name_of(streams, KNOWN)
    place = TopicPartition(topic, 0)
    consumer = Consumer(streams, start="earliest", max_partition_fetch_bytes=_FETCH_BYTES)
    try:
        async with consumer, asyncio.timeout(_WAIT):
            consumer.assign([place])
            first = (await consumer.beginning_offsets([place]))[place]
            if first == (await consumer.end_offsets([place]))[place]:
                return
            consumer.seek(place, first)
            message = await consumer.getone(place)
    except TopicAuthorizationFailedError:
        return
    except (KafkaError, OSError, TimeoutError) as e:
        raise BrokerUnavailableError(f"Kafka does not give a message of {topic} ({type(e).__name__})") from None
    try:
        KnownMessages(keyring, topic).open(message.key, message.value)
    except ForgedMessageError:
        raise ForgedMessageError(
            f"{topic} was not written under this keyring, and nothing was published; set REDACTOR_KEYRING to the "
            "keyring of this stream, or choose another streams.prefix"
        ) from None


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
