"""What a heap of sample records holds at each path: counts, types, and the values in memory alone.

Nothing here is written anywhere: `schemas.authoring.infer` turns it into shares and rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

MAX_KEYS = 300  # an object of more keys than this is a map whose keys are data
_KEPT_VALUES = 500  # distinct values looked at per field
_MAX_DEPTH = 64


@dataclass(slots=True)
class Seen:
    """What the samples hold at one path. rows: how many values stood there, each element of an array counted."""

    rows: int = 0
    types: Counter[str] = field(default_factory=Counter)
    arrays: int = 0
    values: Counter[str] = field(default_factory=Counter)
    overflow: int = 0
    largest: float = 0.0
    keys: dict[str, Seen] = field(default_factory=dict)
    items: Seen | None = None
    hidden_keys: int = 0

    def add(self, value: Any, depth: int = 0) -> None:
        self.rows += 1
        if isinstance(value, Mapping):
            self.types["object"] += 1
            if depth < _MAX_DEPTH:
                for key, inner in value.items():
                    self._key(str(key)).add(inner, depth + 1)
        elif isinstance(value, list | tuple):
            self.types["array"] += 1
            if self.items is None:
                self.items = Seen()
            if depth < _MAX_DEPTH:
                for inner in value:
                    self.items.add(inner, depth + 1)
        elif value is None:
            self.types["null"] += 1
        elif isinstance(value, bool):
            self.types["boolean"] += 1
        elif isinstance(value, str):
            self.types["string"] += 1
            self._keep(value)
        else:
            self._number(value)

    def _key(self, key: str) -> Seen:
        found = self.keys.get(key)
        if found is None:
            found = Seen()
            if len(self.keys) <= MAX_KEYS:
                self.keys[key] = found
        return found

    def _number(self, value: Any) -> None:
        text = bytes(value).decode("ascii", "replace") if isinstance(value, msgspec.Raw) else str(value)
        whole = isinstance(value, int) or re.fullmatch(r"-?\d+", text) is not None
        self.types["integer" if whole else "number"] += 1
        try:
            self.largest = max(self.largest, abs(float(text)))
        except (ValueError, OverflowError):
            self.largest = float("inf")
        self._keep(text)

    def _keep(self, value: str) -> None:
        if value in self.values or len(self.values) < _KEPT_VALUES:
            self.values[value] += 1
        else:
            self.overflow += 1

    @property
    def distinct(self) -> float:
        """Share of distinct values, in [0, 1]; values beyond the kept ones count as distinct."""
        total = self.values.total() + self.overflow
        return (len(self.values) + self.overflow) / total if total else 0.0

    def share(self, test: Callable[[str], object]) -> float:
        """Share of the kept values, by occurrence, that pass the test."""
        total = self.values.total()
        return sum(n for v, n in self.values.items() if test(v)) / total if total else 0.0
