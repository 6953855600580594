"""The live page: what is drawn of known samples, and that it follows the service."""

from __future__ import annotations

import re

import pytest

from tests.unit.service.console_kit import Steward, words
from tests.unit.service.serve_kit import NOTE, PLANTED, Service

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")

from redactor.service.console.live import _plots, _rates
from redactor.service.console.ring import Sample


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
