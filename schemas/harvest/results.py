"""What harvesting gives: known values and links between people."""

from __future__ import annotations

from dataclasses import dataclass, field

from redactor.text import KnownValue


@dataclass(frozen=True, slots=True)
class Link:
    """Two records of one person or of one household.

    source, target: references ("Patient/1"). kind: FHIR's link type ("replaces", "seealso", ...), or "related" for a
    relative.
    """

    source: str
    target: str
    kind: str


@dataclass(frozen=True, slots=True)
class Harvest:
    """What one resource gave: values of its subject, values of the site, and links between people."""

    subject_values: list[KnownValue] = field(default_factory=list)
    site_values: list[KnownValue] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
