"""What leaves through Kafka is what `redactor run` releases over the same files."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from redactor.keys import Keyring
from redactor.sample.sink import write_sink
from redactor.settings import StreamsSettings
from tests.conftest import Command
from tests.integration.stream_kit import payloads

pytestmark = pytest.mark.services


def test_the_output_is_that_of_a_run_record_by_record(
    streams: StreamsSettings, tmp_path: Path, in_process: Command
) -> None:
    """Under `hips`: stand-ins depend on known values, households and sites, and so on all that the topics carry."""
    keys = tmp_path / "keys.json"
    Keyring.generate().save(keys)
    write_sink(tmp_path / "ehr", 2, 11)
    records, released, delivered = tmp_path / "ehr" / "records", tmp_path / "run", tmp_path / "stream"
    env = {
        "REDACTOR_KEYRING": str(keys), "REDACTOR_DETECTORS": '["patterns","known"]', "REDACTOR_PROFILE": "hips",
        "REDACTOR_AS_OF": "2025-06-01", "REDACTOR_STREAMS__SERVERS": str(streams.servers),
        "REDACTOR_STREAMS__PREFIX": streams.prefix, "REDACTOR_STREAMS__ONE_HOST": "true",
        "REDACTOR_STREAMS__PARTITIONS": str(streams.partitions),
        "REDACTOR_STREAMS__REPLICATION": "1",
    }  # fmt: skip

    def redactor(home: str, *args: str | Path) -> dict[str, Any]:
        done = in_process(*args, env=env | {"REDACTOR_HOME": str(tmp_path / home)})
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if "--json" in args else {}

    of_run = redactor("home-run", "run", records, released, "--json")
    redactor("home", "streams", "init")
    redactor("home", "streams", "ingest", records)
    redactor("home", "streams", "worker", "--drain")
    of_stream = redactor("home", "streams", "export", delivered, "--drain", "--json")
    assert of_stream["outcomes"] == of_run["outcomes"]
    assert Counter(payloads(delivered)) == Counter(payloads(released))
