"""This module reads mails as they travel (.eml, RFC 5322 and MIME): From, To, Cc, Subject, Date, text, attachments."""

from __future__ import annotations

import email.header
import email.policy
import email.utils
from email.message import Message

from redactor.run.contracts import FileReason
from redactor.run.intake.formats.mail_text import MAX_DEPTH, MailText, ReadAttachment
from redactor.run.intake.formats.refusals import Document, RefusedError
from redactor.run.intake.note_text import decode, is_iso_2022
from schemas.engine.records import Reason

_HEADERS = ("From", "To", "Cc", "Subject")
_SOME_HEADER = (*_HEADERS, "Date", "Received", "Message-ID", "MIME-Version")
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_SIGNATURES = frozenset({"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"})


def read(data: bytes, encoding: str, read_attachment: ReadAttachment, depth: int = 0) -> Document:
    """Return a mail as one text. encoding: of texts that name none and are not Unicode. Raises RefusedError."""
    message = email.message_from_bytes(data.lstrip(b"\r\n"), policy=email.policy.compat32)
    if not any(name in message for name in _SOME_HEADER):
        raise RefusedError(FileReason.UNREADABLE)
    return _mail(message, encoding, read_attachment, depth)


def _mail(message: Message, encoding: str, read_attachment: ReadAttachment, depth: int) -> Document:
    text = MailText(read_attachment, encoding, depth)
    for name in _HEADERS:
        for value in message.get_all(name, []):
            text.header(name, _header(value, encoding))
    if (date := message.get("Date")) is not None:
        try:
            text.header("Date", email.utils.parsedate_to_datetime(str(date)))
        except (ValueError, TypeError, IndexError, OverflowError):
            text.header("Date", _header(date, encoding))
    _Parts(text, encoding, read_attachment, depth).add(message)
    return text.document()


class _Parts:
    """This object adds the parts of a mail to its text."""

    def __init__(self, text: MailText, encoding: str, read_attachment: ReadAttachment, depth: int) -> None:
        self._text, self._encoding, self._read, self._depth = text, encoding, read_attachment, depth

    def add(self, part: Message) -> None:
        self._text.count_part()
        kind = part.get_content_type()
        is_smime_signed = "signed-data" in str(part.get_param("smime-type", ""))
        if kind in _ENCRYPTED and not is_smime_signed:
            raise RefusedError(FileReason.ENCRYPTED)
        if kind in _SIGNATURES:
            return
        if kind == "message/rfc822":
            self._nested(part)
        elif part.is_multipart():
            self._several(part, kind)
        else:
            self._leaf(part, kind)

    def _several(self, part: Message, kind: str) -> None:
        children = [p for p in part.get_payload() if isinstance(p, Message)]
        if kind == "multipart/alternative":
            chosen = _preferred(children)
            if chosen and chosen[0].get_content_type() == "text/plain":
                self.add(chosen[0])
                self._add_html_that_says_more(children)
                return
            children = chosen
        elif kind.startswith("message/"):  # reports of delivery, and bodies that lie elsewhere
            self._text.withhold()
            return
        for child in children:
            self.add(child)

    def _add_html_that_says_more(self, alternatives: list[Message]) -> None:
        """Add the HTML beside plain text if that only refers to it, or leaves out much of it."""
        for child in alternatives:
            for part in child.walk():
                raw = part.get_payload(decode=True) if part.get_content_type() == "text/html" else None
                if isinstance(raw, bytes):
                    self._text.html(raw, part.get_content_charset(), is_alternative=True)

    def _nested(self, part: Message) -> None:
        inner = part.get_payload()
        mail = inner[0] if isinstance(inner, list) and inner and isinstance(inner[0], Message) else None
        if mail is None or self._depth >= MAX_DEPTH:
            self._text.withhold()
        else:
            self._text.add_document(lambda: _mail(mail, self._encoding, self._read, self._depth + 1))

    def _leaf(self, part: Message, kind: str) -> None:
        raw = part.get_payload(decode=True)
        data = raw if isinstance(raw, bytes) else b""
        name = _header(part.get_filename() or "", self._encoding)
        disposition = part.get_content_disposition()
        charset = part.get_content_charset()
        if disposition != "attachment" and not name and kind == "text/plain":
            self._text.plain(data, charset)
        elif disposition != "attachment" and not name and kind == "text/html":
            self._text.html(data, charset)
        else:
            is_inline = disposition != "attachment" and "Content-ID" in part
            self._text.attach(data, name, kind, is_inline=is_inline)


def _preferred(children: list[Message]) -> list[Message]:
    """Return the one alternative that is read: plain text, else what holds HTML, else the last."""
    for kind in ("text/plain", "text/html", "multipart/related", "multipart/mixed"):
        for child in children:
            if child.get_content_type() == kind and (child.is_multipart() or child.get_payload(decode=True)):
                return [child]
    return children[-1:]


def _header(value: object, encoding: str) -> str:
    """Return a header with its encoded words decoded; bytes that are not ASCII are of the encoding, or UTF-8."""
    shown = []
    try:
        words = email.header.decode_header(value if isinstance(value, email.header.Header) else str(value))
    except (ValueError, email.errors.HeaderParseError):
        raise RefusedError(FileReason.UNREADABLE, "header") from None
    for word, charset in words:
        if isinstance(word, str):
            shown.append(
                word.encode("ascii", "surrogateescape").decode("utf-8", "replace") if not _is_text(word) else word
            )
            continue
        for codec in (charset if charset not in (None, "unknown-8bit") else "utf-8", encoding, "latin-1"):
            try:
                shown.append(word.decode(codec or "utf-8"))
                break
            except (UnicodeDecodeError, LookupError):
                continue
    whole = "".join(shown)
    if is_iso_2022(raw := whole.encode("utf-8", "replace")):  # a program of East Asia wrote it without encoded words
        if (decoded := decode(raw, encoding)) is None:
            raise RefusedError(Reason.BAD_ENCODING, "header")
        return decoded
    return whole


def _is_text(word: str) -> bool:
    return not any("\ud800" <= c <= "\udfff" for c in word)
