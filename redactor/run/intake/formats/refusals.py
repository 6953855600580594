"""This module defines what a reader of a format gives: a text with remarks, or a refusal."""

from __future__ import annotations

from dataclasses import dataclass, field

from redactor.run.contracts import FileReason
from schemas.engine.records import Reason


class RefusedError(Exception):
    """A refusal says why a file is not read. where: a detail code, which holds no data."""

    def __init__(self, reason: Reason | FileReason, where: str = "") -> None:
        super().__init__(reason.value)
        self.reason, self.where = reason, where


@dataclass(slots=True)
class Document:
    """A document is the text that a reader of it sees. remarks: what of it was withheld, each with a detail code."""

    text: str
    remarks: list[tuple[Reason | FileReason, str]] = field(default_factory=list)
