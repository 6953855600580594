"""Attachments and markup: read and written back with replacements, or withheld."""

from __future__ import annotations

import base64
import sys
import xml.etree.ElementTree as ET

from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.text import Span
from schemas.engine import attachments, markup, rtf
from tests.each_row import each_row


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def found(text: str, *words: str) -> Redacted:
    """The text as the engine returns it, with the words replaced."""
    spans = tuple(
        sorted((Span(text.index(w), text.index(w) + len(w), Entity.PERSON) for w in words), key=lambda s: s.start)
    )
    out, at = [], 0
    for s in spans:
        out += [text[at : s.start], "[PERSON]"]
        at = s.end
    return Redacted("".join([*out, text[at:]]), spans, ("[PERSON]",) * len(spans))


def through(content_type: str | None, data: bytes, *words: str) -> tuple[str, bytes]:
    readable = attachments.read(content_type, b64(data))
    assert readable is not None
    return readable.content_type, base64.b64decode(readable.write(found(readable.text, *words)))


@each_row(
    ("kind", "data", "text"),
    [
        ("text/plain", b"John Doe", "John Doe"),
        ("text/plain; charset=utf-8", "José".encode(), "José"),
        ("text/plain;charset=ISO-8859-1", "José".encode("latin-1"), "José"),
        ("text/plain;charset=windows-1252", "José".encode(), "José"),  # UTF-8 with a wrong charset
        ("text/plain;charset=utf-16", "José".encode("utf-16"), "José"),
        ("text/plain", "\ufeffJosé".encode(), "José"),
        ("text/plain;charset=utf-7", b"Jos+AOk-", "José"),
        ("text/plain", "José".encode("utf-16"), "José"),
        ("TEXT/PLAIN; charset=UTF_8", b"x", "x"),
        ("application/json", b'{"a":1}', '{"a":1}'),
    ],
)
def test_text_is_decoded_by_its_charset(kind: str, data: bytes, text: str) -> None:
    readable = attachments.read(kind, b64(data))
    assert readable is not None
    assert readable.text == text


@each_row(
    ("kind", "data"),
    [
        ("application/pdf", b"%PDF-1.7 John Doe"),
        ("image/png", b"x"),
        ("text/xml", b"<a>John Doe</a>"),
        ("application/hl7-v3+xml", b"<a>John Doe</a>"),
        ("", b"John Doe"),
        (None, b"John Doe"),
        ("text/plain", b"John\x00Doe"),
        ("text/plain", b"Jos\xe9 Doe"),
        ("text/plain; charset=klingon", b"John"),
        ("text/plain; charset=us-ascii", "José".encode("latin-1")),
        ("application/rtf", b"no rtf"),
        ("application/rtf", b"{\\rtf1 {\\bin4 abcd}}"),
    ],
)
def test_unreadable_data_is_withheld(kind: str | None, data: bytes) -> None:
    assert attachments.read(kind, b64(data)) is None


def test_base64_variants_are_decoded() -> None:
    assert attachments.unbase64("Sm9o\n biBE b2U=") == b"John Doe"
    assert attachments.unbase64("Sm9obiBEb2U") == b"John Doe"
    assert attachments.unbase64("_-8=") == b"\xff\xef"
    assert attachments.unbase64("Sm9o*") is None
    assert attachments.unbase64("S") is None


def test_content_types_are_released_without_parameters_and_from_a_list() -> None:
    assert through("text/plain; name=John-Doe.txt", b"x") == ("text/plain", b"x")
    assert through("text/x-john-doe", b"x") == ("text/plain", b"x")
    assert through("text/plain; charset=latin1", "é Doe".encode("latin-1"), "Doe") == (
        "text/plain; charset=utf-8",
        "é [PERSON]".encode(),
    )
    assert attachments.bare_type("application/pdf; name=doe.pdf") == "application/pdf"
    assert attachments.bare_type("application/john-doe") is None


def test_html_keeps_its_markup() -> None:
    head = b"<html><head><title>John Doe</title><style>p{}</style></head>"
    page = head + b"<body><p class='doe'>Mr. D<i>o</i>e</p></body></html>"
    kind, out = through("text/html", page, "John Doe", "Mr. Doe")
    assert kind == "text/html"
    assert b"oe" not in out
    assert b"<title>[PERSON]</title>" in out
    ET.fromstring(out)


def test_html_declared_as_plain_text_is_read_as_html() -> None:
    assert b"Jo" not in through("text/plain", b"<div><b>Jo</b>hn</div>", "John")[1]


def test_rtf_is_read_and_written_by_its_text() -> None:
    document = (
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Doe Sans;}}{\info{\author Jane Doe}}"
        rb"\b Jo\b0 hn\par Jos\'e9 \u8364? \{x\}{\*\generator Doe}\tab Ren\u233\'e9e}"
    )
    readable = attachments.read("application/rtf", b64(document))
    assert readable is not None
    assert readable.text == "John\nJosé € {x}\tRenée"
    back = base64.b64decode(readable.write(found(readable.text, "John"))).decode("ascii")
    assert rtf.read_rtf(back) == "[PERSON]\nJosé € {x}\tRenée"
    assert "Doe" not in back
    assert rtf.read_rtf(rtf.write_rtf("a😀\\b")) == "a😀\\b"


# --- markup


def narrative(source: str, *words: str) -> str:
    page = markup.read(source, root=True)
    out = page.render(found(page.text, *words))
    root = ET.fromstring(out)
    assert root.tag == f"{{{markup.XHTML}}}div"
    return out.removeprefix(f'<div xmlns="{markup.XHTML}">').removesuffix("</div>")


def test_a_name_across_inline_tags_is_one_name() -> None:
    assert narrative('<div xmlns="x">Hi <b>Jo</b>hn <i>Doe</i>!</div>', "John Doe") == "Hi <b>[PERSON]</b><i></i>!"
    assert markup.read("<p>A</p><p>B<br/>C</p><td>D</td>", root=True).text.split() == ["A", "B", "C", "D"]
    assert markup.read("John<p>Doe", root=True).text == "John\nDoe"


def test_markup_not_allowed_in_a_narrative_is_left_out() -> None:
    source = (
        "<?xml version='1.0'?><!DOCTYPE d [<!ENTITY n 'John Doe'>]><div title='Doe' style=\"Doe\"><!-- Doe -->"
        "<script>Doe</script><a href='mailto:doe@x' id=Doe name='Doe'>x</a><img src='doe.png' alt='Doe'/>"
        "<doe>y</doe><table border='1'><tr><td colspan=\"2\" class='Doe'>z</td></tr></table></div>"
    )
    out = narrative(source)
    assert "oe" not in out
    assert '<td colspan="2">z</td>' in out
    assert "<a>x</a>" in out


@each_row(
    "source",
    ["", "John & Jane", "a < b > c", "<div><p>x</div>", "</p></div>x", "<b><i>x</b></i>", "<div>x</div><div>y</div>",
     "&lt;b&gt; &nbsp; &#0; &#xD800; &#" + "9" * 5000 + ";", "<![CDATA[<x>&]]>", "x\x01\ufffe", "<!-- open", "<a b='",
     "<" * 500, "<a " * 500, "<a \"'" * 500, "<script>x", "<div/>", "<p", "&amp;amp;"],
)  # fmt: skip
def test_the_output_is_well_formed_for_any_input(source: str) -> None:
    narrative(source)


def test_character_references_are_decoded_and_escaped_again() -> None:
    assert (
        narrative("<div>J&#246;rg &amp; D&#x6f;e &lt;x&gt;</div>", "Jörg", "Doe") == "[PERSON] &amp; [PERSON] &lt;x&gt;"
    )


def test_the_replacement_of_a_span_across_cells_goes_into_the_first() -> None:
    assert narrative("<table><tr><td>John</td><td>Doe</td></tr></table>", "John\t\tDoe") == (
        "<table><tr><td>[PERSON]</td><td></td></tr></table>"
    )


_HOSTILE = (
    "<![CDATA[", "<![CDATA[x]]>", "x=1 ", "<a x=1 ", "<a x='1' ", "& ", "&", "&#", "&#x", "<", "<a ", "<a '", "<a \"'",
    "<!--", "<!", "<?", "<b>", "<b>x</i>", "</b>", "<td>", "<script>", "<a b=\"<\">",
)  # fmt: skip


def _calls(page: str) -> int:
    """How many functions are called to read a page and to write it again."""
    n = 0

    def count(frame: object, event: str, what: object) -> None:
        nonlocal n
        n += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        markup.read(page, root=False).render(Redacted("", (), ()))
    finally:
        sys.setprofile(None)
    return n


@each_row("piece", _HOSTILE)
@each_row("before", ["", "<html><a "])
def test_twice_the_markup_takes_twice_the_work(piece: str, before: str) -> None:
    n = 1_000
    once, twice = (_calls(before + piece * k) for k in (n, 2 * n))
    assert twice < 2.2 * once + 100
