"""Where a document can hold text: each carrier is read, or dropped, as docs/guide/formats.md says.

Words of what is read begin with "keep", words of what is dropped with "drop".
"""

from __future__ import annotations

import datetime as dt
import io
import json
import re
import sqlite3
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName
from pypdf import PdfReader, PdfWriter

from redactor.run.intake.formats.outlook_mail import unpack_rtf
from tests.leak.hostile_documents.pdf import Pdf
from tests.unit.run.document_kit import (
    attachment,
    msg,
    msg_tree,
    paragraph,
    pdf_of,
    properties,
    read,
    run,
    shown,
    unzipped,
    with_parts,
    word_of,
    zipped,
)

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml."


def told(folder: Path, name: str, data: bytes) -> tuple[str, list[str]]:
    """The text of a document and its reasons."""
    (folder / name).write_bytes(data)
    reasons, records = read(folder)[name]
    texts = [json.loads(line)["note_text"] for line in records.splitlines()]
    return "".join(texts), reasons


def check(text: str, kept: int) -> None:
    """All of so many words that are to be read, keep1 to keepN, are in the text, and no other."""
    assert re.findall(r"drop\w*", text) == []
    assert sorted(set(re.findall(r"keep\d+", text))) == sorted(f"keep{i}" for i in range(1, kept + 1))


def test_a_word_document(tmp_path: Path) -> None:
    box = "<w:txbxContent>{}</w:txbxContent>"
    hidden = '<w:style w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>'
    hidden += '<w:style w:styleId="I"><w:basedOn w:val="H"/></w:style>'
    body = (
        paragraph(run("ke"), run("ep1"), run("drop1", "<w:vanish/>"), run("drop2", '<w:rStyle w:val="I"/>'))
        + paragraph("<w:pPr><w:pStyle w:val='I'/></w:pPr>", run("drop3"), run("keep2", '<w:vanish w:val="0"/>'))
        + paragraph(f"<w:ins w:author='drop4'>{run('keep3')}</w:ins>")
        + paragraph("<w:del w:author='drop5'><w:r><w:delText>drop6</w:delText></w:r></w:del>")
        + paragraph(f"<w:moveFrom>{run('drop7')}</w:moveFrom><w:moveTo>{run('keep4')}</w:moveTo>")
        + paragraph("<w:r><w:instrText>HYPERLINK mailto:drop8</w:instrText></w:r>", run("keep5"))
        + f"<w:tbl><w:tr><w:tc>{paragraph(run('keep6'))}</w:tc><w:tc>{paragraph(run('keep7'))}</w:tc></w:tr>"
        + f"<w:tr><w:trPr><w:del/></w:trPr><w:tc>{paragraph(run('drop9'))}</w:tc></w:tr></w:tbl>"
        + paragraph(f"<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:docPr xmlns:wp='u' descr='drop10'/><wps:txbx>"
                    f"{box.format(paragraph(run('keep8')))}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>"
                    f"{box.format(paragraph(run('keep8')))}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>")
        + "<w:sdt><w:sdtPr><w:tag w:val='drop11'/><w:alias w:val='drop12'/></w:sdtPr>"
        + f"<w:sdtContent>{paragraph(run('keep9'))}</w:sdtContent></w:sdt>"
        + paragraph(f"<w:hyperlink>{run('keep10')}</w:hyperlink>")
        + paragraph(f"<w:r><w:object><v:shape>{run('drop13')}</v:shape></w:object></w:r>")
        + paragraph("<w:smartTag><w:smartTagPr><w:attr w:val='drop14'/></w:smartTagPr>", run("keep11"), "</w:smartTag>")
    )  # fmt: skip
    made = io.BytesIO()
    document = docx.Document(io.BytesIO(word_of(body)))
    document.sections[0].header.paragraphs[0].text = "keep12"
    document.sections[0].footer.paragraphs[0].text = "keep13"
    document.core_properties.author = document.core_properties.title = "drop15"
    document.core_properties.comments = "drop16"
    document.add_comment(document.paragraphs[0].runs, text="drop17", author="drop18", initials="d")
    document.save(made)
    parts = unzipped(made.getvalue())
    types = parts["[Content_Types].xml"].decode()
    for name in ("footnotes", "endnotes"):
        types = types.replace(
            "</Types>", f'<Override PartName="/word/{name}.xml" ContentType="{_TYPES}{name}+xml"/></Types>'
        )
    note = f"<w:footnotes {_W}><w:footnote>{paragraph(run('keep{}'))}</w:footnote></w:footnotes>"
    whole = with_parts(
        made.getvalue(), word__footnotes_xml=note.format(14), word__endnotes_xml=note.format(15),
        word__styles_xml=f"<w:styles {_W}>{hidden}</w:styles>", docProps__custom_xml="<p>drop19</p>",
        word__vbaProject="drop20", word__media__image_xml="drop21", word__embeddings__a_xml="drop22",
        word__glossary__document_xml=f"<w:d {_W}>{paragraph(run('drop23'))}</w:d>",
        customXml__item1_xml="<x>drop24</x>",
    )  # fmt: skip
    with_types = unzipped(whole) | {"[Content_Types].xml": types.encode()}
    text, reasons = told(tmp_path, "a.docx", zipped(with_types))
    assert reasons == []
    check(text, 15)
    assert "keep6\tkeep7" in text and text.count("keep8") == 1 and text.startswith("keep12\n\nkeep1\n")


def test_no_field_of_two_paragraphs_hides_what_stands_in_one(tmp_path: Path) -> None:
    begin, end = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "end"))
    body = paragraph(run("keep1"), begin) + paragraph(end, run("keep2"), begin, run("keep3")) + paragraph(end)
    text, reasons = told(tmp_path, "a.docx", word_of(body))
    assert reasons == [] and re.findall("keep.", text) == ["keep1", "keep2", "keep3"]


def test_a_pdf(tmp_path: Path) -> None:
    annotations = (
        b"/Annots[<</Subtype/Widget/FT/Tx/T(keep3)/V(keep4)>><</Subtype/FreeText/Contents(keep5)>>"
        b"<</Subtype/Text/Contents(drop1)/T(drop2)>><</Subtype/Popup/Contents(drop3)>>"
        b"<</Subtype/Highlight/Contents(drop4)>><</Subtype/Widget/FT/Tx/T(drop5)/V(drop6)/F 2>>"
        b"<</Subtype/Link/A<</URI(mailto:drop7)>>>><</Subtype/FileAttachment/FS<</F(drop8)>>>>"
        b"<</Subtype/Widget/FT/Sig/T(s)/V<</Name(drop9)>>>><</Subtype/Widget/FT/Ch/T(keep6)/V[(keep7)(keep8)]>>]"
    )
    script = b"/OpenAction<</S/JavaScript/JS(drop14)>>"
    invisible = b"BT /F1 12 Tf 3 Tr 72 720 Td (keep2) Tj ET"  # the text of a scan, behind its picture
    pages = (shown("keep1"), invisible)
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf_of(*pages, page=annotations, catalog=script))))
    writer.add_metadata({"/Author": "drop10", "/Title": "drop11"})
    writer.add_attachment("drop12.txt", b"drop13")
    writer.add_outline_item(title="drop15", page_number=0)
    made = io.BytesIO()
    writer.write(made)
    text, reasons = told(tmp_path, "a.pdf", made.getvalue())
    assert reasons == []
    check(text, 8)
    assert "keep1\nkeep3: keep4\nkeep5\nkeep6: keep7, keep8\n\nkeep2" in text


def test_pages_without_text_are_withheld_and_counted_and_the_others_leave(tmp_path: Path) -> None:
    pages = [shown(f"page {i}.") if i % 10 else b"" for i in range(1, 1001)]
    text, reasons = told(tmp_path, "a.pdf", pdf_of(*pages))
    assert reasons == ["pages-without-text"] and text.count("page ") == 900 and "page 1.\n\npage 2." in text


def test_a_part_of_a_page_that_cannot_be_read_is_counted(tmp_path: Path) -> None:
    made = Pdf()
    form = made.stream("BT (x) Tj ET", "/Subtype/Form/Filter/SecretDecode/Resources<</Font<</F1 3 0 R>>>>")
    made.page(shown("page 1.").decode() + " /X Do", f"/XObject<</X {form} 0 R>>")
    text, reasons = told(tmp_path, "a.pdf", made.content())
    assert reasons == ["pages-without-text"] and "page 1." in text


def test_the_files_of_a_portfolio_are_counted(tmp_path: Path) -> None:
    text, reasons = told(tmp_path, "a.pdf", pdf_of(shown("page 1."), catalog=b"/Collection<</View/D>>"))
    assert reasons == ["attachments-withheld"] and text == "page 1."


def test_a_mail(tmp_path: Path) -> None:
    inner = EmailMessage()
    inner["From"], inner["Subject"], inner["X-Other"] = "keep9", "keep10", "drop1"
    inner.set_content("keep11")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Cc"] = "Ada keep1 <a@x.org>", "B <b@x.org>, keep2@x.org", "keep3@x.org"
    mail["Bcc"], mail["Reply-To"], mail["Message-ID"] = "drop2@x.org", "drop3@x.org", "<drop4@x.org>"
    mail["Received"], mail["X-Originating-IP"] = "from drop5", "drop6"
    mail["Subject"], mail["Date"] = "Müller keep4", dt.datetime(2025, 3, 4, 10, 30)
    mail.set_content("keep5 Grüße\n")
    mail.add_alternative("<p title='drop7'>drop8</p>", subtype="html")
    mail.add_attachment("keep6", filename="drop9.txt")
    mail.add_attachment(word_of(paragraph(run("keep7"))), maintype="application", subtype="x", filename="drop10.docx")
    mail.add_attachment(pdf_of(shown("keep8")), maintype="application", subtype="pdf", filename="drop11.pdf")
    mail.add_attachment(inner)
    mail.add_attachment(b"\x89PNG drop12", maintype="image", subtype="png", filename="drop13.png")
    mail.add_attachment(b"PK drop14", maintype="application", subtype="zip", filename="drop15.zip")
    mail.add_attachment(b"drop16", maintype="image", subtype="png", cid="<drop17>", disposition="inline")
    text, reasons = told(tmp_path, "a.eml", mail.as_bytes())
    assert reasons == ["attachments-withheld"]
    check(text, 11)
    assert "Subject: Müller keep4\nDate: 2025-03-04 10:30\n\nkeep5 Grüße" in text
    more = EmailMessage()
    more["Subject"] = "keep1"
    more.set_content("Please enable HTML, keep2.")
    more.add_alternative("<p>Seen for keep3, given keep4 twice a day.</p>", subtype="html")
    check(told(tmp_path, "c.eml", more.as_bytes())[0], 4)
    html = EmailMessage()
    html["Subject"] = "keep1"
    html.set_content("<style>drop1</style><p>keep<b>2</b></p><!-- drop2 --><script>drop3</script>", subtype="html")
    check(told(tmp_path, "b.eml", html.as_bytes())[0], 2)


def test_a_mail_of_outlook(tmp_path: Path) -> None:
    inner = msg_tree({0x0037: "keep7", 0x1000: "keep8"}, offset=24)
    attached = [
        attachment("drop1.txt", b"keep9"),
        attachment("drop2.docx", word_of(paragraph(run("keep10")))),
        attachment("drop3.bin", b"drop4"),
        attachment("drop5.png", b"drop6", mime="image/png", cid="drop7"),
        properties(8, {0x3705: 5, 0x3001: "drop8"}) | {"__substg1.0_3701000D": inner},
    ]
    values = {
        0x0037: "keep1", 0x1000: "keep2", 0x1013: b"<p>drop9</p>", 0x0C1A: "Ada keep3", 0x5D01: "keep4@x.org",
        0x007D: "Received: from drop10\r\nFrom: drop11\r\n", 0x0E1D: "drop12", 0x3FFA: "drop13",
    }  # fmt: skip
    data = msg(values, {"keep5": 1, "keep6": 2, "drop14": 3}, attached)
    text, reasons = told(tmp_path, "a.msg", data)
    assert reasons == ["attachments-withheld"]
    check(text, 10)
    assert text.startswith("From: Ada keep3 <keep4@x.org>\nTo: keep5\nCc: keep6\nSubject: keep1\n\nkeep2")
    check(told(tmp_path, "b.msg", msg({0x1013: b"<p>keep1</p><!-- drop -->"}))[0], 1)
    rtf = rb"{\rtf1\ansi keep1{\info{\author drop1}}}"
    stored = (len(rtf) + 12).to_bytes(4, "little") + len(rtf).to_bytes(4, "little") + b"MELA" + bytes(4) + rtf
    check(told(tmp_path, "c.msg", msg({0x1009: stored}))[0], 1)


def test_compressed_rtf_of_the_specification() -> None:
    """MS-OXRTFCP 4.1 has this example."""
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert unpack_rtf(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"


def test_a_workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "drop1"
    sheet.append(["id", "when", "at", "text", "keep1"])
    sheet.append([1, dt.date(2025, 3, 4), dt.datetime(2025, 3, 4, 10, 30), "keep2", 2.5])
    sheet.append([2, None, None, '="keep" & "3"', True])
    sheet.append(["keep4"])
    sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["E"].hidden = True
    sheet["D2"].comment = Comment("drop2", "drop3")
    sheet.oddHeader.center.text = sheet.oddFooter.center.text = "drop4"
    book.defined_names["drop5"] = DefinedName("drop5", attr_text='"drop6"')
    for state in ("hidden", "veryHidden"):
        other = book.create_sheet(f"drop {state}")
        other.append(["drop7"])
        other.sheet_state = state
    book.properties.creator = book.properties.title = "drop8"
    made = io.BytesIO()
    book.save(made)
    (tmp_path / "a.xlsx").write_bytes(made.getvalue())
    reasons, data = read(tmp_path)["a.xlsx"]
    rows = [json.loads(line) for line in data.splitlines()]
    assert reasons == [] and rows[0] == {
        "id": "1", "when": "2025-03-04", "at": "2025-03-04T10:30:00", "text": "keep2", "keep1": "2.5",
    }  # fmt: skip
    assert rows[1]["text"] == "" and rows[1]["keep1"] == "TRUE" and rows[2]["id"] == "keep4"  # not calculated yet
    assert b"drop" not in data
    sheet_xml = unzipped(made.getvalue())["xl/worksheets/sheet1.xml"]
    calculated = re.sub(
        rb'<c r="D3"[^>]*>(.*?)<v ?/>|<c r="D3"[^>]*>(.*?)<v></v>', rb'<c r="D3" t="str">\1\2<v>keep3</v>', sheet_xml
    )
    (tmp_path / "a.xlsx").write_bytes(with_parts(made.getvalue(), xl__worksheets__sheet1_xml=calculated))
    assert b'"text":"keep3"' in read(tmp_path)["a.xlsx"][1]


def test_a_database(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as db:
        db.execute("CREATE TABLE person(person_id INTEGER PRIMARY KEY, name TEXT, weight, drop1 BLOB)")
        db.execute("INSERT INTO person VALUES(1, 'keep1', 70.5, x'64726f70'), (2, NULL, 70.0, NULL)")
        db.execute("CREATE VIEW drop2 AS SELECT 'drop3'")
        db.execute("CREATE TRIGGER drop4 AFTER INSERT ON person BEGIN SELECT 'drop5'; END")
        db.execute("CREATE INDEX drop6 ON person(name)")
        db.commit()
    before = (tmp_path / "a.db").read_bytes()
    reasons, data = read(tmp_path)["a.db"]
    assert reasons == [] and [json.loads(line) for line in data.splitlines()] == [
        {"person_id": "1", "name": "keep1", "weight": "70.5", "drop1": ""},
        {"person_id": "2", "name": "", "weight": "70", "drop1": ""},
    ]
    assert (tmp_path / "a.db").read_bytes() == before and [p.name for p in tmp_path.iterdir()] == ["a.db"]


def test_a_database_with_changes_in_a_file_beside_it_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE person(name)")
        db.execute("INSERT INTO person VALUES('drop')")
        db.commit()
        assert read(tmp_path)["a.db"] == (["open-database"], b"")


def test_markdown_is_a_note(tmp_path: Path) -> None:
    assert told(tmp_path, "a.md", b"# keep1\n\n* keep2 [keep3](keep4)\n")[0] == "# keep1\n\n* keep2 [keep3](keep4)\n"
