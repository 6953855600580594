"""Units of UCUM pass, names and numbers in their place do not."""

from __future__ import annotations

from schemas.engine.token_check import Unread
from schemas.engine.units import check_unit, is_ucum
from tests.each_row import each_row
from tests.unit.record_kit import observation, released

UNITS = """
mg/dL 10*3/uL mm[Hg] /min {score} kg/m2 mL/min/{1.73_m2} mL/min/1.73.m2 % 1 [iU]/L a ug/(kg.h) {beats}/min {tbl}
{CFU}/mL 10*6/L mEq/L mmol/L g/dL fL pg K/uL [degF] Cel {#}/[HPF] m[IU]/L mosm/kg mg/kg/d cm[H2O] [pH] [arb'U]/mL
mg/{creat} 10*-6 {tablet} {cells}/uL {copies}/mL B[10.nV] [in_i'H2O] kcal/(8.h) {Ehrlich'U}/dL g.m/s2 nmol/min/mL
"""


@each_row("unit", UNITS.split())
def test_units(unit: str) -> None:
    assert is_ucum(unit)


@each_row(
    "unit",
    [
        "", "John", "Smith", "mg/Doe", "mg dL", "6505551234", "447188", "44718", "617.555.1234", "617.555", "mg" * 40,
        "mg{", "mg)", "(mg", "mg//dL", "mg.", "ü", "{a}{b}", "m61755", "{617-555-1234}", "{Jones}",
        "{jsmith}/min", "{M4471882}", "{04mar1950}",
    ],
)  # fmt: skip
def test_strings_that_are_not_units(unit: str) -> None:
    assert check_unit(unit) is False


@each_row(
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


@each_row("code", ["mm[Hg]", "[lb_av]", "m[IU]/L", "[degF]", "/[HPF]", "cm[H2O]", "ug{FEU}/mL", "[pH]"])
def test_the_code_of_a_quantity_may_hold_brackets(code: str) -> None:
    quantity = {"value": 131, "unit": "x", "system": "http://unitsofmeasure.org", "code": code}
    out = released(observation(valueQuantity=quantity))
    assert out["valueQuantity"]["code"] == code


@each_row(
    "unit",
    [
        "mg/(24.h)", "2.mg/(24.h)", "10.uL/100.mL", "ug/(100.g)", "mL/min/1.73.m2", "L.atm/(273.K.mol)", "{Index_val}",
        "{IFA_index}", "{arb_unit}", "{Tscore}", "{Apgar_score}", "{APS'U}", "ug/g{Cre}", "{CAG_repeats}", "{mutation}",
        "{EIA_index}", "{ISR}", "{ETDRS_letters}", "{Rubella_virus}", "{cm_H2O}", "{kcopies}/mL",
    ],
)  # fmt: skip
def test_several_factors_and_the_annotations_of_laboratories(unit: str) -> None:
    assert is_ucum(unit)


@each_row("unit", ["617.555.m", "44.m.718.mg.82", "{Gleason}", "{Index_val 4471882}", "{IgG Smith}"])
def test_numbers_in_groups_and_names_beside_annotations_do_not_pass(unit: str) -> None:
    assert check_unit(unit) is not True


BRACKETS = [
    "mm[Hg]",
    "[degF]",
    "[in_i]",
    "[IU]/L",
    "cm[H2O]",
    "mosm/kg",
    "{score}",
    "10*3/uL",
    "m[IU]/L",
    "mL/min/{1.73_m2}",
]


@each_row("unit", BRACKETS)
def test_units_pass_wherever_a_quantity_stands(unit: str) -> None:
    quantity = {"value": 31, "unit": unit, "system": "http://unitsofmeasure.org", "code": unit}
    sampled = {"origin": quantity, "period": 10, "dimensions": 1, "data": "2 3 4"}
    values: list[dict[str, object]] = [
        {"valueQuantity": quantity},
        {"valueRange": {"low": quantity, "high": quantity}},
        {"valueRatio": {"numerator": quantity, "denominator": quantity}},
        {"valueSampledData": sampled},
        {"valueCodeableConcept": {"coding": [{"system": "http://unitsofmeasure.org", "code": unit}]}},
        {"component": [{"code": {"text": "x"}, "valueQuantity": quantity}]},
        {"referenceRange": [{"low": quantity, "high": quantity}]},
        {
            "extension": [
                {"url": "http://hl7.org/fhir/StructureDefinition/observation-delta", "valueQuantity": quantity}
            ]
        },
    ]
    for fields in values:
        out = released(observation(**fields))
        assert {key: out[key] for key in fields} == fields
