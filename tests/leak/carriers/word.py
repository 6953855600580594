"""A .docx with identifiers in every part that Word writes."""

from __future__ import annotations

import io
from datetime import datetime

import docx as office
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml

from tests.leak.carriers.plants import Document

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_NS = (
    f'{_W} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
_ML = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PROPERTIES = "http://schemas.openxmlformats.org/officeDocument/2006"
_WHEN = 'w:date="2024-02-03T10:00:00Z"'


def _p(inside: str) -> str:
    return f"<w:p {_NS}>{inside}</w:p>"


def _run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def docx() -> tuple[Document, bytes]:
    d = Document("p1_letter.docx", "docx", 1)
    word = office.Document()
    section = word.sections[0]
    section.different_first_page_header_footer = True
    word.settings.odd_and_even_pages_header_footer = True

    word.add_heading(d("heading", "Discharge letter for ‹PERSON @name›"), 1)
    word.add_paragraph(
        d(
            "body",
            "MRN ‹MRN @mrn›, born ‹DATE @birth›, SSN ‹SSN @ssn›, lives at ‹ADDRESS @street›, tel. ‹PHONE @phone›.",
        )
    )
    word.add_paragraph(d("body", "On admission ‹FACT›, ‹FACT› and ‹FACT›. Referred by Dr. ‹PERSON Ludovine Hargest›."))
    split, text = word.add_paragraph("Seen by Dr. "), d("runs that split a word", "‹PERSON Vorrentine Aldasquith›")
    for start in range(0, len(text), 4):
        split.add_run(text[start : start + 4]).bold = start % 8 == 0
    split.add_run(" on rounds.")
    word.add_paragraph(d("list", "Take ‹FACT› twice daily."), style="List Bullet")
    word.add_paragraph(d("list", "Call ‹PERSON Pemberley Oxwhistle›, her daughter."), style="List Bullet")

    table = word.add_table(3, 2)
    texts = ("Result", "Value", "‹FACT›", "‹FACT›", "Nurse ‹PERSON Ysmerelda Thackwell›", "‹PHONE (413) 292-6617›")
    for cell, text in zip((c for row in table.rows for c in row.cells), texts, strict=True):
        cell.text = d("table", text)
    nested = table.cell(0, 1).add_table(2, 1)
    nested.cell(0, 0).text = d("nested table", "‹FACT›")
    nested.cell(1, 0).text = d("nested table", "Chart ‹MRN MRN 39017744›, Dr. ‹PERSON Corvath Dunmullin›")

    for part, carrier, text in (
        (section.header, "header", "Patient: ‹PERSON Kelthorpe, Zsuvrena› DOB ‹DATE @birth›"),
        (section.footer, "footer", "Questions: ‹PHONE (413) 705-1182›, Dr. ‹PERSON Gilderan Foxmoor›"),
        (section.first_page_header, "first-page header", "Copy to Dr. ‹PERSON Ulvestra Pennygate›"),
        (section.first_page_footer, "first-page footer", "Fax ‹PHONE (413) 998-3405›"),
        (section.even_page_header, "even-page header", "Re: MRN ‹MRN 48213908›"),
        (section.even_page_footer, "even-page footer", "Typed by ‹PERSON Hesperlyn Crakehall›"),
    ):
        part.paragraphs[0].text = d(carrier, text)

    comment = word.add_comment(
        word.paragraphs[1].runs,
        text=d("comment", "Please ask Dr. ‹PERSON Thibbaud Marrowick›, ‹PHONE (413) 640-2259›"),
        author=d("comment author", "‹PERSON Robert Wilson›"),
        initials="RW",
    )
    comment.add_paragraph(d("second paragraph of a comment", "Her son ‹PERSON Florimund Kelthorpe› disagrees."))

    address = "mailto:" + d("hyperlink target", "‹EMAIL hester.quail@bmcmail.org›")
    link = word.part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    url = d("simple field", "http://portal.fenwayhealth.net/‹URL chart/zk-4821-q7›")
    box = _p(_run(d("text box", "Box: Dr. ‹PERSON Caldwyn Stroudley›")))
    old_box = _p(_run(d("VML text box", "Tel. ‹PHONE (413) 331-7074›")))
    for content in (
        f'<w:ins w:id="1" w:author="{d("insertion author", "‹PERSON Wystanna Brockhurst›")}" {_WHEN}>'
        + _run(d("tracked insertion", "Brother ‹PERSON Peverell Kelthorpe› visits her."))
        + "</w:ins>",
        f'<w:del w:id="2" w:author="{d("deletion author", "‹PERSON Susan Taylor›")}" {_WHEN}><w:r><w:delText>'
        + d("tracked deletion", "Formerly seen by Dr. ‹PERSON Ignatz Vellacourt›.")
        + "</w:delText></w:r></w:del>",
        f'<w:moveFrom w:id="3" w:author="{d("move author", "‹PERSON Jessamy Underlock›")}" {_WHEN}>'
        + _run(d("moved text", "Neighbour ‹PERSON Osgythe Larkfold›"))
        + "</w:moveFrom>",
        _run(d("hidden text", "Hidden: SSN ‹SSN 512-77-4410›"), "<w:vanish/>"),
        _run(d("white text", "White: MRN ‹MRN 60771853›"), '<w:color w:val="FFFFFF"/>'),
        f'<w:hyperlink r:id="{link}" w:tooltip="{d("hyperlink tooltip", "‹PERSON Balthild Rookesby›")}">'
        + _run(d("hyperlink text", "Mail to ‹PERSON Hesterine Quailbury›"))
        + "</w:hyperlink>",
        f'<w:fldSimple w:instr=" HYPERLINK &quot;{url}&quot; ">{_run("portal")}</w:fldSimple>',
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> AUTHOR &quot;'
        + d("field instruction", "‹PERSON Lazarien Dimmock›")
        + '&quot; </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        + _run(d("field result", "Dr. ‹PERSON Orsolwyn Petheridge›"))
        + '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
        f'<w:bookmarkStart w:id="9" w:name="{d("bookmark", "‹PERSON Marchetta_Ollivander›")}"/>'
        '<w:bookmarkEnd w:id="9"/>',
        f'<w:sdt><w:sdtPr><w:alias w:val="{d("content control alias", "‹PERSON Quendrith Baxenby›")}"/>'
        f'<w:tag w:val="{d("content control tag", "‹MRN MRN-70415529›")}"/></w:sdtPr><w:sdtContent>'
        + _run(d("content control", "After care ‹FACT› for Mrs. ‹PERSON Wenslowe Addicott›."))
        + "</w:sdtContent></w:sdt>",
        '<w:r><w:drawing><wp:inline><wp:extent cx="900" cy="900"/>'
        f'<wp:docPr id="21" name="{d("drawing name", "Photo ‹PERSON Brannoch Tulliver›")}" '
        f'descr="{d("alt text", "Portrait of ‹PERSON Seraphyne Grimwade›")}"/><a:graphic><a:graphicData '
        'uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:txbx><w:txbxContent>'
        f"{box}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>",
        "<w:r><mc:AlternateContent><mc:Fallback><w:pict>"
        f'<v:shape alt="{d("VML alt text", "‹PERSON Verdanthe Ockleston›")}"><v:textbox><w:txbxContent>{old_box}'
        "</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>",
        '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>',
        _run(d("body", "Plan: ‹FACT›; ‹FACT›.")),
    ):
        word.element.body.insert(-1, parse_xml(_p(content)))

    package = word.part.package
    for kind, text in (
        ("footnote", "Reported by his wife ‹PERSON Drusilda Fairweld›, ‹PHONE (413) 814-5530›."),
        ("endnote", "Letter of Dr. ‹PERSON Ambrosel Kittering› of ‹DATE 2024-01-26›."),
    ):
        xml = f'<w:{kind}s {_W}><w:{kind} w:id="2"><w:p>{_run(d(kind, text))}</w:p></w:{kind}></w:{kind}s>'
        part = Part(PackURI(f"/word/{kind}s.xml"), f"{_ML}.{kind}s+xml", xml.encode(), package)
        word.part.relate_to(part, f"{RELATIONSHIP_TYPE.FOOTNOTES.rpartition('/')[0]}/{kind}s")
    custom = (
        f'<Properties xmlns="{_PROPERTIES}/custom-properties" xmlns:vt="{_PROPERTIES}/docPropsVTypes">'
        '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" '
        f'name="{d("custom property name", "‹PERSON Treasa Holloway-Quist›")}"><vt:lpwstr>'
        f"{d('custom property', '‹MRN MRN 88230174›')}</vt:lpwstr></property></Properties>"
    )
    kind = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
    part = Part(PackURI("/docProps/custom.xml"), kind, custom.encode(), package)
    package.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_PROPERTIES)
    chart = d("custom XML", "<mother>‹PERSON Rosvitha Umberlow›</mother><ssn>‹SSN 512-90-6637›</ssn>")
    xml = f'<chart xmlns="urn:site">{chart}</chart>'
    part = Part(PackURI("/customXml/item7.xml"), "application/xml", xml.encode(), package)
    word.part.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_XML)

    core = word.core_properties
    for name, text in (
        ("author", "‹PERSON Karen Moore›"),
        ("last_modified_by", "‹PERSON Llewynda Straithe›"),
        ("title", "Letter ‹PERSON Kelthorpe Zsuvrena›"),
        ("subject", "MRN ‹MRN 48213909›"),
        ("keywords", "‹EMAIL v.pardoe.zz@mghmail.org›"),
        ("comments", "for ‹PERSON Vyvien Pardoesse›"),
        ("category", "‹PHONE (413) 276-8841›"),
    ):
        setattr(core, name, d(f"core property {name}", text))
    core.created = core.modified = core.last_printed = datetime(2024, 2, 3, 10, 0)

    out = io.BytesIO()
    word.save(out)
    return d.done(), out.getvalue()
