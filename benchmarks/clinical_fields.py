"""Find spans in clinical fields of records, for `redactor evaluate GOLD --pred OUT`.

    python -m benchmarks.clinical_fields benchmarks/data/clinical-fields-3.jsonl fields.jsonl
    redactor evaluate benchmarks/data/clinical-fields-3.jsonl --pred fields.jsonl

`redactor detect` reads each text as prose. In a record, a field such as a display or the comment of an order is a
clinical text, in which other spans count (docs/adr/0019-clinical-texts.md). This script reads each text as such a
field, with patterns and the shipped student.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from redactor.detect.patterns import Patterns
from redactor.detect.student import Student
from redactor.engine import read_all
from redactor.text import Note, TextKind


def main() -> None:
    """Write one line of spans for each line of the gold."""
    gold, out = map(Path, sys.argv[1:3])
    rows = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    notes = [Note(row["id"], row["text"], kind=TextKind.CLINICAL) for row in rows]
    with out.open("w", encoding="utf-8") as file:
        for note, reading in zip(notes, read_all([Patterns(), Student()], notes), strict=True):
            spans = [{"start": s.start, "end": s.end, "label": s.entity} for s in reading.spans]
            file.write(json.dumps({"id": note.id, "spans": spans}) + "\n")


if __name__ == "__main__":
    main()
