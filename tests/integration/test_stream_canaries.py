"""A worker that reads canaries over a real Kafka: records leave as without them, and what they show is told."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from redactor.keys import Keyring
from redactor.sample.sink import write_sink
from redactor.settings import StreamsSettings
from streams.envelope import Envelope, Envelopes
from streams.topics import DEID, KNOWN, RAW, create_topics, name_of
from tests.conftest import Command
from tests.integration.stream_kit import delete_topics, own_settings, read_all

pytestmark = [pytest.mark.services, pytest.mark.slow]
SECONDS = 120


@dataclass
class Stream:
    """A stream with one partition, and its own home and OUT. rate: of canaries."""

    streams: StreamsSettings
    folder: Path
    keyring: Path
    command: Command
    rate: int
    detectors: str = '["patterns","known","student"]'

    @property
    def env(self) -> dict[str, str]:
        mine = {
            "HOME": str(self.folder / "home"), "KEYRING": str(self.keyring), "AS_OF": "2026-01-01", "PROFILE": "hips",
            "BATCH_RECORDS": "1", "DETECTORS": self.detectors, "CANARIES__RATE": str(self.rate),
            "LOG_FORMAT": "json", "STREAMS__SERVERS": str(self.streams.servers), "STREAMS__PREFIX": self.streams.prefix,
            "STREAMS__PARTITIONS": "1", "STREAMS__REPLICATION": "1", "STREAMS__ONE_HOST": "true",
        }  # fmt: skip
        kept = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
        return kept | {f"REDACTOR_{k}": v for k, v in mine.items()}

    def run(self, status: int, *args: object) -> str:
        done = self.command("streams", *args, env=self.env)
        assert done.returncode == status, done.stderr
        return done.stdout

    def status(self) -> tuple[int, dict[str, Any], dict[str, Any]]:
        """The exit code of `streams status`, what it tells, and what it tells of the worker's canaries."""
        done = self.command("streams", "status", "--json", env=self.env)
        told = json.loads(done.stdout)
        shown = [p["canaries"] for p in told["processes"] if p["kind"] == "worker" and p["canaries"] is not None]
        return done.returncode, told, *(shown or [{"read": 0, "failed": 0, "recall": {}, "alarm": []}])

    @contextmanager
    def worker(self) -> Iterator[Path]:
        """A worker that a signal ends, with exit code 0. Yields its log."""
        log = self.folder / "worker.log"
        with log.open("w") as file:
            worker = subprocess.Popen(
                [sys.executable, "-m", "redactor", "streams", "worker"], env=self.env, stderr=file
            )
            try:
                yield log
                worker.send_signal(signal.SIGTERM)
                assert worker.wait(SECONDS) == 0, log.read_text()
            finally:
                worker.kill()
                worker.wait()

    def messages(self, topic: str) -> list[tuple[int, int, bytes | None, bytes | None]]:
        found = asyncio.run(read_all(self.streams, topic, 1))
        return [(m.partition, m.offset, m.key, m.value) for m in found]

    def is_processed(self) -> bool:
        return len(self.messages(DEID)) == len(self.messages(RAW)) and not self.status()[1]["workers"]["waiting"]

    def has_read(self, canaries: int) -> bool:
        return bool(self.status()[2]["read"] >= canaries)

    def home(self) -> dict[str, bytes]:
        """Every file of home but the process files; SQLite writes marks of readers into -shm."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted((self.folder / "home").rglob("*"))
            if path.is_file() and path.parent.name != "processes" and path.suffix != ".db-shm"
        }

    def envelopes(self) -> list[Envelope]:
        """Every envelope, but for how far home had read the known values when its record was processed."""
        decode = Envelopes(Keyring.load(str(self.keyring)), name_of(self.streams, DEID)).decode
        return [replace(decode(key, value), known=0) for _, _, key, value in self.messages(DEID)]

    def out(self) -> dict[str, bytes]:
        """The files of OUT, the manifest without the name of the exporter's journal and what seals it."""
        files = {p.name: p.read_bytes() for p in sorted((self.folder / "out").iterdir())}
        manifest = json.loads(files.pop("manifest.json"))
        for own in ("input", "mac", "signature"):
            del manifest[own]
        return files | {"manifest.json": json.dumps(manifest).encode()}


Make = Callable[..., Stream]


@pytest.fixture
def make(kafka_servers: str, tmp_path: Path, keyring_path: Path, in_process: Command) -> Iterator[Make]:
    made: list[Stream] = []

    def stream(name: str, rate: int, **more: str) -> Stream:
        streams = own_settings(kafka_servers).model_copy(update={"partitions": 1})
        (tmp_path / name).mkdir()
        made.append(Stream(streams, tmp_path / name, keyring_path, in_process, rate, **more))
        asyncio.run(create_topics(streams))
        return made[-1]

    yield stream
    for one in made:
        delete_topics(one.streams)


def wait_for(happens: Callable[[], bool], log: Path) -> None:
    end = time.monotonic() + SECONDS
    while not happens():
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.3)


def sources(folder: Path) -> list[Path]:
    """Two sinks of other patients."""
    for seed in (4, 5):
        write_sink(folder / str(seed), 1, seed)
    return [folder / "4" / "records", folder / "5" / "records"]


def test_records_leave_as_without_canaries_and_nothing_else_knows_of_them(make: Make, tmp_path: Path) -> None:
    plain, watched = make("plain", 0), make("watched", 3600)
    for one in (plain, watched):
        with one.worker() as log:
            for source in sources(tmp_path / one.folder.name):
                one.run(0, "ingest", source)
                wait_for(one.is_processed, log)
                if one.rate:  # canaries stand before, between and behind records
                    home, topics = one.home(), [one.messages(topic) for topic in (RAW, DEID, KNOWN)]
                    before = one.status()[2]["read"]
                    wait_for(partial(one.has_read, before + 3), log)
                    assert one.home() == home
                    assert [one.messages(topic) for topic in (RAW, DEID, KNOWN)] == topics
        code, told, canaries = one.status()
        if one.rate:
            assert canaries["recall"]["PATIENT"] > 0.5 and canaries["failed"] == 0
        else:
            assert canaries["read"] == 0
        assert code == 1 and {f["code"] for f in told["findings"]} == {"no-exporter"}
        one.run(0, "export", one.folder / "out", "--drain", "--state", one.folder / "state")
    assert watched.out() == plain.out() and len(plain.out()) > 1
    assert len(plain.envelopes()) > 20
    assert watched.envelopes() == plain.envelopes()
    names = [sorted(Path(path).name for path in one.home()) for one in (plain, watched)]
    assert names[0] == names[1]


def test_a_detector_that_misses_sets_off_the_alarm(make: Make) -> None:
    blind = make("blind", 3600, detectors='["known"]')
    with blind.worker() as log:
        wait_for(lambda: bool(blind.status()[2]["alarm"]), log)
        code, told, canaries = blind.status()
        assert code == 1 and "canary-alarm" in [f["code"] for f in told["findings"]]
        assert min(canaries["recall"].values()) == 0
        shown = blind.command("streams", "status", env=blind.env)
        assert shown.returncode == 1 and "lowest recall 0.00 (" in shown.stdout, shown.stdout
        wait_for(partial(blind.has_read, canaries["read"] + 2), log)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    alarms = [line for line in lines if line["event"] == "canary-alarm"]
    entities = [entity for line in alarms for entity in line["fields"]["recall"]]
    assert alarms and {line["level"] for line in alarms} == {"error"}
    assert len(entities) == len(set(entities)), "each entity once"
    assert "the recall of canaries is below canaries.alarm_below" in alarms[0]["message"]
