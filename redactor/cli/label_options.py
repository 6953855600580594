"""Read the option --labels, and tell of labels that nobody knows: `redactor evaluate gold` and `convert` share this."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from redactor.cli.common import printable
from redactor.cli.messages import fail

_SHOWN_LABELS = 30
_LONGEST_LABEL = 40


def read_label_map(path: Path | None) -> dict[str, str | None]:
    """Return the map of a file, which is empty if there is none. Exits with 2 if the file holds no map."""
    if path is None:
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str | None])
    except (msgspec.DecodeError, UnicodeDecodeError):
        fail(f"{path.name} is not a JSON object that maps labels to labels or null")


def counted_labels(counts: Mapping[str, int]) -> tuple[str, str]:
    """Return the most frequent labels with their numbers of spans, and the first of them as a string of JSON."""
    most = sorted(counts.items(), key=lambda x: (-x[1], x[0]))
    shown = ", ".join(f"{printable(label[:_LONGEST_LABEL])} {n:,}" for label, n in most[:_SHOWN_LABELS])
    more = f" and {len(most) - _SHOWN_LABELS:,} more" if len(most) > _SHOWN_LABELS else ""
    return shown + more, msgspec.json.encode(most[0][0][:_LONGEST_LABEL]).decode()
