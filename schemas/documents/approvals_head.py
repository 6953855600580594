"""Keeps the heads of chains of approvals apart from home, so that an older state of the approvals is noticed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactor.errors import ApprovalError
from redactor.files.atomic_file import locked, read_heads, write_heads

APPROVE_AGAIN = "approve each schema and profile again: redactor schema approve NAME --by PERSON"
USE_SIGNING_KEYRING = "set REDACTOR_KEYRING to the keyring that signed them"
_WHERE = "beside the keyring or where approvals_head names it"
_RESTORE = (
    f"{USE_SIGNING_KEYRING}; restore it and approvals.jsonl of home from a backup, "
    f"or remove approvals.jsonl and {APPROVE_AGAIN}"
)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a chain of approvals: the number of entries, and the MAC of the last."""

    count: int
    mac: str


class HeadFile:
    """Keeps the heads of chains of approvals apart from home, as JSON: {place: {"count", "mac"}}, where the place is a
    keyed hash of the home's path.

    Whoever can write to a home, but not beside the keyring or where `approvals_head` names a file, cannot put back an
    older state of its approvals. With `named`, settings name the file, so that its absence is an error; otherwise it
    lies beside the keyring, where it may be missing if it cannot be written (a keyring in a read-only folder).
    """

    def __init__(self, path: Path, *, named: bool = False) -> None:
        self._path, self._named = path, named

    def get(self, place: str, *, required: bool) -> Head | None:
        """Return the head of a home, or None without one; with `required`, raise ApprovalError unless the head may be
        missing.
        """
        try:
            heads = self._heads()
        except FileNotFoundError:
            if required and (self._named or self._can_be_written()):
                raise ApprovalError(f"{self._path.name} is missing {_WHERE}; {_RESTORE}") from None
            return None
        except OSError as e:
            raise ApprovalError(f"{self._path.name} {_WHERE} cannot be read ({e.strerror})") from None
        found = heads.get(place)
        if found is None and required:
            raise ApprovalError(
                f"the approvals are of another home or keyring (a home that is moved is another); {_RESTORE}"
            )
        return Head(found["count"], found["mac"]) if found is not None else None

    def check_writable(self) -> None:
        """Raise ApprovalError where a head that settings name cannot be kept: without it the approvals do not hold."""
        if self._named and not self._can_be_written():
            raise ApprovalError(
                f"{self._path.name} cannot be written where approvals_head names it; approve where it can, or name a "
                "file in a folder that can be written"
            )

    def put(self, place: str, head: Head) -> bool:
        """Keep the head of a home; return False where it cannot be written."""
        if not self._can_be_written():
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
            raise ApprovalError(f"{self._path.name} {_WHERE} is damaged; {_RESTORE}") from None

    def _can_be_written(self) -> bool:
        return os.access(self._path.parent, os.W_OK)
