"""Keeps elements that FHIR requires present where their value is left out, with the data-absent-reason `masked`.

A primitive gets the reason in its `_name`, a datatype or backbone element in an extension. Of a choice (value[x]) one
alternative needs a value: the one that came if it is an object, else another that can hold the reason. Everything added
is constant. https://hl7.org/fhir/R4/extensibility.html#Special-Case says what a required element may leave out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from schemas.engine.compiled_schema import Required
from schemas.engine.references import References
from schemas.engine.walk_state import DATA_ABSENT, OMIT, Omit, WalkState

_LIST = Path(__file__).with_name("data") / "required_elements.json"
_TIMES = frozenset({"date", "dateTime", "instant"})
_STAND_INS = ("string", "CodeableConcept", "Coding", "Reference")  # the first that a choice has speaks for a primitive
_WITHHELD = "masked"  # the value of an alternative that is a string


def required_elements(release: str, path: str) -> tuple[Required, ...]:
    """Return what FHIR requires of the type at a path ("Patient.link") in "R4" or "R5"; () for other releases."""
    return _elements_by_type().get((release, path), ())


@cache
def _elements_by_type() -> dict[tuple[str, str], tuple[Required, ...]]:
    listed = json.loads(_LIST.read_text("ascii"))
    return {
        (release, path): tuple(map(_required, elements))
        for release, types in listed.items()
        for path, elements in types.items()
    }


def _required(alternatives: Mapping[str, str | list[str]]) -> Required:
    types = tuple((name, kind if isinstance(kind, str) else kind[0]) for name, kind in alternatives.items())
    return Required(types, any(isinstance(kind, list) for kind in alternatives.values()))


def keep_required(
    required: tuple[Required, ...], value: Mapping[str, Any], out: dict[str, Any], state: WalkState
) -> None:
    """Mark each required element of an object that it has and that is not in its output.

    `value` is the object as it came. A choice that came as a primitive waits for `fill_choices`: it may still be left
    out.
    """
    for element in required:
        given = next((own for own in element.types if own[0] in value or "_" + own[0] in value), None)
        if given is None:
            continue
        name, kind = given
        if element.is_choice and _is_primitive(kind):
            state.choices.append((out, element))
        elif name in out or (name not in value and "_" + name in out):
            continue
        elif not _is_primitive(kind):
            absent = _object_of_reasons(state, kind, value[name])
            out[name] = [absent] if element.repeats else absent
        elif element.repeats:
            held = value.get(name)
            out[name] = [None] * (len(held) if isinstance(held, list) and held else 1)
            for i in range(len(out[name])):
                state.mark_absent(out, name, i)
        else:
            state.mark_absent(out, name, None)


def withheld_modifier(value: object, state: WalkState, references: References) -> dict[str, Any] | Omit:
    """Return an empty modifier extension in place of one whose content was left out; without it its resource would read
    as if it were not modified.
    """
    url = value.get("url") if isinstance(value, Mapping) else None
    if not isinstance(url, str) or state.is_flat:
        return OMIT
    state.hashed = True
    return {"url": references.keys.uri(url), "extension": [dict(DATA_ABSENT)]}


def fill_choices(state: WalkState) -> None:
    """Give each required choice that lost its value another. The call comes last: by then the reasons are in the
    output.
    """
    for out, element in state.choices:
        if any(out.get(name) is not None for name, _ in element.types):
            continue
        left = [held for name, _ in element.types if isinstance(held := out.pop("_" + name, None), dict)]
        reason = left[0] if left else {"extension": [dict(DATA_ABSENT)]}
        name, kind = _stand_in(element)
        if kind == "string":
            out[name], out["_" + name] = _WITHHELD, reason
        else:
            out[name] = reason


@cache
def _stand_in(element: Required) -> tuple[str, str]:
    """Return the alternative that stands in for a withheld primitive; for a day this is a Period, which needs no
    content.
    """
    names = {kind: name for name, kind in element.types}
    wanted = _STAND_INS if "string" in names or not _TIMES & names.keys() else ("Period", *_STAND_INS)
    kind = next(kind for kind in wanted if kind in names)
    return names[kind], kind


def _object_of_reasons(state: WalkState, path: str, value: object) -> dict[str, Any]:
    """Return an object that holds nothing but reasons; `value` is the original, of an array the first item counts."""
    out: dict[str, Any] = {"extension": [dict(DATA_ABSENT)]}
    first = value[0] if isinstance(value, list) and value else value
    if isinstance(first, Mapping):
        keep_required(required_elements(state.schema.fhir or "", path), first, out, state)
    return out


def _is_primitive(kind: str) -> bool:
    """Tell whether a type is a primitive by FHIR's way of writing it: "dateTime", but "Period"."""
    return kind[:1].islower()
