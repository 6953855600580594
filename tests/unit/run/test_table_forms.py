"""Tables as databases and spreadsheets write them: signs between cells, UTF-16, and ids that name nobody."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import build_run
from redactor.cli.messages import console
from redactor.cli.run_summary import print_summary
from redactor.run.contracts import Summary
from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.run.runner import run
from redactor.settings import LlmPrices, load_settings
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import Reason, RecordIn
from schemas.engine.subjects import NOBODY, subject_of
from tests.each_row import each_row
from tests.unit.golden_pseudonyms import keyring
from tests.unit.record_kit import KEYS, RING
from tests.unit.schemas.test_references import schema

LIMIT = 1 << 20
FLAT = schema(None, "patient_id", fhir=None)
ROWS = [{"id": "1", "note": "a; b, c|d"}, {"id": "2", "note": 'says "x"'}]


def read(folder: Path, content: bytes, name: str = "a.csv") -> list[Any]:
    (folder / name).write_bytes(content)
    (file,) = list_inputs(folder)
    return [json.loads(r.data) if r.error is None else (r.error, r.where) for r in Reader(file, LIMIT).records()]


def table(sign: str) -> str:
    lines = ["id", "note"], *(list(row.values()) for row in ROWS)
    return "".join(sign.join('"' + cell.replace('"', '""') + '"' for cell in line) + "\r\n" for line in lines)


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_sign_between_cells_is_found(tmp_path: Path, sign: str) -> None:
    assert read(tmp_path, table(sign).encode()) == ROWS


@each_row("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_lines_that_end_with_cr_are_rows(tmp_path: Path, encoding: str) -> None:
    assert read(tmp_path, table(",").replace("\r\n", "\r").encode(encoding)) == ROWS


def test_a_header_of_control_characters_is_none(tmp_path: Path) -> None:
    (found,) = read(tmp_path, b"PK\3\4\24id,note\n1,x\n")
    assert found == (Reason.MALFORMED_TABLE, "header at line 1")


@each_row(
    "line, reasons", [("id,note", []), ("12345,Seen.", ["header"]), ("<html>", ["header"]), ("a@b.org", ["header"])]
)
def test_a_row_alone_is_no_header_if_it_holds_data(tmp_path: Path, line: str, reasons: list[str]) -> None:
    assert [where.partition(" ")[0] for _, where in read(tmp_path, line.encode() + b"\n")] == reasons


def test_a_tsv_is_a_table(tmp_path: Path) -> None:
    assert read(tmp_path, b"id\tnote\n1\tx, y\n", "a.tsv") == [{"id": "1", "note": "x, y"}]


def test_a_line_of_excel_that_names_the_sign_is_no_header(tmp_path: Path) -> None:
    assert read(tmp_path, b"sep=;\r\nid;note\r\n1;x,y\r\n") == [{"id": "1", "note": "x,y"}]


def test_a_comma_wins_among_equals(tmp_path: Path) -> None:
    assert read(tmp_path, b"id,no|te\n1,x\n") == [{"id": "1", "no|te": "x"}]


@each_row(
    ("content", "expected"),
    [
        # The header has more of another sign, which no row bears out.
        (b"id;name, first, middle\n1;Doe\n2;Roe\n", [{"id": "1", "name, first, middle": "Doe"},
                                                       {"id": "2", "name, first, middle": "Roe"}]),
        (b"id;kg\n1;72,5\n2;80,0\n", [{"id": "1", "kg": "72,5"}, {"id": "2", "kg": "80,0"}]),
        # Both signs fit every row: nobody can tell, unless a first line says it.
        (b"id|name,first\n1|Doe,Ann\n", [(Reason.MALFORMED_TABLE, "separator at line 1")]),
        (b"sep=|\nid|name,first\n1|Doe,Ann\n", [{"id": "1", "name,first": "Doe,Ann"}]),
        # Nine of ten rows are as the header is.
        (b"a;b,c\n" + b"1;2\n" * 19 + b"1,2\n",
         [{"a": "1", "b,c": "2"}] * 19 + [(Reason.MALFORMED_TABLE, "line 21: 1 cells for 2 columns")]),
    ],
)  # fmt: skip
def test_the_sign_is_the_one_that_the_rows_bear_out(content: bytes, expected: list[Any], tmp_path: Path) -> None:
    assert read(tmp_path, content) == expected


BAD = (Reason.BAD_ENCODING, "")


@each_row(
    ("content", "expected"),
    [
        ("id;Größe\n1;Müller – “x”\n".encode("cp1252"), [{"id": "1", "Größe": "Müller – “x”"}]),
        ("id;n\n1;Ærø\n2;O’Brien\n".encode("cp1252"), [{"id": "1", "n": "Ærø"}, {"id": "2", "n": "O’Brien"}]),
        ("id;n\n1;Müller\n".encode("utf-8-sig"), [{"id": "1", "n": "Müller"}]),
        # A file that says it is UTF-8, with a damaged row.
        (b"\xef\xbb\xbfid;n\n1;x\n2;Ren\xe9e\n", [{"id": "1", "n": "x"}, BAD]),
        # Letters of DOS, of the Macintosh and of other scripts are not of Windows-1252.
        ("id;n\n1;Müller\n2;Größe\n".encode("cp850"), [BAD, BAD]),
        ("id;n\n1;Søren\n2;Köln\n".encode("mac_roman"), [BAD, BAD]),
        ("id;n\n1;Иванов\n2;x\n".encode("cp1251"), [BAD, {"id": "2", "n": "x"}]),
        ("id;n\n1;Małgorzata Wałęsa\n".encode("cp1250"), [BAD]),
        # A file of UTF-8 with a letter that a column of a database cut in two.
        ("id;n\n1;Müller\n2;M".encode() + b"\xc3\n", [{"id": "1", "n": "Müller"}, BAD]),
        (b"id;n\n1;M" + b"\xc3\n2;M\xc3\xbcller\n", [BAD, {"id": "2", "n": "Müller"}]),
        # Two encodings in one file.
        ("id;n\n1;Müller\n".encode() + "2;Größe\n".encode("cp1252"), [{"id": "1", "n": "Müller"}, BAD]),
    ],
)  # fmt: skip
def test_a_table_is_read_in_windows_1252_only_where_it_clearly_is(
    content: bytes, expected: list[Any], tmp_path: Path
) -> None:
    assert read(tmp_path, content) == expected


def test_the_summary_warns_of_a_table_that_is_not_unicode(tmp_path: Path) -> None:
    head = "person_id;gender_concept_id;year_of_birth;race_concept_id;ethnicity_concept_id;gender_source_value\n"
    summary, rows = run_over(tmp_path, head + "1;8507;1951;8527;0;männlich\n", encoding="cp1252")
    assert summary.outcomes == {"released": 1} and summary.guessed_tables == 1
    assert rows[1][-1] == "männlich"
    with console().capture() as captured:
        print_summary(summary, LlmPrices())
    assert "tables that are not Unicode: 1;" in captured.get() and "notes.encoding" in captured.get()


def test_signs_in_names_of_columns_do_not_decide(tmp_path: Path) -> None:
    assert read(tmp_path, b"id,Diagnosis (ICD;SNOMED;LOINC)\n1,x\n") == [
        {"id": "1", "Diagnosis (ICD;SNOMED;LOINC)": "x"}
    ]
    (tmp_path / "a.csv").unlink()
    assert read(tmp_path, b"id\tLast, First, MI\n1\tx\n", "b.tsv") == [{"id": "1", "Last, First, MI": "x"}]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read(tmp_path: Path, encoding: str) -> None:
    assert read(tmp_path, "id\tnote\n1\tM\u00fcller \U0001f600\n".encode(encoding)) == [
        {"id": "1", "note": "M\u00fcller \U0001f600"}
    ]


@pytest.mark.parametrize("rest", [b"\x00\xd8\x00\x00", b"x"])
def test_utf_16_that_breaks_off_is_told_and_what_came_before_is_kept(tmp_path: Path, rest: bytes) -> None:
    content = "\ufeffid,note\n1,x\n2,cut".encode("utf-16-le") + rest
    told = [(Reason.BAD_ENCODING, ""), (Reason.BAD_ENCODING, "utf-16")]
    assert read(tmp_path, content) == [{"id": "1", "note": "x"}, *told]


@pytest.mark.parametrize("header", [b"a,a\n1,2\n", b"a,\n1,2\n", b"a;;b\n"])
def test_a_header_that_names_no_columns_is_a_malformed_table(tmp_path: Path, header: bytes) -> None:
    assert read(tmp_path, header) == [(Reason.MALFORMED_TABLE, "header at line 1")]


def test_a_row_of_another_shape_is_told_as_one_of_a_table(tmp_path: Path) -> None:
    assert read(tmp_path, b"a;b\n1;2\n1,2\n") == [
        {"a": "1", "b": "2"},
        (Reason.MALFORMED_TABLE, "line 3: 1 cells for 2 columns"),
    ]


# -- ids that name nobody


@each_row("written", ["NULL", "\\N", "null", "None", "N/A", "nan", "NaN", "", "0", "-1", 0, -1, " NULL ", None])
def test_an_id_of_nobody_is_no_patient(written: Any) -> None:
    assert subject_of(FLAT, RecordIn({"patient_id": written}, "1"), KEYS, str) is None


@each_row("written", ["00", "7", "NULLA", "-10"])
def test_other_ids_are_patients(written: str) -> None:
    assert subject_of(FLAT, RecordIn({"patient_id": written}, "1"), KEYS, str) is not None


def run_over(root: Path, content: str, encoding: str = "utf-8", **more: Any) -> tuple[Summary, list[list[str]]]:
    keyring(2).save(root / "keys.json")
    (root / "in").mkdir()
    (root / "in" / "person.csv").write_bytes(content.encode(encoding))
    told: dict[str, Any] = {"keyring": str(root / "keys.json"), "home": root / "home", "detectors": ("known",)}
    settings = load_settings(**told, as_of="2026-01-01", profile="limited-dataset", **more)
    summary = run(*build_run(settings, root / "in", root / "out", root / "state", "omop/5.4/person"))
    released = (root / "out" / "records-00001.csv").read_text("utf-8")
    return summary, list(csv.reader(released.splitlines()))


def test_a_semicolon_table_leaves_with_its_columns(tmp_path: Path) -> None:
    head = "person_id;gender_concept_id;year_of_birth;race_concept_id;ethnicity_concept_id\n"
    summary, rows = run_over(tmp_path, head + "1;8507;1951;8527;0\n")
    assert summary.outcomes == {"released": 1}
    assert "year_of_birth" in rows[0] and len(rows) == 2


def test_nobody_leaves_as_an_empty_cell_and_ids_of_patients_as_hashes(tmp_path: Path) -> None:
    head = "person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id\n"
    summary, rows = run_over(tmp_path, head + "".join(f"{n},8507,1951,8527,0\n" for n in ("-1", "0", "17")))
    assert summary.outcomes == {"released": 3}
    ids = [dict(zip(rows[0], row, strict=True))["person_id"] for row in rows[1:]]
    assert ids[:2] == ["", ""] and ids[2] not in ("", "17")


def test_the_list_of_nobodies_is_a_setting() -> None:
    assert load_settings().nobody_ids == NOBODY
    keys = RecordPseudonyms(RING, "enclave", nobody=("Unknown ",))
    assert subject_of(FLAT, RecordIn({"patient_id": "unknown"}, "1"), keys, str) is None
    assert subject_of(FLAT, RecordIn({"patient_id": "NULL"}, "1"), keys, str) == keys.subject("NULL")
