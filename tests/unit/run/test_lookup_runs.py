"""The rows that runs keep: resumed and released records have theirs once, and lookup inverts a whole release."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import build_run
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.release import release
from redactor.run.runner import run
from redactor.run.state.journal import Journal
from redactor.run.state.lookup_rows import LookupRows
from redactor.run.state.run_facts import list_runs
from redactor.sample import write_sink
from redactor.settings import Settings, load_settings
from redactor.steward.lookup import find_file, find_originals, find_released, runs_to_search

Json = dict[str, Any]
GIVEN = {"profile": "hips", "detectors": ("known",)}


def settings_of(root: Path, **more: Any) -> Settings:
    if not (root / "keys.json").exists():
        Keyring.generate().save(root / "keys.json")
    return load_settings(keyring=str(root / "keys.json"), home=root / "home", **GIVEN, **more)


def write(source: Path, records: list[Json]) -> Path:
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    return source


def observation(name: str, patient: str, **more: Any) -> Json:
    code = {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]}
    subject = {"reference": f"Patient/{patient}"}
    return {"resourceType": "Observation", "id": name, "status": "final", "code": code, "subject": subject, **more}


def state_of(settings: Settings) -> Path:
    (state,) = (settings.home / "runs").iterdir()
    return state


def records_of(state: Path, keyring: Keyring) -> list[tuple[str, str]]:
    with closing(LookupRows(state, keyring)) as rows:
        return [(found.row.original.id, found.file) for found in rows.read()]


# --- a whole release is inverted -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Settings]:
    root = tmp_path_factory.mktemp("broker")
    write_sink(root / "ehr", 1, 1, lambda n: None)
    source = root / "ehr" / "records"
    (source / "Vexholm_17.txt").write_text("Seen today. No complaints.\n")
    name = {"notes": {"name_pattern": ".*_(?P<patient>[0-9]+)[.]txt"}}
    settings = settings_of(root, **name)
    run(*build_run(settings, source, root / "out"))
    return root, settings


def _resources(out: Path) -> Iterator[tuple[str, Json]]:
    """Every resource that left by itself or in a Bundle, with the name of its file."""
    for path in sorted(out.glob("records-*json")):
        text = path.read_text("utf-8")
        found = [json.loads(line) for line in text.splitlines()] if path.suffix == ".ndjson" else json.loads(text)
        for record in found if isinstance(found, list) else [found]:
            if record.get("resourceType") == "Bundle":
                yield from ((path.name, e["resource"]) for e in record.get("entry", ()) if "resource" in e)
            else:
                yield path.name, record


def _inputs(source: Path) -> dict[tuple[str, str], Json]:
    """The resources of the input by file and row, as the audit counts both."""
    found: dict[tuple[str, str], Json] = {}
    for path in source.rglob("*.ndjson"):
        for n, line in enumerate(path.read_bytes().splitlines(), 1):
            found[str(path.relative_to(source)), str(n)] = json.loads(line)
    return found


def test_lookup_inverts_the_release_of_every_resource(released: tuple[Path, Settings]) -> None:
    root, settings = released
    keyring, runs = Keyring.load(settings.keyring), runs_to_search(settings, None)
    left = {f"{r['resourceType']}/{r['id']}" for _, r in _resources(root / "out") if r.get("resourceType")}
    assert len(left) > 50
    found = find_released(runs, keyring, left)
    assert {name for name, matches in found.items() if not matches} == set()
    inputs, checked = _inputs(root / "ehr" / "records"), 0
    for matches in found.values():
        for match in matches:
            if (was := inputs.get((match.file, match.row))) is not None:
                assert (match.type, match.id) == (was["resourceType"], was["id"])
                checked += 1
    assert checked > 30
    back = find_originals(runs, keyring, {f"{m.type}/{m.id}" for ms in found.values() for m in ms})
    assert {m.released for ms in back.values() for m in ms} >= left
    bare = find_released(runs, keyring, {name.partition("/")[2] for name in left})
    assert all(bare.values())


def test_every_record_id_of_the_audit_is_found(released: tuple[Path, Settings]) -> None:
    _, settings = released
    lines = [json.loads(line) for line in (state_of(settings) / "audit.ndjson").read_bytes().splitlines()]
    ids = {x["record"]: x["at"] for x in lines if x["outcome"] == "released" and x["type"] != "Bundle"}
    found = find_released(runs_to_search(settings, None), Keyring.load(settings.keyring), ids)
    assert len(found) > 50
    assert all(ids[name].partition(":")[2] in {match.row for match in matches} for name, matches in found.items())


def test_a_file_of_out_gives_its_records_in_order(released: tuple[Path, Settings]) -> None:
    root, settings = released
    keyring, runs = Keyring.load(settings.keyring), runs_to_search(settings, None)
    notes = root / "ehr" / "records" / "notes.csv"
    (table,) = (root / "out").glob("*.csv")
    matches = find_file(runs, keyring, table)
    with notes.open(newline="") as given, table.open(newline="") as left:
        was, now = list(csv.DictReader(given)), list(csv.DictReader(left))
    assert [(m.id, m.patient, m.file) for m in matches] == [(r["note_id"], r["patient_id"], "notes.csv") for r in was]
    released_ids = [(m.released, m.released_patient) for m in matches]
    assert released_ids == [(f"notesTable/{r['note_id']}", r["patient_id"]) for r in now]
    # A note is a file: the name of the input is the answer.
    (text,) = (root / "out").glob("*.txt")
    (note,) = find_file(runs, keyring, text)
    assert (note.file, note.patient) == ("Vexholm_17.txt", "17")


def test_no_original_stands_in_the_state_in_clear(released: tuple[Path, Settings]) -> None:
    root, settings = released
    held = b"".join(p.read_bytes() for p in state_of(settings).rglob("*") if p.is_file())
    originals = {r["id"] for r in _inputs(root / "ehr" / "records").values() if "id" in r} | {"Vexholm", str(root)}
    assert len(originals) > 50 and [x for x in originals if x.encode() in held] == []


def test_the_run_is_listed_without_the_name_of_a_file(released: tuple[Path, Settings]) -> None:
    root, settings = released
    (facts,) = list_runs(settings.home, Keyring.load(settings.keyring))
    assert (facts.status, facts.kind, facts.recipient) == ("done", "records", "enclave")
    assert (facts.source, facts.out) == (str(root / "ehr" / "records"), str(root / "out"))
    assert facts.began and facts.ended >= facts.began and facts.outcomes["released"] > 50 and facts.has_rows
    assert list_runs(settings.home, Keyring.generate())[0].source == ""


# --- what is no record of its own, comes later, or comes twice --------------------------------------------------------


def test_a_patient_whom_only_records_name_is_found(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    run(*build_run(settings, write(tmp_path / "in.ndjson", [observation("o1", "mrn-1847")]), tmp_path / "out"))
    (left,) = (r for _, r in _resources(tmp_path / "out"))
    keyring, runs = Keyring.load(settings.keyring), runs_to_search(settings, None)
    subject = left["subject"]["reference"]
    (match,) = find_released(runs, keyring, [subject, subject.partition("/")[2]])[subject]
    assert find_released(runs, keyring, [subject.partition("/")[2], "Patient/"])["Patient/"] == []
    assert (match.type, match.id, match.record_id, match.file) == ("Patient", "mrn-1847", "", "")
    (back,) = find_originals(runs, keyring, ["Patient/mrn-1847"])["Patient/mrn-1847"]
    assert back.released == subject
    (same,) = find_originals(runs, keyring, ["Patient/77"], {"77": "mrn-1847"}.__getitem__)["Patient/77"]
    assert (same.released, same.id) == (subject, "mrn-1847")
    assert find_originals(runs, keyring, ["Patient/mrn", "Observation/mrn-1847"]) == {
        "Patient/mrn": [], "Observation/mrn-1847": [],
    }  # fmt: skip


def test_an_entry_of_a_bundle_is_found_by_its_full_url(tmp_path: Path) -> None:
    urn = "urn:uuid:0d2cbd0e-6b0f-4bd5-9a0e-0a8f3a1c9f11"
    patient = {"fullUrl": urn, "resource": {"resourceType": "Patient", "id": "p9"}}
    ours = observation("o1", "x") | {"subject": {"reference": urn}}
    request = {"request": {"method": "POST", "url": "Observation"}}
    entries = [patient | {"request": {"method": "POST", "url": "Patient"}}, {"resource": ours} | request]
    bundle = {"resourceType": "Bundle", "type": "transaction", "entry": entries}
    settings = settings_of(tmp_path)
    run(*build_run(settings, write(tmp_path / "in.ndjson", [bundle]), tmp_path / "out"))
    left = json.loads((tmp_path / "out" / "records-00001.ndjson").read_text())
    keyring, runs = Keyring.load(settings.keyring), runs_to_search(settings, None)
    url = left["entry"][0]["fullUrl"]
    (match,) = find_released(runs, keyring, [url])[url]
    assert (match.type, match.id, match.row) == ("Patient", "p9", "1/1")
    name = f"Observation/{left['entry'][1]['resource']['id']}"
    (second,) = find_released(runs, keyring, [name])[name]
    assert (second.id, second.patient, second.row) == ("o1", "p9", "1/2")


def test_what_the_quarantine_releases_has_its_row_once_whatever_crashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loose = settings_of(tmp_path)
    source = write(tmp_path / "in.ndjson", [observation("o1", "p1"), observation("o2", "p1", status=["final"])])
    run(*build_run(loose, source, tmp_path / "out"))
    state, keyring = state_of(loose), Keyring.load(loose.keyring)
    assert records_of(state, keyring) == [("o1", "in.ndjson")]
    config, callbacks = build_run(loose, None, tmp_path / "out", state)
    processor = callbacks.processor

    def mended(as_of: Any) -> Any:
        real = processor(as_of)

        class Mends:
            def process(self, raws: Any) -> Any:
                from msgspec.structs import replace

                return real.process([replace(r, data=r.data.replace(b'["final"]', b'"final"')) for r in raws])

        return Mends()

    def crash(*args: Any) -> None:
        raise OSError("killed")

    shutil.copy(state / "lookup.db", tmp_path / "older.db")
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "release_entries", crash)
        with pytest.raises(OSError, match="killed"):
            release(config, mended)
    assert len(release(config, mended).released) == 1
    assert records_of(state, keyring) == [("o2", "in.ndjson"), ("o1", "in.ndjson")]
    runs = runs_to_search(loose, None)
    (path,) = (tmp_path / "out").glob("released*")
    (match,) = find_file(runs, keyring, path)
    assert (match.id, match.row) == ("o2", "2")
    assert release(config, mended).released == ()
    assert len(records_of(state, keyring)) == 2

    shutil.copy(tmp_path / "older.db", state / "lookup.db")  # without the row of what was released
    with pytest.raises(RunError, match="rows for lookups"):
        records_of(state, keyring)
