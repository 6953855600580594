"""Releases for the attack on dates: a sink whose dates are moved directly, so that nothing is withheld by an engine."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from redactor.dates import find, shift_fhir, shift_text
from redactor.evaluate.date_attack.release import subject_of

Json = dict[str, Any]
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T.*)?")
BOOKKEEPING = ("lastUpdated", "issued", "expirationDate")


def read(root: Path) -> list[Json]:
    """All records of a sink's NDJSON."""
    return [json.loads(line) for path in sorted(root.glob("*.ndjson")) for line in path.read_text("utf-8").splitlines()]


def draw_shifts(records: Iterable[Json], seed: int, weeks: int = 52) -> dict[str, int]:
    """Days by subject: whole weeks within +-weeks, never zero."""
    rng = random.Random(seed)
    subjects = sorted({s for r in records if (s := subject_of(r)) is not None})
    return {s: 7 * rng.choice([w for w in range(-weeks, weeks + 1) if w]) for s in subjects}


def released(
    records: Iterable[Json], out: Path, shifts: Mapping[str, int], *, withheld: bool = False,
    change: Callable[[str, int], str | None] = shift_fhir,
) -> Path:
    """Write the records with all of their dates moved. withheld: bookkeeping is left out, as `hips` does.

    change: a FHIR date moved by days.
    """  # fmt: skip
    out.mkdir(parents=True)
    files: dict[str, list[str]] = {}
    for record in records:
        days = shifts.get(subject_of(record) or "", 0)
        moved = _moved(record, days, record["resourceType"], withheld, change)
        files.setdefault(record["resourceType"], []).append(json.dumps(moved))
    for number, lines in enumerate(files.values(), 1):
        (out / f"records-{number:05d}.ndjson").write_text("\n".join(lines) + "\n")
    return out


def _moved(node: Any, days: int, path: str, withheld: bool, change: Callable[[str, int], str | None]) -> Any:
    if isinstance(node, dict):
        if isinstance(node.get("data"), str) and str(node.get("contentType", "")).startswith("text/"):
            text = base64.b64decode(node["data"]).decode()
            return node | {"data": base64.b64encode(moved_text(text, days).encode()).decode()}
        return {
            key: _moved(value, days, f"{path}.{key}", withheld, change)
            for key, value in node.items()
            if not (withheld and (key in BOOKKEEPING or f"{path}.{key}" == "Coverage.period"))
        }
    if isinstance(node, list):
        return [_moved(value, days, path, withheld, change) for value in node]
    if isinstance(node, str) and _DATE.fullmatch(node):
        return change(node, days)
    return node


def moved_text(text: str, days: int) -> str:
    """A text with its dates moved as the engine moves them."""
    out, last = [], 0
    for found in find(text):
        value = text[found.start : found.end]
        out += [text[last : found.start], shift_text(value, days, reference=None) or value]
        last = found.end
    return "".join(out) + text[last:]
