"""Runs over documents and containers: what stands in OUT, in what form, and what a stop and a missing library leave."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import build_run
from redactor.keys import Keyring
from redactor.run.contracts import Progress, Summary
from redactor.run.intake import parser_process, parsers
from redactor.run.output.verification import verify
from redactor.run.runner import run
from redactor.settings import load_settings
from redactor.steward.schema_samples import read_samples
from tests.unit.run.document_kit import msg, paragraph, pdf_of, shown, word_of, zipped
from tests.unit.run.document_kit import run as word_run
from tests.unit.run.test_hostile_containers import workbook

TEXT = "Mr. Vexholm was given furosemide 40 MG."
PATIENT = {
    "resourceType": "Patient", "id": "p1", "name": [{"family": "Vexholm", "given": ["Tarquil"]}],
    "birthDate": "1950-02-03",
}  # fmt: skip
PERSON = "person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id"


class Desk:
    """A folder of documents of one patient, of whom a FHIR resource tells the name."""

    def __init__(self, root: Path, keyring: Path) -> None:
        self.root, self.source, self.keyring = root, root / "in", keyring
        self.source.mkdir()
        mail = EmailMessage()
        mail["From"], mail["Subject"] = "ward@example.org", "About Vexholm"
        mail.set_content(TEXT)
        mail.add_attachment(b"PK Vexholm", maintype="application", subtype="zip", filename="Vexholm.zip")
        person = [1, 8507, 1950, 0, 0]
        with closing(sqlite3.connect(self.source / "cdm.db")) as db:
            db.execute(f"CREATE TABLE person({PERSON})")
            db.execute("INSERT INTO person VALUES(?, ?, ?, ?, ?)", person)
            db.commit()
        files: dict[str, bytes] = {
            "Patient.ndjson": json.dumps(PATIENT).encode(),
            "p1/a.docx": word_of(paragraph(word_run(TEXT))),
            "p1/b.pdf": pdf_of(shown(TEXT), b""),
            "p1/c.eml": mail.as_bytes(),
            "p1/d.msg": msg({0x0037: "Vexholm", 0x1000: TEXT}),
            "p1/e.md": TEXT.encode(),
            "p1/f.docx.gz": gzip.compress(word_of(paragraph(word_run(TEXT + " Twice.")))),
            "p1/all.zip": zipped({"g.txt": TEXT, "h.docx": word_of(paragraph(word_run(TEXT + " Packed.")))}),
            "person.zip": zipped({"person.csv": f"{PERSON}\n2,8507,1951,0,0\n"}),
            "cdm.xlsx": workbook(PERSON.split(","), [3, 8507, 1952, 0, 0]),
            "old.doc": b"Vexholm",
        }
        for name, data in files.items():
            path = self.source / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)

    def run(self, name: str = "", workers: int = 1, report: Any = None) -> Summary:
        settings = load_settings(
            home=self.root / f"home{name}", keyring=str(self.keyring), detectors=("patterns", "known"),
            notes={"name_pattern": "(?P<patient>p[0-9]+)/.*"},
        )  # fmt: skip
        self.out = self.root / f"out{name}"
        return run(*build_run(settings, self.source, self.out, self.root / f"state{name}", workers=workers), report)

    def released(self) -> dict[str, bytes]:
        return {p.name: p.read_bytes() for p in self.out.iterdir() if not p.name.startswith("manifest")}


@pytest.fixture
def desk(tmp_path: Path, keyring_path: Path) -> Desk:
    return Desk(tmp_path, keyring_path)


def test_documents_leave_as_text_and_tables_as_csv_without_the_name(desk: Desk) -> None:
    summary = desk.run()
    assert dict(summary.outcomes) == {"released": 12, "quarantined": 3}
    assert dict(summary.reasons) == {"pages-without-text": 1, "attachments-withheld": 1, "word-processor-file": 1}
    released = desk.released()
    assert {Path(name).suffix for name in released} == {".ndjson", ".txt", ".json", ".csv"}
    texts = sorted(data.decode() for name, data in released.items() if name.endswith(".txt"))
    assert len(texts) == 8 and all("given furosemide 40 MG" in text for text in texts)
    assert sum(name.endswith(".csv") for name in released) == 3
    for folder in ("out", "state"):
        for path in (desk.root / folder).rglob("*"):
            assert "vexholm" not in path.name.lower()
            assert path.is_dir() or b"vexholm" not in path.read_bytes().lower()
    checked = verify(desk.out, Keyring.load(str(desk.keyring)), None)
    assert checked.faults == ()


def test_one_process_reads_all_documents_and_tables(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []

    class Counted(parser_process.ParserProcess):
        def __init__(self, module: str, reads: str) -> None:
            started.append(module)
            super().__init__(module, reads)

    monkeypatch.setattr(parser_process, "ParserProcess", Counted)
    parsers.pool.end_idle()
    desk.run()
    assert len(started) == 1


def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(desk: Desk) -> None:
    def stop(step: Progress) -> None:
        if step.phase == "process" and step.records >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        desk.run("again", report=stop)
    desk.run("again")
    again = desk.released()
    desk.run("once")
    assert again == desk.released()


def test_without_the_extra_the_file_is_quarantined_and_the_reason_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "without").mkdir()
    for library in ("pypdf", "openpyxl", "olefile"):
        (tmp_path / "without" / f"{library}.py").write_text("raise ImportError")
    parsers.pool.end_idle()
    monkeypatch.syspath_prepend(tmp_path / "without")
    try:
        assert desk.run().reasons["formats-extra-missing"] == 3
    finally:
        parsers.pool.end_idle()


def test_samples_of_a_schema_are_read_from_workbooks_databases_and_archives(desk: Desk) -> None:
    samples = read_samples(desk.source, 1 << 20)
    assert sorted(r["person_id"] for r in samples.records if "person_id" in r) == ["1", "2", "3"]
