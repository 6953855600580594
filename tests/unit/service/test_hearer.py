"""Recordings that a process of its own hears: order, deaths, ends. A file says what becomes of it (recordings_kit)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from functools import partial
from pathlib import Path

import pytest

from redactor.errors import ModelError, StoppedError
from redactor.run.recordings.jobs import Job, Result
from redactor.run.recordings.workers import Build
from redactor.service.recordings.hearer import Hearer
from schemas.engine.records import Outcome
from tests.unit.run.recordings_kit import Scripted, ends


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def hearer(log: Path) -> Iterator[Hearer]:
    found = Hearer(lambda: partial(Scripted, log), attempts=2)
    yield found
    found.close()


def hear(hearer: Hearer, folder: Path, text: str) -> Future[Result]:
    number = next(hearer.numbers)
    path = folder / f"recording{number}"
    path.write_text(text)
    return hearer.hear(Job(number, f"id{number}", f"key{number}", folder / f"work{number}", path, "digest"))


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_recordings_are_heard_in_their_order_and_those_that_are_cancelled_are_not(
    hearer: Hearer, tmp_path: Path, log: Path
) -> None:
    first, second, third = (hear(hearer, tmp_path, f"slow {name}") for name in ("one", "two", "three"))
    assert second.cancel()
    assert [first.result(60).done.outcome, third.result(60).done.outcome] == [Outcome.RELEASED] * 2
    assert ends(log) == ["one", "three"]
    with pytest.raises(CancelledError):
        second.result()
    assert hear(hearer, tmp_path, "damaged four").result(60).done.reason_code == "damaged-media"


def test_a_short_recording_does_not_wait_for_a_long_one(hearer: Hearer, tmp_path: Path, log: Path) -> None:
    long = hear(hearer, tmp_path, "long first")
    eventually(lambda: ends(log) == ["first"])
    assert hear(hearer, tmp_path, "say last").result(60).done.outcome is Outcome.RELEASED
    assert long.result(60).done.outcome is Outcome.RELEASED and ends(log) == ["first", "last"]


@pytest.mark.slow
def test_a_recording_of_which_the_process_dies_is_tried_again_and_takes_no_other_with_it(
    hearer: Hearer, tmp_path: Path, log: Path
) -> None:
    died, once, other = (hear(hearer, tmp_path, text) for text in ("die a", "die-once b", "say c"))
    held = died.result(60).done
    assert (held.outcome, held.reason_code, held.where) == (Outcome.QUARANTINED, "internal-error", "worker-died")
    assert once.result(60).done.outcome is other.result(60).done.outcome is Outcome.RELEASED
    assert sorted(ends(log)) == ["a", "a", "b", "b", "c"]


def test_the_end_fails_what_is_heard_and_what_waits(hearer: Hearer, tmp_path: Path, log: Path) -> None:
    waiting = [hear(hearer, tmp_path, "hang a"), hear(hearer, tmp_path, "say b")]
    eventually(lambda: ends(log) == ["a"])
    hearer.close()
    for future in waiting:
        with pytest.raises(StoppedError):
            future.result(0)


def _fails(marker: Path) -> Scripted:
    if not marker.exists():
        raise ModelError("the folder of audio.model lacks model.bin")
    return Scripted(marker.with_name("log"))


@pytest.mark.slow
def test_what_keeps_the_process_from_hearing_is_told_and_may_be_mended(tmp_path: Path) -> None:
    found: list[Build] = []
    marker = tmp_path / "marker"

    def build() -> Build:
        if not found:
            raise ModelError("audio.model is missing")
        return found[0]

    hearer = Hearer(build, attempts=1)
    try:
        with pytest.raises(ModelError, match="missing"):
            hear(hearer, tmp_path, "say a").result(60)
        found.append(partial(_fails, marker))
        with pytest.raises(Exception, match=r"lacks model\.bin"):
            hear(hearer, tmp_path, "say b").result(60)
        marker.touch()
        assert hear(hearer, tmp_path, "say c").result(60).done.outcome is Outcome.RELEASED
    finally:
        hearer.close()


def test_a_hearer_that_was_never_asked_ends(tmp_path: Path) -> None:
    Hearer(lambda: partial(Scripted, tmp_path / "log"), attempts=1).close()
    assert list(tmp_path.iterdir()) == []
