"""What the tests of the FHIR interface send, and the checks that every answer has to pass."""

from __future__ import annotations

import importlib
import json
from typing import Any

from tests.unit.service.serve_kit import PLANTED, Answer, Service

FHIR = "application/fhir+json"
POLICY = "hipaa-safe-harbor"
DARTS_POLICY = "HHS_SAFE_HARBOR_DETERMINISTIC_METHOD"
PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "q1",
    "identifier": [{"system": "urn:oid:1.2.3", "value": "77120934"}],
    "name": [{"family": "Vexholm", "given": ["Tarquilla"]}],
    "gender": "female",
}
CONDITION: dict[str, Any] = {
    "resourceType": "Condition",
    "id": "c1",
    "subject": {"reference": "Patient/q1"},
    "code": {"text": "asthma"},
    "note": [{"text": "Vexholm wheezes; Tarquilla was told so by Dr. Emily Quillstrand."}],
}
BROKEN = {"resourceType": "Patient", "id": "Vexholm", "name": "Tarquilla Vexholm"}  # quarantined: wrong-type


def bundle(*resources: Any, kind: str = "collection", **more: Any) -> dict[str, Any]:
    return {"resourceType": "Bundle", "type": kind, "entry": [{"resource": r} for r in resources], **more}


def parameters(data: Any = None, policy: Any = POLICY, *more: Any) -> dict[str, Any]:
    """The parameters of $de-identify; None leaves one out."""
    found = [] if data is None else [{"name": "identifiableData", "resource": data}]
    if policy is not None:
        found.append({"name": "policy", "valueString": policy})
    return {"resourceType": "Parameters", "parameter": [*found, *more]}


def post(service: Service, body: Any, operation: str = "$de-identify", **more: Any) -> Answer:
    return service.ask("POST", f"/fhir/{operation}", body, **({"Content_Type": FHIR} | more))


def valid(data: Any) -> Any:
    """Return a resource after validating it as R4 (fhir.resources.R4B), entry by entry."""
    kind = data["resourceType"]
    model = getattr(importlib.import_module(f"fhir.resources.R4B.{kind.lower()}"), kind)
    model.model_validate_json(json.dumps(data))
    for part in data.get("entry", []):
        if "resource" in part:
            valid(part["resource"])
    return data


def outcome(answer: Answer) -> str:
    """Return the code of an OperationOutcome, which repeats nothing that was sent."""
    assert answer.headers["content-type"] == FHIR, answer
    found = valid(answer.json())
    assert found["resourceType"] == "OperationOutcome"
    assert not any(value.encode() in answer.body for value in PLANTED), answer.body
    (issue,) = found["issue"]
    assert "diagnostics" not in issue and issue["details"]["text"]
    return str(issue["details"]["coding"][0]["code"])
