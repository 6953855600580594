"""Counts the values of sample records by path, JSON type and value.

They stay in memory; `schemas.authoring.infer` derives rules and shares from them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

MAX_KEYS = 300  # an object with more keys is a map whose keys are data
_MAX_VALUES = 500  # distinct values kept per field
_MAX_DEPTH = 64


@dataclass(slots=True)
class PathStatistics:
    """The statistics of the samples at one path.

    `rows` counts the values, each item of an array included, and `types` counts them by JSON type; empty strings count
    as null. `values` counts the kept distinct values, and `overflow` the values not kept. `largest` is the largest
    absolute value of a number. `keys` holds the statistics below an object by key, `items` those of an array's items.
    `hidden_keys` counts keys that are data and get no rule.
    """

    rows: int = 0
    types: Counter[str] = field(default_factory=Counter)
    values: Counter[str] = field(default_factory=Counter)
    overflow: int = 0
    largest: float = 0.0
    keys: dict[str, PathStatistics] = field(default_factory=dict)
    items: PathStatistics | None = None
    hidden_keys: int = 0

    def add(self, value: Any, depth: int = 0) -> None:
        """Count a value and all values in it."""
        self.rows += 1
        if isinstance(value, Mapping):
            self.types["object"] += 1
            if depth < _MAX_DEPTH:
                for key, inner in value.items():
                    self._statistics_of_key(str(key)).add(inner, depth + 1)
        elif isinstance(value, list | tuple):
            self.types["array"] += 1
            if self.items is None:
                self.items = PathStatistics()
            if depth < _MAX_DEPTH:
                for inner in value:
                    self.items.add(inner, depth + 1)
        elif value is None:
            self.types["null"] += 1
        elif isinstance(value, bool):
            self.types["boolean"] += 1
        elif isinstance(value, str) and (not value or value.isspace()):
            self.types["null"] += 1  # an empty cell of a table
        elif isinstance(value, str):
            self.types["string"] += 1
            self._count_value(value)
        else:
            self._add_number(value)

    def _statistics_of_key(self, key: str) -> PathStatistics:
        found = self.keys.get(key)
        if found is None:
            found = PathStatistics()
            if len(self.keys) <= MAX_KEYS:
                self.keys[key] = found
        return found

    def _add_number(self, value: Any) -> None:
        text = bytes(value).decode("ascii", "replace") if isinstance(value, msgspec.Raw) else str(value)
        whole = isinstance(value, int) or re.fullmatch(r"-?\d+", text) is not None
        self.types["integer" if whole else "number"] += 1
        try:
            self.largest = max(self.largest, abs(float(text)))
        except (ValueError, OverflowError):
            self.largest = float("inf")
        self._count_value(text)

    def _count_value(self, value: str) -> None:
        if value in self.values or len(self.values) < _MAX_VALUES:
            self.values[value] += 1
        else:
            self.overflow += 1

    @property
    def distinct(self) -> float:
        """Return the share of distinct values, in [0, 1]; values that were not kept count as distinct."""
        total = self.values.total() + self.overflow
        return (len(self.values) + self.overflow) / total if total else 0.0

    def share(self, test: Callable[[str], object]) -> float:
        """Return the share of the kept values' occurrences that pass the test, in [0, 1]."""
        total = self.values.total()
        return sum(n for v, n in self.values.items() if test(v)) / total if total else 0.0
