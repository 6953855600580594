"""`redactor quarantine` with the state of an exporter."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from redactor.cli.quarantine import app
from schemas.engine.records import Outcome, Reason
from streams.export import Exporter
from tests.unit.streams.export_kit import KEYRING, config
from tests.unit.streams.held_kit import Stream, stream

__all__ = ["stream"]
Call = Callable[..., Any]
FIRST, SECOND, THIRD = (f"00001-{n:08d}" for n in (1, 2, 3))


@pytest.fixture
def call(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> Call:
    """A note whose patient is unseen, one that a detector failed on, and one without a payload."""
    keys = stream.folder / "keys.json"
    KEYRING.save(keys)
    monkeypatch.setenv("REDACTOR_KEYRING", str(keys))
    monkeypatch.setenv("REDACTOR_HOME", str(stream.folder / "home"))
    stream.ingest("p", "note")
    stream.work()
    stream.ingest("p", "other")
    stream.work(Outcome.QUARANTINED, Reason.DETECTOR_FAILED)
    stream.export()
    stream.ingest("p", "gone")
    stream.work()
    with Exporter(config(stream.folder)) as exporter:
        exporter.commit(exporter.take(stream.deid[0][2:]), {})

    def run(*args: str) -> Any:
        return CliRunner().invoke(app, [*args, "--state", str(stream.folder / "state")])

    return run


def listed(call: Call) -> dict[str, dict[str, Any]]:
    return {e["id"]: e for e in json.loads(call("list", "--json").stdout)}


def test_list_says_what_each_entry_waits_for(stream: Stream, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    found = listed(call)
    assert {e["waits_for"] for e in found.values()} == {"its patient", "a person"}
    assert found[FIRST]["subject"] == stream.key("p").decode() and found[FIRST]["waited_hours"] == 0.0
    monkeypatch.setenv("REDACTOR_STREAMS__HOLD_HOURS", "0")
    assert listed(call)[FIRST]["waits_for"] == "its patient, or a person"
    monkeypatch.setenv("REDACTOR_STREAMS__AFTER_HOLD", "process")
    assert listed(call)[FIRST]["waits_for"] == "the exporter"
    told = call("list")
    assert told.exit_code == 0 and "patient-unseen" in told.output and "note" not in told.stdout


def test_release_is_for_the_exporter_to_send_also_while_it_runs(stream: Stream, call: Call) -> None:
    with Exporter(config(stream.folder)):
        done = call("release", FIRST, SECOND, THIRD, "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == {"released": [FIRST, SECOND], "held": {THIRD: "payload-not-kept"}}
    found = listed(call)
    assert (found[FIRST]["status"], found[FIRST]["waits_for"]) == ("asked", "the exporter")
    stream.export()
    assert [flag for _, _, _, flag in stream.copies()] == [True, False]
    assert listed(call)[FIRST]["waits_for"] == "a worker"
    stream.work()
    assert stream.export() == {"quarantined": 2, "released": 1}  # the second one is held for its patient now
    assert "released already" in call("release", FIRST).output


def test_all_releases_what_is_held(stream: Stream, call: Call) -> None:
    assert json.loads(call("release", "--all", "--json").stdout)["released"] == [FIRST, SECOND]
    assert json.loads(call("release", "--all", "--json").stdout)["released"] == []


def test_a_folder_is_no_entry(call: Call) -> None:
    assert "no such entry" in call("release", "out", FIRST).output
    assert "name entries" in call("release").output


def test_purge_and_show_work_as_with_a_run(stream: Stream, call: Call) -> None:
    assert '"id":"note"' in call("show", FIRST).stdout
    call("release", FIRST)
    assert json.loads(call("purge", FIRST, "--json").stdout) == {"purged": 1}
    stream.tell("p")
    stream.export()
    assert stream.copies() == [] and listed(call)[FIRST]["status"] == "purged"


def test_each_original_that_is_shown_is_noted_before(stream: Stream, call: Call) -> None:
    assert call("show", FIRST).exit_code == 0 and call("show", "Vexholm").exit_code == 2
    (line,) = (stream.folder / "home" / "access.jsonl").read_text("utf-8").splitlines()
    told = json.loads(line)
    assert (told["command"], told["entry"], told["run"]) == ("quarantine-show", FIRST, "state") and told["record"]
