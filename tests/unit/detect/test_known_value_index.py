"""The index of known words and numbers: exact look-ups for values that are not read as text."""

from __future__ import annotations

from redactor.detect.known.value_index import SiteIndex, ValueIndex, ValueIndexes, folded_words
from redactor.entities import Entity, Role
from redactor.text import KnownValue
from tests.each_row import each_row

ADDRESS = (("line", "12345 Quay Street"), ("city", "Emporia"), ("state", "Kansas"), ("postalCode", "66801-1234"))
VALUES = (
    KnownValue("MRN-0012345", Entity.MEDICAL_RECORD_NUMBER),
    KnownValue("4711", Entity.MEDICAL_RECORD_NUMBER),
    KnownValue("999-94-5397", Entity.SSN_OR_TAXPAYER),
    KnownValue("(555) 810-7203", Entity.TELEPHONE_NUMBER),
    KnownValue("+44 20 7946 0958", Entity.TELEPHONE_NUMBER),
    KnownValue("1927-05-21", Entity.BIRTH_DATE_TIME),
    KnownValue("12345 Quay Street, Emporia", Entity.ADDRESS, None, ADDRESS),
    KnownValue("John Whitcombe", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Whitcombe"))),
    KnownValue("HX48A21", Entity.HEALTH_PLAN_ID),
    KnownValue("654321", Entity.ID, Role.PATIENT),
    KnownValue("765432", Entity.ID),
    KnownValue("8765432", Entity.ID),
)  # fmt: skip
OWN = ValueIndex(VALUES)


@each_row(
    "digits",
    ["12345", "999945397", "5558107203", "15558107203", "8107203", "442079460958", "2079460958", "19270521",
     "5211927", "21051927", "1927141", "668011234", "8765432"],
)  # fmt: skip
def test_identifiers_count_wherever_they_stand(digits: str) -> None:
    assert OWN.has_number(digits, labelled=True)


@each_row("digits", ["270521", "52127", "210527", "10003", "15566", "654321"])
def test_short_dates_and_plain_ids_count_where_nothing_labels_the_number(digits: str) -> None:
    assert OWN.has_number(digits, labelled=False)
    assert not OWN.has_number(digits, labelled=True)


@each_row("number", [1344902400, 1344902400_000, 1344902400_000_000, 1344902400 - 14 * 3600, 1344988799])
def test_a_time_on_the_day_of_birth_counts_in_any_unit_and_zone(number: int) -> None:
    assert OWN.has_number(str(number), labelled=False)  # seconds before 1970, without the sign
    assert OWN.has_number(str(number), labelled=True) is (number % 900 == 0)


def test_a_birth_in_the_first_days_of_1970_makes_no_short_number_known() -> None:
    index = ValueIndex([KnownValue("1970-01-01", Entity.BIRTH_DATE_TIME)])
    assert not any(index.has_number(n, labelled=False) for n in ("12345", "86400", "172800", "86400000"))


@each_row(
    "digits",
    ["", "12", "1927", "4711", "5397", "345", "120", "250000", "55581072", "2023", "765432", "66801123", "1345075300"],
)
def test_other_numbers_are_not_known(digits: str) -> None:
    assert not OWN.has_number(digits, labelled=False)


def test_house_numbers_are_not_compared() -> None:
    index = ValueIndex([KnownValue("12345 Quay Street, Emporia", Entity.ADDRESS, None, ADDRESS)])
    assert not index.has_number("12345", labelled=False)


def test_words_are_known_in_any_case_and_common_ones_are_not() -> None:
    for text in ("WHITCOMBE", "seen by whitcombe", "Emporia"):
        assert OWN.has_word(folded_words(text))
    assert OWN.has_word(["hx48a21"])
    for text in ("street", "mrn", "patient", "", "a", "Kansas"):
        assert not OWN.has_word(folded_words(text))


STAFF = (
    KnownValue("12345678", Entity.CERTIFICATE_NUMBER),
    KnownValue("1234567893", Entity.CERTIFICATE_NUMBER),
    KnownValue("617-555-0199", Entity.TELEPHONE_NUMBER),
    KnownValue("1961-04-12", Entity.BIRTH_DATE_TIME),
    KnownValue(
        "Dr. Osric van Blennerhasset", Entity.DOCTOR, Role.CLINICIAN,
        (("prefix", "Dr."), ("given", "Osric"), ("family", "van Blennerhasset")),
    ),
    KnownValue("St. Quillfeather Hospital", Entity.HOSPITAL, Role.SITE),
)  # fmt: skip


def test_of_a_site_only_long_numbers_count() -> None:
    site = SiteIndex(STAFF)
    assert all(map(site.has_number, ("1234567893", "6175550199", "16175550199")))
    assert not any(map(site.has_number, ("12345678", "19610412", "5550199", "1234567894", "")))


def test_of_a_site_full_names_and_rare_surnames_alone_count() -> None:
    site = SiteIndex(STAFF)
    for text in ("Blennerhasset, Osric", "dr osric blennerhasset", "Blennerhasset", "St. Quillfeather Hospital"):
        assert site.has_name(folded_words(text)), text
    for text in ("Osric", "hospital", "Blennerhasset syndrome", "St. Hospital", ""):
        assert not site.has_name(folded_words(text)), text


def test_indexes_are_kept_while_the_values_are_the_same_object() -> None:
    indexes = ValueIndexes()
    assert indexes.subject("a", VALUES) is indexes.subject("a", VALUES)
    assert not indexes.subject("a", STAFF).has_number("12345", labelled=False)
    assert indexes.site(STAFF) is indexes.site(STAFF)
    assert not indexes.site(()).has_number("1234567893")
