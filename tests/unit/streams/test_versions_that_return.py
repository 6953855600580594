"""Versions whose content returns leave again; what is only sent again does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schemas.engine.records import Outcome, Reason
from tests.audit_kit import audit_lines
from tests.unit.streams.export_kit import message, record
from tests.unit.streams.held_kit import Stream, stream
from tests.unit.streams.test_held_versions import FAILED, settle, versions
from tests.unit.streams.test_pending_deletions import HOME, OTHER, VERSIONS, applied, copies, deletion, export, offsets

__all__ = ["stream"]
FIRST, SECOND, THIRD, FOURTH = (f"00001-{n:08d}" for n in (1, 2, 3, 4))
Published = tuple[int, int]
A, B, GONE = (1, 0), (2, 0), (-3, 0)
"""A version, a negative one for a deletion, and how often it came before."""
A_AGAIN, B_AGAIN, GONE_AGAIN = (1, 1), (2, 1), (-3, 1)


def publish(stream: Stream, *published: Published) -> None:
    for version, turn in published:
        send = stream.ingest if version > 0 else stream.delete
        send("p", "note", abs(version), turn=turn)


def held(stream: Stream, *published: Published) -> None:
    """Publish what the worker quarantines."""
    publish(stream, *published)
    stream.work(*FAILED)
    stream.export()


@pytest.fixture
def known(stream: Stream) -> Stream:
    """A stream with a known patient."""
    stream.tell("p")
    return stream


@pytest.mark.parametrize("together", [False, True])
def test_a_version_that_returns_leaves_and_what_is_sent_again_does_not(known: Stream, together: bool) -> None:
    sent = [A, B, A_AGAIN, GONE, (1, 2), GONE_AGAIN]
    for one in sent:
        publish(known, one)
        if not together:
            settle(known)
    outcomes = settle(known)
    assert versions(known) == [1, 2, 1, -3, 1, -3] and outcomes == {"released": 4, "deleted": 2}
    for count in range(len(sent)):
        publish(known, *sent[: count + 1])
        outcomes = settle(known)
    assert versions(known) == [1, 2, 1, -3, 1, -3] and outcomes["duplicate"] == 21


def test_the_audit_names_the_version_before(known: Stream) -> None:
    publish(known, A, B, A_AGAIN)
    settle(known)
    audit = [json.loads(line) for line in audit_lines(known.folder / "state")]
    assert [(a["record"], a["supersedes"]) for a in audit] == [
        ("id-note-1", None), ("id-note-2", "id-note-1"), ("id-note-1", "id-note-2"),
    ]  # fmt: skip


def test_an_unchanged_version_that_is_sent_again_stays_a_duplicate(known: Stream) -> None:
    """A daily dump brings it anew, another version comes, and the dump is published again."""
    for sent in ([A], [A_AGAIN], [B], [A_AGAIN, B], [A, A_AGAIN]):
        publish(known, *sent)
        settle(known)
    assert versions(known) == [1, 2]


def test_a_version_that_returns_supersedes_what_is_in_quarantine(known: Stream) -> None:
    publish(known, A)
    settle(known)
    held(known, B)
    publish(known, A_AGAIN)
    assert settle(known) == {"released": 1, "duplicate": 1, "quarantined": 1}
    assert known.statuses() == {SECOND: "superseded"}
    publish(known, A, B, A_AGAIN)
    assert settle(known) == {"released": 1, "duplicate": 3, "quarantined": 1, "withheld": 1}
    assert versions(known) == [1]
    known.ask(SECOND)
    settle(known)
    assert versions(known) == [1, 2]  # a person released it
    publish(known, A_AGAIN)
    settle(known)
    assert versions(known) == [1, 2]
    publish(known, (1, 2))
    settle(known)
    assert versions(known) == [1, 2, 1]


def test_a_purged_version_behind_one_that_returned_does_not_leave(known: Stream) -> None:
    publish(known, A)
    settle(known)
    held(known, B)
    known.purge()
    publish(known, A_AGAIN, B)
    assert settle(known) == {"released": 1, "duplicate": 1, "quarantined": 1, "withheld": 1}
    assert versions(known) == [1]


@pytest.mark.parametrize("again", [Outcome.RELEASED, Outcome.QUARANTINED])
def test_a_version_that_is_sent_again_supersedes_nothing(known: Stream, again: Outcome) -> None:
    publish(known, A)
    settle(known)
    held(known, B)
    publish(known, A)
    known.work(*(FAILED if again is Outcome.QUARANTINED else ()))
    assert known.export() == {"released": 1, "duplicate": 1, "quarantined": 1}
    assert known.statuses() == {SECOND: "held"}
    known.ask(SECOND)
    settle(known)
    assert versions(known) == [1, 2]


def test_a_version_that_is_quarantined_although_it_is_the_latest_is_a_duplicate(known: Stream) -> None:
    publish(known, A)
    settle(known)
    held(known, B)
    held(known, A_AGAIN)
    assert known.export() == {"released": 1, "duplicate": 1, "quarantined": 1}
    assert known.statuses() == {SECOND: "superseded"}


def test_a_version_that_returns_and_is_quarantined_leaves_as_the_latest(known: Stream) -> None:
    publish(known, A, B)
    settle(known)
    held(known, A_AGAIN)
    publish(known, A, B)  # sent again, which makes neither the latest
    settle(known)
    assert versions(known) == [1, 2] and known.statuses() == {THIRD: "held"}
    known.ask(THIRD)
    settle(known)
    assert versions(known) == [1, 2, 1]


@pytest.mark.parametrize("together", [False, True])
def test_a_superseded_version_that_returns_leaves_and_its_entry_is_a_duplicate(known: Stream, together: bool) -> None:
    held(known, B)
    publish(known, A)
    if not together:
        settle(known)
    publish(known, B_AGAIN)
    assert settle(known) == {"released": 2, "duplicate": 1}
    assert versions(known) == [1, 2] and known.statuses() == {FIRST: "released"}
    publish(known, B, A, B_AGAIN)
    settle(known)
    assert versions(known) == [1, 2]


def test_a_version_that_was_released_early_does_not_take_a_later_entry_with_it(known: Stream) -> None:
    held(known, A)
    publish(known, B)
    settle(known)
    held(known, A_AGAIN)
    known.ask(THIRD)  # while the first, superseded one, is under way by the wish of a person
    known.ask(FIRST)
    settle(known)
    assert versions(known)[-1] == 1 and set(known.statuses().values()) == {"released"}


def test_an_entry_behind_what_leaves_stays_although_its_content_leaves(known: Stream) -> None:
    publish(known, A, B, A_AGAIN)
    known.work(*FAILED)
    known.export()
    known.ask(FIRST, SECOND)
    settle(known)
    assert versions(known) == [1, 2] and known.statuses()[THIRD] == "held"
    known.ask(THIRD)
    settle(known)
    assert versions(known) == [1, 2, 1]


def test_a_record_that_broke_its_worker_and_left_when_it_was_sent_again_is_a_duplicate(known: Stream) -> None:
    publish(known, A)
    known.work(Outcome.QUARANTINED, Reason.INTERNAL, unread=True)
    known.export()
    publish(known, A, B)
    assert settle(known) == {"released": 2, "quarantined": 1}
    known.ask(FIRST)
    assert settle(known) == {"released": 2, "duplicate": 1} and known.statuses() == {FIRST: "released"}


@pytest.mark.parametrize("unread", [True, False])
def test_a_version_that_broke_its_worker_is_superseded_by_one_that_returned(known: Stream, unread: bool) -> None:
    publish(known, A)
    settle(known)
    publish(known, B)
    known.work(Outcome.QUARANTINED, Reason.INTERNAL, unread=unread)
    known.export()
    publish(known, A_AGAIN)
    settle(known)
    if unread:
        assert known.statuses() == {SECOND: "held"}
        known.ask(SECOND)
        settle(known)
    assert known.statuses() == {SECOND: "superseded"} and versions(known) == [1]


# -- deletions that name no patient


@pytest.mark.parametrize("size", [1, 10])
@pytest.mark.parametrize("turn", [0, 1], ids=["sent again", "anew"])
def test_what_comes_between_a_deletion_and_its_copy_does_not_leave(tmp_path: Path, size: int, turn: int) -> None:
    gone = copies(deletion("x"), offsets(versions=2))
    put = [message(n, record("x"), VERSIONS, place=n * turn) for n in range(2)]
    sent = [put[0], gone[HOME], put[1], gone[VERSIONS], gone[OTHER]]
    outcomes = export(tmp_path, sent, size)
    assert outcomes == {"deleted": 1, "released": 1, ("withheld" if turn else "duplicate"): 1}
    assert not applied(tmp_path)
    again = [message(3 + n, record("x"), VERSIONS, place=n * turn) for n in range(2)]
    assert export(tmp_path, sent + again, size) == {**outcomes, "duplicate": 2 + (1 - turn)}
    assert not applied(tmp_path)
    anew = message(5, record("x"), VERSIONS, place=9)
    export(tmp_path, [*sent, *again, anew], size)
    assert applied(tmp_path) == {"x": 1}
