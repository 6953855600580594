"""Refuse XML that declares a document type, and text that XML cannot hold."""

from __future__ import annotations

import re
from typing import NoReturn

from redactor.errors import EvaluationError
from redactor.evaluate.spans import Document
from redactor.run.intake.formats.office_package import check_prologue
from redactor.run.intake.formats.refusals import RefusedError

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def refuse_doctype(*_: object) -> NoReturn:
    """Refuse a document type, as a handler of expat: it could name other files, and grow without end."""
    raise ValueError("a document type can declare entities")


def check_no_doctype(data: bytes, place: str) -> None:
    """Raise EvaluationError if XML declares a document type, or does not begin as XML 1.0."""
    try:
        check_prologue(data)
    except RefusedError:
        raise EvaluationError(f"{place} is no XML 1.0, or declares a DOCTYPE, which is refused") from None


def check_for_xml(document: Document, place: str) -> None:
    """Raise EvaluationError if the text or a label has a character that XML 1.0 cannot hold."""
    for what, text in (("text", document.text), *(("label", s.label) for s in document.gold)):
        if found := _NO_XML.search(text):
            raise EvaluationError(
                f"{place}: its {what} has the character U+{ord(found[0]):04X}, which XML cannot hold; put a blank in"
                " its place first, which changes no offset"
            )
