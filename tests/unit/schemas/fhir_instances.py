"""Valid resources of any type, made from the models of a release: with what is required alone, or with every element.

Their values are of the kinds that leave unchanged, or of those that do not.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from schemas.fhir_build.models import Element, FhirType, load_types

PLAIN: dict[str, Any] = {
    "boolean": True, "string": "stable", "code": "final", "uri": "http://loinc.org", "url": "http://hl7.org/fhir/a",
    "canonical": "http://hl7.org/fhir/b", "oid": "urn:oid:2.16.840.1", "id": "a1", "markdown": "stable",
    "uuid": "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7", "xhtml": '<div xmlns="http://www.w3.org/1999/xhtml">b</div>',
    "date": "2020-03-05", "dateTime": "2020-03-05T10:00:00Z", "instant": "2020-03-05T10:00:00Z", "time": "10:00:00",
    "base64Binary": "c3RhYmxl", "decimal": 1.5, "integer": 2, "integer64": 2, "positiveInt": 2, "unsignedInt": 2,
}  # fmt: skip
TELLING: dict[str, Any] = PLAIN | {
    "string": "Jane Doe 4471902", "code": "JaneDoe4471902", "uri": "http://doe.example/jane?mrn=4471902",
    "url": "http://doe.example/jane", "canonical": "http://doe.example/q|1", "oid": "urn:oid:1.2.840.4471902",
    "id": "jane-doe-1", "markdown": "Jane Doe fell", "date": "1931-03-05", "dateTime": "1931-03-05T10:00:00Z",
    "instant": "1999-03-05T10:00:00Z", "base64Binary": "AAECAwQFBgc=", "decimal": 42.361145, "integer": 2065550188,
    "integer64": 2065550188123, "positiveInt": 2065550188, "unsignedInt": 2065550188, "time": "10:00:07.1234",
    "xhtml": '<div xmlns="http://www.w3.org/1999/xhtml">Jane Doe</div>',
}  # fmt: skip
_DEEPEST = 5


@cache
def types_of(release: str) -> dict[str, FhirType]:
    return load_types(release)


def resource_types(release: str) -> list[str]:
    return sorted(t.name for t in types_of(release).values() if t.is_resource and t.name != "Bundle")


def instance(release: str, kind: str, values: dict[str, Any], *, whole: bool, turn: int = 0) -> dict[str, Any]:
    """A resource. whole: with every element, to a bounded depth. turn: which alternative of each choice it holds."""
    made = _object(types_of(release), types_of(release)[kind], values, whole, turn, (kind,))
    return {"resourceType": kind, **made}


def _object(
    types: dict[str, FhirType], of: FhirType, values: dict[str, Any], whole: bool, turn: int, above: tuple[str, ...]
) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if of.name == "Extension":
        return {"url": "http://doe.example/ext", "valueString": values["string"]}
    wanted = [e for e in of.elements if e.required or (whole and _fits_below(types, e, above))]
    alternatives: dict[str, list[Element]] = {}
    for e in wanted:
        if e.choice is not None:
            alternatives.setdefault(e.choice, []).append(e)
    chosen = {own[turn % len(own)].name for own in alternatives.values()}
    for e in wanted:
        if e.choice is None or e.name in chosen:
            value = _value(types, e, values, whole, turn, above)
            out[e.name] = [value] if e.repeats else value
    if out or of.is_resource:
        return out
    return {"extension": [{"url": "http://doe.example/ext", "valueBoolean": True}]}


def _fits_below(types: dict[str, FhirType], e: Element, above: tuple[str, ...]) -> bool:
    """Whether an optional element is added. Of elements that hold themselves, and of resources, none is."""
    if e.primitive:
        return e.name != "implicitRules"
    return e.type in types and e.type not in above and len(above) < _DEEPEST and e.type not in ("Resource", "Meta")


def _value(
    types: dict[str, FhirType], e: Element, values: dict[str, Any], whole: bool, turn: int, above: tuple[str, ...]
) -> Any:
    if e.primitive:
        return e.enum[0] if e.enum and "+" not in e.enum and e.type == "code" else values[e.type]
    return _object(types, types[e.type], values, whole and len(above) < _DEEPEST, turn, (*above, e.type))
