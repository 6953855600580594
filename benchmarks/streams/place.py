"""Topics of one benchmark on a real Kafka, the `redactor streams` commands over them, and the CPU time they take."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from aiokafka import AIOKafkaConsumer, ConsumerRecord

from benchmarks.common import workplace
from redactor.keys import Keyring
from redactor.settings import Settings, StreamsSettings
from streams.connection import admin, client_options
from streams.topics import create_topics, partitions_of

SERVERS = os.environ.get("REDACTOR_STREAMS__SERVERS", "127.0.0.1:9202")
PARTITIONS = 3
_AS_OF = "2026-01-01"
_STOP_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Used:
    """Seconds of a command. cpu: of its process and of those that it started."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Place:
    """A temporary folder with a keyring and a home, and topics under a prefix of their own."""

    folder: Path
    settings: Settings

    @property
    def streams(self) -> StreamsSettings:
        return self.settings.streams

    @property
    def keyring(self) -> Keyring:
        return Keyring.load(self.settings.keyring)

    def file(self, name: str, lines: Iterable[bytes]) -> Path:
        """A file of these lines in a folder of its own."""
        path = self.folder / name / "records.ndjson"
        path.parent.mkdir()
        with path.open("wb") as f:
            f.writelines(line + b"\n" for line in lines)
        return path.parent

    def start(self, *args: object) -> subprocess.Popen[bytes]:
        """`redactor ...` in the background."""
        streams = self.streams
        own = {
            "HOME": self.settings.home,
            "KEYRING": self.settings.keyring,
            "AS_OF": _AS_OF,
            "DETECTORS": '["patterns","known"]',
            "STREAMS__SERVERS": streams.servers,
            "STREAMS__PREFIX": streams.prefix,
            "STREAMS__PARTITIONS": streams.partitions,
            "STREAMS__REPLICATION": streams.replication,
        }
        others = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
        env = others | {f"REDACTOR_{k}": str(v) for k, v in own.items()}
        command = [sys.executable, "-m", "redactor", *map(str, args)]
        return subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)

    def run(self, *args: object) -> Used:
        """`redactor ...` to its end. Quarantined records are no failure."""
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        code = self.start(*args).wait()
        wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        if code not in (0, 1):
            raise RuntimeError(f"redactor {args[0]} {args[1]} ended with {code}")
        return Used(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    def ends(self, topic: str) -> dict[int, int]:
        """The end of each partition. topic: without the prefix."""
        return asyncio.run(_ends(self.streams, topic))

    def count(self, topic: str) -> int:
        return sum(self.ends(topic).values())

    def wait_for(self, topic: str, messages: int, seconds: float) -> None:
        """Return when the topic holds that many messages."""
        until = time.monotonic() + seconds
        while self.count(topic) < messages:
            if time.monotonic() > until:
                raise RuntimeError(f"{topic} did not reach {messages:,} messages in {seconds:,.0f} s")
            time.sleep(0.5)

    def messages(self, topic: str) -> dict[int, list[ConsumerRecord[bytes, bytes]]]:
        """All of a topic, by partition and in order. timestamp: when the broker appended it, in milliseconds."""
        return asyncio.run(_messages(self.streams, topic))


@contextmanager
def place(**settings: object) -> Iterator[Place]:
    """A place with topics, which are deleted at the end."""
    streams = StreamsSettings(
        servers=SERVERS, prefix=f"bench-{uuid.uuid4().hex}.", partitions=PARTITIONS, replication=1, one_host=True
    )
    with workplace(streams=streams, as_of=_AS_OF, **settings) as (folder, made):
        try:
            asyncio.run(create_topics(streams))
            yield Place(folder, made)
        finally:
            asyncio.run(_delete(streams))


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a command that was started, by a signal."""
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def peak(process: subprocess.Popen[bytes]) -> float:
    """Peak memory of the process alone in megabytes (10^6 bytes); 0 when it has ended."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return 0.0
    return next((int(x.split()[1]) * 1024 / 1e6 for x in status.splitlines() if x.startswith("VmHWM")), 0.0)


async def _ends(streams: StreamsSettings, topic: str) -> dict[int, int]:
    places = partitions_of(streams, topic)
    async with AIOKafkaConsumer(**client_options(streams)) as consumer:
        return {p.partition: n for p, n in (await consumer.end_offsets(places)).items()}


async def _messages(streams: StreamsSettings, topic: str) -> dict[int, list[ConsumerRecord[bytes, bytes]]]:
    places = partitions_of(streams, topic)
    found: dict[int, list[ConsumerRecord[bytes, bytes]]] = {p.partition: [] for p in places}
    options = client_options(streams) | {"enable_auto_commit": False, "auto_offset_reset": "earliest"}
    async with AIOKafkaConsumer(**options) as consumer:
        ends = await consumer.end_offsets(places)
        consumer.assign(places)
        while any(len(found[p.partition]) < ends[p] for p in places):
            for p, messages in (await consumer.getmany(timeout_ms=500)).items():
                found[p.partition] += messages
    return found


async def _delete(streams: StreamsSettings) -> None:
    async with admin(streams) as client:
        mine = [name for name in await client.list_topics() if name.startswith(streams.prefix)]
        if mine:
            await client.delete_topics(mine)
