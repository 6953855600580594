"""This module reads the text layer, the form fields and the typed-on notes of PDF files, page by page.

Metadata, outlines, attachments, scripts, pictures and comments are left out. A page without readable text is withheld
and counted: it is a scan, or its fonts do not say which characters their glyphs stand for.
"""

from __future__ import annotations

import io
import logging
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from redactor.run.contracts import FileReason
from redactor.run.intake.formats.refusals import Document, RefusedError
from schemas.engine.records import Reason

MAX_PAGES = 5_000
_HIDDEN = 2 | 32  # flags of an annotation: hidden, and not shown on a screen
_MAX_PARENTS = 16  # of a form field
_MAX_FORMS = 200  # forms within a page whose fonts are looked at
# Text holds none of these controls: NUL and most of C0.
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")
_GLYPH_NAMES = re.compile(r"(?:/[A-Za-z]{0,8}[0-9]{1,6}){3,}|(?:\(cid:[0-9]+\)){2,}")
# A code or a range of codes in a ToUnicode map, and the character of the first.
_NAMED = re.compile(rb"<([0-9A-Fa-f]{2})>\s*(?:<([0-9A-Fa-f]{2})>\s*)?<00([0-9A-Fa-f]{2})>")
_SUBSET = re.compile(r"/[A-Z]{6}\+")
_SYMBOLS = re.compile(r"dings|symbol", re.IGNORECASE)  # bullets and arrows, in fonts that have no letters


def read(data: bytes, limit: int) -> Document:
    """Return the text of the pages, with a blank line between two. limit: bytes of the text. Raises RefusedError."""
    from pypdf import PdfReader
    from pypdf.errors import LimitReachedError

    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
    except NotImplementedError:  # an encryption that pypdf does not know
        raise RefusedError(FileReason.ENCRYPTED) from None
    if reader.is_encrypted:
        raise RefusedError(FileReason.ENCRYPTED)
    skipped = _Skipped()
    logger = logging.getLogger("pypdf._page")
    logger.addHandler(skipped)
    try:
        return _pages(reader, limit, skipped)
    except LimitReachedError:
        raise RefusedError(FileReason.BOMB) from None
    finally:
        logger.removeHandler(skipped)


class _Skipped(logging.Handler):
    """This handler notes what of a page pypdf leaves out: it only warns of that."""

    is_part = is_bomb = False

    def emit(self, record: logging.LogRecord) -> None:
        message = str(record.msg)
        self.is_part |= message.startswith("Impossible to decode XFormObject")
        self.is_bomb |= "further form content is skipped" in message


def _pages(reader: Any, limit: int, skipped: _Skipped) -> Document:
    texts: list[str] = []
    size = unread = number = 0
    for number, page in enumerate(reader.pages, 1):
        if number > MAX_PAGES:
            raise RefusedError(Reason.TOO_LARGE, "pages")
        skipped.is_part = False
        text = _CONTROL.sub("", page.extract_text()).strip()
        if skipped.is_bomb:
            raise RefusedError(FileReason.BOMB)
        is_unreadable = not text or is_garbled(text) or any(map(_is_undecodable, _fonts(page)))
        unread += is_unreadable or skipped.is_part
        text = "" if is_unreadable else text
        text = "\n".join((text, *_CONTROL.sub("", "\n".join(_typed(page))).splitlines())).strip()
        size += len(text.encode("utf-8", "replace"))
        if size > limit:
            raise RefusedError(Reason.TOO_LARGE)
        if text:
            texts.append(text)
    if not number:
        raise RefusedError(FileReason.NO_TEXT)
    remarks: list[tuple[Reason | FileReason, str]] = [(FileReason.PAGES_WITHOUT_TEXT, str(unread))] if unread else []
    catalog = reader.root_object
    form = _object(catalog.get("/AcroForm"))
    if isinstance(form, dict) and "/XFA" in form and not _object(form.get("/Fields")):
        raise RefusedError(FileReason.UNREADABLE, "xfa")  # its pages only say that another program shows them
    if "/Collection" in catalog:  # a portfolio: what it is about are its attachments
        remarks.append((FileReason.ATTACHMENTS, "1"))
    return Document("\n\n".join(texts), remarks)


def is_garbled(text: str) -> bool:
    """Return whether more than a twentieth of the characters stand for nothing: names in them would not be found."""
    strange = sum(c == "\ufffd" or unicodedata.category(c) in ("Co", "Cn", "Cs") for c in text)
    return 20 * (strange + sum(len(m[0]) for m in _GLYPH_NAMES.finditer(text))) > len(text)


def _fonts(page: Any) -> Iterator[Any]:
    """Yield the fonts of a page and of the forms that it shows."""
    waiting, seen = [page.get("/Resources")], 0
    while waiting and seen < _MAX_FORMS:
        seen += 1
        resources = _object(waiting.pop())
        if not isinstance(resources, dict):
            continue
        fonts = _object(resources.get("/Font"))
        yield from map(_object, fonts.values() if isinstance(fonts, dict) else ())
        forms = _object(resources.get("/XObject"))
        inner = map(_object, forms.values() if isinstance(forms, dict) else ())
        waiting += [f.get("/Resources") for f in inner if isinstance(f, dict) and f.get("/Subtype") == "/Form"]


def _is_undecodable(font: Any) -> bool:
    """Return whether nothing true says which characters the glyphs of a font are: its text reads as another."""
    if not isinstance(font, dict):
        return False
    if "/ToUnicode" in font:
        return _contradicts_itself(font)
    if _SYMBOLS.search(str(font.get("/BaseFont", ""))):
        return False
    if font.get("/Subtype") == "/Type0":
        return _object(font.get("/Encoding")) in ("/Identity-H", "/Identity-V")
    return bool(_SUBSET.match(str(font.get("/BaseFont", "")))) and "/Encoding" not in font


def _contradicts_itself(font: Any) -> bool:
    """Return whether a font shows ASCII letters by its encoding and calls many of them others: that hides its text."""
    encoding = _object(font.get("/Encoding"))
    is_own = encoding is None and _SUBSET.match(str(font.get("/BaseFont", "")))
    names = _object(font["/ToUnicode"])
    if font.get("/Subtype") == "/Type0" or is_own or isinstance(encoding, dict) or not hasattr(names, "get_data"):
        return False
    letters = others = 0
    for first, last, name in _NAMED.findall(names.get_data()):
        for code in range(int(first, 16), int(last or first, 16) + 1):
            shown, read = chr(code), chr(int(name, 16) + code - int(first, 16))
            if shown.isascii() and shown.isalpha():
                letters += 1
                others += read.isascii() and read.isalpha() and read.lower() != shown.lower()
    return 4 * others > letters


def _typed(page: Any) -> Iterator[str]:
    """Yield what was typed onto a page: values of form fields with their labels, and texts without a frame."""
    annotations = _object(page.get("/Annots"))
    for annotation in map(_object, annotations if isinstance(annotations, list) else ()):
        if not isinstance(annotation, dict) or int(annotation.get("/F", 0)) & _HIDDEN:
            continue
        if annotation.get("/Subtype") == "/FreeText":
            yield str(_object(annotation.get("/Contents")) or "")
        elif annotation.get("/Subtype") == "/Widget":
            value = _inherited(annotation, "/V")
            values = map(_object, value if isinstance(value, list) else [value])
            shown = [v.removeprefix("/") for v in values if isinstance(v, str)]  # a signature is a dictionary
            if "".join(shown).strip():
                label = _inherited(annotation, "/TU") or _inherited(annotation, "/T") or ""
                yield f"{label}: {', '.join(shown)}" if label else ", ".join(shown)


def _inherited(field: Any, key: str) -> Any:
    """Return an entry of a form field or of the fields that it is part of."""
    for _ in range(_MAX_PARENTS):
        if not isinstance(field, dict):
            return None
        if (value := _object(field.get(key))) is not None:
            return value
        field = _object(field.get("/Parent"))
    return None


def _object(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value
