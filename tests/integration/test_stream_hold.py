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
from streams.export import ExportConfig, Exporter
from streams.export_topics import export
from streams.ingest import ingest_folder
from streams.known_replica import KnownReplica
from streams.topics import DEID, create_topics, name_of
from streams.worker import WorkerConfig, work

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
        source = self.folder / f"in-{records[0]['id']}"
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
