"""The data file of UCUM: prefixes and atoms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_HEAD = "# schemas.terminology_build: codes of UCUM (ucum.org): prefixes, units that take them, other units.\n"


def ucum_units(ucum: Mapping[str, Any]) -> str:
    """Three lines: prefixes, metric atoms, other atoms. UCUM's own order, so that a new version is a small diff."""
    metric = [unit["code"] for unit in ucum["units"] if unit["metric"]]
    other = [unit["code"] for unit in ucum["units"] if not unit["metric"]]
    return _HEAD + "".join(" ".join(codes) + "\n" for codes in (ucum["prefixes"], metric, other))
