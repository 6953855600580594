"""The console over a real Kafka: what waits, and a patient who is forgotten in every home of the stream."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path

import pytest

from redactor.settings import StreamsSettings
from streams.topics import RAW, create_topics, name_of
from tests.conftest import Command
from tests.unit.service.console_kit import Steward, access_lines, add_tokens, finished, words
from tests.unit.service.serve_kit import environment, served

pytestmark = [pytest.mark.services, pytest.mark.slow]
PATIENT = "vexholm-77120934"


def env_of(folder: Path, keyring: Path, streams: StreamsSettings) -> dict[str, str]:
    told = {"servers": streams.servers, "prefix": streams.prefix, "partitions": streams.partitions}
    told |= {"replication": streams.replication}
    return environment(folder, keyring) | {f"REDACTOR_STREAMS__{n.upper()}": str(v) for n, v in told.items()}


def test_what_waits_is_drawn_and_forgetting_reaches_the_stream(
    streams: StreamsSettings, tmp_path: Path, keyring_path: Path, called: Command
) -> None:
    env = env_of(tmp_path, keyring_path, streams)
    with served(tmp_path, env, add_tokens(called, env, "admin"), "--console") as service:
        person = Steward(service, "admin")
        while f"no topic {name_of(streams, RAW)}" not in words(person.get("/console/live")):
            time.sleep(0.2)
        page = finished(person, person.post("/console/forget/look", {"patient": PATIENT}))
        hidden = dict(re.findall(r'<input type="hidden" name="(of|source)" value="([^"]*)">', page.body.decode()))
        failed = finished(person, person.post("/console/forget/erase", {"patient": PATIENT, **hidden}))
        assert "topic" in words(failed) and PATIENT not in failed.body.decode()
        asyncio.run(create_topics(streams))
        done = finished(person, person.post("/console/forget/erase", {"patient": PATIENT, **hidden}))
        assert "the stream withholds records of this id from now on" in words(done), words(done)
        assert json.loads(access_lines(tmp_path)[-1])["command"] == "console-forget"
        assert PATIENT not in service.told() + "".join(access_lines(tmp_path))
    with served(tmp_path, env, add_tokens(called, env, "second=review"), "--console") as service:
        person = Steward(service, "second")
        while "Stream: waiting for workers" not in (told := words(person.get("/console/live/plots"))):
            time.sleep(0.2)
        assert "topic" not in told
