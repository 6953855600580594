"""The rules on identifiers, contacts and ages: what they find and what they do not."""

from __future__ import annotations

import pytest

from redactor.detect.patterns import Patterns
from redactor.detect.resolver import resolve
from redactor.entities import Entity
from redactor.text import Note
from tests.each_row import each_row

PATTERNS = Patterns()


def found(text: str) -> list[tuple[str, Entity]]:
    spans = resolve(text, PATTERNS.detect([Note("n", text)])[0].spans)
    return [(text[s.start : s.end], s.entity) for s in spans]


@each_row(
    ("text", "value", "entity"),
    [
        ("SSN: 219-09-9999", "219-09-9999", Entity.SSN_OR_TAXPAYER),
        ("her social security number is 219099999", "219099999", Entity.SSN_OR_TAXPAYER),
        ("SSN xxx-xx-1234 on file", "xxx-xx-1234", Entity.SSN_OR_TAXPAYER),
        ("MRN: 4837261", "4837261", Entity.MEDICAL_RECORD_NUMBER),
        ("Medical Record No. 00-48-37", "00-48-37", Entity.MEDICAL_RECORD_NUMBER),
        ("chart #A48372 reviewed", "A48372", Entity.MEDICAL_RECORD_NUMBER),
        ("NHS number 943 476 5919", "943 476 5919", Entity.MEDICAL_RECORD_NUMBER),
        ("Pt ID: 77821", "77821", Entity.MEDICAL_RECORD_NUMBER),
        ("specimen S-23-12345 received", "S-23-12345", Entity.ID),
        ("Accession # 20-331-0981", "20-331-0981", Entity.ID),
        ("encounter number 99182734", "99182734", Entity.FIN),
        ("Acct: 4412-99", "4412-99", Entity.FIN),
        ("policy INS-789456123 lapsed", "INS-789456123", Entity.HEALTH_PLAN_ID),
        ("Member ID: XJK4427781", "XJK4427781", Entity.HEALTH_PLAN_ID),
        ("Medicare 1EG4-TE5-MK73", "1EG4-TE5-MK73", Entity.HEALTH_PLAN_ID),
        ("NPI 1234567893", "1234567893", Entity.CERTIFICATE_NUMBER),
        ("Person seed: -5006969847447596044", "5006969847447596044", Entity.ID),
        ("DEA# AB1234563", "AB1234563", Entity.CERTIFICATE_NUMBER),
        ("passport no. C01234567", "C01234567", Entity.PASSPORT_NUMBER_US),
        ("Driver's license: D1234567", "D1234567", Entity.DRIVER_ID_US),
        ("paid with 4111 1111 1111 1111", "4111 1111 1111 1111", Entity.CREDIT_DEBIT_NUMBER),
        ("IBAN GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32", Entity.BANK_ACCOUNT_NUMBER),
        ("routing number 021000021", "021000021", Entity.BANK_ROUTING),
        ("SWIFT: DEUTDEFF500", "DEUTDEFF500", Entity.BANK_SWIFT),
        ("his car, 1HGCM82633A004352, was towed", "1HGCM82633A004352", Entity.VEHICLE_IDENTIFIER_US),
        ("license plate 7ABC123", "7ABC123", Entity.VEHICLE_LICENSE_PLATE_US),
        ("serial number PJN-445512", "PJN-445512", Entity.DEVICE_ID),
        ("(01)00643169007222(17)141120(21)4567", "(01)00643169007222(17)141120(21)4567", Entity.DEVICE_ID),
        ("see 123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000", Entity.GUID),
        ("username: jsmith42", "jsmith42", Entity.USERNAME),
        ("I could not log in to https://a.example/mychart as hle98 (blocked)", "hle98", Entity.USERNAME),
        ("logged on as user jdoe71 today", "jdoe71", Entity.USERNAME),
        ("signed in as jane.doe", "jane.doe", Entity.USERNAME),
        ("login MARY_LE failed", "MARY_LE", Entity.USERNAME),
        ("from 192.168.10.44 last", "192.168.10.44", Entity.IP_ADDRESS),
        ("host 2001:db8::ff00:42:8329 up", "2001:db8::ff00:42:8329", Entity.IP_ADDRESS),
        ("nic 00:1B:44:11:3A:B7", "00:1B:44:11:3A:B7", Entity.MAC_ADDRESS),
        ("photo IMG_20230401_face.jpg attached", "IMG_20230401_face.jpg", Entity.PHOTO),
        ("call (650) 555-1234 today", "(650) 555-1234", Entity.TELEPHONE_NUMBER),
        ("650.555.1234", "650.555.1234", Entity.TELEPHONE_NUMBER),
        ("cell 6505551234", "6505551234", Entity.TELEPHONE_NUMBER),
        ("tel: +44 20 7946 0958", "+44 20 7946 0958", Entity.TELEPHONE_NUMBER),
        ("650-555-1234 x4521", "650-555-1234 x4521", Entity.TELEPHONE_NUMBER),
        ("pager 12345", "12345", Entity.TELEPHONE_NUMBER),
        ("dial x4-5521 for", "x4-5521", Entity.TELEPHONE_NUMBER),
        ("Fax: 650-555-9876", "650-555-9876", Entity.FAX_NUMBER),
        ("write to j.doe+x@mail.example.org", "j.doe+x@mail.example.org", Entity.EMAIL),
        ("mail john.doe at example dot com", "john.doe at example dot com", Entity.EMAIL),
        ("see www.mercyclinic.org/doe?id=3", "www.mercyclinic.org/doe?id=3", Entity.URL),
        ("see mercyclinic.org/staff/doe", "mercyclinic.org/staff/doe", Entity.URL),
    ],
)
def test_an_identifier_is_found_under_its_type(text: str, value: str, entity: Entity) -> None:
    assert (value, entity) in found(text)


@each_row(
    "text",
    [
        "BP 120/80, HR 72, RR 16, T 98.6, SpO2 98% on RA",
        "metformin 500-1000 mg twice daily",
        "WBC 7.2, Hgb 13.5, Plt 250000, Na 140, K 4.1",
        "CD4 count 450, HbA1c 7.1%, BRCA1 negative, pT2N0M0",
        "tylenol 650 mg q4-6h, max 4000 mg/day",
        "trial NCT01234567 enrolled",
        "degenerative changes at L4-5 and C5-6, 2+ pulses, 5/5 strength",
        "EF 55-60%, LVEDP 12, PA 25/10",
        "at 10:20:30 the rate was 3:1",
        "version 2.1 of the form, e.g. the second page, i.e. page two",
    ],
)
def test_measurements_and_terminology_are_not_identifiers(text: str) -> None:
    assert found(text) == []


@each_row(
    ("text", "value"),
    [
        ("a 45-year-old man", "45-year-old"),
        ("she is 45 years old", "45 years old"),
        ("45 y/o with cough", "45 y/o"),
        ("45yo with cough", "45yo"),
        ("a 45M with cough", "45M"),
        ("Age: 93", "93"),
        ("a six-year-old boy", "six-year-old"),
        ("3 month old infant", "3 month old"),
        ("in her 90s", "90s"),
        ("a nonagenarian", "nonagenarian"),
        ("died at age 71 of cancer", "71"),
        ("Ms. Weeks (95) joined by phone", "95"),
        ("MRI Hui Wei (98/M)", "98"),
        ("BRAIN W/O CONTRAST  WEEKS, AVA J. (92/F)", "92"),
        ("WEEKS, AVA (95)", "95"),
        ("Mrs. Weeks, 91, was treated", "91"),
    ],
)
def test_an_age_is_found_with_its_unit(text: str, value: str) -> None:
    assert (value, Entity.AGE) in found(text)


@each_row(
    "text",
    [
        "HR (95), RR, 95, and",
        "SpO2 (92)",
        "at 38 weeks gestation",
        "for 3 years",
        "20 pack years",
        "follow up in 6 months",
    ],
)
def test_a_duration_is_not_an_age(text: str) -> None:
    assert Entity.AGE not in [entity for _, entity in found(text)]


@each_row(
    ("text", "entity"),
    [
        ("DOB: 03/04/1950", Entity.BIRTH_DATE_TIME),
        ("born on 03/04/1950", Entity.BIRTH_DATE_TIME),
        ("seen on 03/04/1950", Entity.DATE),
        ("date of death 03/04/2020", Entity.DEATH_DATE_TIME),
    ],
)
def test_the_cue_tells_births_and_deaths_from_other_dates(text: str, entity: Entity) -> None:
    assert [e for value, e in found(text) if "03/04" in value] == [entity]


@pytest.mark.parametrize("text", ["Date: 31-OCT-2024", "01-05-2026 08:45", "call on 01-05-2026"])
def test_a_full_date_is_not_also_a_number(text: str) -> None:
    spans = Patterns().detect([Note("n", text)])[0].spans
    assert {s.entity for s in spans} == {Entity.DATE}


def test_a_cue_decides_between_number_and_date() -> None:
    spans = Patterns().detect([Note("n", "MRN: 20240305")])[0].spans
    assert Entity.MEDICAL_RECORD_NUMBER in {s.entity for s in spans}


@each_row(
    "written",
    ["SSN last 4: 5397", "SSN last four digits are 5397", "last 4: 5397", "Last four 5397", "last 4 of her SSN is 5397",
     "SSN ending 5397", "last four of social security number: 5397", "XXXXX5397", "***-**-5397", "•••-••-5397",
     "###-##-5397", "SSN x5397", "SSN ...5397", "5397 (last 4 SSN)", "verified 5397 as the last four", "last4 5397"],
)  # fmt: skip
def test_the_last_four_digits_of_an_ssn(written: str) -> None:
    text = f"Identity: {written}. Na 140."
    at = text.index("5397")
    spans = Patterns().detect([Note("n", text)])[0].spans
    assert any(s.entity is Entity.SSN_OR_TAXPAYER and s.start <= at and at + 4 <= s.end for s in spans)


@each_row(
    "text",
    ["the last 4 years, 2019 on", "last four doses of 1500 mg", "last 4 weeks 1200", "张先生今天来了2019", "Rm 5397"],
)
def test_other_four_digit_numbers_are_not_marked(text: str) -> None:
    spans = Patterns().detect([Note("n", text)])[0].spans
    assert Entity.SSN_OR_TAXPAYER not in {s.entity for s in spans}


@each_row(
    "text",
    ["logged into the chart as charge nurse", "log in as usual", "kept a log in the app as BP130", "signed on as DNR",
     "vital signs on admission as SpO2 98", "user of IV drugs x10", "login failed", "user name unknown"],
)  # fmt: skip
def test_words_and_measurements_behind_a_login_are_no_user_names(text: str) -> None:
    (reading,) = Patterns().detect([Note("n", text)])
    assert not [s for s in reading.spans if s.entity is Entity.USERNAME]
