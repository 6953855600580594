"""Checks the keywords of schema documents, and turns the rule of one field into a leaf.

A document is JSON Schema with a rule for each field; docs/guide/schemas.md shows how to write one. It fails closed: a
field without a rule, an unknown keyword and a contradictory rule are errors that name the path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, TypeVar

import re2

from redactor.entities import Entity, Role
from redactor.errors import SchemaError
from schemas.engine.code_forms import currency, language
from schemas.engine.compiled_schema import Kind, Leaf, Rule
from schemas.engine.fhir_types import TYPE_NAMES
from schemas.engine.terminologies import check_media_type, check_system
from schemas.engine.token_check import Verdict, check_words, contains_identifying_number
from schemas.engine.units import check_unit, check_written_unit

# --- Named checks of passThrough --------------------------------------------------------------------------------------

_QUIET = re2.Options()
_QUIET.log_errors = False  # the caller reports a bad pattern, without showing it

_CACHE = 8_192  # values of a pattern
_SHORT = 64  # characters of a value that is kept

Check = Callable[[str], Verdict]


@cache
def matches_whole(pattern: str) -> Check:
    """Return a check that the whole of a value matches an re2 pattern. Raises re2.error for an invalid pattern."""
    whole = re2.compile(pattern, _QUIET).fullmatch

    def matches_text(text: str) -> bool:
        return whole(text) is not None

    recurring = lru_cache(maxsize=_CACHE)(matches_text)  # the concepts and numbers of tables recur

    def matches(value: str) -> bool:
        text = value if isinstance(value, str) else str(value)
        return recurring(text) if len(text) <= _SHORT else matches_text(text)

    return matches


def _check_code_words(code: str) -> Verdict:
    """Decide whether a code of no published system may pass: by its words, and without a number that identifies."""
    return False if contains_identifying_number(code) else check_words(code)


CHECKS: dict[str, Check] = {
    "words": _check_code_words,
    "currency": currency,
    "language": language,
    "mime": check_media_type,
    "ucum": check_unit,
    "unit": check_written_unit,
    "knownSystem": check_system,
    "typeName": TYPE_NAMES.__contains__,
}


Document = Mapping[str, Any]

FORMATS = frozenset(
    "string markdown date dateTime instant time code uri url canonical oid uuid id boolean integer decimal "  # noqa: SIM905
    "base64Binary xhtml".split()
)
_FORMAT_OF_TYPE = {"string": "string", "integer": "integer", "number": "decimal", "boolean": "boolean"}
_TYPE_OF_FORMAT = {"boolean": "boolean", "integer": "integer", "decimal": "number"}
_TEXT_FORMATS = frozenset({"string", "markdown", "xhtml", "base64Binary", "code"})  # a code is read word by word
_NEVER_PASS = frozenset({"base64Binary", "xhtml"})
_NEEDS_ENTITY = frozenset({Rule.MASK, Rule.GENERALIZE})
_URI_FORMATS = frozenset({"uri", "url", "oid", "uuid", "canonical"})
_ID_CLASS = re2.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")

_LEAF_KEYWORDS = frozenset(
    {"rule", "entity", "role", "part", "format", "enum", "const", "pattern", "check", "idClass", "known", "llm"}
)
_NODE_KEYWORDS = frozenset({"$ref", "type", "properties", "items", "kind", "targets"}) | _LEAF_KEYWORDS
# Keywords of JSON Schema that do not affect what is released. Those that would (allOf, patternProperties, ...) are
# errors: a document would otherwise protect less than its author thinks.
_IGNORED_KEYWORDS = frozenset(
    "$comment $anchor title description examples default deprecated readOnly writeOnly required additionalProperties "  # noqa: SIM905
    "minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems "
    "minProperties maxProperties contentEncoding contentMediaType".split()
)
_DOCUMENT_KEYWORDS = frozenset(
    "$schema $id $defs title version resourceType dataType fhirVersion subject id noteType noteDate".split()  # noqa: SIM905
)


def leaf_of(
    schema: Document,
    types: frozenset[str],
    path: str,
    *,
    entity: Entity | None,
    role: Role | None,
    part: str | None,
    is_array: bool,
) -> Leaf:
    """Return the leaf of a field's schema. Raises SchemaError.

    `types` are its JSON types. `entity` and `role` are inherited from the object that holds it. `part` is its name
    where it is part of a structured value, and `is_array` tells whether the field is an array.
    """
    if "rule" not in schema:
        rules = ", ".join(r.value for r in Rule)
        raise SchemaError(f"{path}: a field needs a rule; give it one of {rules}")
    rule = _enum_member(Rule, schema["rule"], "rule", path)
    fmt = _format(schema, types, path)
    enum, check = _enum(schema, path), _check(schema, path)
    entity = entity_of(schema, path) or entity
    role = role_of(schema, path) or role
    if rule in _NEEDS_ENTITY and entity is None:
        raise SchemaError(f'{path}: {rule.value} needs an "entity", e.g. "PERSON"; ID fits any other identifier')
    if rule is Rule.SHIFT and entity is None:
        entity = Entity.DATE
    if rule is Rule.AUTODEID and fmt not in _TEXT_FORMATS:
        raise SchemaError(f"{path}: autoDeID reads text, not {fmt}; choose another rule")
    if rule is Rule.PASS and fmt in _NEVER_PASS:
        raise SchemaError(f"{path}: {fmt} can hold anything and cannot pass; choose autoDeID or drop")
    if rule is not Rule.PASS and (enum is not None or check is not None):
        raise SchemaError(f"{path}: enum, const, pattern and check go with passThrough, not with {rule.value}")
    id_class = id_class_of(schema, path)
    if id_class is not None and (rule is not Rule.HASH or fmt in _URI_FORMATS):
        raise SchemaError(f"{path}: idClass goes with the rule hash, and not with URIs")
    is_known = _is_known(schema, rule, path)
    if rule in (Rule.PASS, Rule.DROP, Rule.AUTODEID):
        entity = role = None
    return Leaf(
        rule, path, fmt, entity, role, _part(schema, part, path), enum, check, is_array, id_class, is_known,
        by_llm=_reads_by_llm(schema, rule, fmt, path),
    )  # fmt: skip


# --- Keywords ---------------------------------------------------------------------------------------------------------


def check_keywords(schema: Document, path: str) -> None:
    """Raise SchemaError for a keyword that a field or object may not have."""
    for keyword in schema:
        if keyword not in _NODE_KEYWORDS and keyword not in _IGNORED_KEYWORDS:
            raise SchemaError(f'{path}: "{keyword}" is not a known keyword; remove or correct it')


def check_document_keywords(document: Document) -> None:
    """Raise SchemaError for a keyword that a document may not have."""
    for keyword in document:
        if keyword not in _DOCUMENT_KEYWORDS and keyword not in _NODE_KEYWORDS and keyword not in _IGNORED_KEYWORDS:
            raise SchemaError(f'document: "{keyword}" is not a known keyword; remove or correct it')


def types_of(schema: Document, path: str) -> frozenset[str]:
    """Return the JSON types that `type` names, without null."""
    found = schema.get("type", ())
    types = frozenset([found] if isinstance(found, str) else found)
    unknown = types - {"string", "integer", "number", "boolean", "object", "array", "null"}
    if unknown:
        raise SchemaError(f"{path}: {sorted(map(str, unknown))[0]!r} is not a JSON type")
    return types - {"null"}


def entity_of(schema: Document, path: str) -> Entity | None:
    """Return the entity that the keyword names, or None."""
    found = schema.get("entity")
    return None if found is None else _enum_member(Entity, found, "entity", path)


def role_of(schema: Document, path: str) -> Role | None:
    """Return the role that the keyword names, or None."""
    found = schema.get("role")
    return None if found is None else _enum_member(Role, found, "role", path)


def kind_of(schema: Document, path: str) -> Kind | None:
    """Return the datatype that the keyword names, or None."""
    return _enum_member(Kind, schema["kind"], "kind", path) if "kind" in schema else None


def targets_of(schema: Document, path: str) -> tuple[str, ...]:
    """Return the resource types that a Reference may refer to, or () where the document does not say."""
    found = schema.get("targets", [])
    if not isinstance(found, list) or not all(isinstance(t, str) for t in found):
        raise SchemaError(f'{path}: "targets" must list resource types')
    return tuple(found)


def id_class_of(schema: Document, path: str) -> str | None:
    """Return the class of ids that the keyword names, or None."""
    found = schema.get("idClass")
    if found is not None and (not isinstance(found, str) or _ID_CLASS.fullmatch(found) is None):
        raise SchemaError(f'{path}: "idClass" must be a word such as "Patient" or "note"')
    return found


def text_of(document: Document, keyword: str) -> str | None:
    """Return the value of a document's string keyword, or None."""
    found = document.get(keyword)
    if found is not None and (not isinstance(found, str) or not found):
        raise SchemaError(f'document: "{keyword}" must be a string')
    return found


def path_of(document: Document, keyword: str) -> tuple[str, ...] | None:
    """Return the dotted path that a document's keyword names, as a tuple of keys, or None."""
    found = text_of(document, keyword)
    return tuple(found.split(".")) if found else None


def required_of(document: Document) -> frozenset[str]:
    """Return the fields that each record has, by the keyword `required`."""
    found = document.get("required", [])
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise SchemaError('document: "required" must list fields')
    return frozenset(found)


_Member = TypeVar("_Member", bound=StrEnum)


def _enum_member(members: type[_Member], found: Any, keyword: str, path: str) -> _Member:
    try:
        return members(found)
    except ValueError:
        listed = ", ".join(m.value for m in members)
        raise SchemaError(f"{path}: {found!r} is not a known {keyword}; use one of {listed}") from None


def _format(schema: Document, types: frozenset[str], path: str) -> str:
    primitive = {"number"} if types == {"integer", "number"} else types
    if len(primitive) > 1:
        raise SchemaError(f"{path}: a field has one type; found {', '.join(sorted(types))}")
    json_type = next(iter(primitive), None)
    fmt = schema.get("format")
    if fmt is None:
        return _FORMAT_OF_TYPE.get(json_type or "", "string")
    fmt = "dateTime" if fmt == "date-time" else fmt
    if fmt not in FORMATS:
        raise SchemaError(f"{path}: {fmt!r} is not a known format; use one of {', '.join(sorted(FORMATS))}")
    if json_type is not None and _TYPE_OF_FORMAT.get(fmt, "string") != json_type:
        raise SchemaError(f"{path}: the type {json_type} cannot have the format {fmt}")
    return str(fmt)


def _enum(schema: Document, path: str) -> frozenset[str] | None:
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if values is None:
        return None
    if not isinstance(values, list) or not values or not all(isinstance(v, str) for v in values):
        raise SchemaError(f'{path}: "enum" must list strings')
    return frozenset(values)


def _check(schema: Document, path: str) -> Callable[[str], Verdict] | None:
    pattern, name = schema.get("pattern"), schema.get("check")
    if pattern is not None and name is not None:
        raise SchemaError(f"{path}: give either a pattern or a check")
    if name is not None:
        if name not in CHECKS:
            raise SchemaError(f"{path}: {name!r} is not a known check; use one of {', '.join(sorted(CHECKS))}")
        return CHECKS[name]
    if pattern is None:
        return None
    try:
        return matches_whole(pattern)
    except (re2.error, TypeError):
        raise SchemaError(f"{path}: the pattern is not a valid re2 regular expression") from None


def _is_known(schema: Document, rule: Rule, path: str) -> bool:
    found = schema.get("known", True)
    if not isinstance(found, bool):
        raise SchemaError(f'{path}: "known" must be true or false')
    if not found and rule not in (Rule.MASK, Rule.HASH):
        raise SchemaError(f"{path}: known goes with the rules mask and hash")
    return found


def _reads_by_llm(schema: Document, rule: Rule, fmt: str, path: str) -> bool:
    found = schema.get("llm")
    if found is None:
        return False
    if found != "always":
        raise SchemaError(f'{path}: "llm" can only be "always"; leave it out where the student may decide who is asked')
    if rule is not Rule.AUTODEID or fmt == "code":
        raise SchemaError(f"{path}: llm goes with the rule autoDeID, and not with codes")
    return True


def _part(schema: Document, part: str | None, path: str) -> str | None:
    found = schema.get("part", part)
    if found is not None and not isinstance(found, str):
        raise SchemaError(f'{path}: "part" must be a string')
    return found
