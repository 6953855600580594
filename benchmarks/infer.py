"""Rules that `schema infer` proposes for the columns of foreign tables, against the rules that they should have.

    python -m benchmarks.infer [--set foreign-tables-2] [--detectors patterns,known,student] [--show 20]

The tables of benchmarks/data/foreign-tables.txt are made-up exports; those of foreign-tables-2.txt were written after
the rules had been made for the first ones. One column a line: `name ; kind ; values`, with "|" between the values, "#"
for a random digit and "@" for a random letter. The kinds are the keys of `RIGHT`. Each table becomes ROWS records of
strings, as a CSV file gives them.

A column that names somebody or places them is a leak under `passThrough`, and weak under `autoDeID`: the detectors may
miss a value that stands alone. Any other wrong rule loses data.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import string
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.common import Figure, tell
from redactor.assemble.detectors import build_detectors
from redactor.settings import load_settings
from redactor.steward.schema_samples import DetectorReader
from schemas.authoring.infer import infer
from schemas.documents.compile import compile_document

DATA = Path(__file__).parent / "data"
SETS = ("foreign-tables", "foreign-tables-2")
ROWS = 24
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
_WITHHELD = frozenset({"mask", "hash", "shiftDate", "generalize"})
_READ = frozenset({"passThrough", "autoDeID"})
# kind -> (what it is, right rules, whether passThrough leaks)
RIGHT = {
    "I": ("identifiers", _WITHHELD, True),
    "D": ("dates", _WITHHELD - {"hash"}, True),
    "A": ("ages", frozenset({"mask", "generalize"}), True),
    "G": ("demographics", frozenset({"mask", "generalize"}), True),
    "P": ("positions", frozenset({"drop", "mask"}), True),
    "C": ("codes", frozenset({"passThrough"}), False),
    "M": ("measurements", frozenset({"passThrough"}), False),
    "E": ("categories", _READ, False),
    "T": ("texts", frozenset({"autoDeID"}), True),
}
Column = tuple[str, str, list[str]]


def tables(name: str) -> dict[str, list[Column]]:
    """The columns of each table of a set: name, kind, patterns of values."""
    out: dict[str, list[Column]] = {}
    for line in (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("=="):
            columns = out.setdefault(line.removeprefix("==").strip(), [])
        elif line.strip():
            column, kind, values = (part.strip() for part in line.split(" ; ", 2))
            columns.append((column, kind, [value.strip() for value in values.split("|")]))
    return out


def records(columns: list[Column], seed: str, *, is_typed: bool) -> list[dict[str, Any]]:
    """ROWS records of a table."""
    convert = _typed if is_typed else str
    rng = random.Random(seed)
    draw = {"#": string.digits, "@": string.ascii_uppercase}
    return [
        {
            name: convert(re.sub("[#@]", lambda m: rng.choice(draw[m[0]]), values[row % len(values)]))
            for name, _, values in columns
        }
        for row in range(ROWS)
    ]


def _typed(value: str) -> Any:
    return json.loads(value) if _NUMBER.fullmatch(value) else value


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.infer")
    parser.add_argument("--set", choices=SETS, default=SETS[0])
    parser.add_argument("--detectors", default="patterns,known,student")
    parser.add_argument("--typed", action="store_true", help="numbers as JSON numbers, as Parquet gives them")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    settings = load_settings().model_copy(update={"detectors": tuple(told.detectors.split(","))})
    reader = DetectorReader(build_detectors(settings))
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    leaks: list[str] = []
    weak: list[str] = []
    lost: list[str] = []
    for table, columns in tables(told.set).items():
        rows = records(columns, table, is_typed=told.typed)
        document = infer(rows, name=f"records/{table}", detector=reader.finds_phi)
        compile_document(document, lambda _: {})
        properties = document["properties"]
        for name, kind, _ in columns:
            found = properties.get(name, {"rule": "drop"})
            rule, (what, wanted, leaks_if_passed) = found["rule"], RIGHT[kind]
            total[what] += 1
            line = f"{table}.{name} ({what}): {rule} {found.get('entity', '')}: {found.get('description', '')}"
            if rule in wanted:
                right[what] += 1
            elif rule == "passThrough" and leaks_if_passed:
                leaks.append(f"leak: {line}")
            elif rule == "autoDeID" and leaks_if_passed:
                weak.append(f"weak: {line}")
            else:
                lost.append(f"lost: {line}")
    figures = [Figure(f"right rules, {what}", 100 * right[what] / n, "%", note=f"{n}") for what, n in total.items()]
    figures.append(Figure("right rules", 100 * right.total() / total.total(), "%", note=f"{total.total()}"))
    for name, lines in (("that leak", leaks), ("that are weak", weak), ("that lose data", lost)):
        figures.append(Figure(f"rules {name}", len(lines), "columns", note=f"of {total.total()}"))
    tell(figures)
    for line in (*leaks, *weak, *lost)[: told.show]:
        print(line)


if __name__ == "__main__":
    main()
