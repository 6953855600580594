"""The heads of chains of approvals, kept beside the keyring: how long the chain of each home was at its last change.

Whoever can write to a home, but not beside the keyring, cannot put back an older state of its approvals.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactor.atomic_file import atomic_private, locked
from redactor.errors import ApprovalError
from redactor.paths import read_regular

AGAIN = "approve each schema and profile again: redactor schema approve NAME --by PERSON"
_RESTORE = f"restore it and approvals.jsonl of home from a backup, or remove approvals.jsonl and {AGAIN}"


@dataclass(frozen=True, slots=True)
class Head:
    """count: entries of the chain. mac: of the last."""

    count: int
    mac: str


class HeadFile:
    """JSON: {place: {"count", "mac"}}. place: a keyed hash of the home's path. path: of the file beside the keyring."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, place: str, *, required: bool) -> Head | None:
        """The head of a home; None where there is none.

        required: raise ApprovalError without one, unless none can be kept (a keyring in a read-only folder).
        """
        try:
            data, _ = read_regular(self._path)
        except FileNotFoundError:
            if required and os.access(self._path.parent, os.W_OK):
                raise ApprovalError(f"{self._path.name} is missing beside the keyring; {_RESTORE}") from None
            return None
        except OSError as e:
            raise ApprovalError(f"{self._path.name} beside the keyring cannot be read ({e.strerror})") from None
        found = self._parsed(data).get(place)
        if found is None and required:
            raise ApprovalError(
                f"the approvals are of another home or keyring (a home that is moved is another); {_RESTORE}"
            )
        return Head(found["count"], found["mac"]) if found is not None else None

    def put(self, place: str, head: Head) -> bool:
        """Keep the head of a home. False where it cannot be written."""
        if not os.access(self._path.parent, os.W_OK):
            return False
        with locked(self._path):
            heads = self._parsed(read_regular(self._path)[0]) if self._path.exists() else {}
            heads[place] = {"count": head.count, "mac": head.mac}
            with atomic_private(self._path) as file:
                file.write(json.dumps(heads, indent=1).encode() + b"\n")
        return True

    def _parsed(self, data: bytes) -> dict[str, Any]:
        try:
            heads = json.loads(data)
            for entry in heads.values():
                if not (type(entry["count"]) is int and entry["count"] > 0 and type(entry["mac"]) is str):
                    raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise ApprovalError(f"{self._path.name} beside the keyring is damaged; {_RESTORE}") from None
        checked: dict[str, Any] = heads
        return checked
