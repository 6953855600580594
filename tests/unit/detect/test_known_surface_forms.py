"""Surface forms of numbers, dates, addresses and organisations."""

from __future__ import annotations

import pytest

from redactor.detect.known import Known
from redactor.detect.resolver import resolve
from redactor.entities import Entity
from redactor.text import KnownValue, Note
from tests.each_row import each_row

HOME = KnownValue(
    "633 N Abernathy Street Apt 4, Emporia, KS 66801-1234",
    Entity.ADDRESS,
    None,
    (("line", "633 N Abernathy Street Apt 4"), ("city", "Emporia"), ("state", "KS"), ("postalCode", "66801-1234")),
)


def found(text: str, *known: KnownValue) -> dict[str, Entity]:
    reading = Known().detect([Note("n", text, known=known)])[0]
    return {text[s.start : s.end]: s.entity for s in resolve(text, reading.spans)}


def covers(text: str, written: str, entity: Entity, value: str) -> bool:
    start = text.index(written)
    spans = Known().detect([Note("n", text, known=(KnownValue(value, entity),))])[0].spans
    return any(s.start <= start and start + len(written) <= s.end and s.entity is entity for s in spans)


@each_row("recorded", ["(555) 810-7203", "+1 555 810 7203", "5558107203", "tel:+15558107203 ext 12"])
@each_row(
    "written",
    ["5558107203", "555-810-7203", "(555) 810-7203", "555.810.7203", "555 810 7203", "1-555-810-7203", "810-7203",
     "810.7203", "５５５‑８１０‑７２０３", "(555)810-7203"],
)  # fmt: skip
def test_phones(recorded: str, written: str) -> None:
    assert covers(f"Call {written} now", written, Entity.TELEPHONE_NUMBER, recorded)


@each_row("written", ["+49 30 1234567", "030 1234567", "0049301234567", "030/1234567"])
def test_phones_of_other_countries(written: str) -> None:
    assert covers(f"Call {written} now", written.lstrip("+"), Entity.TELEPHONE_NUMBER, "+49 30 1234567")


def test_the_last_seven_digits_need_their_separator() -> None:
    assert found("count 8107203 of 81072035", KnownValue("555-810-7203", Entity.TELEPHONE_NUMBER)) == {}


@each_row(
    "written",
    ["05/02/1927", "5/2/1927", "5/2/27", "02/05/1927", "2.5.27", "1927-05-02", "1927/5/2", "19270502", "05021927",
     "May 2, 1927", "May 2nd, 1927", "2 May 1927", "02-MAY-1927", "2nd of May 1927", "May 1927", "5-2-1927"],
)  # fmt: skip
def test_birth_dates(written: str) -> None:
    assert covers(f"born {written} in town", written, Entity.BIRTH_DATE_TIME, "1927-05-02")


@each_row("other", ["52/19/27", "5/3/1927", "521927", "May 2, 1928", "1927", "5/2/19271"])
def test_other_numbers_are_not_the_birth_date(other: str) -> None:
    assert found(f"value {other} here", KnownValue("1927-05-02", Entity.BIRTH_DATE_TIME)) == {}


@each_row("recorded", ["1972-09-28", "19720928", "9/28/1972", "1972-09-28T04:00:00Z"])
def test_recorded_forms_of_a_birth_date(recorded: str) -> None:
    assert covers("b. Sept 28 1972", "Sept 28 1972", Entity.BIRTH_DATE_TIME, recorded)


@each_row(
    "written", ["MRN-0012345678", "MRN0012345678", "0012345678", "12345678", "12-34-56-78", "1234 5678", "00012345678"]
)
def test_identifiers_with_and_without_signs_zeros_and_prefix(written: str) -> None:
    assert covers(f"no {written} on file", written, Entity.MEDICAL_RECORD_NUMBER, "MRN-0012345678")


def test_parts_of_longer_identifiers_do_not_match() -> None:
    known = KnownValue("12345678", Entity.MEDICAL_RECORD_NUMBER)
    assert found("9912345678 and 123456789 and 1234,,,,,5678", known) == {}


def test_shorter_identifiers_need_more_context() -> None:
    assert found("1987 was a good year", KnownValue("1987", Entity.ID)) == {}
    assert found("MRN 1987", KnownValue("1987", Entity.ID)) == {"1987": Entity.ID}
    assert found("ssn ending 5397; 5397 cells", KnownValue("999-94-5397", Entity.SSN_OR_TAXPAYER)) == {
        "5397": Entity.SSN_OR_TAXPAYER
    }
    assert found("wide B12 gap", KnownValue("B12", Entity.ID)) == {}


@each_row(
    "written",
    ["633 N Abernathy Street Apt 4", "633 North Abernathy St", "633 N. ABERNATHY ST., #4", "633 n abernathy street",
     "633 N Abernathy\nStreet Apartment 4", "N Abernathy Street", "633 N Abernathy"],
)  # fmt: skip
def test_address_lines(written: str) -> None:
    assert found(f"Lives at {written}; alone", HOME) == {written: Entity.STREET}


def test_a_whole_address_is_found_part_by_part() -> None:
    text = "633 N Abernathy St, Emporia, KS 66801 (66801-1234, 668011234). KS alone says little."
    spans = found(text, HOME)
    assert spans == {
        "633 N Abernathy St": Entity.STREET,
        "Emporia": Entity.CITY,
        "KS": Entity.STATE,
        "66801": Entity.ZIP,
        "66801-1234": Entity.ZIP,
        "668011234": Entity.ZIP,
    }
    assert sum(s.entity is Entity.STATE for s in Known().detect([Note("n", text, known=(HOME,))])[0].spans) == 1


def test_an_address_without_parts_is_parsed() -> None:
    known = KnownValue("12 Quillback Rd, Emporia KS 66801", Entity.ADDRESS)
    assert set(found("moved from 12 Quillback Road to Emporia, 66801", known)) == {
        "12 Quillback Road",
        "Emporia",
        "66801",
    }


def test_cities_that_are_words() -> None:
    mobile = KnownValue("Mobile", Entity.CITY)
    assert found("mobile phone. Mobile units. He is mobile.", mobile) == {}
    assert found("She lives in Mobile now", mobile) == {"Mobile": Entity.CITY}
    assert found("of Mobile, AL", mobile) == {"Mobile": Entity.CITY}


def test_organisations() -> None:
    known = KnownValue("Overland Pk Regional Medical Center, Inc.", Entity.HOSPITAL)
    assert found("at OVERLAND PK REG MED CTR today", known) == {"OVERLAND PK REG MED CTR": Entity.HOSPITAL}
    assert found("sent to the emergency department", KnownValue("Emergency Department", Entity.LOCATION)) == {}
    assert found("in ICU", KnownValue("ICU", Entity.LOCATION)) in ({}, {"ICU": Entity.LOCATION})


@pytest.mark.parametrize("written", ["j.dorrit_79@mail.example.org", "J.Dorrit_79@MAIL.example.org", "j.dorrit_79"])
def test_emails(written: str) -> None:
    assert covers(f"write {written} ok", written, Entity.EMAIL, "j.dorrit_79@mail.example.org")


@pytest.mark.parametrize(
    "written", ["https://portal.quillback.org/x/1", "portal.quillback.org/x/1", "portal.quillback.org"]
)
def test_urls_and_hosts(written: str) -> None:
    assert covers(f"see {written} ok", written, Entity.URL, "https://portal.quillback.org/x/1")


def test_other_values_are_found_as_phrases() -> None:
    assert found("works as lion tamer", KnownValue("Lion  Tamer", Entity.OCCUPATION)) == {
        "lion tamer": Entity.OCCUPATION
    }
