"""What long-running commands write to stderr over a real Kafka: lines with a time and a level, and no PHI."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiokafka import AIOKafkaProducer

from redactor.keys import Keyring
from redactor.settings import StreamsSettings
from streams.connection import producer_options
from streams.topics import EHR_IN, create_topics, name_of

pytestmark = pytest.mark.services
LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warning|error) \S.*")
RECORDS = (
    '{"resourceType":"Patient","id":"p1","birthDate":"1950-03-02","name":[{"family":"Quillfeather","given":["Ann"]}]}\n'
    '{"resourceType":"Observation","id":"o1","status":"final","code":{"text":"x"},"subject":{"reference":"Patient/p1"},'
    '"note":[{"text":"Seen with Ann Quillfeather."}]}\n'
    '{"resourceType":"Quillfeather"\n'
)


class Desk:
    """A home with a keyring, and processes over it; all are ended with the test."""

    def __init__(self, streams: StreamsSettings, folder: Path) -> None:
        self.streams, self.folder = streams, folder
        self.processes: list[subprocess.Popen[bytes]] = []
        Keyring.generate().save(folder / "keys.json")
        self.env = {
            "PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONPATH": os.pathsep.join(sys.path),
            "REDACTOR_HOME": str(folder / "home"), "REDACTOR_KEYRING": str(folder / "keys.json"),
            "REDACTOR_AS_OF": "2026-01-01", "REDACTOR_DETECTORS": '["patterns","known"]',
            "REDACTOR_STREAMS__SERVERS": str(streams.servers), "REDACTOR_STREAMS__PREFIX": streams.prefix,
            "REDACTOR_STREAMS__PARTITIONS": str(streams.partitions), "REDACTOR_STREAMS__REPLICATION": "1",
        }  # fmt: skip
        asyncio.run(create_topics(streams))
        self.drop = folder / "drop"
        self.drop.mkdir()

    def start(self, *args: object, **env: str) -> Path:
        """Start a command; what it writes to stderr grows in the returned file."""
        log = self.folder / f"{len(self.processes)}.log"
        with log.open("w") as file:
            command = [sys.executable, "-m", "redactor", *map(str, args)]
            self.processes.append(subprocess.Popen(command, env=self.env | env, stdout=file, stderr=subprocess.STDOUT))
        return log

    def ends(self, log: Path) -> tuple[int, list[str]]:
        """End the process of a log by a signal. Returns its exit code and the lines."""
        process = self.processes[int(log.stem)]
        process.send_signal(signal.SIGTERM)
        return process.wait(60), log.read_text().splitlines()


@pytest.fixture
def desk(streams: StreamsSettings, tmp_path: Path) -> Any:
    made = Desk(streams, tmp_path)
    yield made
    for process in made.processes:
        if process.poll() is None:
            process.kill()
        process.wait()


def wait_for(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not happens():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.1)


def has(log: Path, *words: str) -> Callable[[], bool]:
    return lambda: all(word in log.read_text() for word in words)


def drop(desk: Desk, name: str, text: str = RECORDS) -> None:
    (desk.drop / f"{name}.part").write_text(text)
    (desk.drop / f"{name}.part").rename(desk.drop / f"{name}.ndjson")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "json"])
def test_every_line_of_a_stream_has_a_time_and_a_level_and_no_phi(desk: Desk, form: str) -> None:
    env = {"REDACTOR_LOG_FORMAT": form}
    ingest = desk.start("streams", "ingest", desk.drop, "--watch", "--settle", 0, "--log-format", form)
    router = desk.start("streams", "router", **env)
    worker = desk.start("streams", "worker", **env)
    export = desk.start("streams", "export", desk.folder / "out", "--log-format", form)

    async def send() -> None:
        async with AIOKafkaProducer(**producer_options(desk.streams)) as producer:
            for line in RECORDS.splitlines():
                await producer.send_and_wait(name_of(desk.streams, EHR_IN), line.encode(), key=b"p1")

    wait_for(has(router, "publishing what ehr.in.v1 holds"))
    drop(desk, "Quillfeather")
    asyncio.run(send())
    wait_for(has(ingest, "waiting for files"))
    wait_for(has(worker, "processing records"))
    wait_for(has(export, "exporting records"))
    time.sleep(1)
    for log in (ingest, router, worker, export):
        code, lines = desk.ends(log)
        assert code == 0 and len(lines) >= 2, lines
        assert "quillfeather" not in "".join(lines).lower()
        for line in lines:
            if form == "text":
                assert LINE.fullmatch(line), line
            else:
                found = json.loads(line)
                assert [*found] == ["ts", "level", "event", "message", "fields"] and found["message"]
                assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", found["ts"])
                assert found["level"] in ("info", "warning", "error") and found["event"]


FULL = """
import shutil, types
shutil.disk_usage = lambda path: types.SimpleNamespace(used=83 * 10**9, free=17 * 10**9)
"""


@pytest.mark.slow
def test_every_long_running_process_warns_of_a_disk_and_status_shows_it(desk: Desk) -> None:
    (desk.folder / "sitecustomize.py").write_text(FULL)
    env = {"PYTHONPATH": os.pathsep.join([str(desk.folder), desk.env["PYTHONPATH"]])}
    commands = [
        ("ingest", desk.drop, "--watch"), ("router",), ("worker",), ("export", desk.folder / "out"),
    ]  # fmt: skip
    logs = [desk.start("streams", *command, **env) for command in commands]
    for log in logs:
        wait_for(has(log, " warning the file system of home", " is 83 % full, with 17.0 GB free"))
    status = subprocess.run(
        [sys.executable, "-m", "redactor", "streams", "status", "--json"],
        env=desk.env,
        capture_output=True,
        check=False,
    )
    assert status.returncode == 1
    found = [f for f in json.loads(status.stdout)["findings"] if f["code"] == "disk-nearly-full"]
    assert {f["text"].split(" is ")[0] for f in found} == {
        "the file system of home", "the file system of home and the drop folder",
        "the file system of home, the state and OUT",
    }  # fmt: skip
    assert all(f["needs_person"] and "free space" in f["do"] for f in found)


def test_an_error_that_ends_a_command_is_a_line_too(desk: Desk) -> None:
    log = desk.start("streams", "worker", "--log-format", "json", REDACTOR_KEYRING=str(desk.folder / "none.json"))
    assert desk.processes[-1].wait(60) == 2
    last = json.loads(log.read_text().splitlines()[-1])
    assert (last["level"], last["event"], last["fields"]) == ("error", "error", {"exit_code": 2})


@pytest.mark.slow
def test_a_scan_that_finds_nothing_writes_nothing(desk: Desk) -> None:
    log = desk.start("streams", "ingest", desk.drop, "--watch", "--settle", 0)
    drop(desk, "first")
    wait_for(has(log, "waiting for files (1 files"))
    before = log.read_text()
    drop(desk, "again")  # a content that is finished already
    (desk.drop / "unfinished.part").touch()
    wait_for(lambda: not (desk.drop / "again.ndjson").exists() and len([*(desk.drop / "done").iterdir()]) == 2)
    time.sleep(12)  # two scans more
    assert log.read_text() == before
