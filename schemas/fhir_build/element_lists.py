"""Lists the elements of FHIR for the record engine: the names of all, for the reports of unknown fields, and those that
FHIR requires, which the engine keeps present.

The models know more of a type than the documents: a required primitive may be given by its extensions alone, and of
value[x] any one alternative will do. JSON Schema's "required" can say neither.
"""

from __future__ import annotations

import json
from typing import Any

from schemas.fhir_build.documents import DocumentBuilder
from schemas.fhir_build.models import FhirType, load_types


def element_names() -> str:
    """Return the names of the elements of all FHIR releases that have models, sorted, one on a line."""
    names = {e.name for release in ("STU3", "R4", "R5") for t in load_types(release).values() for e in t.elements}
    return "".join(f"{name}\n" for name in sorted(names | {"resourceType"}))


RELEASES = ("R4", "R5")


def required_elements() -> str:
    """Return JSON that maps release and path of a type to its required elements, each {name: type}; a type in a list
    repeats.

    A choice has a name for each alternative. Types are primitives, datatypes and paths of backbone elements.
    """
    return "{\n" + ",\n".join(f'"{release}": {_required_in_release(release)}' for release in RELEASES) + "\n}\n"


def _required_in_release(release: str) -> str:
    builder = DocumentBuilder(release)
    of_types = {
        builder.path_of(t.name): found
        for t in builder.types.values()
        if (t.is_standalone or builder.path_of(t.name) != t.name) and (found := _required_of_type(builder, t))
    }
    lines = (f"{json.dumps(path)}: {json.dumps(found)}" for path, found in sorted(of_types.items()))
    return "{\n" + ",\n".join(lines) + "\n}"


def _required_of_type(builder: DocumentBuilder, fhir_type: FhirType) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for element in fhir_type.elements:
        if element.required:
            held = element.type if element.primitive else builder.path_of(element.type)
            alternatives = found.setdefault(element.choice or element.name, {})
            alternatives[element.name] = [held] if element.repeats else held
    return list(found.values())
