"""`redactor streams ingest` over a real Kafka: what comes to the topics, also when it is killed."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from aiokafka import ConsumerRecord
from msgspec.structs import replace

from redactor.assemble.records import record_keys
from redactor.assemble.runs import make_harvester
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.intake.chunks import ChunkSizes, chunks
from redactor.run.intake.files import list_inputs
from redactor.run.packing import pack
from redactor.run.state.known_store import KnownStore
from redactor.sample.sink import write_sink
from redactor.settings import Settings, StreamsSettings
from streams.known_topic import AddLink, AddValue, Change, Join, KnownMessages, apply
from streams.raw_topic import RawMessage, RawMessages
from streams.sinks import Notes, PlainFolder
from streams.topics import KNOWN, RAW, create_topics, name_of
from tests.integration.stream_kit import log_bytes, read_all

pytestmark = pytest.mark.services
SIZES = ChunkSizes(500, 1 << 20, 1 << 26)


@pytest.fixture(scope="module")
def sink(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("ehr")
    write_sink(out, 5, 11)
    return out


class Bench:
    """A home, and the command line over it."""

    def __init__(self, streams: StreamsSettings, tmp_path: Path) -> None:
        self.streams = streams
        self.keyring, self.keys = Keyring.generate(), tmp_path / "keys.json"
        self.keyring.save(self.keys)
        self.settings = Settings(home=tmp_path / "home", keyring=str(self.keys), streams=streams)
        self.env = {
            "PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path),
            "REDACTOR_HOME": str(tmp_path / "home"), "REDACTOR_KEYRING": str(self.keys),
            "REDACTOR_STREAMS__SERVERS": str(streams.servers), "REDACTOR_STREAMS__PREFIX": streams.prefix,
            "REDACTOR_STREAMS__PARTITIONS": str(streams.partitions), "REDACTOR_STREAMS__REPLICATION": "1",
            "REDACTOR_BATCH_RECORDS": "20",
        }  # fmt: skip
        asyncio.run(create_topics(streams))

    def ingest(self, *args: str | Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "redactor", "streams", "ingest", *map(str, args)]
        return subprocess.Popen(command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def raws(self) -> tuple[list[ConsumerRecord[bytes, bytes]], list[RawMessage]]:
        messages = asyncio.run(read_all(self.streams, RAW, self.streams.partitions))
        made = RawMessages(self.keyring, name_of(self.streams, RAW), self.streams.max_record_bytes)
        return messages, [made.decode(m.key, m.value) for m in messages]

    def known(self) -> tuple[list[ConsumerRecord[bytes, bytes]], list[Change]]:
        messages = asyncio.run(read_all(self.streams, KNOWN, 1))
        made = KnownMessages(self.keyring, name_of(self.streams, KNOWN))
        return messages, [made.open(m.key, m.value) for m in messages]

    def intake(self, source: Path) -> list[RawRecord]:
        """What `redactor run` reads, in order, with the positions of a stream."""
        key, notes = self.keyring.internal("content-number"), Notes.from_settings(self.settings, self.keyring)
        with PlainFolder(source, self.settings.home / "other", key, notes) as plain:
            numbers = {f.name: f.number for f in plain.scan()}
        found = []
        for file in list_inputs(source, notes.names, notes.order):
            for chunk in chunks(file, SIZES, None):
                for raw in chunk.raws:
                    position = f"{numbers[file.name]}:{raw.position.partition(':')[2]}"
                    found.append(replace(raw, position=position))
        return found


@pytest.fixture
def bench(streams: StreamsSettings, tmp_path: Path) -> Bench:
    return Bench(streams, tmp_path)


def _ended(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    return out


def _planted(sink: Path) -> set[bytes]:
    """The identifiers of the sink that are long enough to be no accident in random bytes."""
    lines = (sink / "gold" / "gold.ndjson").read_bytes().splitlines()
    return {value.encode() for line in lines if len(value := json.loads(line)["value"]) >= 6}


def _assert_each_patients_records_are_in_order(
    messages: Sequence[ConsumerRecord[bytes, bytes]], raws: Sequence[RawMessage], expected: Sequence[RawRecord]
) -> None:
    """By the first time that a record stands in the topic."""
    places = {raw.position: i for i, raw in enumerate(expected)}
    last: dict[bytes | None, int] = {}
    seen: set[str] = set()
    for message, (raw, *_) in zip(messages, raws, strict=True):
        if raw.position not in seen:
            seen.add(raw.position)
            assert last.get(message.key, -1) < places[raw.position]
            last[message.key] = places[raw.position]


def test_the_topics_hold_what_a_run_reads_and_the_broker_sees_no_identifier(bench: Bench, sink: Path) -> None:
    source = sink / "records"
    told = json.loads(_ended(bench.ingest(source, "--json", "--workers", "2")))
    expected = bench.intake(source)
    messages, raws = bench.raws()
    assert sorted(pack(r.raw) for r in raws) == sorted(map(pack, expected))
    assert told["records"] == len(expected) > 250
    _assert_each_patients_records_are_in_order(messages, raws, expected)

    known, changes = bench.known()
    (join,) = (m.offset for m, c in zip(known, changes, strict=True) if isinstance(c, Join))
    assert {r.known for r in raws} == {join} and known[-1].offset == join
    assert max(m.timestamp for m in known) <= min(m.timestamp for m in messages)
    _assert_known_as_in_a_run(bench, changes, expected)

    subjects = {m.key for m in messages}
    assert all(len(key or b"") == 32 for key in subjects) and len(subjects) > 5
    written = log_bytes(bench.streams, RAW) + log_bytes(bench.streams, KNOWN)
    if not written:
        pytest.skip("the broker's files are not here")
    assert len(written) > 50_000
    assert not [value for value in _planted(sink) if value in written]


def _assert_known_as_in_a_run(bench: Bench, changes: Sequence[Change], expected: Sequence[RawRecord]) -> None:
    """A host's copy holds the values and households of a run's first pass."""
    harvester = make_harvester(bench.settings)
    batch = harvester.harvest(expected)
    with (
        KnownStore.open(bench.settings.home / "copy.db", bench.keyring) as copy,
        KnownStore.open(bench.settings.home / "run.db", bench.keyring) as run,
    ):
        apply(copy, changes)
        for scope, person, values, indexed in batch.values:
            run.add(scope, values, person, indexed)
        run.add_clues(batch.clues)
        run.join()
        scopes = {c.scope for c in changes if isinstance(c, AddValue)}
        assert scopes == {p.scope for p in batch.values if p.values} and len(scopes) > 5
        assert all(copy.get(s) == run.get(s) and copy.household(s) == run.household(s) for s in scopes)
        assert any(isinstance(c, AddLink) for c in changes) and any(len(copy.members(s)) > 1 for s in scopes)
    assert record_keys(bench.settings, bench.keyring).subject("x") not in scopes


@pytest.mark.slow
def test_nothing_is_lost_when_an_ingest_is_killed(bench: Bench, sink: Path, tmp_path: Path) -> None:
    """Killed while it sends known values, while it sends records, and before it finishes files."""
    source = sink / "records"
    expected = bench.intake(source)
    ends = functools.partial(_count, bench.streams)
    for topic, enough in ((KNOWN, 1), (RAW, 1), (RAW, len(expected) // 2)):
        process = bench.ingest(source)
        while process.poll() is None and ends(topic) < enough:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    _ended(bench.ingest(source))
    messages, raws = bench.raws()
    assert {pack(r.raw) for r in raws} == set(map(pack, expected))
    assert len(raws) > len(expected)  # it was killed while it sent
    _assert_each_patients_records_are_in_order(messages, raws, expected)
    known, changes = bench.known()
    joins = {m.offset for m, c in zip(known, changes, strict=True) if isinstance(c, Join)}
    assert {r.known for r in raws} <= joins
    assert [m.offset for m in messages if m.partition == 0] == list(range(sum(m.partition == 0 for m in messages)))
    _ended(bench.ingest(source))
    assert len(bench.raws()[0]) == len(raws)


def test_a_drop_folder_is_watched_until_a_signal(bench: Bench, sink: Path, tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    process = bench.ingest(inbox, "--watch", "--settle", "0.2")
    patients = (sink / "records" / "Patient.ndjson").read_bytes()
    (inbox / "a.ndjson.part").write_bytes(patients)
    (inbox / "a.ndjson.part").rename(inbox / "a.ndjson")
    (inbox / "b.ndjson.gz").write_bytes(b"\x1f\x8bno gzip")
    while process.poll() is None and not (
        list(inbox.glob("done/*/a.ndjson")) and list(inbox.glob("failed/*/b.ndjson.gz"))
    ):
        time.sleep(0.05)
    (inbox / "again.ndjson").write_bytes(patients)
    while process.poll() is None and len(list(inbox.glob("done/*/*"))) < 2:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 0, told
    assert "stopped by a signal" in told and "ndjson" not in told
    _, raws = bench.raws()
    assert len(raws) == patients.count(b"\n") + 1
    assert sorted(r.raw.error for r in raws if r.raw.error) == ["unreadable-input"]


def _count(streams: StreamsSettings, topic: str) -> int:
    partitions = 1 if topic == KNOWN else streams.partitions
    return len(asyncio.run(read_all(streams, topic, partitions)))
