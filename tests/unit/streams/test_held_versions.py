"""Versions of a resource that wait in quarantine and are published again: none leaves behind a later one by itself."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from schemas.engine.records import Outcome, Reason
from tests.unit.streams.export_kit import delivered
from tests.unit.streams.held_kit import Stream, stream

__all__ = ["stream"]
FIRST, SECOND, THIRD, FOURTH = (f"00001-{n:08d}" for n in (1, 2, 3, 4))
FAILED = (Outcome.QUARANTINED, Reason.DETECTOR_FAILED)


def versions(stream: Stream) -> list[int]:
    """The versions in OUT, in the order in which a recipient applies them; negative ones are deletions."""
    files = delivered(stream.folder)
    ordered = sorted(files, key=lambda name: (name.split("-")[1], name.startswith("deleted")))
    lines = [json.loads(line) for name in ordered for line in files[name]]
    return [-one["v"] if "gone" in one else one["v"] for one in lines]


def publish(stream: Stream, published: Sequence[int]) -> None:
    for version in published:
        if version < 0:
            stream.delete("p", "note", -version)
        else:
            stream.ingest("p", "note", version)


def settle(stream: Stream) -> dict[str, int]:
    """Let everything that can leave by itself leave."""
    for _ in range(3):
        stream.work()
        outcomes = stream.export()
    return outcomes


@pytest.mark.parametrize("later", [2, -2], ids=["version", "deletion"])
@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("held", [(), FAILED], ids=["unseen", "failed"])
def test_a_superseded_version_that_is_published_again_does_not_leave(
    stream: Stream, later: int, together: bool, held: tuple[Outcome, Reason]
) -> None:
    publish(stream, [1])
    stream.work(*held)
    for published in ([later], [1, later]):
        if not together:
            stream.export()
        stream.tell("p")
        publish(stream, published)
        stream.work()
    outcomes = settle(stream)
    assert versions(stream) == [later] and stream.statuses() == {FIRST: "superseded"}
    left = "released" if later > 0 else "deleted"
    assert outcomes == {"duplicate": 1, "quarantined": 1, left: 1, "withheld": 1}
    stream.ask(FIRST)
    assert settle(stream)["released"] == (2 if later > 0 else 1) and versions(stream) == [later, 1]


def test_a_superseded_version_that_is_quarantined_again_waits_for_a_person(stream: Stream) -> None:
    publish(stream, [1])
    stream.work(*FAILED)
    stream.tell("q")
    stream.export()
    publish(stream, [2])
    stream.work(Outcome.RELEASED)
    stream.export()
    publish(stream, [1, 2])
    stream.work(Outcome.QUARANTINED, Reason.PATIENT_UNSEEN)
    stream.export()
    assert stream.statuses() == {FIRST: "superseded", THIRD: "superseded"}
    stream.tell("p")
    settle(stream)
    assert not stream.copies()


@pytest.mark.parametrize("first", ["purge", "supersede"])
@pytest.mark.parametrize("later", [2, -2], ids=["version", "deletion"])
def test_a_purged_version_that_is_published_again_does_not_leave_behind_a_later_one(
    stream: Stream, first: str, later: int
) -> None:
    publish(stream, [1])
    stream.work(*FAILED)
    stream.export()
    stream.tell("p")
    if first == "purge":
        stream.purge()
    publish(stream, [later])
    settle(stream)
    stream.purge()
    publish(stream, [1, later])
    outcomes = settle(stream)
    assert versions(stream) == [later] and outcomes["withheld"] == 1 and outcomes["quarantined"] == 1


def test_a_purged_version_that_is_the_latest_leaves_when_it_is_published_again(stream: Stream) -> None:
    stream.tell("p")
    publish(stream, [1])
    settle(stream)
    publish(stream, [2])
    stream.work(*FAILED)
    stream.export()
    stream.purge()
    publish(stream, [2])
    settle(stream)
    assert versions(stream) == [1, 2]


def test_a_deletion_that_was_held_does_not_delete_what_was_created_again(stream: Stream) -> None:
    stream.tell("p")
    publish(stream, [1])
    settle(stream)
    publish(stream, [-2])
    stream.work(*FAILED)
    stream.export()
    publish(stream, [3])
    settle(stream)
    publish(stream, [1, -2, 3])
    assert settle(stream) == {"duplicate": 2, "quarantined": 1, "released": 2, "withheld": 1}
    assert versions(stream) == [1, 3]


def test_an_older_version_that_is_published_again_does_not_supersede_the_later_one(stream: Stream) -> None:
    """Only the older one is: both leave, in their order."""
    publish(stream, [1, 2])
    stream.work(*FAILED)
    stream.export()
    stream.tell("p")
    publish(stream, [1])
    settle(stream)
    assert stream.statuses() == {FIRST: "released", SECOND: "held"} and versions(stream) == [1]
    publish(stream, [2])
    settle(stream)
    assert stream.statuses() == {FIRST: "released", SECOND: "released"} and versions(stream) == [1, 2]


def test_a_version_that_was_held_twice_is_as_old_as_when_it_first_came(stream: Stream) -> None:
    publish(stream, [1])
    stream.work(*FAILED)
    publish(stream, [2, 1])
    stream.work()
    stream.export()
    assert [e.first for e in stream.entries()] == [1, 2, 1]
    stream.ask(SECOND)
    settle(stream)
    assert stream.statuses() == {FIRST: "superseded", SECOND: "released", THIRD: "superseded"}
    stream.tell("p")
    settle(stream)
    assert versions(stream) == [2]


def test_what_a_person_released_leaves_while_another_copy_of_it_does_not(stream: Stream) -> None:
    publish(stream, [1])
    stream.work(*FAILED)
    stream.tell("p")
    publish(stream, [2])
    settle(stream)
    stream.ask(FIRST)
    publish(stream, [1, 2])
    outcomes = settle(stream)
    assert versions(stream) == [2, 1] and outcomes == {"duplicate": 1, "released": 2, "withheld": 1}
    publish(stream, [1, 2])
    settle(stream)
    assert versions(stream) == [2, 1]


@pytest.mark.parametrize("is_older", [True, False])
def test_a_person_is_told_that_a_record_without_a_name_of_its_own_is_superseded(stream: Stream, is_older: bool) -> None:
    """It broke the worker, which could not tell of what it is a version."""
    stream.tell("p")
    if not is_older:
        publish(stream, [2])
        settle(stream)
    publish(stream, [1])
    stream.work(Outcome.QUARANTINED, Reason.INTERNAL, unread=True)
    stream.export()
    (entry,) = stream.entries()
    if is_older:
        publish(stream, [2])
        settle(stream)
        stream.ask(entry.id)
        assert settle(stream) == {"quarantined": 1, "released": 1}
        assert stream.statuses() == {entry.id: "superseded"} and versions(stream) == [2]
    stream.ask(entry.id)
    assert settle(stream) == {"released": 2} and versions(stream) == [2, 1]


def test_what_left_in_another_partition_earlier_does_not_hold_a_version_back(stream: Stream) -> None:
    """A record was corrected: the resource is another patient's."""
    stream.tell("p")
    stream.tell("q")
    stream.ingest("q", "note", 1, partition=1)
    settle(stream)
    publish(stream, [2])
    stream.work(*FAILED)
    stream.export()
    publish(stream, [2])
    settle(stream)
    assert versions(stream) == [1, 2]


def test_a_version_that_another_partition_superseded_does_not_leave_when_it_is_published_again(stream: Stream) -> None:
    stream.tell("p")
    stream.tell("q")
    publish(stream, [1])
    stream.work(*FAILED)
    stream.export()
    stream.ingest("q", "note", 2, partition=1)
    settle(stream)
    publish(stream, [1])
    settle(stream)
    assert versions(stream) == [2] and stream.statuses() == {FIRST: "superseded"}
