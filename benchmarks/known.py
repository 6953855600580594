"""The store of known values: a large site, and many patients.

    python -m benchmarks.known [--clinicians 200000] [--patients 2000] [--types 13] [--values 100000] [--json]

The site: clinicians with invented names, a number, an address of mail and a street each, four known values. Measured
are the first pass over them (harvest and store), packing, opening the packed site and reading the first text, and the
peak memory of each worker of a run over them (the kernel's VmHWM). A second site has 20,000.

The size: what a value takes of known.db, for patients with six.

The patients: those of the sample, repeated. A text is read for each patient, then for each again, once for each
resource type, as in a bulk export, so that nothing of a patient is cached. A run over patients of Synthea follows
(`benchmarks.patients`). Seconds are of CPU time.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from benchmarks.common import Clock, Figure, argument, tell, workplace
from benchmarks.memory import run_peaks
from benchmarks.patients import run_figures
from redactor.detect.known import Known, SiteKnown
from redactor.detect.known.search_keys import indexed
from redactor.entities import Entity, Role
from redactor.keys import Keyring
from redactor.lexicon.names import plain_family, plain_given
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings
from redactor.text import KnownValue, Note
from schemas.harvest.known_values import harvest

_SMALL = 20_000
_SITE = "site:default"
_TEXT = "Patient seen by Dr. {} at 10:20. Blood pressure 120/80 mmHg, pulse 72/min, afebrile."
_WORKERS = 2
_MEMORY_AIM, _PATIENT_AIM, _BYTES_AIM = 300, 0.2, 300
_COMMIT = 800  # patients


def _clinicians(count: int) -> Iterator[dict[str, object]]:
    """Practitioners with names drawn from the shipped lists."""
    draw = random.Random(7)
    given, family = sorted(plain_given()), sorted(plain_family())
    for i in range(count):
        first, last = draw.choice(given).capitalize(), draw.choice(family).capitalize()
        yield {
            "resourceType": "Practitioner",
            "id": f"p{i}",
            "identifier": [{"system": "http://hl7.org/fhir/sid/us-npi", "value": str(10**9 + i * 4_391)}],
            "name": [{"family": last, "given": [first], "prefix": ["Dr."]}],
            "telecom": [{"system": "email", "value": f"{first}.{last}{i}@example.org".lower()}],
            "address": [
                {"line": [f"{i % 9_000 + 1} Main Street"], "city": "Boston", "state": "MA", "postalCode": "02101"}
            ],
        }


def _text() -> str:
    """A text that names the first clinician."""
    (first,) = _clinicians(1)
    name = next(value for value in harvest(first).site_values if value.entity is Entity.DOCTOR)
    return _TEXT.format(name.value.removeprefix("Dr. "))


def _site(folder: Path, keyring: Keyring, count: int) -> list[Figure]:
    named = f"site of {count:,} clinicians"
    stored, packed, opened, read = Clock(), Clock(), Clock(), Clock()
    path = folder / f"known{count}.sqlite"
    with KnownStore.open(path, keyring) as store:
        with stored.running():
            for clinician in _clinicians(count):
                store.add(_SITE, harvest(clinician).site_values)
            store.flush()
        with packed.running():
            store.pack_site(_SITE)
    with KnownStore.open(path, keyring, read_only=True) as store:
        with opened.running():
            tables = store.site_values(_SITE)
        if tables is None:
            raise RuntimeError("the site is too small to be packed")
        detector = Known(SiteKnown(tables))
        with read.running():
            (found,) = detector.detect([Note("first", _text())])
        if not found.spans:
            raise RuntimeError("nothing was found: the figure says nothing")
    size = path.stat().st_size / 1e6
    return [
        Figure(f"{named}: harvest and store", stored.cpu, "s", note=f"once; {size:,.0f} MB on disk"),
        Figure(f"{named}: packing", packed.cpu, "s", note="whenever its values have changed"),
        Figure(f"{named}: opening", opened.cpu, "s", note="each worker"),
        Figure(f"{named}: first text", 1000 * read.cpu, "ms"),
    ]


def _memory(folder: Path, settings: Settings, count: int) -> list[Figure]:
    source = folder / "site.ndjson"
    with source.open("w") as file:
        for i, clinician in enumerate(_clinicians(count)):
            file.write(json.dumps(clinician) + "\n")
            if i % 100 == 0:
                patient = {"resourceType": "Patient", "id": f"x{i}"}
                text = {
                    "resourceType": "Observation",
                    "id": f"o{i}",
                    "status": "final",
                    "code": {"text": "Visit"},
                    "subject": {"reference": f"Patient/x{i}"},
                    "valueString": f"{_text()} {i}",
                }
                file.write(json.dumps(patient) + "\n" + json.dumps(text) + "\n")
    main_peak, worker_peaks, seconds = run_peaks(settings, source, folder / "site_out", _WORKERS)
    note = f"a run over {count:,} clinicians, {seconds:,.0f} s of wall-clock"
    peaks = [("the main process", main_peak), *((f"worker {i}", peak) for i, peak in enumerate(worker_peaks, 1))]
    return [Figure(f"peak of {who}", peak, "MB", _MEMORY_AIM, less=True, note=note) for who, peak in peaks]


def _values(i: int, first: str, last: str) -> list[KnownValue]:
    parts = (("given", first), ("family", last))
    street = (("line", f"{i % 900 + 1} Quay Street"), ("city", "Salem"), ("state", "MA"), ("postalCode", "01970"))
    return [
        KnownValue(f"{first} {last}", Entity.PATIENT, Role.PATIENT, parts),
        KnownValue(f"Marie {last}", Entity.PERSON, Role.RELATIVE, (("given", "Marie"), ("family", last))),
        KnownValue(f"MRN{10**7 + i}", Entity.MEDICAL_RECORD_NUMBER, Role.PATIENT),
        KnownValue(f"617-555-{i % 10_000:04}", Entity.TELEPHONE_NUMBER, Role.PATIENT),
        KnownValue(f"{1930 + i % 80}-0{i % 9 + 1}-1{i % 10}", Entity.BIRTH_DATE_TIME, Role.PATIENT),
        KnownValue(", ".join(text for _, text in street), Entity.ADDRESS, Role.PATIENT, street),
    ]


def _patients(folder: Path, keyring: Keyring, count: int, types: int) -> list[Figure]:
    draw = random.Random(8)
    given, family = sorted(plain_given()), sorted(plain_family())
    path = folder / "patients.sqlite"
    with KnownStore.open(path, keyring) as store:
        for i in range(count):
            store.add(f"s{i}", _values(i, draw.choice(given).capitalize(), draw.choice(family).capitalize()))
    clock = Clock()
    detector = Known()
    with KnownStore.open(path, keyring, read_only=True) as store:
        for kind in range(types):
            text = f"Laboratory result {kind}: hemoglobin A1c within the reference range"
            with clock.running():
                for i in range(count):
                    detector.detect([Note(f"{kind}/{i}", text, f"s{i}", known=store.keyed(f"s{i}"))])
    cost = 1000 * clock.cpu / (count * types)
    note = f"{count:,} patients with 6 values, {types} types"
    return [Figure("known values of a patient and resource type", cost, "ms", _PATIENT_AIM, less=True, note=note)]


def _size(folder: Path, keyring: Keyring, values: int) -> list[Figure]:
    """Store values of many patients, six each, in commits of 800 patients as a worker does, and weigh the file."""
    draw, stored = random.Random(5), Clock()
    given, family = sorted(plain_given()), sorted(plain_family())
    path, count = folder / "size.sqlite", values // 6
    made = [_values(i, draw.choice(given).capitalize(), draw.choice(family).capitalize()) for i in range(count)]
    keys = [list(map(indexed, each)) for each in made]
    with KnownStore.open(path, keyring) as store, stored.running():
        for first in range(0, count, _COMMIT):
            with store.transaction("t", first + 1):
                for i in range(first, min(first + _COMMIT, count)):
                    store.add(f"s{i:032}", made[i], indexed=keys[i])
                store.join()
    named = f"{6 * count:,} values of {count:,} patients"
    return [
        Figure(f"{named}: on disk", path.stat().st_size / (6 * count), "bytes a value", _BYTES_AIM, less=True),
        Figure(f"{named}: stored", 6 * count / stored.cpu, "values/s"),
    ]


def main() -> None:
    clinicians, patients, types = argument("clinicians", 200_000), argument("patients", 2_000), argument("types", 13)
    with workplace() as (folder, settings):
        keyring = Keyring.load(settings.keyring)
        figures = _patients(folder, keyring, min(patients, 2_000), types)
        figures += _size(folder, keyring, argument("values", 100_000))
        for count in dict.fromkeys((_SMALL, clinicians)):
            figures += _site(folder, keyring, count)
        figures += _memory(folder, settings.model_copy(update={"home": folder / "site_home"}), clinicians)
        figures += run_figures(folder, settings, patients, 2)
    tell(figures)


if __name__ == "__main__":
    main()
