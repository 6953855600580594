"""How long, how often and how long ago: plain text, whatever numbers it holds."""

from __future__ import annotations

from collections.abc import Mapping

from corpus.engine.cast import Cast, Field

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
_VAGUE = (
    "a few days", "several days", "a couple of days", "a couple weeks", "several weeks", "a few weeks", "many years",
    "several months", "a few months", "a year", "a year and a half", "six months or so", "about a week",
    "a day or two", "the past few days", "half an hour", "an hour", "all day", "most of a year", "over a decade",
    "a lifetime", "two and a half years", "the better part of a week", "one to two weeks", "a fortnight",
    "several hours", "a month",
)  # fmt: skip
_AGO = (
    "yesterday", "last night", "this morning", "last week", "last month", "last year", "the other day", "years ago",
    "the day before yesterday", "two nights ago", "a few days ago", "a while ago", "earlier today", "overnight",
    "last Tuesday", "last Friday", "this past weekend", "on Monday", "over the weekend", "a couple of weeks ago",
    "about a month ago", "a year and a half ago", "many years ago", "several years back", "not long ago", "this am",
    "decades ago", "in childhood", "as a teenager", "earlier this week", "a week ago today", "since last visit",
    "the night before", "the day prior", "recently", "ten years or so ago", "since birth", "a fortnight ago",
)  # fmt: skip
_INTERVALS = (
    "daily", "BID", "TID", "QID", "qd", "qhs", "qam", "q4h", "q6h", "q8h", "q12h", "Q4H PRN", "q6-8h", "q 8 hours",
    "every 6 hours", "every other day", "QOD", "q48h", "weekly", "once a week", "twice a week", "2x/week",
    "3x a week", "x3/wk", "monthly", "every 3 months", "q3mo", "q2wk", "q 3 weeks", "q21d", "every 4 to 6 hours",
    "nightly", "at bedtime", "b.i.d.", "t.i.d.", "p.r.n.", "twice daily", "3 times a day", "4x/day", "every 90 days",
    "yearly", "q5min x3", "every 15 minutes", "qMWF", "M/W/F", "every Tuesday", "on Mondays and Thursdays",
    "biweekly", "q shift", "1-2x/month",
)  # fmt: skip


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
