"""The index of known words and numbers: exact look-ups for values that are not read as text."""

from __future__ import annotations

import pytest

from redactor.detect.known.value_index import ValueIndex, ValueIndexes
from redactor.entities import Entity, Role
from redactor.text import KnownValue

VALUES = (
    KnownValue("MRN-0012345", Entity.MEDICAL_RECORD_NUMBER),
    KnownValue("4711", Entity.MEDICAL_RECORD_NUMBER),
    KnownValue("999-94-5397", Entity.SSN_OR_TAXPAYER),
    KnownValue("(555) 810-7203", Entity.TELEPHONE_NUMBER),
    KnownValue("1927-05-21", Entity.BIRTH_DATE_TIME),
    KnownValue(
        "12 Quay Street, Emporia", Entity.ADDRESS, None,
        (("line", "12 Quay Street"), ("city", "Emporia"), ("postalCode", "66801")),
    ),
    KnownValue("John Whitcombe", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Whitcombe"))),
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["12345", "0012345", "4711", "999945397", "999-94-5397", "5558107203", "15558107203", "8107203", "19270521",
     "05211927", "5211927", "21051927", "66801"],
)  # fmt: skip
def test_a_number_is_known_in_every_form_without_separators(text: str) -> None:
    assert ValueIndex(VALUES).has_number(text)


@pytest.mark.parametrize("text", ["", "0", "12", "1927", "5397", "345", "120", "7.4", "250000", "55581072", "2023"])
def test_other_numbers_are_not_known(text: str) -> None:
    assert not ValueIndex(VALUES).has_number(text)


def test_words_are_known_in_any_case_and_common_ones_are_not() -> None:
    index = ValueIndex(VALUES)
    assert index.has_word("WHITCOMBE") and index.has_word("seen by whitcombe") and index.has_word("Emporia")
    assert not any(map(index.has_word, ("street", "mrn", "patient", "", "a", "John's dog"[4:])))


def test_short_staff_numbers_of_a_site_are_not_indexed() -> None:
    site = ValueIndex(
        [KnownValue("12345", Entity.CERTIFICATE_NUMBER), KnownValue("1234567893", Entity.CERTIFICATE_NUMBER)], site=True
    )
    assert site.has_number("1234567893") and not site.has_number("12345")


def test_a_number_is_known_to_its_household_and_to_the_site_alone() -> None:
    site = (KnownValue("1234567893", Entity.CERTIFICATE_NUMBER),)
    indexes = ValueIndexes(lambda subject: VALUES if subject == "a" else (), lambda: site)
    assert indexes.is_known_number("a", "0012345") and not indexes.is_known_number("b", "0012345")
    assert indexes.is_known_number("b", "1234567893") and indexes.is_known_number(None, "1234567893")
    assert indexes.is_known_word("a", "Whitcombe") and not indexes.is_known_word(None, "Whitcombe")
    site = (KnownValue("9876543210", Entity.CERTIFICATE_NUMBER),)
    assert indexes.is_known_number(None, "9876543210") and not indexes.is_known_number(None, "1234567893")
