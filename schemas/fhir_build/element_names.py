"""The names of the elements of all FHIR releases that have models, for the reports of unknown fields."""

from __future__ import annotations

from schemas.fhir_build.models import load_types


def element_names() -> str:
    """The names, sorted, one on a line."""
    names = {e.name for release in ("STU3", "R4", "R5") for t in load_types(release).values() for e in t.elements}
    return "".join(f"{name}\n" for name in sorted(names | {"resourceType"}))
