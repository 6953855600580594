"""The search for ages distinguishes a stand-in's number from an age and misses no age."""

import datetime as dt
from pathlib import Path

import pytest

from redactor import Redactor
from tests.each_row import each_row
from tests.leak.ages import count_in_other_numbers


@each_row(
    ("text", "form", "entity"),
    [
        ("96-QSB-2090", "96", "AGE"),
        ("Unit 96", "96", "AGE"),
        ("120/96", "96", "AGE"),
        ("urn:uuid:25d8bf2b-1926-8945-8a8c-b15a4dc008b1", "1926", "BIRTH_DATE_TIME"),
    ],
)
def test_part_of_another_number_is_not_an_age(text: str, form: str, entity: str) -> None:
    assert count_in_other_numbers(text, form, entity) == 1


@each_row(
    ("text", "form", "entity"),
    [
        ("a 96-year-old", "96", "AGE"),
        ("96/F", "96", "AGE"),
        ("96 y.o. Black Female", "96", "AGE"),
        ("Age 96. St. John's", "96", "AGE"),
        ("96 White Female. Dr. Moss", "96", "AGE"),
        ("96 Male, St. John's", "96", "AGE"),
        ("07-FEB-1926", "1926", "BIRTH_DATE_TIME"),
        ("1926-02-03T00:00:00Z", "1926", "BIRTH_DATE_TIME"),
        ("3/4/1926", "1926", "BIRTH_DATE_TIME"),
        ("Feb-1926", "1926", "BIRTH_DATE_TIME"),
    ],
)
def test_a_separate_number_is_an_age(text: str, form: str, entity: str) -> None:
    assert count_in_other_numbers(text, form, entity) == 0


@pytest.fixture(scope="module")
def redactor(tmp_path_factory: pytest.TempPathFactory) -> Redactor:
    home: Path = tmp_path_factory.mktemp("home")
    return Redactor(home=home, keyless=True, as_of=dt.date(2026, 3, 1))


@each_row(
    "text",
    ["He is 97½.", "Aged 97½", "97½ years", "97 1/2 yo", "97¾", "89 + 5 yrs", "She is 89 + 5 yrs old.", "89+5 y/o"],
)
def test_no_fraction_or_sum_tells_an_age_over_89(redactor: Redactor, text: str) -> None:
    released = redactor.text(text).text
    assert not any(part in released for part in ("97", "89", "½", "¾", "5")), released
