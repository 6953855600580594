"""Versions that return over a real Kafka: they leave again, and what a killed producer sends again does not."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest
from aiokafka import AIOKafkaProducer

from redactor.settings import StreamsSettings
from streams.topics import EHR_IN, RAW, name_of
from tests.crash.stream_harness import Stream
from tests.crash.stream_verdict import judge
from tests.integration.stream_kit import read_all
from tests.integration.test_stream_deletions import weight
from tests.integration.test_stream_hold import Bench
from tests.integration.test_stream_router import _ended, _env, _start

pytestmark = [pytest.mark.services, pytest.mark.slow]
PATIENT = {"resourceType": "Patient", "id": "p1", "name": [{"family": "Quimby"}]}
A, B = weight(1, 70), weight(1, 71)
DELETION = {"resourceType": "Bundle", "id": "b1", "type": "batch",
            "entry": [{"request": {"method": "DELETE", "url": "Observation/o1"}}]}  # fmt: skip
# Everything is published and acknowledged; the journal of the ingest does not have the nth file.
KILLED_INGEST = """
import os, signal
from redactor.cli import main
from streams.sinks import PlainFolder
finish, left = PlainFolder.finish, int(os.environ["FILES"])
def killed(self, file, fault):
    global left
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    finish(self, file, fault)
PlainFolder.finish = killed
main()
"""

# The messages of partition 0 are published, and their offsets are not committed.
KILLED_ROUTER = """
import os, signal
from redactor.cli import main
from streams.app import FaustSource
commit, messages = FaustSource.commit, int(os.environ["MESSAGES"])
async def killed(self, following):
    if following.get(0, 0) >= messages:
        os.kill(os.getpid(), signal.SIGKILL)
    await commit(self, following)
FaustSource.commit = killed
main()
"""


def left(out: Path) -> list[int | None]:
    """The weights in OUT in the order in which a recipient applies them; None for a deletion."""
    found: list[int | None] = []
    for path in sorted(out.glob("*.ndjson"), key=lambda p: (p.stem.split("-")[1], p.name.startswith("deleted"))):
        for record in map(json.loads, path.read_bytes().splitlines()):
            if record["resourceType"] == "Observation":
                found.append(record["valueQuantity"]["value"])
            elif record["resourceType"] == "Bundle":
                found.append(None)
    return found


def process(bench: Bench) -> list[int | None]:
    bench.work()
    bench.export()
    return left(bench.folder / "out")


def raw_count(streams: StreamsSettings) -> int:
    return len(asyncio.run(read_all(streams, RAW, streams.partitions)))


def test_a_version_returns_through_an_ingest_that_is_killed(streams: StreamsSettings, tmp_path: Path) -> None:
    """Also within a file, and behind a deletion; then all files are ingested once more, as when a state was lost."""
    bench, source = Bench(streams, tmp_path), tmp_path / "in"
    source.mkdir()
    env = _env(streams, bench.settings.home, tmp_path / "keys.json")

    def put(name: str, *records: dict[str, Any]) -> None:
        (source / f"{name}.ndjson").write_text("".join(json.dumps(record) + "\n" for record in records))

    steps = (
        ([PATIENT, A, B, A], 0, [70, 71, 70]),
        ([B, {**PATIENT, "gender": "female"}], 1, [70, 71, 70, 71]),  # the first file comes again, and is finished
        ([A, A], 0, [70, 71, 70, 71, 70]),  # the second comes again
    )
    for number, (records, files, expected) in enumerate(steps, 1):
        put(str(number), *records)
        killed = _start(env | {"FILES": str(files)}, "streams", "ingest", source, code=KILLED_INGEST)
        _ended(killed, -signal.SIGKILL)
        assert process(bench) == expected
    assert raw_count(streams) == 4 + (4 + 2) + (2 + 2)
    judged = judge(Stream(tmp_path, tmp_path / "keys.json", streams), 8)
    assert judged.faults == [] and judged.resent == 6 and judged.released == 7
    put("4", DELETION)
    put("5", A, {"resourceType": "Patient", "id": "p2"})
    everything = [70, 71, 70, 71, 70, None, 70]
    for _ in range(2):
        _ended(_start(env, "streams", "ingest", source), 0)
        assert process(bench) == everything
        for journal in (bench.settings.home / "streams").glob("*/dropfolder.db*"):
            journal.unlink()
    outcomes = bench.export()
    assert (outcomes["released"], outcomes["deleted"]) == (6 + 3 + 1, 1) and "withheld" not in outcomes


def test_a_version_returns_through_a_router_that_is_killed(streams: StreamsSettings, tmp_path: Path) -> None:
    """Messages with equal values are told apart by their places, and those that are read again are not new."""
    bench = Bench(streams, tmp_path)
    env = _env(streams, bench.settings.home, tmp_path / "keys.json")

    async def send(*records: dict[str, Any]) -> None:
        async with AIOKafkaProducer(bootstrap_servers=streams.servers) as producer:
            for record in records:
                await producer.send_and_wait(name_of(streams, EHR_IN), json.dumps(record).encode(), partition=0)

    asyncio.run(send(PATIENT, A, B))
    _ended(_start(env | {"MESSAGES": "3"}, "streams", "router", code=KILLED_ROUTER), -signal.SIGKILL)
    assert process(bench) == [70, 71]
    asyncio.run(send(A, A, DELETION, A))
    _ended(_start(env | {"MESSAGES": "7"}, "streams", "router", code=KILLED_ROUTER), -signal.SIGKILL)
    expected = process(bench)
    assert expected in ([70, 71, 70, None, 70], [70, 71, None, 70])  # its deletion can overtake a version
    before = raw_count(streams)
    _ended(_start(env, "streams", "router", "--drain"), 0)
    assert raw_count(streams) > before and process(bench) == expected
