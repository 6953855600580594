"""Convert a note to XHTML, HTML, RTF or PDF source, with its marks carried along."""

from __future__ import annotations

from xml.sax.saxutils import escape as xml_escape

from redactor.sample.marked import Marked, Piece, escape, join, split_lines


def to_paragraphs(note: Marked) -> Marked:
    """Return one <p> for each line; headings (lines of capitals) become <b>."""
    out: list[Piece] = []
    for line in split_lines(escape(note, xml_escape)):
        if line.text.strip():
            heading = line.text.isupper() and not line.marks
            out += ("<p><b>", line, "</b></p>") if heading else ("<p>", line, "</p>")
    return join(*out)


def to_xhtml(note: Marked) -> Marked:
    """Return an XHTML document as exports of clinical documents contain it."""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Note</title></head>'
    return join(head, "<body>", to_paragraphs(note), "</body></html>")


def to_html(note: Marked) -> Marked:
    """Return loose HTML as mail programs write it, with unclosed tags and a table."""
    body: list[Piece] = []
    for line in split_lines(escape(note, xml_escape)):
        body += (line, "<br>\n")
    return join('<html><body><div style="font-family:Arial">', *body, "<hr><td>&nbsp;end of note</div></body></html>")


def _escape_rtf(text: str) -> str:
    out = []
    for ch in text:
        if ch in "\\{}":
            out.append("\\" + ch)
        elif ch == "\n":
            out.append("\\par\n")
        elif ch.isascii():
            out.append(ch)
        else:
            out.append(f"\\u{ord(ch) if ord(ch) < 0x8000 else ord(ch) - 0x10000}?")
    return "".join(out)


def to_rtf(note: Marked) -> Marked:
    """Return rich text. Characters beyond ASCII are \\u escapes, so that a surface can differ from its value."""
    head = "{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}\\f0\\fs22 "
    return join(head, escape(note, _escape_rtf), "}")


def to_pdf(note: Marked) -> Marked:
    """Return the source of an uncompressed PDF page, which its reader takes as Latin-1."""
    safe = escape(note, lambda t: t.replace("\\", " ").replace("(", "\\(").replace(")", "\\)"))
    body: list[Piece] = []
    for line in split_lines(safe):
        body += ("(", line, ") Tj T*\n")
    head = "%PDF-1.4\n1 0 obj<</Type/Page/Contents 2 0 R>>endobj\n2 0 obj<<>>stream\nBT /F1 10 Tf 14 TL\n"
    return join(head, *body, "ET\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
