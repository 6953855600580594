"""Times of day, alone and after a date. They are not identifiers and have a label of their own."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import written_days
from redactor.entities import Entity
from redactor.sample.marked import Near, Piece, join, mark

# H, HH: hour of 24; h, hh: of 12; M: minute; S: second; p, P: am, AM; q: a.m.
_TWENTY_FOUR: written_days.Shapes = {
    "{HH}:{M}": 14, "{HH}{M}": 10, "{H}:{M}": 4, "{HH}:{M}:{S}": 2, "{HH}{M} hrs": 1, "{HH}{M}h": 0.8,
    "{HH}:{M}h": 0.4, "{HH}{M} hours": 0.5, "{HH}.{M}": 0.4, "{HH}{M}hrs": 0.6, "{HH}:{M} hrs": 0.6, "{H}h{M}": 0.2,
    "{HH}{M}H": 0.2,
}  # fmt: skip
_TWELVE: written_days.Shapes = {
    "{h}:{M} {P}": 6, "{h}:{M} {p}": 5, "{h}:{M}{p}": 4, "{h}:{M}{P}": 3, "{h}:{M} {q}": 2, "{hh}:{M} {P}": 3,
    "{h}{p}": 3, "{h} {p}": 2.5, "{h} {P}": 1.5, "{h}{P}": 1.2, "{h} {q}": 1, "{hh}:{M}:{S} {P}": 1,
    "{h}:{M}:{S} {P}": 0.8, "{h}:{M}": 0.8, "{h}:{M}{a}": 0.6, "{h}{a}": 0.4, "{h}:{M} {Q}": 0.3, "{hh}:{M}{P}": 0.8,
    "{h}.{M}{p}": 0.3,
}  # fmt: skip
_SECONDS = ("", "", "", ":{S}", ":{S}", ":{S}.000", ":{S}.{ms}")
_ZONES = ("", "", "Z", "+00:00", "-05:00", "-08:00", "-0500", " EST", " CDT", " PST", " UTC")


def _clock(c: Cast, shape: str) -> str:
    hour, minute = c.rng.randrange(24), c.pick((0, 0, 15, 30, 30, 45, *range(60)))
    if shape in ("{h}{p}", "{h} {p}", "{h} {P}", "{h}{P}", "{h} {q}", "{h}{a}"):
        hour = c.rng.randrange(6, 23)
    twelve = hour % 12 or 12
    p = "am" if hour < 12 else "pm"
    return shape.format(
        H=hour, HH=f"{hour:02d}", h=twelve, hh=f"{twelve:02d}", M=f"{minute:02d}", S=f"{c.rng.randrange(60):02d}", p=p,
        P=p.upper(), q=f"{p[0]}.m.", Q=f"{p[0].upper()}.M.", a=p[0], ms=f"{c.rng.randrange(1000):03d}",
    )  # fmt: skip


def _time(c: Cast, _: str) -> Piece:
    roll = c.rng.random()
    if roll < 0.02:
        return c.pick(("noon", "midnight", "12 noon", "around noon"))
    shapes = _TWENTY_FOUR if c.once("clock of 24", lambda: c.chance(0.6)) != (roll < 0.2) else _TWELVE
    return mark(_clock(c, written_days.usual(c, "clock" + "24" * (shapes is _TWENTY_FOUR), shapes)), Near.CLOCK)


def _time12(c: Cast, _: str) -> Piece:
    return mark(_clock(c, written_days.usual(c, "clock", _TWELVE)), Near.CLOCK)


def _stamp(c: Cast, spec: str) -> Piece:
    """A date and a time of day, as exports and people write them."""
    d = c.day + dt.timedelta(days=int(spec) if spec else 0)
    kind = c.once("stamps", lambda: c.rng.random()) if c.chance(0.6) else c.rng.random()
    if kind < 0.18:  # an export
        clock = _clock(c, "{HH}:{M}" + c.pick(_SECONDS) + c.pick(_ZONES))
        return join(mark(d.isoformat(), Entity.DATE), c.pick("TTT "), mark(clock, Near.CLOCK))
    if kind < 0.205:
        return mark(f"{d:%Y%m%d}" + _clock(c, c.pick(("{HH}{M}", "{HH}{M}{S}"))), Entity.DATE)
    clock = _clock(c, written_days.choose(c, _TWENTY_FOUR if c.chance(0.6) else _TWELVE))
    day = (
        written_days.full(c, d)
        if c.chance(0.75)
        else written_days.written(c, written_days.choose(c, written_days.SHORT), d)
    )
    if kind < 0.27:
        return join(mark(clock, Near.CLOCK), c.pick((" on ", " ", ", ", " on ", " - ")), mark(day, Entity.DATE))
    between = c.pick((" ", " ", " ", " ", " at ", " @ ", " @", ", ", "  ", " - ", "/", " | ", "; ", "\t"))
    return join(mark(day, Entity.DATE), between, mark(clock, Near.CLOCK))


FIELDS: Mapping[str, Field] = {"time": _time, "time12": _time12, "stamp": _stamp}
