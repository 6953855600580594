"""A name in any place of a Bundle or a resource of FHIR R5 that is easily forgotten does not leave."""

from __future__ import annotations

import base64
import json
from typing import Any

from redactor.run.intake.bundles import split_bundle
from redactor.run.worker import RecordProcessor
from schemas.engine.records import Outcome
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, Words, make

NAME = "Quenlivar"
TEXT = f"asked by {NAME}"
URL = f"http://wexcombe.example/{NAME}"
SYSTEM = "http://wexcombe.example/mrn"
HERE = "urn:uuid:8d1f2b9e-0000-4000-8000-000000000001"
EXTENSION = [{"url": URL, "valueString": TEXT}]
DATA = base64.b64encode(NAME.encode()).decode()
DIV = f'<div><a href="mailto:{NAME}"><!--{NAME}-->Quen&#108;ivar</a></div>'
SUBJECT = {"reference": f"Patient?identifier={SYSTEM}|1&family={NAME}", "display": NAME}

Json = dict[str, Any]


def observation(**more: Any) -> Json:
    code = {"coding": [{"system": "http://loinc.org", "code": "718-7"}]}
    return {"resourceType": "Observation", "id": NAME, "status": "final", "code": code, **more}


def bundle(kind: str, entry: Json, **more: Any) -> Json:
    return {"resourceType": "Bundle", "type": kind, "id": NAME, "entry": [{"fullUrl": HERE, **entry}], **more}


def request(**more: str) -> Json:
    return bundle(
        "transaction", {"resource": observation(), "request": {"method": "POST", "url": "Observation", **more}}
    )


BUNDLES = [
    bundle("collection", {"resource": observation()}, identifier={"system": URL, "value": NAME}, timestamp=NAME),
    bundle("collection", {"resource": observation()}, link=[{"relation": NAME, "url": f"{URL}?family={NAME}"}]),
    bundle("collection", {"resource": observation()}, signature={"who": {"display": NAME}, "data": DATA}),
    bundle("collection", {"resource": observation()}, _type={"extension": EXTENSION}, extension=EXTENSION),
    bundle("collection", {"resource": observation()}, **{NAME: {NAME: 1}}, meta={"source": URL, "profile": [URL]}),
    bundle("collection", {"fullUrl": f"{URL}/Observation/{NAME}#{NAME}", "resource": observation(), NAME: 1}),
    bundle("collection", {"fullUrl": NAME, "resource": observation(), "id": NAME, "extension": EXTENSION}),
    bundle("searchset", {"resource": observation(), "search": {"mode": "match", "extension": EXTENSION, "score": 1}}),
    bundle("searchset", {"resource": observation(), "link": [{"relation": NAME, "url": URL}]}, issues={"issue": TEXT}),
    bundle(
        "transaction-response",
        {
            "response": {
                "status": f"201 {NAME}", "location": f"{URL}/Patient/{NAME}/_history/{NAME}", "etag": f'W/"{NAME}"',
                "outcome": {"resourceType": "OperationOutcome", "issue": [{"code": "x", "diagnostics": TEXT}]},
            }
        },
    ),
    bundle("history", {"request": {"method": "DELETE", "url": f"Patient/{NAME}"}}),
    bundle("batch", {"request": {"method": "DELETE", "url": f"Patient?family={NAME}&{NAME}=1"}}),
    bundle("batch", {"request": {"method": "GET", "url": f"Patient/{NAME}/$everything?family={NAME}"}}),
    bundle("batch", {"request": {"method": NAME, "url": NAME}}),
    request(ifMatch=f'W/"{NAME}"', ifNoneMatch=NAME, ifModifiedSince=NAME),
    request(ifNoneExist=f"family={NAME}"),
    request(ifNoneExist=f"identifier={SYSTEM}|{NAME}"),
    request(ifNoneExist=f"identifier={SYSTEM}%7C1#{NAME}"),
    request(ifNoneExist=f"subject:Patient.name={NAME}&code=http://loinc.org|718-7"),
    request(ifNoneExist=f"{NAME}={NAME}"),
    request(ifNoneExist=f"code={URL}|{NAME}"),
]  # fmt: skip

RESOURCES = [
    observation(contained=[{"resourceType": "Practitioner", "id": NAME, "name": [{"text": NAME}]}], subject=SUBJECT),
    observation(triggeredBy=[{"observation": {"display": TEXT}, "type": "reflex", "reason": TEXT}]),
    observation(modifierExtension=[{"url": URL, "valueHumanName": {"family": NAME}}], implicitRules=URL),
    observation(_status={"extension": EXTENSION}, meta={"tag": [{"system": URL, "code": NAME, "display": NAME}]}),
    observation(text={"status": "generated", "div": DIV}),
    {
        "resourceType": "MedicationRequest", "subject": SUBJECT, "medication": {"concept": {"text": TEXT}},
        "reason": [{"concept": {"coding": [{"system": URL, "code": NAME}]}}], "renderedDosageInstruction": TEXT,
    },
    {
        "resourceType": "Encounter", "plannedStartDate": NAME, "actualPeriod": {"start": NAME},
        "virtualService": [{"addressUrl": URL, "sessionKey": NAME, "additionalInfo": [URL]}],
        "admission": {"preAdmissionIdentifier": {"value": NAME}}, "participant": [{"actor": {"display": NAME}}],
    },
    {
        "resourceType": "Transport", "currentLocation": {"display": NAME},
        "input": [{"type": {"text": TEXT}, "valueString": TEXT}],
    },
    {
        "resourceType": "Citation", "copyrightLabel": TEXT,
        "citedArtifact": {"contributorship": {"entry": [{"forenameInitials": NAME}]}},
    },
    {"resourceType": "Subscription", "filterBy": [{"filterParameter": NAME, "value": NAME}], "endpoint": URL},
    {
        "resourceType": "Parameters",
        "parameter": [{"name": NAME, "valueString": TEXT, "part": [{"name": NAME, "valueUri": URL}]}],
    },
]  # fmt: skip


def written(data: Json) -> str:
    """All that a worker hands on of a record, in lower case, with its base64 read."""
    records = split_bundle(json.dumps(data).encode(), "1:1", None)
    assert records is not None
    worker = RecordProcessor(make("hipaa-safe-harbor", detector=Words(NAME))[0], KEYS)
    done = worker.process(list(records))
    assert any(d.outcome is not Outcome.QUARANTINED for d in done)
    return b"".join(part or b"" for d in done for part in (d.payload, d.entry)).decode().lower()


@each_row("data", BUNDLES)
def test_no_place_of_a_bundle_lets_a_name_leave(data: Json) -> None:
    out = written(data)
    assert NAME.lower() not in out
    assert DATA.lower() not in out


@each_row("data", RESOURCES)
def test_no_place_of_a_resource_in_a_bundle_lets_a_name_leave(data: Json) -> None:
    assert NAME.lower() not in written(bundle("collection", {"resource": data}))
