"""The values that the notes of the training corpus hold, a module for each sort; `FIELDS` is what templates name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType

from redactor.synth.cast import Field

_MODULES = ("people", "times", "numbers", "contacts", "places", "organisations", "clinical")


def merged(parts: Iterable[Mapping[str, Field]]) -> Mapping[str, Field]:
    """All fields in one mapping. Raises ValueError for a name that two of the parts hold."""
    out: dict[str, Field] = {}
    for part in parts:
        if twice := sorted(out.keys() & part.keys()):
            raise ValueError(f"fields that stand twice: {', '.join(twice)}")
        out.update(part)
    return MappingProxyType(out)


FIELDS = merged(
    import_module(f"redactor.synth.values.{m}").FIELDS for m in _MODULES if find_spec(f"redactor.synth.values.{m}")
)
