"""Whether phi.known.v1 was written under the keyring, before anything is added to it.

One message under another keyring would stop every worker of the stream for good.
"""

from __future__ import annotations

import asyncio

from aiokafka import TopicPartition
from aiokafka.errors import KafkaError, TopicAuthorizationFailedError

from redactor.errors import BrokerUnavailableError, ForgedMessageError
from redactor.keys import Keyring
from redactor.settings import StreamsSettings
from streams.connection import Consumer, client_options
from streams.known_topic import KnownMessages
from streams.topics import KNOWN, name_of

_WAIT = 30.0  # seconds for one message
_FETCH_BYTES = 64 * 1024


async def check_keyring(streams: StreamsSettings, keyring: Keyring) -> None:
    """Open the first message of phi.known.v1. An empty topic passes, and one that this user may only write.

    Raises ForgedMessageError, BrokerUnavailableError.
    """
    topic = name_of(streams, KNOWN)
    place = TopicPartition(topic, 0)
    consumer = Consumer(
        **client_options(streams),
        enable_auto_commit=False,
        auto_offset_reset="earliest",
        max_partition_fetch_bytes=_FETCH_BYTES,
    )
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
