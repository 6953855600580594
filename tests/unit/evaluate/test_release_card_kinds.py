"""Data cards of releases of other kinds: of nothing, of recordings, of a stream, and with patients who opted out."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import RunError
from redactor.evaluate.pages import render_page
from redactor.evaluate.release_card.card import Sender, Unknown, build_card
from redactor.evaluate.release_card.classes import Anonymity
from redactor.evaluate.release_card.state import StateFacts
from redactor.keys import Keyring
from redactor.run.recordings.runner import run as run_recordings
from redactor.settings import Settings
from streams.export import Exporter
from streams.processes import CanaryStatus, process_file
from tests.conftest import Command
from tests.unit.evaluate.release_kit import Release, known_patients, patient
from tests.unit.run import recordings_kit as recordings
from tests.unit.streams import export_kit as streams


def test_a_release_with_nothing_in_it_is_told(tmp_path: Path, called: Command, keyring_path: Path) -> None:
    release = Release(tmp_path, called, keyring_path)
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.ndjson").write_text("")
    release.run(source, "hips")
    card = release.card("--state", release.state, "--report", tmp_path / "card")
    assert any("empty" in warning for warning in card["warnings"])
    assert card["anonymity"] == {"why": "OUT shows no patient"}
    assert "The release is empty" in (tmp_path / "card" / "release.html").read_text()


def test_recordings_have_a_card(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    for name in ("one", "two", "three"):
        (source / f"{name}.wav").write_text(f"say {name}")
    (source / "four.wav").write_text("damaged four")
    config = recordings.config(tmp_path)
    run_recordings(source, config, recordings.callbacks(tmp_path), 1, lambda progress: None)
    card = build_card(config.out, config.state, Sender(config.keyring), Settings())
    assert (card.counts.outcomes, card.counts.reasons) == ({"quarantined": 1, "released": 3}, {"damaged-media": 1})
    assert card.counts.entities == {"PERSON": 6}
    assert isinstance(card.run, StateFacts)
    assert (card.run.kind, card.run.sources) == ("recordings", 4)
    assert card.anonymity == Unknown("OUT shows no patient")
    assert dt.date.fromisoformat(card.run.began) and card.run.began in render_page("release.html", card=card)
    (config.state / "audit.ndjson").unlink()
    with pytest.raises(RunError, match=r"audit\.ndjson. is not whole"):
        build_card(config.out, config.state, Sender(config.keyring), Settings())


def test_a_stream_has_a_card_of_all_its_segments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redactor.run.state.segments.MOST_FILES", 2)
    config = streams.config(tmp_path)
    for n in range(5):
        with Exporter(config) as exporter:
            streams.feed(exporter, [streams.message(n, streams.record(f"p{n}", payload=_payload(n)))])
            exporter.deliveries.finish()
    card = build_card(config.out, config.state, Sender(streams.KEYRING), Settings())
    assert card.faults == ()
    assert (card.identity.segments, card.identity.files) == (3, 5)
    assert card.counts.outcomes == {"released": 5}
    assert isinstance(card.run, StateFacts)
    assert (card.run.kind, card.run.status) == ("stream", "without end")
    assert isinstance(card.anonymity, Anonymity)
    assert (card.anonymity.patients, card.anonymity.rows[0].smallest, card.anonymity.bands) == (5, "withheld", ())
    assert "a stream in 3 segments" in render_page("release.html", card=card)
    (day,) = (config.state / "audit").iterdir()
    day.write_bytes(day.read_bytes()[:-1])
    with pytest.raises(RunError, match=f"audit/{day.name}. is not whole"):
        build_card(config.out, config.state, Sender(streams.KEYRING), Settings())


def test_the_canaries_of_the_workers_of_a_stream_are_in_its_card(
    tmp_path: Path, called: Command, keyring_path: Path
) -> None:
    config = replace(streams.config(tmp_path), keyring=Keyring.load(keyring_path))
    with Exporter(config) as exporter:
        streams.feed(exporter, [streams.message(0, streams.record("p0", payload=_payload(0)))])
        exporter.deliveries.finish()
    home, page = tmp_path / "home", tmp_path / "card"
    env = {"REDACTOR_KEYRING": str(keyring_path), "REDACTOR_HOME": str(home), "REDACTOR_DETECTORS": '["patterns"]'}

    def card() -> dict[str, Any]:
        given = ("evaluate", "release", config.out, "--state", config.state, "--report", page)
        told = called(*given, env=env)
        assert told.returncode == 0, told.stderr
        return {"told": told.stderr + told.stdout, **json.loads((page / "release.json").read_text())}

    with process_file(home, "exporter", "a", state=config.state), process_file(home, "worker", "b") as other:
        other.note_canaries(CanaryStatus(9, 0, {"DATE": 0.1}, ("DATE",)))  # of another stream
        assert "why" in card()["canaries"]
        with process_file(home, "worker", "a") as one, process_file(home, "worker", "a") as two:
            assert "canaries: not known" in card()["told"]
            one.note_canaries(CanaryStatus(200, 1, {"DATE": 0.99, "PATIENT": 1.0}))
            two.note_canaries(CanaryStatus(100, 0, {"DATE": 0.75, "PATIENT": 1.0}, ("DATE",)))
            found = card()
    expected = {"workers": 2, "notes": 300, "recall": {"DATE": 0.75, "PATIENT": 1.0}, "alarm": ["DATE"]}
    assert found["canaries"] == expected
    assert "in 300 synthetic notes, the lowest recall of a worker is 75.0% (DATE)" in found["told"]
    assert [w for w in found["warnings"] if "synthetic notes: DATE." in w]
    assert "75.0 % of DATE, 100.0 % of PATIENT" in (page / "release.html").read_text()


def _payload(n: int) -> bytes:
    return json.dumps(patient(f"p{n}", "1950", "male", "MA", "021")).encode()


def test_withheld_patients_are_not_counted_out(tmp_path: Path, called: Command, keyring_path: Path) -> None:
    """How many records of patients who opted out there are is neither a number nor a difference of two."""
    release = Release(tmp_path, called, keyring_path)
    (tmp_path / "opt-out.txt").write_text("a0\n")
    release.env["REDACTOR_OPT_OUT"] = str(tmp_path / "opt-out.txt")
    source = tmp_path / "in.ndjson"
    source.write_text("".join(json.dumps(r) + "\n" for r in known_patients()))
    told = release.run(source, "limited-dataset")
    assert told["outcomes"]["withheld"] == 2
    card = release.card("--state", release.state)
    counts = card["counts"]
    assert counts["withheld"] == {"opted-out": "some", "restricted-by-label": 0}
    assert (
        "counts" not in card["run"] and '"withheld": 2' not in json.dumps(card) and "opted-out" not in counts["reasons"]
    )
    assert "withheld" not in counts["outcomes"]
    assert counts["records"] == told["records"] - 2
