"""Canaries of the service: its metrics and alarm, load and failures, and that no trace stays."""

from __future__ import annotations

import asyncio
import json
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from redactor import Redactor
from redactor.sample.canaries import LEAST_MISSED, draw_canary
from redactor.service_settings import CanarySettings
from redactor.text import Note, Reading
from tests.unit.canary_kit import NAME, NOTE, NUMBER
from tests.unit.service.serve_kit import Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
from redactor.service.canaries import Canaries
from redactor.service.engine_thread import EngineThread
from redactor.service.metrics import Metrics


class Rehearsal:
    """Canaries over a real engine thread whose readings are given."""

    profile = settings = None  # of the facade, whose place this takes

    def __init__(self, **settings: Any) -> None:
        self.metrics, self.told = Metrics(), list[str]()
        self.engine = EngineThread(lambda: cast(Redactor, self), self.metrics)
        self.reads: Callable[[Note], Reading] = lambda note: Reading((NAME, NUMBER))
        given = CanarySettings(**settings)
        self.canaries = Canaries(self.engine, self.metrics, given, self._hear, lambda seed: NOTE)

    def detect(self, text: str) -> Reading:
        return self.reads(Note("canary", text))

    def _hear(self, error: BaseException) -> None:
        self.told.append(str(error))

    def sends(self, times: int, reads: Callable[[Note], Reading] | None = None) -> None:
        self.reads = reads or self.reads
        assert all(self.canaries.send() for _ in range(times))

    def shown(self, name: str) -> float | None:
        return value_of(self.metrics.exposition().decode(), name)


def value_of(exposition: str, name: str) -> float | None:
    found = re.search(rf"^{re.escape(name)} (\S+)$", exposition, re.MULTILINE)
    return None if found is None else float(found[1])


@pytest.fixture
def rehearsal() -> Iterator[Callable[..., Rehearsal]]:
    made: list[Rehearsal] = []

    def make(**settings: Any) -> Rehearsal:
        made.append(Rehearsal(**settings))
        return made[-1]

    yield make
    for one in made:
        one.engine.close()


def found(note: Note) -> Reading:
    return Reading((NAME, NUMBER))


def nothing(note: Note) -> Reading:
    return Reading()


def without_name(note: Note) -> Reading:
    return Reading((NUMBER,))


RECALL = 'redactor_canary_recall{entity="PATIENT"}'


def test_the_recall_is_that_of_the_window_and_misses_are_counted_for_ever(rehearsal: Callable[..., Rehearsal]) -> None:
    one = rehearsal(window=4)
    one.sends(3)
    one.sends(1, without_name)
    assert one.shown(RECALL) == 0.75 and one.shown('redactor_canary_recall{entity="MEDICAL_RECORD_NUMBER"}') == 1
    one.sends(4, found)
    assert one.shown(RECALL) == 1 and one.shown('redactor_canary_missed_total{entity="PATIENT"}') == 1
    assert one.shown('redactor_canaries_total{outcome="read"}') == 8
    assert "OCCUPATION" not in one.metrics.exposition().decode() and not one.told


def test_the_alarm_is_told_once_when_enough_is_missed_and_ends(rehearsal: Callable[..., Rehearsal]) -> None:
    one = rehearsal(window=50, alarm_below=0.9)
    one.sends(LEAST_MISSED - 1, without_name)
    assert one.shown("redactor_canary_alarm") == 0 and one.shown(RECALL) == 0 and not one.told  # too few to judge
    one.sends(3)
    assert one.shown("redactor_canary_alarm") == 1
    (told,) = one.told
    assert "PATIENT 0.00" in told and "MEDICAL" not in told and "Vexholm" not in told
    one.sends(44, found)  # of 51, the window holds 6 that missed
    assert one.shown("redactor_canary_alarm") == 1 and one.shown(RECALL) == 0.88
    one.sends(1, found)
    assert one.shown("redactor_canary_alarm") == 0 and one.shown(RECALL) == 0.9  # not below
    one.sends(50, nothing)
    assert one.shown("redactor_canary_alarm") == 1 and "MEDICAL_RECORD_NUMBER" in "".join(one.told)


def test_readings_that_fail_or_are_not_complete_are_no_recall(rehearsal: Callable[..., Rehearsal]) -> None:
    def fails(note: Note) -> Reading:
        raise RuntimeError("a detector failed")

    one = rehearsal()
    one.sends(1, fails)
    one.sends(1, lambda note: Reading(complete=False))
    assert one.shown('redactor_canaries_total{outcome="failed"}') == 2 and one.shown(RECALL) is None
    assert one.told == ["a detector failed"]
    one.sends(1, nothing)
    assert one.shown(RECALL) == 0


def test_a_canary_does_not_wait_behind_a_request_and_ends_with_the_engine(rehearsal: Callable[..., Rehearsal]) -> None:
    one, held, begun = rehearsal(), threading.Event(), threading.Event()

    async def request() -> None:
        work = asyncio.create_task(one.engine.run(lambda _: begun.set() or held.wait(30)))
        await asyncio.to_thread(begun.wait, 30)
        await asyncio.to_thread(one.sends, 2)
        held.set()
        await work

    asyncio.run(request())
    assert one.shown('redactor_canaries_total{outcome="skipped"}') == 2 and one.shown(RECALL) is None
    one.sends(1)
    assert one.shown('redactor_canaries_total{outcome="read"}') == 1
    one.engine.close()
    assert not one.canaries.send()


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path) -> Iterator[tuple[Service, Path]]:
    folder = tmp_path_factory.mktemp("watched")
    env = environment(folder, keyring_path) | {
        "REDACTOR_CANARIES__RATE": "3600", "REDACTOR_PROFILE": "hips",
        "REDACTOR_DETECTORS": '["patterns","known","student"]',
    }  # fmt: skip
    with served(folder, env, {}, "--no-tokens") as found:
        yield found, folder / "home"


def test_a_service_reads_canaries_and_nothing_of_them_stays(watched: tuple[Service, Path]) -> None:
    service, home = watched
    before = contents(home)
    for _ in range(300):
        shown = service.ask("GET", "/metrics").body.decode()
        if (value_of(shown, 'redactor_canaries_total{outcome="read"}') or 0) >= 3:
            break
        time.sleep(0.1)
    else:
        raise AssertionError(shown)
    assert 0 <= (value_of(shown, 'redactor_canary_recall{entity="PATIENT"}') or 0) <= 1
    assert not re.search(r"redactor_outcomes_total\{.*\} [1-9]", shown) and "redactor_entities_total{" not in shown
    assert contents(home) == before
    lines = [line.split(" ", 2)[2] for line in service.told().splitlines()]
    known = ("--no-tokens: ", "serving on ", "the recall of canaries is below ", "settings: ")
    assert not [line for line in lines if not line.removeprefix("warning: ").startswith(known)], lines
    assert service.ask("GET", "/ready").json() == {"status": "ready"}


def test_texts_unlike_the_training_text_are_counted_in_texts_and_records(watched: tuple[Service, Path]) -> None:
    service, _ = watched

    def strange() -> float:
        return value_of(service.ask("GET", "/metrics").body.decode(), "redactor_strange_texts_total") or 0

    usual = draw_canary(3).text
    assert service.ask("POST", "/v1/text", {"text": usual}).status == 200 and strange() == 0
    rng = random.Random(1)
    nonsense = " ".join("".join(rng.choices("bcdfghjklmnpqrstvwxz", k=9)) for _ in range(200))
    assert service.ask("POST", "/v1/text", {"text": nonsense}).status == 200 and strange() == 1
    row = {"resourceType": "Observation", "id": "o1", "status": "final", "note": [{"text": nonsense}]}
    row |= {"code": {"text": "note"}}
    (line,) = service.records(json.dumps(row).encode()).lines()
    assert strange() == 2, line


def contents(home: Path) -> dict[str, bytes]:
    return {str(p.relative_to(home)): p.read_bytes() for p in sorted(home.rglob("*")) if p.is_file()}


def test_without_a_rate_nothing_is_sent(rehearsal: Callable[..., Rehearsal]) -> None:
    one = rehearsal()
    one.canaries.start()
    assert "canaries" not in [thread.name for thread in threading.enumerate()]
    assert one.shown('redactor_canaries_total{outcome="read"}') is None
