"""This module says which FHIR operations the service offers under its profile, and describes them as FHIR resources.

Operations and parameters are those of HL7 DARTS (De-Identification, Anonymization, Redaction Toolkit Services),
continuous build 1.0.0-ballot: https://build.fhir.org/ig/HL7/fhir-darts
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import redactor
from redactor.policy.profiles import Profile

_DARTS = "http://hl7.org/fhir/us/darts/OperationDefinition/"
_SINCE = "2026-11-28"  # the last change of the definitions
_SAFE_HARBOR = "Safe Harbor"
_SAFE_HARBOR_POLICY = "HHS_SAFE_HARBOR_DETERMINISTIC_METHOD"  # of the code system darts-policy-identifiers
_EXPERT = "for an expert to determine"
_LIMITED = "limited data set"
_DATA = "identifiableData"
_URLS = "identifiableDataFileUrls"


@dataclass(frozen=True)
class Operation:
    """An operation that the service offers.

    code: also the id of its definition. name: of its definition. result: the parameter that holds what is answered.
    policies: what the parameter `policy` may be; none where there is no such parameter. claim: that of the profile.
    """

    code: str
    name: str
    title: str
    result: str
    policies: tuple[str, ...]
    claim: str

    @property
    def paths(self) -> tuple[str, ...]:
        """These are the paths of the operation under /fhir. DARTS spells one of its operations in a way of its own."""
        return ("$psuedonymize", "$pseudonymize") if self.code == "psuedonymize" else (f"${self.code}",)


def offered(profile: Profile) -> Operation | None:
    """Return the one operation that what the profile claims allows, or None.

    No profile claims that its results are anonymous.
    """
    if profile.claim.startswith(_SAFE_HARBOR) or profile.claim == _EXPERT:
        policies = (profile.name, *([_SAFE_HARBOR_POLICY] if profile.claim.startswith(_SAFE_HARBOR) else []))
        title = "Generate De-identified data"
        return Operation("de-identify", "Deidentify", title, "de-identifiedData", policies, profile.claim)
    if profile.claim == _LIMITED:
        title = "Generate Pseudonymized data"
        return Operation("psuedonymize", "Psuedonymize", title, "psuedonymizedData", (), profile.claim)
    return None


def definition(operation: Operation, base: str, *, fetches: bool) -> dict[str, Any]:
    """Return the OperationDefinition of an operation.

    base: the URL of the FHIR interface. fetches: whether files may be named by URL.
    """
    wanted = "A resource of R4, or a Bundle of them. A body that is no Parameters resource is this parameter."
    answer = (
        "The resource, or the Bundle with its entries in order; an OperationOutcome stands for each that is withheld."
    )
    parameters = [_parameter(_DATA, "in", "Resource", wanted, least=0 if fetches else 1)]
    if fetches:
        told = "The URLs of files of resources (NDJSON), in place of identifiableData, if a job is asked for."
        parameters.append(_parameter(_URLS, "in", "Parameters", told, least=0))
    if operation.policies:
        told = f"The policy by which data are de-identified: {' or '.join(operation.policies)}."
        parameters.append(_parameter("policy", "in", "string", told))
    return {
        "resourceType": "OperationDefinition",
        "id": operation.code,
        "url": f"{base}/OperationDefinition/{operation.code}",
        "version": redactor.__version__,
        "name": operation.name,
        "title": operation.title,
        "status": "active",
        "kind": "operation",
        "date": _SINCE,
        "description": f"The profile of this service claims of its results: {operation.claim}.",
        "affectsState": True,
        "code": operation.code,
        "base": _DARTS + operation.code,
        "system": True,
        "type": False,
        "instance": False,
        "parameter": [*parameters, _parameter(operation.result, "out", "Resource", answer)],
    }


def _parameter(name: str, use: str, kind: str, told: str, *, least: int = 1) -> dict[str, Any]:
    return {"name": name, "use": use, "min": least, "max": "1", "documentation": told, "type": kind}


def definitions(operation: Operation | None, base: str, name: str | None, *, fetches: bool) -> dict[str, Any]:
    """Return a searchset of the definitions. name: the beginning of their names, in any case; None lists all."""
    is_found = operation is not None and operation.name.lower().startswith((name or "").lower())
    found = [definition(operation, base, fetches=fetches)] if operation is not None and is_found else []
    entries = [{"fullUrl": d["url"], "resource": d, "search": {"mode": "match"}} for d in found]
    answer: dict[str, Any] = {"resourceType": "Bundle", "type": "searchset", "total": len(found)}
    return answer | ({"entry": entries} if entries else {})


def capability_statement(operation: Operation | None, profile: Profile, base: str) -> dict[str, Any]:
    """Return the CapabilityStatement of the service. base: the URL of the FHIR interface."""
    rest: dict[str, Any] = {
        "mode": "server",
        "documentation": f"De-identifies under the profile {profile.name}, which claims: {profile.claim}."
        " Nothing can be stored or searched. Prefer: respond-async is understood.",
        "security": {
            "description": "Authorization: Bearer, with a token of this service, unless it runs without tokens."
        },
        "resource": [
            {
                "type": "OperationDefinition",
                "interaction": [{"code": "read"}, {"code": "search-type"}],
                "searchParam": [{"name": "name", "type": "string"}],
            }
        ],
    }
    if operation is not None:
        rest["operation"] = [
            {"name": path[1:], "definition": f"{base}/OperationDefinition/{operation.code}"} for path in operation.paths
        ]
    return {
        "resourceType": "CapabilityStatement",
        "status": "active",
        "date": _SINCE,
        "kind": "instance",
        "software": {"name": "Redactor", "version": redactor.__version__},
        "implementation": {"description": "The FHIR interface of redactor serve", "url": base},
        "fhirVersion": "4.0.1",
        "format": ["application/fhir+json", "json"],
        "rest": [rest],
    }
