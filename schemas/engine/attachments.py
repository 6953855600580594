"""Decodes attachments, base64 data of a content type and charset, to text, and encodes de-identified text again.

Text, HTML and RTF are read. Everything else (PDF, images, sound, XML, unknown types) is withheld, as is data that is
not of its declared type.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

from redactor.engine import Redacted
from schemas.engine import markup, rtf

_CHARSETS = {
    "utf-8": "utf-8", "utf8": "utf-8", "us-ascii": "ascii", "ascii": "ascii", "utf-16": "utf-16",
    "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "utf16": "utf-16",
    "iso-8859-1": "cp1252", "latin1": "cp1252", "iso8859-1": "cp1252", "windows-1252": "cp1252", "cp1252": "cp1252",
    "iso-8859-2": "iso8859-2", "iso-8859-15": "iso8859-15", "windows-1250": "cp1250", "windows-1251": "cp1251",
    "koi8-r": "koi8-r", "shift_jis": "cp932", "euc-jp": "euc-jp", "gb2312": "gb18030", "gbk": "gb18030",
    "gb18030": "gb18030", "big5": "big5", "euc-kr": "cp949", "utf-7": "utf-7", "hz-gb-2312": "hz",
}  # fmt: skip
SEVEN_BIT = frozenset({"utf-7", "hz"})
"""Codecs whose bytes are valid ASCII, so that only the declared charset tells them."""
_SINGLE_BYTE = frozenset({"ascii", "cp1252", "iso8859-2", "iso8859-15", "cp1250", "cp1251", "koi8-r"})
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
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
# What hides text from the detectors: another format declared as text, JSON escapes, and encoded data.
_OTHER_FORMAT = re.compile(r"\s*(?:%PDF|%!PS|<\?xml|MIME-Version:|\{\s*\"resourceType\")", re.IGNORECASE)
_JSON_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}")
_BASE64_RUN = re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{200,}|(?:[A-Za-z0-9+/]{60,}\r?\n\s*){3,})")
_HAS_DIGIT_LOWER_UPPER = re.compile(r"(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])", re.DOTALL)
_LOOKS_HTML = re.compile(r"\s*<(?:!doctype\s+html|html|head|body|div|p|table|span|h[1-6])\b", re.IGNORECASE)
_HOLDS_HTML = re.compile(r"<(?:html|body)[\s>]", re.IGNORECASE)
MAX_TEXT = markup.MAX_MARKUP  # characters
_SPACE = re.compile(r"\s+")
_URL_SAFE = str.maketrans("-_", "+/")

# Content types that may be released. Their parameters are not: a file name is one.
_RELEASED_TYPE_NAMES = """
application/pdf application/json application/fhir+json application/fhir+xml application/xml application/dicom
application/hl7-v3+xml application/msword application/octet-stream application/rtf application/xhtml+xml
application/zip application/vnd.openxmlformats-officedocument.wordprocessingml.document audio/basic audio/mpeg audio/mp4
audio/ogg audio/wav audio/x-wav audio/flac image/bmp image/gif image/jpeg image/png image/svg+xml image/tiff image/webp
text/plain text/html text/rtf text/richtext text/xml text/csv text/markdown video/mp4 video/mpeg video/quicktime
application/x-ndjson application/hl7-cda+xml application/cda+xml
"""
_RELEASED_TYPES = frozenset(_RELEASED_TYPE_NAMES.split())


@dataclass(frozen=True, slots=True)
class Readable:
    """A readable attachment: the text for the detectors, the content type to release, and a function that encodes the
    redacted text as base64.
    """

    text: str
    content_type: str
    write: Callable[[Redacted], str]


def bare_type(content_type: str) -> str | None:
    """Return the content type without parameters, or None when it is not on the list of types that may be released."""
    found = _MIME.fullmatch(content_type)
    bare = found[1].lower() if found else ""
    return bare if bare in _RELEASED_TYPES else None


def read(content_type: str | None, data: str) -> Readable | None:
    """Read base64 data of a content type, or return None for data that must be withheld."""
    found = _MIME.fullmatch(content_type or "")
    if found is None:
        return None
    bare = found[1].lower()
    is_text = bare.startswith("text/") and bare not in _WITHHELD_TEXT
    if not (is_text or bare in _HTML_TYPES or bare in _RTF_TYPES or bare in _TEXT_TYPES):
        return None
    raw = unbase64(data)
    if raw is None:
        return None
    named = _CHARSET.search(found[2])
    text = decode(raw, named[1] if named else None)
    is_rtf = text is not None and (bare in _RTF_TYPES or text.lstrip().startswith("{\\rtf"))
    if text is None or (len(text) > MAX_TEXT and not is_rtf):  # the pictures of RTF do not count
        return None
    released = bare if bare in _RELEASED_TYPES else "text/plain"
    if is_rtf:
        plain = rtf.read_rtf(text)
        if plain is None or _CONTROL.search(plain) or hides_text(plain):
            return None
        return Readable(plain, released, lambda redacted: to_base64(rtf.write_rtf(redacted.text)))
    released = f"{released}; charset=utf-8" if named or not raw.isascii() else released
    if bare in _HTML_TYPES or _LOOKS_HTML.match(text) or _HOLDS_HTML.search(text):
        page = markup.read(text, root=False)
        if hides_text(page.text):
            return None
        return Readable(page.text, released, lambda redacted: to_base64(page.render(redacted)))
    if hides_text(text) or "delsp" in found[2].lower():
        return None
    return Readable(text, released, lambda redacted: to_base64(redacted.text))


def hides_text(text: str) -> bool:
    """Tell whether the text carries content that no detector can read."""
    if _OTHER_FORMAT.match(text) or (text.lstrip()[:1] in ("{", "[") and _JSON_ESCAPE.search(text)):
        return True
    return any(_HAS_DIGIT_LOWER_UPPER.match(found[0]) for found in _BASE64_RUN.finditer(text))


def unbase64(data: str) -> bytes | None:
    """Decode base64 of either alphabet, ignoring white space, or return None when it is not base64."""
    packed = _SPACE.sub("", data).translate(_URL_SAFE)
    if len(packed) % 4 and not packed.endswith("="):
        packed += "=" * (-len(packed) % 4)
    try:
        return base64.b64decode(packed, validate=True)
    except (binascii.Error, ValueError):
        return None


def to_base64(text: str) -> str:
    """Return the base64 of the text in UTF-8."""
    return base64.b64encode(text.encode("utf-8", "replace")).decode("ascii")


def decode(raw: bytes, charset: str | None) -> str | None:
    """Decode by byte order mark, by the named charset, else as UTF-8, or return None for an unknown charset or invalid
    bytes.

    Valid UTF-8 that is declared as a single-byte charset is decoded as UTF-8; names would be garbled otherwise.
    """
    for mark, codec in _BOMS:
        if raw.startswith(mark):
            return _decode_strictly(raw[len(mark) :], codec)
    codec_named = codec_of(charset or "utf-8")
    if codec_named is None:
        return None
    if codec_named in _SINGLE_BYTE and not raw.isascii() and (text := _decode_strictly(raw, "utf-8")) is not None:
        return text
    return _decode_strictly(raw, codec_named)


def codec_of(charset: str) -> str | None:
    """Return the codec of a charset by its name in MIME, or None; Latin-1 means Windows-1252, as in browsers."""
    name = charset.lower()
    return _CHARSETS.get(name.replace("_", "-")) or _CHARSETS.get(name)


def _decode_strictly(raw: bytes, codec: str) -> str | None:
    try:
        text = raw.decode(codec)
    except (UnicodeDecodeError, LookupError):
        return None
    return None if _CONTROL.search(text) else text
