"""The crosswalk: from the patient ids of a source to canonical ones."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from redactor.errors import SettingsError
from redactor.paths import read_regular


def read_crosswalk(path: Path | None) -> dict[str, str]:
    """Source id -> canonical id, from a CSV of two columns with a header line (merges, MRN to FHIR id).

    Chains are followed to their end. Raises SettingsError.
    """
    if path is None:
        return {}
    try:
        text = read_regular(path)[0].decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text, newline="")))[1:]
    except (OSError, UnicodeDecodeError, csv.Error):
        raise SettingsError("crosswalk: the file cannot be read as UTF-8 CSV") from None
    if any(len(r) != 2 for r in rows if r):
        raise SettingsError("crosswalk: each line needs two columns: source id, canonical id")
    table = {r[0]: r[1] for r in rows if r}
    return {source: _follow(table, source) for source in table}


def _follow(table: Mapping[str, str], start: str) -> str:
    seen = {start}
    at = table[start]
    while at in table and at not in seen:
        seen.add(at)
        at = table[at]
    return at


@dataclass(frozen=True, slots=True)
class Canonical:
    """Source id -> canonical id; picklable."""

    table: Mapping[str, str]

    def __call__(self, patient_id: str) -> str:
        return self.table.get(patient_id, patient_id)
