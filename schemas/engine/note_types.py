"""Tells the type of a note, such as "Discharge summary", from its record, and refuses texts that are too long.

Detection takes time in proportion to the text, and a batch waits for its longest text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas.engine.json_codec import values_at
from schemas.engine.records import Reason, RecordError
from schemas.engine.walk_state import WalkState

_PATHS: tuple[tuple[str, ...], ...] = (
    ("type", "text"), ("type", "coding", "display"), ("code", "text"), ("code", "coding", "display"),
)  # fmt: skip
_NOTES = frozenset({"Composition", "DiagnosticReport", "DocumentReference"})


def is_note(data: Mapping[str, Any]) -> bool:
    """Tell whether a resource is a note, also where its text was withheld, as that of a PDF is."""
    return data.get("resourceType") in _NOTES


def note_types_of(data: Mapping[str, Any], path: tuple[str, ...] | None, is_flat: bool) -> tuple[str, ...]:
    """Return the names of the type of a record's notes; `path` is the one that its schema names, and a flat record has
    no other.
    """
    paths = (path,) if path else () if is_flat else _PATHS
    return tuple(dict.fromkeys(v for path in paths for v in values_at(data, path) if isinstance(v, str)))


def check_text_lengths(state: WalkState, size: int, limit: int) -> None:
    """Raise TEXT_TOO_LONG where a text or value for the detectors or the replacer has more than `limit` characters.

    `size` is that of the record in JSON, in bytes; none of its texts has more characters, decoded or not.
    """
    if size <= limit:
        return
    for text in state.texts:
        if len(text.text) > limit:
            raise RecordError(Reason.TEXT_TOO_LONG, text.key)
    for value in state.values:
        if len(value.mention[0]) > limit:
            raise RecordError(Reason.TEXT_TOO_LONG, value.key)
    if any(len(token.words) > limit for token in state.tokens):
        raise RecordError(Reason.TEXT_TOO_LONG, state.schema.name)
