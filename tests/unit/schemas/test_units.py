"""Units as records write them: which ones let a long number pass, and which are units of time."""

from __future__ import annotations

from schemas.engine.token_check import Unread
from schemas.engine.units import check_written_unit, is_clock, is_measure, per_year
from tests.each_row import each_row

MEASURES = (
    "mmHg|mm Hg|bpm|lbs|lb|cm|breaths/min|IU/L|K/uL|mcg|tablets|Tablet(s)|puffs|/uL|copies/mL|cells/uL|10^3/uL|10*3/uL|"
    "x10E3/uL|x10^9/L|10e9/L|million/uL|thousand/uL|M/uL|cells/mm3|/mm3|/cumm|mg/dL|mIU/mL|ng/mL/hr|mL/min/1.73m2|"
    "mL/min/{1.73_m2}|CFU/mL|copies per mL|{copies}/mL|[CFU]/mL|mEq/L|U/mL|beats/minute|kg/m2|g/24h|mL/day|/HPF|"
    "cells/HPF|units|steps/day|kcal|mmol/mol|vg/kg|x10^6 cells/kg|MBq|mCi|s|days|#/uL|count/uL|mg/kg/day|µg/L|IU|[IU]|"
    "10*6/mL|log copies/mL|mg / dL|L/min|inches|Wood units|Bethesda units|Todd units/mL|10*3/µL|K/mcL|copies/ml plasma"
)
OTHERS = (
    "N/A|1||none|{score}|{phone}|%|10*3|10*6|phone|id|MRN|Smith|number|NA|n/a|/|//|tel|x|unknown|John/uL|mg Smith|"
    "{Smith}|copies of John|#|count|pt|Pt|2065550147"
)


@each_row("unit", MEASURES.split("|"))
def test_units_that_measure(unit: str) -> None:
    assert is_measure(unit)


# A model for text takes many of these for names.
WRITTEN = (
    "lbs|ft|gm|oz|fl oz|MG/DL|MEQ/L|K/MCL|THOU/MCL|X10(3)/MCL|10^3/uL|mosm/kg|mOsm/kg|kUA/L|nkat/L|PG|FL|AI|CU|MPL|BPM|"
    "DegF|AU|torr|ppb|SD|G|RBC|NRBC/100WBC|per 100 WBC|ng/mL FEU|ug/mLFEU|S/CO|Titer|Standard Units|{score}|N/A|1|%|"
    "pack years|episodes|#"
)
NO_UNITS = (
    "Smith|John/uL|mg Smith|{Smith}|mg{Smith}/dL|copies of John|jsmith|2065550147|4471|617-555-1234|3/4/50|MRN 447188|"
    "S_m_i_t_h|John Smith, MD"
)


@each_row("unit", [*MEASURES.split("|"), *WRITTEN.split("|")])
def test_units_that_pass(unit: str) -> None:
    assert check_written_unit(unit) is True


@each_row("unit", NO_UNITS.split("|"))
def test_names_and_numbers_in_place_of_units(unit: str) -> None:
    assert check_written_unit(unit) is False


def test_unusual_words_in_units_are_read() -> None:
    got = check_written_unit("mg zyzzyva/dL")
    assert isinstance(got, Unread)
    assert got == "Zyzzyva"


@each_row("unit", OTHERS.split("|"))
def test_placeholders_comments_and_plain_numbers_measure_nothing(unit: str) -> None:
    assert not is_measure(unit)


@each_row(
    ("unit", "expected"),
    [("a", 1), ("Years", 1), ("yr.", 1), ("years old", 1), ("y/o", 1), ("a{age}", 1), ("YEARS OF AGE", 1),
     ("año(s)", 1), ("歳", 1), ("mo", 12), ("mos", 12), ("mo_s", 12), ("Weeks", 52.18), ("d", 365.25),
     ("h", 8766), ("min", 525960)],
)  # fmt: skip
def test_units_of_time(unit: str, expected: float) -> None:
    assert per_year(unit) == expected


def test_other_units_are_no_time() -> None:
    assert not any(per_year(unit) for unit in ("mg", "mm", "m", "/min", "/a", "", "{age}"))
    assert is_clock("ms")
    assert not is_clock("min")
