"""Checks by independent models that the release is valid FHIR R4, and reads its de-identification labels."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fhir.resources.R4B import get_fhir_model_class
from pydantic import ValidationError

_LABELS = {"MASKED", "PSEUDED", "REDACTED"}
_SYSTEM = "http://terminology.hl7.org/CodeSystem/v3-ObservationValue"


def invalid(resources: list[dict[str, Any]]) -> Counter[str]:
    """Counts what is wrong by type and place. Raises KeyError for a type that R4 does not have."""
    wrong: Counter[str] = Counter()
    for resource in resources:
        kind = resource["resourceType"]
        try:
            get_fhir_model_class(kind).model_validate(resource)
        except ValidationError as e:
            for error in e.errors(include_input=False, include_url=False):
                where = ".".join(str(x) for x in error["loc"] if not isinstance(x, int))
                wrong[f"{kind}.{where}: {error['msg']}"] += 1
        if kind != "Bundle" and not labels(resource):
            wrong[f"{kind}.meta.security: no label says what was done"] += 1
    return wrong


def labels(resource: dict[str, Any]) -> set[str]:
    """The codes of meta.security that record what a de-identifier did."""
    given = resource.get("meta", {}).get("security", [])
    return {c["code"] for c in given if c.get("system") == _SYSTEM} & _LABELS
