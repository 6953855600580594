"""This module shows what goes on: plots over the last hour, the outcomes, the stream, and the runs under home."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from starlette.responses import Response

from redactor.service.access import is_page
from redactor.service.console.pages import Asked, Page, shown
from redactor.service.console.ring import SECONDS, Sample
from redactor.service.console.states import states

_PATH, _PLOTS = "/console/live", "/console/live/plots"
_WIDTH, _HEIGHT = 360, 60
_MOST_RUNS = 10


@dataclass(frozen=True)
class Plot:
    """A plot of one quantity over the last hour. lines: each the points of an SVG polyline, of 360 by 60 units.

    last, most: the newest value, and the top of the plot, as text.
    """

    title: str
    lines: Sequence[str]
    last: str
    most: str


def _plot(title: str, found: Sequence[tuple[float, float | None]], now: float, top: float = 0.0) -> Plot:
    """Return the plot of values at times; None for a time without one, where the line is broken."""
    known = [value for _, value in found if value is not None]
    most = max([top, *known]) or 1.0
    lines: list[list[str]] = [[]]
    for at, value in found:
        if value is None:
            lines.append([])
            continue
        x, y = _WIDTH * (1 - (now - at) / SECONDS), _HEIGHT * (1 - value / most)
        lines[-1].append(f"{x:.1f},{max(0.0, y):.1f}")
    last = known[-1] if known else None
    return Plot(title, [" ".join(line) for line in lines if line], _shown(last), _shown(most))


def _shown(value: float | None) -> str:
    if value is None:
        return "none yet"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2f}"


def _rates(samples: Sequence[Sample], total: Callable[[Sample], float | None]) -> list[tuple[float, float | None]]:
    """Return what a counter grew a second, at the time of each sample; None where it began anew."""
    found: list[tuple[float, float | None]] = []
    for before, after in pairwise(samples):
        grown = (total(after) or 0.0) - (total(before) or 0.0)  # a counter without a series has counted nothing
        found.append((after.at, grown / max(1e-9, after.at - before.at) if grown >= 0 else None))
    return found


def _ratio(
    samples: Sequence[Sample], over: Callable[[Sample], float | None], under: Callable[[Sample], float | None]
) -> list[tuple[float, float | None]]:
    """Return the growth of one counter by that of another; None where the latter did not grow."""
    pairs = zip(_rates(samples, over), _rates(samples, under), strict=True)
    return [(at, a / b if a is not None and b else None) for (at, a), (_, b) in pairs]


def _requests(sample: Sample, name: str = "redactor_requests_total", status: Collection[str] = ()) -> float:
    """Return the sum of a metric of requests without those of this console. status: first digits; none for all."""
    return sum(
        value
        for (n, has), value in sample.values.items()
        if n == name and not is_page((labels := dict(has))["route"]) and (not status or labels["status"][:1] in status)
    )


def _failures(sample: Sample) -> float:
    return _requests(sample, status=("4", "5"))


def _plots(samples: Sequence[Sample]) -> list[Plot]:
    if not samples:
        return []
    now = samples[-1].at

    def outcome(name: str) -> Callable[[Sample], float | None]:
        return lambda s: s.total("redactor_outcomes_total", outcome=name)

    def total(name: str) -> Callable[[Sample], float | None]:
        return lambda s: s.total(name)

    found = [
        _plot("Requests a second", _rates(samples, _requests), now),
        _plot("Refused or failed requests a second", _rates(samples, _failures), now),
        _plot(
            "Mean seconds of a request",
            _ratio(
                samples,
                lambda s: _requests(s, "redactor_request_seconds_sum"),
                lambda s: _requests(s, "redactor_request_seconds_count"),
            ),
            now,
        ),
        _plot("Released a second", _rates(samples, outcome("released")), now),
        _plot("Quarantined a second", _rates(samples, outcome("quarantined")), now),
    ]
    newest = samples[-1]
    if newest.total("redactor_doubts_total") is not None:
        found.append(_plot("Doubts a second", _rates(samples, total("redactor_doubts_total")), now))
    if newest.total("redactor_strange_texts_total") is not None:
        strange = _ratio(samples, total("redactor_strange_texts_total"), total("redactor_outcomes_total"))
        found.append(_plot("Drift: share of texts unlike those the student knows", strange, now, 1.0))
    if newest.by("redactor_canary_recall", "entity"):
        lowest = [(s.at, min(s.by("redactor_canary_recall", "entity").values(), default=None)) for s in samples]
        found.append(_plot("Canaries: lowest recall of an entity", lowest, now, 1.0))
    found += [_plot(f"Stream: {name}", [(s.at, s.stream.get(name)) for s in samples], now) for name in newest.stream]
    return found


def _values(asked: Asked) -> dict[str, Any]:
    ring = asked.console.ring
    samples = list(ring.samples)
    newest = samples[-1] if samples else None
    outcomes = sorted(
        ((dict(labels)["outcome"], dict(labels)["reason"], n) for (name, labels), n in newest.values.items()
         if name == "redactor_outcomes_total"),
        key=lambda row: -row[2],
    ) if newest is not None else []  # fmt: skip
    return {
        "plots": _plots(samples),
        "outcomes": outcomes,
        "recall": sorted(newest.by("redactor_canary_recall", "entity").items()) if newest is not None else [],
        "has_alarm": bool(newest is not None and newest.total("redactor_canary_alarm")),
        "stream": ring.stream if asked.console.settings.streams.servers is not None else None,
        "runs": [s.facts for s in states(asked.console, _MOST_RUNS) if s.facts is not None],
    }


def _live(asked: Asked) -> Response:
    return shown(asked, "live.html", **_values(asked))


def _fragment(asked: Asked) -> Response:
    return shown(asked, "live_plots.html", **_values(asked))


PAGES = (Page(_PATH, _live, title="Live"), Page(_PLOTS, _fragment, keeps_session=False))
