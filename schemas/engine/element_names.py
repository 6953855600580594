"""Names of the elements of FHIR, by which a field that no rule names may be told to people."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_NAMES = Path(__file__).with_name("data") / "element_names.txt"
OTHER = "(other)"  # any other key, in reports


@cache
def element_names() -> frozenset[str]:
    """The names of all elements of FHIR STU3, R4B and R5. The file is read when the first unknown field is met."""
    return frozenset(_NAMES.read_text("ascii").split())


def unknown_field(path: str, key: str) -> str:
    """What reports call a field without a rule. path: of the object that holds it, in the schema.

    Its key may be data ("John Smith": 1). It is shown only where it is an element's name, which tells of nobody.
    """
    return f"{path}.{key if key.removeprefix('_') in element_names() else OTHER}"
