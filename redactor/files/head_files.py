"""Head files: what is remembered of each home apart from it, so that an older state of the home is noticed.

JSON: {place: head}. place: a keyed hash of a path in home.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from redactor.files.atomic_file import atomic_private
from redactor.files.paths import read_regular


def read_heads(path: Path, is_head: Callable[[Any], bool]) -> dict[str, Any]:
    """The heads by place. Raises FileNotFoundError, OSError, and ValueError for a damaged file.

    is_head: whether an entry is sound; it may raise KeyError or TypeError for one that is not.
    """
    try:
        heads = json.loads(read_regular(path)[0])
        if not all(is_head(head) for head in heads.values()):
            raise ValueError
    except (KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError from None
    checked: dict[str, Any] = heads
    return checked


def write_heads(path: Path, heads: dict[str, Any]) -> None:
    """Replace the file at once. The caller holds its lock."""
    with atomic_private(path) as file:
        file.write(json.dumps(heads, indent=1).encode() + b"\n")
