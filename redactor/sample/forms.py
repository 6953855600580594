"""Write names, dates, telephone numbers and addresses in the forms that people and systems use."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass

from redactor.entities import Entity
from redactor.sample.marked import Marked, Piece, join, mark

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name. nick equals given if there is no other short form."""

    given: str
    middle: str
    family: str
    suffix: str
    nick: str
    maiden: str


@dataclass(frozen=True, slots=True)
class Who:
    """A person as a text refers to the person. entity: the person's role in the text. subject: the reference to the
    person.
    """

    name: Name
    female: bool
    entity: Entity
    subject: str
    title: str = ""

    def _mark(self, value: str) -> Marked:
        return mark(value, self.entity, self.subject)

    def full(self) -> Marked:
        """Return the name in the form "Ann Lee Doe Jr."."""
        n = self.name
        return self._mark(" ".join(x for x in (n.given, n.middle, n.family, n.suffix) if x))

    def short(self) -> Marked:
        """Return the name in the form "Ann Doe"."""
        return self._mark(f"{self.name.given} {self.name.family}")

    def last_first(self) -> Marked:
        """Return the name in the form "Doe, Ann L."."""
        n = self.name
        return self._mark(f"{n.family}, {n.given}" + (f" {n.middle[0]}." if n.middle else ""))

    def upper(self) -> Marked:
        """Return the name in the form "DOE, ANN"."""
        return self._mark(f"{self.name.family}, {self.name.given}".upper())

    def initial_last(self) -> Marked:
        """Return the name in the form "A. Doe" or "A.L. Doe"."""
        n = self.name
        return self._mark(f"{n.given[0]}." + (f"{n.middle[0]}." if n.middle else "") + f" {n.family}")

    def initials(self) -> Marked:
        """Return the name in the form "AD"."""
        return self._mark(self.name.given[0] + self.name.family[0].upper())

    def family(self) -> Marked:
        """Return the name in the form "Doe"."""
        return self._mark(self.name.family)

    def given(self) -> Marked:
        """Return the name in the form "Ann"."""
        return self._mark(self.name.given)

    def nick(self) -> Marked:
        """Return the name in the form "Annie"."""
        return self._mark(self.name.nick)

    def titled(self) -> Marked:
        """Return the name in the form "Ms. Doe" or "Dr. Doe"; the title is no part of the identifier."""
        return join(f"{self.honorific()} ", self.family())

    def titled_full(self) -> Marked:
        """Return the name in the form "Dr. Ann Doe"."""
        return join(f"{self.honorific()} ", self.short())

    def honorific(self) -> str:
        """Return the title, or Ms. or Mr. without a title."""
        return self.title or ("Ms." if self.female else "Mr.")

    def anyhow(self, rng: random.Random) -> Marked:
        """Return the name in one of the forms of running text."""
        form = rng.randrange(10)
        if form < 3:
            return self.titled()
        if form < 5:
            return self.full()
        if form < 6:
            return self.short()
        if form < 7:
            return self.initial_last()
        if form < 8:
            return self.given()
        return self.nick() if form < 9 else self.titled_full()


@dataclass(frozen=True, slots=True)
class Address:
    """A US postal address with its coordinates. offset: its hours from UTC."""

    line: str
    unit: str
    city: str
    county: str
    state: str
    zip: str
    latitude: float
    longitude: float
    offset: int

    def one_line(self, subject: str | None) -> Marked:
        """Return the address on one line: "12 Oak St, Apt 3, Lakewood, CO 80226"."""
        unit: tuple[Piece, ...] = (", ", mark(self.unit, Entity.STREET, subject)) if self.unit else ()
        return join(mark(self.line, Entity.STREET, subject), *unit, ", ", self.place(subject))

    def block(self, subject: str | None) -> Marked:
        """Return the address as on an envelope, in two or three lines."""
        unit: tuple[Piece, ...] = ("\n", mark(self.unit, Entity.STREET, subject)) if self.unit else ()
        return join(mark(self.line, Entity.STREET, subject), *unit, "\n", self.place(subject))

    def place(self, subject: str | None) -> Marked:
        """Return town, state and ZIP code: "Lakewood, CO 80226"."""
        return join(
            mark(self.city, Entity.CITY, subject),
            ", ",
            mark(self.state, Entity.STATE, subject),
            " ",
            mark(self.zip, Entity.ZIP, subject),
        )


def phone_text(rng: random.Random, ten: str) -> str:
    """Return ten digits as people write them."""
    a, b, c = ten[:3], ten[3:6], ten[6:]
    forms = (f"({a}) {b}-{c}", f"{a}-{b}-{c}", f"{a}.{b}.{c}", f"+1 {a} {b} {c}", f"1-{a}-{b}-{c}", f"{a} {b} {c}", ten)
    return rng.choice(forms[: 7 if rng.random() < 0.3 else 3])


def ordinal_text(n: int) -> str:
    """Return a number with its English suffix: 1st, 2nd, 11th."""
    return f"{n}{'th' if 10 <= n % 100 <= 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def date_text(rng: random.Random, d: dt.date, *, full: bool = False) -> str:
    """Return a date as a clinician writes it; unless `full`, sometimes without day or year."""
    month = MONTHS[d.month - 1]
    if not full and rng.random() < 0.25:
        partial = (
            f"{d.month}/{d.day}", f"{month} {d.day}", f"{month} {d.year}", f"{month[:3]} {d.day}",
            f"{d.month}/{d.year}", f"the {ordinal_text(d.day)} of {month}", f"{month} {ordinal_text(d.day)}",
        )  # fmt: skip
        return rng.choice(partial)
    forms = (
        f"{d.month:02d}/{d.day:02d}/{d.year}", f"{d.month}/{d.day}/{d.year}", f"{d.month}/{d.day}/{d.year % 100:02d}",
        f"{month} {d.day}, {d.year}", f"{month[:3]} {d.day}, {d.year}", d.isoformat(), f"{d.day} {month} {d.year}",
        f"{d.day:02d}-{month[:3].upper()}-{d.year}", f"{d.month:02d}-{d.day:02d}-{d.year}",
        f"{d.day:02d}.{d.month:02d}.{d.year}", f"{month} {ordinal_text(d.day)}, {d.year}",
        f"{d.day} {month[:3]} {d.year}",
    )  # fmt: skip
    return rng.choice(forms)


def weekday_name(d: dt.date) -> str:
    """Return the weekday, Monday to Sunday."""
    return _WEEKDAYS[d.weekday()]


def holiday_name(d: dt.date) -> str | None:
    """Return the holiday on a day as people call it; None if there is none."""
    fixed = {
        (1, 1): "New Year's Day",
        (2, 14): "Valentine's Day",
        (7, 4): "the Fourth of July",
        (10, 31): "Halloween",
        (12, 24): "Christmas Eve",
        (12, 25): "Christmas Day",
        (12, 31): "New Year's Eve",
    }
    if (d.month, d.day) in fixed:
        return fixed[d.month, d.day]
    if d.month == 11 and d.weekday() == 3 and 22 <= d.day <= 28:
        return "Thanksgiving"
    return "Memorial Day" if d.month == 5 and d.weekday() == 0 and d.day > 24 else None


def fhir_datetime(moment: dt.datetime, offset: int) -> str:
    """Return a FHIR dateTime with seconds and zone; moment is local time."""
    return f"{moment:%Y-%m-%dT%H:%M:%S}{'-' if offset < 0 else '+'}{abs(offset):02d}:00"
