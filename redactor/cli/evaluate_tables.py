"""Hold what the reports of `redactor evaluate` share: the check of a run's IN and OUT, cells with intervals, texts in
context, and JSON without NaN.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from redactor.cli.messages import fail
from redactor.evaluate.figures import Figure
from redactor.evaluate.release_pairs import check_same_run
from redactor.keys import Keyring
from redactor.settings import Settings

_CONTEXT_CHARACTERS = 40
Item = TypeVar("Item")


def keyring_of_run(source: Path, out: Path, audit: Path | None, settings: Settings) -> tuple[Keyring, str]:
    """Return the keyring and the recipient of a run, once it is certain that OUT is whole and was made of this input.

    Exits without a keyring in the settings: figures of pairs that do not belong together would look like any. Raises as
    `check_same_run` does.
    """
    if settings.keyring is None:
        fail("whether OUT was made of IN is told by the keyring; set REDACTOR_KEYRING to that of the run")
    keyring = Keyring.load(settings.keyring)
    return keyring, check_same_run(source, out, audit, keyring, settings)


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
