"""Folders of notes, from files to OUT: whose a note is, what is searched for, and what a name may not betray."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import build_run
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import Summary
from redactor.run.intake.files import list_inputs
from redactor.run.note_names import NoteNames
from redactor.run.output.verification import verify
from redactor.run.release import release
from redactor.run.runner import run
from redactor.settings import load_settings

PATIENT = {
    "resourceType": "Patient", "id": "pat-1", "name": [{"family": "Vexholm", "given": ["Tarquil"]}],
    "birthDate": "1950-02-03",
}  # fmt: skip
PATTERN = r"(?P<note>(?P<patient>[A-Z0-9]+)_[0-9]+)_(?P<date>[0-9]{8})[.][a-z]+"
TEXT = "vexholm was given furosemide 40 MG."


class Desk:
    """A folder IN, and the files that settings name."""

    def __init__(self, root: Path, keyring: Path) -> None:
        self.root, self.source, self.out = root, root / "in", root / "out"
        self.source.mkdir()
        self.settings: dict[str, Any] = {
            "home": root / "home", "keyring": str(keyring), "detectors": ("patterns", "known"),
        }  # fmt: skip
        self.keyring = keyring

    def put(self, name: str, data: bytes | str) -> Path:
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def run(self, name: str = "", workers: int = 1, **more: Any) -> Summary:
        settings = load_settings(**self.settings | more)
        self.out = self.root / f"out{name}"
        return run(*build_run(settings, self.source, self.out, self.root / f"state{name}", workers=workers))

    def notes(self) -> list[tuple[str, dict[str, str]]]:
        """The released notes: text and fields, in the order of their texts."""
        found = [(p.read_text("utf-8"), json.loads(p.with_suffix(".json").read_text())) for p in self.out.glob("*.txt")]
        return sorted(found, key=lambda x: x[0])


@pytest.fixture
def desk(tmp_path: Path, keyring_path: Path) -> Desk:
    return Desk(tmp_path, keyring_path)


def test_a_note_is_searched_for_the_values_of_its_patient_through_the_crosswalk(desk: Desk) -> None:
    desk.put("Patient.ndjson", json.dumps(PATIENT))
    desk.put("notes/MRN77_1_20210304.txt", f"{TEXT} (chart MRN77)")
    desk.put("notes/MRN78_2_20210304.txt", TEXT)
    (desk.root / "crosswalk.csv").write_text("mrn,id\nMRN77,pat-1\n")
    s = desk.run(notes={"name_pattern": PATTERN}, crosswalk=desk.root / "crosswalk.csv")
    assert s.outcomes == {"released": 3} and (s.notes, s.notes_without_patient) == (2, 0)
    (tagged, own), (as_it_was, other) = desk.notes()
    assert tagged.startswith("[PERSON] was given furosemide 40 MG.") and as_it_was == TEXT
    assert "MRN77" not in tagged
    patient = json.loads((desk.out / "records-00001.ndjson").read_text())
    assert own["note_date"] == "2021" and own["patient_id"] == patient["id"] != other["patient_id"]
    assert set(own) == {"note_id", "patient_id", "note_date", "source_patient_id"}
    assert own["source_patient_id"] not in (own["patient_id"], "MRN77")


def test_the_sidecar_may_lie_in_the_folder_and_is_no_record(desk: Desk) -> None:
    desk.put("Patient.ndjson", json.dumps(PATIENT))
    desk.put("a.txt", TEXT)
    desk.put("b.txt", TEXT)
    sidecar = desk.put("index.csv", "file,patient_id,encounter_id,note_type,ward\na.txt,pat-1,e1,Progress note,W\n")
    s = desk.run(notes={"sidecar": sidecar})
    assert s.outcomes == {"released": 3} and s.notes_without_patient == 1
    (tagged, own), (_, other) = desk.notes()
    assert tagged.startswith("[PERSON]")
    assert set(own) == {"note_id", "patient_id", "encounter_id", "note_type"} and set(other) == {"note_id"}
    patient = json.loads((desk.out / "records-00001.ndjson").read_text())
    assert own["patient_id"] == patient["id"] and own["note_type"] == "Progress note"


def test_out_verifies_and_holds_no_name_of_a_file(desk: Desk, keyring_path: Path) -> None:

    for name in ("Vexholm_Tarquil.txt", "ward/Vexholm_2.rtf", "Vexholm 3.html"):
        desk.put(name, b"{\\rtf1 stable}" if name.endswith("rtf") else b"stable")
    desk.run()
    checked = verify(desk.out, Keyring.load(str(keyring_path)), None)
    assert checked.faults == () and checked.records == 3 and checked.files == 6
    for folder in ("out", "state"):
        for path in (desk.root / folder).rglob("*"):
            assert "vexholm" not in path.name.lower()
            assert path.is_dir() or b"vexholm" not in path.read_bytes().lower()


def test_the_order_of_notes_in_out_is_not_that_of_their_names_nor_that_of_another_recipient(desk: Desk) -> None:
    for i in range(20):
        desk.put(f"{i:02d}.txt", f"{i:02d}")
    desk.put("z.ndjson", json.dumps(PATIENT))
    orders = []
    for recipient in ("one", "two"):
        desk.run(recipient, recipient=recipient)
        orders.append([int(p.read_text()) for p in sorted(desk.out.glob("*.txt"))])
        assert (desk.out / "records-00001.ndjson").exists()
    first, second = orders
    assert sorted(first) == sorted(second) == list(range(20)) and first not in (sorted(first), second)


def test_the_same_bytes_for_any_number_of_workers_and_a_repeated_run(desk: Desk) -> None:
    for i in range(6):
        desk.put(f"P{i % 2}_{i}_20210304.txt", f"{TEXT} {i}")
    notes = {"name_pattern": PATTERN}
    desk.run(notes=notes)
    first = {p.name: p.read_bytes() for p in desk.out.iterdir()}
    desk.run(notes=notes)
    assert first == {p.name: p.read_bytes() for p in desk.out.iterdir()}
    desk.run("2", workers=2, notes=notes)
    assert first == {p.name: p.read_bytes() for p in desk.out.iterdir()}


def test_a_renamed_copy_is_a_note_of_its_own_unless_the_pattern_gives_it_the_same_id(desk: Desk) -> None:
    desk.put("P1_1_20210304.txt", TEXT)
    desk.put("copy/P1_1_20210304.txt", TEXT)
    assert desk.run(notes={"name_pattern": PATTERN}).outcomes == {"released": 1, "duplicate": 1}
    assert desk.run("2").outcomes == {"released": 2}


def test_one_id_of_two_patients_stops_the_start(desk: Desk) -> None:
    desk.put("a-1.txt", TEXT)
    desk.put("b-1.txt", TEXT)
    with pytest.raises(RunError, match="same id"):
        desk.run(notes={"name_pattern": "(?P<patient>.)-(?P<note>.)[.]txt"})


def test_what_cannot_be_read_is_quarantined_by_name_of_its_format(desk: Desk) -> None:
    desk.put("a.txt", b"\x81\x00\xff")
    desk.put("adt.dat", "MSH|^~\\&|A|B\rPID|1||77||Vexholm^Tarquil")
    desk.put("adt.txt", "MSH|^~\\&|A|B\rPID|1||77||Vexholm^Tarquil")
    desk.put("feed.ndjson", "MSH|^~\\&|A|B\rPID|1||77||Vexholm^Tarquil\n" * 3)
    desk.put("ccd.txt", '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"/>')
    desk.put("p.xml", '<Patient xmlns="http://hl7.org/fhir"/>')
    desk.put("other.xml", "<a/>")
    desk.put("large.txt", b"word " * 1000)
    desk.put("empty.txt", b"")
    desk.put("good.txt", TEXT)
    s = desk.run(max_record_bytes=1024)
    assert s.reasons == {"bad-encoding": 1, "hl7-v2": 3, "cda": 1, "fhir-xml": 1, "xml": 1, "too-large": 1}
    assert s.outcomes == {"released": 1, "quarantined": 8}


def test_a_note_that_is_too_long_is_quarantined_whole(desk: Desk) -> None:
    desk.put("long.txt", TEXT + "word " * 1000)
    desk.put("good.txt", TEXT)
    s = desk.run(max_text_chars=4000)
    assert (s.reasons, s.outcomes) == ({"text-too-long": 1}, {"released": 1, "quarantined": 1})


def test_links_and_pipes_are_not_followed(desk: Desk) -> None:
    folder = desk.root / "elsewhere"
    folder.mkdir()
    (folder / "x.txt").write_text(TEXT)
    (desk.source / "link").symlink_to(folder)
    os.mkfifo(desk.source / "pipe.txt")
    desk.put("good.txt", TEXT)
    s = desk.run()
    assert s.outcomes == {"released": 1, "quarantined": 2} and s.reasons == {"unreadable-input": 1, "link": 1}


def test_patients_who_opted_out_are_withheld_by_the_name_of_the_file(desk: Desk) -> None:
    desk.put("P1_1_20210304.txt", TEXT)
    (desk.root / "opt_out.txt").write_text("P1\n")
    s = desk.run(notes={"name_pattern": PATTERN}, opt_out=desk.root / "opt_out.txt")
    assert s.outcomes == {"withheld": 1}


def test_a_note_that_is_released_later_is_a_line_with_its_text(desk: Desk) -> None:
    desk.put("P1_1_20210304.txt", "Seen by Dr. Adam Wilson.")
    sidecar = desk.root / "index.csv"
    sidecar.write_text("file,patient_id,ward\nP1_1_20210304.txt,p1,W3\n")
    notes = {"sidecar": sidecar}
    assert desk.run(notes=notes, unknown_fields="quarantine").reasons == {"unknown-field": 1}
    settings = load_settings(**desk.settings | {"notes": notes})
    config, callbacks = build_run(settings, None, desk.out, desk.root / "state")
    assert len(release(config, callbacks.processor).released) == 1
    (line,) = (desk.out / "released-00001.ndjson").read_text().splitlines()
    assert json.loads(line)["note_text"] == "Seen by Dr. [PERSON]." and "ward" not in json.loads(line)


def test_another_sidecar_is_another_run(desk: Desk) -> None:
    desk.put("a.txt", TEXT)
    sidecar = desk.root / "index.csv"
    sidecar.write_text("file,patient_id\na.txt,p1\n")
    desk.run(notes={"sidecar": sidecar})
    sidecar.write_text("file,patient_id\na.txt,p2\n")
    with pytest.raises(RunError, match="another configuration"):
        desk.run(notes={"sidecar": sidecar})


def test_notes_come_after_the_other_files_in_the_order_that_is_asked_for(tmp_path: Path) -> None:
    for name in ("a.txt", "b.HTML", "c.csv", "d.rtf.gz", "e.png"):
        (tmp_path / name).write_bytes(b"x")
    got = list_inputs(tmp_path, NoteNames(), lambda name: name.encode()[::-1])
    assert [(f.number, f.name, f.kind, f.suffix) for f in got] == [
        (1, "c.csv", "csv", ".csv"), (2, "e.png", "unreadable", ".png"), (3, "b.HTML", "note", ".html"),
        (4, "a.txt", "note", ".txt"), (5, "d.rtf.gz", "note", ".rtf"),
    ]  # fmt: skip
