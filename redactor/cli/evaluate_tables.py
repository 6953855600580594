"""Format what the reports of `redactor evaluate` share: cells with intervals, texts in context, and JSON without
NaN.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from redactor.evaluate.figures import Figure

_CONTEXT_CHARACTERS = 40
Item = TypeVar("Item")


def batched(items: Iterator[Item], size: int) -> Iterator[Sequence[Item]]:
    """Yield lists of `size` items; the last list may be shorter."""
    while chunk := list(islice(items, size)):
        yield chunk


def figure_cells(f: Figure, scale: float = 100) -> list[str]:
    """Return the cells of a figure: its value, its interval and its counts."""
    if math.isnan(f.value):
        return ["-", "", f"{f.above:,}/{f.below:,}"]
    interval = "" if math.isnan(f.low) else f"{f.low * scale:.1f}-{f.high * scale:.1f}"
    return [f"{f.value * scale:.2f}", interval, f"{f.above:,}/{f.below:,}"]


def in_context(text: str, start: int, end: int) -> str:
    """Return a stretch of a text with the characters around it, on one line."""
    before, inside, after = (
        text[max(0, start - _CONTEXT_CHARACTERS) : start],
        text[start:end],
        text[end : end + _CONTEXT_CHARACTERS],
    )
    return f"...{before}>>{inside}<<{after}...".replace("\n", " / ")


def without_nan(value: Any) -> Any:
    """Return the value in a form for JSON, with None in place of NaN."""
    if isinstance(value, dict):
        return {str(k): without_nan(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_nan(v) for v in value]
    return None if isinstance(value, float) and math.isnan(value) else value
