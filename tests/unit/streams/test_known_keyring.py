"""A producer under another keyring than the stream's publishes nothing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
from aiokafka import TopicPartition
from aiokafka.errors import KafkaConnectionError, TopicAuthorizationFailedError

from redactor.errors import BrokerUnavailableError, ForgedMessageError, MissingKeyError
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


GENUINE, GARBAGE = Stored(JOIN.key, KNOWN.seal(JOIN)), Stored(b"x", b"John Doe")


def check(
    monkeypatch: pytest.MonkeyPatch, stored: Stored | list[Stored] | Exception | None, keyring: Keyring = KEYRING
) -> None:
    """stored: the messages of the topic, or why they cannot be read; None for an empty topic."""

    held = [] if stored is None else stored if isinstance(stored, list) else [stored]

    class Consumer:
        def __init__(self, _: object, **options: object) -> None:
            assert "group_id" not in options
            self.at = 3

        async def __aenter__(self) -> Consumer:
            return self

        async def __aexit__(self, *_: object) -> None: ...

        def assign(self, places: list[TopicPartition]) -> None: ...

        def seek(self, place: TopicPartition, offset: int) -> None:
            assert offset == 3

        async def beginning_offsets(self, places: list[TopicPartition]) -> dict[TopicPartition, int]:
            return dict.fromkeys(places, 3)

        async def end_offsets(self, places: list[TopicPartition]) -> dict[TopicPartition, int]:
            return dict.fromkeys(places, 3 + len(held))

        async def position(self, place: TopicPartition) -> int:
            return self.at

        async def getmany(self, place: TopicPartition, timeout_ms: int) -> Any:
            found = held[self.at - 3]
            self.at += 1
            if isinstance(found, Exception):
                raise found
            return {place: [found]}

    monkeypatch.setattr(known_sender, "Consumer", Consumer)
    asyncio.run(check_keyring(STREAMS, keyring))


def test_the_keyring_of_the_stream_and_an_empty_topic_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    check(monkeypatch, GENUINE)
    check(monkeypatch, None, Keyring.generate())


def test_another_keyring_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for stored in ([GENUINE], [GARBAGE, GENUINE, GARBAGE]):
        with pytest.raises(ForgedMessageError, match="nothing was published"):
            check(monkeypatch, stored, Keyring.generate())


def test_forged_messages_before_a_genuine_one_stop_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    other = KnownMessages(Keyring.generate(), "phi.known.v1")
    forged = [GARBAGE, Stored(b"other", KNOWN.seal(JOIN)), Stored(JOIN.key, None), Stored(JOIN.key, other.seal(JOIN))]
    check(monkeypatch, [*forged, GENUINE])
    check(monkeypatch, forged[:3])  # none looks like one of another keyring
    with pytest.raises(ForgedMessageError, match="nothing was published"):
        check(monkeypatch, forged)


def test_a_keyring_that_was_not_rotated_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rotated = KnownMessages(KEYRING.rotated(), "phi.known.v1")
    with pytest.raises(MissingKeyError, match="present keyring"):
        check(monkeypatch, Stored(JOIN.key, rotated.seal(JOIN)))


def test_a_user_without_the_right_to_read_publishes(monkeypatch: pytest.MonkeyPatch) -> None:
    check(monkeypatch, TopicAuthorizationFailedError())


@pytest.mark.parametrize("error", [KafkaConnectionError(), TimeoutError(), OSError()])
def test_a_broker_that_does_not_answer_is_not_another_keyring(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    with pytest.raises(BrokerUnavailableError):
        check(monkeypatch, error)
