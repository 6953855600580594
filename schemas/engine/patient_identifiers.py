"""Finds the patients whom records name by an identifier without an id.

A number is (system, value) of an Identifier, without blanks around either; "" for a system that is missing, which
equals only a missing one. Numbers are equal to the letter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from schemas.engine.json_codec import objects_in
from schemas.engine.primitives import scalar_text
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.references import id_in_url, reference_target, searched_identifiers

Number = tuple[str, str]
Holders = Callable[[str], Collection[str]]
"""Returns references to the Patients whose identifier has this scope (`RecordPseudonyms.identifier_scope`).

A Patient without an id is referred to by the fullUrl of its Bundle entry.
"""
_PATIENT = "Patient/"


def number_of(identifier: Any) -> Number | None:
    """Return the number of an Identifier, or None for any other value."""
    if not isinstance(identifier, dict):
        return None
    value = (scalar_text(identifier.get("value")) or "").strip()
    return ((scalar_text(identifier.get("system")) or "").strip(), value) if value else None


def numbers_of(holder: dict[str, Any]) -> Iterator[Number]:
    """Yield the numbers in the field `identifier` of a resource or a Reference, and in the search that a
    Reference is.
    """
    held = holder.get("identifier")
    for identifier in held if isinstance(held, list) else [held]:
        if (number := number_of(identifier)) is not None:
            yield number
    reference = holder.get("reference")
    if isinstance(reference, str) and "?" in reference:
        yield from searched_identifiers(reference)


def numbers_in(data: Any) -> set[Number]:
    """Return every number in a record, whoever or whatever it identifies."""
    return {number for node in objects_in(data) for number in numbers_of(node)}


class PatientNumbers:
    """Finds the patients who have a number, by the identifiers of the Patients of the source.

    `crosswalk` maps a source's patient id to the one id that all records of that patient share.
    """

    def __init__(self, keys: RecordPseudonyms, crosswalk: Callable[[str], str], holders: Holders) -> None:
        self._keys, self._crosswalk, self._holders = keys, crosswalk, holders

    def scope(self, number: Number) -> str:
        """Return the scope of a number, as `RecordPseudonyms.identifier_scope` does."""
        return self._keys.identifier_scope(*number)

    def patients(self, scope: str) -> set[str]:
        """Return the ids, after the crosswalk, of all patients who have the number of this scope."""
        return {self._crosswalk(_patient_id(reference)) for reference in self._holders(scope)}

    def patient(self, number: Number) -> str | None:
        """Return the id, after the crosswalk, of the one patient who has the number, or None where two have it, or
        nobody.
        """
        found = self.patients(self.scope(number))
        return found.pop() if len(found) == 1 else None

    def resource(self, number: Number) -> str | None:
        """Return the reference to the one Patient that has the number, or None where several have it, even several of
        one patient.
        """
        found = self._holders(self.scope(number))
        reference = next(iter(found), "") if len(found) == 1 else ""
        return reference if reference.startswith(_PATIENT) and reference_target(reference, {}) else None


def _patient_id(reference: str) -> str:
    """Return the id in a reference to a patient."""
    if reference.startswith(_PATIENT):
        return reference.removeprefix(_PATIENT)
    named = reference_target(reference, {})
    return named[1] if named and named[1] else id_in_url(reference)


def changed_at(data: Any, path: tuple[str, ...], change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """Return a copy of the data with each object at the path changed."""
    if isinstance(data, list):
        return [changed_at(item, path, change) for item in data]
    if not isinstance(data, dict):
        return data
    if not path:
        return change(data)
    return {**data, path[0]: changed_at(data[path[0]], path[1:], change)} if path[0] in data else data
