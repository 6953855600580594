"""Attachments: bytes to text by content type and charset, and de-identified text back to bytes.

Text, HTML and RTF are read; everything else (PDF, images, sound, XML, unknown types), and whatever is not what it
claims to be, is withheld. RTF 1.9.1 is read for its text alone and written back as the least RTF that holds it.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

from redactor.engine import Redacted
from schemas.engine import markup

_CHARSETS = {
    "utf-8": "utf-8", "utf8": "utf-8", "us-ascii": "ascii", "ascii": "ascii", "utf-16": "utf-16",
    "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "utf16": "utf-16",
    "iso-8859-1": "cp1252", "latin1": "cp1252", "iso8859-1": "cp1252", "windows-1252": "cp1252", "cp1252": "cp1252",
    "iso-8859-2": "iso8859-2", "iso-8859-15": "iso8859-15", "windows-1250": "cp1250", "windows-1251": "cp1251",
    "koi8-r": "koi8-r", "shift_jis": "cp932", "euc-jp": "euc-jp", "gb2312": "gb18030", "gbk": "gb18030",
    "gb18030": "gb18030", "big5": "big5", "euc-kr": "cp949",
}  # fmt: skip
_SINGLE = frozenset({"ascii", "cp1252", "iso8859-2", "iso8859-15", "cp1250", "cp1251", "koi8-r"})
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_RTF_TYPES = frozenset({"text/rtf", "application/rtf", "text/richtext"})
_TEXT_TYPES = frozenset({"application/json", "application/x-ndjson"})
_WITHHELD_TEXT = frozenset({"text/xml", "text/xml-external-parsed-entity", "text/calendar", "text/vcard"})
_MIME = re.compile(r"\s*([A-Za-z]{1,20}/[A-Za-z0-9.+-]{1,80})\s*((?:;.*)?)", re.DOTALL)
_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_BINARY = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
# Text that hides text: other formats under its name, escapes, and encoded data, of which no detector reads a word.
_OTHER = re.compile(r"\s*(?:%PDF|%!PS|<\?xml|MIME-Version:|\{\s*\"resourceType\")", re.IGNORECASE)
_ESCAPED = re.compile(r"\\u[0-9a-fA-F]{4}")
_PACKED = re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{200,}|(?:[A-Za-z0-9+/]{60,}\r?\n\s*){3,})")
_MIXED = re.compile(r"(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])", re.DOTALL)
_LOOKS_HTML = re.compile(r"\s*<(?:!doctype\s+html|html|head|body|div|p|table|span|h[1-6])\b", re.IGNORECASE)
_HOLDS_HTML = re.compile(r"<(?:html|body)[\s>]", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
_URL_SAFE = str.maketrans("-_", "+/")

# What a content type may say when it leaves: names alone, no parameters (a file name is a parameter).
_LEAVING = """
application/pdf application/json application/fhir+json application/fhir+xml application/xml application/dicom
application/hl7-v3+xml application/msword application/octet-stream application/rtf application/xhtml+xml
application/zip application/vnd.openxmlformats-officedocument.wordprocessingml.document audio/basic audio/mpeg audio/mp4
audio/ogg audio/wav audio/x-wav audio/flac image/bmp image/gif image/jpeg image/png image/svg+xml image/tiff image/webp
text/plain text/html text/rtf text/richtext text/xml text/csv text/markdown video/mp4 video/mpeg video/quicktime
application/x-ndjson application/hl7-cda+xml application/cda+xml
"""
_LEAVING_TYPES = frozenset(_LEAVING.split())


@dataclass(frozen=True, slots=True)
class Readable:
    """An attachment that can be read. text: for the detectors. write: base64 of the attachment from the result.

    content_type: what it is after writing.
    """

    text: str
    content_type: str
    write: Callable[[Redacted], str]


def bare_type(content_type: str) -> str | None:
    """The content type without parameters, when it is one that says nothing of its own; else None."""
    found = _MIME.fullmatch(content_type)
    bare = found[1].lower() if found else ""
    return bare if bare in _LEAVING_TYPES else None


def read(content_type: str | None, data: str) -> Readable | None:
    """Read base64 data of a content type; None when it must be withheld."""
    found = _MIME.fullmatch(content_type or "")
    if found is None:
        return None
    bare = found[1].lower()
    textual = bare.startswith("text/") and bare not in _WITHHELD_TEXT
    if not (textual or bare in _HTML_TYPES or bare in _RTF_TYPES or bare in _TEXT_TYPES):
        return None
    raw = unbase64(data)
    if raw is None:
        return None
    named = _CHARSET.search(found[2])
    text = decode(raw, named[1] if named else None)
    if text is None:
        return None
    leaves = bare if bare in _LEAVING_TYPES else "text/plain"
    if bare in _RTF_TYPES or text.lstrip().startswith("{\\rtf"):
        plain = read_rtf(text)
        if plain is None or _hides(plain):
            return None
        return Readable(plain, leaves, lambda redacted: to_base64(write_rtf(redacted.text)))
    leaves = f"{leaves}; charset=utf-8" if named or not raw.isascii() else leaves
    if bare in _HTML_TYPES or _LOOKS_HTML.match(text) or _HOLDS_HTML.search(text):
        page = markup.read(text, root=False)
        if _hides(page.text):
            return None
        return Readable(page.text, leaves, lambda redacted: to_base64(page.render(redacted)))
    if _hides(text) or "delsp" in found[2].lower():
        return None
    return Readable(text, leaves, lambda redacted: to_base64(redacted.text))


def _hides(text: str) -> bool:
    """Whether the text carries what no detector can read in it."""
    if _OTHER.match(text) or (text.lstrip()[:1] in ("{", "[") and _ESCAPED.search(text)):
        return True
    return any(_MIXED.match(found[0]) for found in _PACKED.finditer(text))


def unbase64(data: str) -> bytes | None:
    """The bytes; white space is passed over, the URL-safe alphabet read. None when it is no base64."""
    packed = _SPACE.sub("", data).translate(_URL_SAFE)
    if len(packed) % 4 and not packed.endswith("="):
        packed += "=" * (-len(packed) % 4)
    try:
        return base64.b64decode(packed, validate=True)
    except (binascii.Error, ValueError):
        return None


def to_base64(text: str) -> str:
    """Base64 of the text in UTF-8."""
    return base64.b64encode(text.encode("utf-8", "replace")).decode("ascii")


def decode(raw: bytes, charset: str | None) -> str | None:
    """Bytes as text: by byte order mark, by the charset that is named, else as UTF-8. None: not text, or not that.

    UTF-8 under the name of a one-byte charset is read as UTF-8, since names would be garbled otherwise.
    """
    for mark, codec in _BOMS:
        if raw.startswith(mark):
            return _strict(raw[len(mark) :], codec)
    codec_named = _CHARSETS.get((charset or "utf-8").lower().replace("_", "-"), "")
    if not codec_named:
        codec_named = _CHARSETS.get((charset or "").lower(), "")
    if not codec_named:
        return None
    if codec_named in _SINGLE and not raw.isascii() and (text := _strict(raw, "utf-8")) is not None:
        return text
    return _strict(raw, codec_named)


def _strict(raw: bytes, codec: str) -> str | None:
    try:
        text = raw.decode(codec)
    except (UnicodeDecodeError, LookupError):
        return None
    return None if _BINARY.search(text) else text


# --- RTF --------------------------------------------------------------------------------------------------------------

_RTF_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?[0-9]{1,10})? ?"  # a control word
    r"|\\'([0-9a-fA-F]{2})"  # a byte of the code page
    r"|\\(.)"  # a control symbol
    r"|([{}])"
    r"|[\r\n]+"
    r"|([^\\{}\r\n]+)",
    re.DOTALL,
)
_SILENT_NAMES = """
fonttbl colortbl stylesheet info pict object themedata colorschememapping latentstyles datastore xmlnstbl listtable
listoverridetable rsidtbl generator filetbl revtbl fldinst bkmkstart bkmkend pgptbl objdata objclass
"""
_SILENT = frozenset(_SILENT_NAMES.split())
_RTF_BREAKS = {
    "par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "softline": "\n",
    "column": "\n", "nestrow": "\n", "nestcell": "\t",
    "tab": "\t", "cell": "\t", "emdash": "—",
    "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "emspace": " ", "enspace": " ",
}  # fmt: skip
_SYMBOLS = {"~": "\u00a0", "_": "-", "\\": "\\", "{": "{", "}": "}", "\r": "\n", "\n": "\n"}


@dataclass(slots=True)
class _Group:
    silent: bool = False
    skip: int = 1  # \ucN: how many characters stand in for a \u


class _Rtf:
    def __init__(self) -> None:
        self.out: list[str] = []
        self.pending = bytearray()
        self.codec = "cp1252"
        self.groups = [_Group()]
        self.to_skip = 0

    def put(self, text: str) -> None:
        self.flush()
        if self.to_skip:
            cut = min(self.to_skip, len(text))
            self.to_skip -= cut
            text = text[cut:]
        if not self.groups[-1].silent:
            self.out.append(text)

    def byte(self, value: int) -> None:
        if self.to_skip:
            self.to_skip -= 1
        elif not self.groups[-1].silent:
            self.pending.append(value)

    def flush(self) -> None:
        if self.pending:
            self.out.append(self.pending.decode(self.codec, "replace"))
            self.pending.clear()

    def word(self, name: str, number: int | None) -> None:
        group = self.groups[-1]
        if name == "u" and number is not None:
            self.flush()
            if not group.silent:
                self.out.append(chr(number % 65536))
            self.to_skip = group.skip
            return
        if name == "uc":
            group.skip = max(0, min(number or 0, 8))
        elif name == "ansicpg" and number is not None:
            self.codec = _codec(f"cp{number}")
        elif name in _SILENT:
            group.silent = True
        elif name in _RTF_BREAKS:
            self.put(_RTF_BREAKS[name])

    def brace(self, which: str) -> bool:
        """False when a brace closes what none opened."""
        self.flush()
        self.to_skip = 0
        if which == "{":
            self.groups.append(_Group(self.groups[-1].silent, self.groups[-1].skip))
        elif len(self.groups) > 1:
            self.groups.pop()
        else:
            return False
        return True


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def read_rtf(source: str) -> str | None:
    """The text of an RTF document; None when it is none, or holds binary data in the open."""
    if not source.lstrip().startswith("{\\rtf"):
        return None
    rtf = _Rtf()
    for found in _RTF_TOKEN.finditer(source):
        name, number, byte, symbol, brace, text = found.groups()
        if name is not None:
            if name == "bin":
                return None
            rtf.word(name, int(number) if number else None)
        elif byte is not None:
            rtf.byte(int(byte, 16))
        elif symbol == "*":
            rtf.groups[-1].silent = True
        elif symbol is not None:
            rtf.put(_SYMBOLS.get(symbol, ""))
        elif brace is not None:
            if not rtf.brace(brace):
                return None
        elif text is not None:
            rtf.put(text)
    rtf.flush()
    # Characters beyond the 16 bits of \u come as two halves.
    joined = "".join(rtf.out).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return None if _BINARY.search(joined) else joined


def write_rtf(text: str) -> str:
    """The least RTF that holds a text: one font, paragraphs, no information about its author."""
    body: list[str] = []
    for ch in text:
        if ch in "\\{}":
            body.append("\\" + ch)
        elif ch == "\n":
            body.append("\\par\n")
        elif ch == "\t":
            body.append("\\tab ")
        elif ch.isascii():
            body.append(ch)
        else:
            raw = ch.encode("utf-16-le", "replace")
            halves = [int.from_bytes(raw[i : i + 2], "little") for i in range(0, len(raw), 2)]
            body.extend(f"\\u{h - 65536 if h > 32767 else h}?" for h in halves)
    return "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}}\\f0 " + "".join(body) + "}"
