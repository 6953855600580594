"""Each mutant that breaks a promise of ADR 0021 is caught by the verdict of the crash test, over a real broker.

`make test-crash` runs it. Each case has its control: the same faults without the mutant.
"""

from __future__ import annotations

import os
import uuid
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.sample.sink import write_sink
from redactor.settings import StreamsSettings
from tests.crash.own_kafka import OwnKafka, own_kafka
from tests.crash.stream_engine import remove_tables, send_messages
from tests.crash.stream_harness import Fault, HarnessError, Role, Stream, run_until
from tests.crash.stream_verdict import Verdict, count_source, judge, leaks_in_out, needles
from tests.leak.reading import read_gold

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(not os.environ.get("CRASH_MUTANTS"), reason="make test-crash sets CRASH_MUTANTS"),
]
_BOTH = pytest.mark.parametrize("is_mutant", [True, False], ids=["mutant", "control"])


@pytest.fixture(scope="module")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnKafka]:
    with own_kafka(tmp_path_factory.mktemp("kafka")) as made:
        yield made


@pytest.fixture(scope="module")
def sink(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("ehr")
    write_sink(out, 3, 31)
    return out


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sink of which each record can be a message."""
    out = tmp_path_factory.mktemp("engine")
    write_sink(out, 2, 32)
    remove_tables(out / "records")
    return out


@pytest.fixture
def stream(kafka: OwnKafka, tmp_path: Path, keyring_path: Path) -> Stream:
    streams = StreamsSettings(
        servers=kafka.servers["PLAINTEXT"], prefix=f"crash-{uuid.uuid4().hex}.", partitions=2, replication=1,
    )  # fmt: skip
    made = Stream(tmp_path, keyring_path, streams, {"REDACTOR_BATCH_RECORDS": "10"}, ("--session-ms", "6000"))
    made.create()
    return made


def _options(is_mutant: bool, name: str) -> tuple[str, ...]:
    return ("--mutant", name) if is_mutant else ()


def _killed(role: Role, fault: Fault) -> None:
    """Run the role until it is hit, and no longer."""
    role.faults = deque([fault])
    run_until([role], lambda: bool(role.hit))
    role.end()


def _ingest(stream: Stream, sink: Path) -> None:
    stream.run("ingest", "home-ingest", ("ingest", sink / "records"))


def _work(stream: Stream) -> None:
    stream.run("worker", "home-a", ("worker", "--drain"))


def _export(stream: Stream, sink: Path, *options: str) -> Verdict:
    stream.run("exporter", "home-exporter", stream.export_args("--drain"), *options, codes=(0, 1))
    return judge(stream, count_source(sink / "records"))


def _leaks(stream: Stream, sink: Path) -> list[str]:
    return leaks_in_out(stream.out, needles(read_gold(sink), "hipaa-safe-harbor"))


@_BOTH
def test_a_worker_that_commits_before_its_acks_loses_records(stream: Stream, sink: Path, is_mutant: bool) -> None:
    _ingest(stream, sink)
    options = _options(is_mutant, "commit-before-acks")
    _killed(Role(stream, "killed", "home-a", ("worker",), options=options), Fault("kill", "send-envelopes", 3))
    _work(stream)
    if is_mutant:
        with pytest.raises(HarnessError, match="lost before they were exported"):
            _export(stream, sink)
    else:
        assert not _export(stream, sink).faults


@_BOTH
def test_an_exporter_that_takes_any_offset_counts_records_twice(stream: Stream, sink: Path, is_mutant: bool) -> None:
    _ingest(stream, sink)
    _killed(Role(stream, "killed", "home-a", ("worker",)), Fault("kill", "commit-offset", 3))
    _work(stream)
    verdict = _export(stream, sink, *_options(is_mutant, "any-offset"))
    assert verdict.duplicates > 0
    assert any("did not count once" in f for f in verdict.faults) is is_mutant, verdict


@_BOTH
def test_an_exporter_that_does_not_look_at_record_ids_delivers_them_twice(
    stream: Stream, sink: Path, is_mutant: bool
) -> None:
    _killed(Role(stream, "killed", "home-ingest", ("ingest", sink / "records")), Fault("kill", "journal-file", 3))
    _ingest(stream, sink)
    _work(stream)
    verdict = _export(stream, sink, *_options(is_mutant, "no-record-id-check"))
    assert verdict.resent > 0
    assert any("doubled" in f for f in verdict.faults) is is_mutant, verdict


@_BOTH
def test_records_that_are_sent_before_their_known_values_meet_none(stream: Stream, sink: Path, is_mutant: bool) -> None:
    """They are not read then: the second defence holds records whose patient gave no known value."""
    role = Role(stream, "killed", "home-ingest", ("ingest", sink / "records"))
    role.options = _options(is_mutant, "records-before-known-acks")
    _killed(role, Fault("kill", "await-record-acks"))
    _work(stream)
    verdict = _export(stream, sink)
    assert bool(verdict.quarantined) is is_mutant, verdict
    assert not _leaks(stream, sink)


@_BOTH
def test_a_router_that_commits_before_its_acks_loses_records(stream: Stream, messages: Path, is_mutant: bool) -> None:
    send_messages(stream.streams, messages / "records")
    role = Role(stream, "killed", "home-router", ("router",), options=_options(is_mutant, "router-commits-before-acks"))
    _killed(role, Fault("kill", "await-acks", 3))
    stream.run("router", "home-router", ("router", "--drain"))
    _work(stream)
    verdict = _export(stream, messages)
    assert any("phi.raw.v1 lacks" in f for f in verdict.faults) is is_mutant, verdict
    assert is_mutant or not verdict.faults


@_BOTH
def test_a_worker_that_does_not_wait_for_known_values_has_none(stream: Stream, sink: Path, is_mutant: bool) -> None:
    _ingest(stream, sink)
    # For a while the worker's copy of the known values is empty.
    mark = stream.folder / "marks" / "late"
    late = ("--pause", f"apply-known:1:20:{mark}")
    stream.run("worker", "home-a", ("worker", "--drain"), *late, *_options(is_mutant, "no-wait-for-position"))
    assert mark.exists()
    verdict = _export(stream, sink)
    assert bool(verdict.quarantined) is is_mutant, verdict
    assert not _leaks(stream, sink)
