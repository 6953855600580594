"""This module defines the topics and their settings, and checks both at every start."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from aiokafka.errors import (
    ClusterAuthorizationFailedError,
    InvalidReplicationFactorError,
    KafkaError,
    TopicAlreadyExistsError,
    TopicAuthorizationFailedError,
    for_code,
)
from aiokafka.protocol.metadata import MetadataRequest
from aiokafka.structs import TopicPartition

from redactor.errors import BrokerRefusedError, BrokerUnavailableError, TopicError
from redactor.settings import StreamsSettings
from streams.connection import admin, largest_message

EHR_IN, RAW, KNOWN, DEID = "ehr.in.v1", "phi.raw.v1", "phi.known.v1", "deid.v1"
_DAY_MS = 24 * 60 * 60 * 1000
_VISIBLE_TRIES, _VISIBLE_WAIT = 150, 0.2  # seconds
_AT_LEAST = frozenset({"max.message.bytes", "min.insync.replicas"})


@dataclass(frozen=True, slots=True)
class Topic:
    """Holds a topic as the settings want it. config: Kafka's names of settings and their values.

    is_shared: others may have created it, with partitions and settings of their choice.
    """

    name: str
    partitions: int
    config: Mapping[str, str]
    is_shared: bool = False


def topics(streams: StreamsSettings) -> tuple[Topic, ...]:
    """Returns all topics: messages of integration engines, records for workers, known values, and envelopes."""
    common = {
        "max.message.bytes": str(largest_message(streams)),
        "min.insync.replicas": str(max(1, streams.replication - 1)),
        "unclean.leader.election.enable": "false",
        # A producer's wrong clock would otherwise let the broker delete records early.
        "message.timestamp.type": "LogAppendTime",
    }
    days = common | {
        "cleanup.policy": "delete",
        "retention.ms": str(streams.retention_days * _DAY_MS),
        "retention.bytes": "-1",
    }
    compacted = common | {
        "cleanup.policy": "compact",
        # What a forgotten patient's messages were replaced by must take effect, also where little is written.
        "max.compaction.lag.ms": days["retention.ms"],
    }
    return (
        Topic(name_of(streams, EHR_IN), streams.partitions, days, is_shared=True),
        Topic(name_of(streams, RAW), streams.partitions, days),
        Topic(name_of(streams, KNOWN), 1, compacted),
        Topic(name_of(streams, DEID), streams.partitions, days),
    )


def name_of(streams: StreamsSettings, topic: str) -> str:
    """Returns the full name of a topic, with the prefix of the settings."""
    return streams.prefix + topic


def partitions_of(streams: StreamsSettings, topic: str) -> list[TopicPartition]:
    """Returns the partitions of a topic other than phi.known.v1."""
    name = name_of(streams, topic)
    return [TopicPartition(name, n) for n in range(streams.partitions)]


def router_group(streams: StreamsSettings) -> str:
    """Returns the consumer group of the routers, whose committed offsets in ehr.in.v1 say what is published."""
    return name_of(streams, "routers.v1")


def worker_group(streams: StreamsSettings) -> str:
    """Returns the consumer group of the workers, whose committed offsets in phi.raw.v1 say what is processed."""
    return name_of(streams, "workers.v1")


async def create_topics(streams: StreamsSettings) -> list[str]:
    """Creates the missing topics and returns their names.

    Raises TopicError, before anything is created, if a topic exists with other settings; BrokerUnavailableError.
    """
    wanted = topics(streams)
    async with admin(streams) as client:
        found = await _found(client, wanted)
        _refuse_differences(wanted, found)
        missing = [t for t in wanted if t.name not in found]
        if not missing:
            return []
        new = [NewTopic(t.name, t.partitions, streams.replication, topic_configs=dict(t.config)) for t in missing]
        created = []
        for name, code, *_ in (await client.create_topics(new)).topic_errors:
            if code:
                _explain(for_code(code), name, streams)
            else:
                created.append(name)
        _refuse_differences(wanted, await _visible(client, wanted))
    return created


def _explain(error: type[KafkaError], name: str, streams: StreamsSettings) -> None:
    """Raises an error that a person can act on; nothing if another `init` created the topic at the same time."""
    if error is TopicAlreadyExistsError:
        return
    if error is InvalidReplicationFactorError:
        raise TopicError(
            f"Kafka does not create {name}: streams.replication = {streams.replication} needs as many brokers"
        )
    if error in (TopicAuthorizationFailedError, ClusterAuthorizationFailedError):
        raise TopicError(f"Kafka does not create {name}: streams.user needs the right to create topics")
    raise BrokerUnavailableError(f"Kafka does not create {name} ({error.__name__}); run redactor streams init again")


async def check_topics(streams: StreamsSettings, names: Sequence[str] = (RAW, KNOWN, DEID)) -> None:
    """Checks at each start that topics are as the settings want them. names: without the prefix.

    Raises TopicError, which says what to do, or BrokerUnavailableError.
    """
    whole = {name_of(streams, name) for name in names}
    wanted = [t for t in topics(streams) if t.name in whole]
    async with admin(streams) as client:
        found = await _found(client, wanted)
        missing = [t.name for t in wanted if t.name not in found]
        if missing:
            # Lists leave out what the user may not see. `describe_topics` could create what is missing.
            told = await client._send_request(MetadataRequest(missing, allow_auto_topic_creation=False))
            if any(t["error_code"] == TopicAuthorizationFailedError.errno for t in told.to_object()["topics"]):
                raise TopicAuthorizationFailedError
    if missing:
        raise TopicError(f"no topic {', '.join(missing)}: create them with redactor streams init")
    _refuse_differences(wanted, found)


async def found_partitions(streams: StreamsSettings, names: Sequence[str]) -> dict[str, int]:
    """Returns the numbers of partitions of the topics that exist, by full name. names: without the prefix.

    Raises TopicError if a topic differs in another setting; BrokerUnavailableError.
    """
    whole = {name_of(streams, name) for name in names}
    wanted = [t for t in topics(streams) if t.name in whole]
    async with admin(streams) as client:
        found = await _found(client, wanted)
    _refuse_differences([replace(t, partitions=found[t.name].partitions) for t in wanted if t.name in found], found)
    return {name: topic.partitions for name, topic in found.items()}


async def wait_for_partitions(streams: StreamsSettings, names: Sequence[str]) -> None:
    """Waits until the broker that is asked tells the partitions that were added."""
    for _ in range(_VISIBLE_TRIES):
        if set((await found_partitions(streams, names)).values()) == {streams.partitions}:
            return
        await asyncio.sleep(_VISIBLE_WAIT)
    raise BrokerUnavailableError("Kafka does not tell the partitions that it has added; try again")


async def _visible(client: AIOKafkaAdminClient, wanted: Sequence[Topic]) -> dict[str, Topic]:
    """Returns the topics, once the broker that is asked knows all of them: a new topic takes a moment."""
    for _ in range(_VISIBLE_TRIES):
        if {t.name for t in wanted} <= set(await client.list_topics()):
            return await _found(client, wanted)
        await asyncio.sleep(_VISIBLE_WAIT)
    raise BrokerUnavailableError("Kafka does not list the topics that it has created; run redactor streams init again")


async def _found(client: AIOKafkaAdminClient, wanted: Sequence[Topic]) -> dict[str, Topic]:
    """Returns the wanted topics that exist, as they are."""
    names = set(await client.list_topics()) & {t.name for t in wanted}
    if not names:
        return {}
    partitions: dict[str, int] = {}
    for told in await client.describe_topics(sorted(names)):
        if told["error_code"]:
            raise BrokerUnavailableError(
                f"Kafka does not describe {told['topic']} ({for_code(told['error_code']).__name__}); try again"
            )
        partitions[told["topic"]] = len(told["partitions"])
    configs: dict[str, dict[str, str]] = {}
    own = sorted(t.name for t in wanted if t.name in names and not t.is_shared)  # those of others need no right
    resources = [ConfigResource(ConfigResourceType.TOPIC, name) for name in own]
    for response in await client.describe_configs(resources) if own else ():
        for code, _, _, name, entries in response.resources:
            if code:
                raise BrokerRefusedError(
                    f"Kafka does not tell the settings of {name} ({for_code(code).__name__}); the user needs the right "
                    "DescribeConfigs"
                )
            configs[name] = {entry[0]: entry[1] for entry in entries}
    return {name: Topic(name, partitions[name], configs.get(name, {})) for name in names}


def _refuse_differences(wanted: Sequence[Topic], found: Mapping[str, Topic]) -> None:
    for topic in wanted:
        if topic.name in found and not topic.is_shared:
            _compare(topic, found[topic.name])


def _compare(wanted: Topic, found: Topic) -> None:
    if found.partitions != wanted.partitions:
        raise TopicError(
            f"{wanted.name} has {found.partitions} partitions and must have {wanted.partitions}: another number puts a "
            "patient's records out of order. Set streams.partitions to the number that the topics have. To have more "
            "partitions, let everything be delivered and run redactor streams init --grow"
        )
    for key, value in wanted.config.items():
        is_value = found.config.get(key, "")
        if key in _AT_LEAST and is_value.isdigit() and int(is_value) >= int(value):
            continue
        if is_value != value:
            raise TopicError(
                f"{wanted.name} has {key}={is_value} and must have {value}. Change the topic (kafka-configs "
                f"--alter --topic {wanted.name} --add-config {key}={value}), or the setting of [streams] behind it"
            )
