"""Plot grouped points with error bars, curves over a logarithmic x axis, and histograms. This module needs matplotlib.

Figures are drawn without a display, and the SVG depends only on the data and the version of matplotlib.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE = (7.5, 4.4)  # inches
_COLOURS = ("#1f6f8b", "#c8553d", "#5b8c5a", "#7a5c99")
_HISTOGRAM_END = 3.0
_STYLE = {"svg.fonttype": "none", "svg.hashsalt": "redactor", "font.size": 10}


@dataclass(frozen=True, slots=True)
class Point:
    """The mean of several runs at x, and their standard deviation `sd` (NaN or zero for no error bar)."""

    x: float
    mean: float
    sd: float


@dataclass(frozen=True, slots=True)
class Series:
    """A named set of points. limit: the value that it approaches, drawn as a dashed line; None if unknown."""

    name: str
    points: tuple[Point, ...]
    limit: float | None = None


def plot_groups(title: str, names: Sequence[str], series: Sequence[Series]) -> Figure:
    """Plot points side by side in named groups. Point.x is the index of the group; means are shares, shown in per cent.

    The y axis does not start at zero, so that values are drawn as points instead of bars. Raises ValueError without
    points.
    """
    figure, axes = _new_axes(title, series)
    width = min(0.16, 1 / (len(series) + 1))
    for number, one in enumerate(series):
        offset = (number - (len(series) - 1) / 2) * width
        _draw_series(axes, one, [point.x + offset for point in one.points], number, line="none")
        for point in one.points:
            axes.annotate(
                f"{point.mean * 100:.1f}", (point.x + offset, point.mean + _error_bar(point)), (0, 6),
                textcoords="offset points", ha="center", fontsize=8, color="#666666",
            )  # fmt: skip
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.margins(y=0.1)
    _add_legend(axes)
    return figure


def plot_curves(title: str, x_label: str, series: Sequence[Series]) -> Figure:
    """Plot lines over a logarithmic x axis. Means are shares, shown in per cent.

    Raises ValueError without points, and for an x that is not positive.
    """
    figure, axes = _new_axes(title, series)
    xs = sorted({point.x for one in series for point in one.points})
    if xs[0] <= 0:
        raise ValueError("a logarithmic axis holds positive values only")
    axes.set_xscale("log")
    for number, one in enumerate(series):
        ordered = Series(one.name, tuple(sorted(one.points, key=lambda point: point.x)), one.limit)
        _draw_series(axes, ordered, [point.x for point in ordered.points], number, line="solid")
        if one.limit is not None:
            axes.axhline(one.limit, color=_COLOURS[number % len(_COLOURS)], linestyle="dashed", linewidth=1)
    axes.xaxis.set_major_locator(FixedLocator(xs))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_xlabel(x_label)
    _add_legend(axes)
    return figure


def plot_histograms(title: str, x_label: str, values: Mapping[str, Sequence[float]]) -> Figure:
    """Plot the share of values in each bin as steps, with all values beyond 3 in the last bin. A dashed line marks 1.

    Raises ValueError without values.
    """
    figure, axes = _new_axes(title, [Series(name, tuple(Point(x, 0, 0) for x in xs)) for name, xs in values.items()])
    edges = np.linspace(0, _HISTOGRAM_END, 61)
    for number, (name, xs) in enumerate(values.items()):
        if len(xs):
            counts, _ = np.histogram(np.clip(xs, 0, _HISTOGRAM_END), edges)
            axes.stairs(counts / len(xs), edges, color=_COLOURS[number % len(_COLOURS)], label=name)
    axes.axvline(1, color="#666666", linestyle="dashed", linewidth=1)
    axes.set_xlabel(x_label)
    _add_legend(axes)
    return figure


def plot_rows(title: str, names: Sequence[str], values: Mapping[str, Sequence[float]]) -> Figure:
    """Plot shares as points on a row for each name, the first name on top, with one colour for each series.

    values: for each series a share for each name. Raises ValueError without values.
    """
    figure, axes = _new_axes(title, [Series(name, tuple(Point(x, 0, 0) for x in xs)) for name, xs in values.items()])
    figure.set_size_inches(_SIZE[0], 1.4 + 0.26 * len(names))
    rows = range(len(names) - 1, -1, -1)
    for number, (name, xs) in enumerate(values.items()):
        axes.plot(xs, rows, color=_COLOURS[number % len(_COLOURS)], marker="o", linestyle="none", label=name)
    axes.set_yticks(rows, names)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value * 100:g}%"))
    axes.grid(axis="x", color="#dddddd")
    _add_legend(axes)
    return figure


def save_figure(figure: Figure, path: Path) -> None:
    """Write a figure as SVG, or as PNG if the file's name ends in .png."""
    if path.suffix.lower() == ".png":
        figure.savefig(path, format="png", dpi=150, metadata={"Software": None})
    else:
        save_svg(figure, path)


def save_svg(figure: Figure, path: Path) -> None:
    """Write a figure as SVG without a date, with constant identifiers, and with text as text."""
    with mpl.rc_context(_STYLE):
        figure.savefig(path, format="svg", metadata={"Date": None})


def _new_axes(title: str, series: Sequence[Series]) -> tuple[Figure, Axes]:
    if not any(one.points for one in series):
        raise ValueError("a plot needs points")
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=_SIZE, layout="constrained")
        axes = figure.add_subplot()
    axes.set_title(title, loc="left", fontweight="bold", pad=28)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value * 100:g}%"))
    axes.grid(axis="y", color="#dddddd")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    return figure, axes


def _draw_series(axes: Axes, series: Series, xs: Sequence[float], number: int, line: str) -> None:
    label = series.name if series.limit is None else f"{series.name} (dashed: limit {series.limit * 100:.1f} %)"
    axes.errorbar(
        xs, [point.mean for point in series.points], [_error_bar(point) for point in series.points],
        color=_COLOURS[number % len(_COLOURS)], linestyle=line, marker="o", capsize=3, elinewidth=1, label=label,
    )  # fmt: skip


def _error_bar(point: Point) -> float:
    return point.sd if point.sd > 0 else 0.0


def _add_legend(axes: Axes) -> None:
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, frameon=False, borderaxespad=0)
