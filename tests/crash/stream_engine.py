"""An integration engine: writes the records of a sample sink to ehr.in.v1, a message each."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from redactor.settings import StreamsSettings
from streams.sender import Message, Sender
from streams.topics import EHR_IN, name_of

_SITE = ("Organization", "Location", "Practitioner", "PractitionerRole")
_PATIENT = re.compile(rb'"resourceType":"Patient","id":"([^"]+)"|"Patient/([^"]+)"|"PatientId":"([^"]+)"')


def remove_tables(records: Path) -> None:
    """Keep only what can be a message: FHIR and flat JSON."""
    for path in records.rglob("*.csv"):
        path.unlink()


def send_messages(streams: StreamsSettings, records: Path, site: bool | None = None) -> int:
    """Send a message for each line and each Bundle of a sink, and return how many. A patient's keep their order.

    site: only what concerns no patient, or all but that. A note shows the address of a practice that is not known yet.
    """
    messages = [_message(streams, value) for value in _values(records, site)]
    with Sender(streams) as sender:
        sender.send(name_of(streams, EHR_IN), messages)
        sender.flush()
    return len(messages)


def _values(records: Path, site: bool | None) -> Iterator[bytes]:
    """Patients come first, as they do from an engine that forwards admissions before results."""
    of_site = [path for name in _SITE if (path := records / f"{name}.ndjson").exists()]
    if site:
        for path in of_site:
            yield from path.read_bytes().splitlines()
        return
    patients = records / "Patient.ndjson"
    bundles = sorted((records / "bundles").glob("*.json"))
    left_out = [patients, *(of_site if site is False else [])]
    others = [path for path in sorted(records.glob("*.ndjson")) if path not in left_out]
    yield from patients.read_bytes().splitlines()
    yield from (path.read_bytes() for path in bundles)
    for path in others:
        yield from path.read_bytes().splitlines()


def _message(streams: StreamsSettings, value: bytes) -> Message:
    found = _PATIENT.search(value)
    patient = next(filter(None, found.groups()), b"") if found else b""
    return Message(patient, value, zlib.crc32(patient) % streams.partitions)
