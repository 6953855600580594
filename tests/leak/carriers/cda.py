"""C-CDA: a document with identifiers in its header, participants, entries, narrative, comments and attributes."""

from __future__ import annotations

import base64

from tests.leak.carriers.plants import Document, template

_OID = "2.16.840.1.113883"


def _entry(d: Document) -> str:
    fact = d.fact()
    code = f'<code code="{fact.loinc}" codeSystem="{_OID}.6.1" displayName="{fact.name}"/>'
    value = f'<value xsi:type="PQ" value="{fact.value}" unit="{fact.unit}"/>'
    return f'<entry><observation classCode="OBS" moodCode="EVN">{code}{value}</observation></entry>'


def _build(d: Document, name: str, media: str) -> bytes:
    lines = []
    for line in template(name):
        carrier, _, rest = line[1:].partition("]") if line.startswith("[") else ("header", "", line)
        if "<B64/>" in rest:
            encoded = base64.b64encode(d(f"base64 of {carrier}", media).encode()).decode()
            rest = rest.replace("<B64/>", encoded)
        if "<RESULTS/>" in rest:
            rest = rest.replace("<RESULTS/>", "".join(_entry(d) for _ in range(5)))
        lines.append(d(carrier, rest))
    return "\n".join(lines).encode()


def ccda() -> tuple[Document, bytes]:
    d = Document("p9_summary.xml", "cda", 7)
    data = _build(d, "summary.xml", "Picture of ‹PERSON Bartolomea Fitzwarine›, SSN ‹SSN 470-66-1028›")
    return d.done(), data


def unstructured_cda() -> tuple[Document, bytes]:
    """A document whose body is text in base64."""
    d = Document("p9_body.xml", "cda", 8)
    text = "Patient ‹PERSON @name›, born ‹DATE @birth›, seen by Dr. ‹PERSON Ludolphus Cranleigh›.\n" + "‹FACT›\n" * 10
    data = _build(d, "body.xml", text)
    return d.done(), data


def cda_with_entities() -> tuple[Document, bytes]:
    """A document that declares entities. No fact is asked for: to refuse it is right."""
    d = Document("p9_entities.xml", "cda with entities", 0)
    data = _build(d, "entities.xml", "")
    d.facts.clear()
    return d, data
