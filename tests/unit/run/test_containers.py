"""Workbooks, databases and archives in archives: what is read of odd but sound ones."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from redactor.run.intake import archive_members
from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from tests.unit.run.document_kit import LIMIT, read, with_parts, zipped
from tests.unit.run.test_hostile_containers import workbook


def tarred(parts: Mapping[str, bytes | str]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as tar:
        for name, data in parts.items():
            info = tarfile.TarInfo(name)
            content = data.encode() if isinstance(data, str) else data
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return made.getvalue()


def test_an_archive_in_an_archive_is_read(tmp_path: Path) -> None:
    table = "id,text\n{0},in {0}\n"
    inner = {
        "a.zip": zipped({"t.csv": table.format("a"), "u.csv": table.format("aa")}),
        "b.zip": zipped({"t.csv": table.format("b"), "u.csv": table.format("bb")}),
        "c.tgz": gzip.compress(tarred({"t.csv": table.format("c"), "u.csv": table.format("cc")})),
        "d.tar.gz": gzip.compress(tarred({"t.csv": table.format("d"), "u.csv": table.format("dd")})),
        "e.tar": tarred({"t.csv.gz": gzip.compress(table.format("e").encode())}),
        "f.zip": zipped({"w.xlsx": workbook(["id", "text"], ["f", "in f"])}),
        "own.csv": table.format("own"),
    }
    outer = {"o.zip": zipped(inner), "o.tgz": gzip.compress(tarred(inner)), "o.tar": tarred(inner)}
    for name, data in outer.items():
        (tmp_path / name).write_bytes(data)
    for reasons, data in read(tmp_path).values():
        assert reasons == []
        rows = sorted(line.rpartition('"in ')[2].rstrip('"}') for line in data.decode().splitlines())
        assert rows == sorted(["a", "aa", "b", "bb", "c", "cc", "d", "dd", "e", "f", "own"])


@pytest.mark.slow  # a bomb
def test_an_archive_in_an_archive_is_bounded_as_one(tmp_path: Path) -> None:
    text = "id,blank\n" + "".join(f"{number},{' ' * 1000}\n" for number in range(3000))
    inner = zipped({"a.csv": text})
    outer = gzip.compress(tarred({f"{number}.zip": inner for number in range(100)}))
    assert len(text) < 300 * len(inner)
    assert 100 * len(inner) < 300 * len(outer)
    (tmp_path / "a.tgz").write_bytes(outer)
    reasons, data = read(tmp_path)["a.tgz"]
    assert reasons == ["decompression-bomb"] * 95
    assert len(data) < max(300 * len(outer), 20_000_000)


def test_an_archive_is_unpacked_once_however_many_are_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []

    class Counted(gzip.GzipFile):
        def __init__(self, *args: Any, **options: Any) -> None:
            opened.append(self)
            super().__init__(*args, **options)

    inner = {f"{number}.tar": tarred({"t.csv": "id,text\n1,stable\n"}) for number in range(6)}
    (tmp_path / "a.tgz").write_bytes(gzip.compress(tarred(inner)))
    monkeypatch.setattr(archive_members.gzip, "GzipFile", Counted)
    reasons, data = read(tmp_path)["a.tgz"]
    assert reasons == [] and data.count(b"stable") == 6
    assert len(opened) <= 3  # while it is listed, and while it is read


def test_a_row_far_below_a_table_is_read(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["id", "text"])
    book.active.cell(1_048_576, 2, "stable")
    book.save(tmp_path / "a.xlsx")
    assert read(tmp_path)["a.xlsx"] == ([], b'{"id":"","text":"stable"}\n')


def test_escapes_of_excel_are_the_letters_that_they_mean(tmp_path: Path) -> None:
    cells = ["Dr. _x0056_exholm_x000D_", "_x005F_x0041_", "_xD83D_", "_x0041"]
    (tmp_path / "a.xlsx").write_bytes(workbook(["a", "b", "c", "d"], cells))
    assert read(tmp_path)["a.xlsx"] == ([], b'{"a":"Dr. Vexholm","b":"_x0041_","c":"_xD83D_","d":"_x0041"}\n')


def test_a_workbook_with_macros_is_read_as_one_without(tmp_path: Path) -> None:
    (tmp_path / "a.xlsm").write_bytes(with_parts(workbook(["id"], [1]), xl__vbaProject=b"Sub Vexholm"))
    assert read(tmp_path)["a.xlsm"] == ([], b'{"id":"1"}\n')


def test_sheets_are_told_apart_when_workbooks_take_turns(tmp_path: Path) -> None:
    for number in (1, 2):
        book = openpyxl.Workbook()
        for sheet in (book.active, book.create_sheet()):
            sheet.append(["id"])
            sheet.append([f"{number} of {sheet.title}"])
        book.save(tmp_path / f"{number}.xlsx")
    files = sorted(list_inputs(tmp_path), key=lambda file: (file.table, file.outer))
    found = [raw.data for file in files for raw in Reader(file, LIMIT).records()]
    assert found == [f'{{"id":"{n} of {s}"}}'.encode() for s in ("Sheet", "Sheet1") for n in (1, 2)]


def test_the_schema_of_tables_is_not_that_of_messages_documents_and_notes(tmp_path: Path) -> None:
    (tmp_path / "a.hl7").write_text("MSH|^~\\&|L|N|E|X|20240701||ORU^R01|1|P|2.5\rPID|1||7^^^N^MR\r")
    (tmp_path / "b.txt").write_text("Stable.")
    (tmp_path / "c.xml").write_text('<ClinicalDocument xmlns="urn:hl7-org:v3"/>')
    (tmp_path / "d.csv").write_text("id\n1\n")
    files = sorted(list_inputs(tmp_path), key=lambda file: file.name)
    named = [raw.schema_name for file in files for raw in Reader(file, LIMIT, "ours/visits").records()]
    assert named == ["hl7v2/message", "noteFile", "cda/ClinicalDocument", "ours/visits"]
