"""All hostile files of documents, in one fixed order: the plants are numbered by it."""

from tests.leak.hostile_documents import (  # noqa: F401 - each module enters its cases
    docx_containers,
    docx_parts,
    mail_bodies,
    mail_parts,
    marked_files,
    msg_files,
    pdf_pages,
    pdf_structure,
    plain_files,
)
from tests.leak.hostile_documents.kit import CASES, Hostile

FORMATS = (".docx", ".pdf", ".eml", ".msg", ".md", ".html", ".rtf", ".txt")


def of(suffix: str) -> list[Hostile]:
    """The cases of one format."""
    return [case for case in CASES if case.suffix == suffix]
