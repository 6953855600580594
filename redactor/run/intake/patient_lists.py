"""This module reads the lists of patients: the opt-out list, and the crosswalk from ids of a source to canonical
ids.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from redactor.errors import SettingsError
from redactor.files.paths import read_regular
from schemas.engine.references import id_in_url, searched_identifiers

_STRIPPED = " \t\r\n,;\"'\ufeff"
_REFERENCE = re.compile(r"(?:\S*/)?Patient/([^\s/]+)(?:/_history/\S*)?")


def listed_id(written: str) -> str:
    """Return the patient id that a line means: P2 for " P2,", "Patient/P2" and a URL that ends in it, "" if there
    is none.
    """
    text = written.strip(_STRIPPED)
    if found := _REFERENCE.fullmatch(text):
        return found[1]
    return id_in_url(text) if text.lower().startswith("urn:") else text


def listed_identifier(written: str) -> tuple[str, str] | None:
    """Return system and value of an identifier such as "http://hospital.example/mrn|77", or None for another text.

    "|77" has no system. A line may also be the search by which records name the patient.
    """
    text = written.strip(_STRIPPED)
    for searched in searched_identifiers(text):
        return searched
    system, bar, value = (part.strip() for part in text.partition("|"))
    return (system, value) if bar and value else None


def read_opt_out(path: Path | None) -> dict[int, str]:
    """Return the lines of the opt-out list by their numbers, without comments, which begin with #.

    Raises SettingsError.
    """
    if path is None:
        return {}
    try:
        text = read_regular(path)[0].decode("utf-8-sig")
    except OSError:
        raise SettingsError("opt_out: the file cannot be read; check its path and rights") from None
    except UnicodeDecodeError:
        raise SettingsError("opt_out: the file cannot be read as UTF-8") from None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return {n: line.strip() for n, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")}


def lines_by_token(
    listed: dict[int, str], subject: Callable[[str], str], identifier: Callable[[str, str], str]
) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the opt-out lines by the token that each names.

    A line counts as written, as the id that it means, and as that id in capital and in small letters: to withhold a
    patient whose id differs in case alone does less harm than to release one. A line with a bar is an identifier, too.
    subject: returns the token of a patient's id. identifier: returns the scope of a system and a value.
    """
    found: dict[str, tuple[int, ...]] = {}
    for number, written in listed.items():
        meant = listed_id(written)
        tokens = {subject(p) for p in (written, meant, meant.lower(), meant.upper()) if p and meant}
        system, value = listed_identifier(written) or ("", "")
        tokens |= {identifier(system, v) for v in (value, value.lower(), value.upper()) if v}
        for token in tokens:
            found[token] = (*found.get(token, ()), number)
    return found


def read_crosswalk(path: Path | None) -> dict[str, str]:
    """Return the canonical id of each source id, from a CSV of two columns with a header line (merges, MRN to FHIR id).

    Ids may be written as references. Chains are followed to their end. Raises SettingsError.
    """
    steps = _steps(path)
    return {source: _chain(steps, source)[-1] for source in steps}


def crosswalk_lines(path: Path | None) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the lines that map each source id to another one."""
    steps = _steps(path)
    return {
        source: tuple(steps[at][1] for at in chain[:-1] if steps[at][0] != at)
        for source in steps
        if (chain := _chain(steps, source))[-1] != source
    }


def _steps(path: Path | None) -> dict[str, tuple[str, int]]:
    """Return the target and the line number of each source id.

    An id that is written like a reference may be an id of a table: it keeps its meaning, and counts as its last part
    too.
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
    """Return the ids from one to the end of its chain. A cycle ends where it closes."""
    chain = [start, steps[start][0]]
    while chain[-1] in steps and chain[-1] not in chain[:-1]:
        chain.append(steps[chain[-1]][0])
    return chain


@dataclass(frozen=True, slots=True)
class Canonical:
    """A `Canonical` maps a source id to its canonical id, by a call; it can be pickled."""

    table: Mapping[str, str]

    def __call__(self, patient_id: str) -> str:
        return self.table.get(patient_id, patient_id)


_Lines = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class PatientLists:
    """A `PatientLists` holds the lines of both lists.

    opt_out: numbers of lines by the token of the patient that they name. crosswalk: numbers of lines by the source's
    id.
    """

    opt_out: _Lines = field(default_factory=dict)
    crosswalk: _Lines = field(default_factory=dict)


class UnmatchedLines:
    """An `UnmatchedLines` holds the numbers of the lines that have named nobody so far, which may be misspelled."""

    def __init__(self, opt_out: Iterable[int], crosswalk: Iterable[int]) -> None:
        self._opt_out, self._crosswalk = set(opt_out), set(crosswalk)

    def mark_matched(self, opt_out: Iterable[int], crosswalk: Iterable[int]) -> None:
        """Record that these lines name somebody."""
        self._opt_out.difference_update(opt_out)
        self._crosswalk.difference_update(crosswalk)

    def lines(self) -> dict[str, list[int]]:
        """Return the numbers by the setting that names the list, without lists all of whose lines name somebody."""
        found = {"opt_out": sorted(self._opt_out), "crosswalk": sorted(self._crosswalk)}
        return {name: numbers for name, numbers in found.items() if numbers}
