"""What waits for what, from observations alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from streams.observation import Exporter, Known, Member, Observation, Partition, Process, Queue
from streams.processes import CanaryStatus, Kind, ProcessStatus
from streams.status import Finding, duration, findings

_NOW = 1_000_000.0
_DAY = 86_400.0


def partition(number: int, end: int, following: int, begin: int = 0, age: float = 60.0) -> Partition:
    waits = end > max(begin, following)
    return Partition(number, begin, end, following, _NOW - age if waits else None)


def process(kind: Kind, phase: str, runs: bool = True, since: float = 30.0, **counts: int) -> Process:
    return Process(ProcessStatus(kind, f"{kind}-1", "", phase, _NOW - since, state="/s", counts=counts), runs)


def seen(
    partitions: Sequence[Partition] = (), members: Sequence[Member] = (), exporters: Sequence[Exporter] = (),
    processes: Sequence[Process] = (), **more: object,
) -> Observation:  # fmt: skip
    made = Observation(
        _NOW, None, Queue(tuple(partitions), tuple(members)), Known(0, 0), tuple(processes), tuple(exporters), 7 * _DAY
    )
    return replace(made, **more)  # type: ignore[arg-type]


def exporter(runs: bool = True, phase: str = "exporting", **more: object) -> Exporter:
    counts = {"forged": int(str(more.pop("forged", 0)))}
    own = process("exporter", phase, runs, **counts)
    return replace(Exporter("/s", process=own, deid=(Partition(0, 0, 100, 100),)), **more)  # type: ignore[arg-type]


def codes(found: Sequence[Finding]) -> dict[str, bool]:
    return {f.code: f.needs_person for f in found}


WORKER = Member("worker-1", "127.0.0.1", (0, 1), True)


def test_a_new_or_idle_stream_has_no_findings() -> None:
    assert findings(seen([partition(0, 0, 0)])) == []
    done = seen([partition(0, 100, 100)], [WORKER], [exporter(), exporter(runs=False, phase="ended")])
    assert findings(done) == []


def test_records_that_would_be_read_otherwise_are_told_and_wait_for_nobody() -> None:
    (found,) = findings(seen([partition(0, 100, 100)], [WORKER], [exporter(read_otherwise=1_234)]))
    assert (found.code, found.needs_person) == ("read-otherwise", False)
    assert found.text.startswith("1,234 released records would be read otherwise by now")
    assert "tell the recipient" in found.do and "streams.prefix" in found.do and "empty OUT" in found.do


def test_a_file_system_that_is_nearly_full_is_told_once_while_its_process_runs() -> None:
    full = [process("worker", "working"), process("ingest", "idle"), process("router", "routing", runs=False)]
    disks = [{"home": 83}, {"home": 83, "the drop folder": 91}, {"home": 99}]
    told = [replace(p, status=structs.replace(p.status, disks=d)) for p, d in zip(full, disks, strict=True)]
    found = [f for f in findings(seen([partition(0, 0, 0)], processes=told)) if f.stage == "disk"]
    assert [(f.code, f.needs_person, f.text) for f in found] == [
        ("disk-nearly-full", True, "the file system of home is 83 % full, says worker-1"),
        ("disk-nearly-full", True, "the file system of the drop folder is 91 % full, says ingest-1"),
    ]


def test_an_alarm_of_canaries_needs_a_person_while_the_worker_runs() -> None:
    def told(runs: bool, **more: Any) -> list[Finding]:
        one = process("worker", "working", runs)
        status = structs.replace(one.status, canaries=CanaryStatus(40, **more))
        return [f for f in findings(seen(processes=[replace(one, status=status)])) if f.code == "canary-alarm"]

    low: dict[str, Any] = {"recall": {"DATE": 0.99, "PATIENT": 0.4166}, "alarm": ("PATIENT",)}
    (found,) = told(True, **low)
    assert found.needs_person and found.stage == "workers"
    assert found.text == "worker-1 finds too little in canaries, with a recall of PATIENT 0.42"
    assert not told(False, **low) and not told(True, recall={"PATIENT": 0.4}) and not told(True)


def test_records_without_a_worker_wait_for_a_person_and_say_where() -> None:
    (found,) = findings(seen([partition(0, 5, 5), partition(2, 12_000, 0)], exporters=[exporter()]))
    assert found.needs_person and found.code == "no-worker"
    assert found.text == "partition 2: 12,000 records wait for a worker; none is running"
    assert "redactor streams worker" in found.do


def test_records_with_a_worker_flow() -> None:
    found = findings(seen([partition(0, 9, 0), partition(1, 5, 4)], [WORKER], [exporter()]))
    assert [(f.code, f.needs_person, f.text) for f in found] == [
        ("working", False, "10 records wait; 1 worker is at work")
    ]


def test_a_partition_that_nobody_has_is_taken_over_while_another_worker_runs() -> None:
    other = Member("", "10.0.0.2", (1,))
    dead = replace(WORKER, partitions=(0,), runs=False)
    partitions = [partition(0, 9, 0), partition(1, 9, 0)]
    assert codes(findings(seen(partitions, [dead, other], [exporter()]))) == {"takeover": False, "working": False}
    assert codes(findings(seen(partitions, [dead], [exporter()]))) == {"no-worker": True}


def test_a_member_that_has_ended_does_not_count_as_running() -> None:
    """Kafka keeps a static member for 30 seconds."""
    ended, elsewhere = replace(WORKER, runs=False), Member("", "10.0.0.2", (1,))
    assert Queue((), (ended, elsewhere)).alive == [elsewhere]


def test_known_values_that_cannot_be_read_are_why_no_worker_goes_on() -> None:
    made = seen([partition(0, 9, 0)], exporters=[exporter()], processes=[process("known-writer", "failed", False)])
    assert codes(findings(made)) == {"known-failed": True, "no-worker": True}
    again = replace(made, processes=(*made.processes, process("known-writer", "reading")))
    assert "known-failed" not in codes(findings(again))


def test_handing_out_partitions_is_not_a_missing_worker() -> None:
    made = seen([partition(0, 9, 0)], exporters=[exporter()])
    made = replace(made, raw=replace(made.raw, is_rebalancing=True))
    assert codes(findings(made)) == {"rebalance": False}


def test_what_kafka_deletes_soon_and_what_it_deleted_needs_a_person() -> None:
    old = partition(0, 100, 10, begin=30, age=6 * _DAY)
    found = findings(seen([old], [WORKER], [exporter()]))
    assert codes(found) == {"lost": True, "working": False, "retention": True}
    told = {f.code: f.text for f in found}
    assert told["lost"] == "Kafka deleted 20 records before a worker took them"
    assert told["retention"] == "Kafka deletes records that no worker has taken in 24 h"
    assert "retention" not in codes(findings(seen([partition(0, 100, 10, age=5 * _DAY)], [WORKER], [exporter()])))
    late = seen([partition(0, 100, 10, age=9 * _DAY)], [WORKER], [exporter()])
    assert any(f.text.endswith("at any moment") for f in findings(late))


def test_an_index_that_does_not_answer_is_named() -> None:
    waiting = process("worker", "service-away", since=180)
    made = seen([partition(0, 9, 0)], [WORKER], [exporter()], [waiting], index="http://index:9200")
    found = {f.code: f for f in findings(made)}
    assert found["index-away"].needs_person
    assert "stand-ins at http://index:9200, which does not answer since 3 min" in found["index-away"].text


def test_a_home_that_is_behind_in_known_values_flows_while_it_reads_them() -> None:
    reader = process("known-writer", "reading")
    made = seen([partition(0, 9, 0)], [WORKER], [exporter()], [reader], known=Known(6_000, 1_000))
    told = {f.code: (f.needs_person, f.text) for f in findings(made)}
    assert told["known-behind"] == (
        False, "this home is 5,000 known values behind and reads them; records wait until it has them",
    )  # fmt: skip
    full = replace(made, processes=(process("known-writer", "disk-full"),))
    assert codes(findings(full))["disk-full"]
    locked = replace(made, processes=(process("known-writer", "known-locked"),))
    assert codes(findings(locked))["known-locked"] is False
    away = replace(made, processes=(process("known-writer", "answers-away"),))
    assert codes(findings(away))["answers-away"]


def test_processed_records_wait_for_an_exporter_that_does_not_run() -> None:
    waits = {"untaken": {0: 300}, "deid": (Partition(0, 0, 300, 0),)}
    ended = exporter(runs=False, phase="failed", open_records=4, **waits)
    (found,) = findings(seen([partition(0, 300, 300)], [WORKER], [ended]))
    assert found.needs_person and found.text == (
        "300 processed records and 4 records of an open delivery wait for the exporter, which is not running; "
        "it ended with an error 30 s ago"
    )
    running = exporter(open_records=4, **waits)
    assert codes(findings(seen([partition(0, 300, 300)], [WORKER], [running]))) == {
        "exporting": False,
        "open-delivery": False,
    }


def test_no_exporter_at_all_needs_a_person_once_records_are_processed() -> None:
    assert codes(findings(seen([partition(0, 5, 5)], [WORKER]))) == {"no-exporter": True}


@pytest.mark.parametrize(
    ("deid", "gone"),
    [
        (Partition(0, 0, 50, 50), 8),  # read to its end, and envelopes never came
        (Partition(0, 20, 50, 15), 5),  # five were deleted unread
        (Partition(0, 0, 50, 40), 0),  # still to be read
    ],
)
def test_envelopes_that_can_no_longer_come_are_lost(deid: Partition, gone: int) -> None:
    one = exporter(untaken={0: 8}, deid=(deid,))
    assert one.gone == gone
    assert codes(findings(seen([partition(0, 50, 50)], [WORKER], [one]))).get("lost", False) == bool(gone)


def test_quarantine_is_told_by_reason_and_needs_nobody_at_once() -> None:
    waiting, found = findings(seen(exporters=[exporter(held={"patient-unseen": 3, "no-schema": 1_200, "forged": 1})]))
    assert (found.text, found.needs_person) == ("1,201 records are in quarantine: forged 1, no-schema 1,200", False)
    assert found.do == "see redactor quarantine list --state /s"
    assert waiting.text == "3 records wait in quarantine for the known values of their patients"
    assert not waiting.needs_person and "except those that name a patient without an id" in waiting.do


def test_topics_that_were_created_again_need_a_person() -> None:
    assert codes(findings(seen(exporters=[exporter(is_ahead=True)]))) == {"exporter-ahead": True}
    assert codes(findings(seen(known=Known(5, 6)))) == {"known-ahead": True}


@pytest.mark.parametrize("kind", ["worker", "router"])
def test_a_process_that_was_killed_is_told_of_and_needs_nobody_while_nothing_waits(kind: Kind) -> None:
    assert codes(findings(seen(processes=[process(kind, "working", runs=False)]))) == {f"{kind}-ended": False}


def test_skipped_messages_of_known_values_need_a_person() -> None:
    (found,) = findings(seen(known=Known(9, 9, skipped=2, first_skipped=4)))
    assert (found.stage, found.code, found.needs_person) == ("known values", "forged", True)
    assert "2 messages" in found.text and "offset 4 " in found.text and "ingest the sources again" in found.do


def test_forged_messages_and_unreadable_states_need_a_person() -> None:
    assert codes(findings(seen(exporters=[exporter(forged=2)]))) == {"forged": True}
    assert codes(findings(seen(exporters=[Exporter("/s", problem="SQLITE_CANTOPEN")]))) == {"state-unreadable": True}


@pytest.mark.parametrize("phase", ["records", "failed"])
def test_an_ingest_that_ended_early_needs_a_person(phase: str) -> None:
    assert codes(findings(seen(processes=[process("ingest", phase, runs=False)]))) == {"ingest-ended": True}
    assert findings(seen(processes=[process("ingest", "ended", runs=False)])) == []
    assert codes(findings(seen(processes=[process("ingest", "records")]))) == {"publishing": False}


def test_the_router_waits_like_a_worker() -> None:
    behind = Queue((partition(0, 7, 0),))
    assert codes(findings(seen(router=behind))) == {"no-router": True}
    assert codes(findings(seen(router=replace(behind, members=(Member("", "10.0.0.3", (0,)),))))) == {"working": False}


@pytest.mark.parametrize("kind", ["router", "worker"])
def test_a_process_that_runs_and_does_not_answer_kafka_is_stuck_and_not_missing(kind: Kind) -> None:
    """Its session is over, so that the group does not list it."""

    def found(*processes: Process, members: Sequence[Member] = ()) -> list[Finding]:
        queue = Queue((partition(0, 7, 0),), tuple(members))
        return findings(seen(processes=processes, **{"router" if kind == "router" else "raw": queue}))

    stuck = process(kind, "routing", since=600)
    (told,) = found(stuck)
    assert (told.code, told.needs_person) == (f"{kind}-stuck", True)
    assert f"wait for {kind}-1, which runs" in told.text and "none" not in told.text and "kill -9" in told.do
    assert codes(found(process(kind, "starting"))) == {f"{kind}-joining": False}
    assert codes(found(process(kind, "kafka-away", since=600))) == {f"{kind}-joining": False, "kafka-away": False}
    assert codes(found(replace(stuck, runs=False))) == {f"no-{kind}": True, f"{kind}-ended": False}
    assert codes(found(stuck, members=[Member(f"{kind}-1", "127.0.0.1", (0,), True)])) == {"working": False}


def test_waiting_for_kafka_is_told_of_every_process() -> None:
    made = seen(
        exporters=[exporter(phase="kafka-away")],
        processes=[process("worker", "kafka-away"), process("ingest", "kafka-away"), process("router", "kafka-away")],
    )
    found = findings(made)
    assert [(f.stage, f.needs_person) for f in found if f.code == "kafka-away"] == [
        ("router", False), ("ingest", False), ("workers", False), ("exporter", False)
    ]  # fmt: skip


def test_durations_are_for_people() -> None:
    assert [duration(s) for s in (-1, 40, 720, 7 * 3600, 3 * _DAY)] == ["0 s", "40 s", "12 min", "7 h", "3 days"]
