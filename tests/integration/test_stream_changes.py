"""Worker and exporter over a real Kafka while an opt-out, a withdrawal and a wrong setting come under their feet."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from redactor.settings import StreamsSettings
from streams.topics import create_topics
from tests.audit_kit import audit_lines
from tests.conftest import Command

pytestmark = [pytest.mark.services, pytest.mark.slow]
SECONDS = 120
CHANGED = "the configuration has changed"


def patient(number: int, version: int) -> dict[str, object]:
    return {"resourceType": "Patient", "id": f"p{number}", "name": [{"family": f"Quorn{version}"}]}


def weight(number: int, grams: int) -> dict[str, object]:
    return {
        "resourceType": "Observation", "id": f"w{grams}", "status": "final",
        "subject": {"reference": f"Patient/p{number}"},
        "code": {"coding": [{"system": "http://loinc.org", "code": "29463-7"}]},
        "valueQuantity": {"value": grams, "unit": "g", "system": "http://unitsofmeasure.org", "code": "g"},
    }  # fmt: skip


class Live:
    """A stream on one host whose worker and exporter run."""

    def __init__(self, folder: Path, streams: StreamsSettings, keyring: Path, in_process: Command) -> None:
        self.folder, self._call = folder, in_process
        self.opt_out = folder / "opt-out.txt"
        self.opt_out.touch()
        self.env = {
            "REDACTOR_HOME": str(folder / "home"), "REDACTOR_KEYRING": str(keyring), "REDACTOR_AS_OF": "2026-01-01",
            "REDACTOR_DETECTORS": '["patterns","known"]', "REDACTOR_OPT_OUT": str(self.opt_out),
            "REDACTOR_STREAMS__SERVERS": str(streams.servers), "REDACTOR_STREAMS__PREFIX": streams.prefix,
            "REDACTOR_STREAMS__PARTITIONS": str(streams.partitions), "REDACTOR_STREAMS__REPLICATION": "1",
            "REDACTOR_STREAMS__DELIVERY_SECONDS": "1",
        }  # fmt: skip
        self.state, self.out = folder / "state", folder / "out"
        commands = {"worker": ("worker",), "exporter": ("export", self.out, "--state", self.state)}
        self.running = {name: self._start(name, args) for name, args in commands.items()}

    def _start(self, name: str, args: tuple[object, ...]) -> subprocess.Popen[bytes]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
        with (self.folder / f"{name}.log").open("wb") as log:
            command = [sys.executable, "-m", "redactor", "streams", *map(str, args)]
            return subprocess.Popen(command, env=kept | self.env, stdout=log, stderr=log)

    def redactor(self, *args: str | Path) -> None:
        done = self._call(*args, env=self.env)
        assert done.returncode == 0, done.stderr

    def ingest(self, name: str, *records: dict[str, object]) -> None:
        source = self.folder / name
        source.mkdir()
        (source / "r.ndjson").write_text("".join(json.dumps(r) + "\n" for r in records))
        self.redactor("streams", "ingest", source)

    def told(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def outcomes(self) -> Counter[str]:
        """Outcome and reason of each record so far."""
        entries = [json.loads(line) for line in audit_lines(self.state)] if self.state.exists() else []
        return Counter(e["reason"] or e["outcome"] for e in entries)

    def released(self) -> str:
        return "".join(path.read_text() for path in self.out.glob("records-*"))

    def wait(self, is_there: Callable[[], bool]) -> None:
        since = time.monotonic()
        while not is_there():
            ended = {name: self.told(name) for name, process in self.running.items() if process.poll() is not None}
            assert not ended and time.monotonic() - since < SECONDS, (ended, self.outcomes())
            time.sleep(0.2)

    def end(self) -> None:
        for process in self.running.values():
            process.send_signal(signal.SIGKILL)
        for process in self.running.values():
            process.wait()


@pytest.fixture
def live(streams: StreamsSettings, tmp_path: Path, keyring_path: Path, in_process: Command) -> Iterator[Live]:
    asyncio.run(create_topics(streams))
    made = Live(tmp_path, streams, keyring_path, in_process)
    try:
        yield made
    finally:
        made.end()


def test_an_opt_out_reaches_a_stream_that_runs(live: Live) -> None:
    live.ingest("first", patient(1, 1), patient(2, 1), weight(1, 70_000))
    live.wait(lambda: live.outcomes() == {"released": 3})
    live.opt_out.write_text("p1\n")
    live.wait(lambda: all(CHANGED in live.told(name) for name in live.running))
    live.ingest("second", patient(1, 2), patient(2, 2), weight(1, 71_000), weight(2, 82_000))
    live.wait(lambda: live.outcomes().total() >= 7 and live.outcomes()["released"] >= 5)
    assert live.outcomes() - Counter({"other-configuration": 9}) == {"released": 5, "opted-out": 2}
    live.wait(lambda: "82000" in live.released())
    assert "71000" not in live.released()
    live.end()
    live.redactor("streams", "export", live.out, "--state", live.state, "--drain")  # completes what was interrupted
    live.redactor("verify", live.out)


def test_the_withdrawal_of_a_schema_reaches_a_stream_that_runs(live: Live) -> None:
    live.ingest("first", patient(1, 1), weight(1, 70_000))
    live.wait(lambda: live.outcomes() == {"released": 2})
    live.redactor("schema", "withdraw", "fhir/r4/Observation", "--by", "A. Steward")
    live.wait(lambda: CHANGED in live.told("worker"))
    live.ingest("second", patient(1, 2), weight(1, 71_000))
    live.wait(lambda: live.outcomes().total() == 4)
    assert live.outcomes() == {"released": 3, "schema-approval-withdrawn": 1}


def test_a_configuration_that_cannot_be_used_ends_the_worker(live: Live) -> None:
    live.ingest("first", patient(1, 1))
    live.wait(lambda: live.outcomes() == {"released": 1})
    live.opt_out.write_bytes(b"\xff\xfe\x00")
    worker = live.running.pop("worker")
    assert worker.wait(SECONDS) == 2
    assert "opt_out: the file cannot be read" in live.told("worker")
    assert live.running.pop("exporter").wait(SECONDS) == 2
