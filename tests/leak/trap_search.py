"""Searches a release for what the trap records planted, in every form and encoding, and for clinical values it lost."""

from __future__ import annotations

import base64
import binascii
import csv
import html
import json
import re
import unicodedata
import urllib.parse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from tests.leak.trap_records import Kept, Planted

INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_HEX = re.compile("(?:[0-9a-fA-F]{2}){8,}")
_NUMBER = re.compile(r"\+?\(?\d(?:[\d\-. ()/]*\d)?")
_DECIMAL = re.compile(r"-?[\d.]+")
_ANYWHERE = 7  # digits: shorter numbers and dates recur by chance, so they are looked for in their own file
_PARTIAL = re.compile(r"\d{1,5}|\d\d?/\d\d?/\d\d|(19|20)\d\d(\d{4})?")
# A shifted date may be that of somebody else.
_DATES = frozenset({"DATE", "BIRTHDATE"})
_INDEX = re.compile(r"\[\d+\]")


class Cell(NamedTuple):
    """A value, a key or a file name of the release. file: the input file. views: ways to read it, folded."""

    file: str
    row: int
    path: str
    text: str
    views: frozenset[str]

    def __str__(self) -> str:
        return f"{self.file}[{self.row}] {self.path}: {self.text[:80]!r}"


class Release:
    """What a run released of the trap records. names: the input file of each file in OUT, by their names."""

    def __init__(self, out: Path, names: Sequence[str]) -> None:
        released = sorted(p for p in out.rglob("*") if p.is_file())
        tables = [p for p in released if "manifest" not in p.name]
        assert len(tables) == len(names)
        self.cells = [cell_of("", -1, "file name", path.name) for path in released]
        for name, path in zip(names, tables, strict=True):
            for row, record in enumerate(records_of(path)):
                self.cells += (cell_of(name, row, where, text) for where, text in leaves_of(record, ""))
        self.cells += (cell_of("", -1, "manifest", p.read_text("utf-8")) for p in released if "manifest" in p.name)
        self._by_file: dict[str, list[Cell]] = defaultdict(list)
        for cell in self.cells:
            self._by_file[cell.file].append(cell)
        self._read = {
            name: "\n".join(view for cell in cells for view in cell.views) for name, cells in self._by_file.items()
        }
        self._numbers: dict[str, list[Cell]] = defaultdict(list)
        for cell in self.cells:
            for digits in {_digits(m) for view in cell.views for m in _NUMBER.findall(view)}:
                self._numbers[digits].append(cell)
                if len(digits) == 11 and digits[0] == "1":
                    self._numbers[digits[1:]].append(cell)

    def survivors(self, planted: Iterable[Planted]) -> Iterator[tuple[Planted, str, Cell]]:
        """What was planted and is still there: with the form and the cell that holds it."""
        for gold in planted:
            for form in gold.forms:
                near = _PARTIAL.fullmatch(form.strip("~")) is not None or len(form.strip("~")) < 4
                is_age = gold.entity == "AGE_OVER_89" and form.isdigit()
                for cell in self._find(form):
                    if (near or is_age or gold.entity in _DATES) and not cell.file.startswith(gold.file):
                        continue
                    if is_age and _INDEX.sub("", cell.path) != _INDEX.sub("", gold.path):
                        continue
                    yield gold, form, cell

    def lost(self, kept: Iterable[Kept]) -> Iterator[Kept]:
        """The clinical values that are not where they were."""
        for value in kept:
            cells = (c for name in self._by_file if name.startswith(value.file) for c in self._by_file[name])
            if not any(
                _number(cell.text) == _number(str(value.value))
                and (not value.path or _INDEX.sub("", cell.path) == _INDEX.sub("", value.path))
                and (not isinstance(value.record, int) or cell.row == value.record)
                for cell in cells
            ):
                yield value

    def _find(self, form: str) -> list[Cell]:
        wanted = fold(form.removeprefix("~"))
        wanted = wanted.lstrip("-") if _DECIMAL.fullmatch(wanted) else wanted
        found: list[Cell] = []
        pattern = None
        for name, text in self._read.items():
            if wanted and wanted in text:
                pattern = pattern or _pattern(wanted, within=form.startswith("~"))
                cells = self._by_file[name]
                found += (c for c in cells if any(wanted in view and pattern.search(view) for view in c.views))
        digits = _digits(wanted)
        if len(digits) >= _ANYWHERE and len(digits) >= 0.7 * len(wanted):
            found += (cell for cell in self._numbers.get(digits, ()) if cell not in found)
        return found


def _pattern(wanted: str, *, within: bool) -> re.Pattern[str]:
    if within:
        return re.compile(re.escape(wanted))
    if not _DECIMAL.fullmatch(wanted):
        return re.compile(rf"(?<![^\W_]){re.escape(wanted)}(?![^\W_])")
    before = r"(?<!\d)" if len(wanted) >= _ANYWHERE else r"(?<![\d.])"
    return re.compile(before + re.escape(wanted) + ("" if "." in wanted else r"(?!\d)"))


def cell_of(file: str, row: int, path: str, text: str) -> Cell:
    """A value of a release, in all the ways to read it."""
    return Cell(file, row, path, text, frozenset(fold(view) for view in _views(text)))


def _views(text: str) -> Iterator[str]:
    """A text as it is, unescaped, without tags and invisible characters, and what its encoded stretches hold."""
    yield text
    yield html.unescape(re.sub("<[^>]*>", "", text))
    yield urllib.parse.unquote(text)
    yield INVISIBLE.sub("", text)
    yield unicodedata.normalize("NFKC", text)
    if "\\u" in text:
        yield _ESCAPED.sub(lambda m: chr(int(m[1], 16)), text)
    for stretch in _BASE64.findall(text):
        raw = stretch.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            decoded = base64.b64decode(raw + "=" * (-len(raw) % 4)).decode()
        except (binascii.Error, ValueError):
            continue
        yield decoded
        yield html.unescape(re.sub("<[^>]*>", "", decoded))
    for stretch in _HEX.findall(text):
        yield bytes.fromhex(stretch).decode("utf-8", "ignore")


def records_of(path: Path) -> list[Any]:
    """The records of a released file; of a note one, with its text."""
    if path.suffix == ".parquet":
        rows: list[Any] = pq.read_table(path).to_pylist()
        return rows
    with path.open(encoding="utf-8", newline="") as f:
        if path.suffix == ".txt":
            return [{"text": f.read()}]
        if path.suffix == ".csv":
            return list(csv.DictReader(f))
        return [json.loads(line) for line in f] if path.suffix == ".ndjson" else [json.load(f)]


def leaves_of(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """The values in a record and its keys, with their paths."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.<key>", key
            yield from leaves_of(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from leaves_of(inner, f"{path}[{i}]")
    elif value is not None and not isinstance(value, bool):
        yield path, _number(str(value))


def fold(text: str) -> str:
    """A text without differences of case and of composition."""
    return unicodedata.normalize("NFC", text).casefold()


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _number(text: str) -> str:
    return text.removesuffix(".0")
