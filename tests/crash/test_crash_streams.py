"""A stream on a Kafka of its own, killed in critical sections: nothing is lost, nothing leaves twice.

The short form of `make test-crash`.
"""

from __future__ import annotations

import asyncio
import uuid
import warnings
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.errors import BrokerRefusedError
from redactor.sample.sink import write_sink
from redactor.settings import StreamsSettings
from streams.sender import Message, Sender
from streams.topics import RAW, create_topics, name_of
from tests.crash.own_kafka import OwnKafka, ServiceError, own_kafka
from tests.crash.stream_engine import remove_tables, send_messages
from tests.crash.stream_harness import Fault, Role, Stream, run_until
from tests.crash.stream_verdict import broker_files, count_source, judge, leaks_in_files, leaks_in_out, needles
from tests.integration.stream_kit import read_all
from tests.integration.tls_kit import Authority
from tests.leak.reading import read_gold

pytestmark = [pytest.mark.services, pytest.mark.slow]


SASL = """\
sasl.enabled.mechanisms=PLAIN
listener.name.sasl_plaintext.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\
    user_redactor="gr8secret!";
"""


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tls"), "authority")


@pytest.fixture(scope="module")
def kafka(tmp_path_factory: pytest.TempPathFactory, authority: Authority) -> Iterator[OwnKafka]:
    tls = (
        f"listener.name.ssl.ssl.keystore.type=PEM\nlistener.name.ssl.ssl.keystore.location={authority.certificate()}\n"
    )
    try:
        with own_kafka(tmp_path_factory.mktemp("kafka"), ("SASL_PLAINTEXT", "SSL"), SASL + tls) as made:
            yield made
    except ServiceError as e:
        warnings.warn(f"NOT TESTED against a Kafka that is killed: {e}", stacklevel=1)
        pytest.skip(str(e))


@pytest.fixture
def streams(kafka: OwnKafka) -> StreamsSettings:
    return StreamsSettings(
        servers=kafka.servers["PLAINTEXT"], prefix=f"crash-{uuid.uuid4().hex}.", partitions=2, replication=1,
        delivery_bytes=100_000,
    )  # fmt: skip


@pytest.fixture
def stream(streams: StreamsSettings, tmp_path: Path, keyring_path: Path) -> Iterator[Stream]:
    made = Stream(tmp_path, keyring_path, streams, {"REDACTOR_BATCH_RECORDS": "25"}, ("--session-ms", "6000"))
    made.create()
    yield made
    made.end_all()


def test_killed_in_critical_sections_everything_leaves_once(kafka: OwnKafka, stream: Stream, tmp_path: Path) -> None:
    """The broker is killed, too, and one worker and the exporter wake up when the world went on without them."""
    write_sink(tmp_path / "ehr", 5, 31)
    source = tmp_path / "ehr" / "records"
    ingest = Role(
        stream, "ingest", "home-ingest", ("ingest", source),
        deque([Fault("kill", "send-records"), Fault("kill", "journal-file", 6)]),
    )  # fmt: skip
    write_sink(tmp_path / "engine", 2, 32)
    messages = tmp_path / "engine" / "records"
    remove_tables(messages)
    send_messages(stream.streams, messages)
    router = Role(stream, "router", "home-router", ("router", "--drain"), deque([Fault("kill", "commit-messages", 2)]))
    run_until([ingest, router], lambda: ingest.done and router.done)
    worker = Role(stream, "worker-a", "home-a", ("worker", "--drain"), deque([Fault("kill", "commit-offset", 3)]))
    zombie = Role(stream, "worker-b", "home-b", ("worker", "--drain"), deque([Fault("stop", "commit-offset", 2, 9.0)]))
    exporter = Role(
        stream, "exporter", "home-exporter", stream.export_args("--drain"),
        deque([Fault("kill", "journal-delivery", 2), Fault("stop", "commit-journal", 2, 3.0)]), frozenset({0, 1}),
    )  # fmt: skip
    roles = [worker, zombie, exporter]
    run_until(roles, lambda: bool(worker.hit))
    kafka.kill()
    kafka.start()
    run_until(roles, lambda: all(role.done for role in roles))
    assert len(ingest.hit) == len(exporter.hit) == 2 and router.hit
    verdict = judge(stream, count_source(source) + count_source(messages))
    assert not verdict.faults, verdict
    assert verdict.resent > 0 and verdict.duplicates > 0, f"the kills came too early or too late: {verdict}"
    gold = read_gold(tmp_path / "ehr") + read_gold(tmp_path / "engine")
    wanted = needles(gold, "hipaa-safe-harbor")
    assert len(wanted) > 100
    assert leaks_in_out(stream.out, wanted) == []
    assert leaks_in_files((tmp_path / "logs").iterdir(), wanted) == []
    assert leaks_in_files(broker_files(kafka.logs), wanted) == []


def _sent_and_read(streams: StreamsSettings) -> bytes | None:
    """What comes back of a message."""
    asyncio.run(create_topics(streams))
    with Sender(streams) as sender:
        sender.send_last(name_of(streams, RAW), Message(b"key", b"value", 1))
    return asyncio.run(read_all(streams, RAW, streams.partitions))[0].value


def _changed(streams: StreamsSettings, **more: object) -> StreamsSettings:
    return StreamsSettings.model_validate(streams.model_dump(exclude_defaults=True) | more)


def test_a_broker_that_asks_for_a_password_is_served_with_the_right_one_alone(
    kafka: OwnKafka, streams: StreamsSettings, tmp_path: Path, keyring_path: Path
) -> None:
    user = {"servers": kafka.servers["SASL_PLAINTEXT"], "mechanism": "PLAIN", "user": "redactor"}
    assert _sent_and_read(_changed(streams, **user, password="gr8secret!")) == b"value"
    (tmp_path / "password").write_text("wr0ngSecret!\n")
    wrong = _changed(streams, **user, password_file=str(tmp_path / "password"))
    with pytest.raises(BrokerRefusedError, match=r"refuses the login"):
        asyncio.run(create_topics(wrong))
    stream = Stream(tmp_path, keyring_path, wrong)
    (tmp_path / "logs").mkdir()
    assert stream.run("worker", "home", ("worker",), codes=(2,)) == 2
    told = " ".join(stream.told("worker").split())
    assert "refuses the login; check streams.user" in told and "wr0ng" not in told and "Traceback" not in told


def test_a_broker_with_tls_is_served_if_its_authority_is_trusted(
    kafka: OwnKafka, streams: StreamsSettings, authority: Authority, tmp_path: Path
) -> None:
    tls = {"servers": kafka.servers["SSL"], "tls": True}
    assert _sent_and_read(_changed(streams, **tls, ca_certs=str(authority.path))) == b"value"
    other = Authority(tmp_path, "other")
    for untrusted in ({}, {"ca_certs": str(other.path)}):
        with pytest.raises(BrokerRefusedError, match=r"certificate that is not trusted"):
            asyncio.run(create_topics(_changed(streams, **tls, **untrusted)))
