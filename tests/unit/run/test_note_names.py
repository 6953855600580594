"""Whose note a file is: by its name, or by a sidecar."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.errors import RunError, SettingsError
from redactor.run.note_names import NoteNames, check_notes, count_without_patient, read_note_names
from redactor.settings import NotesSettings
from tests.each_row import each_row

PATTERN = r"(?P<note>(?P<patient>[^_/]+)_[0-9]+)_(?P<date>[0-9-]+)(?:_(?P<type>[a-z]+))?[.]txt"


def names(**given: object) -> NoteNames:
    return read_note_names(NotesSettings(**given))  # type: ignore[arg-type]


def test_groups_of_the_pattern_become_fields() -> None:
    got = names(name_pattern=PATTERN).fields("ward/MRN7_12_20210304_progress.txt")
    assert got == {
        "note_id": "MRN7_12", "patient_id": "MRN7", "note_date": "2021-03-04", "note_type": "progress"
    }  # fmt: skip


def test_a_name_that_does_not_match_gives_the_path_as_the_id_and_no_patient() -> None:
    assert names(name_pattern=PATTERN).fields("ward/x.txt") == {"note_id": "ward/x.txt"}
    assert NoteNames().fields("ward/x.txt") == {"note_id": "ward/x.txt"}


def test_a_pattern_that_no_name_matches_reads_the_whole_path() -> None:
    by_folder = names(name_pattern="(?P<patient>[^/]+)/.*")
    assert by_folder.fields("MRN7/a/b.txt")["patient_id"] == "MRN7"
    assert "patient_id" not in by_folder.fields("b.txt")


@each_row(
    ("written", "date_format", "date"),
    [("20210304", None, "2021-03-04"), ("2021-03-04", None, "2021-03-04"), ("04-03-2021", "%d-%m-%Y", "2021-03-04"),
     ("04-03-2021", None, "04-03-2021"), ("99-99-2021", "%d-%m-%Y", "99-99-2021")],
)  # fmt: skip
def test_dates_are_written_as_iso_where_they_can_be_read(written: str, date_format: str | None, date: str) -> None:
    got = names(name_pattern=PATTERN, date_format=date_format).fields(f"p_1_{written}.txt")
    assert got["note_date"] == date


def sidecar(tmp_path: Path, text: str, encoding: str = "utf-8") -> Path:
    path = tmp_path / "notes.csv"
    path.write_bytes(text.encode(encoding))
    return path


def test_a_sidecar_names_files_by_path_or_by_bare_name_and_outranks_the_name(tmp_path: Path) -> None:
    path = sidecar(tmp_path, "file,patient_id,note_type,ward\r\na/x.txt,p1,Progress,W3\r\ny.txt,p2,,\r\n", "utf-8-sig")
    got = names(sidecar=path, name_pattern="(?P<patient>.)[.]txt")
    assert got.fields("a/x.txt") == {
        "note_id": "a/x.txt", "patient_id": "p1", "note_type": "Progress", "ward": "W3"
    }  # fmt: skip
    assert got.fields("b/y.txt") == {"note_id": "b/y.txt", "patient_id": "p2"}
    assert got.fields("z.txt")["patient_id"] == "z"


def test_names_are_compared_in_composed_unicode(tmp_path: Path) -> None:
    # A file system of macOS gives decomposed names, a spreadsheet composed ones.
    path = sidecar(tmp_path, "file,patient_id\nMu\u00f1oz.txt,p1\n")
    assert names(sidecar=path).fields("Mun\u0303oz.txt")["patient_id"] == "p1"


def test_a_name_that_is_not_unicode_still_identifies_its_note() -> None:
    one, two = (NoteNames().fields(f"a{x}.txt")["note_id"] for x in ("\udcff", "\udcfe"))
    assert one != two and one.encode("utf-8")


@pytest.mark.parametrize(
    "text",
    ["", "file\na.txt\n", "patient_id\np\n", "file,patient_id,patient_id\na,b,c\n", "file,patient_id\na.txt\n",
     "file,patient_id\na.txt,p1\n./a.txt,p2\n", "file,patient_id\n,p1\n", "file,patient_id,note_text\na,b,c\n",
     "file,patient_id,dataType\na,b,c\n", 'file,patient_id\n"a.txt,p\n'],
)  # fmt: skip
def test_a_sidecar_that_leaves_the_patient_open_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingsError, match=r"notes\.sidecar"):
        names(sidecar=sidecar(tmp_path, text))


@each_row("pattern", ["(", "(?P<name>.*)", "(?P<note>.*)", "(?P<patient>a)(?P<mrn>b)"])
def test_a_pattern_that_cannot_be_used_is_refused_without_its_text(pattern: str) -> None:
    with pytest.raises(SettingsError, match=r"notes\.name_pattern") as told:
        names(name_pattern=pattern)
    assert pattern not in str(told.value) and "mrn" not in str(told.value)


def test_one_id_for_notes_of_two_patients_is_refused() -> None:
    first, second = {"note_id": "1", "patient_id": "a"}, {"note_id": "1", "patient_id": "b"}
    check_notes(NoteNames(), {"a": first, "b": first})
    with pytest.raises(RunError, match="same id"):
        check_notes(NoteNames(), {"a": first, "b": second})


def test_a_bare_name_in_the_sidecar_must_mean_one_file(tmp_path: Path) -> None:
    listed = names(sidecar=sidecar(tmp_path, "file,patient_id\nx.txt,p1\nb/y.txt,p2\n"))
    found = {path: listed.fields(path) for path in ("a/x.txt", "b/y.txt", "c/y.txt")}
    check_notes(listed, found)
    with pytest.raises(RunError, match="several files"):
        check_notes(listed, found | {"b/x.txt": listed.fields("b/x.txt")})


def test_an_encoding_that_is_not_read_is_refused() -> None:
    for name in ("windows-1252", "Shift_JIS", "latin1", "UTF-8"):
        assert names(encoding=name).encoding == name
    for name in ("rot13", "utf-7", "unicode_escape", ""):
        with pytest.raises(SettingsError, match=r"notes\.encoding"):
            names(encoding=name)


def test_notes_without_a_patient_are_counted() -> None:
    assert count_without_patient([{"note_id": "1"}, {"note_id": "2", "patient_id": "p"}]) == 1
