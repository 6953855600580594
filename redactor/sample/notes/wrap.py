"""Notations of a note: XHTML, HTML, RTF and PDF source, with the marks carried along."""

from __future__ import annotations

from xml.sax.saxutils import escape as xml_escape

from redactor.sample.marked import Marked, Piece, escape, join, lines


def paragraphs(note: Marked) -> Marked:
    """One <p> per line; headings (a line of capitals) become <b>."""
    out: list[Piece] = []
    for line in lines(escape(note, xml_escape)):
        if line.text.strip():
            heading = line.text.isupper() and not line.marks
            out += ("<p><b>", line, "</b></p>") if heading else ("<p>", line, "</p>")
    return join(*out)


def xhtml(note: Marked) -> Marked:
    """A document as clinical document exports contain it."""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Note</title></head>'
    return join(head, "<body>", paragraphs(note), "</body></html>")


def html(note: Marked) -> Marked:
    """Loose HTML as mail programs write it: unclosed tags and a table."""
    body: list[Piece] = []
    for line in lines(escape(note, xml_escape)):
        body += (line, "<br>\n")
    return join('<html><body><div style="font-family:Arial">', *body, "<hr><td>&nbsp;end of note</div></body></html>")


def _rtf_run(text: str) -> str:
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


def rtf(note: Marked) -> Marked:
    """Rich text; characters beyond ASCII are \\u escapes, so a surface can differ from its value."""
    head = "{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}\\f0\\fs22 "
    return join(head, escape(note, _rtf_run), "}")


def pdf(note: Marked) -> Marked:
    """The source of an uncompressed PDF page, Latin-1 by construction of its reader."""
    safe = escape(note, lambda t: t.replace("\\", " ").replace("(", "\\(").replace(")", "\\)"))
    body: list[Piece] = []
    for line in lines(safe):
        body += ("(", line, ") Tj T*\n")
    head = "%PDF-1.4\n1 0 obj<</Type/Page/Contents 2 0 R>>endobj\n2 0 obj<<>>stream\nBT /F1 10 Tf 14 TL\n"
    return join(head, *body, "ET\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
