"""No year of birth tells an age over 89, however bare it stands (45 CFR 164.514(b)(2)(i)(C)).

With the student, which takes a bare year for a number and clears it.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from redactor import Redactor
from redactor.detect.patterns import Patterns
from redactor.entities import Entity
from redactor.text import KnownValue, Note
from tests.each_row import each_row

AS_OF = dt.date(2026, 3, 1)


@pytest.fixture(scope="module")
def redactor(tmp_path_factory: pytest.TempPathFactory) -> Redactor:
    home: Path = tmp_path_factory.mktemp("home")
    return Redactor(home=home, keyless=True, as_of=AS_OF)


@each_row(
    "text",
    [
        "DOB: 1926",
        "DOB\t1926",
        "Patient: Jane Doe. DOB: 1926. Seen today.",
        "Born 1926 in a village.",
        "He was born in 1926.",
        "born c. 1926",
        "born in the 1920s",
        "born in '27",
        "dob 26",
        "YOB 1926",
        "YOB: 26",
        "Year of birth: 1926",
        "Birth year 1926",
        "b. 1926",
        "b.1926",
        "(b. 1926)",
        "b. ca. 1926",
        "Jane Doe (1926-)",
        "Jane Doe (1926 - present)",
        "Jane Doe (1926-2019)",
        "Her father (1926-1999) had CAD.",
        "resident (1926-)",
        "FH: mother b. 1926",
        "mother b 1926, alive",
        "mother (1926), stroke",
        "mother born 1926, died 2015 of stroke",
        "Father: b. 1926, d. 2001",
        "D.O.B. 5/12/26",
        "D.O.B. 05-12-26",
        "DOB 12-MAY-26",
        "born: 12 May '26",
        "b. 5/12/26",
        "birth_year: 1926",
        "<birthYear>1926</birthYear>",
        "birth_dt=1926",
        "| DOB | 1926 |",
        "DOB (year only): 1926",
        "DOB [year]: 1926",
        "DOB unknown, 1926",
        "DOB not on file, probably 1926",
        "DOB:XX/XX/1926",
        "DOB __/__/1926",
        "DOB ??-??-26",
        "DOB 00/00/1926",
        "a 1926-born farmer",
        "1926 born male with CHF",
        "was born way back in 1926",
        "Jahrgang 1926",
        "Jane (1926) lives with her daughter.",
        "Walter Ames (*1926) fell at home.",
        "Erika Brandt, *1926, retired teacher",
        "Gladys Thorne, F, 1926, seen in clinic",
        "| Ada Farrow | 1926 |",
    ],
)
def test_a_year_of_birth_over_89_years_ago_does_not_pass(redactor: Redactor, text: str) -> None:
    released = redactor.text(text).text
    assert not any(year in released for year in ("192", "26", "27")), released


@each_row(
    "text",
    [
        "Born 1980 in a village.",
        "b. 1980",
        "born at 1926 hours",
        "time of birth 1926",
        "Baby born 1926 g, vigorous",
        "hep b 1926 IU/mL",
        "scanner 1926 in use",
        "DOB: 12  Age: 80",
        "DOB verified. 1926 mL removed.",
        "DOB confirmed x2. Platelets 1926",
        "* 1926 mL dialysate drained",
        "*1926 kcal/day",
        "In 1926 the clinic moved.",
        "infused over the day (1926 mL)",
    ],
)
def test_younger_births_and_other_numbers_stay(redactor: Redactor, text: str) -> None:
    assert redactor.text(text).text == text


def test_a_year_behind_a_known_name(redactor: Redactor) -> None:
    known = [KnownValue("Quill", Entity.PATIENT, parts=(("family", "Quill"),))]
    assert redactor.text("Quill (1926) came.", known=known).text == "[PERSON] (90+) came."
    assert redactor.text("Quill (1966) came.", known=known).text == "[PERSON] (1966) came."


def test_an_item_of_a_list_is_no_birth() -> None:
    (reading,) = Patterns().detect([Note("n", "Surgery: a. 2018 knee b. 1926 hip; type b. 1926")])
    assert not any("birth-year" in source for span in reading.spans for source in span.sources)


def test_a_short_year_is_of_the_newest_birth_before_as_of(redactor: Redactor) -> None:
    assert redactor.text("DOB 2/12/26").text == "DOB 2026"
    assert redactor.text("DOB 3/12/26").text == "DOB 90+"
    assert redactor.text("DOB 2/12/26", date=dt.date(2026, 2, 1)).text == "DOB 90+"
    assert redactor.text("DOB 5/12/41").text == "DOB 1941"


def test_a_relatives_birth_in_a_string_alone(tmp_path: Path, keyring_path: Path) -> None:
    made = Redactor(home=tmp_path / "home", keyring=keyring_path, as_of=AS_OF)
    history = {
        "resourceType": "FamilyMemberHistory",
        "id": "f1",
        "status": "completed",
        "patient": {"reference": "Patient/p1"},
        "relationship": {"text": "mother"},
    }
    for born, released in (("1926", "90+"), ("about 1926", "[BIRTH_DATE_TIME]"), ("1956", "1956")):
        assert made.record(history | {"bornString": born})["bornString"] == released


@each_row(
    "text",
    [
        "I/O: PO 400, B 1850, U 1200", "NPO, B 1850 mL", "1. Diet\n   b. 1800 kcal", "A. CHF\nB. 1800 kcal",
        "birthday 75 party", "MRI Brain (2019) was normal.", "Left Knee Replacement (1935)",
    ],
)  # fmt: skip
def test_quantities_and_years_of_events_are_no_births(text: str) -> None:
    (reading,) = Patterns().detect([Note("n", text)])
    assert [s for s in reading.spans if s.entity is Entity.BIRTH_DATE_TIME] == []
