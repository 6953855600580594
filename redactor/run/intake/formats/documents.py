"""This module reads a document of any format as text, by the suffix of its name; attachments of mails too."""

from __future__ import annotations

from redactor.run.contracts import FileReason
from redactor.run.intake.formats import internet_mail, outlook_mail, pdf, word
from redactor.run.intake.formats.mail_text import ReadAttachment
from redactor.run.intake.formats.refusals import Document, RefusedError
from redactor.run.intake.note_text import read_note
from schemas.engine.attachments import hides_text
from schemas.engine.records import Reason


def read(data: bytes, suffix: str, encoding: str, limit: int, depth: int = 0) -> Document:
    """Return the text of a document. encoding: as in `read_note`. limit: bytes of the text. depth: of mails around it.

    Raises RefusedError. What a parser raises at damaged data is one, too, but for MemoryError.
    """
    try:
        document = _read(data, suffix, encoding, limit, depth)
    except (RefusedError, MemoryError):
        raise
    except ImportError:
        raise RefusedError(FileReason.NO_FORMATS, suffix) from None
    except Exception:  # parsers of hostile data raise anything
        raise RefusedError(FileReason.UNREADABLE, suffix) from None
    if len(document.text.encode("utf-8", "replace")) > limit:
        raise RefusedError(Reason.TOO_LARGE)
    if hides_text(document.text):
        raise RefusedError(FileReason.UNREADABLE, "encoded-data")
    return Document(document.text.encode("utf-8", "replace").decode(), document.remarks)


def _read(data: bytes, suffix: str, encoding: str, limit: int, depth: int) -> Document:
    read_attachment: ReadAttachment = lambda raw, its, deeper: read(raw, its, encoding, limit, deeper)  # noqa: E731
    if suffix in (".docx", ".docm"):
        return word.read(data)
    if suffix == ".pdf":
        return pdf.read(data, limit)
    if suffix == ".eml":
        return internet_mail.read(data, encoding, read_attachment, depth)
    if suffix == ".msg":
        return outlook_mail.read(data, encoding, read_attachment, depth)
    text = read_note(data, suffix, encoding)
    if isinstance(text, str):
        return Document(text)
    raise RefusedError(*text)
