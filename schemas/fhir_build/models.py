"""Reads FHIR's types from the models of fhir.resources: their elements, primitives, bindings and targets."""

from __future__ import annotations

import importlib
import pkgutil
import types
import typing
from dataclasses import dataclass
from typing import Any

_PACKAGES = {"STU3": "fhir.resources.STU3", "R4": "fhir.resources.R4B", "R5": "fhir.resources"}

# FHIR's names of primitives, by the names that the models use.
_PRIMITIVES = {
    "bool": "boolean", "Boolean": "boolean", "String": "string", "Code": "code", "Uri": "uri", "Url": "url",
    "Canonical": "canonical", "Oid": "oid", "UuidVersion": "uuid", "Id": "id", "Markdown": "markdown",
    "Xhtml": "xhtml", "Date": "date", "DateTime": "dateTime", "Instant": "instant", "Time": "time",
    "EncodedBytes": "base64Binary", "Decimal": "decimal", "Integer": "integer", "Integer64": "integer64",
    "PositiveInt": "positiveInt", "UnsignedInt": "unsignedInt",
}  # fmt: skip
_SUPPORT = frozenset({"FHIRAbstractModel", "FHIRResourceModel", "FHIRPrimitiveExtension"})
_ABSTRACT = frozenset(
    "Resource DomainResource Element BackboneElement BackboneType CanonicalResource MetadataResource DataType "  # noqa: SIM905
    "PrimitiveType Base Integer64".split()
)


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a type.

    `type` is a primitive's FHIR name, or the type that the element holds; `primitive` tells which. `repeats` tells
    whether its cardinality is above one, and `required` whether it starts at one. `enum` holds the codes of a required
    binding; the models truncate long lists and end them in "+". `targets` are the resource types that a Reference may
    refer to. `choice` is "value" for an alternative of value[x]; then `required` says whether one of the alternatives
    must be present.
    """

    name: str
    type: str
    repeats: bool
    primitive: bool
    enum: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    required: bool = False
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class FhirType:
    """A resource type, datatype or backbone element.

    `module` is the module that defines it, named after the type that it is or is part of. `bases` are the names of its
    ancestors.
    """

    name: str
    module: str
    bases: tuple[str, ...]
    elements: tuple[Element, ...]

    @property
    def is_standalone(self) -> bool:
        """Tell whether it is a resource type or a datatype rather than a backbone element or an abstract type."""
        return self.module == self.name.lower() and self.name not in _ABSTRACT

    @property
    def is_resource(self) -> bool:
        """Tell whether it is a resource type."""
        return self.is_standalone and "Resource" in self.bases


def load_types(release: str) -> dict[str, FhirType]:
    """Return all types of a release ("R4": the R4B models; "R5"), by name; importing all models takes about two
    seconds.
    """
    package = importlib.import_module(_PACKAGES[release])
    found: dict[str, FhirType] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.ispkg:
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        for name, model in vars(module).items():
            own = isinstance(model, type) and model.__module__ == module.__name__ and hasattr(model, "model_fields")
            if own and name not in _SUPPORT:
                found[name] = _fhir_type(name, info.name, model)
    return found


def _fhir_type(name: str, module: str, model: Any) -> FhirType:
    bases = tuple(b.__name__ for b in model.__mro__[1:] if hasattr(b, "model_fields") and b.__name__ != "BaseModel")
    elements = []
    for key, info in model.model_fields.items():
        alias = info.alias or key
        if key == "fhir_comments" or alias.startswith("_") or alias == "resource_type":
            continue
        type_name, repeats = _unwrap(info.annotation)
        if info.metadata and type_name not in _PRIMITIVES:
            type_name = type(info.metadata[0]).__name__
        extra = info.json_schema_extra or {}
        primitive = type_name in _PRIMITIVES
        elements.append(
            Element(
                name=alias,
                type=_PRIMITIVES[type_name] if primitive else type_name.removesuffix("Type"),
                repeats=repeats,
                primitive=primitive,
                enum=tuple(extra.get("enum_values") or ()),
                targets=tuple(extra.get("enum_reference_types") or ()),
                required=info.is_required() or any(extra.get(k) for k in ("element_required", "one_of_many_required")),
                choice=extra.get("one_of_many"),
            )
        )
    return FhirType(name, module, bases, tuple(elements))


def _unwrap(annotation: Any) -> tuple[str, bool]:
    """Return the name of the type within Optional, List and Annotated, and whether it is a list."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _unwrap(next(a for a in args if a is not type(None)))
    if origin is list:
        return _unwrap(args[0])[0], True
    if origin is typing.Annotated:
        return type(args[1]).__name__, False
    return str(annotation.__name__), False
