"""The router over a real Kafka: what engines write leaves as `redactor run` releases it, each record once."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.admin import NewTopic

from redactor.sample.sink import write_sink
from redactor.settings import StreamsSettings
from streams.connection import admin
from streams.ehr_topic import EhrOffsets
from streams.topics import EHR_IN, RAW, create_topics, name_of, router_group
from tests.conftest import Command
from tests.integration.stream_kit import payloads, read_all

pytestmark = pytest.mark.services

PLANTED = "Quillfeather"
POISON = [
    f'{{"resourceType": "Patient", "id": "x", "name": [{{"family": "{PLANTED}"'.encode(),
    f"<Patient><name value='{PLANTED}'/></Patient>".encode(),
    f"MSH|^~\\&|A|B\rPID|1||7||{PLANTED}^Ada".encode(),
    b"\xff\xfe\x00" + PLANTED.encode("utf-16-le"),
    b"," * 1000,
    None,
    json.dumps({"resourceType": "Nothing", "id": "x", "family": PLANTED}).encode(),
    json.dumps({"dataType": "unheard", "family": PLANTED}).encode(),
]

KILLED = """
import os, signal
from redactor.cli import main
from streams.app import FaustSource
commit, left = FaustSource.commit, int(os.environ["COMMITS"])
async def killed(self, following):
    global left
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    await commit(self, following)
FaustSource.commit = killed
main()
"""


STALLED = """
import time
from redactor.cli import main, streams_run
from streams.app import FaustSource
async def stalled(self, stream):
    time.sleep(1000)
streams_run._STALLED_SECONDS = 2.0
FaustSource.take = stalled
main()
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Resources, flat records and Bundles of a sample sink, as a run reads them."""
    out = tmp_path_factory.mktemp("source")
    write_sink(out, 2, 5)
    (out / "records" / "notes.csv").unlink()
    return out / "records"


def _values(source: Path) -> list[bytes]:
    """A message for each line, and one for each Bundle."""
    lines = [line for path in sorted(source.glob("*.ndjson")) for line in _lines(path)]
    return [*lines, *(path.read_bytes() for path in sorted((source / "bundles").iterdir()))]


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def _write(streams: StreamsSettings, values: Sequence[bytes | None], transaction: str | None = None) -> None:
    """What an integration engine does: keys and headers of its own, to any partition."""

    async def write() -> None:
        producer = AIOKafkaProducer(bootstrap_servers=streams.servers, transactional_id=transaction, linger_ms=20)
        async with producer:
            topic = name_of(streams, EHR_IN)
            for i, value in enumerate(values):
                headers = [("family", PLANTED.encode())]
                if transaction:
                    async with producer.transaction():
                        await producer.send_and_wait(topic, value, partition=0)
                else:
                    await producer.send(topic, value, key=PLANTED.encode(), headers=headers, partition=i % 3)

    asyncio.run(write())


def _env(streams: StreamsSettings, home: Path, keyring: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
    return kept | {
        "REDACTOR_HOME": str(home), "REDACTOR_KEYRING": str(keyring), "REDACTOR_AS_OF": "2026-01-01",
        "REDACTOR_DETECTORS": '["patterns","known"]', "REDACTOR_PROFILE": "hips", "REDACTOR_BATCH_RECORDS": "40",
        "REDACTOR_STREAMS__SERVERS": str(streams.servers), "REDACTOR_STREAMS__PREFIX": streams.prefix,
        "REDACTOR_STREAMS__PARTITIONS": "3", "REDACTOR_STREAMS__REPLICATION": "1",
        "REDACTOR_STREAMS__ONE_HOST": "true",
    }  # fmt: skip


def _start(env: dict[str, str], *args: object, cwd: Path | None = None, code: str = "") -> subprocess.Popen[str]:
    """code: run in place of the command, with its arguments."""
    return subprocess.Popen(
        [sys.executable, *(["-c", code] if code else ["-m", "redactor"]), *map(str, args)],
        env=env, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def _ended(process: subprocess.Popen[str], *codes: int) -> tuple[str, str]:
    out, err = process.communicate(timeout=240)
    assert process.returncode in codes, err
    return out, err


@pytest.mark.slow
def test_what_leaves_is_what_a_run_gives_though_routers_are_killed_before_they_commit(
    streams: StreamsSettings, source: Path, tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    """Each record once, also of two equal rows without ids. Nothing that is printed shows what a message holds.

    The topic is the engines': it has partitions of their number, and their transactions leave gaps in its offsets.
    """

    async def create() -> None:
        async with admin(streams) as client:
            await client.create_topics([NewTopic(name_of(streams, EHR_IN), 5, 1)])
        await create_topics(streams)

    asyncio.run(create())
    # A household has the name of the chart that was known first, here and in the run: under half of the recipients the
    # same, since in the stream the charts of this one are learnt one after the other.
    env = _env(streams, tmp_path / "home", keyring_path) | {"REDACTOR_RECIPIENT": "enclave-2"}
    row = _lines(source / "clinical_records.ndjson")[0]
    values = _values(source)
    _write(streams, [*values[::2], *POISON, *values[1::2]])
    _write(streams, [row, row], transaction=streams.prefix + "engine")
    for name in ("again", "once more"):
        (source / f"{name}.ndjson").write_bytes(row)
    done = in_process("run", source, tmp_path / "released", env=env | {"REDACTOR_HOME": str(tmp_path / "run")})
    assert done.returncode == 0, done.stderr
    printed = []
    for commits in (0, 1):
        killed = _start(env | {"COMMITS": str(commits)}, "streams", "router", code=KILLED)
        printed += _ended(killed, -signal.SIGKILL)
    (tmp_path / "cwd").mkdir()
    out, err = _ended(_start(env, "streams", "router", "--drain", "--json", cwd=tmp_path / "cwd"), 0)
    assert json.loads(out)["unread"] <= 5 and not list((tmp_path / "cwd").iterdir())
    assert not [text for text in (*printed, out, err) if PLANTED in text]
    assert len(asyncio.run(read_all(streams, RAW, 3))) > len(values) + len(POISON) + 2
    done = in_process("streams", "worker", "--drain", env=env)
    assert done.returncode == 0, done.stderr
    done = in_process("streams", "export", tmp_path / "out", "--drain", "--json", env=env)
    assert done.returncode == 1, done.stderr
    assert Counter(payloads(tmp_path / "out")) == Counter(payloads(tmp_path / "released"))
    quarantined = json.loads(done.stdout)["outcomes"]["quarantined"]
    assert quarantined == len(POISON)


@pytest.mark.slow  # a process of Faust that waits
def test_an_agent_that_stalls_ends_the_router(streams: StreamsSettings, tmp_path: Path, keyring_path: Path) -> None:
    asyncio.run(create_topics(streams))
    env = _env(streams, tmp_path / "home", keyring_path)
    _write(streams, [PLANTED.encode()])
    out, err = _ended(_start(env, "streams", "router", "--drain", code=STALLED), 2)
    assert "start the router again" in err and PLANTED not in out + err


@pytest.mark.slow
def test_markers_of_transactions_do_not_wait_and_offsets_of_another_topic_do_not_count(
    streams: StreamsSettings,
) -> None:
    place = TopicPartition(name_of(streams, EHR_IN), 0)

    async def commit(offset: int) -> None:
        options = {"bootstrap_servers": streams.servers, "group_id": router_group(streams)}
        async with AIOKafkaConsumer(**options, enable_auto_commit=False) as consumer:
            consumer.assign([place])
            await consumer.commit({place: offset})

    async def run() -> None:
        async with EhrOffsets(streams) as offsets:
            ends = await offsets.ends()
            assert ends == {0: 6, 1: 0, 2: 0} and await offsets.held(0, 0, 6) == [0, 2, 4]
            assert await offsets.following() == {0: 0, 1: 0, 2: 0} and await offsets.waiting(ends) == [0]
            await commit(3)
            assert await offsets.waiting(ends) == [0] and await offsets.waiting(ends, [1]) == []
            await commit(5)
            assert (await offsets.following())[0] == 5 and await offsets.waiting(ends) == []
            await commit(99)
            assert (await offsets.following())[0] == 0 and await offsets.waiting(ends) == [0]

    asyncio.run(create_topics(streams))
    _write(streams, [b"{}"] * 3, transaction=streams.prefix + "engine")
    asyncio.run(run())
