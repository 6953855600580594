"""Units of UCUM pass, names and numbers in their place do not."""

from __future__ import annotations

import pytest

from schemas.engine.token_check import Unread
from schemas.engine.ucum import check_unit, is_ucum
from tests.unit.record_kit import observation, released

UNITS = """
mg/dL 10*3/uL mm[Hg] /min {score} kg/m2 mL/min/{1.73_m2} mL/min/1.73.m2 % 1 [iU]/L a ug/(kg.h) {beats}/min {tbl}
{CFU}/mL 10*6/L mEq/L mmol/L g/dL fL pg K/uL [degF] Cel {#}/[HPF] m[IU]/L mosm/kg mg/kg/d cm[H2O] [pH] [arb'U]/mL
mg/{creat} 10*-6 {tablet} {cells}/uL {copies}/mL B[10.nV] [in_i'H2O] kcal/(8.h) {Ehrlich'U}/dL g.m/s2 nmol/min/mL
"""


@pytest.mark.parametrize("unit", UNITS.split())
def test_units(unit: str) -> None:
    assert is_ucum(unit)


@pytest.mark.parametrize(
    "unit",
    [
        "", "John", "Smith", "mg/Doe", "mg dL", "6505551234", "447188", "44718", "617.555.1234", "617.555", "mg" * 40,
        "mg{", "mg)", "(mg", "mg//dL", "mg.", "ü", "{a}{b}", "m61755", "{617-555-1234}", "{Jones}",
        "{jsmith}/min", "{M4471882}", "{04mar1950}",
    ],
)  # fmt: skip
def test_strings_that_are_not_units(unit: str) -> None:
    assert check_unit(unit) is False


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("{Zyzzyva}", "Zyzzyva"),
        ("{QuuxZyzzyva}/min", "Quux Zyzzyva"),
        ("mg{per Dr Key}/dL", "Per Dr Key"),
        ("{quux}/{zyzzyva}", "Quux Zyzzyva"),
    ],
)
def test_annotations_are_read(unit: str, words: str) -> None:
    got = check_unit(unit)
    assert isinstance(got, Unread)
    assert got == words
    assert not is_ucum(unit)


@pytest.mark.parametrize("code", ["mm[Hg]", "[lb_av]", "m[IU]/L", "[degF]", "/[HPF]", "cm[H2O]", "ug{FEU}/mL", "[pH]"])
def test_the_code_of_a_quantity_may_hold_brackets(code: str) -> None:
    quantity = {"value": 131, "unit": "x", "system": "http://unitsofmeasure.org", "code": code}
    out = released(observation(valueQuantity=quantity))
    assert out["valueQuantity"]["code"] == code
