"""What the reports of `redactor evaluate` share: batches, cells with intervals, contexts, JSON without NaN."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from redactor.evaluate.spans import Figure

_CONTEXT = 40
T = TypeVar("T")


def batched(items: Iterator[T], size: int) -> Iterator[Sequence[T]]:
    """Lists of `size` items, the last one shorter."""
    while chunk := list(islice(items, size)):
        yield chunk


def cells(f: Figure, scale: float = 100) -> list[str]:
    """Value, interval and counts of a figure."""
    if math.isnan(f.value):
        return ["-", "", f"{f.above:,}/{f.below:,}"]
    interval = "" if math.isnan(f.low) else f"{f.low * scale:.1f}-{f.high * scale:.1f}"
    return [f"{f.value * scale:.2f}", interval, f"{f.above:,}/{f.below:,}"]


def context(text: str, start: int, end: int) -> str:
    """A stretch of a text with what stands around it, on one line."""
    before, inside, after = text[max(0, start - _CONTEXT) : start], text[start:end], text[end : end + _CONTEXT]
    return f"...{before}>>{inside}<<{after}...".replace("\n", " / ")


def without_nan(value: Any) -> Any:
    """The value for JSON: None in place of NaN."""
    if isinstance(value, dict):
        return {str(k): without_nan(v) for k, v in value.items()}
    if isinstance(value, list):
        return [without_nan(v) for v in value]
    return None if isinstance(value, float) and math.isnan(value) else value
