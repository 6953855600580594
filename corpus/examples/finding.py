"""A possible or certain identifier in a text that nobody annotated."""

from __future__ import annotations

from dataclasses import dataclass

from redactor.entities import Entity
from redactor.sample.marked import Near


@dataclass(frozen=True, slots=True)
class Found:
    """text[start:end] is an identifier, or may be one. label: None if it is only possible."""

    start: int
    end: int
    label: Entity | Near | None
