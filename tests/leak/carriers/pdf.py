"""PDF files: one with a text layer and identifiers in everything else that a PDF holds, one of pictures alone."""

from __future__ import annotations

import io

from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText, Link, Text
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    TextStringObject,
)
from reportlab.lib.colors import white
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from tests.leak.carriers.plants import Document

_XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><dc:creator><rdf:Seq><rdf:li>%s</rdf:li>
</rdf:Seq></dc:creator><dc:title><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:title>
<pdf:Keywords>%s</pdf:Keywords></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""


def _pages(d: Document) -> bytes:
    """Three pages by reportlab: text with forms, hidden text, and a picture without text."""
    out = io.BytesIO()
    page = Canvas(out, pagesize=letter)
    page.setAuthor(d("info author", "‹PERSON Thomas Anderson›"))
    page.setTitle(d("info title", "Operative note ‹PERSON @name›"))
    page.setSubject(d("info subject", "MRN ‹MRN @mrn›"))
    page.setKeywords(d("info keywords", "‹EMAIL orsopeth.d@bmcmail.org›"))
    page.setCreator(d("info creator", "dictated by ‹PERSON Mirabeau Hatherleigh›"))
    lines = (
        "Patient: ‹PERSON @name›   MRN: ‹MRN @mrn›   DOB: ‹DATE @birth›   SSN ‹SSN @ssn›",
        "Address: ‹ADDRESS @street›, phone ‹PHONE @phone›, e-mail ‹EMAIL @email›",
        "Surgeon: Dr. ‹PERSON Ephrasine Wolstenford›. Assistant: ‹PERSON Daniel Martin›, MD",
        "On admission ‹FACT›, ‹FACT›, ‹FACT›.",
        "Echo showed ‹FACT›, and renal function ‹FACT›.",
        "His sister ‹PERSON Aurembiaix Costigane› (tel. ‹PHONE (617) 306-4482›) was informed.",
    )
    for row, line in enumerate(lines):
        page.drawString(60, 730 - 16 * row, d("text layer", line))
    words = d("text in two columns", "Consult Dr. ‹PERSON Isengrim Vaughanley› on ‹DATE 2024-02-19›.").split()
    for column, word in enumerate(words):  # one piece of text for each word, as many generators write it
        page.drawString(60 + 75 * column, 600, word)
    page.acroForm.textfield(
        name=d("form field name", "kin ‹PERSON Clothilde Ravenscar›"),
        tooltip=d("form field tooltip", "Signed by ‹PERSON Ottoline Grewcock›"),
        value=d("form field value", "‹PERSON Valdemar Thistlewood›"),
        x=60,
        y=560,
    )
    page.acroForm.choice(
        name="ward",
        value=d("choice field value", "Dr. ‹PERSON Perdita Zoellick›"),
        options=["Dr. Perdita Zoellick", d("choice field option", "Dr. ‹PERSON Nathair Quigby›")],
        x=300,
        y=560,
    )
    page.bookmarkPage("one")
    page.addOutlineEntry(d("outline", "Visit of ‹PERSON Lucasta Brambley›"), "one")
    page.linkURL(d("link annotation", "https://portal.bmc.org/‹URL pt/jm-9920-xx›"), (60, 500, 120, 520))
    page.showPage()
    page.setFillColor(white)
    page.drawString(60, 700, d("white text", "White: ‹PERSON Gwladys Perrivale›, SSN ‹SSN 418-22-9051›"))
    page.setFillColorRGB(0, 0, 0)
    invisible = page.beginText(60, 680)
    invisible.setTextRenderMode(3)
    invisible.textLine(d("invisible text", "Recognised: MRN ‹MRN 61908834›, Dr. ‹PERSON Bartholf Yarrowby›"))
    invisible.setTextRenderMode(0)
    page.drawText(invisible)
    page.drawString(60, 2000, d("text off the page", "Cut off: ‹PHONE (617) 855-9473›"))
    page.setFont("Helvetica", 1)
    page.drawString(60, 660, d("tiny text", "Tiny: ‹PERSON Elspetha Cromarsh›"))
    page.setFont("Helvetica", 12)
    page.drawString(60, 640, d("second page", "Discharged with ‹FACT›, ‹FACT›, ‹FACT›, ‹FACT› and ‹FACT›."))
    page.drawString(60, 60, d("page footer", "‹PERSON Miller, James›  ‹MRN @mrn›  page 2 of 3"))
    page.showPage()
    page.rect(100, 100, 300, 300, fill=1)  # a page that was scanned: nothing can be read there
    page.showPage()
    page.save()
    return out.getvalue()


def _attach(writer: PdfWriter, d: Document) -> None:
    text = d(
        "attachment", "Referral of ‹PERSON Winnifreda Stopesley›, MRN ‹MRN 70042915›, by Dr. ‹PERSON Alaric Penhurst›."
    )
    writer.add_attachment(d("attachment name", "‹PERSON Winnifreda_Stopesley›.txt"), text.encode())


def _annotate(writer: PdfWriter, d: Document) -> None:
    note = Text(text=d("annotation", "Ask his son ‹PERSON Leofric Tanqueray›"), rect=(50, 550, 200, 650))
    note[NameObject("/T")] = TextStringObject(d("annotation author", "‹PERSON Nancy Jackson›"))
    note[NameObject("/Subj")] = TextStringObject(d("annotation subject", "‹PERSON Sunniva Applegarth›"))
    note[NameObject("/RC")] = TextStringObject(
        d("annotation rich text", "<body><p>‹PERSON Ceridwen Malthouse›</p></body>")
    )
    writer.add_annotation(0, note)
    free = FreeText(text=d("free text annotation", "call ‹PHONE (617) 431-7786›"), rect=(50, 400, 200, 450))
    writer.add_annotation(0, free)
    writer.add_annotation(1, Link(rect=(50, 50, 90, 90), url=d("link", "mailto:‹EMAIL ferelith.k@partnersmail.org›")))


def _describe(writer: PdfWriter, d: Document) -> None:
    """Metadata, labels of pages, a layer, a script and a text that stands for a figure."""
    texts = ("‹PERSON Hyacintha Rolleston›", "Note for ‹PERSON @name›", "MRN ‹MRN 77105533›")
    metadata = DecodedStreamObject()
    metadata.set_data((_XMP % tuple(d("XMP", text) for text in texts)).encode())
    metadata.update({NameObject("/Type"): NameObject("/Metadata"), NameObject("/Subtype"): NameObject("/XML")})
    root = writer.root_object
    root[NameObject("/Metadata")] = writer._add_object(metadata)
    writer.set_page_label(0, 0, prefix=d("page label", "‹PERSON Ysolde Tremayne› "))
    layer = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/OCG"),
            NameObject("/Name"): TextStringObject(d("name of a layer", "Draft of ‹PERSON Cuthwin Abberley›")),
        }
    )
    reference = writer._add_object(layer)
    off = DictionaryObject({NameObject("/OFF"): ArrayObject([reference])})
    root[NameObject("/OCProperties")] = DictionaryObject(
        {NameObject("/OCGs"): ArrayObject([reference]), NameObject("/D"): off}
    )
    page = writer.pages[1]
    page["/Resources"].get_object()[NameObject("/Properties")] = DictionaryObject({NameObject("/L1"): reference})  # type: ignore[index]
    hidden = d("text of a hidden layer", "Draft: Dr. ‹PERSON Zenobie Falkingham›")
    spoken = d("actual text", "‹PERSON Rhosyn Pembridge›")
    more = DecodedStreamObject()
    more.set_data(
        f"/OC /L1 BDC BT /F1 12 Tf 60 620 Td ({hidden}) Tj ET EMC\n"
        f"/Span <</ActualText ({spoken})>> BDC BT /F1 12 Tf 60 600 Td (figure) Tj ET EMC".encode()
    )
    old = page["/Contents"]
    parts = list(old) if isinstance(old, ArrayObject) else [page.raw_get("/Contents")]
    page[NameObject("/Contents")] = ArrayObject([*parts, writer._add_object(more)])
    script = {NameObject("/S"): NameObject("/JavaScript")}
    script[NameObject("/JS")] = TextStringObject(d("script", "app.alert('‹PERSON Tancred Lovibond›');"))
    root[NameObject("/OpenAction")] = DictionaryObject(script)
    writer.add_named_destination(d("named destination", "‹PERSON Melisende Rookwood›"), 0)
    element = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/StructElem"),
            NameObject("/S"): NameObject("/Figure"),
            NameObject("/Alt"): TextStringObject(d("alt text", "Scar of ‹PERSON Gundred Hollingbury›")),
        }
    )
    tree = {NameObject("/Type"): NameObject("/StructTreeRoot"), NameObject("/K"): writer._add_object(element)}
    root[NameObject("/StructTreeRoot")] = writer._add_object(DictionaryObject(tree))
    root[NameObject("/PieceInfo")] = DictionaryObject(
        {
            NameObject("/Site"): TextStringObject(d("private data", "‹SSN 418-70-3362›")),
            NameObject("/N"): NumberObject(1),
        }
    )


def pdf() -> tuple[Document, bytes]:
    d = Document("p2_opnote.pdf", "pdf", 2)
    writer = PdfWriter()
    reader = PdfReader(io.BytesIO(_pages(d)))
    writer.append(reader)
    writer.add_metadata(dict(reader.metadata or {}))
    _attach(writer, d)
    _annotate(writer, d)
    _describe(writer, d)
    out = io.BytesIO()
    writer.write(out)
    return d.done(), out.getvalue()


def scanned_pdf() -> tuple[Document, bytes]:
    """A PDF of which no page has text; the facts are in the picture, so that none can be asked for."""
    d = Document("p2_scan.pdf", "pdf without text", 0)
    out = io.BytesIO()
    page = Canvas(out, pagesize=letter)
    page.setTitle(d("info title", "Scan of ‹PERSON Ermengarde Shufflebotham›"))
    page.rect(100, 100, 300, 300, fill=1)
    page.showPage()
    page.save()
    d.facts.clear()
    return d, out.getvalue()
