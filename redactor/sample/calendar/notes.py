"""Short notes of a visit, with the dates as people write them: weekdays, holidays, numbers without zeros."""

from __future__ import annotations

import datetime as dt
import random

from redactor.entities import Entity
from redactor.lexicon import public_dates
from redactor.sample.calendar import days
from redactor.sample.calendar.life import Life
from redactor.sample.course import Visit
from redactor.sample.forms import MONTHS, weekday
from redactor.sample.marked import Marked, Piece, join, mark

_HABITS = ("bare", "bare", "bare", "padded", "named")


def note(rng: random.Random, life: Life, visit: Visit) -> Marked:
    """A progress note. Each author has a way of writing dates, and keeps to it within the note."""
    who, subject, day = life.chart.who, life.chart.person.subject, visit.start.date()
    habit = _HABITS[hash_of(visit.doctor.id) % len(_HABITS)]

    def date(moved: int) -> Marked:
        return mark(written(day + moved * days.DAY, habit), Entity.DATE, subject)

    lines: list[Piece] = [
        join("PROGRESS NOTE  ", date(0)),
        join("Patient: ", who.last_first()),
        join(who.titled(), f" is seen for {visit.problem.spoken}."),
    ]
    festive = _recent_holiday(day)
    if festive is not None and rng.random() < 0.5:
        ending = rng.choice((" weekend", " dinner", ""))
        named = mark(festive.removeprefix("the "), Entity.DATE, subject)
        article = "the " if festive.startswith("the ") else ""
        lines.append(join(f"Symptoms began over {article}", named, f"{ending} and have improved since."))
    if rng.random() < 0.5:
        earlier = day - rng.randrange(3, 40) * days.DAY
        text = mark(written(earlier, habit), Entity.DATE, subject)
        lines.append(join(f"Last seen {weekday(earlier)} ", text, "."))
    if rng.random() < 0.6:
        lines.append(join("Labs of ", date(-rng.randrange(2, 30)), " reviewed, no acute change."))
    if rng.random() < 0.6:
        later = days.near_working(rng, day + rng.randrange(14, 120) * days.DAY)
        back = mark(written(later, habit), Entity.DATE, subject)
        lines.append(join("Return ", f"{weekday(later)}, " if rng.random() < 0.4 else "", back, "."))
    lines.append(join("Signed: ", visit.doctor.who.titled_full(), " ", date(0)))
    return join(*lines, sep="\n")


def written(day: dt.date, habit: str) -> str:
    """A day as an author writes it: 9/4/2019, 09/04/2019, or September 4, 2019."""
    if habit == "bare":
        return f"{day.month}/{day.day}/{day.year}"
    return f"{day:%m/%d/%Y}" if habit == "padded" else f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def hash_of(text: str) -> int:
    """A number that is the same in every process."""
    return sum(ord(c) * (i + 1) for i, c in enumerate(text))


def _recent_holiday(day: dt.date) -> str | None:
    """The name of a holiday of the last twelve days."""
    found = [(d, name) for year in (day.year - 1, day.year) for d, name in public_dates.named_holidays(year).items()]
    recent = [(d, name) for d, name in found if dt.timedelta(0) <= day - d <= dt.timedelta(days=12)]
    return max(recent)[1] if recent else None
