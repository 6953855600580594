"""The measure of stand-ins across patients: what it counts, and that it can fail."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import EvaluationError
from redactor.evaluate.households import HouseholdReport, measure_households
from redactor.settings import load_settings
from tests.unit import golden_pseudonyms

GIVEN, FAMILY = "name[0].given[0]", "name[0].family"
NOTE = "Zorbatine Fairweather came with Mr. Fairweather and J. Fairweather."


def patient(name: str, given: str, family: str) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": name, "name": [{"given": [given], "family": family}]}


def note(patient: str, text: str) -> dict[str, Any]:
    data = base64.b64encode(text.encode()).decode()
    content = [{"attachment": {"contentType": "text/plain", "data": data}}]
    reference = {"reference": f"Patient/{patient}"}
    out = {"resourceType": "DocumentReference", "id": "d1", "status": "current", "subject": reference}
    return {**out, "content": content}


def written(root: Path, records: list[dict[str, Any]], gold: list[dict[str, Any]]) -> Path:
    (root / "records").mkdir(parents=True)
    (root / "records" / "all.ndjson").write_text("".join(json.dumps(r) + "\n" for r in records), "utf-8")
    (root / "gold.jsonl").write_text("".join(json.dumps(g) + "\n" for g in gold), "utf-8")
    return root


def measured(folder: Path, tmp_path: Path) -> HouseholdReport:
    if not (tmp_path / "keys.json").exists():
        # Under a random one, strangers of one surname now and then share a stand-in.
        golden_pseudonyms.keyring(2).save(tmp_path / "keys.json")
    detectors = ("patterns", "known")
    settings = load_settings(
        profile="hips", home=tmp_path / "home", keyring=str(tmp_path / "keys.json"), detectors=detectors
    )
    return measure_households(folder, settings)


def lines(record: str, *names: tuple[str, str, str, str], **more: Any) -> list[dict[str, Any]]:
    return [
        {"household": "h", "person": who, "part": part, "record": record, "path": path, "surface": surface} | more
        for who, part, path, surface in names
    ]


def test_one_chart_is_consistent_and_unlinked_charts_share_no_surname(tmp_path: Path) -> None:
    records = [patient("a", "Zorbatine", "Fairweather"), patient("b", "Jorim", "Fairweather"), note("a", NOTE)]
    text = "content[0].attachment.data"
    gold = [
        *lines("Patient/a", ("z", "given", GIVEN, "Zorbatine"), ("z", "family", FAMILY, "Fairweather")),
        *lines("Patient/b", ("j", "given", GIVEN, "Jorim"), ("j", "family", FAMILY, "Fairweather")),
        *lines("DocumentReference/d1", ("z", "given", text, "Zorbatine"), ("z", "family", text, "Fairweather")),
    ]
    report = measured(written(tmp_path / "in", records, gold), tmp_path)
    assert (report.charts, report.quarantined, report.unmatched, report.unchanged) == (2, 0, 0, 0)
    assert report.replaced == 8  # Fairweather counts thrice in the note
    assert report.people == (2, 2) and report.across == (0, 0) and report.apart == (1, 1)
    assert report.surnames == (0, 1) and len(report.faults) == 1


def test_gold_that_does_not_fit_the_records_is_refused(tmp_path: Path) -> None:
    records = [patient("a", "Zorbatine", "Fairweather")]
    wrong = [
        (lines("Patient/x", ("z", "given", GIVEN, "Zorbatine")), "does not hold"),
        (lines("Patient/a", ("z", "given", "name[1].given[0]", "Zorbatine")), "no string"),
        (lines("Patient/a", ("z", "given", GIVEN, "Zorba")), "lacks"),
        (lines("Patient/a", ("z", "given", GIVEN, "Zorbatine"), start=1, end=9), "not at 1"),
        ([{"household": "h"}], "line 1"),
    ]
    for i, (gold, message) in enumerate(wrong):
        with pytest.raises(EvaluationError, match=message):
            measured(written(tmp_path / f"in{i}", records, gold), tmp_path)
