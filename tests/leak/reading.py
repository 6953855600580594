"""Pairs the records of a source with those of its release, without code of the product but for the sealed day.

A release contains the records of each input file in the order of the input. The audit says which of them were released,
the journal which file of the release belongs to which of the source. The pairing uses nothing else. A wrong audit entry
shows up as a pair of two different types.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from redactor.keys import Keyring
from redactor.run.state.as_of import open_as_of
from redactor.run.state.journal import Journal

Json = dict[str, Any]


@dataclass(frozen=True)
class Pair:
    """One record of the input.

    name: as the gold writes it. result: what was released of it. source_entry, result_entry: its Bundle entry without
    the resource, in the source and in the release; a deletion that stayed in its Bundle has the latter alone.
    """

    file: str
    name: str
    source: Json
    outcome: str
    result: Json | None
    source_entry: Json | None = None
    result_entry: Json | None = None

    @property
    def kind(self) -> str:
        return str(self.source.get("resourceType", ""))


@dataclass(frozen=True)
class Gold:
    """A planted identifier. start and end are None if it is a whole value."""

    file: str
    record: str
    path: str
    start: int | None
    end: int | None
    value: str
    entity: str
    subject: str | None
    surface: str | None = None


def read_gold(sink: Path) -> list[Gold]:
    with (sink / "gold" / "gold.ndjson").open(encoding="utf-8") as lines:
        return [Gold(**json.loads(line)) for line in lines]


def files_of(source: Path) -> list[Path]:
    """Input files by number, in the order of their paths' bytes."""
    found = [p for p in source.rglob("*") if p.is_file()]
    return sorted(found, key=lambda p: os.fsencode(p.relative_to(source).as_posix()))


def documents(path: Path) -> list[Any]:
    """The top values of a file: lines, the items of an array, one object, or the rows of a table."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as f:
            return list(csv.DictReader(f))
    text = path.read_text("utf-8")
    if path.suffix == ".ndjson":
        return [json.loads(line) for line in text.split("\n") if line.strip()]
    whole = json.loads(text)
    return whole if isinstance(whole, list) else [whole]


@dataclass(frozen=True)
class _Unit:
    """request: whether it is an entry of a Bundle whose entries hold a request, so that its deletion stays there."""

    record: Json
    source_entry: Json | None
    request: bool = False


def _units(docs: list[Any]) -> Iterator[_Unit]:
    """A Bundle is one unit, followed by each of its entries."""
    for doc in docs:
        if isinstance(doc, dict) and doc.get("resourceType") == "Bundle":
            yield _Unit({k: v for k, v in doc.items() if k != "entry"}, None)
            request = doc.get("type") in ("transaction", "batch", "history")
            for entry in doc.get("entry", []):
                yield _Unit(entry.get("resource", {}), {k: v for k, v in entry.items() if k != "resource"}, request)
        else:
            yield _Unit(doc, None)


@dataclass(frozen=True)
class Release:
    """A source folder, the OUT that a run wrote from it, the state of that run, and its keyring."""

    source: Path
    out: Path
    state: Path
    keyring: Path

    @cached_property
    def manifest(self) -> Json:
        return json.loads((self.out / "manifest.json").read_text("utf-8"))  # type: ignore[no-any-return]

    @cached_property
    def audit(self) -> list[Json]:
        return [json.loads(line) for line in (self.state / "audit.ndjson").read_text("utf-8").splitlines()]

    @property
    def as_of(self) -> str:
        """The day on which the run judged ages, ISO 8601, which only the holder of the keyring can read."""
        keyring = Keyring.load(self.keyring)
        journal = Journal(self.state, keyring)
        try:
            return str(open_as_of(keyring, journal.get("as_of")))
        finally:
            journal.close()

    @cached_property
    def pairs(self) -> list[Pair]:
        by_file: dict[int, list[str]] = defaultdict(list)
        for entry in sorted(self.audit, key=_place):  # the head of a Bundle is decided by its entries
            by_file[int(entry["at"].partition(":")[0])].append(entry["outcome"])
        made: list[Pair] = []
        for number, path in enumerate(files_of(self.source), 1):
            name = f"{self.source.name}/{path.relative_to(self.source).as_posix()}"
            units, outcomes = list(_units(documents(path))), by_file.get(number, [])
            assert len(units) == len(outcomes), "the audit has another number of records than the file"
            left = _units(self._released(number))
            for row, (unit, outcome) in enumerate(zip(units, outcomes, strict=True), 1):
                leaves = outcome == "released" or (outcome == "deleted" and unit.request)
                got = next(left, None) if leaves else None
                assert not leaves or got is not None, "the audit says more left than there is"
                made.append(_pair(name, row, unit, outcome, got))
            assert next(left, None) is None, "more left than the audit says"
        return made

    def _released(self, number: int) -> list[Any]:
        names = self._names.get(number, [])
        return documents(self.out / names[0]) if names else []

    @cached_property
    def _names(self) -> dict[int, list[str]]:
        """The files of records in OUT by the number of the input file, which only the journal knows."""
        found: dict[int, list[str]] = defaultdict(list)
        with closing(sqlite3.connect(f"file:{self.state / 'journal.db'}?mode=ro", uri=True)) as db:
            for name, number in db.execute("SELECT name, file FROM outputs WHERE name LIKE 'records-%' ORDER BY name"):
                found[number].append(name)
        return found

    @cached_property
    def resources(self) -> list[Json]:
        """Released FHIR resources, including those in Bundles but not the Bundles themselves."""
        return [p.result for p in self.pairs if p.result and p.kind not in ("", "Bundle")]


def _place(entry: Json) -> list[int]:
    return [int(part) for part in re.split("[:/]", entry["at"]) if part.isdigit()]


def _pair(file: str, row: int, unit: _Unit, outcome: str, got: _Unit | None) -> Pair:
    kind, id_ = unit.record.get("resourceType"), unit.record.get("id")
    name = f"{kind}/{id_}" if kind else str(unit.record.get("note_id", row))
    result = got.record if got and outcome == "released" else None
    if got and outcome == "deleted":
        request = (got.source_entry or {}).get("request", {})
        assert not got.record and request.get("method") == "DELETE", "a deletion came out as something else"
    if result is not None:
        assert result.get("resourceType") == kind, "a record of one type came out as another"
    return Pair(file, name, unit.record, outcome, result, unit.source_entry, got.source_entry if got else None)
