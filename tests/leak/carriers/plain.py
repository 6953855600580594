"""Formats without a container: text, Markdown, HTML, RTF, tables and JSON."""

from __future__ import annotations

import base64
import csv
import io
import json

from tests.leak.carriers.plants import Document, template


def _note(file: str, form: str, number: int, name: str) -> tuple[Document, bytes]:
    d = Document(file, form, number)
    lines = [d(f"line {n}", line) for n, line in enumerate(template(name), 1)]
    return d.done(), ("\n".join(lines) + "\n").encode("cp1252" if form == "rtf" else "utf-8")


def notes() -> list[tuple[Document, bytes]]:
    """A note of each kind. The first one is called after a person."""
    text = _note("p5_Tiberia_Grenfell.txt", "txt", 10, "note.txt")
    text[0]("name of the file", "‹PERSON Tiberia Grenfell›")
    return [
        text,
        _note("p6_note.md", "md", 11, "note.md"),
        _note("p9_page.html", "html", 12, "page.html"),
        _note("p8_note.rtf", "rtf", 13, "note.rtf"),
    ]


def known_table() -> tuple[Document, bytes]:
    """A table of notes that a shipped schema describes."""
    d = Document("p1_notes.csv", "csv", 14)
    text = d(
        "note in a cell",
        "Patient: ‹PERSON @name›, MRN ‹MRN @mrn›, born ‹DATE @birth›, ‹ADDRESS @street›, ‹PHONE @phone›.\n"
        '"Quoted" by Dr. ‹PERSON Emerentia Blackwood›; ‹FACT›, ‹FACT›, ‹FACT›, ‹FACT›, ‹FACT›.',
    )
    second = d(
        "note in a cell",
        "‹FACT›, ‹FACT›, ‹FACT›, ‹FACT›, ‹FACT›. Her uncle ‹PERSON Tancredi Kelthorpe› called, ‹PHONE (413) 529-6671›.",
    )
    rows = [
        ["note_id", "patient_id", "note_date", "note_type", "note_text"],
        ["n1", "p1", d("date cell", "‹DATE- 2024-03-05›"), "progress", text],
        ["n2", "p1", d("date cell", "‹DATE- 2024-03-06›"), d("type cell", "call of ‹PERSON Lucilla Ponsonby›"), second],
    ]
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return d.done(), out.getvalue().encode()


def unknown_table() -> tuple[Document, bytes]:
    """A table that no schema describes; a name is in its header."""
    d = Document("p2_study.csv", "csv without schema", 0)
    text = d("table", "mrn,‹PERSON Hyacinthe Dorrington›,phone\n‹MRN @mrn›,‹PERSON @name›,‹PHONE @phone›\n")
    d.facts.clear()
    return d, text.encode()


def fhir() -> tuple[Document, bytes]:
    """Resources whose texts, extensions, contained resources and attachments name people."""
    d = Document("p2_resources.ndjson", "json", 21)
    subject = {"reference": "Patient/p2"}
    loinc = "http://loinc.org"
    records: list[dict[str, object]] = []
    for number in range(8):
        fact = d.fact()
        note = (
            d("note of an observation", "Dr. ‹PERSON Oriana Fazakerley› was told, ‹PHONE (617) 277-4903›")
            if not number
            else "stable"
        )
        quantity = {"value": json.loads(fact.value), "unit": fact.unit}
        code = {"coding": [{"system": loinc, "code": fact.loinc}], "text": fact.name}
        base = {"resourceType": "Observation", "id": f"o{number}", "status": "final", "subject": subject}
        records.append({**base, "code": code, "valueQuantity": quantity, "note": [{"text": note}]})
    text = d(
        "attachment in base64",
        "Mr. ‹PERSON @name›, MRN ‹MRN @mrn›, DOB ‹DATE @birth›. ‹FACT›, ‹FACT›. "
        "His wife ‹PERSON Euphrosyne Miller› agrees. Dr. ‹PERSON Barnaby Quiller›",
    )
    attachment = {"contentType": "text/plain", "data": base64.b64encode(text.encode()).decode()}
    attachment["title"] = d("title of an attachment", "note_‹PERSON Euphrosyne_Miller›.txt")
    practitioner = {
        "resourceType": "Practitioner",
        "id": "c1",
        "name": [{"text": d("contained", "‹PERSON Sebastiana Wroughton›")}],
    }
    narrative = d("narrative", "‹PERSON James Miller› seen by Dr. ‹PERSON Theodric Ashburnham›")
    records.append(
        {
            "resourceType": "DocumentReference",
            "id": d("id of a resource", "doc-‹MRN 77105539›"),
            "status": "current",
            "subject": subject | {"display": d("display", "‹PERSON Miller, James›")},
            "contained": [practitioner],
            "author": [{"reference": "#c1", "display": d("display", "‹PERSON Wilfrida Stanhope›")}],
            "text": {
                "status": "generated",
                "div": f'<div xmlns="http://www.w3.org/1999/xhtml"><p>{narrative}</p></div>',
            },
            "description": d("description", "Letter to his brother ‹PERSON Godfrey Millerton›"),
            "extension": [{"url": "http://bmc.org/x", "valueString": d("extension", "‹PERSON Clarimond Isherwood›")}],
            "content": [{"attachment": attachment}],
        }
    )
    return d.done(), "".join(json.dumps(record) + "\n" for record in records).encode()
