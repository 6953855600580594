"""Dates in text: shifted in the form found, generalised, parsed."""

from __future__ import annotations

import datetime as dt

from redactor.dates import generalize_text, parse_day, shift_text, year_of
from tests.each_row import each_row

REFERENCE = dt.date(2024, 6, 1)


@each_row(
    ("value", "days", "expected"),
    [
        ("3/4/2024", 28, "4/1/2024"),
        ("03/04/2024", 28, "04/01/2024"),
        ("03-04-24", -7, "02-26-24"),
        ("25/12/2024", 28, "22/01/2025"),
        ("08.10.2022", 28, "05.11.2022"),  # points: the day stands first
        ("10.25.2022", 28, "11.22.2022"),
        ("8.10.22", -7, "1.10.22"),
        ("2024-03-04", 28, "2024-04-01"),
        ("20240304", 28, "20240401"),
        ("20240304143000", 28, "20240401143000"),
        ("04MAR2024", 28, "01APR2024"),
        ("4-Mar-2024", 28, "1-Apr-2024"),
        ("4-May-2024", 28, "1-Jun-2024"),
        ("Mar. 4, 2024", 28, "Apr. 1, 2024"),
        ("march 4th 2024", 28, "april 1st 2024"),
        ("MARCH 4, 2024", 28, "APRIL 1, 2024"),
        ("the 3rd of May, 2024", 28, None),  # "the" is no part of the date that find gives
        ("3rd of May, 2024", 28, "31st of May, 2024"),
        ("Monday, March 4, 2024", 28, "Monday, April 1, 2024"),
        ("Monday, March 4, 2024", 1, "Tuesday, March 5, 2024"),
        ("MON 3/4/2024", 2, "WED 3/6/2024"),
        ("03/04/2024 14:30", 28, "04/01/2024 14:30"),
        ("2024-03-04T14:30:00-05:00", 28, "2024-04-01T14:30:00-05:00"),
        ("March 4, 2024 at 3:30 pm", 28, "April 1, 2024 at 3:30 pm"),
        ("March\n4, 2024", 28, "April\n1, 2024"),
        ("3/ 4/2024", 28, "4/ 1/2024"),
        (" 3/4/2024\n", 28, " 4/1/2024\n"),
        ("4 mars 2024", 28, "1 avril 2024"),
        ("4 de marzo de 2024", 28, "1 de abril de 2024"),
        ("4. März 2024", 28, "1. April 2024"),
        ("4. April 2024", 28, "2. Mai 2024"),
        ("4 marzo 2024", 7, "11 marzo 2024"),
        ("3/4-3/7/2024", 28, "4/1-4/4/2024"),
        ("3/27-30/2024", 3, "3/30-4/2/2024"),
        ("12/28-1/3/2024", -7, "12/21-12/27/2023"),
        ("3/4/24-3/7/24", 28, "4/1/24-4/4/24"),
        ("March 4-7, 2024", 28, "April 1-4, 2024"),
        ("March 25-28, 2024", 5, "March 30-April 2, 2024"),
        ("4-7 March 2024", 26, "30 March-2 April 2024"),
        ("December 25-28, 2023", 5, "December 30, 2023-January 2, 2024"),
        ("2019-2021", 364, "2020-2022"),
        ("2019-21", 364, "2020-22"),
        ("May 2024", 28, "June 2024"),
        ("2024-03", 28, "2024-04"),
        ("03/2024", -84, "12/2023"),
        ("Dec '23", 28, "Jan '24"),
        ("2019", 28, "2019"),
        ("2019", 210, "2020"),
        ("'98", 210, "'99"),
        ("Q3 2024", 91, "Q4 2024"),
        ("Fall 2023", 91, "Winter 2024"),
        ("March-May 2024", 28, "April-June 2024"),
        ("Mar-May 2024", 28, "Apr-Jun 2024"),
        ("5/2023-6/2023", 28, "6/2023-7/2023"),
        ("3/4/24-3/7", 28, "4/1/24-4/4"),
        ("12th of Dec.", 28, "9th of Jan."),
        ("May fifth, 2024", 17, "May twenty-second, 2024"),
        ("March 4, 5, and 7, 2024", 28, None),
        ("٣/٤/2024", 28, "4/1/2024"),
    ],
)
def test_shifted_in_the_form_found(value: str, days: int, expected: str | None) -> None:
    assert shift_text(value, days, reference=REFERENCE) == expected


def test_month_and_day_take_the_references_year() -> None:
    assert shift_text("2/26", 7, reference=dt.date(2023, 5, 1)) == "3/5"
    assert shift_text("2/26", 7, reference=dt.date(2024, 5, 1)) == "3/4"
    assert shift_text("February 29", 7, reference=dt.date(2025, 1, 1)) == "March 7"
    assert shift_text("March 4", 28) == "April 1"


def test_order_of_day_and_month() -> None:
    assert shift_text("3.4.2024", 7) == "10.4.2024"
    assert shift_text("3/25/2024", 7) == "4/1/2024"
    assert parse_day("3/4/2024") == dt.date(2024, 3, 4)
    assert parse_day("25/4/2024") == dt.date(2024, 4, 25)


@each_row(
    ("value", "day"),
    [
        ("Christmas 2023", (2023, 12, 25)),
        ("Thanksgiving 2023", (2023, 11, 23)),
        ("day after Thanksgiving 2023", (2023, 11, 24)),
        ("Easter 2024", (2024, 3, 31)),
        ("Easter 2019", (2019, 4, 21)),
        ("Good Friday 2024", (2024, 3, 29)),
        ("Memorial Day 2024", (2024, 5, 27)),
        ("Labor Day, 2024", (2024, 9, 2)),
        ("MLK Day 2024", (2024, 1, 15)),
        ("Presidents' Day 2024", (2024, 2, 19)),
        ("Mother's Day 2024", (2024, 5, 12)),
        ("Rosh Hashanah 2023", (2023, 9, 16)),
        ("Rosh Hashanah 2024", (2024, 10, 3)),
        ("Yom Kippur 2024", (2024, 10, 12)),
        ("Passover 2024", (2024, 4, 23)),
        ("Hanukkah 2023", (2023, 12, 8)),
        ("Hanukkah 2024", (2024, 12, 26)),
        ("Independence Day 2024", (2024, 7, 4)),
    ],
)
def test_holidays_fall_on_their_days(value: str, day: tuple[int, int, int]) -> None:
    assert parse_day(value) == dt.date(*day)


def test_holidays_become_a_month_and_day() -> None:
    assert shift_text("Thanksgiving 2023", -14) == "November 9, 2023"
    assert shift_text("Christmas", 14, reference=REFERENCE) == "January 8"
    assert shift_text("Christmas", 14) == "January 8"
    assert shift_text("CHRISTMAS EVE 2023", 14) == "JANUARY 7, 2024"
    assert shift_text("Thanksgiving", 7, reference=REFERENCE) == "December 5"
    assert shift_text("Thanksgiving", 7) is None
    assert shift_text("Ramadan 2024", 7) is None


@each_row("value", ["", "hello", "02/30/2024", "13/13/2024", "2023-02-29", "0/4/2024", "9" * 500, "5/5/5/5"])
def test_values_that_are_not_dates_give_none(value: str) -> None:
    assert shift_text(value, 7) is None
    assert parse_day(value) is None
    assert generalize_text(value) is None


def test_leaving_the_calendar_gives_none() -> None:
    assert shift_text("12/30/9999", 7) is None


@each_row(
    ("value", "year"),
    [
        ("3/4/2024", "2024"), ("04MAR24", "2024"), ("3/4/50", "1950"), ("March 4", None), ("3/24", None),
        ("2024-03-04T10:00:00Z", "2024"), ("2019-2021", "2019-2021"), ("Christmas 2023", "2023"), ("Christmas", None),
        ("spring 2023", "2023"), ("02/30/2024", None), ("'98", "1998"),
    ],
)  # fmt: skip
def test_generalised_to_the_year(value: str, year: str | None) -> None:
    assert generalize_text(value) == year
    assert year_of(value) == (int(year[:4]) if year else None)


def test_century_of_two_digits() -> None:
    assert year_of("3/4/45") == 1945
    assert year_of("3/4/24", reference=dt.date(1999, 1, 1)) == 1924
    assert year_of("3/4/08", reference=dt.date(1999, 1, 1)) == 2008


def test_parse_day_needs_a_full_day() -> None:
    assert parse_day("March 4", reference=REFERENCE) == dt.date(2024, 3, 4)
    assert parse_day("March 4") is None
    assert parse_day("March 2024") is None
    assert parse_day("2024") is None
    assert parse_day("2024-03-04T23:30:00-05:00") == dt.date(2024, 3, 4)
