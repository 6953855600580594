"""A drawing of a redacted recording: how loud it is, and what was muted why."""

from __future__ import annotations

from collections.abc import Sequence

from audio.found import Found, Mute
from audio.intervals import joined, samples
from audio.words import RATE

_WIDTH, _HEIGHT, _LEFT, _TOP = 1200, 160, 10, 34
_COLOURS = {
    "words": ("#c0392b", "PHI"),
    "gap": ("#e08e0b", "voice without words"),
    "tone": ("#8e44ad", "telephone keys"),
    "damage": ("#5d6d7e", "damaged"),
    "strict": ("#aab7b8", "no confident speech"),
    "verified": ("#1f618d", "heard again"),
}
_MARKS = 8
_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800)


def waveform(envelope: Sequence[float], seconds: float, found: Found) -> bytes:
    """An SVG image without scripts, fonts or references. envelope: of the redacted recording, from its beginning to its
    end at `seconds`. Nothing is drawn of a part of it that is muted as a whole."""
    shapes = [shape for step in _COLOURS for shape in _mutes(found.mutes, step, seconds)]
    body = "".join(
        [
            f'<rect width="{_WIDTH + 2 * _LEFT}" height="{_TOP + _HEIGHT + 30}" fill="#fff"/>',
            *_legend(found),
            *shapes,
            f'<path d="{_outline(envelope, found.muted, seconds)}" fill="#2c3e50"/>',
            *_axis(seconds),
        ]
    )
    width, height = _WIDTH + 2 * _LEFT, _TOP + _HEIGHT + 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12" role="img"><title>Redacted recording</title>{body}</svg>\n'
    ).encode()


def _x(time: float, seconds: float) -> float:
    return _LEFT + _WIDTH * min(max(time / seconds, 0.0), 1.0)


def _legend(found: Found) -> list[str]:
    """The steps that muted something, with their colours."""
    shapes, x = [], _LEFT
    for step, (colour, meaning) in _COLOURS.items():
        if any(mute.step == step for mute in found.mutes):
            shapes.append(f'<rect x="{x}" y="8" width="12" height="12" fill="{colour}"/>')
            shapes.append(f'<text x="{x + 17}" y="18">{meaning}</text>')
            x += 40 + 7 * len(meaning)
    return shapes


def _mutes(mutes: Sequence[Mute], step: str, seconds: float) -> list[str]:
    """The stretches that a step muted, at least a pixel wide; those that would touch are drawn as one."""
    colour, _ = _COLOURS[step]
    pixel = int(seconds / _WIDTH * RATE) + 1
    own = joined(((samples(mute.start), samples(mute.end)) for mute in mutes if mute.step == step), pixel)
    shapes = []
    for start, end in own:
        x = _x(start / RATE, seconds)
        width = max(_x(end / RATE, seconds) - x, 1.0)
        shapes.append(
            f'<rect x="{x:.1f}" y="{_TOP}" width="{width:.1f}" height="{_HEIGHT}" fill="{colour}" opacity="0.45"/>'
        )
    return shapes


def _outline(envelope: Sequence[float], muted: Sequence[tuple[float, float]], seconds: float) -> str:
    """The levels as one bar a part, up and down from the middle."""
    middle = _TOP + _HEIGHT / 2
    parts, stretches = [], iter([*muted, (seconds, seconds)])
    start, end = next(stretches)
    for index, level in enumerate(envelope):
        first, last = seconds * index / len(envelope), seconds * (index + 1) / len(envelope)
        while end <= first and end < seconds:
            start, end = next(stretches)
        half = 0.0 if start <= first and last <= end else level * _HEIGHT / 2
        left, width = _x(first, seconds), _WIDTH / len(envelope)
        height = max(2 * half, 1.0)
        parts.append(f"M{left:.1f} {middle - height / 2:.1f}h{width:.1f}v{height:.1f}h-{width:.1f}z")
    return "".join(parts)


def _axis(seconds: float) -> list[str]:
    step = next((step for step in _STEPS if seconds / step <= _MARKS), _STEPS[-1])
    shapes = []
    for time in range(0, int(seconds) + 1, step):
        x, y = _x(time, seconds), _TOP + _HEIGHT
        clock = f"{time // 3600}:{time // 60 % 60:02}:{time % 60:02}"
        shapes.append(f'<path d="M{x:.1f} {y}v5" stroke="#2c3e50"/><text x="{x:.1f}" y="{y + 19}">{clock}</text>')
    return shapes
