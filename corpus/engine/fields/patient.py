"""The patient's sex and age, which words, ages and the birth date of a note share."""

from __future__ import annotations

import datetime as dt

from corpus.engine.cast import Cast


def female(c: Cast) -> bool:
    """Whether the patient is a woman."""
    return c.once("patient female", lambda: c.chance(0.52))


def birth(c: Cast, *, baby: bool = False) -> dt.date:
    """The patient's birth date; baby: of a child under two, where nothing has settled it before."""
    return c.once("patient birth", lambda: c.day - dt.timedelta(days=_baby_days(c) if baby else _days(c)))


def days(c: Cast, *, baby: bool = False) -> int:
    """Days of life on the note's day."""
    return (c.day - birth(c, baby=baby)).days


def age(c: Cast) -> int:
    """Completed years on the note's day."""
    born = birth(c)
    return c.day.year - born.year - ((c.day.month, c.day.day) < (born.month, born.day))


def _baby_days(c: Cast) -> int:
    return c.rng.randint(0, c.pick((2, 7, 30, 90, 365, 700)))


def _days(c: Cast) -> int:
    roll = c.rng.random()
    if roll < 0.02:
        return _baby_days(c)
    if roll < 0.11:
        years = c.rng.uniform(1, 18)
    elif roll < 0.30:
        years = c.rng.uniform(18, 40)
    elif roll < 0.93:
        years = c.rng.triangular(38, 90, 68)
    else:
        years = c.rng.uniform(88, 105)
    return int(years * 365.25)
