"""The text of a note's file, whatever its encoding and format; what cannot be told is refused."""

from __future__ import annotations

import base64

import pytest

from redactor.run.contracts import FileReason
from redactor.run.intake.formats.documents import read
from redactor.run.intake.formats.refusals import RefusedError
from redactor.run.intake.note_text import decode, foreign_format, read_note
from schemas.engine.records import Reason
from tests.each_row import each_row

NAME = "Seen: Señor Muñoz, 37 °C – “stable”"


@each_row(
    "data",
    [NAME.encode("utf-8"), NAME.encode("utf-8-sig"), NAME.encode("utf-16"), b"\xfe\xff" + NAME.encode("utf-16-be"),
     NAME.encode("utf-16-le"), NAME.encode("utf-16-be"), NAME.encode("utf-32"), NAME.encode("cp1252")],
)  # fmt: skip
def test_every_usual_encoding_gives_the_same_text(data: bytes) -> None:
    assert read_note(data, ".txt", "windows-1252") == NAME


@each_row(
    "data",
    [
        b"\x81\x8d\xff",
        b"binary \x00\x01\x02",
        "Señor Muñoz".encode() + b" \xff",  # read as Windows-1252, the name would be garbled
        b"\xff\xfeS\xd8",  # UTF-16 that is cut
        b"PK\x03\x04\x14\x00\x06\x00",
        b"",
    ],
)
def test_what_is_of_no_encoding_is_refused(data: bytes) -> None:
    got = read_note(data, ".txt", "windows-1252")
    assert got == ((Reason.BAD_ENCODING, ".txt") if data else "")


@each_row(
    ("text", "encoding"),
    [("Señor Muñoz", "cp850"), ("José visto hoy", "cp437"), ("José visto hoy", "mac_roman"), ("Jürg Zürn", "cp437"),
     ("Lech Wałęsa", "cp1250"), ("Lech Wałęsa", "iso8859-2"), ("Иванов", "cp1251"), ("Иванов", "koi8-r"),
     ("Παπαδόπουλος", "cp1253"), ("山田さんは、", "shift_jis"), ("Muñoz", "cp037")],
)  # fmt: skip
def test_a_name_in_another_code_page_is_not_garbled(text: str, encoding: str) -> None:
    assert read_note(text.encode(encoding), ".txt", "windows-1252") == (Reason.BAD_ENCODING, ".txt")


@each_row(
    "text",
    ["Señor Muñoz, naïve façade, Grüße, Œuvre", "mean±SD 5 µg, 37 °C, mm² and m³/h, ½ tablet, 5 £, ¿qué?",
     "“a” – ‘b’…™",
     "Ægir Þór Šiška Žižek", "O’Brien, O‘Brien; †1999, «x», São João, ÉÈ, n° 5, Ø 3 mm, CAFÉ™"],
)  # fmt: skip
def test_what_windows_1252_has_passes(text: str) -> None:
    assert read_note(text.encode("cp1252"), ".txt", "windows-1252") == text


def test_the_encoding_of_settings_counts_for_what_is_not_unicode() -> None:
    assert read_note("Łukasz Wałęsa".encode("cp1250"), ".txt", "windows-1250") == "Łukasz Wałęsa"
    assert read_note("Łukasz Wałęsa".encode(), ".txt", "windows-1250") == "Łukasz Wałęsa"


@each_row("suffix", [".txt", ".html", ".eml"])
def test_iso_2022_is_read_whoever_names_it(suffix: str) -> None:
    """Its letters are ASCII behind an escape: read as UTF-8, the name would leave."""
    head = b"From: a@example.org\nSubject: %b\n\n" if suffix == ".eml" else b"%b"
    data = head % "山田太郎".encode("iso-2022-jp")
    text = read(data, suffix, "windows-1252", 1_000).text
    assert "山田太郎" in text and "\x1b" not in text
    with pytest.raises(RefusedError):
        read(b"Seen: \x1b$)C\x0e0!\x0f", suffix, "windows-1252", 1_000)


def test_rtf_leaves_deleted_text_out_and_sets_footnotes_apart() -> None:
    data = rb"{\rtf1 Seen by Ada{\footnote Of ward 3.} Lovelace{\deleted\revauthdel1 , gone}. {\deleted a\deleted0 b}}"
    assert read_note(data, ".rtf", "windows-1252") == "Seen by Ada Lovelace. b\nOf ward 3."


def test_rtf_gives_its_text_under_any_suffix() -> None:
    data = rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}Se\'f1or {\b Mu}\u241?oz\par next}"
    for suffix in (".rtf", ".txt"):
        assert read_note(data, suffix, "windows-1252") == "Señor Muñoz\nnext"
    assert read_note(b"{\\rtf1 broken}}", ".rtf", "windows-1252") == (FileReason.UNREADABLE, ".rtf")


def test_html_gives_what_it_shows() -> None:
    head = '<html><head><meta charset="iso-8859-2"><style>p{}</style></head>'
    page = head + "<body><p>Jan <b>Wał</b>ęsa</p></body></html>"
    for suffix in (".html", ".htm"):
        assert read_note(page.encode("iso8859-2"), suffix, "windows-1252") == "Jan Wałęsa"
    assert read_note(page.encode(), ".txt", "windows-1252") == "Jan Wałęsa"
    assert read_note(b"BP <120 and >80", ".txt", "windows-1252") == "BP <120 and >80"


def test_a_meta_element_cannot_name_a_codec_of_python() -> None:
    page = b'<html><meta charset="unicode_escape"><p>Mu\\u00f1oz \xf1</p>'
    assert read_note(page, ".html", "windows-1252") == (Reason.BAD_ENCODING, ".html")


@each_row(
    ("data", "suffix", "reason"),
    [
        (b"MSH|^~\\&|A|B", ".hl7", FileReason.HL7_V2),
        (b"\x0bMSH|^~\\&|A|B", ".txt", FileReason.HL7_V2),
        (b"\r\nFHS|^~\\&|A|B", "(other)", FileReason.HL7_V2),
        (b"\xef\xbb\xbfBHS|^~\\&", ".txt", FileReason.HL7_V2),
        ("\ufeffMSH|^~\\&|A".encode("utf-16-le"), ".txt", FileReason.HL7_V2),
        (b'<?xml version="1.0"?>\n<!-- x -->\n<ClinicalDocument xmlns="urn:hl7-org:v3">', ".xml", FileReason.CDA),
        (b'<?xml version="1.0"?><?xml-stylesheet href="cda.xsl"?><n1:ClinicalDocument>', ".txt", FileReason.CDA),
        (b"<ClinicalDocument>", ".txt", FileReason.CDA),
        (b'<Bundle xmlns="http://hl7.org/fhir"><entry>', ".xml", FileReason.FHIR_XML),
        (b'<?xml version="1.0"?><f:Patient xmlns:f="http://hl7.org/fhir">', ".json", FileReason.FHIR_XML),
        (b'<?xml version="1.0"?><report>', ".txt", FileReason.XML),
        (b"<report>", ".xml", FileReason.XML),
        (b"", ".xml", FileReason.XML),
        ('<?xml version="1.0"?><ClinicalDocument>'.encode("utf-16"), ".xml", FileReason.CDA),
        (b'<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">', ".html", None),
        (b"MSH is the melanocyte-stimulating hormone", ".txt", None),
        (b"<br>Seen today", ".txt", None),
        (b"Seen today", ".txt", None),
        (b"", ".txt", None),
    ],
)
def test_formats_that_are_not_read_are_told_by_name(data: bytes, suffix: str, reason: FileReason | None) -> None:
    assert foreign_format(data, suffix) is reason


def test_data_that_no_detector_can_read_is_refused() -> None:
    picture = base64.b64encode(bytes(range(256)) * 2).decode()
    for text in (f"Seen today.\n{picture}\n", '{"resourceType": "Patient"}', "MIME-Version: 1.0\n\nx", "%PDF-1.7 x"):
        assert read_note(text.encode(), ".txt", "windows-1252") == (FileReason.UNREADABLE, "encoded-data")
    assert read_note(b'{"resourceType": "Patient"}', ".html", "windows-1252") == (FileReason.UNREADABLE, "encoded-data")


@each_row("text", ["<!-- a -->" * 400, "<!--" * 1000, "<?" * 2000, " " * 4000 + "x", "<!-- " + "-" * 4000])
def test_no_beginning_of_a_file_is_slow_to_tell(text: str) -> None:
    assert foreign_format(text.encode(), ".txt") is None
    assert isinstance(read_note(f"{text} seen".encode(), ".txt", "windows-1252"), str)


@each_row(
    "shown",
    ["<textarea>seen</textarea>Vexholm", "<select><option>well<option>Vexholm<option>ill</select>", "well<xmp>Vexholm",
     "<button>sign</button>Vexholm<button>send</button>", "<fieldset><legend>Name</legend>Vexholm</fieldset>",
     "<dialog>Vexholm</dialog>seen", "<menu>seen<li>Vexholm</menu>", "<output>ok</output>Vexholm"],
)  # fmt: skip
def test_controls_stand_apart_from_the_words_around_them(shown: str) -> None:
    got = read_note(f"<html><body><p>{shown}</p></body></html>".encode(), ".html", "windows-1252")
    assert isinstance(got, str) and "Vexholm" in got.split()


@each_row("shown", ["Vex<wbr>holm", "V<mark>exholm", "V<o:p>ex</o:p>holm", "<nobr>V</nobr>exholm"])
def test_inline_elements_do_not_split_a_word(shown: str) -> None:
    got = read_note(f"<html><body><p>{shown}</p></body></html>".encode(), ".html", "windows-1252")
    assert isinstance(got, str) and "Vexholm" in got


@pytest.mark.parametrize(("encoding", "data"), [("utf-7", b"M+APw-ller"), ("hz-gb-2312", b"~{MuP!Cw~}")])
def test_an_encoding_of_seven_bits_is_read_where_it_is_declared(encoding: str, data: bytes) -> None:
    expected = data.decode("hz" if encoding.startswith("hz") else encoding)
    assert decode(data, "utf-8", f'<meta charset="{encoding}">') == expected
