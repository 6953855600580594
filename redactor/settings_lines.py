"""This module finds the line of each setting in the text of a settings file, for messages and for `redactor config`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

Place = tuple[str | int, ...]
"""The place of a setting: its keys from the outside in, with the position of an entry of a list, from 0."""

_ENDS = ("]", "}", '"""', "'''")  # a value of several lines ends on a line that holds one of these


def lines_of(text: str) -> dict[Place, int]:
    """Return the line, from 1, on which each setting of a TOML text begins: `{("llm", "model"): 7}`.

    What stands inside a value of several lines has the line on which the value begins. A text that is no TOML gives the
    lines of what stands before the fault.
    """
    found: dict[Place, int] = {}
    table: Place = ()
    entries: Counter[Place] = Counter()
    for number, statement in _statements(text):
        if statement.lstrip().startswith("["):
            table = _table(tomllib.loads(statement), entries)
            found.setdefault(table, number)
            found.setdefault(table[:-1] if isinstance(table[-1], int) else table, number)  # the list of the entry
            continue
        for place in _places(tomllib.loads(statement)):
            found.setdefault((*table, *place), number)
    return found


def nearest_line(lines: Mapping[Place, int], place: Place) -> int | None:
    """Return the line of a place, or else that of the innermost setting around it that has one."""
    return next((lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in lines), None)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each table's head and each assignment, whole, with the number of its first line."""
    start, waiting = 1, ""
    for number, line in enumerate(text.split("\n"), 1):
        if not waiting:
            start = number
        waiting += line + "\n"
        if number > start and not any(end in line for end in _ENDS):
            continue  # a list of many lines would be read once for each of them
        try:
            empty = not tomllib.loads(waiting)
        except tomllib.TOMLDecodeError:
            continue
        if not empty:
            yield start, waiting
        waiting = ""


def _table(head: dict[str, Any], entries: Counter[Place]) -> Place:
    """Return the place that a table's head names. entries: how many entries each list of tables has so far."""
    place: Place = ()
    inner: Any = head
    while isinstance(inner, dict) and inner:
        ((key, inner),) = inner.items()
        place = (*place, key)
        if isinstance(inner, list):
            entries[place] += 1
            return (*place, entries[place] - 1)
        if entries[place]:
            place = (*place, entries[place] - 1)  # a table inside the last entry of a list
    return place


def _places(value: Any, place: Place = ()) -> Iterator[Place]:
    if place:
        yield place
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from _places(one, (*place, key))
