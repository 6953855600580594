"""What newborn notes settle about their patient."""

from __future__ import annotations

import datetime as dt

from corpus.engine.cast import Cast
from corpus.engine.layouts.hospital_note import woman


def mother(c: Cast) -> None:
    woman(c)
    c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(17 * 365, 44 * 365)))


def infant(c: Cast) -> None:
    c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(0, c.pick((2, 6, 30, 110)))))
