"""An input folder with every kind of broken input, and personal data in every broken place."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

NAME, FAMILY, SSN, MRN, PHONE = "Zebulon Quackenbush", "Quackenbush", "219-09-9941", "ZQ88155213", "(206) 555-0193"
SECRETS = (NAME, FAMILY, "Zebulon", SSN, SSN.replace("-", ""), MRN, PHONE, "Squalicum Parkway", "zebq@example.org")
LIMIT = 300_000  # maximum size of a record in the run over this folder
DEEP = 10_000


def patient(id_: str) -> dict[str, object]:
    """A valid record, so that the records beside the broken ones contain PHI."""
    return {
        "resourceType": "Patient",
        "id": id_,
        "name": [{"family": FAMILY, "given": ["Zebulon"]}],
        "identifier": [{"system": "https://ehr.quackenbush.example/mrn", "value": MRN}],
        "telecom": [{"system": "phone", "value": PHONE}, {"system": "email", "value": "zebq@example.org"}],
        "birthDate": "1961-03-04",
        "address": [{"line": ["77 Squalicum Parkway"], "city": "Bellingham", "state": "WA"}],
    }


def _with(**fields: object) -> bytes:
    return json.dumps(patient("p-x") | fields).encode()


def _note(data: str) -> bytes:
    attachment = {"contentType": "text/plain", "data": data, "title": f"Note for {NAME}"}
    return json.dumps(
        {
            "resourceType": "DocumentReference",
            "id": "d1",
            "status": "current",
            "subject": {"reference": "Patient/p-first"},
            "content": [{"attachment": attachment}],
        }
    ).encode()


# Each line of the main file and its expected outcome: a quarantine reason, or "" if it is released.
LINES: list[tuple[bytes, str]] = [
    (json.dumps(patient("p-first")).encode(), ""),
    (b'{"resourceType":"Patient","id":"p2","name":[{"family":"Quackenbush"', "malformed-json"),
    (b'{"resourceType":"Patient","id":"p3","name":[{"family":"Quackenbush"}]}} trailing', "malformed-json"),
    (b'{"resourceType":"Zebulon Quackenbush","id":"p4"}', "no-schema"),
    (b'{"resourceType":["Quackenbush"],"id":"p5"}', "no-schema"),
    (_with(name=NAME), "wrong-type"),
    (_with(name=[[[{"family": FAMILY}]]]), "wrong-type"),
    (b'{"resourceType":"Patient","id":"p6","id":"Quackenbush","birthDate":"1961-03-04"}', "duplicate-keys"),
    (b'{"resourceType":"Patient","id":"p7","x":' + b"[" * DEEP + b'"Quackenbush"' + b"]" * DEEP + b"}", "too-deep"),
    (b'{"resourceType":"Patient","id":"p8","multipleBirthInteger":NaN,"text":"Quackenbush"}', "malformed-json"),
    (b'{"resourceType":"Patient","id":"p9","name":[{"family":"Quackenbush \xff\xfe"}]}', "bad-encoding"),
    (b'{"resourceType":"Patient","id":"p10","name":[{"family":"Quackenbush \\ud800"}]}', "malformed-json"),
    (b'["Zebulon Quackenbush"]', "not-an-object"),
    (b'"Zebulon Quackenbush"', "not-an-object"),
    (b"Zebulon Quackenbush, 219-09-9941", "malformed-json"),
    (b'{"Zebulon Quackenbush":"219-09-9941"}', "no-schema"),
    (_with(**{f"{NAME} {SSN}": MRN}), ""),  # unknown fields are dropped, and reported by number only
    (_note("Quackenbush!!! is no base64 (206) 555-0193"), ""),
    (_with(birthDate="1961-13-45 Quackenbush"), ""),
    (_with(birthDate=19610304), "wrong-type"),
    (_with(address=[{"line": "77 Squalicum Parkway"}]), "wrong-type"),
    (b'{"resourceType":"Patient","id":"' + b"Quackenbush" * (LIMIT // 10) + b'"}', "too-large"),
    (b'{"resourceType":"MedicinalProduct","id":"Quackenbush"}', "unsupported-resource-type"),
    (json.dumps(patient("p-last")).encode(), ""),
]


@dataclass(frozen=True)
class Hostile:
    """source: the folder. names: its files, in the order in which a run numbers them."""

    source: Path
    names: list[str]

    def number(self, part: str) -> int:
        return next(i for i, name in enumerate(self.names, 1) if part in name)


def write(source: Path) -> Hostile:
    """Fill the folder. File names contain names of people, as in real sinks."""
    source.mkdir()
    whole = json.dumps(patient("p-other")).encode() + b"\n"
    (source / f"{NAME} {MRN}.ndjson").write_bytes(b"".join(line + b"\n" for line, _ in LINES))
    (source / "Quackenbush-empty.ndjson").write_bytes(b"")
    (source / "Quackenbush.dcm").write_bytes(b"DICM Zebulon Quackenbush")
    (source / f"report.{FAMILY}").write_bytes(b"Zebulon Quackenbush")
    (source / "Quackenbush-bomb.ndjson.gz").write_bytes(gzip.compress(b'{"id":"' + b"0" * 50_000_000, 9))
    packed = gzip.compress(b"".join(json.dumps(patient(f"z{i}")).encode() + b"\n" for i in range(2_000)), 9)
    (source / "Quackenbush-cut.ndjson.gz").write_bytes(packed[: len(packed) // 2])
    with (source / "Quackenbush-long.ndjson").open("wb") as f:  # 100 MB on one line, sparse on disk
        f.write(b'{"resourceType":"Patient","id":"Quackenbush')
        f.seek(100_000_000)
        f.write(b'"}\n' + json.dumps(patient("p-after")).encode() + b"\n")
    (source / "Quackenbush-table.csv").write_text(f"name,name\n{NAME},{SSN}\n", "utf-8")
    (source / "Quackenbush-array.json").write_bytes(b"[" + whole + b"," + whole[:40])
    (source / "Quackenbush-16.json").write_bytes(whole.decode().encode("utf-16"))
    entries = [{"resource": patient("b1")}, {"resource": NAME}, {"resource": patient("b2")}]
    (source / "Quackenbush-bundle.json").write_text(
        json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}), "utf-8"
    )
    names = sorted((p.name for p in source.iterdir()), key=str.encode)
    return Hostile(source, names)
