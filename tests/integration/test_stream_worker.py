"""Worker and exporter over a real Kafka: what leaves is what `redactor run` gives, also if both are killed."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from aiokafka import AIOKafkaConsumer, TopicPartition

from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.sample.sink import write_sink
from redactor.settings import StreamsSettings
from streams.topics import DEID, RAW, create_topics, name_of
from tests.conftest import Command

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample sink, with a Bundle, a broken line and a record without a schema."""
    out = tmp_path_factory.mktemp("source")
    write_sink(out, 4, 5)
    records = out / "records"
    bundle = {
        "resourceType": "Bundle",
        "type": "transaction",
        "id": "b1",
        "entry": [
            {"fullUrl": "urn:uuid:1", "resource": {"resourceType": "Patient", "id": "p-b", "gender": "male"}},
            {"request": {"method": "DELETE", "url": "Patient/p-c"}},
        ],
    }
    lines = [json.dumps(bundle), "{broken", json.dumps({"resourceType": "Nothing", "id": "x"})]
    (records / "more.ndjson").write_text("\n".join(lines) + "\n")
    return records


def _env(streams: StreamsSettings, home: Path, keyring: Path) -> dict[str, str]:
    assert streams.servers is not None
    more = {
        "SERVERS": streams.servers,
        "PREFIX": streams.prefix,
        "PARTITIONS": str(streams.partitions),
        "REPLICATION": "1",
        "ONE_HOST": "true",
        "DELIVERY_BYTES": "20000",
        "DELIVERY_SECONDS": "1",
    }
    kept = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
    mine = {
        "REDACTOR_HOME": str(home),
        "REDACTOR_KEYRING": str(keyring),
        "REDACTOR_AS_OF": "2026-01-01",
        "REDACTOR_BATCH_RECORDS": "20",
        "REDACTOR_DETECTORS": '["patterns","known"]',
    }
    return kept | mine | {f"REDACTOR_STREAMS__{k}": v for k, v in more.items()}


def _start(env: dict[str, str], *args: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "redactor", "streams", *map(str, args)],
        env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


Streams = Callable[..., str]


@pytest.fixture
def finished(in_process: Command) -> Streams:
    """Run `redactor streams ARGS` to its end, which has this exit status. Returns what it printed."""

    def run(env: dict[str, str], status: int, *args: str | Path) -> str:
        done = in_process("streams", *args, env=env)
        assert done.returncode == status, done.stderr
        return done.stdout + done.stderr

    return run


def _payloads(out: Path) -> Counter[bytes]:
    """All records in OUT, from whatever form; those of Bundles by entry, deletions as notices, rows as text."""
    found: Counter[bytes] = Counter()
    for file in list_inputs(out):
        if file.name == "manifest.json":
            continue
        if file.name.startswith("deleted"):
            assert file.path is not None
            found.update(_canonical(json.loads(line)) for line in file.path.read_bytes().splitlines())
            continue
        for raw in Reader(file, 1 << 24).records():
            entry = json.loads(raw.entry or b"{}")
            if raw.data and raw.part != "bundle":
                found[_canonical(_as_text(json.loads(raw.data)))] += 1
            elif entry.get("request", {}).get("method") == "DELETE":
                found[_canonical(_notice(entry))] += 1
    return found


def _as_text(record: dict[str, object]) -> dict[str, object]:
    """A row of a table as CSV has it; other records as they are."""
    if "resourceType" in record:
        return record
    return {name: str(value) for name, value in record.items() if value not in (None, "")}


def _notice(entry: dict[str, object]) -> dict[str, object]:
    return {"resourceType": "Bundle", "type": "transaction", "entry": [{"request": entry["request"]}]}


def _canonical(record: object) -> bytes:
    return json.dumps(record, sort_keys=True).encode()


def _as_run(in_process: Command, env: dict[str, str], source: Path, folder: Path) -> Counter[bytes]:
    """What `redactor run` releases of the same records, in a home of its own."""
    home = {"REDACTOR_HOME": str(folder / "home-of-run")}
    done = in_process("run", source, folder / "run-out", env=env | home)
    assert done.returncode == 1, done.stderr
    return _payloads(folder / "run-out")


def _count(streams: StreamsSettings, topic: str) -> int:
    """How many messages a topic holds."""

    async def ends() -> int:
        consumer = AIOKafkaConsumer(bootstrap_servers=streams.servers)
        async with consumer:
            places = [TopicPartition(name_of(streams, topic), n) for n in range(streams.partitions)]
            return sum((await consumer.end_offsets(places)).values())

    return asyncio.run(ends())


# Under hips in make slow: that the stream chooses the stand-ins of a run is held by test_stream_output.py.
@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", pytest.param("hips", marks=pytest.mark.slow)])
def test_what_leaves_is_what_a_run_gives(
    streams: StreamsSettings,
    source: Path,
    tmp_path: Path,
    keyring_path: Path,
    in_process: Command,
    finished: Streams,
    profile: str,
) -> None:
    """Under hips with the stand-ins that the run has chosen."""
    asyncio.run(create_topics(streams))
    env = _env(streams, tmp_path / "home", keyring_path) | {"REDACTOR_PROFILE": profile}
    as_run = _as_run(in_process, env, source, tmp_path)
    (tmp_path / "home").mkdir()
    if profile == "hips":
        shutil.copy(tmp_path / "home-of-run" / "stand-ins.db", tmp_path / "home")
    finished(env, 0, "ingest", source)
    finished(env, 0, "worker", "--drain")
    told = finished(env, 1, "export", tmp_path / "out", "--drain", "--state", tmp_path / "state", "--json")
    assert _payloads(tmp_path / "out") == as_run
    assert '"quarantined": 2' in told and '"forged": 0' in told
    assert _count(streams, DEID) == _count(streams, RAW)


@pytest.mark.slow
def test_nothing_is_lost_or_doubled_if_both_are_killed(
    streams: StreamsSettings,
    source: Path,
    tmp_path: Path,
    keyring_path: Path,
    in_process: Command,
    finished: Streams,
) -> None:
    asyncio.run(create_topics(streams))
    more = {"REDACTOR_BATCH_RECORDS": "5", "REDACTOR_CANARIES__RATE": "3600"}  # more to be killed in
    env = _env(streams, tmp_path / "home", keyring_path) | more
    as_run = _as_run(in_process, env, source, tmp_path)
    finished(env, 0, "ingest", source)
    export = ("export", tmp_path / "out", "--drain", "--state", tmp_path / "state", "--json")
    for _ in range(3):
        running = [_start(env, "worker"), _start(env, *export)]
        before, waited = _count(streams, DEID), time.monotonic()
        while _count(streams, DEID) == before < _count(streams, RAW) and time.monotonic() - waited < 60:
            time.sleep(0.1)
        for process in running:
            process.send_signal(signal.SIGKILL)
            process.communicate()
    finished(env, 0, "worker", "--drain")
    finished(env, 1, *export)
    assert _payloads(tmp_path / "out") == as_run
    names = sorted(p.name for p in (tmp_path / "out").iterdir())
    assert [n for n in names if n.startswith(".")] == [] and "manifest.json" in names
