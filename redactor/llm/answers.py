"""Read the JSON that a model wrote, in fences or in prose, and check it against the schema of the question.

Nothing here raises. Questions use a subset of JSON Schema: object with properties, array with items, minItems and
maxItems, string with enum, minLength and maxLength, boolean, integer and number with minimum and maximum, null, and a
list of types. All properties of an object are required, as in OpenAI's strict mode: an answer without a property must
not read as "nothing was found".
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

_MOST_STARTS = 64  # opening braces that are tried
_MOST_DEPTH = 32
_FENCE = re.compile(r"```[A-Za-z0-9]*[ \t]*\n(.*?)```", re.DOTALL)
# Strings are matched first, so that a comma inside one is never taken away. An unterminated string runs to the end.
_TRAILING_COMMA = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|,(?=\s*+[}\]])', re.DOTALL)


class Fault(StrEnum):
    """A fault says what is wrong with an answer. Its words are sent to the model and hold nothing of the answer."""

    NOT_JSON = "it is not JSON"
    AMBIGUOUS = "it gives different values for the same key, or more than one answer"
    MISFIT = "it does not fit the schema"


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """A parsed answer holds the properties that the schema names, or the fault for which there are none."""

    data: dict[str, Any] | None
    fault: Fault | None = None


class _AmbiguousError(ValueError):
    """An object has two values for one key."""


class _MisfitError(ValueError):
    """A value does not fit its schema."""


def read_answer(content: str, schema: Mapping[str, Any]) -> ParsedAnswer:
    """Return the one object in a model's text that fits the schema. Two different objects that fit are ambiguous."""
    try:
        return _parsed(content, schema)
    except RecursionError:
        return ParsedAnswer(None, Fault.NOT_JSON)


def _parsed(content: str, schema: Mapping[str, Any]) -> ParsedAnswer:
    content = content.rpartition("</think>")[2].strip()
    fitting: list[dict[str, Any]] = []
    fault = Fault.NOT_JSON
    for value in _json_values(content):
        if isinstance(value, _AmbiguousError):
            return ParsedAnswer(None, Fault.AMBIGUOUS)
        try:
            fitted = _fitted(value, schema, 0)
        except _MisfitError:
            fault = Fault.MISFIT
            continue
        except _AmbiguousError:
            return ParsedAnswer(None, Fault.AMBIGUOUS)
        if isinstance(fitted, dict) and fitted not in fitting:
            fitting.append(fitted)
    if len(fitting) > 1:
        return ParsedAnswer(None, Fault.AMBIGUOUS)
    return ParsedAnswer(fitting[0]) if fitting else ParsedAnswer(None, fault)


def _json_values(content: str) -> Iterator[object]:
    """Yield the JSON values of a text: the whole text, else its fences, else the objects in it. An ambiguous value is
    yielded as an _AmbiguousError.
    """
    whole = _loads(content)
    if whole is not None:
        yield whole
        return
    fenced = [value for text in _FENCE.findall(content) if (value := _loads(text.strip())) is not None]
    yield from fenced or _embedded_objects(_TRAILING_COMMA.sub(lambda m: m[0] if m[0] != "," else "", content))


def _loads(text: str) -> object:
    """Parse JSON, with trailing commas allowed. Returns None for malformed JSON, an _AmbiguousError if keys repeat."""
    for tried in (text, _TRAILING_COMMA.sub(lambda m: m[0] if m[0] != "," else "", text)):
        try:
            return _DECODER.decode(tried)
        except _AmbiguousError as e:
            return e
        except (ValueError, RecursionError):
            continue
    return None


def _embedded_objects(content: str) -> Iterator[object]:
    at = 0
    for _ in range(_MOST_STARTS):
        at = content.find("{", at)
        if at < 0:
            return
        try:
            value, at = _DECODER.raw_decode(content, at)
        except _AmbiguousError as e:
            yield e
            return
        except (ValueError, RecursionError):
            at += 1
        else:
            yield value


def _unambiguous_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and not _same_value(found[key], value):
            raise _AmbiguousError
        found[key] = value
    return found


def _same_value(one: object, other: object) -> bool:
    """Tell whether two values are equal and of one type: True equals 1 in Python."""
    return type(one) is type(other) and one == other


def _reject_constant(name: str) -> object:
    raise ValueError(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_unambiguous_object, parse_constant=_reject_constant)


def _fitted(value: object, schema: Mapping[str, Any], depth: int) -> object:
    """Return the value in the form of its schema. Raises _MisfitError, and _AmbiguousError for keys that differ only in
    case.
    """
    if depth > _MOST_DEPTH:
        raise _MisfitError
    kinds = schema.get("type")
    for kind in kinds if isinstance(kinds, list | tuple) else (kinds,):
        if kind == "null" and value is None:
            return None
        if kind == "object" and isinstance(value, dict):
            return _fit_object(value, schema, depth)
        if kind == "array" and isinstance(value, list):
            if schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", math.inf):
                return [_fitted(item, schema.get("items", {}), depth + 1) for item in value]
        elif kind == "string" and isinstance(value, str):
            return _fit_string(value, schema)
        elif kind == "boolean" and isinstance(value, bool):
            return value
        elif kind in ("integer", "number") and isinstance(value, int | float) and not isinstance(value, bool):
            return _fit_number(value, kind == "integer", schema)
    raise _MisfitError


def _fit_object(value: dict[str, Any], schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
    """Return the properties that the schema names. Their case may differ where that is unambiguous; other keys are
    dropped.
    """
    properties: Mapping[str, Any] = schema.get("properties", {})
    names = {name.casefold(): name for name in properties}
    if len(names) < len(properties):
        names = {name: name for name in properties}
    fitted: dict[str, Any] = {}
    for key, item in value.items():
        name = key if key in properties else names.get(key.casefold())
        if name is None:
            continue
        one = _fitted(item, properties[name], depth + 1)
        if name in fitted and not _same_value(fitted[name], one):
            raise _AmbiguousError
        fitted[name] = one
    if len(fitted) < len(properties):
        raise _MisfitError
    return fitted


def _fit_string(value: str, schema: Mapping[str, Any]) -> str:
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        raise _MisfitError  # a lone surrogate, which cannot be encoded
    allowed = schema.get("enum")
    if allowed is not None:
        if value in allowed:
            return value
        alike = [one for one in allowed if isinstance(one, str) and one.casefold() == value.strip().casefold()]
        if len(alike) != 1:
            raise _MisfitError
        return alike[0]
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", math.inf):
        raise _MisfitError
    return value


def _fit_number(value: float, whole: bool, schema: Mapping[str, Any]) -> float:
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _MisfitError
        if whole:
            if not value.is_integer():
                raise _MisfitError
            value = int(value)
    if not schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf):
        raise _MisfitError
    return value


def strict_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema in the form of OpenAI's strict mode: all properties are required, and no others allowed."""
    made = dict(schema)
    if "properties" in made:
        made["properties"] = {name: strict_schema(one) for name, one in made["properties"].items()}
        made["required"] = list(made["properties"])
        made["additionalProperties"] = False
    if "items" in made:
        made["items"] = strict_schema(made["items"])
    return made
