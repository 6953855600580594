"""This module reads mails of Outlook (.msg, MS-OXMSG): From, To, Cc, Subject, Date, text, attachments."""

from __future__ import annotations

import datetime as dt
import struct
from typing import Any

from redactor.run.contracts import FileReason
from redactor.run.intake.formats.mail_text import MAX_DEPTH, MailText, ReadAttachment
from redactor.run.intake.formats.refusals import Document, RefusedError

# Properties by their number in MS-OXPROPS.
_SUBJECT, _BODY, _HTML, _HTML_TEXT, _RTF = 0x0037, 0x1000, 0x1013, 0x1013, 0x1009
_SENDER_NAME, _SENDER_SMTP, _SENDER_ADDRESS = 0x0C1A, 0x5D01, 0x0C1F
_SENT, _RECEIVED = 0x0039, 0x0E06
_RECIPIENT_TYPE, _NAME, _SMTP, _ADDRESS = 0x0C15, 0x3001, 0x39FE, 0x3003
_METHOD, _LONG_NAME, _SHORT_NAME, _DATA, _MIME, _CONTENT_ID = 0x3705, 0x3707, 0x3704, 0x3701, 0x370E, 0x3712
_EMBEDDED = 5  # the method of a message within the message
_BY_VALUE = 1
_TO, _CC = 1, 2
_TOP, _INNER, _PART = 32, 24, 8  # bytes before the properties of a file, a message within one, and their parts
_EMBEDDED_STORAGE = "__substg1.0_3701000D"
# What every stream of compressed RTF may refer back to (MS-OXRTFCP 2.1.2.1).
_RTF_START = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    b"\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_WINDOW = 4096


def read(data: bytes, encoding: str, read_attachment: ReadAttachment, depth: int = 0) -> Document:
    """Return a mail as one text. Raises RefusedError."""
    from olefile import DEFECT_INCORRECT, OleFileIO, isOleFile
    from oxmsg.storage import Storage

    if not isOleFile(data=data):
        raise RefusedError(FileReason.UNREADABLE)
    with OleFileIO(data, raise_defects=DEFECT_INCORRECT) as ole:
        root = Storage.from_ole(ole)
    return _mail(root, _TOP, MailText(read_attachment, encoding, depth), read_attachment, encoding, depth)


def _mail(storage: Any, offset: int, text: MailText, read: ReadAttachment, encoding: str, depth: int) -> Document:
    from oxmsg.properties import Properties

    own = Properties(storage, properties_header_offset=offset)
    sender = own.str_prop_value(_SENDER_SMTP) or own.str_prop_value(_SENDER_ADDRESS) or ""
    text.header("From", _person(own.str_prop_value(_SENDER_NAME), sender))
    recipients = [Properties(s, properties_header_offset=_PART) for s in storage.iter_recipient_storages()]
    for name, kind in (("To", _TO), ("Cc", _CC)):
        those = [r for r in recipients if r.int_prop_value(_RECIPIENT_TYPE) == kind]
        addresses = (r.str_prop_value(_SMTP) or r.str_prop_value(_ADDRESS) for r in those)
        people = (_person(r.str_prop_value(_NAME), a) for r, a in zip(those, addresses, strict=True))
        text.header(name, ", ".join(filter(None, people)))
    text.header("Subject", own.str_prop_value(_SUBJECT))
    sent = own.date_prop_value(_SENT) or own.date_prop_value(_RECEIVED)
    text.header("Date", sent if isinstance(sent, dt.datetime) else None)
    _body(own, text)
    for part in storage.iter_attachment_storages():
        _attachment(part, Properties(part, properties_header_offset=_PART), text, read, encoding, depth)
    return text.document()


def _person(name: str | None, address: str | None) -> str:
    return " ".join(filter(None, (name, f"<{address}>" if address else "")))


def _body(own: Any, text: MailText) -> None:
    """Add the plain text, or without one the HTML, or without one the RTF."""
    if plain := own.str_prop_value(_BODY):
        text.plain(plain)
    elif html := own.binary_prop_value(_HTML):
        text.html(html, own.body_encoding)
    elif html := own.str_prop_value(_HTML_TEXT):
        text.html(html)
    elif packed := own.binary_prop_value(_RTF):
        text.rtf(unpack_rtf(packed))


def _attachment(part: Any, own: Any, text: MailText, read: ReadAttachment, encoding: str, depth: int) -> None:
    method = own.int_prop_value(_METHOD)
    if method == _EMBEDDED:
        inner = next((s for s in part.storages if s.name == _EMBEDDED_STORAGE), None)
        if inner is None or depth >= MAX_DEPTH:
            text.withhold()
        else:
            nested = MailText(read, encoding, depth + 1)
            text.add_document(lambda: _mail(inner, _INNER, nested, read, encoding, depth + 1))
    elif method == _BY_VALUE:
        name = own.str_prop_value(_LONG_NAME) or own.str_prop_value(_SHORT_NAME) or ""
        kind = (own.str_prop_value(_MIME) or "").lower()
        text.attach(own.binary_prop_value(_DATA), name, kind, is_inline=bool(own.str_prop_value(_CONTENT_ID)))
    else:
        text.withhold()


def unpack_rtf(packed: bytes) -> bytes:
    """Return the RTF of compressed RTF (MS-OXRTFCP). Raises RefusedError."""
    if len(packed) < 16:
        raise RefusedError(FileReason.UNREADABLE, ".rtf")
    size, mark = struct.unpack("<4xI4s4x", packed[:16])
    if mark == b"MELA":
        return packed[16 : 16 + size]
    if mark != b"LZFu" or size > 32 * len(packed):  # two bytes stand for at most 17
        raise RefusedError(FileReason.UNREADABLE, ".rtf")
    out = bytearray(_RTF_START)
    at = 16
    while at < len(packed) and len(out) - len(_RTF_START) < size:
        control = packed[at]
        at += 1
        for bit in range(8):
            if control >> bit & 1:
                if at + 2 > len(packed):
                    raise RefusedError(FileReason.TRUNCATED, ".rtf")
                offset, length = packed[at] << 4 | packed[at + 1] >> 4, (packed[at + 1] & 15) + 2
                at += 2
                here = len(out) % _WINDOW
                if offset == here:
                    return bytes(out[len(_RTF_START) :])
                back = (here - offset) % _WINDOW
                if back > len(out):
                    raise RefusedError(FileReason.UNREADABLE, ".rtf")
                for _ in range(length):
                    out.append(out[-back])
            elif at < len(packed):
                out.append(packed[at])
                at += 1
    return bytes(out[len(_RTF_START) :])
