"""A producer under another keyring than the stream's publishes nothing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
from aiokafka import TopicPartition
from aiokafka.errors import KafkaConnectionError, TopicAuthorizationFailedError

from redactor.errors import BrokerUnavailableError, ForgedMessageError
from redactor.keys import Keyring
from redactor.settings import StreamsSettings
from streams import known_sender
from streams.known_sender import check_keyring
from streams.known_topic import KnownMessages

STREAMS = StreamsSettings(servers="localhost:1")
KEYRING = Keyring.generate()
KNOWN = KnownMessages(KEYRING, "phi.known.v1")
JOIN = KNOWN.join(b"1")


@dataclass
class Stored:
    key: bytes | None
    value: bytes | None


def check(monkeypatch: pytest.MonkeyPatch, stored: Stored | Exception | None, keyring: Keyring = KEYRING) -> None:
    """stored: the first message of the topic, or why it cannot be read; None for an empty topic."""

    class Consumer:
        def __init__(self, _: object, **options: object) -> None:
            assert "group_id" not in options

        async def __aenter__(self) -> Consumer:
            return self

        async def __aexit__(self, *_: object) -> None: ...

        def assign(self, places: list[TopicPartition]) -> None: ...

        def seek(self, place: TopicPartition, offset: int) -> None:
            assert offset == 3

        async def beginning_offsets(self, places: list[TopicPartition]) -> dict[TopicPartition, int]:
            return dict.fromkeys(places, 3)

        async def end_offsets(self, places: list[TopicPartition]) -> dict[TopicPartition, int]:
            return dict.fromkeys(places, 3 if stored is None else 9)

        async def getone(self, place: TopicPartition) -> Any:
            if isinstance(stored, Exception):
                raise stored
            return stored

    monkeypatch.setattr(known_sender, "Consumer", Consumer)
    asyncio.run(check_keyring(STREAMS, keyring))


def test_the_keyring_of_the_stream_and_an_empty_topic_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    check(monkeypatch, Stored(JOIN.key, KNOWN.seal(JOIN)))
    check(monkeypatch, None, Keyring.generate())


@pytest.mark.parametrize(
    ("stored", "keyring"),
    [
        (Stored(JOIN.key, KNOWN.seal(JOIN)), Keyring.generate()),
        (Stored(b"other", KNOWN.seal(JOIN)), KEYRING),
        (Stored(JOIN.key, None), KEYRING),
        (Stored(None, b"John Doe"), KEYRING),
    ],
)
def test_another_keyring_is_refused(monkeypatch: pytest.MonkeyPatch, stored: Stored, keyring: Keyring) -> None:
    with pytest.raises(ForgedMessageError, match="nothing was published"):
        check(monkeypatch, stored, keyring)


def test_a_user_without_the_right_to_read_publishes(monkeypatch: pytest.MonkeyPatch) -> None:
    check(monkeypatch, TopicAuthorizationFailedError())


@pytest.mark.parametrize("error", [KafkaConnectionError(), TimeoutError(), OSError()])
def test_a_broker_that_does_not_answer_is_not_another_keyring(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    with pytest.raises(BrokerUnavailableError):
        check(monkeypatch, error)
