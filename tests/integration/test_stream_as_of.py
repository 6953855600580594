"""The day on which a stream judges ages moves with the events that it reads, over a real Kafka."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import known_head_path, known_values_path
from redactor.assemble.runs import build_stream
from redactor.keys import Keyring
from redactor.run.pool import Pool, Stage
from redactor.run.runner import process_work
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings, StreamsSettings
from streams.batches import BatchLimits, BatchProcessor
from streams.deliveries import ExportConfig
from streams.envelope import Envelopes
from streams.export import Exporter
from streams.export_topics import export
from streams.ingest import ingest_folder
from streams.known_replica import KnownReplica
from streams.known_topic import Day, KnownMessages
from streams.sender import Sender
from streams.topics import DEID, KNOWN, create_topics, name_of
from streams.worker import WorkerConfig, work
from tests.audit_kit import audit_lines
from tests.conftest import Command
from tests.integration.stream_kit import log_bytes, read_all
from tests.unit.streams.export_kit import KilledError, kill_at

pytestmark = pytest.mark.services
SECONDS = 120


def patient(name: str, born: str, **more: Any) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": name, "birthDate": born, **more}


def seen(name: str, day: str) -> dict[str, Any]:
    """An event of the patient, without a text and without a name."""
    return {
        "resourceType": "Observation", "id": f"seen-{name}-{day}", "status": "final", "effectiveDateTime": day,
        "subject": {"reference": f"Patient/{name}"},
        "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]},
    }  # fmt: skip


class Stream:
    """A stream of one host or several; `other` gives another home or other settings on the same topics."""

    def __init__(self, streams: StreamsSettings, folder: Path, **more: Any) -> None:
        self.folder, self.streams, self.more = folder, streams, more
        self.keys = folder / "keys.json"
        if not self.keys.exists():
            Keyring.generate().save(self.keys)
            asyncio.run(create_topics(streams))
        self.keyring = Keyring.load(str(self.keys))
        given = {"home": folder / "home", "keyring": str(self.keys), "detectors": ("patterns", "known")}
        self.settings = Settings.model_validate(given | {"streams": streams} | more)
        self.parts = build_stream(self.settings)

    def other(self, **more: Any) -> Stream:
        return Stream(self.streams, self.folder, **(self.more | more))

    def ingest(self, *records: dict[str, Any]) -> None:
        source = self.folder / f"in-{len(list(self.folder.iterdir()))}"
        source.mkdir()
        (source / "x.ndjson").write_text("\n".join(map(json.dumps, records)) + "\n")
        ingest_folder(self.settings, source, False, 1, None, 0, lambda state: None)

    def work(self) -> None:
        stop = threading.Event()
        config = WorkerConfig(self.streams, self.keyring, "one", BatchLimits(20, 1 << 20), 1, drain=True)
        with Pool(1, self.streams.in_flight_bytes, stop) as pool:
            call = partial(pool.call, Stage(self.parts.processor, process_work))
            processor = BatchProcessor(call, self.keyring, self.parts.fingerprint)
            replica = KnownReplica(self.settings, self.keyring)
            asyncio.run(asyncio.wait_for(work(config, processor, replica, stop, lambda phase: None), SECONDS))

    def export(self) -> dict[str, int]:
        config = ExportConfig(
            self.folder / "out", self.folder / "state", self.settings.home, self.keyring, self.parts.metadata,
            self.parts.fingerprint, name_of(self.streams, DEID), self.streams.partitions, 1 << 20, 60.0,
        )  # fmt: skip
        with Exporter(config) as exporter:
            run = export(self.streams, self.keyring, exporter, threading.Event(), drain=True)
            asyncio.run(asyncio.wait_for(run, SECONDS))
            return exporter.outcomes()

    def send(self, *records: dict[str, Any]) -> dict[str, int]:
        """Bring records all the way into OUT, and return the outcomes so far."""
        self.ingest(*records)
        self.work()
        return self.export()

    def follow(self) -> None:
        """Read phi.known.v1 to its end, as a worker of this home does."""

        async def run() -> None:
            found = await read_all(self.streams, KNOWN, 1)
            async with KnownReplica(self.settings, self.keyring).running() as replica:
                await asyncio.wait_for(replica.wait_for(found[-1].offset), SECONDS)

        asyncio.run(run())

    @property
    def day(self) -> dt.date | None:
        """The day that this home has reached."""
        store = KnownStore.open(known_values_path(self.settings), self.keyring, read_only=True)
        try:
            return store.days.newest()
        finally:
            store.close()

    def days_sent(self) -> list[dt.date]:
        made = KnownMessages(self.keyring, name_of(self.streams, KNOWN))
        changes = [made.open(m.key, m.value) for m in asyncio.run(read_all(self.streams, KNOWN, 1))]
        return [change.day for change in changes if isinstance(change, Day)]

    def births(self) -> list[str | None]:
        """The birth dates that left, in the order of the deliveries; None where a Patient left without one."""
        found = []
        for path in sorted((self.folder / "out").glob("records-*.ndjson")):
            lines = map(json.loads, path.read_bytes().splitlines())
            found += [line.get("birthDate") for line in lines if line["resourceType"] == "Patient"]
        return found

    def audit(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in audit_lines(self.folder / "state")]

    def manifest(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "out" / "manifest.json").read_bytes())
        return found


@pytest.fixture
def stream(streams: StreamsSettings, tmp_path: Path) -> Callable[..., Stream]:
    return partial(Stream, streams, tmp_path)


def test_a_birth_of_1936_does_not_leave_beside_events_of_2028(stream: Callable[..., Stream]) -> None:
    """No setting gives a day. The Patient comes first and has no event of its own."""
    made = stream(profile="hipaa-safe-harbor")
    old, young = patient("old", "1936-05-01"), patient("young", "1990-05-01")
    assert made.send(old, young, seen("old", "2028-02-01")) == {"released": 3}
    assert sorted(made.births(), key=str) == ["1990", None]
    assert b"1936" not in b"".join(p.read_bytes() for p in (made.folder / "out").iterdir())
    assert made.manifest()["as_of"] == "derived"
    (stated,) = {entry["as_of"] for entry in made.audit()}
    assert stated.startswith("derived:") and "2028" not in stated


def test_a_record_without_a_text_waits_for_the_day_that_it_brings(stream: Callable[..., Stream]) -> None:
    """A Patient whose own record has the newest day is judged by it, although nothing in it is a text or a name."""
    made = stream()
    made.send(patient("a", "1936-05-01", meta={"lastUpdated": "2026-04-30T10:00:00Z"}))
    made.send(patient("b", "1936-05-01", meta={"lastUpdated": "2026-05-01T10:00:00Z"}))
    assert made.births() == ["1936", None]


@pytest.mark.slow
def test_who_turns_90_in_the_stream_is_counted_by_status(stream: Callable[..., Stream], in_process: Command) -> None:
    made = stream()
    state = made.folder / "state"
    env = {
        "REDACTOR_HOME": str(made.settings.home), "REDACTOR_STREAMS__SERVERS": str(made.streams.servers),
        "REDACTOR_STREAMS__PREFIX": made.streams.prefix, "REDACTOR_STREAMS__PARTITIONS": str(made.streams.partitions),
        "REDACTOR_STREAMS__REPLICATION": "1",
    }  # fmt: skip

    def otherwise() -> tuple[int, list[str]]:
        done = in_process("streams", "status", "--state", state, "--json", env=env)
        assert done.returncode in (0, 1), done.stderr
        told = json.loads(done.stdout)
        (exporter,) = told["exporters"]
        return exporter["read_otherwise"], [f["do"] for f in told["findings"] if f["code"] == "read-otherwise"]

    assert made.send(patient("p", "1938-06-15"), seen("p", "2028-01-10")) == {"released": 2}
    assert (made.births(), otherwise()) == (["1938"], (0, []))
    made.send(seen("p", "2028-06-14"))
    made.send(patient("p", "1938-06-15", gender="female"), patient("q", "1950-01-02"))
    assert (sorted(map(str, made.births())), otherwise()) == (["1938", "1938", "1950"], (0, []))
    assert made.send(seen("p", "2028-06-15"), patient("p", "1938-06-15", gender="male"))["released"] == 7
    assert made.births()[3:] == [None]
    count, (do,) = otherwise()
    assert count == 2 and "prefix" in do  # both versions that left before
    made.export()  # again, with nothing to do
    assert otherwise()[0] == 2
    text = in_process("streams", "status", "--state", state, env=env).stdout
    assert "2 released records would be read otherwise" in text and "2028" not in text and "1938" not in text
    by_day = [entry["as_of"] for entry in made.audit()]
    assert len(set(by_day)) == 3 and not any("2028" in day for day in by_day)


@pytest.mark.slow
def test_the_setting_is_a_floor_and_may_change(stream: Callable[..., Stream]) -> None:
    """An exporter with another setting goes on with its state, and takes what workers of the other made."""
    first, later = stream(as_of="2027-01-01"), stream(as_of="2029-01-01")
    assert first.send(patient("a", "1936-05-01"), patient("b", "1938-05-01"))["released"] == 2
    assert sorted(first.births(), key=str) == ["1938", None]
    assert later.send(patient("c", "1938-05-01"))["released"] == 3
    first.ingest(patient("d", "1938-05-01"), seen("d", "2028-05-02"))
    later.work()
    assert first.export()["released"] == 5 and first.births()[2:] == [None, None]
    assert first.manifest()["as_of"] == "derived"  # the setting alone does not say it any more


@pytest.mark.slow
def test_the_day_never_goes_back_and_is_the_same_in_a_home_that_joins_later(stream: Callable[..., Stream]) -> None:
    made = stream()
    made.send(patient("a", "1990-05-01"), seen("a", "2028-03-04"), seen("a", "2027-03-04"))
    made.send(seen("a", "2019-01-01"))  # by another process
    made.send(seen("a", "2049-01-01"), seen("a", "9999-12-31"))  # beyond the years in which something happened
    assert made.days_sent() == [dt.date(2028, 3, 4), dt.date(2019, 1, 1)]
    late = made.other(home=made.folder / "late")
    late.follow()
    assert made.day == late.day == dt.date(2028, 3, 4)
    made.ingest(patient("old", "1938-03-04"))
    late.work()
    late.export()
    assert made.births() == ["1990", None]


@pytest.mark.slow
@pytest.mark.parametrize("place", ["day", "join", "records"])
def test_an_ingest_that_dies_between_its_steps_loses_no_day(
    stream: Callable[..., Stream], monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Killed behind the day, behind the join, or before the records are acknowledged; the same command goes on."""
    made = stream()
    made.send(patient("young", "1990-05-01"), seen("young", "2025-02-01"))
    step = {"day": (Sender, "send_last"), "join": (Sender, "send_last"), "records": (Sender, "flush")}[place]
    with monkeypatch.context() as patched:
        kill_at(patched, step, {"day": 1, "join": 2, "records": 2}[place], before=False)
        with pytest.raises(KilledError):
            made.ingest(patient("old", "1936-05-01"), seen("old", "2028-02-01"))
    assert made.days_sent()[-1] == dt.date(2028, 2, 1)
    made.work()
    (killed,) = sorted(made.folder.glob("in-*"), key=lambda p: p.stat().st_mtime)[-1:]
    ingest_folder(made.settings, killed, False, 1, None, 0, lambda state: None)
    made.work()
    assert made.export()["released"] == 4
    assert made.births() == ["1990", None] and made.day == dt.date(2028, 2, 1)


def test_brokers_learn_no_day(stream: Callable[..., Stream]) -> None:
    made = stream()
    made.send(patient("a", "1938-06-15"), patient("b", "1938-06-15"), seen("a", "2028-03-04"))
    known = asyncio.run(read_all(made.streams, KNOWN, 1))
    envelopes = asyncio.run(read_all(made.streams, DEID, made.streams.partitions))
    seen_by_brokers = b"".join(bytes(m.key or b"") + bytes(m.value or b"") for m in (*known, *envelopes))
    seen_by_brokers += log_bytes(made.streams, KNOWN)
    for day in (b"2028-03-04", b"2028-06-15", b"1938-06-15"):
        assert day not in seen_by_brokers
    formats = Envelopes(made.keyring, name_of(made.streams, DEID))
    bodies = [formats._decode(formats._decompress(m.value[33:], max_output_size=1 << 20)) for m in envelopes]
    assert len({body.judged for body in bodies}) == 3 and len({len(body.judged) for body in bodies}) == 1
    turns = sorted(str(formats.decode(m.key, m.value).processed.turns) for m in envelopes)
    assert turns == ["2028-06-15", "2028-06-15", "None"]


def test_known_db_is_replaced_and_reads_the_same_day(stream: Callable[..., Stream]) -> None:
    """What was lost with a home comes back from the topic."""
    made = stream()
    made.send(patient("a", "1990-05-01"), seen("a", "2028-03-04"))
    path, head = known_values_path(made.settings), known_head_path(made.settings)
    for file in (*path.parent.glob(path.name + "*"), *([head] if head is not None else [])):
        file.unlink(missing_ok=True)
    made.follow()
    assert made.day == dt.date(2028, 3, 4)
