"""What the models of fhir.resources say of FHIR's types: their elements, primitives, bindings and targets.

Only the generator of documents (`schemas.fhir_build`) uses this; a run reads the documents and never loads a model.
"""

from __future__ import annotations

import importlib
import pkgutil
import types
import typing
from dataclasses import dataclass
from typing import Any

_PACKAGES = {"R4": "fhir.resources.R4B", "R5": "fhir.resources"}

# The models' names of primitives that are not FHIR's own.
_PRIMITIVES = {
    "bool": "boolean",
    "Boolean": "boolean",
    "String": "string",
    "Code": "code",
    "Uri": "uri",
    "Url": "url",
    "Canonical": "canonical",
    "Oid": "oid",
    "UuidVersion": "uuid",
    "Id": "id",
    "Markdown": "markdown",
    "Xhtml": "xhtml",
    "Date": "date",
    "DateTime": "dateTime",
    "Instant": "instant",
    "Time": "time",
    "EncodedBytes": "base64Binary",
    "Decimal": "decimal",
    "Integer": "integer",
    "Integer64": "integer64",
    "PositiveInt": "positiveInt",
    "UnsignedInt": "unsignedInt",
}
_SUPPORT = frozenset({"FHIRAbstractModel", "FHIRResourceModel", "FHIRPrimitiveExtension"})
_ABSTRACT = frozenset(
    "Resource DomainResource Element BackboneElement BackboneType CanonicalResource MetadataResource DataType "  # noqa: SIM905
    "PrimitiveType Base".split()
)


@dataclass(frozen=True, slots=True)
class Field:
    """An element of a type.

    type: a primitive's FHIR name, or the model that it holds. enum: the codes of a required binding; the models cut
    long ones short and end them in "+". targets: of a Reference, resource types. primitive: whether `type` is one.
    """

    name: str
    type: str
    many: bool
    primitive: bool
    enum: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Type:
    """A resource type, datatype or backbone element.

    home: the module that defines it, named after the type that it is or is part of. bases: names of its ancestors.
    """

    name: str
    home: str
    bases: tuple[str, ...]
    fields: tuple[Field, ...]

    @property
    def is_main(self) -> bool:
        """Whether it stands for itself: no backbone element, and no abstract type."""
        return self.home == self.name.lower() and self.name not in _ABSTRACT

    @property
    def is_resource(self) -> bool:
        """Whether records can be of this type."""
        return self.is_main and "Resource" in self.bases


def load_types(release: str) -> dict[str, Type]:
    """All types of a release ("R4": the R4B models; "R5"), by name. Imports every model: about two seconds."""
    package = importlib.import_module(_PACKAGES[release])
    found: dict[str, Type] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.ispkg:
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        for name, model in vars(module).items():
            own = isinstance(model, type) and model.__module__ == module.__name__ and hasattr(model, "model_fields")
            if own and name not in _SUPPORT:
                found[name] = _type(name, info.name, model)
    return found


def _type(name: str, home: str, model: Any) -> Type:
    bases = tuple(b.__name__ for b in model.__mro__[1:] if hasattr(b, "model_fields") and b.__name__ != "BaseModel")
    fields = []
    for key, info in model.model_fields.items():
        alias = info.alias or key
        if key == "fhir_comments" or alias.startswith("_") or alias == "resource_type":
            continue
        kind, many = _unwrap(info.annotation)
        if info.metadata and kind not in _PRIMITIVES:
            kind = type(info.metadata[0]).__name__
        extra = info.json_schema_extra or {}
        primitive = kind in _PRIMITIVES
        fields.append(
            Field(
                name=alias,
                type=_PRIMITIVES[kind] if primitive else kind.removesuffix("Type"),
                many=many,
                primitive=primitive,
                enum=tuple(extra.get("enum_values") or ()),
                targets=tuple(extra.get("enum_reference_types") or ()),
            )
        )
    return Type(name, home, bases, tuple(fields))


def _unwrap(annotation: Any) -> tuple[str, bool]:
    """The type's name within Optional, List and Annotated, and whether it is a list."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _unwrap(next(a for a in args if a is not type(None)))
    if origin is list:
        return _unwrap(args[0])[0], True
    if origin is typing.Annotated:
        return type(args[1]).__name__, False
    return str(annotation.__name__), False
