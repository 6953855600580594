"""All documents of the set."""

from __future__ import annotations

from tests.leak.carriers import cda, hl7, mail, pdf, plain, sheet, word
from tests.leak.carriers.plants import Document


def documents() -> list[tuple[Document, bytes]]:
    """Return every document with its bytes. Nothing depends on the time or the machine but stamps of the containers."""
    return [
        word.docx(),
        pdf.pdf(),
        pdf.scanned_pdf(),
        mail.eml(),
        mail.old_eml(),
        hl7.oru(),
        hl7.adt(),
        cda.ccda(),
        cda.unstructured_cda(),
        cda.cda_with_entities(),
        sheet.xlsx(),
        *plain.notes(),
        plain.known_table(),
        plain.unknown_table(),
        plain.fhir(),
    ]
