"""The live page: what is drawn of known samples, and that it follows the service."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from tests.unit.service.console_kit import Steward, words
from tests.unit.service.serve_kit import NOTE, PLANTED, Service, eventually

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")

from redactor.service.console import ring as rings
from redactor.service.console.live import _plots, _rates
from redactor.service.console.ring import Ring, Sample
from redactor.service.metrics import Metrics
from redactor.settings import Settings


def sample(at: float, requests: float, released: float = 0, recall: dict[str, float] | None = None) -> Sample:
    values = {
        ("redactor_requests_total", (("route", "/v1/text"), ("status", "200"))): requests,
        ("redactor_requests_total", (("route", "/v1/text"), ("status", "429"))): 1.0,
        ("redactor_outcomes_total", (("outcome", "released"), ("reason", ""))): released,
    }
    values |= {("redactor_canary_recall", (("entity", e),)): share for e, share in (recall or {}).items()}
    return Sample(at, values, {"waiting for workers": 7.0})


def test_a_rate_is_what_a_counter_grew_a_second_and_a_restart_breaks_the_line() -> None:
    samples = [sample(0, 10), sample(10, 30), sample(20, 30), sample(30, 5), sample(40, 15)]
    assert _rates(samples, lambda s: s.total("redactor_requests_total")) == [
        (10, 2.0),
        (20, 0.0),
        (30, None),
        (40, 1.0),
    ]
    plots = {p.title: p for p in _plots(samples)}
    requests = plots["Requests a second"]
    assert (requests.last, requests.most) == ("1", "2") and len(requests.lines) == 2
    assert requests.lines[0] == "357.0,0.0 358.0,60.0" and requests.lines[1] == "360.0,30.0"
    assert plots["Stream: waiting for workers"].last == "7"
    assert "Doubts a second" not in plots and "Canaries: lowest recall of an entity" not in plots


def test_canaries_are_drawn_where_there_are_any_and_no_sample_draws_nothing() -> None:
    plots = {p.title: p for p in _plots([sample(0, 1, recall={"PERSON": 1.0, "DATE": 0.25})])}
    canaries = plots["Canaries: lowest recall of an entity"]
    assert (canaries.last, canaries.most, canaries.lines) == ("0.25", "1", ["360.0,45.0"])
    assert list(plots["Requests a second"].lines) == [] and plots["Requests a second"].last == "none yet"
    assert _plots([]) == []


class Counting:
    """The metrics of a worker, which count how often they were asked."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, 0

    def exposition(self) -> bytes:
        self.asked += 1
        return b'redactor_requests_total{route="/v1/text",status="200"} 3\n'


def test_workers_show_the_same_hour_and_one_that_replaces_another_goes_on_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[BaseException] = []
    (tmp_path / "console-hour").mkdir(0o700)
    (tmp_path / "console-hour" / ".00000000000.part").write_bytes(b"of a worker that was killed")
    settings = Settings(home=tmp_path / "home")

    def ring(metrics: Counting) -> Ring:
        return Ring(cast(Metrics, metrics), settings, told.append)

    workers = [Counting(tmp_path) for _ in range(3)]
    first = ring(workers[0])
    assert eventually(lambda: len(first.samples) == 1)
    other = ring(workers[1])
    assert eventually(lambda: list(other.samples) == list(first.samples)) and workers[1].asked == 0
    for worker in (first, other):
        worker.close()
    monkeypatch.setattr(rings, "EVERY", 1)
    later = ring(workers[2])
    assert eventually(lambda: len(later.samples) > 2)
    later.close()
    assert later.samples[0] == first.samples[0] and later.samples[0].total("redactor_requests_total") == 3
    assert workers[2].asked == len(later.samples) - 1 and not told
    monkeypatch.setattr(rings, "SECONDS", 0)
    last = ring(Counting(tmp_path))
    assert eventually(lambda: len(last.samples) == 1)
    last.close()
    assert len(list((tmp_path / "console-hour").iterdir())) <= 2 and not told


def test_the_page_shows_figures_and_no_content(desk: Service) -> None:
    assert desk.ask("POST", "/v1/text", {"text": NOTE}).status == 200
    person = Steward(desk, "review")
    page = person.get("/console/live")
    assert page.status == 200 and "Requests a second" in words(page)
    fragment = person.get("/console/live/plots")
    assert b"<html" not in fragment.body and fragment.body.count(b"<svg") >= 5
    assert not any(value.encode() in page.body for value in PLANTED)
    assert re.search(rb'role="img" aria-label="[^"]+"', fragment.body)
    person.cookie = ""
    assert person.get("/console/live/plots").status == 401
