"""The crosswalk: from the patient ids of a source to canonical ones."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from redactor.errors import SettingsError
from redactor.files.paths import read_regular
from redactor.run.intake.patient_ids import listed_id


def read_crosswalk(path: Path | None) -> dict[str, str]:
    """Source id -> canonical id, from a CSV of two columns with a header line (merges, MRN to FHIR id).

    Ids may be written as references. Chains are followed to their end. Raises SettingsError.
    """
    steps = _steps(path)
    return {source: _chain(steps, source)[-1] for source in steps}


def crosswalk_lines(path: Path | None) -> dict[str, tuple[int, ...]]:
    """The lines of the file that decide for a source id, by the id; without those that map an id to itself."""
    steps = _steps(path)
    return {
        source: tuple(steps[at][1] for at in chain[:-1] if steps[at][0] != at)
        for source in steps
        if (chain := _chain(steps, source))[-1] != source
    }


def _steps(path: Path | None) -> dict[str, tuple[str, int]]:
    """Of each source id, where its line leads to, and the line's number.

    What is written like a reference may be an id of a table: it keeps its meaning, and stands for its last part too.
    """
    steps: dict[str, tuple[str, int]] = {}
    read = list(_rows(path))
    for source, target, number in read:
        steps[source] = (listed_id(target), number)
    for source, target, number in read:
        steps.setdefault(listed_id(source), (listed_id(target), number))
        if target != listed_id(target):
            steps.setdefault(target, (listed_id(target), number))
    return steps


def _rows(path: Path | None) -> Iterator[tuple[str, str, int]]:
    if path is None:
        return
    try:
        text = read_regular(path)[0].decode("utf-8-sig")
        reader = csv.reader(io.StringIO(text, newline=""))
        rows = [(row, reader.line_num) for row in reader][1:]
    except (OSError, UnicodeDecodeError, csv.Error):
        raise SettingsError("crosswalk: the file cannot be read as UTF-8 CSV") from None
    if any(len(row) != 2 for row, _ in rows if row):
        raise SettingsError("crosswalk: each line needs two columns: source id, canonical id")
    yield from ((row[0].strip(), row[1].strip(), number) for row, number in rows if row)


def _chain(steps: Mapping[str, tuple[str, int]], start: str) -> list[str]:
    """From an id to the one at its end. A circle ends where it closes."""
    chain = [start, steps[start][0]]
    while chain[-1] in steps and chain[-1] not in chain[:-1]:
        chain.append(steps[chain[-1]][0])
    return chain


@dataclass(frozen=True, slots=True)
class Canonical:
    """Source id -> canonical id; picklable."""

    table: Mapping[str, str]

    def __call__(self, patient_id: str) -> str:
        return self.table.get(patient_id, patient_id)
