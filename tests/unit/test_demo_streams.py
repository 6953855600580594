"""The parts of `make demo-streams`; the commands that it runs are tested one by one."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from redactor.keys import Keyring
from schemas.engine.pseudonyms import RecordPseudonyms
from tests.services import demo_streams as demo

IDS = RecordPseudonyms(Keyring.generate(), "enclave", "default")


def _note(resource_id: str, text: str, kind: str = "text/plain; charset=utf-8") -> dict[str, object]:
    data = base64.b64encode(text.encode()).decode()
    attachment = {"contentType": kind, "data": data}
    return {"resourceType": "DocumentReference", "id": resource_id, "content": [{"attachment": attachment}]}


def _patient(resource_id: str, family: str) -> dict[str, object]:
    return {
        "resourceType": "Patient", "id": resource_id, "name": [{"family": family, "given": ["A", "B"]}],
        "telecom": [{"system": "email", "value": "x"}, {"system": "phone", "value": "555-0100"}],
    }  # fmt: skip


def _write(path: Path, *records: dict[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")


def test_a_patient_and_a_note_that_left_are_shown_before_and_after(tmp_path: Path) -> None:
    _write(tmp_path / "in" / "Patient.ndjson", _patient("p1", "Held"), _patient("p2", "Quillfeather"))
    _write(tmp_path / "in" / "DocumentReference.ndjson", _note("d0", "x", "text/html"), _note("d1", "before\nsame"))
    out = tmp_path / "out"
    _write(out / "records-00001.ndjson", _patient(IDS.id("Patient", "p2"), "Earlier"))
    _write(
        out / "records-00002.ndjson",
        _patient(IDS.id("Patient", "p2"), "Later"),
        _note(IDS.id("DocumentReference", "d0"), "x", "text/html"),
        _note(IDS.id("DocumentReference", "d1"), "after\nsame"),
    )
    patient, note = demo.compared(tmp_path / "in", demo.read_deliveries(out), IDS)
    assert (patient[1]["name"], patient[2]["name"]) == ("A B Quillfeather", "A B Later")
    assert patient[1]["telephone"] == "555-0100"
    assert (note[1], note[2]) == ({"text": "before\nsame"}, {"text": "after\nsame"})


def test_nothing_is_shown_where_nothing_left(tmp_path: Path) -> None:
    _write(tmp_path / "in" / "Patient.ndjson", _patient("p1", "Held"))
    _write(tmp_path / "in" / "DocumentReference.ndjson")
    assert list(demo.compared(tmp_path / "in", {}, IDS)) == []


def test_the_sink_is_dropped_at_once_and_whole(tmp_path: Path) -> None:
    _write(tmp_path / "ehr" / "records" / "Patient.ndjson", _patient("p1", "Held"))
    _write(tmp_path / "ehr" / "records" / "bundles" / "1.json", {})
    (tmp_path / "drop").mkdir()
    assert demo.drop(tmp_path) == 3
    assert sum(p.is_file() for p in (tmp_path / "drop" / "sink").rglob("*")) == 3


def test_only_a_folder_of_an_earlier_demo_is_emptied(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    demo._empty(folder)
    (folder / "home").mkdir()
    demo._empty(folder)
    assert not (folder / "home").exists()
    own = tmp_path / "own"
    own.mkdir()
    (own / "thesis").touch()
    with pytest.raises(demo.DemoError, match="no demo made"):
        demo._empty(own)
    assert (own / "thesis").exists()


def test_the_settings_of_commands_are_those_of_the_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_PROFILE", "redactor")
    monkeypatch.setenv("REDACTOR_STREAMS__SERVERS", "kafka.example:9092")
    settings = demo._settings(tmp_path)
    env = demo._environment(settings)
    assert "REDACTOR_PROFILE" not in env and env["REDACTOR_STREAMS__SERVERS"] == "kafka.example:9092"
    assert env["REDACTOR_STREAMS__PREFIX"] == settings.streams.prefix != demo._settings(tmp_path).streams.prefix
    assert env["REDACTOR_HOME"] == str(tmp_path / "home") and env["REDACTOR_STREAMS__ONE_HOST"] == "True"


@pytest.mark.parametrize("error", [KeyboardInterrupt, demo.DemoError])
def test_every_process_is_ended_whatever_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    monkeypatch.setattr(demo, "_command", lambda *_: [sys.executable, "-c", "import time; time.sleep(60)"])
    (tmp_path / "logs").mkdir()
    with pytest.raises(error), demo.running(tmp_path, os.environ) as processes:
        begun = list(processes.values())
        assert [p.poll() for p in begun] == [None] * 4
        raise error
    assert all(p.poll() is not None for p in begun)


def test_a_process_that_ignores_the_signal_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "_END_SECONDS", 0.2)
    program = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline()
    demo.end({"one": process})
    process.stdout.close()
    assert process.returncode == -9


def test_numbers_that_do_not_add_up_by_themselves_are_explained(tmp_path: Path) -> None:
    """Of four released ones, a Bundle left as the two Patients that it held."""
    _write(tmp_path / "records-00001.ndjson", *(_patient(f"p{n}", "Held") for n in range(3)))
    _write(tmp_path / "deleted-00001.ndjson", {"resourceType": "Bundle"}, {"resourceType": "Bundle"})
    outcomes = {"deleted": 2, "quarantined": 3, "released": 4, "withheld": 1}
    told = "\n".join(demo.explained(outcomes, demo.lines_of(tmp_path)))
    assert "3 lines that are refused on purpose" in told and "restricted" in told
    assert "verify counts 3 records and 2 deletions" in told and "1 are Bundles" in told
    assert list(demo.explained({"released": 3}, 3)) == []
