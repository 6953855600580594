"""Displays that a code system publishes pass unread; others, and those with something added, do not."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest

from schemas.engine import terminology_data
from schemas.engine.terminologies import DIGEST_SIZE, is_published_display, is_published_text
from tests.each_row import each_row
from tests.unit.record_kit import SYNTHEA, Words, observation, released

ICD = "http://hl7.org/fhir/sid/icd-10-cm"
ACT = "http://terminology.hl7.org/CodeSystem/v3-ActCode"
HYPERTENSION = "Essential (primary) hypertension"
TABLE = Path(terminology_data.__file__).with_name("data") / "published_displays.bin"
HL7 = SYNTHEA.parents[1] / "terminology" / "hl7_code_systems.json.gz"


@each_row(
    ("system", "code", "display"),
    [
        (ICD, "I10", HYPERTENSION),
        (ICD, "I10", "ESSENTIAL  (primary) hypertension "),
        (ICD, "S82851P", "Displaced trimalleolar fracture of right lower leg, subsequent encounter for closed fracture "
         "with malunion"),
        ("http://hl7.org/fhir/sid/icd-10", "I10", HYPERTENSION),
        ("urn:oid:2.16.840.1.113883.6.90", "I10", HYPERTENSION),
        (ACT, "AMB", "ambulatory"),
        ("http://hl7.org/fhir/v3/ActCode", "AMB", "ambulatory"),
        ("urn:oid:2.16.840.1.113883.5.4", "AMB", "ambulatory"),
        (ACT + "|2018-08-12", "AMB", "Ambulatory"),
    ],
)  # fmt: skip
def test_the_text_of_a_code_is_published(system: str, code: str, display: str) -> None:
    assert is_published_display(system, code, display)


@each_row(
    ("system", "code", "display"),
    [
        (ICD, "I10", HYPERTENSION + " John Smith"),
        (ICD, "I10", "Smith, John - " + HYPERTENSION),
        (ICD, "I10", "Essential (primary) hypertension."),
        (ICD, "I10", ""),
        (ICD, "I10", HYPERTENSION + " " * 400),
        ("http://hl7.org/fhir/sid/icd-10-pcs", "I10", HYPERTENSION),
        ("http://snomed.info/sct", "38341003", HYPERTENSION),
        (ACT, "IMP", "ambulatory"),
        (ACT + "X", "AMB", "ambulatory"),
        ("https://terminology.example/v3-ActCode", "AMB", "ambulatory"),
    ],
)
def test_other_displays_are_not(system: str, code: str, display: str) -> None:
    assert not is_published_display(system, code, display)


def test_a_description_of_several_words_is_published_without_its_code() -> None:
    assert is_published_text(HYPERTENSION)
    assert not is_published_text("Yaws")
    assert not is_published_text(HYPERTENSION + ", Smith")


def test_the_table_is_sorted_and_small() -> None:
    table = TABLE.read_bytes()
    entries = [table[i : i + DIGEST_SIZE] for i in range(0, len(table), DIGEST_SIZE)]
    assert entries == sorted(set(entries))
    assert 100_000 < len(entries) < 250_000
    assert terminology_data.is_displayed(entries[0])
    assert terminology_data.is_displayed(entries[-1])
    assert not terminology_data.is_displayed(b"\x00" * DIGEST_SIZE)
    assert not terminology_data.is_displayed(b"\xff" * DIGEST_SIZE)


def test_all_displays_of_the_codes_of_hl7_are_published() -> None:
    if not HL7.is_file():
        pytest.skip("needs ../shared/data/terminology")
    systems = json.loads(gzip.decompress(HL7.read_bytes()))
    displays = [(s, c, text) for s, codes in systems.items() for c, text in codes.items() if text]
    some = random.Random(15).sample(displays, 2_000)
    assert [d for d in some if not is_published_display(*d)] == []


def test_the_detectors_read_no_published_text() -> None:
    detector = Words("hypertension", "ambulatory")
    coding = {"system": ICD, "code": "I10", "display": HYPERTENSION}
    record = {"resourceType": "Condition", "code": {"coding": [coding], "text": HYPERTENSION}}
    out = released(record, detector=detector)
    assert out["code"] == {"coding": [coding], "text": HYPERTENSION}
    assert detector.seen == []


def test_a_display_is_read_where_its_code_or_system_does_not_pass() -> None:
    detector = Words("hypertension")
    for system, code in (("https://codes.example/sid", "I10"), (ICD, "Smith"), (ICD, None)):
        coding = {"system": system, "code": code, "display": HYPERTENSION}
        out = released(observation(code={"coding": [{k: v for k, v in coding.items() if v}]}), detector=detector)
        assert out["code"]["coding"][0]["display"] == "Essential (primary) [PERSON]", (system, code)
