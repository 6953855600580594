"""Deletions that name no patient, and versions that they meet on their way: the recipient keeps nothing deleted."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from redactor.run.contracts import Processed
from redactor.run.output.verification import verify
from redactor.run.state.commits import Commit
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import QuarantineStore
from schemas.engine.records import Outcome, Reason
from streams.export import Exporter, Message
from streams.sealed import partition_of
from tests.unit.streams.export_kit import KEY, KEYRING, KilledError, config, delivered, feed, message, record

PARTITIONS = 3
HOME = partition_of(KEY, PARTITIONS)
OTHER, VERSIONS = (n for n in range(PARTITIONS) if n != HOME)


def deletion(name: str, number: int = 1) -> Processed:
    notice = b'{"delete":"%s"}' % name.encode()
    return structs.replace(record(name, outcome=Outcome.DELETED, payload=notice), record_id=f"gone-{name}-{number}")


def copies(done: Processed, offsets: Sequence[int]) -> list[Message]:
    return [message(offsets[n], done, n, everywhere=True) for n in range(PARTITIONS)]


def offsets(**at: int) -> list[int]:
    """Of the copies of a deletion. versions: in the partition of the versions; elsewhere 0 by default."""
    found = [at.get("others", 0)] * PARTITIONS
    found[VERSIONS] = at["versions"]
    return found


def export(folder: Path, sent: Sequence[Message], size: int = 3, finish: bool = True) -> dict[str, int]:
    with Exporter(config(folder, partitions=PARTITIONS)) as exporter:
        feed(exporter, sent, size)
        if finish:
            exporter.deliveries.finish()
        return exporter.outcomes()


def applied(folder: Path) -> dict[str, int]:
    """What a recipient has who applies the files in the order of their numbers, of each number the deletions last."""
    state: dict[str, int] = {}
    files = delivered(folder)
    for name in sorted(files, key=lambda n: (n.split("-")[1], n.startswith("deleted"))):
        for one in map(json.loads, files[name]):
            if "delete" in one:
                state.pop(one["delete"], None)
            else:
                state[one["id"]] = one["v"]
    return state


def pending(folder: Path) -> int:
    journal = Journal(folder / "state", KEYRING)
    found = journal.pending_deletions([f"key-{name}" for name in "abcx"])
    journal.close()
    return len(found)


@pytest.mark.parametrize("size", [1, 2, 10])
@pytest.mark.parametrize("is_ended", [False, True], ids=["one process", "a process for each message"])
def test_what_its_deletion_overtook_does_not_leave(tmp_path: Path, size: int, is_ended: bool) -> None:
    put = message(0, record("x"), VERSIONS)
    gone = copies(deletion("x"), offsets(versions=1))
    own = gone.pop(VERSIONS)
    sent = [*gone, put, own]
    for number in range(len(sent)) if is_ended else ():
        export(tmp_path, sent[: number + 1], size, finish=False)
        assert pending(tmp_path) == (number < len(sent) - 1)
    assert export(tmp_path, sent, size) == {"deleted": 1, "withheld": 1}
    assert not applied(tmp_path) and not pending(tmp_path)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_bytes())
    assert manifest["reasons"] == {"superseded": 1}
    again = [message(2, record("x"), VERSIONS), *copies(deletion("x"), offsets(versions=3, others=1))]
    assert export(tmp_path, sent + again, size) == {"deleted": 1, "duplicate": 2, "withheld": 1}
    assert not applied(tmp_path) and not pending(tmp_path)


def test_a_deletion_behind_what_it_deletes_leaves_once(tmp_path: Path) -> None:
    gone = copies(deletion("x"), offsets(versions=1))
    sent = [message(0, record("x"), VERSIONS), gone[VERSIONS], gone[HOME], gone[OTHER]]
    assert export(tmp_path, sent) == {"deleted": 1, "released": 1}
    assert not applied(tmp_path) and not pending(tmp_path)


@pytest.mark.parametrize("size", [1, 10])
def test_what_is_made_again_behind_its_deletion_leaves(tmp_path: Path, size: int) -> None:
    """Also while the deletion is pending in other partitions."""
    gone = copies(deletion("x"), offsets(versions=1))
    sent = [
        gone[HOME],
        message(0, record("x"), VERSIONS),
        gone[VERSIONS],
        message(2, record("x", 2), VERSIONS),
        gone[OTHER],
    ]
    assert export(tmp_path, sent, size) == {"deleted": 1, "released": 1, "withheld": 1}
    assert applied(tmp_path) == {"x": 2}


@pytest.mark.parametrize("size", [1, 10])
def test_what_waits_in_quarantine_is_superseded_by_a_later_deletion_alone(tmp_path: Path, size: int) -> None:
    held = [structs.replace(record("x", n, Outcome.QUARANTINED, None), reason=Reason.PATIENT_UNSEEN) for n in range(3)]
    gone = copies(deletion("x"), offsets(versions=2))
    sent = [
        message(0, held[0], VERSIONS),
        gone[HOME],
        message(1, held[1], VERSIONS),
        gone[VERSIONS],
        message(3, held[2], VERSIONS),
        gone[OTHER],
    ]
    export(tmp_path, sent, size)
    store = QuarantineStore(tmp_path / "state", KEYRING, create=False)
    assert [e.status for e in store.list()] == ["superseded", "superseded", "held"]
    store.close()


@pytest.mark.parametrize("outcome", [Outcome.WITHHELD, Outcome.QUARANTINED])
def test_a_deletion_that_does_not_leave_counts_once_and_deletes_nothing(tmp_path: Path, outcome: Outcome) -> None:
    done = structs.replace(deletion("x"), outcome=outcome, payload=None, reason=Reason.RESTRICTED)
    gone = copies(done, offsets(versions=1))
    sent = [gone[OTHER], gone[HOME], message(0, record("x"), VERSIONS), gone[VERSIONS]]
    assert export(tmp_path, sent) == {outcome.value: 1, "released": 1}
    assert applied(tmp_path) == {"x": 1} and not pending(tmp_path)


def test_a_copy_that_another_configuration_processed_is_one_all_the_same(tmp_path: Path) -> None:
    """The worker of the first copies had another profile. The deletion leaves with the last, and is not pending."""
    gone = copies(deletion("x"), offsets(versions=1))
    for n in (HOME, OTHER):
        gone[n] = message(0, deletion("x"), n, fp="0" * 64, everywhere=True)
    sent = [gone[HOME], gone[OTHER], message(0, record("x"), VERSIONS), gone[VERSIONS]]
    assert export(tmp_path, sent, 1) == {"deleted": 1, "duplicate": 1, "released": 1}
    assert not applied(tmp_path) and not pending(tmp_path)


@pytest.mark.parametrize("size", [1, 10])
def test_a_deletion_that_was_refused_does_not_delete_what_was_created_again(tmp_path: Path, size: int) -> None:
    """All of its copies are published again, behind the later version."""
    refused = [
        replace(m, value=message(m.offset, deletion("x"), m.partition, fp="0" * 64, everywhere=True).value)
        for m in copies(deletion("x"), offsets(versions=1))
    ]
    sent = [message(0, record("x"), VERSIONS), *refused, message(2, record("x", 2), VERSIONS)]
    again = copies(deletion("x"), offsets(versions=3, others=1))
    assert export(tmp_path, sent + again, size) == {"quarantined": 1, "released": 2, "withheld": 1}
    assert applied(tmp_path) == {"x": 2} and not pending(tmp_path)


class Publisher:
    """Appends to partitions. It may be ended between two messages; then it goes on at an earlier place."""

    def __init__(self, rng: random.Random) -> None:
        self.topic: list[list[tuple[Processed, bool, int]]] = [[] for _ in range(PARTITIONS)]
        self.expected: dict[str, int] = {}
        self._all: list[tuple[int, Processed, int]] = []  # partition of the versions, and place
        self._rng = rng

    def publish(self, name: str, done: Processed) -> None:
        self._all.append((ord(name) % PARTITIONS, done, len(self._all)))
        if self._rng.random() < 0.2:  # killed at a copy of a deletion or before; some is sent again
            self._send(*self._all[-1], upto=self._rng.randrange(PARTITIONS))
            for one in self._all[-self._rng.randrange(1, 5) :]:
                self._send(*one)
        else:
            self._send(*self._all[-1])

    def _send(self, partition: int, done: Processed, place: int, upto: int = PARTITIONS) -> None:
        deletes = done.outcome is Outcome.DELETED
        for n in list(range(PARTITIONS))[:upto] if deletes else [partition][:upto]:
            self.topic[n].append((done, deletes, place))


@pytest.mark.parametrize("seed", range(25))
def test_the_recipient_ends_with_what_was_published_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Contents return, partitions run apart at random, processes are killed, and producers publish again."""
    rng = random.Random(seed)
    made = Publisher(rng)
    for number in range(40):
        name = rng.choice("abc")
        if rng.random() < 0.4:
            made.publish(name, deletion(name, number))
            made.expected.pop(name, None)
        else:
            made.expected[name] = rng.choice([1, 2, 3])
            made.publish(name, record(name, made.expected[name]))
    left = [
        [message(at, done, n, everywhere=everywhere, place=place) for at, (done, everywhere, place) in enumerate(topic)]
        for n, topic in enumerate(made.topic)
    ]
    sent: list[Message] = []
    real, steps = Journal.commit, [0]

    def commit(journal: Journal, changes: Commit) -> None:
        steps[0] -= 1
        if steps[0] != 0 or rng.random() < 0.5:
            real(journal, changes)
        if steps[0] == 0:
            raise KilledError

    monkeypatch.setattr(Journal, "commit", commit)
    while any(left):
        part = rng.choice([one for one in left if one])
        run = rng.randrange(1, 8)
        sent += part[:run]
        del part[:run]
        if rng.random() < 0.2:
            steps[0] = rng.randrange(8)
            with suppress(KilledError):
                export(tmp_path, sent, rng.randrange(1, 9), finish=rng.random() < 0.5)
    steps[0] = 0
    outcomes = export(tmp_path, sent, 4)
    assert applied(tmp_path) == made.expected and not pending(tmp_path)
    assert not verify(tmp_path / "out", KEYRING, None).faults
    assert 30 < outcomes["deleted"] + outcomes["released"] + outcomes.get("withheld", 0) <= 40  # some stay as they are
