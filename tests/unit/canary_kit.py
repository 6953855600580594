"""A canary whose identifiers are known by hand: what tests of canaries share."""

from __future__ import annotations

from redactor.entities import Entity
from redactor.sample.marked import Near, join, mark
from redactor.text import Span

NOTE = join(
    mark("Vexholm, Ada", Entity.PATIENT), " (", mark("MRN-77", Entity.MEDICAL_RECORD_NUMBER), ") ",
    mark("welder", Entity.OCCUPATION), " of room ", mark("12", Near.ROOM),
)  # fmt: skip
NAME, NUMBER = Span(0, 12, Entity.DOCTOR), Span(14, 20, Entity.ID)
