"""Composes a date from fields that hold its year, month and day, as in OMOP's table of persons, and splits it again.

The three are one value: shifted apart, they would be no date, and a month beside a year tells more than a year.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from schemas.engine.compiled_schema import Branch, Leaf
from schemas.engine.primitives import scalar_text, whole_number

PARTS = ("year", "month", "day")
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


def fields_of_parts(node: Branch, data: Mapping[str, Any]) -> dict[str, tuple[str, Leaf]]:
    """Return the fields of an object that hold parts of a date, as (key, leaf) by "year", "month" and "day"."""
    return {
        child.part: (key, child)
        for key in data
        if isinstance(child := node.children.get(key), Leaf) and child.part in PARTS
    }


def date_part_text(value: Any) -> str:
    """Return a part as it is written, or "" where it is empty or no single value."""
    return whole_number((scalar_text(value) or "").strip())


def compose_date(fields: Mapping[str, tuple[str, Leaf]], data: Mapping[str, Any]) -> str:
    """Return the date that the parts make, YYYY, YYYY-MM or YYYY-MM-DD, or "" without a year.

    Parts that are no numbers are joined all the same, so that whatever replaces a date sees that they are none.
    """
    texts: list[str] = []
    for part in PARTS:
        text = date_part_text(data.get(fields[part][0])) if part in fields else ""
        if not text:
            break
        texts.append(text if part == "year" else text.zfill(2))
    return "-".join(texts)


def part_of(date: str, part: str, before: str) -> str:
    """Return one part of a date, or "" where it has none; `before` is the part as the input has it, "03" or "3"."""
    found = _DATE.fullmatch(date)
    text = found[PARTS.index(part) + 1] if found is not None else None
    if text is None or part == "year":
        return text or ""
    return text if before.startswith("0") else str(int(text))
