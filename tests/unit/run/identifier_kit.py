"""A sink of patients whose records name them by identifier alone, and runs over it."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from redactor.assemble.runs import build_run
from redactor.run.contracts import Summary
from redactor.run.runner import run
from redactor.settings import Settings, load_settings
from tests.unit.golden_pseudonyms import keyring

SYSTEM = "http://hospital.example/mrn"
FAMILIES = ("Xandoracov", "Quimbleworth", "Zorbatine", "Fennimorga", "Brackenthorpe", "Ulverstonix")
Json = dict[str, Any]


def mrn(n: int) -> Json:
    return {"system": SYSTEM, "value": f"MRN-{7000 + n}"}


def patient(n: int, **more: Any) -> Json:
    name = [{"family": f"{FAMILIES[n % len(FAMILIES)]}{'abcdefgh'[n // len(FAMILIES)]}", "given": ["Thaddeus"]}]
    return {"resourceType": "Patient", "id": f"P{n}", "name": name, "identifier": [mrn(n)], **more}


def name_of(n: int) -> str:
    return "Thaddeus " + str(patient(n)["name"][0]["family"])


def day_of(n: int, k: int) -> dt.date:
    """One day after the other, so that the records of a patient are of one visit, whose days move together.

    The record by id is the first. None is on a first of a month, which may stand for the month.
    """
    return dt.date(2014, 1, 7) + dt.timedelta(days=37 * n + (0 if k == 99 else k + 1))


def record(n: int, k: int, subject: Json, **more: Any) -> Json:
    """The k-th record of a patient: a date, and the same date in a text with the patient's name."""
    day = day_of(n, k)
    return {
        "resourceType": "Observation",
        "id": f"o{n}-{k}",
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]},
        "subject": subject,
        "effectiveDateTime": day.isoformat(),
        "note": [{"text": f"Seen on {day.isoformat()}: {name_of(n)} is well."}],
        **more,
    }


def named(n: int, k: int) -> Json:
    """A subject that names the patient by identifier, in one of the forms that records have."""
    forms: Sequence[Json] = (
        {"identifier": mrn(n)},
        {"type": "Patient", "identifier": {**mrn(n), "value": f" {mrn(n)['value']} "}, "display": name_of(n)},
        {"reference": f"Patient?identifier={SYSTEM}|{mrn(n)['value']}"},
        {"reference": f"https://ehr.example/r4/Patient?identifier=http%3A//hospital.example/mrn%7C{mrn(n)['value']}"},
    )
    return forms[k % len(forms)]


def sink(patients: int = 30, each: int = 4) -> tuple[list[Json], list[Json]]:
    """The Patients, each with a record that names it by id, and the records that name them by identifier alone."""
    people = [r for n in range(patients) for r in (patient(n), record(n, 99, {"reference": f"Patient/P{n}"}))]
    return people, [record(n, k, named(n, k)) for n in range(patients) for k in range(each)]


class Desk:
    def __init__(self, root: Path) -> None:
        self.root, self.runs = root, 0
        keyring(2).save(root / "keys.json")

    def settings(self, **more: Any) -> Settings:
        told = {"keyring": str(self.root / "keys.json"), "home": self.root / "home", "detectors": ("patterns", "known")}
        return load_settings(**{**told, "profile": "hips", "as_of": "2026-01-01", **more})

    def listed(self, text: str) -> Path:
        (self.root / "listed").write_text(text)
        return self.root / "listed"

    def run(self, files: Mapping[str, Iterable[Json]], workers: int = 1, **more: Any) -> tuple[list[Json], Summary]:
        """What leaves, and the summary. files: what stands in each."""
        self.runs += 1
        source, out = self.root / f"in{self.runs}", self.root / f"out{self.runs}"
        source.mkdir()
        for name, records in files.items():
            text = "".join(json.dumps(r) + "\n" for r in records)
            (source / name).write_text(text)
        state = self.root / f"state{self.runs}"
        summary = run(*build_run(self.settings(**more), source, out, state, workers=workers))
        left = [json.loads(line) for f in sorted(out.glob("records-*.ndjson")) for line in f.read_text().splitlines()]
        return left, summary
