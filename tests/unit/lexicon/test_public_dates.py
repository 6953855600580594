"""Public dates against the calendars of some years."""

from __future__ import annotations

import datetime as dt

from redactor.lexicon import public_dates
from tests.each_row import each_row


def test_holidays_are_observed_on_working_days() -> None:
    assert public_dates.closed_days(2021)[dt.date(2021, 7, 5)] == 1.0
    assert public_dates.closed_days(2021)[dt.date(2021, 12, 31)] == 1.0  # New Year 2022 is a Saturday
    assert public_dates.closed_days(2022)[dt.date(2022, 12, 26)] == 1.0
    assert public_dates.closed_days(2023)[dt.date(2023, 11, 23)] == 1.0
    assert dt.date(2019, 6, 19) not in public_dates.closed_days(2019)  # Juneteenth is one since 2021
    for year in range(1990, 2030):
        closed = public_dates.closed_days(year)
        assert all(day.year == year and day.weekday() < 5 and 0 < share <= 1 for day, share in closed.items())
        assert 5 <= sum(share == 1.0 for share in closed.values()) <= 8


@each_row(
    ("day", "ahead"),
    [("2024-03-09", False), ("2024-03-10", True), ("2024-11-02", True), ("2024-11-03", False), ("2005-04-02", False),
     ("2005-04-03", True), ("2005-10-30", False), ("1985-04-28", True), ("1985-04-27", False)],
)  # fmt: skip
def test_daylight_saving_begins_and_ends(day: str, ahead: bool) -> None:
    assert public_dates.is_daylight(dt.date.fromisoformat(day)) is ahead


def test_codes_begin_and_end_in_october_or_january() -> None:
    days = {*public_dates.CODES_SINCE.values(), *public_dates.CODES_UNTIL.values()}
    assert {(day.month, day.day) for day in days} <= {(10, 1), (1, 1)}
    assert public_dates.CODES_SINCE.keys().isdisjoint(public_dates.CODES_UNTIL)


def test_rates_cover_the_months_from_their_first() -> None:
    assert len(public_dates.FLU_SHOTS) == len(public_dates.RESPIRATORY) == len(public_dates.POLLEN) == 12
    assert public_dates.COVID_VACCINES["208"] == public_dates.COVID_VACCINE_SINCE
