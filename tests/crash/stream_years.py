"""What a stream meets that runs for years: days that move on, versions that return, forgeries, a patient who opts out.

`Years` makes a few more records for each part of the long crash test, sent by an integration engine, and judges what
became of them in OUT. Markers that every profile lets pass (a number of siblings, a weight) tell the versions apart.
"""

from __future__ import annotations

import errno
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

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
        births: dict[int, set[bool]] = {}
        weights: dict[str, list[int]] = {}
        late = []
        for line in lines:
            record = json.loads(line)
            siblings = record.get("multipleBirthInteger", 0)
            kg = record.get("valueQuantity", {}).get("value", 0)
            if 100 <= siblings < 200:
                births.setdefault(siblings - 100, set()).add("birthDate" in record)
            elif siblings >= 200 + self.opted_out:
                late.append(f"a record of part {siblings - 200} of the patient who opted out")
            elif kg in _WEIGHTS and "effectiveDateTime" not in record:
                weights.setdefault(record["id"], []).append(kg)
            elif record.get("doseQuantity", {}).get("value", 0) >= 300 + self.withdrawn:
                late.append("a record whose schema was withdrawn")
        # A version that a worker of another configuration processed is read again, and stays when a later one has left.
        wrong = [f"versions that return left as {found}" for found in weights.values() if not _is_course(found)]
        if len(weights) != ELDERS:
            wrong.append(f"versions of {len(weights)} resources that return, not of {ELDERS}")
        wrong += [
            f"a year of birth in part {part}, whose newest event is of {_day(part)}"
            for part in range(_TURNS, len(_WEIGHTS))
            if True in births.get(part, ())
        ]
        if True not in births.get(0, ()):
            wrong.append("no year of birth before the newest event is of their 90th birthday")
        return wrong + late


def _is_course(found: list[int]) -> bool:
    """Tell whether versions left in their order, the last one last, and some of them again."""
    rest = iter(_WEIGHTS)
    return all(kg in rest for kg in found) and found[-1] == _WEIGHTS[-1] and len(found) > len(set(found))


class SmallDisk:
    """A file system of 30 MB in memory for the home of one process, if this user may mount one."""

    def __init__(self, home: Path) -> None:
        self._home, self._filler = home, home / ".filler"
        self.is_mounted = False

    def __enter__(self) -> Self:
        self._home.mkdir(mode=0o700)
        mount = ["mount", "-t", "tmpfs", "-o", "size=30m,mode=0700", "tmpfs", str(self._home)]
        self.is_mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self._home)], check=True)

    @property
    def is_full(self) -> bool:
        return self._filler.exists()

    def fill(self) -> None:
        if not self.is_mounted:
            return
        try:
            with self._filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(1 << 16))
        except OSError as e:
            if e.errno != errno.ENOSPC:
                raise

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)
