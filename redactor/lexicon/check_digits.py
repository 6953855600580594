"""Compute and verify check digits of identifiers.

The functions named for an identifier (`luhn`, `npi`, ...) take a number as written and ignore its separators. `Scheme`
and the `*_digit` functions take letters and digits in capitals, without separators.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

NPI_ISSUER = "80840"  # the prefix under which an NPI is a card number (CMS, 45 CFR 162.406)
VIN_VALUES = {str(d): d for d in range(10)} | dict(
    zip("ABCDEFGHJKLMNPRSTUVWXYZ", [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9], strict=True)
)
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 9, 8, 7, 6, 5, 4, 3, 2)  # of the sixteen characters beside the check digit
# First two digits of the Federal Reserve's districts, thrifts and electronic payments (ABA): 01-12, 21-32, 61-72.
ROUTING_STARTS = tuple(f"{d:02d}" for first in (1, 21, 61) for d in range(first, first + 12))
MBI_LETTERS = "ACDEFGHJKMNPQRTUVWXY"
_MBI_SHAPE = "NAXNAXNAANN"  # N a digit, A a letter, X either
# Verhoeff's check over the dihedral group of order ten (SNOMED CT Technical Implementation Guide, 5.5).
_DIHEDRAL = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
    "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_PERMUTED = (
    "0123456789", "1576283094", "5803796142", "8916043527",
    "9453126870", "4286573901", "2793806415", "7046913258",
)  # fmt: skip
_VIN_CHECK, _IBAN_BODY, _LEAST_LUHN = 8, 4, 6


# --- the digit that completes a number ---


def luhn_digit(body: str) -> str:
    """Return the digit that completes decimal digits (ISO/IEC 7812-1, annex B)."""
    return str(-_luhn_sum(body + "0") % 10)


def gtin_digit(body: str) -> str:
    """Return the last digit of a GTIN: weights 3 and 1 from the right (GS1)."""
    digits = [int(c) for c in reversed(body)]
    return str(-(3 * sum(digits[::2]) + sum(digits[1::2])) % 10)


def nhs_digit(body: str) -> str | None:
    """Return the last digit of an NHS number, modulus 11 over nine digits; None where no digit fits."""
    rest = -sum(int(c) * weight for c, weight in zip(body, range(10, 1, -1), strict=True)) % 11
    return None if rest == 10 else str(rest)


def routing_digit(body: str) -> str:
    """Return the last digit of an ABA routing number: weights 3, 7, 1 over eight digits."""
    return str(-sum(int(c) * (3, 7, 1)[i % 3] for i, c in enumerate(body)) % 10)


def dea_digit(body: str) -> str:
    """Return the last digit of a DEA registration number. body: its six digits, without the letters."""
    digits = [int(c) for c in body]
    return str((sum(digits[::2]) + 2 * sum(digits[1::2])) % 10)


def vin_digit(body: str) -> str:
    """Return the ninth character of a vehicle identification number (49 CFR 565.15). body: the sixteen others.

    Raises KeyError for a letter that no such number has (I, O, Q).
    """
    return "0123456789X"[sum(VIN_VALUES[c] * weight for c, weight in zip(body, _VIN_WEIGHTS, strict=True)) % 11]


def iban_digits(country: str, account: str) -> str:
    """Return the two digits behind the country of an IBAN (ISO 13616)."""
    return f"{98 - _decimal_of(f'{account}{country}00') % 97:02d}"


def _luhn_sum(digits: str) -> int:
    doubled = (2 * int(c) for c in digits[-2::-2])
    return sum(int(c) for c in digits[::-2]) + sum(d - 9 * (d > 9) for d in doubled)


def _decimal_of(text: str) -> int:
    return int("".join(str(int(c, 36)) for c in text))


# --- whether a written number is valid ---


def _digits(value: str) -> str:
    return "".join(c for c in value if "0" <= c <= "9")


def luhn(value: str) -> bool:
    """Return whether the digits of a value satisfy ISO/IEC 7812-1, annex B."""
    return _luhn_sum(_digits(value)) % 10 == 0


def verhoeff(digits: str) -> bool:
    """Return whether decimal digits satisfy Verhoeff's check, as every SNOMED CT identifier does."""
    check = 0
    for i, digit in enumerate(reversed(digits)):
        check = int(_DIHEDRAL[check][int(_PERMUTED[i % 8][int(digit)])])
    return check == 0


def card(value: str) -> bool:
    """Return whether the value is a payment card: 13 to 19 digits, an issuer's first digit, the Luhn digit."""
    digits = _digits(value)
    return 13 <= len(digits) <= 19 and digits[0] in "23456" and len(set(digits)) > 1 and luhn(digits)


def ssn(value: str) -> bool:
    """Return whether area, group and serial are among those that the Social Security Administration or the IRS gives
    out.

    The IRS gives out taxpayer numbers (ITIN) that begin with 9.
    """
    digits = _digits(value)
    if len(digits) != 9:
        return False
    area, group, serial = digits[:3], int(digits[3:5]), digits[5:]
    if area == "000" or area == "666" or serial == "0000" or group == 0:
        return False
    return area < "900" or 50 <= group <= 99


def npi(value: str) -> bool:
    """Return whether the value is a National Provider Identifier.

    Its digits satisfy Luhn behind the prefix 80840 (CMS, 45 CFR 162.406).
    """
    digits = _digits(value)
    return len(digits) == 10 and digits[0] in "12" and luhn(NPI_ISSUER + digits)


def dea(value: str) -> bool:
    """Return whether the value is a DEA registration number: two letters and seven digits, the last a check digit."""
    digits = _digits(value)
    return len(digits) == 7 and dea_digit(digits[:6]) == digits[6]


def nhs(value: str) -> bool:
    """Return whether the value is an NHS number: modulus 11 over ten digits."""
    digits = _digits(value)
    return len(digits) == 10 and nhs_digit(digits[:9]) == digits[9]


def iban(value: str) -> bool:
    """Return whether the value is an IBAN: modulus 97 is 1 (ISO 13616)."""
    text = "".join(c for c in value if c.isalnum()).upper()
    return 15 <= len(text) <= 34 and _decimal_of(text[4:] + text[:4]) % 97 == 1


def routing(value: str) -> bool:
    """Return whether the value is an ABA routing number: weights 3, 7, 1."""
    digits = _digits(value)
    return len(digits) == 9 and any(c != "0" for c in digits) and routing_digit(digits[:8]) == digits[8]


def vin(value: str) -> bool:
    """Return whether the value is a vehicle identification number with its check digit (49 CFR 565.15)."""
    return VIN.valid(value.upper())


def mbi(value: str) -> bool:
    """Return whether the value has the shape of a Medicare Beneficiary Identifier (CMS, 2018)."""
    text = "".join(c for c in value if c.isalnum())
    return len(text) == 11 and all(
        (c in MBI_LETTERS) if s == "A" else c.isdigit() if s == "N" else (c in MBI_LETTERS or c.isdigit())
        for c, s in zip(text, _MBI_SHAPE, strict=True)
    )


# --- schemes: which checks a number satisfies, and how to complete one ---


@dataclass(frozen=True, slots=True, eq=False)
class Scheme:
    """A scheme says how numbers of a kind are checked and completed.

    applies: whether a number has the shape. body: the number without its check digits. complete: the inverse of `body`,
    None where nothing fits; a number is valid where completing its body gives the number itself.
    """

    name: str
    applies: Callable[[str], bool]
    body: Callable[[str], str]
    complete: Callable[[str], str | None]

    def valid(self, number: str) -> bool:
        """Return whether the number has the shape and checks out."""
        return self.applies(number) and self.complete(self.body(number)) == number


def _without_last(number: str) -> str:
    return number[:-1]


def _complete_nhs(body: str) -> str | None:
    last = nhs_digit(body)
    return None if last is None else body + last


def _without_vin_digit(number: str) -> str:
    return number[:_VIN_CHECK] + number[_VIN_CHECK + 1 :]


def _complete_vin(body: str) -> str:
    return f"{body[:_VIN_CHECK]}{vin_digit(body)}{body[_VIN_CHECK:]}"


def _complete_iban(body: str) -> str:
    country, account = body[:2], body[2:]
    return f"{country}{iban_digits(country, account)}{account}"


def _is_decimal(number: str) -> bool:
    return number.isascii() and number.isdigit()


def _is_decimal_of(*lengths: int) -> Callable[[str], bool]:
    return lambda number: len(number) in lengths and _is_decimal(number)


def _is_iban(number: str) -> bool:
    return (
        15 <= len(number) <= 34
        and number.isascii()
        and number.isalnum()
        and number[:2].isalpha()
        and number[2:_IBAN_BODY].isdigit()
    )


def _is_vin(number: str) -> bool:
    return (
        len(number) == 17
        and not number.isdigit()
        and not number.isalpha()
        and all(c in VIN_VALUES for c in _without_vin_digit(number))
    )


def _is_dea(number: str) -> bool:
    return len(number) == 9 and number.isascii() and number[:2].isalpha() and number[2:].isdigit()


ROUTING = Scheme(
    "routing",
    lambda n: n[:2] in ROUTING_STARTS and _is_decimal_of(9)(n),
    _without_last,
    lambda body: body + routing_digit(body),
)
NPI = Scheme(
    "npi",
    lambda n: n[:1] in ("1", "2") and _is_decimal_of(10)(n),
    _without_last,
    lambda body: body + luhn_digit(NPI_ISSUER + body),
)
NHS = Scheme("nhs", _is_decimal_of(10), _without_last, _complete_nhs)
GTIN = Scheme("gtin", _is_decimal_of(12, 13, 14), _without_last, lambda body: body + gtin_digit(body))
LUHN = Scheme(
    "luhn", lambda n: len(n) >= _LEAST_LUHN and _is_decimal(n), _without_last, lambda body: body + luhn_digit(body)
)
IBAN = Scheme("iban", _is_iban, lambda n: n[:2] + n[_IBAN_BODY:], _complete_iban)
VIN = Scheme("vin", _is_vin, _without_vin_digit, _complete_vin)
DEA = Scheme("dea", _is_dea, _without_last, lambda body: body + dea_digit(body[2:]))

# The order says which digit is computed where a number satisfies several; the others are then met by search.
_SCHEMES_BY_LENGTH: dict[int, Sequence[Scheme]] = {
    9: (ROUTING, LUHN), 10: (NPI, NHS, LUHN), 12: (GTIN, LUHN), 13: (GTIN, LUHN), 14: (GTIN, LUHN),
}  # fmt: skip
_SCHEMES_WITH_LETTERS = (VIN, IBAN, DEA)


def schemes_of(number: str) -> tuple[Scheme, ...]:
    """Return the schemes that the number satisfies."""
    if not number.isascii():
        return ()
    tried = _SCHEMES_BY_LENGTH.get(len(number), (LUHN,)) if number.isdigit() else _SCHEMES_WITH_LETTERS
    return tuple(scheme for scheme in tried if scheme.valid(number))
