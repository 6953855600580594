"""Writes households of one to three charts with gold: what `redactor.evaluate.households` measures.

Who belongs together is said in one of fourteen ways (`household_ties.TIES`), a way a household. Shared placeholders,
numbers of insurance groups and namesakes in other households must join nobody.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from benchmarks.household_members import Family, Json, draw_family
from benchmarks.household_notes import add_displays, note_of
from benchmarks.household_ties import TIES, add_patient
from redactor.sample.pools import load_pools


def write_households(folder: Path, households: int = 40, seed: int = 11, notes: int = 8) -> None:
    """Write folder/records/*.ndjson and folder/gold.jsonl. notes: for each chart."""
    rng, pool = random.Random(seed), load_pools()
    (folder / "records").mkdir(parents=True)
    lines: dict[str, list[str]] = {}
    gold: list[Json] = []
    shared = pool.family(rng, None)
    for number in range(households):
        family = draw_family(f"h{number:02d}", rng, pool, shared if number % 8 == 0 else "")
        tie = TIES[number % len(TIES)]
        for chart in family.charts:
            add_patient(family, chart, placeholder=number % 3 == 0)
        tie(family)
        for chart in family.charts:
            for i in range(notes):
                family.note(chart, i, note_of(family, chart))
            add_displays(family, chart)
        gold += family.gold
        records = [_bundle(family)] if number % 5 == 4 else family.records
        for record in records:
            lines.setdefault(record["resourceType"], []).append(json.dumps(record, ensure_ascii=False))
    for kind, rows in lines.items():
        rng.shuffle(rows)
        (folder / "records" / f"{kind}.ndjson").write_text("\n".join(rows) + "\n", "utf-8")
    (folder / "gold.jsonl").write_text("".join(json.dumps(x, ensure_ascii=False) + "\n" for x in gold), "utf-8")


def _bundle(family: Family) -> Json:
    """All records of a household in a transaction, with URNs as references."""
    text = json.dumps(family.records, ensure_ascii=False)
    urns = {}
    for number, record in enumerate(family.records):
        urns[f"{record['resourceType']}/{record['id']}"] = (
            f"urn:uuid:{family.rng.getrandbits(128):032x}"[:41] + f"{number:04d}"
        )
    for reference, urn in urns.items():
        text = text.replace(f'"reference": "{reference}"', f'"reference": "{urn}"')
    entries = [
        {"fullUrl": urn, "resource": record, "request": {"method": "PUT", "url": reference}}
        for (reference, urn), record in zip(urns.items(), json.loads(text), strict=True)
    ]
    return {"resourceType": "Bundle", "id": f"{family.id}-b", "type": "transaction", "entry": entries}
