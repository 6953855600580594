"""HL7 v2: a result with observations of all value types, and a batch of an admission, a merge and a document."""

from __future__ import annotations

import base64

from tests.leak.carriers.plants import Document, template


def _message(d: Document, name: str) -> bytes:
    lines = []
    for line in template(name):
        segment = line.partition("|")[0]
        carrier = f"{segment} {'-'.join(line.split('|')[2:3])}" if segment == "OBX" else segment
        while "<FACT>" in line:
            fact = d.fact()
            line = line.replace("<FACT>", f"{fact.loinc}^{fact.name}^LN||{fact.value}|{fact.unit}", 1)
        if "<VALUE>" in line:
            fact = d.fact()
            line = line.replace("<VALUE>", f"{fact.value}|{fact.unit}")
        if "<B64>" in line:
            text = d("OBX ED in base64", "Report on ‹PERSON @name› by Dr. ‹PERSON Wilfreda Postlethwaite›")
            line = line.replace("<B64>", base64.b64encode(text.encode()).decode())
        if "<HEX>" in line:
            person = d("OBX FT in hexadecimal", "‹PERSON Rutherford Sackbutt›")
            line = line.replace("<HEX>", person.encode().hex().upper())
        line = line.replace("<FACTS>", "‹FACT›; ‹FACT›; ‹FACT›; ‹FACT›")
        lines.append(d(carrier, line))
    return "\r".join([*lines, ""]).encode()


def oru() -> tuple[Document, bytes]:
    d = Document("p7_result.hl7", "hl7", 5)
    data = _message(d, "result.hl7")
    return d.done(), data


def adt() -> tuple[Document, bytes]:
    d = Document("p8_batch.hl7", "hl7", 6)
    data = _message(d, "batch.hl7")
    return d.done(), data
