"""Rewrites queries of conditional creates (`ifNoneExist`) so that they find the same resources after de-identification.

A criterion is kept where the resources hold its value in a known form: identifiers, ids and references as they are
hashed, codes that pass as they are. A query with any other criterion (a name, a date) cannot find what it found before,
and without that criterion it would find too much, so that none of it is kept.

The syntax is that of https://hl7.org/fhir/R4/search.html.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote_plus

from schemas.engine.fhir_types import RESOURCE_TYPES
from schemas.engine.json_codec import values_at
from schemas.engine.references import References
from schemas.engine.terminologies import check_coding

_COMMA = re.compile(r"(?<!\\),")
_PIPE = re.compile(r"(?<!\\)\|")
_ESCAPED = re.compile(r"\\([\\,|$])")
_BARE_ID = re.compile(r"[A-Za-z0-9\-.]{1,64}")
_AS_IS = "/:|,~!*()'\\$;=?@"  # with letters, digits and "-._~": what need not be escaped in a query
# Parameters that take references, with the type that a bare id is of, "" where it may be of several.
_REFERENCES = {
    "patient": "Patient", "encounter": "Encounter", "organization": "Organization", "practitioner": "Practitioner",
    "location": "Location", "device": "Device", "medication": "Medication", "subject": "", "performer": "",
    "author": "", "requester": "", "recorder": "", "asserter": "", "participant": "", "beneficiary": "",
    "payor": "", "subscriber": "", "based-on": "", "part-of": "", "focus": "", "context": "", "custodian": "",
    "managing-organization": "Organization", "general-practitioner": "", "specimen": "Specimen", "owner": "",
}  # fmt: skip
_CODES = frozenset(
    "code category type class status clinical-status verification-status intent vaccine-code specialty role "  # noqa: SIM905
    "service-type interpretation method body-site reason-code".split()
)
_FIXED = {"active": frozenset({"true", "false"}), "gender": frozenset({"male", "female", "other", "unknown"})}
_STATUSES = frozenset(
    "active inactive draft final preliminary registered amended corrected cancelled completed in-progress planned "  # noqa: SIM905
    "arrived triaged onleave finished on-hold stopped not-done unknown suspended retired booked proposed pending "
    "fulfilled noshow current superseded requested accepted ready available unavailable".split()
)


def rewrite_query(
    query: str, resource: Mapping[str, Any], released: Mapping[str, Any], references: References
) -> str | None:
    """Return the search parameters after de-identification, or None where one of them could not find what it found
    before.

    `query` is percent-encoded, with or without a leading "?". `resource` is the one to create if the query finds none,
    {} if unknown, and `released` the same after de-identification.
    """
    head = "?" if query.startswith("?") else ""
    criteria = []
    for pair in query.removeprefix("?").split("&"):
        name, _, values = pair.partition("=")
        name = unquote_plus(name)
        parts = [_rewritten_value(name, v, resource, references) for v in _COMMA.split(unquote_plus(values))]
        if name == "identifier" and not _held_alike(unquote_plus(values), parts, resource, released):
            return None
        if any(part is None for part in parts):
            return None
        criteria.append(f"{quote(name, safe=':.')}={quote(','.join(p for p in parts if p), safe=_AS_IS)}")
    return head + "&".join(criteria)


def _rewritten_value(name: str, value: str, resource: Mapping[str, Any], references: References) -> str | None:
    """Return the value of a search parameter after de-identification, or None."""
    if not value:
        return None
    kind = resource.get("resourceType")
    resource_type = kind if isinstance(kind, str) and kind in RESOURCE_TYPES else ""
    if name == "identifier":
        return _rewritten_identifier(value, resource, resource_type, references)
    *chain, last = name.replace(":", ".").split(".")
    if last == "identifier" and chain and all(c in _REFERENCES or c in RESOURCE_TYPES for c in chain):
        target = chain[-1] if chain[-1] in RESOURCE_TYPES else _REFERENCES[chain[-1]]
        return _rewritten_identifier(value, {}, target, references)
    if name == "_id":
        return references.keys.id(resource_type, value) if resource_type and _BARE_ID.fullmatch(value) else None
    if name == "url":
        kept = references.canonical(value)
        return None if references.unread_canonical(value) else _escaped(kept)
    base, _, modifier = name.partition(":")
    if base in _REFERENCES and (not modifier or modifier in RESOURCE_TYPES):
        return _rewritten_reference(value, modifier or _REFERENCES[base], references)
    if name in _FIXED:
        return value if value in _FIXED[name] else None
    return _kept_code(name, value) if name in _CODES else None


def _held_alike(value: str, parts: list[str | None], resource: Mapping[str, Any], released: Mapping[str, Any]) -> bool:
    """Tell whether the released resource has the identifier that was asked for, if the resource had it.

    A site's schema may drop or mask identifiers; then no resource has what the query asks for.
    """
    before, after = ({i.get("value") for i in _identifiers(r)} for r in (resource, released))
    asked = {_ESCAPED.sub(r"\1", _PIPE.split(v, maxsplit=1)[-1]) for v in _COMMA.split(value)}
    kept = {_ESCAPED.sub(r"\1", p.rpartition("|")[2]) for p in parts if p}
    return asked.isdisjoint(before) or not kept.isdisjoint(after)


def _identifiers(resource: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [i for i in values_at(resource, ("identifier",)) if isinstance(i, dict) and isinstance(i.get("value"), str)]


def _rewritten_identifier(
    value: str, resource: Mapping[str, Any], resource_type: str, references: References
) -> str | None:
    """Rewrite system|value, |value or value; a value without its system is looked up in the resource to create."""
    pieces = [_ESCAPED.sub(r"\1", p) for p in _PIPE.split(value, maxsplit=1)]
    if not pieces[-1]:
        return None
    if len(pieces) == 2:
        system, number = pieces
        if system and references.unread_uri(system) is not None:
            return None  # whether the resource keeps this system depends on what the detectors find in it
        if not system and not resource_type:
            return None
        kept = _escaped(references.system(system)) if system else ""
        return f"{kept}|{_escaped(references.identifier(system or None, number, resource_type))}"
    held = [i for i in _identifiers(resource) if i["value"] == pieces[0]]
    systems = {i["system"] if isinstance(i.get("system"), str) and i["system"] else None for i in held}
    if len(systems) != 1:
        return None
    return _escaped(references.identifier(systems.pop(), pieces[0], resource_type))


def _rewritten_reference(value: str, target: str, references: References) -> str | None:
    if _BARE_ID.fullmatch(value):
        return f"{target}/{references.keys.id(target, value)}" if target else None
    kept = references.reference(value)
    is_opaque = kept.startswith("urn:") and not value.lower().startswith("urn:")
    return None if is_opaque else _escaped(kept)


def _kept_code(name: str, value: str) -> str | None:
    """Return system|code of a published terminology, or the status of a resource; None for other codes."""
    pieces = [_ESCAPED.sub(r"\1", p) for p in _PIPE.split(value, maxsplit=1)]
    if len(pieces) == 1:
        return value if name == "status" and value in _STATUSES else None
    system, code = pieces
    return f"{_escaped(system)}|{_escaped(code)}" if system and code and check_coding(system, code) is True else None


def _escaped(value: str) -> str:
    """Return the value with its commas, bars and dollar signs escaped, as a search parameter."""
    return re.sub(r"([\\,|$])", r"\\\1", value)
