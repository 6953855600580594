"""FHIR's schema documents, made from the models.

One document a resource type, and datatypes.json with what they share. The documents are committed, so that a person
can read every rule; a test makes them anew and compares.
"""

from __future__ import annotations

import json
from typing import Any

from schemas.engine.fhir_types import SPLIT
from schemas.fhir_build.element_rules import AGE_RANGES, Json, composite, describe, is_dropped, primitive, subject
from schemas.fhir_build.models import Field, Type, load_types

DIALECT = "https://json-schema.org/draft/2020-12/schema"
VERSION = "1.0.0"
DATATYPES = "datatypes.json"

_ELEMENT = {"$ref": f"{DATATYPES}#/$defs/Element"}
_RESOURCE: Json = {"type": "object", "kind": "Resource"}


class Maker:
    """Makes the documents of one release."""

    def __init__(self, release: str) -> None:
        self.release = release
        self.types = load_types(release)
        self._paths: dict[str, str] = {}  # of backbone elements: type name -> element path
        for kind in self.types.values():
            if kind.is_main:
                self._name_parts(kind.name, kind.name)

    def _name_parts(self, name: str, path: str) -> None:
        """Give each backbone element its path: of several, the one that its own name spells, else the nearest."""
        waiting = [(name, path)]
        for owner, at in waiting:
            for field in self.types[owner].fields:
                part = self.types.get(field.type)
                if part is None or part.is_main or field.primitive:
                    continue
                found = f"{at}.{field.name}"
                known = self._paths.get(part.name)
                if known is None or (_spelled(found) == part.name != _spelled(known)):
                    self._paths[part.name] = found
                    waiting.append((part.name, found))

    def path_of(self, name: str) -> str:
        """A type's element path: "Patient.contact" for PatientContact, "HumanName" for HumanName."""
        return self._paths.get(name, name)

    def document(self, name: str) -> Json:
        """The document of a resource type."""
        kind = self.types[name]
        head: Json = {
            "$schema": DIALECT,
            "title": f"fhir/{self.release.lower()}/{name}",
            "version": VERSION,
            "resourceType": name,
            "fhirVersion": self.release,
            "subject": subject(kind),
            "id": "id",
            "type": "object",
        }
        own = {"resourceType": {"type": "string", "rule": "passThrough", "const": name}}
        head |= describe(name)
        head["properties"] = own | self._properties(kind, name)
        head["$defs"] = self._parts(kind)
        return head

    def datatypes(self) -> Json:
        """The document of what the resource types share."""
        shared = sorted(t.name for t in self.types.values() if t.is_main and not t.is_resource)
        defs: Json = {"Element": {"type": "object", "properties": self._holder()}}
        for name in shared:
            kind = self.types[name]
            defs[name] = {"type": "object", **describe(name), "properties": self._properties(kind, name)}
            defs |= self._parts(kind)
        age = {"$ref": "#/$defs/Age"}
        defs["AgeRange"] = defs["Range"] | {"properties": defs["Range"]["properties"] | {"low": age, "high": age}}
        return {
            "$schema": DIALECT,
            "title": f"fhir/{self.release.lower()}/datatypes",
            "version": VERSION,
            "$defs": {name: _local(definition) for name, definition in sorted(defs.items())},
        }

    def _parts(self, kind: Type) -> Json:
        """Definitions of a type's backbone elements."""
        inside = sorted(
            (self._paths[t.name], t) for t in self.types.values() if t.name in self._paths and t.home == kind.home
        )
        return {
            path: {"type": "object", **describe(path), "properties": self._properties(part, path)}
            for path, part in inside
        }

    def _holder(self) -> Json:
        """What a `_field` holds beside a primitive: its id and its extensions."""
        return {
            "id": {"type": "string", "rule": "drop"},
            "extension": {"type": "array", "items": {"$ref": f"{DATATYPES}#/$defs/Extension"}},
        }

    def _properties(self, kind: Type, path: str) -> Json:
        out: Json = {}
        for field in sorted(kind.fields, key=_order):
            at = f"{path}.{field.name}"
            if field.name == "id" and not kind.is_resource:
                out["id"] = {"type": "string", "rule": "drop"}
                continue
            out[field.name] = _many(self._one(at, field), field)
            if field.primitive and field.name not in ("id", "url" if path == "Extension" else ""):
                out["_" + field.name] = _many(_ELEMENT, field)
        return out

    def _one(self, path: str, field: Field) -> Json:
        if field.primitive:
            return primitive(path, field)
        if is_dropped(path):
            return {"type": "object", "rule": "drop"}
        if field.type == "Resource":
            return dict(_RESOURCE)
        if path in AGE_RANGES:
            return {"$ref": f"{DATATYPES}#/$defs/AgeRange"}
        part = self._paths.get(field.type)
        same = part is not None and self.types[field.type].home == path.split(".")[0].lower()
        file = "" if same else DATATYPES
        return {"$ref": f"{file}#/$defs/{part or field.type}"} | composite(path, field)


def _spelled(path: str) -> str:
    """The name that the models give a backbone element: ClaimResponse.item.detail -> ClaimResponseItemDetail."""
    return "".join(step[:1].upper() + step[1:] for step in path.split("."))


def _order(field: Field) -> tuple[bool, bool]:
    """The models' order, with what every element has first."""
    return (field.name != "id", field.name != "extension")


def _many(schema: Json, field: Field) -> Json:
    return {"type": "array", "items": schema} if field.many else schema


def _local(definition: Json) -> Json:
    """Within datatypes.json, references to it are local."""
    text = json.dumps(definition).replace(f'"{DATATYPES}#/', '"#/')
    out: Json = json.loads(text)
    return out


def make_documents(release: str) -> dict[str, Json]:
    """File name -> document, for all types of a release ("R4" or "R5")."""
    maker = Maker(release)
    names = sorted(t.name for t in maker.types.values() if t.is_resource and t.name not in SPLIT)
    return {DATATYPES: maker.datatypes()} | {f"{name}.json": maker.document(name) for name in names}


def render(document: Json) -> str:
    """The document as committed: one property a line, so that a change of one rule is a change of one line."""

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
