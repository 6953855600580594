"""Runs that ask an LLM whose answers change from one request to the next: what repeats is the cache of answers."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command
from tests.unit.detect.cascade.canary_kit import hidden_id
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer, question

_PATIENTS = "6"
pytestmark = pytest.mark.slow


class Fickle:
    """Clears or keeps what it is asked about at random, and each time anew. seconds: that an answer takes."""

    def __init__(self, seconds: float = 0) -> None:
        self._random = random.Random(5)
        self._seconds = seconds

    def __call__(self, request: Mapping[str, Any]) -> Reply:
        items = request["response_format"]["json_schema"]["schema"]["properties"]["answers"]["items"]["properties"]
        given = [
            {"id": id, "verdict": self._random.choice(items["verdict"]["enum"]), "entity": "NONE"}
            for id in items["id"]["enum"]
        ]
        hidden = hidden_id(question(request))
        given = [one | {"verdict": "phi"} if one["id"] == hidden else one for one in given]
        told = answer({"answers": given})
        return Reply(told.status, told.headers, told.body, before=self._seconds)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory, command: Command) -> Path:
    out = tmp_path_factory.mktemp("ehr")
    done = command("sample", out, "--patients", _PATIENTS, "--seed", "5")
    assert done.returncode == 0, done.stderr
    return out / "records"


def settings(server: ScriptedServer, keyring: Path, home: Path, **more: Any) -> dict[str, str]:
    llm = {"base_url": server.url, "model": "scripted"}
    own = {"KEYRING": str(keyring), "HOME": str(home), "DETECTORS": '["patterns","known"]', "LLM": json.dumps(llm)}
    return {f"REDACTOR_{name}": str(value) for name, value in (own | more).items()}


def released(out: Path) -> dict[str, bytes]:
    """The files of OUT; the manifest names its run."""
    files = [p for p in sorted(out.rglob("*")) if p.is_file() and p.name != "manifest.json"]
    return {str(p.relative_to(out)): p.read_bytes() for p in files}


def test_workers_and_batches_give_equal_bytes_over_one_cache(
    records: Path, tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    outs, asked = [], []
    with ScriptedServer(Fickle()) as server:
        for n, (workers, batch) in enumerate(((4, 7), (1, 500), (1, 3))):
            env = settings(server, keyring_path, tmp_path / "home", BATCH_RECORDS=batch)
            done = in_process("run", records, tmp_path / f"out{n}", "--workers", str(workers), env=env)
            assert done.returncode in (0, 1), done.stderr
            outs.append(released(tmp_path / f"out{n}"))
            asked.append(len(server.asked))
    assert outs[0] == outs[1] == outs[2] and len(outs[0]) > 3
    assert asked[0] > 5 and asked[0] == asked[1] == asked[2]  # all answers of later runs came from the cache


def kill_when_asked(server: ScriptedServer, times: int, *args: str | Path, env: Mapping[str, str]) -> None:
    """Start a command, and kill it once the server was asked so often."""
    command = [sys.executable, "-m", "redactor", *map(str, args)]
    process = subprocess.Popen(command, env=os.environ | env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        began = time.monotonic()
        while len(server.asked) < times and process.poll() is None and time.monotonic() - began < 120:
            time.sleep(0.01)
        assert process.poll() is None, "the run was over before it was killed"
    finally:
        process.kill()
        process.wait()


def test_a_run_that_is_killed_and_resumed_gives_the_bytes_of_one_that_was_not(
    records: Path, tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    with ScriptedServer(Fickle(seconds=0.1)) as server:
        env = settings(server, keyring_path, tmp_path / "home", BATCH_RECORDS=5)
        kill_when_asked(server, 4, "run", records, tmp_path / "out", "--workers", "1", env=env)
        for out in ("out", "whole"):
            done = in_process("run", records, tmp_path / out, "--workers", "1", env=env)
            assert done.returncode in (0, 1), done.stderr
    assert released(tmp_path / "out") == released(tmp_path / "whole")


class Counting:
    """Answers as `Fickle`, and counts each question by what it asks. seconds: of each answer."""

    def __init__(self, seconds: float) -> None:
        self._say = Fickle(seconds)
        self.times: Counter[str] = Counter()

    def __call__(self, request: Mapping[str, Any]) -> Reply:
        self.times[question(request)] += 1
        return self._say(request)


def test_a_kill_pays_twice_for_what_was_under_way_alone(
    tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    """One batch of notes of one group, of which nothing is done when the run is killed."""
    notes = [
        {"resourceType": "Observation", "id": f"o{n}", "status": "final", "subject": {"reference": f"Patient/p{n}"},
         "code": {"text": "note"}, "note": [{"text": f"Seen with Juniper on the ward, will call Okafor re: labs {n}."}]}
        for n in range(40)
    ]  # fmt: skip
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ndjson").write_text("\n".join(map(json.dumps, notes)))
    in_flight = 4
    script = Counting(seconds=0.2)
    with ScriptedServer(script) as server:
        llm = {"base_url": server.url, "model": "scripted", "max_in_flight": in_flight, "ask_above": 0.001}
        detectors = '["patterns","known","student"]'
        env = settings(server, keyring_path, tmp_path / "home", LLM=json.dumps(llm), DETECTORS=detectors)
        kill_when_asked(server, 20, "run", tmp_path / "in", tmp_path / "out", env=env)
        killed = len(script.times)
        assert killed >= 20 and set(script.times.values()) == {1}
        assert not list((tmp_path / "out").iterdir())
        done = in_process("run", tmp_path / "in", tmp_path / "out", env=env)
        assert done.returncode in (0, 1), done.stderr
    assert len(script.times) >= len(notes)
    assert max(script.times.values()) <= 2
    assert sum(times > 1 for times in script.times.values()) <= in_flight
