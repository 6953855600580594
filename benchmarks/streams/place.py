"""Topics of one benchmark on a real Kafka, the `redactor streams` commands over them, and the CPU time they take."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
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
        own = {
            "HOME": self.settings.home,
            "KEYRING": self.settings.keyring,
            "AS_OF": _AS_OF,
            "DETECTORS": '["patterns","known"]',
        }
        for name, value in self.streams.model_dump(exclude_defaults=True).items():
            own[f"STREAMS__{name.upper()}"] = value if isinstance(value, str | Path) else json.dumps(value)
        others = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
        env = others | {f"REDACTOR_{k}": str(v) for k, v in own.items()}
        command = [sys.executable, "-m", "redactor", *map(str, args)]
        return subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)

    def run(self, *args: object) -> Used:
        """`redactor ...` to its end. Quarantined records are no failure."""
        return self.run_together(1, *args)

    def run_together(self, count: int, *args: object) -> Used:
        """So many of the same command at once, to the end of all."""
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        codes = {process.wait() for process in [self.start(*args) for _ in range(count)]}
        wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        if not codes <= {0, 1}:
            raise RuntimeError(f"redactor {args[0]} {args[1]} ended with {codes}")
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
def place(of_streams: Mapping[str, object] | None = None, **settings: object) -> Iterator[Place]:
    """A place with topics, which are deleted at the end. of_streams: settings, such as another broker."""
    own = {"servers": SERVERS, "partitions": PARTITIONS, "prefix": f"bench-{uuid.uuid4().hex}."}
    streams = StreamsSettings.model_validate({**own, "replication": 1, "one_host": True, **(of_streams or {})})
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


def resident(process: subprocess.Popen[bytes]) -> float:
    """Memory of the process and of those that it started, in megabytes (10^6 bytes); 0 when it has ended."""
    found, pids = 0, [process.pid]
    for pid in pids:
        with suppress(OSError, IndexError):
            found += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                pids += map(int, children.read_text().split())
    return found / 1e6


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
