"""Plot grouped points with error bars, curves over a logarithmic x axis, and histograms, with matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from redactor.evaluate.charts import COLOURS, WIDTH, add_legend, new_axes, percent, save_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HEIGHT = 4.4  # inches
_HISTOGRAM_END = 3.0


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
    add_legend(axes)
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
            axes.axhline(one.limit, color=COLOURS[number % len(COLOURS)], linestyle="dashed", linewidth=1)
    axes.xaxis.set_major_locator(FixedLocator(xs))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_xlabel(x_label)
    add_legend(axes)
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
            axes.stairs(counts / len(xs), edges, color=COLOURS[number % len(COLOURS)], label=name)
    axes.axvline(1, color="#666666", linestyle="dashed", linewidth=1)
    axes.set_xlabel(x_label)
    add_legend(axes)
    return figure


def plot_rows(title: str, names: Sequence[str], values: Mapping[str, Sequence[float]]) -> Figure:
    """Plot shares as points on a row for each name, the first name on top, with one colour for each series.

    values: for each series a share for each name. Raises ValueError without values.
    """
    figure, axes = _new_axes(title, [Series(name, tuple(Point(x, 0, 0) for x in xs)) for name, xs in values.items()])
    figure.set_size_inches(WIDTH, 1.4 + 0.26 * len(names))
    rows = range(len(names) - 1, -1, -1)
    for number, (name, xs) in enumerate(values.items()):
        axes.plot(xs, rows, color=COLOURS[number % len(COLOURS)], marker="o", linestyle="none", label=name)
    axes.set_yticks(rows, names)
    axes.set_xlim(-0.02, 1.02)
    percent(axes.xaxis)
    axes.grid(axis="x", color="#dddddd")
    add_legend(axes)
    return figure


def save_figure(figure: Figure, path: Path) -> None:
    """Write a figure as SVG, or as PNG if the file's name ends in .png."""
    if path.suffix.lower() == ".png":
        figure.savefig(path, format="png", dpi=150, metadata={"Software": None})
    else:
        save_svg(figure, path)


def _new_axes(title: str, series: Sequence[Series]) -> tuple[Figure, Axes]:
    if not any(one.points for one in series):
        raise ValueError("a plot needs points")
    figure, axes = new_axes(_HEIGHT)
    axes.set_title(title, loc="left", fontweight="bold", pad=28)
    percent(axes.yaxis)
    axes.grid(visible=False, axis="x")
    return figure, axes


def _draw_series(axes: Axes, series: Series, xs: Sequence[float], number: int, line: str) -> None:
    label = series.name if series.limit is None else f"{series.name} (dashed: limit {series.limit * 100:.1f} %)"
    axes.errorbar(
        xs, [point.mean for point in series.points], [_error_bar(point) for point in series.points],
        color=COLOURS[number % len(COLOURS)], linestyle=line, marker="o", capsize=3, elinewidth=1, label=label,
    )  # fmt: skip


def _error_bar(point: Point) -> float:
    return point.sd if point.sd > 0 else 0.0
