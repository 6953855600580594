"""A home directory with records to forget, and views of its contents: for the tests of forgetting."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from redactor import Redactor
from redactor.assemble.home import known_values_path
from redactor.assemble.records import record_keys
from redactor.assemble.replacers import open_index
from redactor.keys import Keyring
from redactor.run.state.households import name_alone
from redactor.run.state.known_entries import Entries
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings, load_settings
from redactor.steward import forget
from redactor.steward.forget import Forgotten
from redactor.steward.retractions import NAME
from relex.index import Entry
from relex.parts import scope_parts

Json = dict[str, Any]


class Workspace:
    """A home with its keyring, and views of its contents."""

    def __init__(self, root: Path) -> None:
        self.root, self.home = root, root / "home"

    def settings(self, **more: Any) -> Settings:
        told = {"profile": "hips", "detectors": ("patterns", "known"), **more}
        return load_settings(keyring=str(self.root / "keys.json"), home=self.home, **told)

    @property
    def keyring(self) -> Keyring:
        return Keyring.load(self.root / "keys.json")

    def redactor(self, **more: Any) -> Redactor:
        told = {"profile": "hips", "detectors": ("patterns", "known"), **more}
        return Redactor(keyring=self.root / "keys.json", home=self.home, as_of=dt.date(2026, 1, 1), **told)

    def forget(self, patient: str, settings: Settings | None = None, **more: Any) -> Forgotten:
        return forget.forget(settings or self.settings(), self.keyring, patient, **more)

    def token(self, patient: str, **more: Any) -> str:
        return record_keys(self.settings(**more), self.keyring).subject(patient)

    def entries(self, patient: str | None = None) -> list[Entry]:
        """The entries of the household that the patient alone would be, or all entries."""
        index = open_index(self.settings(), self.keyring)
        found = list(index.scan())
        index.close()
        name = None if patient is None else name_alone(self.keyring, self.token(patient))
        return [e for e in found if name is None or scope_parts(e.scope)[3] == name]

    def lines(self) -> list[Json]:
        return [json.loads(x) for x in (self.home / NAME).read_bytes().splitlines()]

    def stored_values(self, patient: str) -> set[bytes]:
        """The ciphertext of the patient's known values."""
        return blobs(self._known, "SELECT data FROM chart WHERE place=?", self._place(patient, "chart"))

    def count_values(self, patient: str) -> int:
        with KnownStore.open(self._known, self.keyring, read_only=True) as store:
            return len(list(store._charts.read(self.token(patient))))

    @property
    def _known(self) -> Path:
        return known_values_path(self.settings())

    def _place(self, patient: str, what: str) -> bytes:
        db = sqlite3.connect(self._known)
        place = Entries(db, self.keyring).place(self.token(patient), what)
        db.close()
        return place

    def bytes_of(self, path: Path) -> bytes:
        return b"".join(p.read_bytes() for p in sorted(path.parent.glob(f"{path.name}*")))


def broken(name: str, patient: str) -> bytes:
    """A record that is quarantined because its status is not a text."""
    subject = {"reference": f"Patient/{patient}"}
    return json.dumps({"resourceType": "Observation", "id": name, "status": ["x"], "subject": subject}).encode() + b"\n"


def patients(source: Path) -> list[str]:
    return [json.loads(line)["id"] for line in (source / "Patient.ndjson").read_bytes().splitlines()]


def person(name: str, given: str, family: str, *, phone: str, link: str | None = None) -> Json:
    out: Json = {
        "resourceType": "Patient",
        "id": name,
        "name": [{"given": [given], "family": family}],
        "telecom": [{"system": "phone", "value": phone}],
    }
    if link:
        out["link"] = [{"other": {"reference": f"Patient/{link}"}, "type": "seealso"}]
    return out


def note(patient: str, text: str) -> Json:
    return {
        "resourceType": "Communication",
        "id": f"n-{patient}",
        "status": "completed",
        "subject": {"reference": f"Patient/{patient}"},
        "payload": [{"contentString": text}],
    }


def blobs(path: Path, sql: str, *values: str | bytes) -> set[bytes]:
    db = sqlite3.connect(path)
    found = {row[0] for row in db.execute(sql, values)}
    db.close()
    return found


def released(out: Path) -> Iterator[tuple[str, list[str]]]:
    """Each released file with its records."""
    for path in sorted(out.glob("records-*")):
        text = path.read_text("utf-8")
        rows = [",".join(r) for r in csv.reader(io.StringIO(text))] if path.suffix == ".csv" else text.splitlines()
        yield path.name, rows


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Workspace]:
    Keyring.generate().save(tmp_path / "keys.json")
    yield Workspace(tmp_path)
