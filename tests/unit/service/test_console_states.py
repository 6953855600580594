"""The quarantine pages over states of every kind under one home: an exporter's, of recordings, damaged, and foreign."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
from collections.abc import Iterator

import pytest

from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.recording_state import open_recordings
from schemas.engine.records import Outcome, Reason
from tests.conftest import Command
from tests.unit.service.console_kit import Steward, access_lines, add_tokens, finished, words
from tests.unit.service.serve_kit import Service, environment, served
from tests.unit.streams.export_kit import KEYRING
from tests.unit.streams.held_kit import Stream, stream

__all__ = ["stream"]
pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")
FIRST, SECOND = "00001-00000001", "00001-00000002"
SOUND = b"RIFF Vexholm" * 100


@pytest.fixture
def service(stream: Stream, called: Command) -> Iterator[Service]:
    folder = stream.folder
    KEYRING.save(folder / "keys.json")
    stream.ingest("p", "note Vexholm")
    stream.work()
    stream.ingest("p", "other")
    stream.work(Outcome.QUARANTINED, Reason.DETECTOR_FAILED)
    stream.export()
    runs = folder / "home" / "runs"
    runs.mkdir(parents=True, mode=0o700, exist_ok=True)
    shutil.move(folder / "state", runs / "exporter")
    with open_recordings(runs / "recordings", KEYRING) as state:
        number = state.journal.receive("Vexholm.wav", hashlib.sha256(SOUND).hexdigest()).number
        sidecar = RawRecord(b'{"patient":"Vexholm"}', "1:1", "records/recording")
        state.journal.identify(number, "r1", "r1", "subject")
        state.hold(number, sidecar, io.BytesIO(SOUND), hashlib.sha256(SOUND).hexdigest(), "unverified", "mute")
    (runs / "damaged").mkdir()
    (runs / "damaged" / "quarantine.db").write_bytes(b"Vexholm" * 1000)
    (runs / "foreign").mkdir()
    QuarantineStore(runs / "foreign", Keyring.generate()).close()
    env = environment(folder, folder / "keys.json")
    with served(folder, env, add_tokens(called, env, "admin"), "--console") as found:
        yield found


@pytest.mark.slow
def test_every_kind_of_state_has_its_page_and_its_message(service: Service, stream: Stream) -> None:
    admin = Steward(service, "admin")
    page = admin.get("/console/quarantine")
    paths = {name: path for path, name in re.findall(r'<a href="([^"]+)">(\w+)</a></th>', page.body.decode())}
    assert paths.keys() == {"exporter", "recordings", "damaged", "foreign"}
    assert "the quarantine is damaged" in words(page) and "not as this keyring left it" in words(page)
    assert admin.get(paths["damaged"]).status == admin.get(paths["foreign"]).status == 409

    listed = words(admin.get(paths["exporter"]))
    assert "its patient" in listed and "a person" in listed and "sends into the stream again" in listed
    confirm = admin.post(f"{paths['exporter']}/confirm", {"do": "release", "whole": "1", "number": "2"})
    assert "The exporter sends the entries into the stream again" in words(confirm)
    done = finished(admin, admin.post(f"{paths['exporter']}/release", {"whole": "1", "number": "2"}))
    assert "2 for the exporter to send again, 0 still held" in words(done)
    assert "the exporter" in words(admin.get(f"{paths['exporter']}?status=asked"))
    assert "note Vexholm" in words(admin.get(f"{paths['exporter']}/entries/{FIRST}/original"))

    entry = f"{paths['recordings']}/entries/{FIRST}"
    original = words(admin.get(f"{entry}/original"))
    assert "is a recording" in original and '{"patient":"Vexholm"}' in original and "Vexholm.wav" in original
    assert json.loads(access_lines(stream.folder)[-1])["record"] == "r1"
    purged = finished(admin, admin.post(f"{paths['recordings']}/purge", {"entry": FIRST}))
    assert "1 payload deleted" in words(purged)
    state = stream.folder / "home" / "runs" / "recordings"
    assert list((state / "quarantine").iterdir()) == [] and admin.get(f"{entry}/original").status == 409
    assert "Vexholm" not in service.told()
