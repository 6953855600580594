"""Finding dates in text."""

from __future__ import annotations

from itertools import pairwise

from redactor.dates import FoundDate, find, shift_text
from tests.each_row import each_row


def texts(text: str) -> list[str]:
    return [text[f.start : f.end] for f in find(text)]


@each_row(
    "date",
    [
        "3/4/2024", "03-04-24", "4.3.2024", "2024/03/04", "2024-03-04", "20240304", "20240304143000", "4-Mar-2024",
        "04MAR2024", "4-Mar-24", "Mar 4", "March 4th 2024", "4 March", "3rd of May", "3rd of May, 2024", "May 2024",
        "2024-03", "03/2024", "Q3 2024", "spring 2023", "3/4-3/7/2024", "3/4-7/2024", "March 4-7, 2024",
        "4-7 March 2024", "25/12/2024", "3/ 4/2024", "03/04/ 2024", "March\n4, 2024", "MARCH 4, 2024", "4 mars 2024",
        "4 de marzo de 2024", "4. März 2024", "5 dicembre 2023", "2 de março de 2024", "Monday, March 4, 2024",
        "03/04/2024 14:30", "2024-03-04T14:30:00-05:00", "March 4, 2024 at 3:30 pm", "Mon 3/4", "2024-Mar-04",
        "May of 2023", "Dec '23", "02/30/2024", "13/13/2024", "31 April 2024", "Sept. 9, 2023", "12/28-1/3/2024",
        "March 4, 5, and 7, 2024", "5/2023-6/2023", "3/4/24-3/7", "3/4/'24", "4th day of March, 2024", "May fifth",
        "twenty-first of March, 2024", "March-May 2024", "Sun Mar 03 2024 10:22:33 GMT-0500",
    ],
)  # fmt: skip
@each_row("frame", ["{}", "Seen {}, doing well.", "x:{}\nnext", "({})", "é {} ü"])
def test_found_whole_and_strong(date: str, frame: str) -> None:
    text = frame.format(date)
    at = text.index(date)
    assert find(text) == [FoundDate(at, at + len(date), weak=False)]


@each_row(
    "date",
    [
        "Christmas", "Christmas Eve 2023", "New Year's Day", "New Year's Eve", "Thanksgiving", "Easter 2024",
        "day after Thanksgiving", "Good Friday", "Halloween", "Independence Day", "Labor Day", "Memorial Day",
        "Valentine's Day", "Mother's Day", "MLK Day", "Presidents' Day", "Veterans Day", "St. Patrick's Day",
        "Ramadan", "Eid al-Fitr", "Diwali", "Hanukkah", "Passover", "Rosh Hashanah", "Yom Kippur", "Juneteenth",
    ],
)  # fmt: skip
def test_holidays(date: str) -> None:
    text = f"fell on {date}. Stable since"
    assert find(text) == [FoundDate(8, 8 + len(date), weak=False, holiday=True)]


@each_row(
    ("text", "date"),
    [
        ("seen on 3/24 at clinic", "3/24"),
        ("on 3/4 the patient fell", "3/4"),
        ("f/u 3/4", "3/4"),
        ("week of 3/4", "3/4"),
        ("scan20240304.pdf", "20240304"),
        ("3/4: wound clean", "3/4"),
        ("pain since 9/10", "9/10"),
        ("from 3/4 to 3/7", "3/4 to 3/7"),
        ("diagnosed in 2019 with", "2019"),
        ("smoker since 1998", "1998"),
        ("class of '98", "'98"),
        ("treated 2019-2021", "2019-2021"),
        ("between 2010 and 2015", "2010 and 2015"),
        ("appendectomy (2019)", "2019"),
        ("admitted in March with", "March"),
        ("03 04 1950", "03 04 1950"),
    ],
)
def test_weak_forms_need_their_context(text: str, date: str) -> None:
    at = text.index(date)
    assert find(text) == [FoundDate(at, at + len(date), weak=True)]


@each_row(
    "text",
    [
        "BP 120/80", "strength 4/5 in both legs", "5/5 strength", "1/2 tab daily", "3/10 pain", "pain 3/10 today",
        "2-3 times", "10.5", "0.9%", "call 555-123-4567", "9/10", "version 1.2.3.4", "L4-5", "38 2/7 weeks",
        "4.2-5.4", "a plain number 1200", "2000 mL", "in 2000 mL of fluid", "GCS 12/15", "E11.9", "S72.001A",
        "2/6 systolic murmur", "vision 20/40", "1/2 NS", "the 1990s", "ratio 3/4", "on Monday", "sat 98%", "3-4 L",
        "may take 2 tablets", "may 2 tabs",
        "the second may be",
        "at least 4 may need",
        "219-09-1999", "Mr. Easterbrook", "march on", "10.1.12.24", "2/4 pulses",
        "MRN 99999999", "4 marathons", "",
    ],
)  # fmt: skip
def test_no_date(text: str) -> None:
    assert texts(text) == []


def test_glued_and_neighbouring_dates() -> None:
    assert texts("DOB:03/04/1950 seen on3/4/24") == ["03/04/1950", "3/4/24"]
    assert texts("2024-03-04/2024-03-07") == ["2024-03-04", "2024-03-07"]
    assert texts("4 marathons, then 1/2 cup on 5/6/2023, March 4 and in 2019") == ["5/6/2023", "March 4", "2019"]
    assert texts("1.2.3.4/5/6/7/8/9/03/04/2024 ok") == ["03/04/2024"]


def test_offsets_are_characters_of_any_text() -> None:
    text = "\ud800 Ünïcödé 患者 🙂 3/4/2024 — février; 4 août 2023"
    assert texts(text) == ["3/4/2024", "4 août 2023"]


def test_impossible_dates_are_found_and_cannot_be_shifted() -> None:
    for text in ("02/30/2024", "13/13/2024", "31 April 2024", "2023-02-29", "February 30, 2024", "00/10/2024"):
        assert texts(text) == [text]
        assert shift_text(text, 28) is None


@each_row("unit", ["1/", ".", "/", " ", "1", "11/", "1/1 ", "11/11/11 ", "on 1/1 ", "Mar 1 ", "é1/", "a."])
def test_long_repetitions_are_read_in_order_without_overlap(unit: str) -> None:
    found = find((unit * 30_000)[:30_000] + "\n03/04/2024")
    assert found[-1].end - found[-1].start == 10
    assert all(a.end <= b.start for a, b in pairwise(found))
