"""`redactor streams` without a broker; with one: tests/integration/test_stream_topics.py."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from redactor.cli import streams_status
from redactor.cli.root import app
from redactor.keys import Keyring
from redactor.run.state.known_store import KnownStore
from redactor.run.state.skipped import FORGED, Skips
from streams.export import Exporter
from streams.observation import Known, Member, Observation, Partition, Process, Queue
from streams.processes import CanaryStatus, ProcessStatus


def test_help_has_an_example() -> None:
    for args in (
        ["streams", "--help"],
        ["streams", "init", "--help"],
        ["streams", "compact", "--help"],
        ["streams", "export", "--help"],
        ["streams", "router", "--help"],
        ["streams", "worker", "--help"],
        ["streams", "status", "--help"],
        ["streams", "skipped", "--help"],
    ):
        told = CliRunner().invoke(app, args)
        assert told.exit_code == 0 and "Example:" in told.output


def test_without_servers_the_setting_is_named() -> None:
    told = CliRunner().invoke(app, ["streams", "init"])
    assert told.exit_code == 2 and "streams.servers is not set" in told.output


def test_without_the_extra_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in sys.modules if n.split(".")[0] in ("streams", "aiokafka")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "aiokafka", None)
    told = CliRunner().invoke(app, ["streams", "init"])
    assert told.exit_code == 2 and "clinical-redactor[streams]" in told.output


@pytest.mark.parametrize("command", [["worker"], ["export", "out"]])
def test_what_a_stream_needs_and_a_run_does_not_is_asked_for(
    command: list[str], tmp_path: Path, keyring_path: Path
) -> None:
    env = {"REDACTOR_HOME": str(tmp_path), "REDACTOR_KEYRING": str(keyring_path), "REDACTOR_PROFILE": "hips"}
    told = CliRunner().invoke(app, ["streams", *command], env=env)
    assert told.exit_code == 2 and "streams.one_host" in told.output


@pytest.mark.parametrize(("more", "code"), [([], 0), (["--drain"], 1)], ids=["a signal ended it", "drained"])
def test_an_exporter_that_a_signal_ends_is_no_failure(
    more: list[str], code: int, tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ended(streams: object, keyring: object, exporter: Exporter, *_: object, **__: object) -> None:
        exporter.deliveries.finish()

    monkeypatch.setattr("redactor.cli.streams_run.wait_until_kafka_answers", lambda streams: True)
    monkeypatch.setattr("streams.export_topics.export", ended)
    monkeypatch.setattr(Exporter, "outcomes", lambda self: {"quarantined": 2, "released": 5})
    home, out = tmp_path / "home", tmp_path / "out"
    env = {"REDACTOR_HOME": str(home), "REDACTOR_KEYRING": str(keyring_path), "REDACTOR_AS_OF": "2026-01-01"}
    env |= {"REDACTOR_PROFILE": "hipaa-safe-harbor", "REDACTOR_STREAMS__SERVERS": "127.0.0.1:1"}
    told = CliRunner().invoke(app, ["streams", "export", str(out), *more], env=env)
    assert told.exit_code == code, told.output
    assert re.search(r"quarantined\W+2\W.*released\W+5\W", told.output, re.DOTALL), told.output


@pytest.mark.parametrize("command", [["worker"], ["export", "out"], ["router"], ["ingest", "in"]])
def test_what_starts_before_kafka_waits_and_then_says_why_it_ends(
    command: list[str], tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    monkeypatch.setattr("streams.connection.WAIT", 0.05)
    monkeypatch.setattr("streams.connection._PAUSES", (0.01, 0.01, 0.01))
    home = str(tmp_path / "home")
    env = {"REDACTOR_HOME": home, "REDACTOR_KEYRING": str(keyring_path), "REDACTOR_AS_OF": "2026-01-01"}
    env |= {"REDACTOR_PROFILE": "hipaa-safe-harbor", "REDACTOR_STREAMS__SERVERS": "127.0.0.1:1"}
    told = CliRunner().invoke(app, ["streams", *command], env=env)
    assert told.exit_code == 2 and "Kafka cannot be reached" in told.output
    assert "Kafka does not answer; waiting for it" in told.output


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["worker"], 0),
        (["router"], 0),
        (["export", "out"], 0),
        (["export", "out", "--drain"], 2),
        (["ingest", "in", "--watch"], 0),
        (["ingest", "in"], 2),
    ],
)
def test_a_signal_while_kafka_is_waited_for_is_no_failure_of_what_runs_for_ever(
    command: list[str], code: int, tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("streams", "streams_run"):
        monkeypatch.setattr(f"redactor.cli.{name}.wait_until_kafka_answers", lambda streams: False)
    env = {"REDACTOR_HOME": str(tmp_path / "home"), "REDACTOR_KEYRING": str(keyring_path)}
    env |= {"REDACTOR_AS_OF": "2026-01-01", "REDACTOR_PROFILE": "hipaa-safe-harbor"}
    env |= {"REDACTOR_STREAMS__SERVERS": "127.0.0.1:1"}
    assert CliRunner().invoke(app, ["streams", *command], env=env).exit_code == code


def test_status_without_kafka_says_so_and_makes_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    env = {"REDACTOR_HOME": str(home), "REDACTOR_STREAMS__SERVERS": "127.0.0.1:1"}
    told = CliRunner().invoke(app, ["streams", "status"], env=env)
    assert told.exit_code == 2 and "Kafka cannot be reached" in told.output and not home.exists()


def test_status_for_machines_is_asked_again_by_them() -> None:
    told = CliRunner().invoke(app, ["streams", "status", "--watch", "--json"])
    assert told.exit_code == 2 and "--json" in told.output


def test_status_never_says_that_none_runs_beside_a_process_that_does() -> None:
    behind = Queue((Partition(0, 0, 7, 0),))
    stuck = Process(ProcessStatus("router", "router-1", "", "routing", 100.0), True)
    seen = Observation(1000.0, behind, Queue(()), Known(0, None), (stuck,), (), 7.0)
    states = [row[-1] for row in streams_status._router_rows(seen)]
    assert states == ["1 not in the group; Kafka holds 7 records", "routing, for 15 min"]
    joined = replace(seen, router=replace(behind, members=(Member("router-1", "127.0.0.1", (0,), True),)))
    assert streams_status._router_rows(joined)[0][-1] == "1 running; Kafka holds 7 records"
    ended = replace(seen, processes=(Process(stuck.status, False),))
    assert streams_status._router_rows(ended)[0][-1] == "none running; Kafka holds 7 records"


def test_status_shows_the_lowest_recall_of_canaries() -> None:
    def shown(canaries: CanaryStatus | None) -> tuple[str, Any]:
        worker = Process(ProcessStatus("worker", "worker-1", "", "working", 100.0, canaries=canaries), True)
        seen = Observation(1000.0, None, Queue(()), Known(0, None), (worker,), (), 7.0)
        told = json.loads(json.dumps(streams_status.status_as_json(seen, [])))
        return streams_status._worker_rows(seen)[-1][-1], told["processes"][0]["canaries"]

    assert shown(None) == ("working, for 15 min", None)
    assert shown(CanaryStatus()) == (
        "working, for 15 min; canaries: 0 read", {"read": 0, "failed": 0, "recall": {}, "alarm": []},
    )  # fmt: skip
    low = CanaryStatus(1200, 3, {"DATE": 0.987, "PATIENT": 0.4166}, ("PATIENT",))
    text, told = shown(low)
    assert text == "working, for 15 min; canaries: 1,200 read, 3 failed, lowest recall 0.42 (PATIENT)"
    assert told == {"read": 1200, "failed": 3, "recall": low.recall, "alarm": ["PATIENT"]}


def test_skipped_messages_are_listed_shown_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring, topic = Keyring.generate(), "try.phi.known.v1"
    keyring.save(tmp_path / "keys.json")
    for name, value in {
        "HOME": str(tmp_path / "home"), "KEYRING": str(tmp_path / "keys.json"), "STREAMS__PREFIX": "try.",
        "STREAMS__SERVERS": "localhost:1",
    }.items():  # fmt: skip
        monkeypatch.setenv(f"REDACTOR_{name}", value)
    command = ["streams", "skipped"]
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 2 and "no copy of the known values" in told.output
    skips = Skips()
    skips.add(4711, FORGED, 86_400_000, b"\xffstray", b"PID|1||Quimby")
    with (
        KnownStore.open(tmp_path / "home" / "known.db", keyring, head_file=tmp_path / "keys.json.known") as store,
        store.transaction(topic, 5000, "id"),
    ):
        store.skipped.note(topic, True, skips)
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0 and "4,711" in told.output and "forged" in told.output and "1970-01-02" in told.output
    assert "Quimby" not in told.output and "1 skipped" in told.output
    told = CliRunner().invoke(app, [*command, "--json"])
    assert json.loads(told.stdout)["messages"] == [{"offset": 4711, "reason": "forged", "time": 86_400.0}]
    told = CliRunner().invoke(app, [*command, "--show", "4711"])
    assert told.stdout == "key: \\xffstray\nvalue: PID|1||Quimby\n"
    assert CliRunner().invoke(app, [*command, "--show", "1"]).exit_code == 2
    assert CliRunner().invoke(app, [*command, "--forget"]).exit_code == 0
    with KnownStore.open(tmp_path / "home" / "known.db", keyring, head_file=tmp_path / "keys.json.known") as store:
        assert (store.skipped.count(topic), store.position(topic), store.topic_id(topic)) == (0, 5000, "id")
