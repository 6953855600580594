"""Check digits: a published example passes, and changing any one digit makes it fail."""

from __future__ import annotations

from collections.abc import Callable

from redactor.lexicon import check_digits
from tests.each_row import each_row


@each_row(
    ("check", "value"),
    [
        (check_digits.luhn, "4111111111111111"),
        (check_digits.npi, "1234567893"),
        (check_digits.dea, "AB1234563"),
        (check_digits.nhs, "943 476 5919"),
        (check_digits.iban, "GB82 WEST 1234 5698 7654 32"),
        (check_digits.routing, "021000021"),
        (check_digits.vin, "1HGCM82633A004352"),
    ],
)
def test_one_wrong_digit_is_detected(check: Callable[[str], bool], value: str) -> None:
    assert check(value)
    for i, ch in enumerate(value):
        if ch.isdigit():
            assert not check(value[:i] + str((int(ch) + 1) % 10) + value[i + 1 :])


@each_row("value", ["000-12-3456", "666-12-3456", "123-00-4567", "123-45-0000", "912-12-3456"])
def test_numbers_that_are_never_issued(value: str) -> None:
    assert not check_digits.ssn(value)


@each_row(
    ("number", "names"),
    [
        ("021000021", {"routing"}),
        ("1234567893", {"npi"}),
        ("1HGCM82633A004352", {"vin"}),
        ("GB82WEST12345698765432", {"iban"}),
        ("AB1234563", {"dea"}),
        ("4006381333931", {"gtin"}),
        ("4111111111111111", {"luhn"}),
    ],
)
def test_a_number_is_completed_by_its_schemes(number: str, names: set[str]) -> None:
    schemes = check_digits.schemes_of(number)
    assert names <= {scheme.name for scheme in schemes}
    assert all(scheme.complete(scheme.body(number)) == number for scheme in schemes)
