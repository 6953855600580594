"""Draw the charts of reports and of the student's page. This module needs matplotlib.

Figures are drawn without a display, and the SVG depends only on the data and the version of matplotlib.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

COLOURS = ("#1f6f8b", "#c8553d", "#5b8c5a", "#7a5c99", "#b8860b", "#333333", "#d16ba5", "#4aa5d8")
_MARKERS = "os^DvPX*"
_LONGEST_NAME = 28  # characters
WIDTH = 7.5  # inches
_STYLE = {"svg.fonttype": "none", "svg.hashsalt": "redactor", "font.size": 10}
_GREY = "#666666"


@dataclass(frozen=True, slots=True)
class Chart:
    """An image for a page. source: a data URI. told: what the chart shows, for those who do not see it."""

    title: str
    source: str
    told: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """A named value with the ends of its interval; NaN where there is none."""

    name: str
    value: float
    low: float
    high: float


def chart(figure: Figure, title: str, told: str) -> Chart:
    """Return a figure as an image that a page holds."""
    buffer = io.BytesIO()
    _write_svg(figure, buffer)
    return Chart(title, "data:image/svg+xml;base64," + base64.b64encode(buffer.getvalue()).decode(), told)


def save_svg(figure: Figure, path: Path) -> None:
    """Write a figure as SVG without a date, with constant identifiers, and with text as text."""
    _write_svg(figure, path)


def _write_svg(figure: Figure, target: Path | io.BytesIO) -> None:
    with mpl.rc_context(_STYLE):
        figure.savefig(target, format="svg", metadata={"Date": None})


def new_axes(height: float, width: float = WIDTH) -> tuple[Figure, Axes]:
    """Return a figure and its axes, with a grid behind the data and no frame. height, width: inches."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
    axes.grid(color="#dddddd")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    return figure, axes


def add_legend(axes: Axes) -> None:
    """Put the names of the series above the axes."""
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, frameon=False, borderaxespad=0)


def percent(axis: Axis) -> None:
    """Show the shares on an axis in per cent."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value * 100:g}%"))


def draw_bars(series: Mapping[str, Sequence[Estimate]]) -> Figure:
    """Draw shares as horizontal bars with their intervals, a row for each name, the first name on top.

    series: the same names in each. Raises ValueError without names.
    """
    names = [plain(e.name) for e in next(iter(series.values()), ())]
    if not names:
        raise ValueError("a chart needs rows")
    figure, axes = new_axes(0.9 + (0.2 + 0.22 * len(series)) * len(names))
    step = 0.8 / len(series)
    rows = np.arange(len(names))
    for number, (name, estimates) in enumerate(series.items()):
        at = rows - 0.4 + step * (number + 0.5)
        axes.barh(at, _values(estimates), step * 0.9, color=_colour(number), alpha=0.75, label=plain(name))
        axes.errorbar(
            _values(estimates), at, xerr=_errors(estimates), fmt="none", ecolor="#222222", elinewidth=1, capsize=2
        )
    axes.set_yticks(rows, names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    percent(axes.xaxis)
    axes.grid(visible=False, axis="y")
    add_legend(axes)
    return figure


def draw_forest(series: Mapping[str, Sequence[Estimate]], x_label: str, *, zero: bool = False) -> Figure:
    """Draw estimates as points with their intervals, a row for each name, the first name on top.

    zero: mark the value zero, where differences end. Raises ValueError without names.
    """
    names = [plain(e.name) for e in next(iter(series.values()), ())]
    if not names:
        raise ValueError("a chart needs rows")
    figure, axes = new_axes(1.2 + (0.15 + 0.2 * len(series)) * len(names))
    rows = np.arange(len(names))
    for number, (name, estimates) in enumerate(series.items()):
        at = rows + (number - (len(series) - 1) / 2) * min(0.22, 0.7 / len(series))
        axes.errorbar(
            _values(estimates),
            at,
            xerr=_errors(estimates),
            fmt=_marker(number),
            color=_colour(number),
            capsize=3,
            label=plain(name),
        )
    axes.set_yticks(rows, names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(x_label)
    axes.grid(visible=False, axis="y")
    if zero:
        axes.axvline(0, color=_GREY, linestyle="dashed", linewidth=1)
    add_legend(axes)
    return figure


def draw_lines(
    series: Mapping[str, Sequence[tuple[float, Estimate]]], x_label: str, *, diagonal: bool = False
) -> Figure:
    """Draw shares over shares as lines with intervals. diagonal: mark where both are the same.

    series: the x and the estimate of each point, of which the name is not shown. Raises ValueError without points.
    """
    if not any(series.values()):
        raise ValueError("a chart needs points")
    figure, axes = new_axes(3.6)
    if diagonal:
        axes.plot([0, 1], [0, 1], color=_GREY, linestyle="dashed", linewidth=1)
    for number, (name, points) in enumerate(series.items()):
        estimates = [e for _, e in points]
        axes.errorbar(
            [x for x, _ in points], _values(estimates), yerr=_errors(estimates), fmt=f"{_marker(number)}-",
            color=_colour(number), capsize=2, elinewidth=1, markersize=4, label=plain(name),
        )  # fmt: skip
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel(x_label)
    percent(axes.yaxis)
    add_legend(axes)
    return figure


def draw_table(rows: Sequence[str], columns: Sequence[str], counts: Sequence[Sequence[int]]) -> Figure:
    """Draw counts as a table whose cells are the darker the larger their share of their row is."""
    table = np.asarray(counts, dtype=np.float64)
    totals = table.sum(axis=1, keepdims=True)
    shares = np.divide(table, totals, out=np.zeros_like(table), where=totals > 0)
    figure, axes = new_axes(1.2 + 0.32 * len(rows), max(WIDTH, 2.4 + 0.62 * len(columns)))
    axes.grid(visible=False)
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for y, row in enumerate(counts):
        for x, n in enumerate(row):
            if n:
                colour = "#ffffff" if shares[y, x] > 0.6 else "#222222"
                axes.text(x, y, f"{n:,}", ha="center", va="center", fontsize=8, color=colour)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xticks(range(len(columns)), columns, rotation=40, ha="left", rotation_mode="anchor")
    axes.tick_params(top=True, bottom=False, labeltop=True, labelbottom=False, length=0)
    axes.spines[:].set_visible(False)
    return figure


def plain(name: str) -> str:
    """Return a name as a chart shows it: without formulas and control characters, and not too long."""
    shown = "".join(c for c in name if c.isprintable())
    shown = shown if len(shown) <= _LONGEST_NAME else shown[: _LONGEST_NAME - 1] + "…"
    return shown.replace("$", r"\$")


def _marker(number: int) -> str:
    return _MARKERS[number % len(_MARKERS)]


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _values(estimates: Sequence[Estimate]) -> list[float]:
    return [e.value for e in estimates]


def _errors(estimates: Sequence[Estimate]) -> list[list[float]]:
    """Return the lengths of the error bars below and above each value."""
    return [
        [_length(e.value - e.low) for e in estimates],
        [_length(e.high - e.value) for e in estimates],
    ]


def _length(length: float) -> float:
    return max(0.0, length) if length == length else 0.0  # NaN differs from itself
