"""A finding in a text that nobody annotated."""

from __future__ import annotations

from dataclasses import dataclass

from redactor.entities import Entity
from redactor.sample.marked import Near


@dataclass(frozen=True, slots=True)
class Found:
    """text[start:end] identifies, or may. label: None where it only may."""

    start: int
    end: int
    label: Entity | Near | None
