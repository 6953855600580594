"""Builds the writer of a note type: calls the layout named in its table with the table's parameters.

A parameter's annotation decides how its value is read: a sequence of strings is the templates of a named section, a
`Block` the raw text of one, a callable another layout's table. Any other value is used as it is.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Annotated, Any

from corpus.engine.cast import Cast
from corpus.engine.layouts import hospital_note, sections
from corpus.engine.layouts.conversation import Tale, tale
from corpus.engine.layouts.label_value_tables import rows
from corpus.engine.layouts.long_chart import aged
from corpus.engine.note_file import NoteFile, NoteFileError
from corpus.engine.note_type import SECTION, Write
from redactor.sample.marked import Marked

Lookup = Callable[[str], Write]

_OWN = frozenset(("name", "weight", "layout"))
_LINES = (typing.Sequence[str], tuple[str, ...])
_ROW = tuple[str, str]


def build(table: Mapping[str, Any], file: NoteFile, lookup: Lookup) -> Write:
    """The writer of the type that a table describes.

    lookup: returns another type's writer by name, when a note is written. Raises NoteFileError for an unknown layout,
    parameter or section.
    """
    if "type" in table:
        name = table["type"]
        return lambda c: lookup(name)(c)
    if "layout" not in table:
        raise NoteFileError(f"{file.path}: {table.get('name', 'a nested table')!r} names no layout")
    function = layout(table["layout"], file.path)
    given = {key: value for key, value in table.items() if key not in _OWN}
    if writes(function):
        if given:
            raise NoteFileError(f"{file.path}: the layout {table['layout']} takes no parameters")
        return typing.cast(Write, function)
    return typing.cast(Write, _called(function, given, file, lookup))


@cache
def layout(name: str, path: str = "") -> Callable[..., Any]:
    """The function of a module of `corpus.engine.layouts`: "module.function", or "module" if both have the same name.
    Raises NoteFileError if there is none.
    """
    module, _, function = name.partition(".")
    function = function or module
    try:
        found = getattr(import_module(f"corpus.engine.layouts.{module}"), function)
    except (ImportError, AttributeError, ValueError):
        raise NoteFileError(f"{path}: no layout {name!r}; see `python -m corpus layouts`") from None
    return typing.cast(Callable[..., Any], found)


@cache
def hints(function: Callable[..., Any]) -> Mapping[str, Any]:
    """The annotations of a layout's parameters."""
    return typing.get_type_hints(function, include_extras=True)


def writes(function: Callable[..., Any]) -> bool:
    """Whether a layout is itself a writer and takes no parameters from the file."""
    first = next(iter(inspect.signature(function).parameters), None)
    return first is not None and hints(function).get(first) is Cast


def _called(function: Callable[..., Any], given: Mapping[str, Any], file: NoteFile, lookup: Lookup) -> Any:
    known = inspect.signature(function).parameters
    if unknown := given.keys() - known.keys():
        raise NoteFileError(f"{file.path}: {function.__name__} has no parameter {', '.join(sorted(unknown))}")
    if missing := [
        n for n, p in known.items() if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD and n not in given
    ]:
        raise NoteFileError(f"{file.path}: {function.__name__} lacks its parameter {', '.join(missing)}")
    positional: list[Any] = []
    named: dict[str, Any] = {}
    several = next((n for n, p in known.items() if p.kind is p.VAR_POSITIONAL), None)
    for name, parameter in known.items():
        if name not in given:
            if several in given and parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
                positional.append(parameter.default)
            continue
        hint = hints(function)[name]
        if name == several:
            positional += _several(hint, given[name], file, lookup)
        elif several in given and parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            positional.append(_value(hint, given[name], file, lookup))
        else:
            named[name] = _value(hint, given[name], file, lookup)
    return function(*positional, **named)


def _several(hint: Any, value: Any, file: NoteFile, lookup: Lookup) -> list[Any]:
    if hint is str:
        return list(file.lines(value) if isinstance(value, str) else value)
    return [_value(hint, item, file, lookup) for item in (value if isinstance(value, list) else [value])]


def _value(hint: Any, value: Any, file: NoteFile, lookup: Lookup) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:  # an optional parameter
        return _value(arguments[0], value, file, lookup)
    if origin is Annotated and SECTION in arguments:
        return file.block(value) if value else ""
    if hint is Tale:
        return tale(file.block(value))
    if hint in (sections.Part, hospital_note.Part):
        return _called(sections.part if hint is sections.Part else hospital_note.Part, value, file, lookup)
    if _is_lines(hint):
        return file.lines(value) if isinstance(value, str) else tuple(value)
    if _is_callable(hint):
        if arguments[1] is Marked:
            return build(value, file, lookup)
        if isinstance(value, str):
            return layout(value, file.path)
        least, most = value["years"]
        return aged(least, most, value.get("woman", False))
    if _is_sequence(hint):
        if arguments[0] == _ROW:
            return rows(file.block(value)) if isinstance(value, str) else tuple(tuple(row) for row in value)
        if arguments[0] in (Tale, sections.Part, hospital_note.Part) or _is_lines(arguments[0]):
            return tuple(_value(arguments[0], item, file, lookup) for item in value)
    return _tupled(value)


def _is_callable(hint: Any) -> bool:
    return typing.get_origin(hint) in (Callable, typing.get_origin(typing.Callable[[], None]))


def _is_sequence(hint: Any) -> bool:
    return typing.get_origin(hint) in (tuple, typing.get_origin(typing.Sequence[int]))


def _is_lines(hint: Any) -> bool:
    return _is_sequence(hint) and typing.get_args(hint)[0] is str


def _tupled(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_tupled(item) for item in value)
    if isinstance(value, dict):
        return {key: _tupled(item) for key, item in value.items()}
    return value
