"""Held records: when they go into phi.raw again, and that each has one outcome, however often it was sent."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from aiokafka.errors import KafkaConnectionError

from schemas.engine.records import Outcome, Reason
from streams.export import Exporter
from streams.hold_clock import HoldClock
from streams.resend import Resender
from tests.audit_kit import audit_lines
from tests.unit.streams import held_kit
from tests.unit.streams.export_kit import KEYRING, config, delivered
from tests.unit.streams.held_kit import Stream, stream

__all__ = ["stream"]
FIRST, SECOND, THIRD = (f"00001-{n:08d}" for n in (1, 2, 3))


def left(stream: Stream) -> list[bytes]:
    return sorted(line for lines in delivered(stream.folder).values() for line in lines)


def reasons(stream: Stream) -> dict[str, int]:
    found: dict[str, int] = json.loads((stream.folder / "out" / "manifest.json").read_bytes())["reasons"]
    return found


def test_a_note_before_its_patient_is_held_and_leaves_once(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.work()
    assert stream.export() == {"quarantined": 1} and reasons(stream) == {"patient-unseen": 1}
    (entry,) = stream.entries()
    assert entry.subject == stream.key("p").decode() and entry.status == "held"
    assert stream.export() == {"quarantined": 1} and not stream.copies()
    stream.tell("q")
    assert stream.export() == {"quarantined": 1} and not stream.copies()
    stream.tell("p")
    assert stream.export() == {"quarantined": 1} and stream.statuses() == {FIRST: "sent"}
    assert stream.copies() == [(0, 0, 3, False)]
    stream.export()
    assert len(stream.copies()) == 1  # sent once
    stream.work()
    assert stream.export() == {"released": 1} and reasons(stream) == {}
    assert stream.statuses() == {FIRST: "released"} and left(stream) == [stream.payload((0, 0)).data]
    audit = [json.loads(line) for line in audit_lines(stream.folder / "state")]
    assert [(a["at"], a["outcome"]) for a in audit] == [("0:0", "quarantined"), ("0:1", "released")]
    assert audit[0]["record"] == audit[1]["record"]


def test_values_that_came_while_the_worker_held_the_record_are_found(stream: Stream) -> None:
    """The exporter had read beyond them for the sake of another record."""
    stream.ingest("p", "early")
    stream.ingest("q", "late", partition=1)
    stream.tell("q")
    stream.tell("x")
    stream.deid[1], late = [], stream.raw[1].pop()
    stream.work()
    stream.export()
    stream.raw[1].append(late)
    stream.work()
    stream.export()
    assert stream.copies() == [(1, 0, 1, False)]


def test_values_that_were_passed_before_a_record_came_are_looked_for_again(stream: Stream) -> None:
    """One process, whose journal is behind what it has read."""

    async def follow() -> None:
        with Exporter(config(stream.folder)) as exporter:
            async with Resender(held_kit.STREAMS, KEYRING, exporter.held) as resender:
                stream.tell("x")
                stream.ingest("p", "waits")
                stream.work()
                stream.take(exporter)
                await resender.catch_up()
                stream.ingest("q", "late", partition=1)
                stream.work()
                stream.tell("q")
                await resender.catch_up()
                assert exporter.held.read_to == len(stream.known) > exporter.held.read_from
                stream.take(exporter)
                await resender.catch_up()

    asyncio.run(follow())
    assert stream.copies() == [(1, 0, 3, False)]


def test_values_whose_records_could_not_be_sent_are_read_again(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process: the broker is away for a moment, when the join was read and the next patient's values with it."""
    sent = held_kit.Producer.send
    away = [True]

    async def send(self: held_kit.Producer, topic: str, value: bytes, key: bytes, partition: int) -> object:
        if away.pop() if away else False:
            raise KafkaConnectionError
        return await sent(self, topic, value, key, partition)

    monkeypatch.setattr(held_kit.Producer, "send", send)

    async def follow() -> None:
        with Exporter(config(stream.folder)) as exporter:
            async with Resender(held_kit.STREAMS, KEYRING, exporter.held) as resender:
                stream.ingest("p", "first")
                stream.ingest("q", "second", partition=1)
                stream.work()
                stream.take(exporter)
                stream.join()
                stream.tell("p")
                stream.tell("q")
                with pytest.raises(KafkaConnectionError):
                    await resender.catch_up()
                await resender.catch_up()

    asyncio.run(follow())
    assert {(partition, origin) for partition, origin, _, _ in stream.copies()} == {(0, 0), (1, 0)}


def test_a_patient_who_was_forgotten_before_the_join_is_not_known(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p", joined=False)
    stream.forget("p")
    stream.join()
    stream.export()
    assert not stream.copies()


def test_a_worker_that_never_sees_the_patient_does_not_make_the_exporter_send_without_end(stream: Stream) -> None:
    """It has another crosswalk, for example."""
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p")
    for _ in range(4):
        stream.export()
        stream.work(Outcome.QUARANTINED, Reason.PATIENT_UNSEEN)
    assert len(stream.copies()) == 1
    assert stream.export() == {"quarantined": 1} and reasons(stream) == {"patient-unseen": 1}
    assert stream.statuses() == {FIRST: "released", SECOND: "held"}


def test_a_record_that_was_sent_twice_has_one_outcome(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p")
    stream.export()
    again = stream.raw[0][1]
    stream._append(0, again.key, again.value)
    stream.work()
    stream._append(0, again.key, again.value)
    stream.work()
    assert stream.export() == {"released": 1} and len(left(stream)) == 1


@pytest.mark.parametrize("outcome", [Outcome.WITHHELD, Outcome.DUPLICATE, Outcome.DELETED])
def test_whatever_becomes_of_a_held_record_is_its_one_outcome(stream: Stream, outcome: Outcome) -> None:
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p")
    stream.export()
    stream.work(outcome)
    assert stream.export() == {outcome.value: 1} and stream.statuses() == {FIRST: "released"}


def test_a_held_record_that_is_quarantined_for_another_reason_has_that_reason(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p")
    stream.export()
    stream.work(Outcome.QUARANTINED, Reason.DETECTOR_FAILED)
    assert stream.export() == {"quarantined": 1} and reasons(stream) == {"detector-failed": 1}
    assert stream.statuses() == {FIRST: "released", SECOND: "held"}
    stream.ask(SECOND)
    stream.export()
    assert stream.copies()[-1] == (0, 1, 1, False)
    stream.work()
    assert stream.export() == {"released": 1} and left(stream) == [stream.payload((0, 0)).data]


def test_no_entry_remains_of_a_record_that_left_by_another_ingest(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.work(Outcome.QUARANTINED, Reason.DETECTOR_FAILED)
    stream.export()
    stream.tell("p")
    stream.ingest("p", "note")
    stream.work()
    assert stream.export() == {"duplicate": 1, "released": 1} and stream.statuses() == {FIRST: "released"}
    stream.ingest("p", "note")
    stream.work(Outcome.QUARANTINED, Reason.PATIENT_UNSEEN)  # it left before
    assert stream.export() == {"duplicate": 2, "released": 1} and len(stream.entries()) == 1


def test_no_entry_is_made_of_a_record_that_leaves_in_the_same_commit(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p")
    stream.ingest("p", "note")
    stream.work()
    assert stream.export() == {"duplicate": 1, "released": 1} and not stream.entries()
    assert reasons(stream) == {}


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("outcome", [Outcome.RELEASED, Outcome.DELETED])
def test_a_version_of_which_a_later_one_has_left_waits_for_a_person(
    stream: Stream, together: bool, outcome: Outcome
) -> None:
    stream.ingest("p", "note", 1)
    stream.work()
    if not together:
        stream.export()
    stream.tell("p")
    stream.ingest("p", "note", 2)
    stream.work()
    stream.export()
    assert stream.statuses() == {FIRST: "superseded"} and not stream.copies()
    stream.ask(FIRST)
    stream.export()
    assert stream.copies() == [(0, 0, 1, True)]
    stream.work()
    assert stream.export() == {"released": 2}


def test_an_older_version_that_is_under_way_when_a_later_one_leaves_does_not_leave(stream: Stream) -> None:
    stream.ingest("p", "note", 1)
    stream.work()
    stream.tell("p")
    stream.ingest("p", "note", 2)  # before the copy
    stream.export()
    stream.work()
    assert stream.export() == {"quarantined": 1, "released": 1} and stream.statuses() == {FIRST: "superseded"}


def test_versions_that_were_held_together_leave_in_their_order(stream: Stream) -> None:
    for version in (9, 2, 5):
        stream.ingest("p", "note", version)
    stream.work()
    stream.tell("p")
    stream.export()
    stream.work()
    assert stream.export() == {"released": 3}
    (lines,) = delivered(stream.folder).values()
    assert lines == [stream.payload((0, n)).data for n in range(3)]


def test_a_purged_record_never_comes_back(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.ingest("p", "other")
    stream.work()
    stream.export()
    store = stream.store()
    assert store.purge([FIRST]) == 1
    store.close()
    stream.tell("p")
    stream.export()
    assert [origin for _, origin, _, _ in stream.copies()] == [1]
    stream.purge()  # the other one is under way
    stream.work()
    assert stream.export() == {"quarantined": 2} and not left(stream)
    assert set(stream.statuses().values()) == {"purged"}


def test_a_person_releases_a_record_without_known_values(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.tell("x")
    stream.work()
    stream.export()
    stream.ask(FIRST)
    assert stream.statuses() == {FIRST: "asked"}
    stream.export()
    assert stream.copies() == [(0, 0, 1, True)] and stream.statuses() == {FIRST: "sent"}
    stream.work()
    assert stream.export() == {"released": 1}


def test_a_record_over_a_lowered_limit_stays_with_its_content(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    stream.ingest("p", "note", data=b'{"id":"note","v":1,"x":"' + b"x" * 5_000 + b'"}')
    stream.work()
    stream.export()
    stream.ask(FIRST)
    low = held_kit.STREAMS.model_copy(update={"max_record_bytes": 4_096})
    monkeypatch.setattr(held_kit, "STREAMS", low)
    stream.export()
    assert not stream.copies() and stream.statuses() == {FIRST: "asked"}


def test_what_was_sent_and_lost_is_held_again(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p")
    stream.export()
    del stream.raw[0][1]
    stream.ingest("q", "other")  # stands where the copy stood
    stream.work()
    stream.export()
    stream.export()
    assert stream.statuses() == {FIRST: "held", SECOND: "held"}


@pytest.mark.parametrize("processes", [True, False])
def test_after_hold_hours_a_record_goes_on_only_where_settings_say_so(
    stream: Stream, monkeypatch: pytest.MonkeyPatch, processes: bool
) -> None:
    now = [0.0]
    monkeypatch.setattr("streams.held.HoldClock", lambda stored: HoldClock(stored, lambda: now[0], lambda: 0.0))
    more = {"hold_seconds": 5000.0, "processes_unseen": processes}
    stream.tell("x")
    stream.ingest("p", "note")
    stream.work()
    stream.export(**more)
    now[0] += 4999.0
    stream.export(**more)
    assert not stream.copies()
    stream.ingest("q", "late", partition=1)
    stream.work()
    now[0] += 4999.0
    stream.export(**more)
    assert stream.copies() == ([(0, 0, 1, True)] if processes else [])
    stream.work()
    assert stream.export(**more) == ({"released": 1, "quarantined": 1} if processes else {"quarantined": 2})


def test_a_record_that_is_held_again_has_waited_since_it_came(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("streams.held.HoldClock", lambda stored: HoldClock(stored, lambda: now[0], lambda: 0.0))
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p")
    stream.export()
    now[0] += 1000.0
    stream.work(Outcome.QUARANTINED, Reason.PATIENT_UNSEEN)
    stream.export()
    assert [e.since for e in stream.entries()] == [0, 0]


def test_the_entry_of_a_message_that_was_lost_is_none(stream: Stream, tmp_path: Path) -> None:
    """A new state begins behind it: the copy is an ordinary record there."""
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p")
    stream.export()
    stream.work()
    stream.folder = tmp_path / "new"
    stream.deid[0] = [stream.deid[0][1]]
    with Exporter(config(stream.folder)) as exporter:
        exporter.skip_lost(0, 1)
        exporter.commit(exporter.take(stream.deid[0]), {})
        assert exporter.outcomes() == {"released": 1}
