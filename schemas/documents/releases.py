"""Tells whether a record is of FHIR R4 or R5, by its statement and by its shape.

Most records have only elements that the two releases share. Of each resource type only those elements are looked at in
which the releases differ: by name (`medicationCodeableConcept` in R4, `medication` in R5), by JSON type
(`Encounter.class`, an object in R4 and an array in R5), by their content (`ServiceRequest.code`), or by their codes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from schemas.engine.compiled_schema import Branch, Kind, Leaf, Node, Rule

Release = Literal["R4", "R5"]
DEFAULT: Release = "R4"

_PROFILE = re.compile(
    r"https?://hl7\.org/fhir/(?:(4\.[03]|5\.0|R4|R4B|R5)/)?StructureDefinition/[A-Za-z]+(?:\|([45])\.[0-9.]+)?"
)
_STATES_RELEASE = frozenset({"CapabilityStatement", "ImplementationGuide", "StructureDefinition"})
# Elements that every resource has, in both releases alike.
_COMMON_INSIDE = frozenset({"id", "extension", "modifierExtension"})
_COMMON = _COMMON_INSIDE | {"resourceType", "meta", "implicitRules", "language", "text", "contained"}


@dataclass(slots=True)
class Shape:
    """Lists where two releases of an object differ, by key.

    `r4` and `r5` hold the elements that one release alone has, `types` the JSON types in R4 and R5, `codes` the codes
    that R4 alone and R5 alone have, and `inside` the shapes of objects. `keys` is the union of their keys.
    """

    r4: set[str] = field(default_factory=set)
    r5: set[str] = field(default_factory=set)
    types: dict[str, tuple[str, str]] = field(default_factory=dict)
    codes: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    inside: dict[str, Shape] = field(default_factory=dict)
    keys: frozenset[str] = frozenset()


def compare(r4: Branch, r5: Branch) -> Shape:
    """Return the differences of a resource type between R4 and R5."""
    shapes: dict[tuple[int, int], Shape] = {}
    users: dict[int, list[tuple[Shape, str, Shape]]] = {}
    waiting = [(r4, r5, _COMMON)]
    root = shapes[id(r4.children), id(r5.children)] = Shape()
    while waiting:
        old, new, common = waiting.pop()
        shape = shapes[id(old.children), id(new.children)]
        for key in (old.children.keys() | new.children.keys()) - common:
            if key.startswith("_"):
                continue
            one, other = old.children.get(key), new.children.get(key)
            if one is None or other is None:
                (shape.r5 if one is None else shape.r4).add(key)
                continue
            types = _json_type(one), _json_type(other)
            if types[0] != types[1]:
                shape.types[key] = types
            elif isinstance(one, Branch) and isinstance(other, Branch):
                if Kind.RESOURCE in (one.kind, other.kind):
                    continue
                pair = id(one.children), id(other.children)
                if pair not in shapes:
                    shapes[pair] = Shape()
                    waiting.append((one, other, _COMMON_INSIDE))
                users.setdefault(id(shapes[pair]), []).append((shape, key, shapes[pair]))
            elif codes := _codes(one, other):
                shape.codes[key] = codes
    _link(list(shapes.values()), users)
    return root


def _link(shapes: list[Shape], users: Mapping[int, list[tuple[Shape, str, Shape]]]) -> None:
    """Put the shapes that differ, or that hold a differing shape, into the shapes that use them."""
    waiting = [shape for shape in shapes if shape.r4 or shape.r5 or shape.types or shape.codes]
    seen = set(map(id, waiting))
    while waiting:
        shape = waiting.pop()
        for user, key, used in users.get(id(shape), ()):
            user.inside[key] = used
            if id(user) not in seen:
                seen.add(id(user))
                waiting.append(user)
    for shape in shapes:
        shape.keys = frozenset().union(shape.r4, shape.r5, shape.types, shape.codes, shape.inside)


def _json_type(node: Node) -> str:
    if node.is_array:
        return "array"
    return "object" if isinstance(node, Branch) else "value"


def _codes(one: Node, other: Node) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the codes of R4 alone and of R5 alone, where both list theirs."""
    if not (isinstance(one, Leaf) and isinstance(other, Leaf) and one.rule is Rule.PASS and other.rule is Rule.PASS):
        return None
    old, new = one.enum, other.enum
    return None if not old or not new or old == new else (frozenset(old - new), frozenset(new - old))


def release_of(record: Mapping[str, Any], shape: Shape) -> Release | None:
    """Return the release of a record, or None if nothing tells.

    The record's statement decides, unless the other release fits its shape better: elements that do not fit are lost.
    """
    foreign = _foreign(record, shape)
    if foreign[0] != foreign[1]:
        return "R5" if foreign[0] > foreign[1] else "R4"
    return stated_release(record)


def _foreign(value: Mapping[str, Any], shape: Shape) -> tuple[int, int]:
    """Return the numbers of a record's elements that do not fit R4, and R5."""
    old = new = 0
    if shape.keys.isdisjoint(value):
        return old, new
    for key in value:
        if key not in shape.keys:
            continue
        given = value[key]
        if key in shape.r5:
            old += 1
        elif key in shape.r4:
            new += 1
        elif (inside := shape.inside.get(key)) is not None:
            for item in given if type(given) is list else (given,):
                if type(item) is dict:
                    more = _foreign(item, inside)
                    old, new = old + more[0], new + more[1]
        elif (codes := shape.codes.get(key)) is not None:
            if type(given) is str:
                old, new = old + (given in codes[1]), new + (given in codes[0])
        elif given is not None:
            of_r4, of_r5 = shape.types[key]
            found = "array" if type(given) is list else "object" if type(given) is dict else "value"
            old, new = old + (found != of_r4), new + (found != of_r5)
    return old, new


def stated_release(record: Mapping[str, Any]) -> Release | None:
    """Return the release that a record names: as its fhirVersion, or by the url or version of a profile of
    FHIR itself.
    """
    found: set[Release] = set()
    stated = record.get("fhirVersion") if record.get("resourceType") in _STATES_RELEASE else None
    for version in stated if isinstance(stated, list) else (stated,):
        if isinstance(version, str) and version[:2] in ("4.", "5."):
            found.add("R5" if version[0] == "5" else "R4")
    if not found:
        meta = record.get("meta")
        profiles = meta.get("profile") if isinstance(meta, dict) else None
        for profile in profiles if isinstance(profiles, list) else ():
            release = _release_of_profile(profile) if isinstance(profile, str) else None
            if release is not None:
                found.add(release)
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=1024)  # a source has few profiles, and each record names one
def _release_of_profile(url: str) -> Release | None:
    """The release that the url of a profile names."""
    match = _PROFILE.fullmatch(url)
    number = ((match[1] or "").removeprefix("R")[:1] or match[2]) if match else None
    return None if not number else "R5" if number == "5" else "R4"
