"""What the form of a moved date in a note may not tell: how many digits it had, and that it was a holiday."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from redactor.detect.patterns import Patterns
from redactor.engine import Engine
from redactor.policy.profiles import parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Note
from tests.each_row import each_row
from tests.unit.golden_pseudonyms import keyring

RING = keyring(2)
PROFILE = parse_profile({"profile": "p", "version": "1", "default": "tag", "dates": {"level": "visits"}})
ENGINE = Engine([Patterns()], TagReplacer(PROFILE, RING, "r", as_of=dt.date(2024, 6, 1)))


def released(text: str, subject: str) -> str:
    ((note,), _) = ENGINE.process([Note("n", text, subject, date=dt.date(2023, 11, 30))], [])
    return note.text


@pytest.mark.parametrize("value", ["12/19/2023", "12/19", "12/2019"])
def test_a_date_is_padded_as_the_others_of_its_note(value: str) -> None:
    for n in range(60):
        plain = released(f"Seen on {value}, and before that on 9/4/2023 and 8/3/2023.", f"s{n}")
        assert not re.search(r"\b0\d", plain), plain
        padded = released(f"Seen on {value}, and before that on 09/04/2023 and 08/03/2023.", f"s{n}")
        assert not re.search(r"(?<!\d)\d(?=/)|(?<=/)\d(?!\d)", padded), padded


def test_an_iso_date_in_a_note_stays_one() -> None:
    for n in range(20):
        assert re.search(r"\b\d{4}-\d\d-\d\d\b", released("Seen on 2023-12-19, earlier on 9/4/2023.", f"s{n}"))


@each_row(
    "text",
    [
        "Seen over Thanksgiving weekend 2023.", "Came home for Christmas dinner.", "Fell during the Labor Day parade.",
        "Fell on the Fourth of July.", "Better since the Thanksgiving holidays.", "Thanksgiving's meal was too much.",
    ],
)  # fmt: skip
def test_a_holiday_in_a_phrase_is_no_odd_day(text: str) -> None:
    out = released(text, "s1")
    assert not re.search(r"(?i)thanksgiving|christmas|labor|july", out), out
    assert re.search(r"\[DATE\]", out), out


def test_a_holiday_alone_is_a_day() -> None:
    assert re.fullmatch(r"Seen on [A-Z][a-z]+ \d{1,2}\.", released("Seen on Thanksgiving.", "s1"))


def test_a_weekday_agrees_with_its_date() -> None:
    for n in range(40):
        out = released("Seen on Thursday, 11/30/2023.", f"s{n}")
        found = re.search(r"on (\w+), (\d+/\d+/\d{4})", out)
        assert found, out
        assert dt.datetime.strptime(found[2], "%m/%d/%Y").strftime("%A") == found[1]
