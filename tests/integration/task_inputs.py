"""What the person of the tasks has on disk, made by the libraries that hospitals' programs use."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterable, Mapping
from email.message import EmailMessage
from typing import Any

from docx import Document
from openpyxl import Workbook
from reportlab.pdfgen.canvas import Canvas

Resource = dict[str, Any]
# id, given and family name, birth date, record number, street, town, state, ZIP; what no release may hold of them
PEOPLE = (
    ("pt-1", "Amara", "Okonjo", "1962-08-19", "88120934", "41 Foundry Street", "Duluth", "MN", "55802"),
    ("pt-2", "Bo", "Lindqvist", "1931-01-30", "88120935", "7 Harbor Court", "Superior", "WI", "54880"),
)
OF_PEOPLE = (
    "Okonjo Amara Lindqvist Solveig Prud'homme pt-1 pt-2 1962-08-19 1931-01-30 88120934 88120935 Foundry Harbor "
    "2024-02-03 2024-02-04 2024-02-09 Duluth 5550134 5550135 555-0134 555-0135"
)
ADT = (
    "MSH|^~\\&|LAB|STB|EHR|STB|20240214093000||ADT^A01|MSG00017|P|2.5.1\rEVN|A01|20240214093000\r"
    "PID|1||5501992^^^STB^MR||Castellanos^Ximena^R||19780922|F|||912 Juniper Ave^^Tucson^AZ^85701||(520)555-0119\r"
    "NK1|1|Castellanos^Rodrigo|SPO|||(520)555-0120\rPV1|1|I|3W^301^A|||||1234^Underhill^Margaret^^^Dr\r"
)
ORU = (
    "MSH|^~\\&|LAB|STB|EHR|STB|20240215101500||ORU^R01|MSG00018|P|2.5.1\r"
    "PID|1||5501992^^^STB^MR||Castellanos^Ximena^R||19780922|F\rOBR|1|ORD77|FIL88|2345-7^Glucose^LN|||20240215090000\r"
    "OBX|1|NM|2345-7^Glucose^LN||104|mg/dL|70-99|H|||F\r"
    "OBX|2|TX|11506-3^Progress note^LN||Ximena Castellanos feels well. Sertraline 50 mg. Rodrigo drove her.||||||F\r"
)


def fhir_of(person: tuple[str, ...]) -> dict[str, Resource]:
    """Patient, Encounter, Observation and DocumentReference of a person, by type."""
    key, given, family, born, number, street, town, state, code = person
    subject = {"reference": f"Patient/{key}"}
    note = (
        f"{given} {family} (MRN {number}) was seen on February 5, 2024. {family} takes apixaban 5 mg twice daily. "
        f"Daughter Solveig {family} can be reached at (218) 555-01{number[-2:]}. Dr. Wendell Prud'homme."
    )
    loinc = "http://loinc.org"
    return {
        "Patient": {
            "id": key,
            "identifier": [{"system": "urn:oid:1.2.3.4", "value": number}],
            "name": [{"use": "official", "family": family, "given": [given]}],
            "birthDate": born,
            "address": [{"line": [street], "city": town, "state": state, "postalCode": code}],
            "telecom": [{"system": "phone", "value": f"(218) 555-01{number[-2:]}"}],
        },
        "Encounter": {
            "id": f"enc-{key}",
            "status": "finished",
            "class": {"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "IMP"},
            "subject": subject,
            "period": {"start": "2024-02-03T08:10:00Z", "end": "2024-02-09T11:00:00Z"},
        },
        "Observation": {
            "id": f"obs-{key}",
            "status": "final",
            "code": {"coding": [{"system": loinc, "code": "718-7"}]},
            "subject": subject,
            "effectiveDateTime": "2024-02-04",
            "valueQuantity": {"value": 11.3, "unit": "g/dL", "system": "http://unitsofmeasure.org", "code": "g/dL"},
        },
        "DocumentReference": {
            "id": f"doc-{key}",
            "status": "current",
            "type": {"coding": [{"system": loinc, "code": "11506-3"}]},
            "subject": subject,
            "content": [
                {"attachment": {"contentType": "text/plain", "data": base64.b64encode(note.encode()).decode()}}
            ],
        },
    }


def resources(*people: tuple[str, ...]) -> list[Resource]:
    """All resources of these people, by type."""
    of = [fhir_of(person) for person in people]
    return [{"resourceType": kind, **one[kind]} for kind in of[0] for one in of]


def lines(records: Iterable[Mapping[str, Any]]) -> str:
    """NDJSON."""
    return "".join(json.dumps(record) + "\n" for record in records)


def bundle(person: tuple[str, ...]) -> bytes:
    """A Bundle of a person's resources."""
    entries = [{"fullUrl": f"urn:uuid:{r['id']}", "resource": r} for r in resources(person)]
    return json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}).encode()


def letter() -> bytes:
    """A letter of Word, with a header, a table and an author."""
    document = Document()
    document.add_paragraph("Dear Dr. Pemberton-Liu, re Mr. Ignatius Brambilla, born 6 May 1947, MRN 3390127.")
    document.add_paragraph("He takes bisoprolol 2.5 mg.")
    row = document.add_table(1, 2).rows[0]
    row.cells[0].text, row.cells[1].text = "Phone", "503-555-0171"
    document.sections[0].header.paragraphs[0].text = "Patient: Brambilla, Ignatius"
    document.core_properties.author = "Magda Steuben"
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def pdf(*told: str) -> bytes:
    """A page of text; without any, the picture of one, as a scan is."""
    file = io.BytesIO()
    page = Canvas(file)
    page.rect(20, 20, 300, 300, fill=1)
    for n, line in enumerate(told):
        page.drawString(72, 720 - 20 * n, line)
    page.showPage()
    page.save()
    return file.getvalue()


def mail() -> bytes:
    """A mail."""
    message = EmailMessage()
    message["From"], message["To"] = (
        "Magda Steuben <magda.steuben@stbrannoc.example>",
        "Dr Pemberton-Liu <pl@x.example>",
    )
    message["Subject"], message["Date"] = "Ignatius Brambilla, results", "Tue, 5 Dec 2023 10:11:12 +0000"
    message.set_content("Mr. Brambilla's potassium is 4.1 mmol/L. Please call 503-555-0171.\n")
    return message.as_bytes()


def workbook() -> bytes:
    """A workbook of Excel with one sheet."""
    book = Workbook()
    sheet = book.active
    for row in (
        ("mrn", "surname", "first name", "potassium", "comment"),
        ("3390127", "Brambilla", "Ignatius", 4.1, "Mr. Brambilla takes bisoprolol 2.5 mg; wife Orsola."),
        ("3390128", "Whitcombe", "Aurelia", 3.9, "Saw Dr. Pemberton-Liu."),
    ):
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
