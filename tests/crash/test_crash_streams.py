"""A stream on a Kafka of its own, killed in critical sections: nothing is lost, nothing leaves twice.

The short form of `make test-crash`.
"""

from __future__ import annotations

import uuid
import warnings
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.sample.sink import write_sink
from redactor.settings import StreamsSettings
from tests.crash.own_kafka import OwnKafka, ServiceError, own_kafka
from tests.crash.stream_harness import Fault, Role, Stream, run_until
from tests.crash.stream_verdict import count_source, judge, leaks_in_files, leaks_in_out, needles
from tests.leak.reading import read_gold

pytestmark = [pytest.mark.services, pytest.mark.slow]


@pytest.fixture(scope="module")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnKafka]:
    try:
        with own_kafka(tmp_path_factory.mktemp("kafka")) as made:
            yield made
    except ServiceError as e:
        warnings.warn(f"NOT TESTED against a Kafka that is killed: {e}", stacklevel=1)
        pytest.skip(str(e))


@pytest.fixture
def stream(kafka: OwnKafka, tmp_path: Path, keyring_path: Path) -> Stream:
    streams = StreamsSettings(
        servers=kafka.servers["PLAINTEXT"], prefix=f"crash-{uuid.uuid4().hex}.", partitions=2, replication=1,
        delivery_bytes=100_000,
    )  # fmt: skip
    made = Stream(tmp_path, keyring_path, streams, {"REDACTOR_BATCH_RECORDS": "25"}, ("--session-ms", "6000"))
    made.create()
    return made


def test_killed_in_critical_sections_everything_leaves_once(kafka: OwnKafka, stream: Stream, tmp_path: Path) -> None:
    write_sink(tmp_path / "ehr", 5, 31)
    source = tmp_path / "ehr" / "records"
    ingest = Role(
        stream, "ingest", "home-ingest", ("ingest", source),
        deque([Fault("kill", "send-records"), Fault("kill", "journal-file", 6)]),
    )  # fmt: skip
    run_until([ingest], lambda: ingest.done, 120)
    worker = Role(
        stream, "worker", "home-a", ("worker", "--drain"),
        deque([Fault("kill", "commit-offset", 3)]),
    )  # fmt: skip
    exporter = Role(
        stream, "exporter", "home-exporter", stream.export_args("--drain"),
        deque([Fault("kill", "journal-delivery", 2)]), frozenset({0, 1}),
    )  # fmt: skip
    roles = [worker, exporter]
    run_until(roles, lambda: worker.done and exporter.done, 180)
    assert len(ingest.hit + worker.hit + exporter.hit) == 4
    verdict = judge(stream, count_source(source))
    assert not verdict.faults, verdict
    assert verdict.resent > 0 and verdict.duplicates > 0, f"the kills came too early or too late: {verdict}"
    wanted = needles(read_gold(tmp_path / "ehr"), "hipaa-safe-harbor")
    assert len(wanted) > 100
    assert leaks_in_out(stream.out, wanted) == []
    assert leaks_in_files((tmp_path / "logs").iterdir(), wanted) == []
    assert leaks_in_files((p for p in kafka.logs.rglob("*") if p.is_file()), wanted) == []
