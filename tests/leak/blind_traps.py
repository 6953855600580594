"""Blind traps: two sets of inputs, written before their author read any code, and what a release of them holds.

`tests/leak/data/traps-2` and `traps-3` say in their README what they hold. `known.ndjson` lists what survives or is
lost today, by profile: `planted` (an identifier that survives) or `fact` (one that is lost), with file, place, value.
"""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from redactor.run.state.unchecked_journal import inputs_of
from tests.leak.reading import files_of
from tests.leak.trap_search import INVISIBLE, Cell, cell_of, fold, leaves_of, records_of

DATA = Path(__file__).parent / "data"
SETS = ("traps-2", "traps-3")
# Tables that no shipped schema describes: what `schema infer` proposes for them is approved as it stands.
UNDESCRIBED = {
    "traps-2": ("claims/medical_claims_2024q1.csv",),
    "traps-3": (
        "devices/glucose_sensor_feed.tsv",
        "registry/cancer_registry_abstracts.csv",
        "registry/redcap_export.csv",
    ),
}
_TABLES = (".csv", ".tsv")
_INDEX = re.compile(r"\[\d+\]")
_SHORT = 5  # characters: numbers and dates that are no longer recur by chance, and are looked for in their own element
_LONG = 6  # characters: words that have as many count within others, too
_UNSPACED = re.compile("[\u2e80-\u9fff\uac00-\ud7af]")  # scripts whose words stand without blanks
_MONTH = re.compile(r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{4}")
_DATES = frozenset({"date", "age-over-89"})


class Trap(NamedTuple):
    """A planted value or a fact, and the place where it stood. is_listed: whether Safe Harbor names it."""

    file: str
    where: str
    value: str
    kind: str
    is_listed: bool

    @property
    def row(self) -> int:
        """The record of the file that holds it, from 0."""
        line = self.where.partition(":")[0]
        if self._is_note or not line.isdigit():
            return 0
        return int(line) - (2 if self.file.endswith(_TABLES) else 1)

    @property
    def path(self) -> str:
        """Its element, without indices: elements may have left a list."""
        if self._is_note:
            return "text"
        steps = (self.where.partition(":")[2] or self.where).strip("/").split("/")
        return ".".join(step for step in steps if not step.isdigit())

    @property
    def is_month(self) -> bool:
        """Whether it is a date without a day, which a small shift may keep."""
        return self.kind in _DATES and _MONTH.fullmatch(self.value) is not None

    @property
    def key(self) -> tuple[str, str, str]:
        return self.file, self.where, self.value

    @property
    def _is_note(self) -> bool:
        return self.file.endswith(".txt")


class Search:
    """Searches cells, of a release or of the input itself, for what was planted, and for facts that are not there."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._cells = list(cells)
        self._by_record: dict[tuple[str, int], list[Cell]] = defaultdict(list)
        for cell in self._cells:
            self._by_record[cell.file, cell.row].append(cell)
        self._text = "\n".join(view for cell in self._cells for view in cell.views)

    def survivors(self, traps: Iterable[Trap], *, stand_ins: bool = False) -> Iterator[Trap]:
        """Planted values that are there, anywhere.

        stand_ins: the release has other names and dates, of which some are by chance those of somebody else. Values
        count in their own record then, and dates in their own element.
        """
        for trap in traps:
            forms = {fold(trap.value), INVISIBLE.sub("", fold(trap.value))}
            if any(form in self._text for form in forms):
                is_short = len(trap.value) <= _SHORT and not trap.value.isalpha()
                here = is_short or (stand_ins and trap.kind in _DATES)
                near = self._by_record[trap.file, trap.row] if stand_ins else self._cells
                is_word = re.search(rf"[^\W\d_]{{{_LONG}}}", trap.value) or _UNSPACED.search(trap.value)
                if _holds(self._element(trap) if here else near, forms, "" if is_word else r"[^\W_]"):
                    yield trap

    def lost(self, facts: Iterable[Trap]) -> Iterator[Trap]:
        """Facts that are not in their element as they were."""
        for fact in facts:
            if not _holds(self._element(fact), {fold(fact.value.removesuffix(".0"))}, r"\d"):
                yield fact

    def _element(self, trap: Trap) -> list[Cell]:
        return [c for c in self._by_record[trap.file, trap.row] if _INDEX.sub("", c.path) == trap.path]


def _holds(cells: Iterable[Cell], forms: set[str], border: str) -> bool:
    before, after = (f"(?<!{border})", f"(?!{border})") if border else ("", "")
    pattern = re.compile("|".join(f"{before}{re.escape(form)}{after}" for form in forms))
    return any(pattern.search(view) for cell in cells for view in cell.views)


def source(name: str) -> Path:
    return DATA / name / "input"


def planted(name: str) -> list[Trap]:
    return [Trap(g["file"], g["where"], str(g["value"]), g["class"], g["safe_harbor"]) for g in _lines(name, "planted")]


def facts(name: str) -> list[Trap]:
    return [Trap(g["file"], g["where"], str(g["value"]), "fact", False) for g in _lines(name, "facts")]


def known(name: str, profile: str, kind: str) -> set[tuple[str, str, str]]:
    """File, place and value of what survives, or is lost, today."""
    lines = _lines(name, "known")
    return {(k["file"], k["where"], k["value"]) for k in lines if k["profile"] == profile and k["kind"] == kind}


def input_cells(name: str) -> Iterator[Cell]:
    """The values of the input itself."""
    root = source(name)
    for path in files_of(root):
        file = path.relative_to(root).as_posix()
        for row, record in enumerate(_table(path) if path.suffix in _TABLES else records_of(path)):
            yield from (cell_of(file, row, where, text) for where, text in leaves_of(record, ""))


def released_cells(name: str, out: Path, state: Path) -> Iterator[Cell]:
    """The values of a release, by the file of the input from which they came; names of files; the manifest."""
    root = source(name)
    files = [p.relative_to(root).as_posix() for p in files_of(root) if p.suffix != ".txt"]
    notes = {p.relative_to(root).as_posix(): _words(p) for p in files_of(root) if p.suffix == ".txt"}
    yield cell_of("", -1, "manifest", (out / "manifest.json").read_text("utf-8"))
    yield from (cell_of("", -1, "file name", path.name) for path in out.rglob("*"))
    for released, number in inputs_of(state).items():
        path = out / released
        # Notes are numbered behind all other files, in an order that the keyring draws.
        if number <= len(files):
            file = files[number - 1]
        else:
            words = _words(path.with_suffix(".txt"))
            file = max(notes, key=lambda note: len(notes[note] & words))
        for row, record in enumerate(records_of(path)):
            yield from (cell_of(file, row, where, text) for where, text in leaves_of(record, ""))


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as f:
        header = f.readline()
        f.seek(0)
        return list(csv.DictReader(f, delimiter=max(",;\t", key=header.count)))


def _words(note: Path) -> set[str]:
    return set(note.read_text("utf-8").split())


def _lines(name: str, kind: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name / f"{kind}.ndjson").read_text("utf-8").splitlines()]
