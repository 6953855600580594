"""Names as DICOM and HL7 v2 write them, with carets between the parts."""

from __future__ import annotations

from redactor.detect.patterns import Patterns
from redactor.detect.resolver import resolve
from redactor.entities import NAMES, Entity
from redactor.text import Note
from tests.each_row import each_row
from tests.unit.operations import ending

PATTERNS = Patterns()


def found(text: str) -> list[tuple[str, Entity]]:
    spans = resolve(text, PATTERNS.detect([Note("n", text)])[0].spans)
    return [(text[s.start : s.end], s.entity) for s in spans]


def people(text: str) -> list[str]:
    return [value for value, entity in found(text) if entity in NAMES]


@each_row(
    ("text", "names"),
    [
        ("Images of patient^DOE^JOHN^Q were sent.", ["DOE^JOHN^Q"]),
        ("Images of DOE^JANE^M^^DR were sent.", ["DOE^JANE^M^^DR"]),
        ("Images of DOE^JANE were sent.", ["DOE^JANE"]),
        ("doe^jane^m", ["doe^jane^m"]),
        ("Doe^Jane^^^", ["Doe^Jane"]),
        ("PN: YOUNG^GRACE", ["YOUNG^GRACE"]),
        ("Patient Name: LONG^HOPE^^JR", ["LONG^HOPE^^JR"]),
        ("(0010,0010) PN [WHITE^ROSE] # 10, 1 PatientName", ["WHITE^ROSE"]),
        ("(0008,0090) PN [OKAFOR^CHIDI^^DR] # ReferringPhysicianName", ["OKAFOR^CHIDI^^DR"]),
        ("Name KIM^MINJUN=金^民俊=김^민준.", ["KIM^MINJUN", "金^民俊", "김^민준"]),
        ("DE LA CRUZ^ANA MARIA was seen.", ["DE LA CRUZ^ANA MARIA"]),
        ("van den Berg&van den&Berg^Vincent", ["van den Berg&van den&Berg^Vincent"]),
        ("O'NEIL^SEAN~ONEIL^JOHN", ["O'NEIL^SEAN", "ONEIL^JOHN"]),
        ("SMITH-JONES^MARY^^III^MS", ["SMITH-JONES^MARY^^III^MS"]),
        ("Reported by ADAMS^PETER^^^DR^MD^L.", ["ADAMS^PETER^^^DR^MD"]),
        ("WILSON^^^^DR will call.", ["WILSON^^^^DR"]),
        ("MÜLLER^JÜRGEN and NÚÑEZ^JOSÉ", ["MÜLLER^JÜRGEN", "NÚÑEZ^JOSÉ"]),
        ("HARRISON^W was seen", ["HARRISON^W"]),
        ("Quxbertson^Zafirella^T", ["Quxbertson^Zafirella^T"]),
        ("O\u200bKAFOR^CHI\u200bDI", ["O\u200bKAFOR^CHI\u200bDI"]),
        ("from Rivera Lopez^Marisol^Ines to the ward", ["Rivera Lopez^Marisol^Ines"]),
        ("<DOE^JOHN>", ["DOE^JOHN"]),
        ('{"pn": "DOE^JOHN^Q"}', ["DOE^JOHN^Q"]),
        ("(DOE^JANE) and [ROE^ANN]", ["DOE^JANE", "ROE^ANN"]),
        ("DOE^JANE/ROE^JOHN, ADAMS^MARY,WHITE^ROSE", ["DOE^JANE", "ROE^JOHN", "ADAMS^MARY", "WHITE^ROSE"]),
        ("MÜLLER^JÜRGEN^^DR was seen by SMITH^ADAM^^DR in bed", ["MÜLLER^JÜRGEN^^DR", "SMITH^ADAM^^DR"]),
        ("DOE^^JANE", ["DOE^^JANE"]),
        ("BERG^VINCENT^^^^^L^^van den", ["BERG^VINCENT"]),
        ("sent.DOE^JANE.", ["DOE^JANE"]),
        ("for DOE^JANE^M. Then", ["DOE^JANE^M"]),
        ("ST.JOHN^MARY", ["ST.JOHN^MARY"]),
        ("^^DOE^JANE", ["DOE^JANE"]),
        ("D'ANGELO^MARIA and d'Arc^Jeanne", ["D'ANGELO^MARIA", "d'Arc^Jeanne"]),
        ("pid|1||4||green^hope\rPV1|1|I|2||||77^WHITE^ART", ["green^hope", "WHITE^ART"]),
        ("PID|1||1||YOUNG", ["YOUNG"]),
        ("Operator: Yamada^Tarou", ["Yamada^Tarou"]),
        ("DOE ^ JOHN ^ Q", ["DOE ^ JOHN ^ Q"]),
        ("PID|1||4471^^^SITE^MR||YOUNG^GRACE^HOPE||19440203|F", ["YOUNG^GRACE^HOPE"]),
        ("PID|1||4471||WHITE^MAY^^^^^L~LONG^MAY^^^^^M|BROWN^ROSE|19440203|F", ["WHITE^MAY", "LONG^MAY", "BROWN^ROSE"]),
        ("NK1|1|BLACK^HOPE|SPO^Spouse^HL70063|", ["BLACK^HOPE"]),
        ("GT1|1|8|PRICE^ART||12 ELM ST^^PEORIA^IL", ["PRICE^ART"]),
    ],
)
def test_a_name_with_carets_is_found(text: str, names: list[str]) -> None:
    got = people(text)
    assert [n for n in names if n not in got] == []


@each_row(
    ("text", "number", "name"),
    [
        ("Attending 1234567^SMITH^ADAM^^^DR^MD^^NPI", "1234567", "SMITH^ADAM^^^DR^MD"),
        ("PV1|1|I|W^389^1^UABH||||0148^ADDISON^JAMES^Q^^DR^MD|0149^GREEN^PAUL^^^DR|", "0148", "ADDISON^JAMES^Q^^DR^MD"),
        ("OBR|1|A1|B2|88304^Pathology^L|||202001010000|||D99^YOUNG^ROSE||||", "D99", "YOUNG^ROSE"),
        ("ORC|RE|1||2|CM||||202001|77^LITTLE^MAY||1980^BIRD^ROBIN^^^^^^NPI", "1980", "BIRD^ROBIN"),
        ("signed A1234^Okafor^Chidi", "A1234", "Okafor^Chidi"),
        ("OBX|1|TX|X^Note^L||ok||||||F|||2020||004^DAY^ROBIN", "004", "DAY^ROBIN"),
    ],
)
def test_the_number_before_a_name_is_found(text: str, number: str, name: str) -> None:
    got = found(text)
    assert (name, Entity.DOCTOR) in got or (name, Entity.PERSON) in got
    assert any(number in value and entity not in NAMES for value, entity in got)


def test_a_number_alone_with_subcomponents_of_a_reader_is_found() -> None:
    text = "OBR|1|A|B|71020^Chest^C4|||2020||||||||||||||||||||F||||||77&LITTLE&MAY^2020"
    got = found(text)
    assert ("LITTLE&MAY", Entity.DOCTOR) in got
    assert any("77" in value and entity is Entity.ID for value, entity in got)


@each_row(
    "text",
    [
        "WBC 4.5 x 10^9/L, platelets 250 x10^3/uL.",
        "GFR 60 mL/min/1.73 m^2, BMI 24 kg/m^2, x^2 + y^2.",
        "OBX|1|NM|718-7^Hemoglobin^LN||13.2|g/dL|12^16|N",
        "OBX|2|CE|GLU^Glucose^L||F^Final^HL70085||||||F",
        "DG1|1||I10^Essential hypertension^I10C||||A",
        "OBR|1|||24331-1^Lipid Panel^LN",
        "RXA|0|1|||08^Hepatitis B^CVX|0.5|mL^milliliter^UCUM",
        "Feeling better ^_^ and :^) today, o^o.",
        "ROUTE: PO^Oral^HL70162",
        "^ denotes abnormal; 5^ baseline; H^ flagged.",
        "MSH|^~\\&|LAB||EHR||||ORU^R01^ORU_R01|1|P|2.5.1",
        "AL1|1|DA|1191^ASPIRIN^RXNORM|MO^Moderate|RASH",
        "Specimen SER^Serum^HL70487, status F^Final.",
        "CBC^Complete Blood Count^L, ABO^Rh^L, MRI^Brain^L",
        "WILSON^Wilson disease^L and CROHN^Crohn disease^L",
        "NTE: albumin^urine, Na^K, pH^7.4, e^x, 2^n",
        "Allergy: PCN^Penicillin^99LAB; SULFA^Sulfonamide",
        "ICD: C50.911^Malignant neoplasm of breast^I10",
        "RXE|^^^20200101|00006-0749-31^Zocor 40mg^NDC|40||mg^milligram^ISO+",
        "Right^Left^Both, Yes^No^Unknown, Male^Female",
        "MALE^Male^HL70001, M^Married^HL70002, W^White^HL70005",
        "temp^pulse^resp^spo2 and foo^bar",
        "EKG^Electrocardiogram, XR^Chest PA and lateral",
        "SCT: 22298006^Myocardial infarction^SCT",
        "Units: ng/mL^nanogram per milliliter^UCUM^ng/mL^^L",
        "May^June^July",
        "LUQ^Left upper quadrant, ABD^Abdomen",
    ],
)
def test_codes_and_exponents_name_nobody(text: str) -> None:
    assert people(text) == []


@each_row("word", ["a" * 60 + "1", "a." * 60 + "1", "a-a" * 60 + "1", "a'" * 60 + "1", "A " * 60 + "1"])
def test_a_word_that_is_no_name_is_told_at_once(word: str) -> None:
    """Thirty letters and a digit kept a worker for minutes, forty for days."""
    with ending():
        assert people(f"seen {word}^JANE") == ["JANE"]


def test_a_name_behind_a_long_line_is_found() -> None:
    """Stretches without a caret were searched anew from each of their characters. Time: benchmarks/linear_time.py."""
    assert people("1 " * 500 + "\nDOE^JANE^M^^DR\n" + "1 " * 500) == ["DOE^JANE^M^^DR"]


def test_a_name_behind_many_segments_is_found_once() -> None:
    assert people("PID|1||2||DOE^JANE\n" * 3 + "ROE^JOHN") == ["DOE^JANE"] * 3 + ["ROE^JOHN"]
