"""Somebody who steals a home after a patient was forgotten looks for that patient: without the keyring, and with it.

The wife's own chart, and what her husband's chart holds of her: a RelatedPerson, a contact, a note. They share a
surname, an address and a landline, which stay because they are his.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import index_path, known_values_path
from redactor.assemble.replacers import open_index
from redactor.assemble.runs import build_run
from redactor.run.runner import run
from redactor.run.state.known_entries import Entries
from redactor.run.state.known_store import KnownStore
from redactor.run.state.quarantine import QuarantineStore
from redactor.steward.forget import Forgotten
from redactor.steward.retractions import NAME
from relex.text_forms import folded
from tests.unit import golden_pseudonyms
from tests.unit.relex.workspace import Workspace, note

Json = dict[str, Any]
SSN = "http://hl7.org/fhir/sid/us-ssn"
HOME = {"line": ["4711 Wintergreen Loop"], "city": "Dedham", "state": "MA", "postalCode": "02026"}
LANDLINE = "781-264-8890"
HERS = ("Zorbatine", "Oleander", "Quist", "734-22-1191", "617-555-8812", "z.oleander@mail.example", "1961-04-02",
        "Wibblecroft", "Tamsin", "617-555-3417")  # fmt: skip
"""Values of the wife alone: names, numbers, her sister, whom her chart names, and a pager that only her note names."""
THEIRS = ("Fairweather", "4711 Wintergreen Loop", LANDLINE)
HIS = ("Quillon", "617-555-9934", "Brandywine")


def telecom(*values: str) -> list[Json]:
    return [{"system": "email" if "@" in v else "phone", "value": v} for v in values]


RECORDS: list[Json] = [
    {
        "resourceType": "Patient",
        "id": "wife",
        "name": [
            {"use": "official", "given": ["Zorbatine", "Oleander"], "family": "Fairweather"},
            {"use": "maiden", "given": ["Zorbatine"], "family": "Quist"},
        ],
        "birthDate": "1961-04-02",
        "identifier": [{"system": SSN, "value": "734-22-1191"}],
        "telecom": telecom("617-555-8812", LANDLINE, "z.oleander@mail.example"),
        "address": [HOME],
        "contact": [{"relationship": [{"text": "sister"}], "name": {"given": ["Tamsin"], "family": "Wibblecroft"}}],
        "link": [{"other": {"reference": "RelatedPerson/spouse"}, "type": "seealso"}],
    },
    {
        "resourceType": "Patient",
        "id": "husband",
        "name": [{"given": ["Quillon"], "family": "Fairweather"}],
        "birthDate": "1959-11-30",
        "telecom": telecom("617-555-9934", LANDLINE),
        "address": [HOME],
        "contact": [
            {"name": {"given": ["Zorbatine"], "family": "Fairweather"}, "telecom": telecom("617-555-8812", LANDLINE)}
        ],
    },
    {
        "resourceType": "RelatedPerson",
        "id": "spouse",
        "patient": {"reference": "Patient/husband"},
        "name": [{"text": "Zorbatine Fairweather, born Quist", "given": ["Zorbatine"], "family": "Fairweather"}],
        "birthDate": "1961-04-02",
        "identifier": [{"system": SSN, "value": "734221191"}],
        "telecom": telecom("z.oleander@mail.example", LANDLINE),
        "address": [HOME],
    },
    {
        "resourceType": "Person",
        "id": "p",
        "name": [{"given": ["Zorbatine"], "family": "Quist"}],
        "link": [{"target": {"reference": to}} for to in ("Patient/wife", "RelatedPerson/spouse")],
    },
    {
        "resourceType": "Coverage",
        "id": "c",
        "status": "active",
        "beneficiary": {"reference": "Patient/husband"},
        "subscriber": {"reference": "Patient/wife", "display": "Zorbatine Oleander Fairweather"},
        "subscriberId": "HP-20026-1",
    },
    note("wife", "Mrs. Fairweather (née Quist) came with her sister Tamsin Wibblecroft; pager 617-555-3417. Mr. "
         "Quillon Fairweather was called at 617-555-9934."),
    note("husband", "Quillon Fairweather came with his wife Zorbatine and Ms. Brandywine, phone 617-555-8812."),
    {"resourceType": "Observation", "id": "o", "status": ["Zorbatine"], "subject": {"reference": "Patient/wife"}},
]  # fmt: skip


@dataclass(frozen=True)
class Theft:
    """What a thief found in a home before, and what the steward was told."""

    place: Workspace
    blobs: frozenset[bytes]
    standins: frozenset[str]
    done: Forgotten


def files(home: Path) -> Iterator[Path]:
    return (p for p in sorted(home.rglob("*")) if p.is_file())


@pytest.fixture(scope="module")
def theft(tmp_path_factory: pytest.TempPathFactory) -> Theft:
    place = Workspace(tmp_path_factory.mktemp("forgotten"))
    golden_pseudonyms.keyring(2).save(place.root / "keys.json")
    source = place.root / "ehr"
    source.mkdir()
    (source / "all.ndjson").write_text("".join(json.dumps(r) + "\n" for r in RECORDS), "utf-8")
    run(*build_run(place.settings(), source, place.root / "out"))
    standins = frozenset(e.standin for e in place.entries() if is_hers(e.original))
    assert len(standins) == 8
    # Clues that his own chart gives too are his.
    before = blobs(place, "wife") - blobs(place, "husband")
    return Theft(place, before, standins, place.forget("wife"))


def is_hers(original: str) -> bool:
    plain = folded(original).replace("-", "")
    return any(plain == folded(v).replace("-", "") for v in HERS)


def blobs(place: Workspace, patient: str) -> frozenset[bytes]:
    """The rows of a patient: tokens, keyed hashes and ciphertexts."""
    scope = place.token(patient)
    known = sqlite3.connect(known_values_path(place.settings()))
    chart = Entries(known, place.keyring).place(scope, "chart")
    found = {scope.encode(), chart}
    found |= {row[0] for row in known.execute("SELECT data FROM chart WHERE place=?", (chart,))}
    rows = known.execute("SELECT key FROM clue JOIN household USING (chart) WHERE scope=? AND person=x''", (scope,))
    found |= {row[0] for row in rows}
    known.close()
    index = sqlite3.connect(index_path(place.settings()))
    if patient == "wife":
        found |= {row[0] for row in index.execute("SELECT blob FROM rosters")}
    index.close()
    return frozenset(b for b in found if len(b) > 8)


def test_no_row_of_the_patient_is_left_in_any_byte(theft: Theft) -> None:
    assert len(theft.blobs) > 15
    for path in files(theft.place.home):
        data = path.read_bytes()
        if path.name == NAME:  # tells the enclave whom to delete, by token
            data = data.replace(theft.place.token("wife").encode(), b"")
        left = [b for b in theft.blobs if b in data]
        assert not left, (path.name, len(left))


def test_no_value_and_no_stand_in_is_left_in_clear(theft: Theft) -> None:
    for path in files(theft.place.home):
        data = path.read_bytes().lower()
        for word in (*HERS, *HIS, *THEIRS, *theft.standins):
            if len(word) > 5:
                assert word.lower().encode() not in data, (path.name, word)


def everything(place: Workspace) -> Iterator[str]:
    """What a home gives to somebody who has the keyring."""
    keyring, settings = place.keyring, place.settings()
    index = open_index(settings, keyring)
    for entry in index.scan():
        yield from (entry.original, entry.standin)
    index.close()
    with KnownStore.open(known_values_path(settings), keyring, read_only=True) as store:
        for value in store.all_values():
            yield from (value.value, *(part for _, part in value.parts))
    for state in (place.home / "runs").iterdir():
        quarantine = QuarantineStore(state, keyring, create=False)
        for header in quarantine.list("held"):
            yield quarantine.show(header.id).decode()
        quarantine.close()


def test_with_the_keyring_only_what_others_have_is_found(theft: Theft) -> None:
    found = {folded(text).replace("-", "") for text in everything(theft.place)}
    text = "\n".join(sorted(found))
    for word in HERS:
        assert folded(word).replace("-", "") not in text, word
    for standin in theft.standins:
        assert folded(standin).replace("-", "") not in found, standin
    for word in (*HIS, *THEIRS):
        assert folded(word).replace("-", "") in text, word


def test_the_steward_is_told_who_is_linked(theft: Theft) -> None:
    assert theft.done.found and (theft.done.linked, theft.done.undecided) == (1, 0)


def test_the_relative_is_released_as_before(theft: Theft) -> None:
    place = theft.place
    his = [r for r in RECORDS if r["id"] in ("husband", "n-husband")]
    before = {r["id"]: r for r in map(json.loads, released_lines(place.root / "out"))}
    again = place.redactor()
    patient, text = (again.record(r) for r in his)
    old = before[patient["id"]]
    assert (
        patient["name"] == old["name"] and patient["telecom"] == old["telecom"] and patient["address"] == old["address"]
    )
    family = patient["name"][0]["family"]
    assert family in text["payload"][0]["contentString"]


def released_lines(out: Path) -> Iterator[str]:
    for path in sorted(out.glob("records-*")):
        yield from path.read_text("utf-8").splitlines()
