"""Generates FHIR's schema documents from the models.

There is one document per resource type, and datatypes.json with the datatypes that they share. The documents are
committed, so that a person can read every rule; a test generates them again and compares.
"""

from __future__ import annotations

import json
from typing import Any

from schemas.engine.fhir_types import SPLIT
from schemas.fhir_build.element_rules import (
    AGE_RANGES,
    Json,
    definition_keywords,
    is_dropped,
    primitive_schema,
    reference_keywords,
    reference_targets,
    subject_paths,
)
from schemas.fhir_build.models import Element, FhirType, load_types

DIALECT = "https://json-schema.org/draft/2020-12/schema"
VERSION = "1.0.0"
DATATYPES = "datatypes.json"

_ELEMENT = {"$ref": f"{DATATYPES}#/$defs/Element"}
_RESOURCE: Json = {"type": "object", "kind": "Resource"}


class DocumentBuilder:
    """Builds the documents of one release ("R4" or "R5")."""

    def __init__(self, release: str) -> None:
        self.release = release
        self.types = load_types(release)
        self._paths: dict[str, str] = {}  # type name of a backbone element -> element path
        for fhir_type in self.types.values():
            if fhir_type.is_standalone:
                self._set_paths(fhir_type.name, fhir_type.name)

    def _set_paths(self, name: str, path: str) -> None:
        """Set the path of each backbone element: of several, the path that its type name spells, else the shortest."""
        waiting = [(name, path)]
        for owner, at in waiting:
            for element in self.types[owner].elements:
                part = self.types.get(element.type)
                if part is None or part.is_standalone or element.primitive:
                    continue
                found = f"{at}.{element.name}"
                known = self._paths.get(part.name)
                if known is None or (_type_name(found) == part.name != _type_name(known)):
                    self._paths[part.name] = found
                    waiting.append((part.name, found))

    def path_of(self, name: str) -> str:
        """Return a type's element path: "Patient.contact" for PatientContact, "HumanName" for HumanName."""
        return self._paths.get(name, name)

    def document(self, name: str) -> Json:
        """Return the document of a resource type."""
        fhir_type = self.types[name]
        head: Json = {
            "$schema": DIALECT,
            "title": f"fhir/{self.release.lower()}/{name}",
            "version": VERSION,
            "resourceType": name,
            "fhirVersion": self.release,
            "subject": subject_paths(fhir_type),
            "id": "id",
            "type": "object",
        }
        own = {"resourceType": {"type": "string", "rule": "passThrough", "const": name}}
        head |= definition_keywords(name)
        head["properties"] = own | self._properties(fhir_type, name)
        head["$defs"] = self._parts(fhir_type)
        return head

    def datatypes(self) -> Json:
        """Return the document of the datatypes."""
        shared = sorted(t.name for t in self.types.values() if t.is_standalone and not t.is_resource)
        defs: Json = {"Element": {"type": "object", "properties": self._element_properties()}}
        for name in shared:
            fhir_type = self.types[name]
            defs[name] = {
                "type": "object",
                **definition_keywords(name),
                "properties": self._properties(fhir_type, name),
            }
            defs |= self._parts(fhir_type)
        age = {"$ref": "#/$defs/Age"}
        defs["AgeRange"] = defs["Range"] | {"properties": defs["Range"]["properties"] | {"low": age, "high": age}}
        return {
            "$schema": DIALECT,
            "title": f"fhir/{self.release.lower()}/datatypes",
            "version": VERSION,
            "$defs": {name: _local(definition) for name, definition in sorted(defs.items())},
        }

    def _parts(self, fhir_type: FhirType) -> Json:
        """Return the definitions of a type's backbone elements."""
        inside = sorted(
            (self._paths[t.name], t)
            for t in self.types.values()
            if t.name in self._paths and t.module == fhir_type.module
        )
        return {
            path: {"type": "object", **definition_keywords(path), "properties": self._properties(part, path)}
            for path, part in inside
        }

    def _element_properties(self) -> Json:
        """Return the properties of the `_name` sibling of a primitive: its id and its extensions."""
        return {
            "id": {"type": "string", "rule": "drop"},
            "extension": {"type": "array", "items": {"$ref": f"{DATATYPES}#/$defs/Extension"}},
        }

    def _properties(self, fhir_type: FhirType, path: str) -> Json:
        out: Json = {}
        for element in sorted(fhir_type.elements, key=_order):
            at = f"{path}.{element.name}"
            if element.name == "id" and not fhir_type.is_resource:
                out["id"] = {"type": "string", "rule": "drop"}
                continue
            out[element.name] = _array_if_repeating(self._element_schema(at, element), element)
            if element.primitive and element.name not in ("id", "url" if path == "Extension" else ""):
                out["_" + element.name] = _array_if_repeating(_ELEMENT, element)
        return out

    def _element_schema(self, path: str, element: Element) -> Json:
        if element.primitive:
            return primitive_schema(path, element)
        if is_dropped(path):
            return {"type": "object", "rule": "drop"}
        if element.type == "Resource":
            return dict(_RESOURCE)
        if path in AGE_RANGES:
            return {"$ref": f"{DATATYPES}#/$defs/AgeRange"}
        if element.type == "CodeableReference" and (targets := reference_targets(element)):
            return self._codeable_reference(path, element, targets)
        part = self._paths.get(element.type)
        same = part is not None and self.types[element.type].module == path.split(".")[0].lower()
        file = "" if same else DATATYPES
        return {"$ref": f"{file}#/$defs/{part or element.type}"} | reference_keywords(path, element)

    def _codeable_reference(self, path: str, element: Element, targets: Json) -> Json:
        """Return the schema of a CodeableReference whose reference names its targets, on which its display depends."""
        properties = self._properties(self.types["CodeableReference"], "CodeableReference")
        properties["reference"] = properties["reference"] | targets
        return {"type": "object", **reference_keywords(path, element), "properties": properties}


def _type_name(path: str) -> str:
    """Return the type name of a backbone element in the models: ClaimResponse.item.detail ->
    ClaimResponseItemDetail.
    """
    return "".join(step[:1].upper() + step[1:] for step in path.split("."))


def _order(element: Element) -> tuple[bool, bool]:
    """Return a sort key: id and extension first, then the order of the models."""
    return (element.name != "id", element.name != "extension")


def _array_if_repeating(schema: Json, element: Element) -> Json:
    return {"type": "array", "items": schema} if element.repeats else schema


def _local(definition: Json) -> Json:
    """Make references to datatypes.json local."""
    text = json.dumps(definition).replace(f'"{DATATYPES}#/', '"#/')
    out: Json = json.loads(text)
    return out


def make_documents(release: str) -> dict[str, Json]:
    """Return all documents of a release ("R4" or "R5"), by file name."""
    builder = DocumentBuilder(release)
    names = sorted(t.name for t in builder.types.values() if t.is_resource and t.name not in SPLIT)
    return {DATATYPES: builder.datatypes()} | {f"{name}.json": builder.document(name) for name in names}


def render(document: Json) -> str:
    """Return the document as text, with one property per line, so that a changed rule is a changed line."""

    def one(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    def block(properties: Json, indent: str) -> str:
        lines = [f"{indent}  {one(k)}: {one(v)}" for k, v in properties.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}" if lines else "{}"

    def definition(value: Json, indent: str) -> str:
        head = [f"{one(k)}: {one(v)}" for k, v in value.items() if k != "properties"]
        head.append(f'"properties": {block(value["properties"], indent)}')
        return "{" + ", ".join(head) + "}"

    out = []
    for key, value in document.items():
        if key == "properties":
            out.append(f'  "properties": {block(value, "  ")}')
        elif key == "$defs":
            inner = [f"    {one(k)}: {definition(v, '    ')}" for k, v in value.items()]
            out.append('  "$defs": {' + ("\n" + ",\n".join(inner) + "\n  }" if inner else "}"))
        else:
            out.append(f"  {one(key)}: {one(value)}")
    return "{\n" + ",\n".join(out) + "\n}\n"
