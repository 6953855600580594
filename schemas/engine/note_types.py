"""The type of a note, such as "Discharge summary", as its record tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas.engine.paths import values_at

_PATHS: tuple[tuple[str, ...], ...] = (
    ("type", "text"), ("type", "coding", "display"), ("code", "text"), ("code", "coding", "display"),
)  # fmt: skip
_NOTES = frozenset({"Composition", "DiagnosticReport", "DocumentReference"})


def is_note(data: Mapping[str, Any]) -> bool:
    """Whether a resource is a note, also where its text was withheld, as that of a PDF is."""
    return data.get("resourceType") in _NOTES


def note_types_of(data: Mapping[str, Any], path: tuple[str, ...] | None, is_flat: bool) -> tuple[str, ...]:
    """The names of the type of a record's notes. path: the one that its schema names; a flat record has no other."""
    paths = (path,) if path else () if is_flat else _PATHS
    return tuple(dict.fromkeys(v for path in paths for v in values_at(data, path) if isinstance(v, str)))
