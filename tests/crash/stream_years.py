"""What a stream meets that runs for years: days that move on, versions that return, forgeries, a patient who opts out.

`Years` makes a few more records for each part of the long crash test, sent by an integration engine, and judges what
became of them in OUT. Markers that every profile lets pass (a number of siblings, a weight) tell the versions apart.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from redactor.settings import StreamsSettings
from streams.sender import Message, Sender
from streams.topics import DEID, KNOWN, RAW, name_of

ELDERS = 5
_BORN, _TURNS = "1940-06-1{}", 4  # from this part on, the newest event lies behind their 90th birthday
_WEIGHTS = (61, 62, 61, 63, 61, 62, 63, 62, 61, 62)  # of a resource without `meta`, by part
OPTS_OUT = "leaver"
WITHDRAWN = "Immunization"  # its schema is withdrawn in mid-stream


def _day(part: int) -> str:
    return f"2030-0{1 + part}-15" if part < _TURNS else f"2031-0{1 + part - _TURNS}-15"


def _observation(name: str, patient: str, kg: int, **more: Any) -> dict[str, Any]:
    return {
        "resourceType": "Observation", "id": name, "status": "final", "subject": {"reference": f"Patient/{patient}"},
        "code": {"coding": [{"system": "http://loinc.org", "code": "29463-7"}]},
        "valueQuantity": {"value": kg, "unit": "kg", "system": "http://unitsofmeasure.org", "code": "kg"},
    } | more  # fmt: skip


class Years:
    """The further records of a long crash test. opted_out, withdrawn: the first part that this reaches for sure."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.opted_out = self.withdrawn = len(_WEIGHTS)
        self.sent = 0

    def records(self, part: int) -> Iterator[dict[str, Any]]:
        """Yield the records of a part, those of a patient in their order."""
        for n in range(ELDERS):
            name = f"elder-{n}"
            yield _observation(f"day-{n}-{part}", name, 500 + part, effectiveDateTime=_day(part))
            yield {
                "resourceType": "Patient", "id": name, "birthDate": _BORN.format(n), "multipleBirthInteger": 100 + part,
            }  # fmt: skip
            yield _observation(f"returns-{n}", name, _WEIGHTS[part])
        yield {"resourceType": "Patient", "id": OPTS_OUT, "multipleBirthInteger": 200 + part}
        yield {
            "resourceType": WITHDRAWN, "id": f"shot-{part}", "status": "completed",
            "vaccineCode": {"coding": [{"system": "http://hl7.org/fhir/sid/cvx", "code": "140"}]},
            "patient": {"reference": "Patient/elder-0"}, "doseQuantity": {"value": 300 + part},
        }  # fmt: skip

    def write(self, part: int, records: Path) -> None:
        """Add the records of a part to the sink of an engine."""
        lines = [json.dumps(record, separators=(",", ":")) + "\n" for record in self.records(part)]
        self.sent += len(lines)
        (records / "Years.ndjson").write_text("".join(lines))

    def forge(self, streams: StreamsSettings) -> None:
        """Write garbage into the topics that only Redactor may write, under keys that it has never used."""
        with Sender(streams) as sender:
            for topic in (RAW, KNOWN, DEID):
                partition = 0 if topic == KNOWN else self._rng.randrange(streams.partitions)
                garbage = [Message(self._rng.randbytes(24), self._rng.randbytes(80), partition) for _ in range(3)]
                sender.send(name_of(streams, topic), garbage)
            sender.flush()

    def judge(self, lines: Iterator[bytes]) -> list[str]:
        """Return what is wrong in OUT. lines: of its files, in the order in which a recipient applies them."""
        births: dict[int, list[bool]] = {}
        weights: dict[str, list[int]] = {}
        late = []
        for line in lines:
            record = json.loads(line)
            siblings = record.get("multipleBirthInteger", 0)
            kg = record.get("valueQuantity", {}).get("value", 0)
            if 100 <= siblings < 200:
                births.setdefault(siblings - 100, []).append("birthDate" in record)
            elif siblings >= 200 + self.opted_out:
                late.append(f"a record of part {siblings - 200} of the patient who opted out")
            elif kg in _WEIGHTS and "effectiveDateTime" not in record:
                weights.setdefault(record["id"], []).append(kg)
            elif record["resourceType"] == WITHDRAWN and record.get("doseQuantity", {}).get("value", 0) >= (
                300 + self.withdrawn
            ):
                late.append("a record whose schema was withdrawn")
        returned = [found for found in weights.values() if len(found) >= len(_WEIGHTS) // 2]
        wrong = [f"versions that return left as {found}" for found in returned if tuple(found) != _WEIGHTS]
        if len(returned) != ELDERS:
            wrong.append(f"versions of {len(returned)} resources that return, not of {ELDERS}")
        wrong += [
            f"years of birth in part {part}, whose newest event is of {_day(part)}: {births.get(part)}"
            for part in range(len(_WEIGHTS))
            if births.get(part) != [part < _TURNS] * ELDERS
        ]
        return wrong + late
