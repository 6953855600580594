"""Records of R4 and R5 through a whole run, and what its summary says of unknown fields."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fhir.resources import get_fhir_model_class

from redactor.assemble.runs import build_run
from redactor.cli.messages import console
from redactor.cli.run_summary import print_summary, summary_as_json
from redactor.run.contracts import Summary
from redactor.run.runner import run
from redactor.settings import LlmPrices, load_settings

DRUG = {"coding": [{"system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "197361"}]}


def order(id_: str, **fields: Any) -> dict[str, Any]:
    subject = {"reference": "Patient/p"}
    return {"resourceType": "MedicationRequest", "id": id_, "status": "active", "intent": "order", "subject": subject,
            **fields}  # fmt: skip


def _run(tmp_path: Path, keyring: Path, *records: object, **settings: Any) -> tuple[Summary, list[dict[str, Any]]]:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.ndjson").write_text("".join(json.dumps(r) + "\n" for r in records))
    made = load_settings(keyring=str(keyring), home=tmp_path / "home", detectors=["patterns", "known"], **settings)
    summary = run(*build_run(made, tmp_path / "in", tmp_path / "out", tmp_path / "state"), lambda step: None)
    out = tmp_path / "out" / "records-00001.ndjson"
    return summary, [json.loads(line) for line in out.read_text().splitlines()]


def test_both_releases_in_one_bundle_keep_their_drug(tmp_path: Path, keyring_path: Path) -> None:
    orders = order("4", medicationCodeableConcept=DRUG), order("5", medication={"concept": DRUG})
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": r} for r in orders]}
    summary, (got,) = _run(tmp_path, keyring_path, bundle)
    four, five = (e["resource"] for e in got["entry"])
    assert four["medicationCodeableConcept"]["coding"] == five["medication"]["concept"]["coding"] == DRUG["coding"]
    get_fhir_model_class("MedicationRequest").model_validate(five)
    assert not summary.unknown_fields
    schemas = {s["name"] for s in json.loads((tmp_path / "out" / "manifest.json").read_text())["schemas"]}
    assert {"fhir/r4/MedicationRequest", "fhir/r5/MedicationRequest"} <= schemas


def test_the_summary_names_the_ten_fields_most_often_dropped_as_unknown(tmp_path: Path, keyring_path: Path) -> None:
    r5 = [order(str(i), medication={"concept": DRUG}, **{"John Smith": 1}) for i in range(3)]
    keys = [
        "admission",
        "actualPeriod",
        "bodySite",
        "careTeam",
        "dosage",
        "evidence",
        "focus",
        "goal",
        "hospitalization",
    ]
    other = {"resourceType": "Patient", "id": "p", **dict.fromkeys(keys, "x")}
    summary, _ = _run(tmp_path, keyring_path, *r5, other, fhir_version="R4")
    assert summary.unknown_fields["MedicationRequest.medication"] == 3
    assert summary.unknown_fields["MedicationRequest.(other)"] == 3
    with console().capture() as captured:
        print_summary(summary, LlmPrices())
    fields = [x.replace("│", " ").split() for x in captured.get().splitlines() if "dropped as unknown: " in x]
    assert [x[-2:] for x in fields[:2]] == [["MedicationRequest.(other)", "3"], ["MedicationRequest.medication", "3"]]
    assert len(fields) == 10 < len(summary.unknown_fields)
    told = (
        json.dumps(summary_as_json(summary, LlmPrices()))
        + captured.get()
        + (tmp_path / "state" / "audit.ndjson").read_text()
    )
    assert "Smith" not in told
    assert b"Smith" not in (tmp_path / "state" / "journal.db").read_bytes()


@pytest.mark.parametrize("version", ["R4", "R5"])
def test_the_setting_holds_for_all_records(tmp_path: Path, keyring_path: Path, version: str) -> None:
    orders = order("4", medicationCodeableConcept=DRUG), order("5", medication={"concept": DRUG})
    summary, _ = _run(tmp_path, keyring_path, *orders, fhir_version=version)
    lost = "medication" if version == "R4" else "medicationCodeableConcept"
    assert summary.unknown_fields == {f"MedicationRequest.{lost}": 1}
