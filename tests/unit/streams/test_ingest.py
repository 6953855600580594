"""What an ingest sends, and in which order, whatever goes away meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from redactor.errors import RunError, StoppedError, TopicError
from redactor.run.contracts import FileReason, RawRecord
from redactor.run.dropfolder import DropFolder
from redactor.run.harvester import RecordHarvester
from redactor.run.intake.chunks import ChunkSizes, chunks
from redactor.run.intake.files import list_inputs
from redactor.run.packing import pack
from redactor.run.pool import Pool, Stage, isolate_failures
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.records import Reason, RecordIn
from streams import ingest
from streams.deletions import goes_everywhere
from streams.known_topic import AddLink, AddValue, Day, Join
from streams.sinks import DropSink, Notes
from streams.topics import KNOWN, RAW
from tests.unit.streams.ingest_kit import Bench, Stop

PATIENTS = [
    {"resourceType": "Patient", "id": f"p{n}", "name": [{"family": f"Featherstone{n}", "given": ["Ada"]}]}
    for n in range(5)
]
NOTES = [
    {"resourceType": "Observation", "id": f"o{n}", "subject": {"reference": f"Patient/p{n % 5}"}} for n in range(10)
]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench.make(tmp_path)


def write(path: Path, *resources: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(json.dumps(r).encode() + b"\n" for r in resources))
    return path


def intake(bench: Bench) -> list[RawRecord]:
    """What `redactor run` reads, with the positions of a stream."""
    numbers = {f.name: f.number for f in bench.sink("other").scan()}
    found = []
    for file in list_inputs(bench.folder):
        for chunk in chunks(file, ChunkSizes(10, 10**6, 10**6), None):
            for raw in chunk.raws:
                _, _, at = raw.position.partition(":")
                found.append(replace(raw, position=f"{numbers[file.name]}:{at}"))
    return found


def event(patient: str, day: str) -> dict[str, Any]:
    return {"resourceType": "Observation", "id": f"o-{patient}-{day}", "status": "final", "effectiveDateTime": day}


def test_the_newest_day_comes_before_all_records_and_each_needs_it(bench: Bench) -> None:
    """Also where nothing else is new, and a record has no text: birth dates are judged in all of them."""
    for n, days in enumerate(
        [["2028-03-04", "2027-01-01"], ["2028-03-04"], ["2026-05-05", "2028-03-05"], ["2049-01-01"]]
    ):
        write(bench.folder / f"{n}.ndjson", *(event(f"p{n}", day) for day in days))
        bench.ingest()
    changes = bench.known()
    assert [c.day.isoformat() for c in changes if isinstance(c, Day)] == ["2028-03-04"] * 2 + ["2028-03-05"]
    needed = [r.known for r in bench.raws()]
    assert needed == sorted(needed) and isinstance(changes[needed[0] - 1], Day)
    for topic, message in bench.topics.log:
        assert b"2028" not in (message.key or b"") + (message.value or b""), topic


def test_a_day_that_was_not_acknowledged_is_sent_again(bench: Bench) -> None:
    """Each sender of an ingest fails at another message."""
    write(bench.folder / "a.ndjson", event("a", "2028-03-04"), *PATIENTS)
    bench.topics.fail_after = list(range(8))
    bench.ingest()
    changes = bench.known()
    needed = {r.known for r in bench.raws()}
    days = [n for n, c in enumerate(changes) if isinstance(c, Day)]
    assert days and all(any(day < known for day in days) for known in needed)


def test_known_values_and_their_join_come_before_all_records(bench: Bench) -> None:
    write(bench.folder / "a.ndjson", *NOTES)
    write(bench.folder / "b.ndjson", *PATIENTS)
    done = bench.ingest().published
    topics = [topic for topic, _ in bench.topics.log]
    assert topics == sorted(topics, key=[KNOWN, RAW].index)
    known = bench.known()
    names = {c.value.value for c in known if isinstance(c, AddValue)}
    assert {p["name"][0]["family"] for p in PATIENTS} <= {n.split()[-1] for n in names} | names
    assert any(isinstance(c, AddLink) for c in known) and isinstance(known[-1], Join)
    assert {r.known for r in bench.raws()} == {len(known) - 1}
    assert (done.files, done.records, done.unread, done.known) == (2, 15, 0, len(known) - 1)


def test_records_are_those_of_a_run_and_a_patients_stay_in_order(bench: Bench) -> None:
    write(bench.folder / "a.ndjson", *NOTES, *PATIENTS)
    (bench.folder / "b.json").write_text(json.dumps({"resourceType": "Bundle", "type": "batch", "entry": [
        {"fullUrl": "urn:uuid:1", "resource": PATIENTS[0], "request": {"method": "PUT", "url": "Patient/p0"}},
        {"request": {"method": "DELETE", "url": "Observation/o3"}},
    ]}))  # fmt: skip
    (bench.folder / "c.csv").write_text("a,b\n1,2\n")
    (bench.folder / "d.ndjson").write_text('{"broken\n')
    (bench.folder / "e.pdf").write_text("%PDF-1.7")
    expected = intake(bench)
    copies = [r for r in expected if goes_everywhere(r)] * (bench.settings.streams.partitions - 1)
    assert len(copies) == 2
    assert bench.ingest().published.records == len(expected)
    assert sorted(pack(r.raw) for r in bench.raws()) == sorted(map(pack, expected + copies))
    by_key: dict[bytes, list[int]] = {}
    places = [r.position for r in expected]
    for (topic, message), raw in zip([x for x in bench.topics.log if x[0] == RAW], bench.raws(), strict=True):
        assert topic == RAW
        by_key.setdefault(message.key, []).append(places.index(raw.raw.position))
    assert all(order == sorted(order) for order in by_key.values())


def test_a_record_that_cannot_be_harvested_has_its_key_all_the_same(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(bench.folder / "a.ndjson", *NOTES, *PATIENTS)
    bench.ingest()
    expected = [m.key for topic, m in bench.topics.log if topic == RAW]
    bench.topics.log.clear()
    harvest, called = RecordHarvester._harvest_record, []

    def broken(self: RecordHarvester, record: RecordIn, found: Any) -> CompiledSchema:
        if record.data["id"] in ("o3", "p1"):
            raise ValueError
        return harvest(self, record, found)

    def call(self: Pool, stage: Stage[bytes], raws: list[RawRecord]) -> list[bytes | str]:
        called.extend(raw.position.partition(":")[2] for raw in raws)
        return isolate_failures(stage.work, stage.build(), raws)

    monkeypatch.setattr(RecordHarvester, "_harvest_record", broken)
    monkeypatch.setattr(Pool, "call", call)
    done = bench.ingest(bench.sink("another")).published
    assert (done.records, done.unread, done.harvest_failed, called) == (15, 0, 2, ["4", "12"])
    assert [m.key for topic, m in bench.topics.log if topic == RAW] == expected


def test_entries_of_a_restricted_bundle_carry_its_fate_across_chunks(bench: Bench) -> None:
    entries = [{"resource": n} for n in NOTES]
    restricted = {
        "resourceType": "Bundle", "type": "collection", "meta": {"security": [{"code": "R"}]}, "entry": entries,
    }  # fmt: skip
    write(bench.folder / "a.ndjson", restricted, restricted | {"meta": {}}, NOTES[0])
    bench.ingest()
    blocked = [r.raw.blocked for r in bench.raws()]
    assert blocked == [None, *[("withheld", "restricted-by-label")] * 10, *[None] * 12]


def test_the_entries_of_a_history_are_published_oldest_first(bench: Bench) -> None:
    deleted = {"request": {"method": "DELETE", "url": "Observation/o0"}}
    history = {"resourceType": "Bundle", "type": "history", "entry": [deleted, *({"resource": n} for n in NOTES)]}
    write(bench.folder / "a.ndjson", history)
    bench.ingest()
    assert [r.raw.position.rpartition("/")[2] for r in bench.raws()][1:] == [*map(str, range(11, 0, -1)), "1", "1"]


def test_what_is_finished_is_not_sent_again_under_any_name(bench: Bench) -> None:
    file = write(bench.folder / "a.ndjson", *NOTES)
    bench.ingest()
    file.rename(bench.folder / "b.ndjson")
    write(bench.folder / "c.ndjson", *PATIENTS)
    before = len(bench.raws())
    bench.ingest()
    assert [r.raw.data for r in bench.raws()[before:]] == [json.dumps(p).encode() for p in PATIENTS]


def test_a_content_has_one_number_under_any_name_and_after_its_state_was_lost(bench: Bench) -> None:
    file = write(bench.folder / "a.ndjson", *NOTES)
    first = bench.sink("one").scan()
    file.rename(bench.folder / "b.ndjson")
    write(bench.folder / "0.ndjson", *PATIENTS)
    second = bench.sink("two").scan()
    assert first[0].number == second[1].number != second[0].number


def test_one_note_of_two_patients_is_two_notes(bench: Bench) -> None:
    for name in ("p1.txt", "p2.txt"):
        (bench.folder / name).write_text("No show.")
    (bench.folder / "copy.csv").write_text("a\n1\n")
    (bench.folder / "same.csv").write_text("a\n1\n")
    bench.ingest()
    assert len(bench.raws()) == 3


@pytest.mark.parametrize("fails", [[0], [3], [11], [20], [0, 7, 20, 30]])
def test_nothing_is_lost_while_kafka_comes_and_goes(bench: Bench, fails: list[int]) -> None:
    write(bench.folder / "a.ndjson", *NOTES)
    write(bench.folder / "b.ndjson", *PATIENTS)
    bench.topics.fail_after = list(fails)
    done = bench.ingest().published
    assert {r.raw.data for r in bench.raws()} == {json.dumps(r).encode() for r in (*NOTES, *PATIENTS)}
    assert (done.files, done.records) == (2, 15)
    assert [s.phase for s in bench.states].count("kafka-away") == len(fails) == bench.topics.senders - 1
    first = next(i for i, (topic, _) in enumerate(bench.topics.log) if topic == RAW)
    joins = [i for i, c in enumerate(bench.known()) if isinstance(c, Join)]
    assert first > joins[0] and {r.known for r in bench.raws()} <= set(joins)


def test_what_went_to_a_topic_that_was_created_again_does_not_count_as_published(bench: Bench) -> None:
    write(bench.folder / "a.ndjson", *NOTES)
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == 3:  # at the start, before the scan is published, and then before its files are finished
            raise TopicError("created again")

    bench.check = check
    with pytest.raises(TopicError):
        bench.ingest()
    assert bench.raws()
    sent = len(bench.raws())
    assert bench.ingest().published.files == 1 and len(bench.raws()) == 2 * sent


@pytest.mark.parametrize("fail_after", range(12, 40, 3))
def test_files_that_are_finished_are_not_sent_again_when_kafka_comes_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, fail_after: int
) -> None:
    monkeypatch.setattr(ingest, "_UNFINISHED_FILES", 1)
    resources = [{"resourceType": "Location", "id": f"l{n}", "name": "Ward"} for n in range(30)]
    for n in range(10):
        write(bench.folder / f"{n}.ndjson", *resources[3 * n : 3 * n + 3])
    bench.topics.fail_after = [fail_after]
    done = bench.ingest().published
    sent = [r.raw.data for r in bench.raws()]
    assert set(sent) == {json.dumps(r).encode() for r in resources}
    assert len(sent) <= len(resources) + 3 and (done.files, done.records) == (10, 30)


def test_a_signal_ends_the_wait_for_kafka(bench: Bench) -> None:
    write(bench.folder / "a.ndjson", *NOTES)
    bench.topics.fail_after, bench.stop = [0] * 50, Stop(3)
    with pytest.raises(StoppedError):
        bench.ingest()
    bench.topics.fail_after, bench.stop = [], Stop()
    bench.ingest()
    assert len(bench.raws()) == 10


def test_an_input_that_changes_while_it_is_read_is_not_finished(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(bench.folder / "a.ndjson", *NOTES)

    def append() -> None:
        bench.topics.waiting.clear()
        with file.open("ab") as opened:
            opened.write(b"{}\n")

    monkeypatch.setattr(bench.topics, "flush", append)
    with pytest.raises(RunError, match="was changed"):
        bench.ingest()
    monkeypatch.undo()
    bench.ingest()
    assert len(bench.raws()) >= 11


def test_a_record_that_is_too_large_is_sent_without_its_content(bench: Bench) -> None:
    write(bench.folder / "a.ndjson", PATIENTS[0] | {"note": "x" * 100_000}, PATIENTS[1])
    done = bench.ingest().published
    large, other = sorted(bench.raws(), key=lambda r: len(r.raw.data))
    assert large.raw.error is Reason.TOO_LARGE and not large.raw.data and b"Featherstone1" in other.raw.data
    assert done.records == 2


def test_a_known_value_that_is_too_large_is_counted_and_does_not_stop_the_others(bench: Bench) -> None:
    large = PATIENTS[0] | {"name": [{"text": "x" * 100_000}]}
    write(bench.folder / "a.ndjson", large, *PATIENTS[1:])
    done = bench.ingest().published
    assert done.harvest_failed >= 1 and len(bench.raws()) == 5
    assert len({c.scope for c in bench.known() if isinstance(c, AddValue)}) >= 4


def test_a_drop_folder_is_emptied_into_done_and_failed(bench: Bench) -> None:
    write(bench.folder / "a.ndjson", *NOTES)
    (bench.folder / "b.ndjson.gz").write_bytes(b"\x1f\x8bno gzip")
    (bench.folder / "p1.txt").write_text("No show.")
    key = bench.keyring.internal("content-number")
    folder = DropFolder(bench.folder, bench.settings.home / "state", key, settle_seconds=0)
    sink = DropSink(folder, key, Notes.from_settings(bench.settings, bench.keyring))
    bench.stop = Stop(0)
    wait = sink.wait

    def stop_then_wait() -> None:
        bench.stop.set()
        wait()

    sink.wait = stop_then_wait  # type: ignore[method-assign]
    with pytest.raises(StoppedError):
        bench.ingest(sink)
    assert len(bench.raws()) == 12
    assert len(list((bench.folder / "done").glob("*/*"))) == 2
    (reason,) = (bench.folder / "failed").glob("*.json")
    assert json.loads(reason.read_text())["reason"] == FileReason.UNREADABLE.value
    assert not list((bench.folder / "processing").iterdir())


def test_a_drop_folder_is_not_read_as_a_plain_one_and_home_is_no_input(bench: Bench) -> None:
    settings = bench.settings
    with pytest.raises(RunError, match="home lies in the folder"):
        ingest.ingest_folder(settings, bench.folder.parent, False, 1, None, 0, bench.states.append)
    with DropFolder(bench.folder, settings.home / "state", bench.keyring.internal("x")):
        pass
    with pytest.raises(RunError, match="--watch"):
        ingest.ingest_folder(settings, bench.folder, False, 1, None, 0, bench.states.append)
