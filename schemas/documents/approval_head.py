"""The heads of chains of approvals, kept beside the keyring: how long the chain of each home was at its last change.

Whoever can write to a home, but not beside the keyring, cannot put back an older state of its approvals.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactor.atomic_file import locked
from redactor.errors import ApprovalError
from redactor.head_files import read_heads, write_heads

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
            heads = self._heads()
        except FileNotFoundError:
            if required and os.access(self._path.parent, os.W_OK):
                raise ApprovalError(f"{self._path.name} is missing beside the keyring; {_RESTORE}") from None
            return None
        except OSError as e:
            raise ApprovalError(f"{self._path.name} beside the keyring cannot be read ({e.strerror})") from None
        found = heads.get(place)
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
            heads = self._heads() if self._path.exists() else {}
            heads[place] = {"count": head.count, "mac": head.mac}
            write_heads(self._path, heads)
        return True

    def _heads(self) -> dict[str, Any]:
        try:
            return read_heads(
                self._path, lambda head: type(head["count"]) is int and head["count"] > 0 and type(head["mac"]) is str
            )
        except ValueError:
            raise ApprovalError(f"{self._path.name} beside the keyring is damaged; {_RESTORE}") from None
