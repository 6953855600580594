"""Decides which records are withheld, or leave as a deletion: of patients who opted out, with a security label, made in
error.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from schemas.engine.json_codec import values_at
from schemas.engine.patient_identifiers import PatientNumbers, numbers_in
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import RecordIn
from schemas.engine.subjects import patients_named


def names_opted_out(
    record: RecordIn,
    opt_out: Container[str],
    keys: RecordPseudonyms,
    crosswalk: Callable[[str], str],
    numbers: PatientNumbers,
) -> bool:
    """Tell whether the record names anywhere a patient who opted out, by an id or an identifier.

    `opt_out` holds tokens of subjects, and scopes of identifiers. An identifier of two patients names both: to withhold
    a record of one does less harm than to release one of the other.
    """
    if any(keys.subject(crosswalk(name)) in opt_out for name in patients_named(record)):
        return True
    scopes = {numbers.scope(number) for number in numbers_in(record.data)}
    return any(s in opt_out or any(keys.subject(p) in opt_out for p in numbers.patients(s)) for s in scopes)


def has_label(data: Mapping[str, Any], labels: frozenset[str]) -> bool:
    """Tell whether a security label of a resource is one of these codes."""
    if "meta" not in data and "securityLabel" not in data and "confidentiality" not in data:
        return False
    # A label counts even where a list stands in place of an object or the reverse.
    codes = [*values_at(data, ("meta", "security", "code")), *values_at(data, ("securityLabel", "coding", "code"))]
    codes.extend(values_at(data, ("confidentiality",)))
    return any(isinstance(code, str) and code.strip() in labels for code in codes)


def is_entered_in_error(data: Mapping[str, Any]) -> bool:
    """Tell whether a FHIR resource says that it was entered in error."""
    if data.get("status") == "entered-in-error":
        return True
    status = data.get("verificationStatus")
    return status is not None and "entered-in-error" in list(values_at(status, ("coding", "code")))
