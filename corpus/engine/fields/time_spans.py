"""Durations, frequencies and distances in time: plain text."""

from __future__ import annotations

from collections.abc import Mapping

from corpus.engine.cast import Cast, Field
from corpus.engine.words import words

_UNITS: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("minute", ("min", "mins", "m"), 50),
    ("hour", ("hr", "hrs", "h"), 36),
    ("day", ("d", "days", "dys"), 21),
    ("day", ("d",), 10),
    ("week", ("wk", "wks", "w"), 12),
    ("month", ("mo", "mos", "mth"), 18),
    ("year", ("yr", "yrs", "y"), 30),
)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_VAGUE = words("time_spans", "vague")
_AGO = words("time_spans", "ago")
_INTERVALS = words("time_spans", "intervals")


def _amount(c: Cast) -> str:
    unit, brief, most = c.pick(_UNITS)
    n = c.rng.randint(1, most)
    roll = c.rng.random()
    if roll < 0.3:
        return f"{n}{c.pick((' ', ''))}{c.pick(brief)}"
    plural = "" if n == 1 else "s"
    if roll < 0.45:
        return f"{n}-{n + c.rng.randint(1, 3)} {unit}s"
    if roll < 0.58 and n <= 12:
        return f"{_NUMBERS[n - 1]} {unit}{plural}"
    if roll < 0.63:
        return f"{n} or {n + 1} {unit}s"
    if roll < 0.66:
        return f"{n}.5 {unit}s"
    if roll < 0.69:
        return f"{n}+ {unit}s"
    return f"{n} {unit}{plural}"


def _duration(c: Cast, _: str) -> str:
    roll = c.rng.random()
    if roll < 0.2:
        return c.pick(_VAGUE)
    text = _amount(c)
    if roll < 0.24:
        return f"x{c.pick(('', ' '))}{text}"
    if roll < 0.34:
        return c.pick(("about ", "approximately ", "~", "~", "over ", "nearly ", "> ", "at least ")) + text
    return f"{text} or so" if roll < 0.36 else text


def _ago(c: Cast, _: str) -> str:
    roll = c.rng.random()
    if roll < 0.3:
        return c.pick(_AGO)
    after = c.pick(
        (" ago", " ago", " ago", " ago", " prior", " earlier", " back", " PTA", " prior to admission", " before")
    )
    return f"{c.pick(('', '', '', '', 'about ', '~', 'approx ', 'roughly '))}{_amount(c)}{after}"


def _interval(c: Cast, _: str) -> str:
    if c.chance(0.6):
        return c.pick(_INTERVALS)
    number, unit = (
        c.pick((2, 3, 4, 6, 8, 10, 12, 15, 24, 36, 48, 72)),
        c.pick(("h", "hr", "hrs", "min", "d", "wk", "mo")),
    )
    times = c.pick(("", "", " prn", " PRN", " x 3 doses", " ATC", " x2", " while awake"))
    return f"{c.pick(('q', 'q ', 'Q', 'every '))}{number}{c.pick(('', ' '))}{unit}{times}"


FIELDS: Mapping[str, Field] = {
    "duration": _duration,
    "ago": _ago,
    "interval": _interval,
}
