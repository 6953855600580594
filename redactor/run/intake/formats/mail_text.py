"""This module lays a mail out as one text, and decides what of its parts is read: the same for .eml and .msg."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from pathlib import PurePath

from redactor.run.contracts import FileReason
from redactor.run.intake.formats.refusals import Document, RefusedError
from redactor.run.intake.note_text import decode
from schemas.engine import attachments, markup, rtf
from schemas.engine.records import Reason, RecordError

MAX_DEPTH = 5  # mails within mails
MAX_PARTS = 1_000
# Attachments with these suffixes are read, by the same rules as files.
READ = frozenset({".txt", ".md", ".rtf", ".html", ".htm", ".docx", ".docm", ".pdf", ".eml", ".msg"})
_SUFFIXES = {
    "text/plain": ".txt", "text/markdown": ".md", "text/html": ".html", "text/rtf": ".rtf", "application/rtf": ".rtf",
    "application/pdf": ".pdf", "message/rfc822": ".eml", "application/vnd.ms-outlook": ".msg",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
}  # fmt: skip
_UUENCODED = re.compile(r"^(?:begin(?:-base64)? [0-7]{3,4} \S|=ybegin )", re.MULTILINE)
_WORD = re.compile(r"\w+")
_FEW_WORDS = 3
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")

ReadAttachment = Callable[[bytes, str, int], Document]
"""This function reads the bytes of an attachment, by its suffix, at a depth of mails within mails."""


class MailText:
    """A mail text collects the headers, bodies and attachments of a mail. depth: of mails around this one."""

    def __init__(self, read: ReadAttachment, encoding: str, depth: int) -> None:
        self._read, self._encoding, self._depth = read, encoding, depth
        self._heads: list[str] = []
        self._bodies: list[str] = []
        self._attached: list[str] = []
        self._withheld = 0
        self._parts = 0

    def header(self, name: str, value: str | dt.datetime | None) -> None:
        """Add a header, on one line. A date is written so that it is certainly read as one."""
        shown = f"{value:%Y-%m-%d %H:%M}" if isinstance(value, dt.datetime) else " ".join((value or "").split())
        if shown:
            self._heads.append(f"{name}: {_CONTROL.sub('', shown)}")

    def plain(self, raw: bytes | str, charset: str | None = None) -> None:
        """Add a body of plain text. Raises RefusedError if it cannot be decoded, or holds encoded data."""
        text = self._decoded(raw, charset)
        if cut := _UUENCODED.search(text):  # a file within the text
            self.withhold()
            text = text[: cut.start()]
        self._add(text)

    def html(self, raw: bytes | str, charset: str | None = None, *, is_alternative: bool = False) -> None:
        """Add a body of HTML. Raises RefusedError, also if it is too large.

        is_alternative: only if it says more than the bodies before it.
        """
        text = self._decoded(raw, charset)
        if len(text) > markup.MAX_MARKUP:
            raise RefusedError(Reason.TOO_LARGE, ".html")
        try:
            shown = markup.read(text, root=False).text
        except RecordError as e:
            raise RefusedError(e.reason, ".html") from None
        if not is_alternative or self._is_new(shown):
            self._add(shown)

    def _is_new(self, text: str) -> bool:
        """Return whether a text has many words that no body has; a few differ by how programs write links and lists."""
        words = set(_WORD.findall(text))
        return len(words - set(_WORD.findall("\n".join(self._bodies)))) > max(_FEW_WORDS, len(words) // 20)

    def rtf(self, raw: bytes) -> None:
        """Add a body of RTF. Raises RefusedError."""
        text = rtf.read_rtf(raw.decode("latin-1"))
        if text is None:
            raise RefusedError(FileReason.UNREADABLE, ".rtf")
        self._add(text)

    def attach(self, raw: bytes | None, name: str, content_type: str, *, is_inline: bool = False) -> None:
        """Add the text of an attachment, or count it as withheld. A picture within the text is dropped."""
        if content_type.startswith("image/") and is_inline:
            return
        suffix = PurePath(name).suffix.lower() or _SUFFIXES.get(content_type, "")
        if suffix not in READ or raw is None or self._depth >= MAX_DEPTH:
            self.withhold()
            return
        self.add_document(lambda: self._read(raw, suffix, self._depth + 1))

    def add_document(self, read: Callable[[], Document]) -> None:
        """Add an attached document; one that is refused is withheld."""
        self.count_part()
        try:
            document = read()
        except RefusedError as e:
            if e.reason is FileReason.BOMB:
                raise
            self.withhold()
            return
        self._attached.append(f"--- Attachment ---\n{document.text}")
        for reason, count in document.remarks:
            self._withheld += int(count) if reason is FileReason.ATTACHMENTS else 1

    def withhold(self) -> None:
        self._withheld += 1

    def count_part(self) -> None:
        """Raise RefusedError if the mail has more parts than any honest one."""
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise RefusedError(FileReason.BOMB)

    def document(self) -> Document:
        """Return the mail. Raises RefusedError if it has neither a header nor a text."""
        texts = ["\n".join(self._heads), *self._bodies, *self._attached]
        text = "\n\n".join(filter(None, texts))
        if not text:
            raise RefusedError(FileReason.ATTACHMENTS if self._withheld else FileReason.UNREADABLE)
        remarks: list[tuple[Reason | FileReason, str]] = []
        if self._withheld:
            remarks = [(FileReason.ATTACHMENTS, str(self._withheld))]
        return Document(text, remarks)

    def _decoded(self, raw: bytes | str, charset: str | None) -> str:
        if isinstance(raw, str):
            return raw
        text = attachments.decode(raw, charset) if charset else None
        if text is None and (not charset or attachments.codec_of(charset) is None or charset.lower() == "us-ascii"):
            text = decode(raw, self._encoding)
        if text is None:
            raise RefusedError(Reason.BAD_ENCODING, "body")
        return text

    def _add(self, text: str) -> None:
        self.count_part()
        text = _CONTROL.sub("", text.replace("\r\n", "\n")).strip()
        if attachments.hides_text(text):
            raise RefusedError(FileReason.UNREADABLE, "encoded-data")
        if text:
            self._bodies.append(text)
