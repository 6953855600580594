"""Dates, times of day and ages of the training notes: what is marked, as what, and in how many forms."""

from __future__ import annotations

import datetime as dt
import random
import re

from corpus.engine.cast import Cast
from corpus.engine.fields import ages, people, times, written_days
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near
from tests.each_row import each_row

FIELDS = {**people.FIELDS, **times.FIELDS}
DATED = ("date", "fulldate", "numdate", "textdate", "shortdate", "month", "monthonly", "daterange", "holiday")
PLAIN = ("weekday", "ago", "duration", "interval", "gest", "quarter")
AGED = ("age", "ageold", "agesex", "ageword", "agefield", "kinage", "babyage", "decade")


def cast(seed: int) -> Cast:
    return Cast(random.Random(seed), FIELDS)


def said(field: str, count: int) -> list[Marked]:
    return [cast(seed).say(f"{{{field}}}") for seed in range(count)]


def outside(piece: Marked) -> str:
    """What no mark covers."""
    at, out = 0, []
    for m in piece.marks:
        out.append(piece.text[at : m.start])
        at = m.end
    return "".join([*out, piece.text[at:]])


@each_row(
    ("fields", "entities"),
    [
        (DATED, {Entity.DATE}), (("dob",), {Entity.BIRTH_DATE_TIME}), (AGED, {Entity.AGE}),
        (("year", "years", "season"), {Near.YEAR}), (("time12",), {Near.CLOCK}),
        (("stamp",), {Entity.DATE, Near.CLOCK}),
    ],
)  # fmt: skip
def test_what_is_marked(fields: tuple[str, ...], entities: set[Entity | Near]) -> None:
    for field in fields:
        found = said(field, 200)
        assert {m.entity for piece in found for m in piece.marks} == entities, field
        assert all(piece.marks for piece in found), field
        assert all(m.value == p.text[m.start : m.end] == m.value.strip() for p in found for m in p.marks), field


@each_row("field", PLAIN)
def test_what_is_plain(field: str) -> None:
    assert not any(piece.marks for piece in said(field, 300))


def test_week_days_and_articles_stay_outside_of_dates() -> None:
    for piece in said("date", 3000):
        assert not re.search(r"(?i)\b(mon|tues?|wed|thu|fri|sat|sun)", " ".join(m.value for m in piece.marks)), piece
        assert re.fullmatch(r"(the |\(?[A-Za-z]+\.?\)?,? | \([A-Za-z]+\.?\))*", outside(piece)), piece


@each_row(
    ("shape", "text"),
    [
        ("{m}/{d}", "4/3"), ("{mm}/{dd}/{yy}", "04/03/23"), ("{y}-{mm}-{dd}", "2023-04-03"),
        ("{dd}-{bu}-{yy}", "03-APR-23"),
        ("{B} {o}", "April 3rd"), ("{w} of {B}", "third of April"), ("{b}. {d} '{yy}", "Apr. 3 '23"),
        ("{y}{mm}{dd}", "20230403"), ("{es}", "3 de abril de 2023"), ("{d}-{b}", "3-Apr"),
    ],
)  # fmt: skip
def test_shapes(shape: str, text: str) -> None:
    assert written_days.written(cast(0), shape, dt.date(2023, 4, 3)) == text


def test_may_is_no_abbreviation() -> None:
    assert written_days.written(cast(0), "{b}. {d}", dt.date(2023, 5, 3)) == "May 3"


def test_the_spec_moves_the_day() -> None:
    for seed in range(200):
        c = cast(seed)
        moved = c.day + dt.timedelta(days=-40)
        shown = c.say("{numdate:-40}").text
        runs = re.findall(r"\d+", shown)
        numbers = {int(n) for n in runs}
        wanted = {moved.month, moved.day}
        assert wanted <= numbers or len(runs) == 1, (shown, moved)
        assert str(moved.year)[2:] in shown, (shown, moved)
        assert int(c.say("{year:-5}").text[-2:]) == (c.day.year - 5) % 100


def test_breadth_of_dates() -> None:
    """Digits and letters folded away, hundreds of notes use dozens of different forms."""

    def forms(field: str) -> set[str]:
        names = "|".join((*written_days.MONTHS, *(m[:3] for m in written_days.MONTHS), "Sept"))
        texts = (m.value for piece in said(field, 2500) for m in piece.marks)
        return {re.sub(r"\d", "9", re.sub(rf"(?i)\b({names})\b", "M", t)) for t in texts}

    assert len(forms("date")) > 120
    assert len(forms("fulldate")) > 90
    assert len(forms("daterange")) > 150
    assert len(forms("time")) > 25
    assert len(forms("ageold")) > 40


def test_the_age_holds_its_unit_and_a_glued_letter_but_no_free_one() -> None:
    glued, free = 0, 0
    for piece in said("agesex", 1500):
        (m,) = piece.marks
        rest = outside(piece)
        if rest:
            free += 1
            assert re.fullmatch(r"[ /,]*(F|M|f|m|female|male|Female|Male)[ /,]*", rest), piece
            assert not re.search(r"\d ?[MFmf]$|^[MFmf]\d", m.value), piece
        else:
            glued += 1
            assert re.fullmatch(r"\d+ ?(yo|YO|y/o|yr|y)?[MFmf]|[MFmf]\d+", m.value), piece
    assert glued > 300
    assert free > 300


def test_labels_stay_outside_of_the_age() -> None:
    for piece in said("agefield", 800):
        (m,) = piece.marks
        assert not re.search(r"(?i)\b(age|aged|turn|pt|patient)\b(?<!of age)", m.value), piece


def test_ages_agree_with_each_other_and_with_the_birth_date() -> None:
    for seed in range(300):
        c = cast(seed)
        age = int(c.say("{age}").text)
        born = c.say("{dob}").text
        assert (
            str((c.day.year - age) % 100).zfill(2) in born
            or str((c.day.year - age - 1) % 100).zfill(2) in born
            or age == 1
        )
        if age > 2:
            assert str(age) in c.say("{ageold}").text
            assert ages.words(age).split("-")[0].split()[0] in c.say("{ageword}").text.lower()


def test_babies_are_young_all_over_the_note() -> None:
    for seed in range(300):
        c = cast(seed)
        c.say("{babyage}")
        assert c.say("{age}").text == "1"


@each_row(
    ("n", "text"),
    [(0, "zero"), (7, "seven"), (13, "thirteen"), (45, "forty-five"), (90, "ninety"), (101, "one hundred one")],
)
def test_words(n: int, text: str) -> None:
    assert ages.words(n) == text


def test_a_note_keeps_mostly_to_one_form_of_dates() -> None:
    same = 0
    for seed in range(200):
        c = cast(seed)
        shapes = [re.sub(r"\d+", "9", c.say(f"{{numdate:{n}}}").text) for n in range(6)]
        same += max(shapes.count(s) for s in shapes) >= 3
    assert same > 150
