"""Names on no list, without a cue, in the short texts of records, and values in fields that hold numbers."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from redactor import Redactor
from schemas.engine import json_codec
from tests.each_row import each_row
from tests.unit import golden_pseudonyms

Json = dict[str, Any]
NAMES = ("Brackwhistle", "Oyelunderay", "Zemblanovsky", "McThornquill")
SUBJECT = {"reference": "Patient/p1"}


def _plain(resource_type: str, **fields: Any) -> Json:
    return {"resourceType": resource_type, "id": "x1", "status": "active", **fields}


PLACES: dict[str, Callable[[str], Json]] = {
    "concept": lambda name: _plain("Condition", subject=SUBJECT, code={"text": f"fall at home, {name} found her"}),
    "dosage": lambda name: _plain(
        "MedicationRequest", intent="order", subject=SUBJECT,
        dosageInstruction=[{"text": f"1 tab bid as {name} taught", "patientInstruction": f"call {name} if dizzy"}],
    ),
    "display of a published code": lambda name: _plain(
        "Procedure", subject=SUBJECT,
        code={"coding": [{"system": "http://snomed.info/sct", "code": "80146002", "display": f"Appendectomy {name}"}]},
    ),
    "display of a local code": lambda name: _plain(
        "Procedure", subject=SUBJECT,
        code={"coding": [{"system": "urn:x:y", "code": "7", "display": f"splint, {name} to fit"}]},
    ),
    "display of a reference": lambda name: _plain(
        "Observation", subject=SUBJECT, code={"text": "x"}, device={"reference": "Device/1", "display": f"pump {name}"},
    ),
    "series of images": lambda name: _plain(
        "ImagingStudy", subject=SUBJECT,
        series=[{"uid": "1.2", "modality": {"code": "MR"}, "description": f"Ax T2 {name}"}],
    ),
    "reason of a subscription": lambda name: _plain(
        "Subscription", reason=f"{name} admits", criteria="Observation?", channel={"type": "rest-hook"},
    ),
    "error of a claim": lambda name: _plain(
        "ClaimResponse", patient=SUBJECT, use="claim", type={"text": "oral"}, created="2020-01-01", outcome="error",
        insurer={"reference": "Organization/o"}, error=[{"code": {"text": f"member {name} not covered"}}],
    ),
    "expression of an outcome": lambda name: {
        "resourceType": "OperationOutcome", "id": "x1",
        "issue": [{"severity": "error", "code": "invalid", "expression": [f"Patient.name[0].family = '{name}'", name]}],
    },
    "property of a device": lambda name: _plain(
        "Device", patient=SUBJECT,
        property=[{"type": {"text": "owner"}, "valueCode": [{"text": name}, {"coding": [{"display": f"for {name}"}]}]}],
    ),
    "requirement of a library": lambda name: _plain(
        "Library", type={"text": "logic"},
        dataRequirement=[{
            "type": "Condition", "subjectCodeableConcept": {"text": f"cohort {name}"},
            "codeFilter": [{"path": "code", "code": [{"system": "urn:x:y", "code": "7", "display": f"{name} cohort"}]}],
        }],
    ),
    "source value of OMOP": lambda name: {
        "dataType": "omop_condition_occurrence", "condition_occurrence_id": 1, "person_id": 1,
        "condition_concept_id": 2, "condition_start_date": "2020-01-01", "condition_type_concept_id": 3,
        "condition_source_value": f"sprain, see {name}",
    },
    "dosage of OMOP": lambda name: {
        "dataType": "omop_drug_exposure", "drug_exposure_id": 1, "person_id": 1, "drug_concept_id": 2,
        "drug_exposure_start_date": "2020-01-01", "drug_exposure_end_date": "2020-01-02", "drug_type_concept_id": 3,
        "sig": f"1 tab at night per {name}",
    },
}  # fmt: skip

KEPT = (
    "Appendectomy, laparoscopic", "1 tab PO bid with Applesauce", "Ax T2 FLAIR", "Kosher diet", "Guardrail pads",
    "Heteroplasmy", "SUVmax 4.2", "Chest PA/LAT", "HbA1c", "Graves disease",
)  # fmt: skip


@pytest.fixture(scope="module", params=["hipaa-safe-harbor", "hips"])
def redactor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redactor]:
    folder = tmp_path_factory.mktemp("unlisted")
    golden_pseudonyms.keyring(2).save(folder / "keys.json")
    yield Redactor(request.param, keyring=folder / "keys.json", home=folder / "home", as_of=dt.date(2026, 11, 27))


def release(redactor: Redactor, *records: Json) -> list[str]:
    parsed = [json_codec.parse(json.dumps(record).encode()) for record in records]
    outs = list(redactor.records(parsed))
    assert not [out.reason for out in outs if out.data is None]
    return [json.dumps(json.loads(json_codec.encode(out.data)), ensure_ascii=False) for out in outs]


@each_row("place", PLACES)
def test_a_name_on_no_list_is_found_in_a_short_text(redactor: Redactor, place: str) -> None:
    records = [PLACES[place](name) for name in NAMES]
    assert not [name for name, out in zip(NAMES, release(redactor, *records), strict=True) if name in out]


def test_terms_and_words_in_title_case_stay(redactor: Redactor) -> None:
    records = [_plain("Procedure", subject=SUBJECT, code={"text": text}) for text in KEPT]
    assert not [text for text, out in zip(KEPT, release(redactor, *records), strict=True) if text not in out]


@each_row(
    ("value", "left"),
    [
        (
            {"valueSampledData": {"origin": {"value": 0}, "period": 1, "dimensions": 1, "data": "1 2 123-45-6789 E"}},
            "6789",
        ),
        (
            {"valueSampledData": {"origin": {"value": 0}, "period": 1, "dimensions": 1, "data": "123456789 12 L"}},
            "6789",
        ),
        ({"valueRange": {"low": {"value": 42.360081}, "high": {"value": 42.37}}}, "42.36"),
        ({"valueString": "97½"}, "97"),
        ({"valueString": "89 + 5 yrs"}, "89"),
        ({"valueString": "home SSID: QuillNest5G"}, "Quill"),
        ({"valueString": 'paired to Wi-Fi network "QuillNest"'}, "Quill"),
    ],
)
def test_numbers_and_networks_that_tell_somebody_do_not_pass(redactor: Redactor, value: Json, left: str) -> None:
    (out,) = release(redactor, _plain("Observation", subject=SUBJECT, code={"text": "latitude"}, **value))
    assert left not in out


@each_row(
    ("text", "left"),
    [
        ("Pat1ent Gi1burn seen today.", "Gi1burn"),
        ("Zemb1anovsky denies pain.", "Zemb1anovsky"),
        ("Mr. Zem\u200bblanovsky is improving.", "blanovsky"),
        ("wound care by Br\u00adack\u2060whistle", "whistle"),
        ("She grew up in Ten Sleep.", "Sleep"),
        ("He fell off a horse near Wounded Knee.", "Knee"),
        ("lives in Ten Sleep, WY", "Sleep"),
    ],
)
def test_misread_and_interrupted_names_and_small_towns_do_not_pass(redactor: Redactor, text: str, left: str) -> None:
    assert left not in redactor.text(text, patient="p1").text
    concept = _plain("Condition", subject=SUBJECT, code={"text": text})
    assert left not in release(redactor, concept)[0]


def test_words_with_digits_and_capitals_behind_prepositions_stay(redactor: Redactor) -> None:
    for text in ("pain in Left Hand", "CYP2D6 and HbA1c", "Rocephin1g given on Day3", "switched to Apixaban"):
        assert redactor.text(text, patient="p1").text == text
