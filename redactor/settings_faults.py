"""This module says what is wrong with a setting: its name, the line or the variable it stands in, and what to write."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args, get_origin

from pydantic import BaseModel

from redactor.errors import SettingsError
from redactor.settings_file import settings_text
from redactor.settings_lines import Place, lines_of, nearest_line

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

PREFIX = "REDACTOR_"
NESTED = "__"
_MORE = "redactor config lists all"
_LISTS = frozenset({"tuple_type", "list_type", "frozen_set_type", "set_type"})
_TABLES = frozenset({"dict_type", "model_type", "model_attributes_type"})


def variable_of(place: Sequence[str | int]) -> str | None:
    """Return the environment variable that sets a place, as it is written there, or None.

    A variable of a whole table, with JSON as its value, counts for everything in it. pydantic ignores the case of
    names, and variables that are empty.
    """
    names = [p for p in place if isinstance(p, str)]
    written = {name.upper(): name for name, value in os.environ.items() if value}
    wanted = (PREFIX + NESTED.join(names[:end]).upper() for end in range(len(names), 0, -1))
    return next((written[name] for name in wanted if name in written), None)


def where_written(place: Place, lines: Mapping[Place, int], file: str) -> str:
    """Return the variable, or the file and the line, in which a place is written; "" if it is in neither."""
    if variable := variable_of(place):
        return f"variable {variable}"
    line = nearest_line(lines, place)
    return f"{file} line {line}" if line is not None else ""


def unknown_variable(name: str, model: type[BaseModel]) -> str:
    """Return the message about a REDACTOR_ variable that is no setting."""
    wanted = name.upper().removeprefix(PREFIX).replace(NESTED, ".").lower()
    meant = _nearest(wanted, [".".join(place) for place, _ in _all_places(model)])
    hint = f"; did you mean {PREFIX}{meant.replace('.', NESTED).upper()}?" if meant else f"; {_MORE}"
    return f"{name} is not a setting{hint}"


def told_faults(errors: Sequence[ErrorDetails], model: type[BaseModel], given: Mapping[str, object]) -> str:
    """Return a sentence for each error of a validation, without any value of a setting.

    given: the settings that the caller gives, which stand in no file and no variable.
    """
    try:
        file, text = settings_text()
    except SettingsError:  # it was read a moment ago
        file, text = None, ""
    lines = lines_of(text)
    told = []
    for error in errors:
        place: Place = tuple(error["loc"])
        name = ".".join(map(str, place))
        where = "" if place and place[0] in given else where_written(place, lines, "" if file is None else file.name)
        told.append(f"{name}{f' ({where})' if where else ''}: {_fault(error, place, model)}")
    return "; ".join(dict.fromkeys(told))


def unreadable_variables(model: type[BaseModel]) -> str:
    """Return the message about variables that pydantic cannot read, which are lists or tables that are not JSON."""
    for place, annotation in _all_places(model):
        name = PREFIX + NESTED.join(place).upper()
        written = next((n for n, value in os.environ.items() if value and n.upper() == name), None)
        if written is not None and _is_complex(annotation) and not _is_json(os.environ[written]):
            return f"the variable {written} cannot be read: {_in_variable(name, _is_list(annotation))}"
    return (
        "a REDACTOR_ variable cannot be read: lists and tables are JSON there, as in REDACTOR_SCHEMA_DIRS='[\"mine\"]'"
    )


def _fault(error: ErrorDetails, place: Place, model: type[BaseModel]) -> str:
    name = ".".join(str(p) for p in place if isinstance(p, str))
    if error["type"] == "extra_forbidden":
        if keys := _keys_of_entry(place[:-1], model):
            return f"there is no such setting; {keys}"
        meant = _meant(place, model)
        return f"there is no such setting; {f'did you mean {meant}?' if meant else _MORE}"
    if error["type"] in _LISTS:
        return (
            f'this setting is a list: in redactor.toml {place[-1]} = ["one", "two"], '
            f"{_in_variable(PREFIX + NESTED.join(name.split('.')).upper(), is_list=True)}"
        )
    if error["type"] in _TABLES and isinstance(place[-1], str):
        return f"this setting is a table: in redactor.toml it begins with a line [{name}]"
    if error["type"] in _TABLES and (keys := _keys_of_entry(place, model)):
        return keys
    return error["msg"]


def _keys_of_entry(place: Place, model: type[BaseModel]) -> str:
    """Return what an entry of a list of tables holds, such as one of site.patterns; "" for any other place."""
    if not place or not isinstance(place[-1], int):
        return ""
    names = tuple(p for p in place if isinstance(p, str))
    annotation = next((found for known, found in _all_places(model) if known == names), None)
    keys = [key for inner in models_in(annotation) for key in inner.model_fields]
    return f"a table with {', '.join(keys)}" if keys else ""


def _in_variable(name: str, is_list: bool) -> str:
    example = '["one", "two"]' if is_list else '{"name": "value"}'
    return f"in the environment a {'list' if is_list else 'table'} is JSON, as in {name}='{example}'"


def _meant(place: Place, model: type[BaseModel]) -> str | None:
    """Return the setting whose name is most like an unknown one: beside it, or else of the same name elsewhere."""
    names = [str(p) for p in place if isinstance(p, str)]
    everything = [".".join(known) for known, _ in _all_places(model)]
    beside = ".".join(names[:-1])
    if near := _nearest(".".join(names), [known for known in everything if known.rpartition(".")[0] == beside]):
        return near
    return next((known for known in everything if known.rpartition(".")[2] == names[-1]), None)


def _nearest(name: str, known: Sequence[str]) -> str | None:
    from difflib import get_close_matches  # an error alone needs it

    return next(iter(get_close_matches(name, known, n=1, cutoff=0.75)), None)


def _all_places(model: type[BaseModel], within: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the place and the annotation of each setting, tables included."""
    for name, field in model.model_fields.items():
        yield (*within, name), field.annotation
        for inner in models_in(field.annotation):
            yield from _all_places(inner, (*within, name))


def models_in(annotation: Any) -> list[type[BaseModel]]:
    """Return the models that an annotation names, those of entries of lists included."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in models_in(part)]


def _is_complex(annotation: Any) -> bool:
    return bool(models_in(annotation)) or get_origin(annotation) in (tuple, dict, frozenset)


def _is_list(annotation: Any) -> bool:
    return get_origin(annotation) in (tuple, frozenset)


def _is_json(value: str) -> bool:
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return False
    return True
