"""The record processor of a stream: the day on which it judges ages, and what a record owes to its batch."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import known_values_path
from redactor.assemble.runs import build_stream
from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.run.contracts import Processed, RawRecord
from redactor.run.state.event_days import DAYS, OF_STREAM
from redactor.run.state.known_store import KnownStore
from redactor.settings import load_settings
from redactor.text import KnownValue
from schemas.engine.records import Outcome
from streams.batches import BatchProcessor, SourceRecord
from streams.known_topic import Day, apply

TURNS = dt.date(2028, 6, 15)


class Host:
    def __init__(self, folder: Path, keyring: Path, **more: Any) -> None:
        told = {"home": folder / "home", "keyring": str(keyring), "detectors": ("patterns",)}
        streams = {"servers": "localhost:1", "one_host": True}
        self.settings = load_settings(**told, streams=streams, **more)
        self.settings.home.mkdir(exist_ok=True)
        self.keyring = Keyring.load(str(keyring))
        self.reach()
        self.parts = build_stream(self.settings)
        self.processor = self.parts.processor()

    def reach(self, *days: dt.date) -> None:
        with KnownStore.open(known_values_path(self.settings), self.keyring) as store, store.transaction("t", 1):
            apply(store, map(Day, days))

    def process(self, *records: dict[str, Any]) -> list[Processed]:
        return self.processor.process([raw(record) for record in records])


@pytest.fixture(params=["hipaa-safe-harbor", "hips"])
def host(request: pytest.FixtureRequest, tmp_path: Path, keyring_path: Path) -> Host:
    return Host(tmp_path, keyring_path, profile=request.param)


def raw(record: dict[str, Any]) -> RawRecord:
    return RawRecord(json.dumps(record).encode(), "1:1")


def patient(name: str, born: str, **more: Any) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": name, "birthDate": born, **more}


def birth(done: Processed) -> str | None:
    assert done.outcome is Outcome.RELEASED
    found: str | None = json.loads(done.payload or b"").get("birthDate")
    return found


def test_the_day_is_read_for_each_batch_and_holds_for_it(host: Host) -> None:
    (before,) = host.process(patient("a", "1938-06-15"))
    assert (birth(before), before.as_of, before.turns) == (None, None, None)  # no event was read yet
    host.reach(TURNS - dt.timedelta(1))
    kept, young = host.process(patient("a", "1938-06-15"), patient("b", "1990-01-01"))
    assert (birth(kept) or "").startswith("193") and (kept.as_of, kept.turns) == (TURNS - dt.timedelta(1), TURNS)
    assert birth(young) and (young.as_of, young.turns) == (TURNS - dt.timedelta(1), None)
    host.reach(TURNS)
    gone, young_later = host.process(patient("a", "1938-06-15"), patient("b", "1990-01-01"))
    assert (birth(gone), gone.as_of, gone.turns) == (None, TURNS, None)
    assert young_later.payload == young.payload


def test_a_day_that_comes_within_a_batch_counts_for_the_next(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine calls the replacer after the day was read, and may call it again, for each record alone."""
    host.reach(TURNS - dt.timedelta(1))
    engine = host.processor.texts
    real = type(engine).process_records
    calls: list[int] = []

    def meanwhile(self: Any, notes: Any, values: Any, records: Any) -> Any:
        calls.append(len(records))
        host.reach(TURNS)
        if len(records) > 1:
            raise ValueError("together they fail")
        return real(self, notes, values, records)

    monkeypatch.setattr(type(engine), "process_records", meanwhile)
    found = host.process(patient("a", "1938-06-15"), patient("c", "1938-06-15"))
    assert calls == [2, 1, 1] and all(birth(done) and done.as_of == TURNS - dt.timedelta(1) for done in found)
    assert [birth(done) for done in host.process(patient("a", "1938-06-15"))] == [None]


def test_a_record_owes_nothing_to_its_batch_but_the_day(host: Host) -> None:
    host.reach(dt.date(2028, 1, 1))
    records = [patient(f"p{n}", f"{1936 + n}-06-15") for n in range(6)]
    together = host.process(*records)
    alone = [host.process(record)[0] for record in records]
    assert [(d.payload, d.as_of, d.turns) for d in together] == [(d.payload, d.as_of, d.turns) for d in alone]
    turns = [done.turns for done in together]
    assert turns == [None, None, *(dt.date(2026 + n, 6, 15) for n in range(2, 6))]


def test_the_earliest_birthday_of_a_record_counts(host: Host) -> None:
    """That of a relative in a field, or a date in a text."""
    host.reach(dt.date(2026, 1, 1))
    relative = {"resourceType": "FamilyMemberHistory", "id": "f", "status": "completed", "bornDate": "1937-02-03"}
    relative |= {"patient": {"reference": "Patient/a"}, "relationship": {"coding": [{"code": "MTH"}]}}
    (done,) = host.process(relative)
    assert done.turns == dt.date(2027, 2, 3)


def test_the_setting_is_a_floor_and_no_part_of_the_configuration(tmp_path: Path, keyring_path: Path) -> None:
    plain, early, late = (
        Host(tmp_path, keyring_path, **more) for more in ({}, {"as_of": "2028-06-14"}, {"as_of": "2029-01-01"})
    )
    assert plain.parts.fingerprint == early.parts.fingerprint == late.parts.fingerprint
    assert plain.parts.metadata == early.parts.metadata == late.parts.metadata
    assert [done.as_of for host in (plain, early, late) for done in host.process(patient("a", "1990-01-01"))] == [
        None, dt.date(2028, 6, 14), dt.date(2029, 1, 1),
    ]  # fmt: skip
    plain.reach(TURNS)
    assert [done.as_of for host in (plain, early, late) for done in host.process(patient("a", "1990-01-01"))] == [
        TURNS, TURNS, dt.date(2029, 1, 1),
    ]  # fmt: skip


def test_no_subject_has_the_name_of_the_days_of_a_stream(host: Host) -> None:
    """Days of a subject do not move the stream's day, and a profile that shifts does not shift by it."""
    with KnownStore.open(known_values_path(host.settings), host.keyring) as store:
        store.add(DAYS + "some-subject", [KnownValue("2040-01-01", Entity.DATE)])
        store.join()
        assert store.days.newest() is None and store.days.days_of("some-subject") == ("2040-01-01",)
    assert len(OF_STREAM) < 16


def test_an_envelope_says_the_day_of_its_record(host: Host) -> None:
    host.reach(TURNS)
    process = BatchProcessor(host.processor.process, host.keyring, "f").process
    envelopes = process([SourceRecord(0, n, b"k", 10, raw(patient(f"p{n}", "1940-01-02"))) for n in range(2)])
    assert [(e.processed.as_of, e.processed.turns) for e in envelopes] == [(TURNS, dt.date(2030, 1, 2))] * 2
