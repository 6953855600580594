"""This module detects topics that were deleted and created again under their name, by the ids that Kafka gives topics.

Offsets mean nothing in another topic: positions, marks and journaled publications belong to one id. aiokafka knows no
version of the Metadata request with ids (KIP-516: version 10, Kafka 2.8), so that version is defined here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from aiokafka.client import AIOKafkaClient
from aiokafka.errors import IncompatibleBrokerVersion, NodeNotReadyError, for_code
from aiokafka.protocol.api import Request, RequestStruct, Response
from aiokafka.protocol.types import (
    AbstractType,
    Boolean,
    CompactArray,
    CompactString,
    Int16,
    Int32,
    Schema,
    TaggedFields,
)

from redactor.errors import RunError, TopicError
from redactor.files.atomic_file import atomic_private
from redactor.settings import StreamsSettings
from streams.topics import DEID, RAW, name_of

_SIZE = 16


class _Uuid(AbstractType[bytes]):  # type: ignore[misc]  # aiokafka has no types
    @classmethod
    def encode(cls, value: bytes) -> bytes:
        return value

    @classmethod
    def decode(cls, data: Any) -> bytes:
        found: bytes = data.read(_SIZE)
        if len(found) != _SIZE:
            raise ValueError("a topic id is cut off")
        return found


class _MetadataResponse(Response):  # type: ignore[misc]
    API_KEY, API_VERSION = 3, 10
    SCHEMA = Schema(
        ("throttle_time_ms", Int32),
        (
            "brokers",
            CompactArray(
                ("node_id", Int32),
                ("host", CompactString("utf-8")),
                ("port", Int32),
                ("rack", CompactString("utf-8")),
                ("tags", TaggedFields),
            ),
        ),
        ("cluster_id", CompactString("utf-8")),
        ("controller_id", Int32),
        (
            "topics",
            CompactArray(
                ("error_code", Int16),
                ("name", CompactString("utf-8")),
                ("topic_id", _Uuid),
                ("is_internal", Boolean),
                (
                    "partitions",
                    CompactArray(
                        ("error_code", Int16),
                        ("partition_index", Int32),
                        ("leader_id", Int32),
                        ("leader_epoch", Int32),
                        ("replica_nodes", CompactArray(Int32)),
                        ("isr_nodes", CompactArray(Int32)),
                        ("offline_replicas", CompactArray(Int32)),
                        ("tags", TaggedFields),
                    ),
                ),
                ("topic_authorized_operations", Int32),
                ("tags", TaggedFields),
            ),
        ),
        ("cluster_authorized_operations", Int32),
        ("tags", TaggedFields),
    )


class _MetadataRequestV10(RequestStruct):  # type: ignore[misc]
    API_KEY, API_VERSION = 3, 10
    FLEXIBLE_VERSION = True
    RESPONSE_TYPE = _MetadataResponse
    SCHEMA = Schema(
        (
            "topics",
            CompactArray(("topic_id", _Uuid), ("name", CompactString("utf-8")), ("tags", TaggedFields)),
        ),
        ("allow_auto_topic_creation", Boolean),
        ("include_cluster_authorized_operations", Boolean),
        ("include_topic_authorized_operations", Boolean),
        ("tags", TaggedFields),
    )


class _MetadataRequest(Request[_MetadataRequestV10]):  # type: ignore[misc]
    API_KEY = 3

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def build(self, request_struct_class: type[_MetadataRequestV10]) -> _MetadataRequestV10:
        topics: list[tuple[bytes, str, dict[int, bytes]]] = [(bytes(_SIZE), name, {}) for name in self._names]
        return request_struct_class(topics, False, False, False, {})


async def topic_ids(client: AIOKafkaClient, names: Sequence[str]) -> dict[str, str]:
    """Returns the id of each topic, in hex. client: a connected client of a consumer, a producer or an admin client.

    Raises KafkaError if a topic is missing or Kafka does not answer, TopicError if Kafka has no ids.
    """
    return {name: own for name, (own, _) in (await described(client, names)).items()}


async def described(client: AIOKafkaClient, names: Sequence[str]) -> dict[str, tuple[str, int]]:
    """Returns the id of each topic, in hex, and the number of its partitions. Raises as `topic_ids`."""
    node = client.get_random_node()
    if node is None:
        raise NodeNotReadyError
    try:
        answer = await client.send(node, _MetadataRequest(names))
    except (IncompatibleBrokerVersion, NotImplementedError):
        raise TopicError("this Kafka gives topics no ids; streams need Kafka 2.8 or newer") from None
    found: dict[str, tuple[str, int]] = {}
    for code, name, own, _, partitions, *_ in answer.topics:
        if code:
            raise for_code(code)
        found[name] = own.hex(), len(partitions)
    return found


def replaced_topic_error(name: str, do: str) -> TopicError:
    """Returns the error for a topic that has another id than before. do: as in SameTopics."""
    return TopicError(
        f"{name} is not the topic that was used before: it was deleted and created again, or streams.servers names "
        f"another cluster. {do}"
    )


class SameTopics:
    """Refuses topics that were deleted and created again, and topics of the stream that have more partitions by now.

    topics: without the prefix. do: what follows and what a person does, in sentences. file: keeps the ids for the next
    process; without a file, the topics of the first check must stay.
    """

    def __init__(self, streams: StreamsSettings, topics: Sequence[str], do: str, file: Path | None = None) -> None:
        self._names = [name_of(streams, topic) for topic in topics]
        self._grow = {name_of(streams, topic): streams.partitions for topic in topics if topic in (RAW, DEID)}
        self._do, self._file = do, file
        self._ids: dict[str, str] = {}

    async def check(self, client: AIOKafkaClient) -> None:
        """Raises TopicError if a topic was created again or grown, and errors as `topic_ids` and `compare` do."""
        self.compare(await self.fetch_ids(client))

    async def fetch_ids(self, client: AIOKafkaClient) -> dict[str, str]:
        """Returns the present ids of the topics, which `compare` takes. Raises TopicError for topics that grew."""
        found = await described(client, self._names)
        for name, wanted in self._grow.items():
            if (partitions := found[name][1]) > wanted:  # a broker may know fewer for a moment
                raise TopicError(
                    f"{name} has {partitions} partitions by now: set streams.partitions to that number, and start again"
                )
        return {name: own for name, (own, _) in found.items()}

    def compare(self, found: Mapping[str, str]) -> None:
        """Raises TopicError if an id differs from the kept id, RunError for a damaged file, and OSError."""
        if not self._ids:
            self._ids = self._kept()
        changed = [name for name, own in found.items() if self._ids.get(name, own) != own]
        if changed:
            raise replaced_topic_error(", ".join(changed), self._do)
        if found.items() <= self._ids.items():
            return
        self._ids = {**self._ids, **found}
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with atomic_private(self._file) as opened:
                opened.write(msgspec.json.encode(self._ids))

    def _kept(self) -> dict[str, str]:
        if self._file is None:
            return {}
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except msgspec.DecodeError:
            raise RunError(f"{self._file} is damaged; restore it from a backup, or remove it") from None
