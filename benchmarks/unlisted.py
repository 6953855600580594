"""Names of no list in short clinical texts, towns without a cue, misread names, and bare years of birth.

    python -m benchmarks.unlisted [--displays 3000] [--show]

Over benchmarks/data/clinical-names.jsonl, towns-and-slips.jsonl and birth-years.jsonl, which were written before their
author read the rules. found: values no character of whose letters and digits is left. unchanged: texts without a value
that come out as they went in. Rows with an odd number in their id were looked at while rules were made, the others
("held out") were not. --displays: as many published displays of HL7 Terminology beside their codes, drawn at random, in
records under hipaa-safe-harbor. --show prints what is wrong in the rows that were looked at.
"""

from __future__ import annotations

import datetime as dt
import gzip
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.common import SHARED, Figure, argument, tell, workplace
from redactor.assemble.facade import Redactor
from redactor.detect.patterns import Patterns
from redactor.detect.student import Student
from redactor.engine import read_all
from redactor.text import Note, Reading, TextKind
from schemas.engine.records import Outcome

_DATA = Path(__file__).parent / "data"
_HL7 = SHARED / "terminology" / "hl7_code_systems.json.gz"
_AS_OF = dt.date(2026, 11, 27)
_BATCH = 500
_HALVES = ("looked at", "held out")


def main() -> None:
    detectors = (Patterns(), Student())

    def read(texts: Sequence[str], kind: TextKind) -> list[Reading]:
        return read_all(detectors, [Note(str(i), text, kind=kind) for i, text in enumerate(texts)])

    figures: list[Figure] = []
    for name, kind in (
        ("clinical-names", TextKind.CLINICAL),
        ("clinical-names", TextKind.PHRASE),
        ("towns-and-slips", TextKind.PROSE),
    ):
        rows = _rows(name)
        figures += _judge(f"{name}, {kind}", rows, read([row["text"] for row in rows], kind))
    figures += _birth_years()
    if (wanted := argument("displays", 0)) and _HL7.is_file():
        figures.append(_published(wanted))
    tell(figures)


def _published(wanted: int) -> Figure:
    systems = json.loads(gzip.decompress(_HL7.read_bytes()))
    codings = [
        {"system": system, "code": code, "display": text}
        for system, codes in sorted(systems.items())
        for code, text in sorted(codes.items())
        if text
    ]
    some = random.Random(3).sample(codings, min(wanted, len(codings)))
    kept = 0
    with workplace(detectors=("patterns", "known", "student")) as (_, settings):
        redactor = Redactor(**settings.model_dump(include={"home", "keyring", "profile", "detectors"}))
        for at in range(0, len(some), _BATCH):
            batch = some[at : at + _BATCH]
            resources = [_observation(at + i, coding) for i, coding in enumerate(batch)]
            for coding, out in zip(batch, redactor.records(resources), strict=True):
                released = (out.data or {})["code"]["coding"][0] if out.outcome is Outcome.RELEASED else {}
                kept += released.get("display") == coding["display"]
    return Figure("published displays unchanged", 100 * kept / len(some), "%", 99.5, note=str(len(some)))


def _observation(number: int, coding: dict[str, str]) -> dict[str, Any]:
    return {"resourceType": "Observation", "id": f"o{number}", "status": "final", "code": {"coding": [coding]}}


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def _half(row: dict[str, Any]) -> str:
    return _HALVES[1 - int(row["id"].rpartition("-")[2]) % 2]


def _judge(title: str, rows: Sequence[dict[str, Any]], readings: Sequence[Reading]) -> list[Figure]:
    figures = []
    for half in _HALVES:
        found = named = same = plain = 0
        for row, reading in zip(rows, readings, strict=True):
            if _half(row) != half:
                continue
            text, wrong = row["text"], []
            hidden = {i for s in reading.spans for i in range(s.start, s.end)}
            for gold in row["spans"]:
                named += 1
                covered = all(i in hidden for i in range(gold["start"], gold["end"]) if text[i].isalnum())
                found += covered
                if not covered:
                    wrong.append(text[gold["start"] : gold["end"]])
            if not row["spans"]:
                plain += 1
                same += not reading.spans
                wrong += [text[s.start : s.end] for s in reading.spans]
            _show(half, f"{row['id']} {text!r}", wrong)
        figures.append(Figure(f"{title}, found, {half}", 100 * found / named, "%", 97, note=str(named)))
        figures.append(Figure(f"{title}, unchanged, {half}", 100 * same / plain, "%", note=str(plain)))
    return figures


def _birth_years() -> list[Figure]:
    redactor = Redactor("hipaa-safe-harbor", keyless=True, detectors=("patterns", "student"), as_of=_AS_OF)
    figures = []
    for half in _HALVES:
        gone = years = kept = plain = 0
        for row in _rows("birth-years"):
            if _half(row) != half:
                continue
            left = redactor.text(row["text"]).text
            survived = [value for value in row["gone"] if value in left]
            lost = [value for value in row["kept"] if value not in left]
            years, gone = years + len(row["gone"]), gone + len(row["gone"]) - len(survived)
            plain, kept = plain + len(row["kept"]), kept + len(row["kept"]) - len(lost)
            _show(half, f"{row['id']} {row['text']!r}", survived + lost)
        figures.append(Figure(f"years of birth over 89 withheld, {half}", 100 * gone / years, "%", note=str(years)))
        figures.append(Figure(f"other numbers kept, {half}", 100 * kept / plain, "%", note=str(plain)))
    return figures


def _show(half: str, row: str, wrong: Sequence[str]) -> None:
    if wrong and half == _HALVES[0] and "--show" in sys.argv:
        print(f"{row}: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
