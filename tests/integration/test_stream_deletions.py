"""Deletions that name no patient over a real Kafka: each leaves once, and the recipient keeps nothing deleted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redactor.settings import StreamsSettings
from tests.integration.test_stream_hold import Bench

pytestmark = pytest.mark.services
PATIENTS = range(8)


def weight(n: int, value: int) -> dict[str, Any]:
    return {
        "resourceType": "Observation", "id": f"o{n}", "status": "final", "subject": {"reference": f"Patient/p{n}"},
        "code": {"coding": [{"system": "http://loinc.org", "code": "29463-7"}]},
        "valueQuantity": {"value": value, "unit": "kg"},
    }  # fmt: skip


def applied(out: Path) -> dict[str, int]:
    """The weights of a recipient who applies the files in the order of their numbers, of each number deletions last."""
    state: dict[str, int] = {}
    for path in sorted(out.glob("*.ndjson"), key=lambda p: (p.stem.split("-")[1], p.name.startswith("deleted"))):
        for record in map(json.loads, path.read_bytes().splitlines()):
            if record["resourceType"] == "Bundle":
                state.pop(record["entry"][0]["request"]["url"], None)
            elif record["resourceType"] == "Observation":
                state[f"Observation/{record['id']}"] = record["valueQuantity"]["value"]
    return state


def test_the_recipient_keeps_nothing_deleted(streams: StreamsSettings, tmp_path: Path) -> None:
    bench = Bench(streams, tmp_path)
    deletions = [{"request": {"method": "DELETE", "url": f"Observation/o{n}"}} for n in PATIENTS]
    bench.ingest(
        *({"resourceType": "Patient", "id": f"p{n}", "name": [{"family": f"Quimby{n}"}]} for n in PATIENTS),
        *(weight(n, 50 + n) for n in PATIENTS),
        {"resourceType": "Bundle", "id": "b1", "type": "batch", "entry": deletions},
    )
    bench.ingest(weight(3, 93), weight(5, 95))
    bench.work()
    outcomes = bench.export()
    expected = len(PATIENTS) + len(PATIENTS) + 1 + 2  # patients, weights, the Bundle, and what was created again
    assert outcomes.pop("deleted") == len(PATIENTS)
    assert sum(outcomes.values()) == expected and outcomes.keys() <= {"released", "withheld"}
    assert sorted(applied(tmp_path / "out").values()) == [93, 95]
