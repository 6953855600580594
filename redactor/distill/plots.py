"""Two plots as SVG, written by hand: groups with error bars, and curves over a logarithmic axis."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT = 720, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 76, 56
_COLOURS = ("#1f6f8b", "#c8553d", "#5b8c5a", "#7a5c99")
_INK, _FAINT, _GRID = "#222222", "#666666", "#dddddd"

Place = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Point:
    """A mean of runs at x, with their standard deviation (NaN or zero: no error bar)."""

    x: float
    mean: float
    spread: float


@dataclass(frozen=True, slots=True)
class Series:
    """A named set of points. limit: where it tends to, drawn as a dashed line; None where that is unknown."""

    name: str
    points: tuple[Point, ...]
    limit: float | None = None


def groups(title: str, names: Sequence[str], series: Sequence[Series]) -> str:
    """Points side by side in named groups: Point.x is the number of the group. Values are shares, shown in per cent.

    The axis begins near the lowest value, so points and not bars stand for values. Raises ValueError without points.
    """
    scale = _scale(series)
    y = _linear(scale.low, scale.high, _HEIGHT - _BOTTOM, _TOP)
    wide = (_WIDTH - _LEFT - _RIGHT) / len(names)
    body = [*_frame(title, series, scale, y)]
    for i, name in enumerate(names):
        body.append(_text(_LEFT + (i + 0.5) * wide, _HEIGHT - _BOTTOM + 22, name, "middle"))
    for k, one in enumerate(series):
        shift = (k - (len(series) - 1) / 2) * min(26.0, wide / (len(series) + 1))
        for point in one.points:
            x = _LEFT + (point.x + 0.5) * wide + shift
            body += _mark(x, point, y, _COLOURS[k % len(_COLOURS)])
            body.append(_text(x, y(point.mean + _bar(point)) - 9, f"{point.mean * 100:.1f}", "middle", 11))
    return _document(body)


def curves(title: str, axis: str, series: Sequence[Series]) -> str:
    """Lines over a logarithmic x axis, named `axis`. Values are shares, shown in per cent. Raises ValueError without
    points and for an x that is not positive."""
    scale = _scale(series)
    y = _linear(scale.low, scale.high, _HEIGHT - _BOTTOM, _TOP)
    xs = sorted({point.x for one in series for point in one.points})
    if xs[0] <= 0:
        raise ValueError("a logarithmic axis holds positive values only")
    first, last = math.log(xs[0]), math.log(xs[-1])
    room = 0.06 * (last - first) or 1.0
    along = _linear(first - room, last + room, _LEFT, _WIDTH - _RIGHT)
    body = [*_frame(title, series, scale, y)]
    for value in xs:
        x = along(math.log(value))
        body.append(_line(x, _HEIGHT - _BOTTOM, x, _HEIGHT - _BOTTOM + 5, _INK))
        body.append(_text(x, _HEIGHT - _BOTTOM + 20, f"{value:,.0f}", "middle"))
    body.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 12, axis, "middle"))
    for k, one in enumerate(series):
        colour = _COLOURS[k % len(_COLOURS)]
        points = sorted(one.points, key=lambda p: p.x)
        way = " ".join(f"{along(math.log(p.x)):.1f},{y(p.mean):.1f}" for p in points)
        body.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for point in points:
            body += _mark(along(math.log(point.x)), point, y, colour)
        if one.limit is not None:
            body.append(_line(_LEFT, y(one.limit), _WIDTH - _RIGHT, y(one.limit), colour, 'stroke-dasharray="6 4"'))
    return _document(body)


class _Scale(NamedTuple):
    low: float
    high: float
    step: float


def _scale(series: Sequence[Series]) -> _Scale:
    """The axis: whole steps around every value, its error bar and its limit, within 0 and 1; up to nine of them."""
    ends = [p.mean + sign * _bar(p) for one in series for p in one.points for sign in (-1, 1)]
    ends += [one.limit for one in series if one.limit is not None and one.points]
    if not ends:
        raise ValueError("a plot needs points")
    extent = max(ends) - min(ends)
    step = next((s for s in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1) if extent / s <= 7), 0.2)
    low = max(0, math.floor(min(ends) / step - 0.2))
    high = min(round(1 / step), math.ceil(max(ends) / step + 0.2))
    return _Scale(low * step, max(high, low + 1) * step, step)


def _bar(point: Point) -> float:
    return point.spread if point.spread > 0 else 0.0


def _linear(low: float, high: float, start: float, end: float) -> Place:
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _frame(title: str, series: Sequence[Series], scale: _Scale, y: Place) -> Iterator[str]:
    yield f'<text x="{_LEFT}" y="28" font-size="16" font-weight="600" fill="{_INK}">{escape(title)}</text>'
    x = float(_LEFT)
    for k, one in enumerate(series):
        colour = _COLOURS[k % len(_COLOURS)]
        yield f'<circle cx="{x + 5:.1f}" cy="50" r="5" fill="{colour}"/>'
        name = one.name if one.limit is None else f"{one.name} (dashed: limit {one.limit * 100:.1f})"
        yield _text(x + 15, 54, name, "start")
        x += 30 + 6.8 * len(name)
    for i in range(round((scale.high - scale.low) / scale.step) + 1):
        value = scale.low + i * scale.step
        yield _line(_LEFT, y(value), _WIDTH - _RIGHT, y(value), _GRID if i else _INK)
        yield _text(_LEFT - 8, y(value) + 4, f"{value * 100:.{0 if scale.step >= 0.01 else 1}f}", "end")
    yield _text(_LEFT - 8, _TOP - 12, "%", "end")


def _mark(x: float, point: Point, y: Place, colour: str) -> Iterator[str]:
    spread = _bar(point)
    if spread:
        top, bottom = y(point.mean + spread), y(point.mean - spread)
        yield _line(x, top, x, bottom, colour)
        yield _line(x - 4, top, x + 4, top, colour)
        yield _line(x - 4, bottom, x + 4, bottom, colour)
    yield f'<circle cx="{x:.1f}" cy="{y(point.mean):.1f}" r="4.5" fill="{colour}"/>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" {more}/>'


def _text(x: float, y: float, words: str, anchor: str, size: int = 13) -> str:
    colour = _INK if size > 12 else _FAINT
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}">{escape(words)}</text>'


def _document(body: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" font-family="system-ui, Helvetica, Arial, sans-serif">'
    )
    return "\n".join([head, f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>', *body, "</svg>", ""])
