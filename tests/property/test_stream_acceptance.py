"""Laws of the exporter: whatever workers did that commit after their acks, each record leaves once and in order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from redactor.run.contracts import Processed
from redactor.run.outcomes import is_seen, note_gone, note_version, refuse_duplicate
from redactor.run.state.commits import Commit, PriorReleases
from redactor.run.state.progress import FileProgress
from schemas.engine.records import Outcome
from streams.envelope import SourceMarks, Verdict

LENGTH = 12  # records in the source partition


@dataclass
class _Worker:
    """A generation of workers: it began at the committed offset, and sends in order until it dies."""

    sent: int


def _log(seed: int, steps: int, drops: bool) -> tuple[list[int], int]:
    """Source offsets in the order in which their envelopes stand in deid.v1, and the committed offset.

    Any generation may send at any time (a paused one wakes up). It commits what it has sent, and only as the newest.
    drops: a generation may lose an envelope, and then never commits behind it; later ones of it may still arrive.
    """
    r = random.Random(seed)
    log: list[int] = []
    committed = 0
    workers = [_Worker(0)]
    broken: set[int] = set()
    for _ in range(steps):
        newest = len(workers) - 1
        at = r.randrange(len(workers))
        worker = workers[at]
        what = r.choice(["send", "send", "send", "commit", "replace", "drop"])
        if what == "send" and worker.sent < LENGTH:
            log.append(worker.sent)
            worker.sent += 1
        elif what == "drop" and drops and worker.sent < LENGTH:
            worker.sent += 1
            broken.add(at)
        elif what == "commit" and newest not in broken:
            committed = max(committed, workers[newest].sent)
        elif what == "replace":
            workers.append(_Worker(committed))
    workers.append(_Worker(committed))  # the last one lives
    log += range(committed, LENGTH)
    return log, LENGTH


def _taken(log: Sequence[int], mark: int = 0) -> list[int]:
    marks = SourceMarks({0: mark})
    return [offset for offset in log if marks.judge(0, offset) is Verdict.NEXT]


@given(st.integers(0, 2**32), st.integers(0, 80), st.booleans())
def test_each_offset_is_taken_once_and_in_order(seed: int, steps: int, drops: bool) -> None:
    log, _ = _log(seed, steps, drops)
    assert _taken(log) == list(range(LENGTH))


@given(st.integers(0, 2**32), st.integers(0, 80), st.integers(0, 200))
def test_an_exporter_that_is_killed_takes_the_rest_from_its_marks(seed: int, steps: int, killed: int) -> None:
    """It reads from where its last commit stood, or from anywhere before."""
    log, _ = _log(seed, steps, drops=True)
    killed = min(killed, len(log))
    first = _taken(log[:killed])
    again = random.Random(seed).randint(0, killed)
    assert first + _taken(log[again:], len(first)) == list(range(LENGTH))


@given(st.integers(0, 2**32), st.integers(0, 80))
def test_nothing_is_called_lost_while_it_can_come(seed: int, steps: int) -> None:
    log, settled = _log(seed, steps, drops=True)
    marks = SourceMarks({})
    for offset in log:
        marks.judge(0, offset)
    assert not marks.lost(0, settled)


@given(st.integers(0, 2**32), st.integers(0, 80), st.integers(0, LENGTH - 1))
def test_what_a_worker_commits_before_its_acks_and_loses_is_told(seed: int, steps: int, gone: int) -> None:
    log, settled = _log(seed, steps, drops=False)
    marks = SourceMarks({})
    for offset in log:
        if offset != gone:
            marks.judge(0, offset)
    lost = marks.lost(0, settled)
    assert list(lost) == [gone]
    marks.skip(0, lost.stop)
    assert [n for n in log if n != gone and marks.judge(0, n) is Verdict.NEXT][:1] == ([gone + 1] if gone < 11 else [])


@given(
    st.lists(st.tuples(st.sampled_from("xy"), st.sampled_from("abc")), max_size=30),
    st.lists(st.integers(0, 29), max_size=20),
    st.lists(st.integers(1, 5), max_size=40),
)
def test_a_version_leaves_where_its_content_changes_and_once_at_each_place(
    published: list[tuple[str, str]], again: list[int], sizes: list[int]
) -> None:
    """Ingest that is killed between an ack and its journal sends records again, at other offsets."""
    sent = [(key, content, place) for place, (key, content) in enumerate(published)]
    sent += [sent[at] for at in again if at < len(published)]
    borders = [n for n, size in enumerate(sizes) for _ in range(size)]
    gone: set[tuple[str, int]] = set()
    latest: dict[str, str] = {}
    left = []
    for _, group in groupby(zip(sent, borders + [99] * len(sent), strict=False), key=lambda x: x[1]):
        commit = Commit(1, FileProgress(), 0)
        prior = PriorReleases(frozenset(record_id for record_id, _ in gone), frozenset(gone), latest, {})
        for (key, content, place), _ in group:
            done = refuse_duplicate(commit, prior, Processed(Outcome.RELEASED, key + content, key, b"{}"), place)
            if done.outcome is Outcome.RELEASED:
                left.append((key, content))
            if done.outcome is Outcome.RELEASED or not is_seen(commit, prior, done.record_id, place):
                note_gone(commit, done.record_id, place)
            note_version(commit, prior, done)
        gone |= {(record_id, place) for record_id, places in commit.gone.items() for place in places}
        latest = latest | commit.latest_versions
    for key in "xy":
        versions = [content for one, content in published if one == key]
        assert [content for one, content in left if one == key] == [content for content, _ in groupby(versions)]
