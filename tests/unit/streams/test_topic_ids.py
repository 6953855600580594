"""Topics that were created again: how their ids are asked for, and what is kept of them."""

from __future__ import annotations

import asyncio
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from aiokafka.errors import NodeNotReadyError, UnknownTopicOrPartitionError

from redactor.errors import RunError, TopicError
from redactor.settings import StreamsSettings
from streams import topic_ids as ids
from streams.topic_ids import SameTopics, topic_ids

RAW, KNOWN = "phi.raw.v1", "phi.known.v1"
STREAMS = StreamsSettings(servers="localhost:1", prefix="p.")


class Client:
    """Answers as a broker of these versions. topics: error code and id by name."""

    def __init__(self, topics: dict[str, tuple[int, bytes]], versions: tuple[int, int] = (0, 13)) -> None:
        self._topics, self._versions = topics, versions
        self.node: int | None = 1

    def get_random_node(self) -> int | None:
        return self.node

    async def send(self, node: int, request: Any) -> Any:
        asked = request.prepare({3: self._versions})
        sent = type(asked).decode(BytesIO(asked.encode()))
        assert not sent.allow_auto_topic_creation
        partition = (0, 0, 1, 0, [1], [1], [], {})
        found = [
            (*self._topics.get(name, (3, bytes(16))), name) for _, name, _ in sent.topics
        ]  # fmt: skip
        topics = [(code, name, own, False, [partition], 0, {}) for code, own, name in found]
        answer = asked.RESPONSE_TYPE(0, [(1, "host", 9092, None, {})], "cluster", 1, topics, 0, {})
        return asked.RESPONSE_TYPE.decode(BytesIO(answer.encode()))


def test_ids_are_read_from_the_answer() -> None:
    client = Client({"a": (0, b"1" * 16), "b": (0, b"2" * 16)})
    assert asyncio.run(topic_ids(client, ["a", "b"])) == {"a": (b"1" * 16).hex(), "b": (b"2" * 16).hex()}


def test_what_is_missing_is_an_error() -> None:
    client = Client({})
    with pytest.raises(UnknownTopicOrPartitionError):
        asyncio.run(topic_ids(client, ["a"]))
    client.node = None
    with pytest.raises(NodeNotReadyError):
        asyncio.run(topic_ids(client, ["a"]))


def test_a_broker_without_ids_is_refused() -> None:
    with pytest.raises(TopicError, match=r"Kafka 2\.8"):
        asyncio.run(topic_ids(Client({"a": (0, b"1" * 16)}, (0, 9)), ["a"]))


def _same(file: Path | None) -> SameTopics:
    return SameTopics(STREAMS, (RAW, KNOWN), "Give it up", file)


def test_ids_are_kept_for_the_next_process(tmp_path: Path) -> None:
    file = tmp_path / "state" / "topics.json"
    one, two = {f"p.{RAW}": "1", f"p.{KNOWN}": "1"}, {f"p.{RAW}": "2", f"p.{KNOWN}": "1"}
    first = _same(file)
    first.compare(one)
    for known in (first, _same(file)):
        known.compare(one)
        with pytest.raises(TopicError, match=r"^p\.phi\.raw\.v1 is not the topic.*Give it up$"):
            known.compare(two)
    _same(file).compare(one)
    file.unlink()
    _same(file).compare(two)


def test_without_a_file_the_first_topics_must_stay() -> None:
    same = _same(None)
    same.compare({f"p.{RAW}": "1", f"p.{KNOWN}": "1"})
    with pytest.raises(TopicError):
        same.compare({f"p.{RAW}": "1", f"p.{KNOWN}": "2"})
    same.compare({f"p.{RAW}": "1", f"p.{KNOWN}": "1"})


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "topics.json"
    for damage in (b"", b"[]", b'{"a": 1}'):
        file.write_bytes(damage)
        with pytest.raises(RunError, match="damaged"):
            _same(file).compare({f"p.{RAW}": "1"})


def test_check_asks_and_compares(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {f"p.{RAW}": "1", f"p.{KNOWN}": "1"}

    async def asked(_: object, names: list[str]) -> dict[str, tuple[str, int]]:
        return {name: (found[name], partitions[0]) for name in names}

    partitions = [STREAMS.partitions]
    monkeypatch.setattr(ids, "described", asked)
    same = _same(None)
    asyncio.run(same.check(None))
    found[f"p.{KNOWN}"] = "2"
    with pytest.raises(TopicError, match="known"):
        asyncio.run(same.check(None))
    found[f"p.{KNOWN}"] = "1"
    for partitions[0] in (STREAMS.partitions - 1, STREAMS.partitions):  # a broker may not know all of them yet
        asyncio.run(same.check(None))
    partitions[0] += 1
    with pytest.raises(TopicError, match=r"raw\.v1 has .* partitions by now: set streams\.partitions"):
        asyncio.run(same.check(None))
