"""The layouts that a head can name, with their parameters and descriptions."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from corpus.engine import note_file, recipe


@dataclass(frozen=True, slots=True)
class LayoutRow:
    """A layout. parameters: as a head gives them ("pools, least = 2"); uses: how often heads name it."""

    name: str
    parameters: str
    about: str
    uses: int


def rows() -> list[LayoutRow]:
    """The layouts that the corpus uses, the most frequent first."""
    out: list[LayoutRow] = []
    for name, uses in _named().most_common():
        function = recipe.layout(name)
        about = (inspect.getdoc(function) or "").partition("\n")[0]
        out.append(LayoutRow(name, "" if recipe.writes(function) else _parameters(function), about, uses))
    return out


def _parameters(function: Any) -> str:
    told = []
    for name, parameter in inspect.signature(function).parameters.items():
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        told.append(name + (default if len(default) < 20 else " = ..."))
    return ", ".join(told)


def _named() -> Counter[str]:
    out: Counter[str] = Counter()
    for path in note_file.paths("notes"):
        for table in note_file.read(path).types:
            out.update(_layouts(table))
    return out


def _layouts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if "layout" in value:
            yield value["layout"]
        for item in value.values():
            yield from _layouts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _layouts(item)
