"""Hostile workbooks, databases and archives: each ends with a reason, and nothing that it hides comes out."""

from __future__ import annotations

import gzip
import io
import sqlite3
import tarfile
import zipfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import openpyxl

from tests.each_row import each_row
from tests.unit.run.document_kit import PLANT, read, unzipped, with_parts, zipped

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_ZEROS = bytes(17_000_000)
_P = PLANT.encode()
BOMB = "decompression-bomb"

Cases = Mapping[str, tuple[bytes, str]]
"""The bytes of a file and the first reason that it must have, by what is wrong with it."""


def workbook(*rows: list[object]) -> bytes:
    made = io.BytesIO()
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(made)
    return made.getvalue()


def workbook_cases() -> Cases:
    whole = workbook(["note_id", "text"], [1, "stable"], [2, PLANT])
    broken = bytearray(zipped(unzipped(whole), method=0))
    broken[broken.index(_P)] ^= 1
    dtd = f"<!DOCTYPE d [<!ENTITY p '{PLANT}'>]><d>&p;</d>"
    parts = unzipped(whole)
    sheet = parts["xl/worksheets/sheet1.xml"]
    cut = sheet[: sheet.rindex(b"</c>")]
    hidden = parts["xl/workbook.xml"].replace(b'state="visible"', b'state="veryHidden"')
    del parts["xl/worksheets/sheet1.xml"]
    wide = "".join(f'<row r="{i}"><c r="XFD{i}"><v>1</v></c></row>' for i in range(1, 2000))
    rows = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
    back = f'<row r="2"><c r="A2" t="str"><v>a</v></c></row><row r="1"><c r="A1" t="str"><v>{PLANT}</v></c></row>'
    left = f'<row r="1"><c r="B1" t="str"><v>{PLANT}</v></c><c r="A1" t="str"><v>a</v></c></row>'
    return {
        "cut off": (whole[: len(whole) // 2], "unreadable-input"),
        "text": (f"id,text\n1,{PLANT}".encode(), "unreadable-input"),
        "a DTD in a sheet": (with_parts(whole, xl__worksheets__sheet1_xml=dtd), "unreadable-input"),
        "a DTD in the texts": (with_parts(whole, xl__sharedStrings_xml=dtd), "unreadable-input"),
        "a bomb": (with_parts(whole, xl__worksheets__sheet1_xml=_ZEROS), BOMB),
        "a bomb beside": (with_parts(whole, xl__media__a_xml=_ZEROS), BOMB),
        "encrypted": (_OLE + bytes(512) + "EncryptedPackage".encode("utf-16-le"), "encrypted-input"),
        "an .xls": (_OLE + bytes(512) + _P, "spreadsheet-file"),
        "a name twice": (workbook(["a", "a"], [1, PLANT]), "malformed-table"),
        "a column of no name": (workbook(["a", None, "b"], [1, PLANT, 2]), "malformed-table"),
        "a title above": (workbook(["Patients"], ["a", "b"], [1, PLANT]), "malformed-table"),
        "no sheet": (zipped(parts), "no-text"),
        "a sheet that breaks off": (with_parts(whole, xl__worksheets__sheet1_xml=cut), "unreadable-input"),
        "a damaged member": (bytes(broken), "unreadable-input"),
        "no sheet shown": (with_parts(whole, xl__workbook_xml=hidden), "no-text"),
        "a long text in many cells": (workbook(["id", "text"], *([1, "x " * 15_000] for _ in range(1000))), BOMB),
        "rows out of order": (with_parts(whole, xl__worksheets__sheet1_xml=rows.format(back)), "spreadsheet-file"),
        "cells out of order": (with_parts(whole, xl__worksheets__sheet1_xml=rows.format(left)), "spreadsheet-file"),
        "the strict form": (
            with_parts(whole, xl__worksheets__sheet1_xml=sheet.replace(_MAIN, b"http://purl.oclc.org/ooxml/main")),
            "spreadsheet-file",
        ),
        "cells far away": (with_parts(whole, xl__worksheets__sheet1_xml=rows.format(wide)), "malformed-table"),
    }


def built(*statements: str) -> bytes:
    """A database that these statements make."""
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()
        return bytes(db.serialize())


def database_cases() -> Cases:
    whole = built("CREATE TABLE note(id, text)", f"INSERT INTO note VALUES(1, '{PLANT}')")
    rows = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) SELECT i FROM n"
    grown = "GENERATED ALWAYS AS (hex(zeroblob({})))"
    empty = bytearray(whole)
    empty[4096:] = bytes(len(empty) - 4096)
    schema = bytearray(whole)
    at = schema.index(b"CREATE TABLE note")
    schema[at : at + 6] = b"CRASH "
    deleted = built(
        "PRAGMA secure_delete=OFF", "CREATE TABLE note(id, text)", f"INSERT INTO note VALUES(1, '{PLANT}')",
        "DELETE FROM note", "DROP TABLE note",
    )  # fmt: skip
    return {
        "text": (f"id,text\n1,{PLANT}".encode(), "unreadable-input"),
        "nothing": (b"", "unreadable-input"),
        "a head alone": (whole[:100], "truncated-input"),
        "cut off": (whole[:4096], "truncated-input"),
        "cut off within a page": (whole[:5461], "truncated-input"),
        "an empty page": (bytes(empty), "unreadable-input"),
        "a broken schema": (bytes(schema), "unreadable-input"),
        "another size of page": (whole[:16] + b"\3\0" + whole[18:], "unreadable-input"),
        "a view alone": (built(f"CREATE VIEW note AS SELECT 1 AS id, '{PLANT}' AS text"), "no-text"),
        "a virtual table": (built("CREATE VIRTUAL TABLE note USING rtree(id, a, b)", "DROP TABLE note"), "no-text"),
        "deleted rows": (deleted, "no-text"),
        "1,001 tables": (built(*(f"CREATE TABLE t{i}(a)" for i in range(1001))), BOMB),
        "a value that grows": (
            built(f"CREATE TABLE note(id, x {grown.format(40_000_000)})", "INSERT INTO note VALUES(1)"),
            "too-large",
        ),
        "rows that grow": (
            built(f"CREATE TABLE note(id, x {grown.format(500_000)})", f"INSERT INTO note {rows.format(100)}"),
            BOMB,
        ),
        "a function that fails": (
            built(
                "CREATE TABLE note(id)",
                f"INSERT INTO note VALUES({-1 << 63})",
                "ALTER TABLE note ADD COLUMN x AS (abs(id))",
            ),
            "unreadable-input",
        ),
    }


def zip_cases() -> Cases:
    whole = zipped({"a.txt": PLANT})
    central = whole.index(b"PK\1\2")

    def patched(data: bytes, at: int, value: bytes) -> bytes:
        return data[:at] + value + data[at + len(value) :]

    stored = zipped({"a.txt": PLANT * 2}, zipfile.ZIP_STORED)
    at_stored = stored.index(b"PK\1\2")
    link = zipfile.ZipInfo("a.txt")
    link.external_attr = 0o120777 << 16
    linked = io.BytesIO()
    with zipfile.ZipFile(linked, "w") as z:
        z.writestr(link, f"/etc/{PLANT}")
    bomb = zipped({"a.txt": _ZEROS})
    return {
        "text": (f"Seen by {PLANT}.".encode(), "unreadable-input"),
        "cut off": (whole[:-30], "unreadable-input"),
        "nothing": (b"", "unreadable-input"),
        "an empty archive": (zipped({}), "no-text"),
        "a bomb": (bomb, BOMB),
        "a bomb within": (zipped({"b.zip": bomb}), BOMB),
        "a bomb of two steps": (zipped({"b.zip": zipped({"a.txt": bytes(5 << 20)} | {"b.txt": _ZEROS}, 0)}), BOMB),
        "two archives deep": (zipped({"b.zip": zipped({"a.zip": whole})}), "packed-within-archive"),
        "a packed bomb": (zipped({"a.txt.gz": gzip.compress(_ZEROS * 4)}), BOMB),
        "encrypted": (patched(whole, central + 8, b"\1"), "encrypted-input"),
        "a link": (linked.getvalue(), "link"),
        "bzip2": (zipped({"a.txt": PLANT}, zipfile.ZIP_BZIP2), "packed-within-archive"),
        "LZMA": (zipped({"a.txt": PLANT}, zipfile.ZIP_LZMA), "packed-within-archive"),
        "another checksum": (patched(whole, central + 16, b"\0\0\0\0"), "unreadable-input"),
        "more than the list says": (patched(whole, central + 24, b"\3\0\0\0"), "unreadable-input"),
        "less than the list says": (patched(whole, central + 24, b"\x30\0\0\0"), "unreadable-input"),
        "no local header": (b"XX" + whole[2:], "unreadable-input"),
        "members that overlap": (patched(stored, at_stored + 20, b"\xff\xff\0\0"), BOMB),
        "Parquet": (zipped({"a.parquet": b"PAR1" + _P}), "packed-within-archive"),
        "a member of no kind": (zipped({PLANT: PLANT}), "unreadable-input"),
        "a hostile document": (zipped({"../../a.docx": PLANT, "/etc/b.pdf": PLANT}), "unreadable-input"),
    }


def tar_cases() -> Cases:
    def tarred(*infos: tarfile.TarInfo, content: bytes = _P, packed: bool = True) -> bytes:
        made = io.BytesIO()
        with tarfile.open(fileobj=made, mode="w") as t:
            for info in infos:
                info.size = len(content) if info.isreg() else 0
                t.addfile(info, io.BytesIO(content) if info.isreg() else None)
        return gzip.compress(made.getvalue()) if packed else made.getvalue()

    def info(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
        made = tarfile.TarInfo(name)
        made.type, made.linkname = kind, target
        return made

    plain = tarred(info("a.txt"), info("b.txt"), packed=False)
    whole = gzip.compress(plain)
    second = bytearray(plain)
    second[1024 + 148] ^= 1
    long = bytearray(tarred(info("a.txt"), packed=False))
    long[124:136] = b"77777777777\0"
    long[148:156] = b"        "
    long[148:156] = b"%06o\0 " % sum(long[:512])
    return {
        "text": (f"Seen by {PLANT}.".encode(), "unreadable-input"),
        "nothing": (b"", "truncated-input"),
        "packed text": (gzip.compress(_P), "truncated-input"),
        "cut off": (whole[: len(whole) // 2], "truncated-input"),
        "a damaged stream": (whole[:-8] + bytes(8), "unreadable-input"),
        "a damaged second head": (gzip.compress(bytes(second)), "truncated-input"),
        "no end": (gzip.compress(plain[:2048]), "truncated-input"),
        "a bomb": (tarred(info("a.txt"), content=_ZEROS), BOMB),
        "a size beyond the end": (gzip.compress(bytes(long)), BOMB),
        "a tar behind the end": (gzip.compress(plain + plain), "packed-within-archive"),
        "a link": (tarred(info("a.txt", tarfile.SYMTYPE, f"/etc/{PLANT}")), "link"),
        "a hard link": (tarred(info("a.txt", tarfile.LNKTYPE, PLANT)), "link"),
        "a pipe": (tarred(info("a.txt", tarfile.FIFOTYPE)), "unreadable-input"),
        "a device": (tarred(info("a.txt", tarfile.CHRTYPE)), "unreadable-input"),
        "two archives deep": (
            tarred(info("b.tgz"), content=tarred(info("b.tgz"), content=whole)),
            "packed-within-archive",
        ),
        "an empty archive": (tarred(), "no-text"),
        "a member of no kind": (tarred(info(PLANT)), "unreadable-input"),
    }


@each_row("suffix", [".xlsx", ".db", ".zip", ".tgz"])
def test_a_hostile_container_ends_with_a_reason_and_tells_nothing(tmp_path: Path, suffix: str) -> None:
    folder = tmp_path / suffix
    folder.mkdir()
    made = {".xlsx": workbook_cases, ".db": database_cases, ".zip": zip_cases, ".tgz": tar_cases}[suffix]
    cases = made()
    assert len(cases) >= 14
    for what, (data, _) in cases.items():
        (folder / f"{what}{suffix}").write_bytes(data)
    found = read(folder)
    reasons = {what: found[f"{what}{suffix}"][0][:1] for what in cases}
    assert reasons == {what: [reason] for what, (_, reason) in cases.items()}
    assert [what for what in cases if _P in found[f"{what}{suffix}"][1]] == []
    assert sorted(p.name for p in tmp_path.parent.iterdir() if p.suffix in (".docx", ".pdf")) == []
