"""Notes before their patients over a real Kafka: held, and sent again for a value, for a person, or after a time."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import build_stream
from redactor.keys import Keyring
from redactor.run.pool import Pool, Stage
from redactor.run.release import ask_exporter
from redactor.run.runner import process_work
from redactor.run.state.quarantine import QuarantineStore
from redactor.settings import Settings, StreamsSettings
from streams.batches import BatchLimits, BatchProcessor
from streams.deliveries import ExportConfig
from streams.export import Exporter
from streams.export_topics import export
from streams.ingest import ingest_folder
from streams.known_replica import KnownReplica
from streams.raw_topic import NO_ORIGIN, RawMessages
from streams.topics import DEID, RAW, create_topics, name_of
from streams.worker import WorkerConfig, work
from tests.integration.stream_kit import read_all

pytestmark = [pytest.mark.services, pytest.mark.slow]
SECONDS = 120


def note(patient: str, text: str) -> dict[str, Any]:
    return {
        "resourceType": "DocumentReference", "id": f"note-{patient}", "status": "current",
        "subject": {"reference": f"Patient/{patient}"}, "author": [{"display": "Dr. Ottoline Quackenbush"}],
        "content": [{"attachment": {"contentType": "text/plain", "data": base64.b64encode(text.encode()).decode()}}],
    }  # fmt: skip


class Bench:
    def __init__(self, streams: StreamsSettings, folder: Path) -> None:
        keys = folder / "keys.json"
        Keyring.generate().save(keys)
        self.folder = folder
        self.settings = Settings.model_validate(
            {"home": folder / "home", "keyring": str(keys), "detectors": ("patterns", "known"), "streams": streams}
            | {"as_of": "2026-01-01"}
        )
        self.keyring = Keyring.load(str(keys))
        self.parts = build_stream(self.settings)
        asyncio.run(create_topics(streams))

    def ingest(self, *records: dict[str, Any]) -> None:
        source = self.folder / f"in-{len(list(self.folder.glob('in-*')))}"
        source.mkdir()
        (source / "x.ndjson").write_text("\n".join(map(json.dumps, records)) + "\n")
        ingest_folder(self.settings, source, False, 1, None, 0, lambda state: None)

    def work(self) -> None:
        streams, stop = self.settings.streams, threading.Event()
        config = WorkerConfig(streams, self.keyring, "one", BatchLimits(20, 1 << 20), 1, drain=True)
        with Pool(1, streams.in_flight_bytes, stop) as pool:
            call = partial(pool.call, Stage(self.parts.processor, process_work))
            processor = BatchProcessor(call, self.keyring, self.parts.fingerprint)
            replica = KnownReplica(self.settings, self.keyring)
            asyncio.run(asyncio.wait_for(work(config, processor, replica, stop, lambda phase: None), SECONDS))

    def export(self, **more: Any) -> dict[str, int]:
        streams = self.settings.streams
        config = ExportConfig(
            self.folder / "out", self.folder / "state", self.settings.home, self.keyring, self.parts.metadata,
            self.parts.fingerprint, name_of(streams, DEID), streams.partitions, 1 << 20, 60.0, **more,
        )  # fmt: skip
        with Exporter(config) as exporter:
            run = export(streams, self.keyring, exporter, threading.Event(), drain=True)
            asyncio.run(asyncio.wait_for(run, SECONDS))
            return exporter.outcomes()

    def held(self) -> dict[str, str]:
        """The entries of held records by their ids."""
        store = QuarantineStore(self.folder / "state", self.keyring, create=False)
        found = {json.loads(store.show(e.id))["id"]: e.id for e in store.kept()}
        store.close()
        return found

    def copies(self) -> int:
        """How many records stand in phi.raw a second time."""
        streams = self.settings.streams
        messages = RawMessages(self.keyring, name_of(streams, RAW), streams.max_record_bytes)
        sent = asyncio.run(read_all(streams, RAW, streams.partitions))
        return sum(messages.decode(m.key, m.value).origin != NO_ORIGIN for m in sent)

    def texts(self) -> dict[str, str]:
        """The texts that left, by their first word."""
        found = {}
        for path in (self.folder / "out").glob("records-*.ndjson"):
            for record in map(json.loads, path.read_bytes().splitlines()):
                if record["resourceType"] == "DocumentReference":
                    text = base64.b64decode(record["content"][0]["attachment"]["data"]).decode()
                    found[text.split()[0]] = text
        return found


def test_a_note_before_its_patient_is_held_and_leaves_once(streams: StreamsSettings, tmp_path: Path) -> None:
    bench = Bench(streams, tmp_path)
    text = "{} Zorbatine Quimby was seen. Quimby is well."
    number = {"identifier": {"system": "http://h.example/mrn", "value": "seen"}, "display": "Quimby, Zorbatine"}
    unnamed = note("numbered", text.format("numbered")) | {"subject": number}
    bench.ingest(*(note(patient, text.format(patient)) for patient in ("seen", "asked", "late")), unnamed)
    bench.work()
    assert bench.export() == {"quarantined": 4}
    assert set(bench.held()) == {"note-seen", "note-asked", "note-late", "note-numbered"}

    bench.ingest({"resourceType": "Patient", "id": "seen", "name": [{"family": "Quimby", "given": ["Zorbatine"]}]})
    state = tmp_path / "state"
    assert ask_exporter(state, bench.keyring, [bench.held()["note-asked"]]).held == {}
    bench.work()
    assert bench.export(hold_seconds=0.0) == {"quarantined": 4, "released": 1}  # two wait for a person
    bench.work()
    assert bench.export(hold_seconds=0.0) == {"quarantined": 2, "released": 3}
    assert set(bench.held()) == {"note-late", "note-numbered"}  # no value tells who a number is
    assert "Quimby" not in bench.texts()["seen"] and "Quimby is well" in bench.texts()["asked"]

    bench.export(hold_seconds=0.0, processes_unseen=True)
    bench.work()
    assert bench.export(hold_seconds=0.0, processes_unseen=True) == {"released": 5}
    assert set(bench.texts()) == {"seen", "asked", "late", "numbered"} and not bench.held()


def patient(of: str, **more: Any) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": of, **more}


def test_a_note_waits_for_a_name_and_not_for_anything_that_is_known_of_its_patient(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    """What is known of a patient without a name is no reason to read the notes: names come later."""
    bench = Bench(streams, tmp_path)
    text = "{} Zorbatine Quimby was seen. Quimby is well."
    number = {"system": "http://h.example/mrn", "value": "MRN7700123"}
    patients = ("seen", "asked", "late", "numbered")
    notes = [note(name, text.format(name)) for name in patients]
    notes[3]["subject"]["identifier"] = number  # as many sources write it, in each record
    bench.ingest(*notes)
    bench.ingest(
        patient("seen", birthDate="1970-01-02"),
        patient("asked", address=[{"line": ["5 Quay Street"], "city": "Salem"}], telecom=[{"value": "617-555-0134"}]),
        patient("late", contact=[{"name": {"family": "Fosdyke", "given": ["Ermintrude"]}}]),
        {"resourceType": "RelatedPerson", "id": "r", "patient": {"reference": "Patient/late"},
         "name": [{"family": "Fosdyke"}]},
    )  # fmt: skip
    bench.work()
    first = bench.export()
    assert first["quarantined"] == 4 and set(bench.held()) == {f"note-{name}" for name in patients}
    bench.ingest(patient("seen", birthDate="1970-01-02", gender="female"))  # again, and still no name
    bench.work()
    before = bench.export()
    bench.work()
    assert bench.export() == before and set(bench.held()) == {f"note-{name}" for name in patients}

    named = {"name": [{"family": "Quimby", "given": ["Zorbatine"]}]}
    bench.ingest(*(patient(name, **named) for name in patients[:3]), patient("numbered", identifier=[number]))
    for _ in range(2):
        bench.work()
        done = bench.export()
    assert "quarantined" not in done and not bench.held()
    left = bench.texts()
    assert set(left) > set(patients[:3]) and len(left) == bench.copies() == 4
    assert all("Quimby" not in left[name] and "Zorbatine" not in left[name] for name in patients[:3])


def test_a_patient_who_has_no_name_in_any_record_waits_for_a_person_or_a_time(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    bench = Bench(streams, tmp_path)
    bench.ingest(note("nameless", "nameless was seen."), patient("nameless", birthDate="1970-01-02"))
    bench.work()
    assert bench.export(hold_seconds=0.0)["quarantined"] == 1
    bench.work()
    assert bench.export(hold_seconds=0.0)["quarantined"] == 1 and not bench.copies()
    bench.export(hold_seconds=0.0, processes_unseen=True)
    bench.work()
    assert bench.export(hold_seconds=0.0, processes_unseen=True) == {"released": 2} and bench.copies() == 1


def test_an_ingest_under_another_profile_is_mended_by_one_under_that_of_the_workers(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    bench = Bench(streams, tmp_path)
    source = tmp_path / "sink"
    source.mkdir()
    records = [patient("p", name=[{"family": "Quimby", "given": ["Zorbatine"]}]), note("p", "p is Zorbatine Quimby.")]
    (source / "x.ndjson").write_text("\n".join(map(json.dumps, records)) + "\n")

    def ingest(profile: str) -> int:
        settings = bench.settings.model_copy(update={"profile": profile})
        return ingest_folder(settings, source, False, 1, None, 0, lambda state: None).records

    assert ingest("hips") == 2  # whose pseudonyms are others than those of the workers' profile
    bench.work()
    assert bench.export()["quarantined"] == 1
    assert ingest(bench.settings.profile) == 2 and ingest(bench.settings.profile) == ingest("hips") == 0
    for _ in range(2):
        bench.work()
        done = bench.export()
    assert done["released"] == 2 and "quarantined" not in done and not bench.held()
    assert "Quimby" not in bench.texts()["p"]
