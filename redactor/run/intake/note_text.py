"""This module reads the text of a note's file (plain text, RTF or HTML), and recognises formats that are not supported.

No encoding is guessed that could garble a name: bytes that are neither Unicode nor clearly of the single-byte encoding
that the settings name are refused.
"""

from __future__ import annotations

import codecs
import re

from redactor.run.contracts import FileReason
from schemas.engine import markup, rtf
from schemas.engine.attachments import SEVEN_BIT, codec_of, hides_text
from schemas.engine.records import Reason, RecordError

HEAD = 4096  # bytes from which the format is recognised
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, with whose mark it begins
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH = re.compile(rb"[\x80-\xff]")
# These bytes do not stand beside letters in Windows-1252: accented letters of DOS ("Mu\xa4oz"), of the Macintosh
# ("Jos\x8e") and of Central Europe ("Wa\xb3\xeasa"), and words of other scripts ("\xc8\xe2\xe0\xed").
_OTHER_PAGE = re.compile(
    rb"[A-Za-z](?:[\x82-\x84\x88\x8b\x98]|[\x93\xa1-\xa5\xaf\xb3\xb6\xb9\xbe\xbf](?=[A-Za-z\xc0-\xff]))"
    rb"|[a-z][\x8a\x8c\x8e]|[\xc0-\xff]{4}"
)
# No text has these controls: NUL and most of C0. Tab, line ends, form feed, escape and Ctrl-Z occur in old exports.
_BINARY = re.compile("[\x00-\x08\x0e-\x19\x1c-\x1f]")
_CHARSET = re.compile(r"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_COMMENT = r"<!--(?:(?!-->).){0,2000}-->"
_HTML = re.compile(rf"\s*(?:{_COMMENT}\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_HL7_V2 = re.compile(r"[\s\x0b]*(?:MSH|FHS|BHS)\|")
_XML = re.compile(r"\s*<\?xml\b")
_PROLOGUE = re.compile(rf"(?:\s+|<\?[^?]{{0,500}}\?>|{_COMMENT}|<!DOCTYPE[^>\[]{{0,500}}>)*", re.DOTALL | re.IGNORECASE)
_ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]{0,40}:)?([A-Za-z_][\w.-]{0,60})((?:\s[^>]{0,2000})?)")


# ISO 2022, the usual form of Japanese mail, writes letters as ASCII behind these: a name read as ASCII is not found.
_ISO_2022 = re.compile(rb"\x1b(?:\$|\([IJ])")


def foreign_format(head: bytes, suffix: str) -> FileReason | None:
    """Return the unsupported clinical format of a file by its first bytes (HL7 v2, CDA, FHIR XML, other XML), or None.

    suffix: that of the file; a .xml file that begins with a tag is XML without a declaration too.
    """
    text = _ascii_part(head)
    if _HL7_V2.match(text):
        return FileReason.HL7_V2
    prologue = _PROLOGUE.match(text)
    root = _ROOT.match(text, prologue.end() if prologue else 0)
    is_xml = bool(_XML.match(text)) or suffix == ".xml"
    if root is None:
        return FileReason.XML if is_xml else None
    if root[1] == "ClinicalDocument":
        return FileReason.CDA
    if "http://hl7.org/fhir" in root[2]:
        return FileReason.FHIR_XML
    return FileReason.XML if is_xml and root[1].lower() != "html" else None


def _ascii_part(head: bytes) -> str:
    """Return the ASCII characters of a text in any encoding."""
    for mark, _ in _MARKS:
        head = head.removeprefix(mark)
    return head.replace(b"\0", b"").decode("latin-1")


def read_note(data: bytes, suffix: str, encoding: str) -> str | tuple[Reason | FileReason, str]:
    """Return the text of a file, or why it cannot be read, with a code. encoding: that of files that are not Unicode.

    The content decides the format, and the suffix if the content does not.
    """
    foreign = foreign_format(data[:HEAD], suffix)
    if foreign is not None:
        return foreign, suffix
    text = decode(data, encoding, named=_ascii_part(data[:HEAD]) if suffix in (".html", ".htm") else "")
    if text is None:
        return Reason.BAD_ENCODING, suffix
    shown = _visible_text(text, suffix)
    return (FileReason.UNREADABLE, "encoded-data") if isinstance(shown, str) and hides_text(shown) else shown


def _visible_text(text: str, suffix: str) -> str | tuple[Reason | FileReason, str]:
    """Return what a reader of the document sees."""
    if text.lstrip().startswith("{\\rtf"):
        plain = rtf.read_rtf(text)
        return (FileReason.UNREADABLE, ".rtf") if plain is None else plain
    if suffix in (".html", ".htm") or _HTML.match(text):
        if len(text) > markup.MAX_MARKUP:
            return Reason.TOO_LARGE, ".html"
        try:
            return markup.read(text, root=False).text.strip()
        except RecordError as e:
            return e.reason, ".html"
    return text


def decode(data: bytes, encoding: str, named: str = "") -> str | None:
    """Decode by byte order mark, as UTF-8, as UTF-16 without a mark, by a charset that `named` declares, or as
    `encoding`.

    The result is None for bytes that are invalid, binary, or of two encodings.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _decode_strictly(data[len(mark) :], codec)
    utf16 = _unmarked_utf16(data)
    if utf16 is not None:
        return _decode_strictly(data, utf16)
    if is_iso_2022(data):
        return _decode_strictly(data, "iso2022_jp_ext")
    declared = _CHARSET.search(named)
    single = codec_of(declared[1] if declared else encoding)
    if single in SEVEN_BIT:
        return _decode_strictly(data, single)
    if (text := _decode_strictly(data, "utf-8")) is not None:
        return text
    high, pairs = len(_HIGH.findall(data)), sum(len(m) for m in _MULTIBYTE.findall(data))
    if 2 * pairs >= high:
        return None  # mostly UTF-8: read as a single-byte encoding, its names would be garbled
    if single is None or (single == "cp1252" and _OTHER_PAGE.search(data)):
        return None
    return _decode_strictly(data, single)


def is_iso_2022(data: bytes) -> bool:
    """Return whether escapes switch to other sets of characters, whose bytes look like ASCII."""
    return _ISO_2022.search(data) is not None


def _unmarked_utf16(data: bytes) -> str | None:
    head = data[:HEAD]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if 4 * max(even, odd) < len(head) or len(head) < 4:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _decode_strictly(data: bytes, codec: str) -> str | None:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    return None if _BINARY.search(text) else text
