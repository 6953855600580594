"""Topics on a real Kafka: created once, checked at every start, never changed."""

from __future__ import annotations

import asyncio
import json

import pytest
from aiokafka.admin import NewTopic
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.errors import BrokerRefusedError, TopicError
from redactor.settings import StreamsSettings
from streams.connection import admin
from streams.topics import DEID, EHR_IN, KNOWN, RAW, check_topics, create_topics, name_of, topics

pytestmark = pytest.mark.services


def changed(streams: StreamsSettings, **other: object) -> StreamsSettings:
    return StreamsSettings(**streams.model_dump() | other)


async def _existing(streams: StreamsSettings) -> set[str]:
    async with admin(streams) as client:
        return {name.removeprefix(streams.prefix) for name in await client.list_topics() if streams.prefix in name}


async def _create(streams: StreamsSettings, topic: str, partitions: int, **config: str) -> None:
    """A topic that another made, with settings of its own. config: dots as underscores."""
    own = next(t for t in topics(streams) if t.name == name_of(streams, topic))
    settings = dict(own.config) | {name.replace("_", "."): value for name, value in config.items()}

    async with admin(streams) as client:
        told = await client.create_topics([NewTopic(own.name, partitions, 1, topic_configs=settings)])
        assert told.topic_errors[0][1] == 0, told
        while own.name not in await client.list_topics():
            await asyncio.sleep(0.05)


def test_init_creates_what_is_missing_and_nothing_twice(streams: StreamsSettings) -> None:
    with pytest.raises(TopicError, match="redactor streams init"):
        asyncio.run(check_topics(streams))
    created = asyncio.run(create_topics(streams))
    assert created == [streams.prefix + name for name in (EHR_IN, RAW, KNOWN, DEID)]
    assert asyncio.run(create_topics(streams)) == []
    asyncio.run(check_topics(streams))


def test_two_inits_at_the_same_time_create_each_topic_once(streams: StreamsSettings) -> None:
    async def both() -> list[list[str]]:
        return await asyncio.gather(create_topics(streams), create_topics(streams))

    one, two = asyncio.run(both())
    assert sorted(one + two) == sorted(streams.prefix + name for name in (EHR_IN, RAW, KNOWN, DEID))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"partitions": 4}, "3 partitions and must have 4"),
        ({"retention_days": 8}, "retention.ms=604800000 and must have 691200000"),
        ({"max_record_bytes": 9 * 1024 * 1024}, "max.message.bytes"),
    ],
)
def test_a_start_with_settings_that_the_topics_do_not_have_is_refused(
    streams: StreamsSettings, other: dict[str, object], said: str
) -> None:
    asyncio.run(create_topics(streams))
    for refused in (check_topics, create_topics):
        with pytest.raises(TopicError, match=said):
            asyncio.run(refused(changed(streams, **other)))  # type: ignore[operator]
    asyncio.run(check_topics(changed(streams, max_record_bytes=1024)))  # a topic that holds more than needed will do


def test_the_topic_of_integration_engines_is_left_as_it_is(streams: StreamsSettings) -> None:
    asyncio.run(_create(streams, EHR_IN, 5, retention_ms="3600000", message_timestamp_type="CreateTime"))
    assert asyncio.run(create_topics(streams)) == [streams.prefix + name for name in (RAW, KNOWN, DEID)]
    asyncio.run(check_topics(streams, (EHR_IN,)))
    asyncio.run(check_topics(streams, (EHR_IN, RAW)))


@pytest.mark.parametrize(
    ("topic", "partitions", "config", "said"),
    [
        (KNOWN, 3, {}, "phi.known.v1 has 3 partitions and must have 1"),
        (KNOWN, 1, {"cleanup_policy": "delete"}, "cleanup.policy=delete and must have compact"),
        (KNOWN, 1, {"cleanup_policy": "compact,delete"}, "must have compact"),
        (RAW, 3, {"cleanup_policy": "compact"}, "cleanup.policy=compact and must have delete"),
        (RAW, 3, {"retention_bytes": "1000000"}, "retention.bytes=1000000 and must have -1"),
        (RAW, 3, {"message_timestamp_type": "CreateTime"}, "message.timestamp.type"),
        (DEID, 3, {"retention_ms": "1000"}, "retention.ms=1000"),
        (DEID, 3, {"unclean_leader_election_enable": "true"}, "unclean.leader.election.enable=true"),
    ],
)
def test_a_topic_that_was_made_otherwise_is_refused_and_nothing_is_created_beside_it(
    streams: StreamsSettings, topic: str, partitions: int, config: dict[str, str], said: str
) -> None:
    asyncio.run(_create(streams, topic, partitions, **config))
    with pytest.raises(TopicError, match=said):
        asyncio.run(create_topics(streams))
    assert asyncio.run(_existing(streams)) == {topic}


def test_the_command_creates_the_topics_and_says_so(streams: StreamsSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("servers", "prefix", "partitions", "replication"):
        monkeypatch.setenv(f"REDACTOR_STREAMS__{name.upper()}", str(getattr(streams, name)))
    names = [streams.prefix + name for name in (EHR_IN, RAW, KNOWN, DEID)]
    first, second = (CliRunner().invoke(app, ["streams", "init", "--json"]) for _ in range(2))
    assert json.loads(first.stdout) == {"created": names, "existing": []}
    assert json.loads(second.stdout) == {"created": [], "existing": names}
    monkeypatch.setenv("REDACTOR_STREAMS__PARTITIONS", "9")
    refused = CliRunner().invoke(app, ["streams", "init"])
    assert refused.exit_code == 2 and "streams.partitions" in refused.output


def test_more_copies_than_brokers_are_refused_with_the_setting(streams: StreamsSettings) -> None:
    with pytest.raises(TopicError, match=r"streams\.replication = 3"):
        asyncio.run(create_topics(changed(streams, replication=3)))


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"tls": True}, "speaks no TLS"),
        ({"mechanism": "SCRAM-SHA-512", "user": "redactor", "password": "gr8secret!"}, "asks for no login"),
    ],
)
def test_a_broker_without_tls_or_passwords_is_not_taken_for_one_that_has_them(
    streams: StreamsSettings, other: dict[str, object], told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BrokerRefusedError, match=told) as caught:
        asyncio.run(create_topics(changed(streams, **other)))
    assert "gr8secret!" not in str(caught.value) + "".join(capfd.readouterr())
