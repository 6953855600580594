"""The attack on date shifts: who holds OUT looks for one unshifted date of a patient, whose distance is the shift.

The source carries the days of its patients in every place that could pass: ids, versions, codes, numbers, epoch
seconds, UIDs, file names, Bundle and Provenance times. No form of them may be in OUT.
"""

from __future__ import annotations

import base64
import datetime as dt
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import build_run
from redactor.run.runner import run
from redactor.settings import load_settings

Json = dict[str, Any]

# Days of the two patients, all different, so that each form is found for itself.
DAYS = {
    "p1": [dt.date(2023, 3, 7) + dt.timedelta(days=11 * n) for n in range(40)],
    "p2": [dt.date(2021, 9, 2) + dt.timedelta(days=13 * n) for n in range(40)],
}
_LOCAL = "https://ehr.example.org/codes"
_LOINC, _SNOMED = "http://loinc.org", "http://snomed.info/sct"


def _epoch(day: dt.date) -> int:
    return int(dt.datetime.combine(day, dt.time(14, 5), dt.UTC).timestamp())


def _carriers(patient: str, days: Iterator[dt.date]) -> Iterator[Json]:
    """Records of a patient, each with its own day in a place where dates do not belong."""

    def record(kind: str, **fields: Any) -> Json:
        day = next(days)
        made = {k: v(day) if callable(v) else v for k, v in fields.items()}
        return {"resourceType": kind, "id": f"{kind}-{patient}-{day:%Y%m%d}", **made}

    subject = {"subject": {"reference": f"Patient/{patient}"}}
    code = {"code": {"coding": [{"system": _LOINC, "code": "8867-4"}]}}
    seen = {"resourceType": "Observation", "status": "final", **subject, **code}

    def observation(**fields: Any) -> Json:
        return seen | record("Observation", **fields)

    yield observation(meta=lambda d: {"versionId": f"{_epoch(d)}", "lastUpdated": f"{d}T14:05:00Z"})
    yield observation(meta=lambda d: {"tag": [{"system": _LOCAL, "code": f"load-{d}"}]})
    yield observation(meta=lambda d: {"source": f"urn:feed:{d:%Y%m%d}", "profile": [f"{_LOCAL}/p|{d:%Y%m%d}"]})
    yield observation(valueInteger=lambda d: int(f"{d:%Y%m%d}"))
    yield observation(valueInteger=_epoch)
    yield observation(valueQuantity=lambda d: {"value": _epoch(d)})
    yield observation(valueQuantity=lambda d: {"value": _epoch(d) * 1000, "unit": "ms"})
    yield observation(valueQuantity=lambda d: {"value": int(f"{d:%Y%m%d}"), "unit": "1"})
    yield observation(component=lambda d: [code | {"valueQuantity": {"value": _epoch(d), "unit": "s", "code": "s"}}])
    yield observation(valueString=lambda d: f"{_epoch(d)}")
    yield observation(valueString=lambda d: f"taken {d:%Y%m%d}1405")
    yield observation(valueCodeableConcept=lambda d: {"coding": [{"system": _LOCAL, "code": f"{d:%Y%m%d}"}]})
    yield observation(valueCodeableConcept=lambda d: {"coding": [{"system": _LOINC, "code": f"{d:%Y%m%d}"}]})
    yield observation(
        valueCodeableConcept=lambda d: {"coding": [{"system": _SNOMED, "version": f"{d:%Y%m%d}", "code": "38341003"}]}
    )
    yield observation(valueRange=lambda d: {"low": {"value": int(f"{d:%Y%m%d}")}, "high": {"value": _epoch(d)}})
    yield observation(valueRatio=lambda d: {"numerator": {"value": int(f"{d:%Y%m%d}")}, "denominator": {"value": 1}})
    yield observation(
        valueSampledData=lambda d: {
            "origin": {"value": _epoch(d)}, "period": 10, "dimensions": 1, "data": f"{d:%Y%m%d} {d:%Y%m%d}"
        }
    )  # fmt: skip
    yield observation(extension=lambda d: [{"url": f"{_LOCAL}/loaded-{d}", "valueDecimal": _epoch(d)}])
    yield observation(
        extension=lambda d: [
            {"url": "http://hl7.org/fhir/StructureDefinition/timezone", "valueCode": f"{d:%Y%m%d}"},
            {"url": "http://hl7.org/fhir/StructureDefinition/event-eventHistory", "valueString": f"{d:%Y%m%d}"},
        ]
    )
    yield observation(identifier=lambda d: [{"system": f"{_LOCAL}/{d:%Y%m%d}", "value": f"OBS{d:%Y%m%d}"}])
    yield observation(note=lambda d: [{"time": f"{d}T14:05:00Z", "text": f"run {d:%Y%m%d}, {d:%m/%d/%Y}"}])
    yield record(
        "Provenance", target=[{"reference": f"Patient/{patient}"}], recorded=lambda d: f"{d}T14:05:00Z",
        agent=[{"who": {"display": "loader"}}],
        signature=lambda d: [{"when": f"{d}T14:05:00Z", "data": base64.b64encode(f"{d}".encode()).decode()}],
    )  # fmt: skip
    yield record(
        "DocumentReference", status="current", **subject,
        content=lambda d: [{"attachment": {
            "contentType": "text/plain", "title": f"note_{d:%Y%m%d}_final.txt", "url": f"Binary/{d:%Y%m%d}",
            "creation": f"{d}T14:05:00Z", "hash": "2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
            "data": base64.b64encode(f"Dictated {d:%Y%m%d}. Printed {d:%d.%m.%Y}.".encode()).decode()}}],
    )  # fmt: skip
    yield record(
        "ImagingStudy", status="available", **subject,
        identifier=lambda d: [{"system": "urn:dicom:uid", "value": f"urn:oid:1.2.840.113619.2.55.3.{d:%Y%m%d}.1405"}],
        series=lambda d: [{"uid": f"1.2.840.113619.2.55.3.{d:%Y%m%d}.1405", "modality": {"code": "CT"}}],
    )  # fmt: skip
    yield record(
        "Encounter", status="finished", **subject, period=lambda d: {"start": f"{d}T09:00:00+02:00"},
        **{"class": {"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "AMB"}},
        contained=lambda d: [{"resourceType": "Location", "id": f"l{d:%Y%m%d}", "name": f"Clinic of {d}"}],
        location=lambda d: [{"location": {"reference": f"#l{d:%Y%m%d}"}}],
    )  # fmt: skip
    yield record(
        "QuestionnaireResponse", status="completed", **subject, authored=lambda d: f"{d}",
        questionnaire=lambda d: f"{_LOCAL}/Questionnaire/q|{d:%Y%m%d}",
        item=lambda d: [{"linkId": f"q-{d}", "text": "day", "answer": [{"valueInteger": int(f"{d:%Y%m%d}")}]}],
    )  # fmt: skip


def _source(root: Path) -> None:
    for number, (patient, days) in enumerate(DAYS.items()):
        left = iter(days)
        born, loaded, named = next(left), next(left), next(left)
        person = {"resourceType": "Patient", "id": patient, "birthDate": f"{born}", "gender": "female"}
        lines = [person, *_carriers(patient, left)]
        (root / f"export-{named:%Y%m%d}-{number}.ndjson").write_text("".join(json.dumps(r) + "\n" for r in lines))
        stamp = f"{loaded}T14:05:00Z"
        basic = {"resourceType": "Basic", "id": f"b{loaded:%Y%m%d}", "code": {"text": "x"}, "created": f"{loaded}"}
        entry = {
            "fullUrl": f"urn:oid:1.2.3.{loaded:%Y%m%d}", "resource": basic,
            "response": {"status": "201", "etag": f'W/"{_epoch(loaded)}"', "lastModified": stamp,
                         "location": f"Basic/b{loaded:%Y%m%d}/_history/{_epoch(loaded)}"},
        }  # fmt: skip
        head = {"resourceType": "Bundle", "id": f"bundle-{loaded}", "type": "batch-response", "timestamp": stamp}
        bundle = head | {"meta": {"lastUpdated": stamp}, "entry": [entry]}
        (root / f"bundle-{loaded}.json").write_text(json.dumps(bundle))


def _forms(day: dt.date) -> set[str]:
    second = _epoch(day)
    midnight = second - second % 86_400
    written = {f"{day}", f"{day:%Y%m%d}", f"{day:%Y%m%d}1405", f"{day:%m/%d/%Y}", f"{day:%d.%m.%Y}"}
    return written | {f"{second}", f"{midnight}", f"{second * 1000}"}


def _everything(out: Path) -> str:
    """Names and bytes of OUT, and what its base64 stretches decode to."""
    whole = "\n".join(f"{p.name}\n{p.read_text('utf-8')}" for p in sorted(out.rglob("*")) if p.is_file())
    stretches = re.findall(r'"((?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)"', whole)
    decoded = [base64.b64decode(b).decode("utf-8", "replace") for b in stretches]
    return "\n".join([whole, *decoded])


@pytest.fixture(scope="module", params=["hips", "hipaa-safe-harbor"])
def out(request: pytest.FixtureRequest, keyring_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shift")
    (root / "in").mkdir()
    _source(root / "in")
    settings = load_settings(
        profile=request.param, keyring=str(keyring_path), home=root / "home", detectors=("patterns", "known"),
        shift_weeks=3,  # a patient's days that share a weekday are further apart, so no shifted day is another day
    )  # fmt: skip
    summary = run(*build_run(settings, root / "in", root / "out", root / "state"))
    assert summary.outcomes.get("released", 0) > 50, summary
    return root / "out"


def test_no_unshifted_day_is_left_in_any_form(out: Path) -> None:
    text = _everything(out)
    left = [
        f"{n}: {form}"
        for n, day in enumerate(d for days in DAYS.values() for d in days)
        for form in sorted(_forms(day))
        if re.search(rf"(?<!\d){re.escape(form)}(?!\d)", text)
    ]
    assert not left, left


def test_the_manifest_states_no_day(out: Path) -> None:
    manifest = (out / "manifest.json").read_text("utf-8")
    assert not re.search(r"\d{4}-\d\d-\d\d", manifest)
    assert json.loads(manifest)["as_of"] == "derived"
