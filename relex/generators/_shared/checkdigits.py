"""Identifiers that check themselves: which scheme a number follows, and the digits that complete one.

A number here is its letters and digits in capitals, without separators. `complete` is the inverse of `body`: a number
is valid where completing its body gives the number itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

_VIN_VALUES = {c: v for v, group in enumerate(("AJ", "BKS", "CLT", "DMU", "ENV", "FW", "GPX", "HY", "RZ"), 1)
               for c in group} | {str(d): d for d in range(10)}  # fmt: skip
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 9, 8, 7, 6, 5, 4, 3, 2)  # of the sixteen characters beside the check digit
# Where the Federal Reserve's districts, thrifts and electronic payments begin (ABA): 01-12, 21-32, 61-72.
ROUTING_STARTS = tuple(f"{d:02d}" for first in (1, 21, 61) for d in range(first, first + 12))
_VIN_CHECK, _IBAN_BODY, _LEAST_LUHN = 8, 4, 6


@dataclass(frozen=True, slots=True, eq=False)
class Scheme:
    """applies: whether a number has the shape. body: it without what checks it. complete: None where nothing fits."""

    name: str
    applies: Callable[[str], bool]
    body: Callable[[str], str]
    complete: Callable[[str], str | None]

    def valid(self, number: str) -> bool:
        """Whether the number has the shape and checks out."""
        return self.applies(number) and self.complete(self.body(number)) == number


def luhn_digit(body: str) -> str:
    """The digit that completes decimal digits (ISO/IEC 7812-1, annex B)."""
    digits = [int(c) for c in reversed(body)]
    return str(-(sum(digits[1::2]) + sum(2 * d - 9 * (d > 4) for d in digits[::2])) % 10)


def _without_last(number: str) -> str:
    return number[:-1]


def _luhn(body: str) -> str:
    return body + luhn_digit(body)


def _npi(body: str) -> str:
    return body + luhn_digit("80840" + body)


def _gtin(body: str) -> str:
    digits = [int(c) for c in reversed(body)]
    return body + str(-(3 * sum(digits[::2]) + sum(digits[1::2])) % 10)


def _nhs(body: str) -> str | None:
    rest = -sum(int(c) * weight for c, weight in zip(body, range(10, 1, -1), strict=True)) % 11
    return None if rest == 10 else body + str(rest)


def _routing(body: str) -> str:
    return body + str(-sum(int(c) * (3, 7, 1)[i % 3] for i, c in enumerate(body)) % 10)


def _dea(body: str) -> str:
    digits = [int(c) for c in body[2:]]
    return body + str((sum(digits[::2]) + 2 * sum(digits[1::2])) % 10)


def _vin(body: str) -> str:
    rest = sum(_VIN_VALUES[c] * weight for c, weight in zip(body, _VIN_WEIGHTS, strict=True)) % 11
    return f"{body[:_VIN_CHECK]}{'0123456789X'[rest]}{body[_VIN_CHECK:]}"


def _iban(body: str) -> str:
    country, account = body[:2], body[2:]
    check = 98 - int("".join(str(int(c, 36)) for c in f"{account}{country}00")) % 97
    return f"{country}{check:02d}{account}"


def _digits(*lengths: int) -> Callable[[str], bool]:
    return lambda number: len(number) in lengths and _decimal(number)


def _decimal(number: str) -> bool:
    return number.isascii() and number.isdigit()


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
        and all(c in _VIN_VALUES for c in number[:_VIN_CHECK] + number[_VIN_CHECK + 1 :])
    )


def _is_dea(number: str) -> bool:
    return len(number) == 9 and number.isascii() and number[:2].isalpha() and number[2:].isdigit()


ROUTING = Scheme("routing", lambda n: n[:2] in ROUTING_STARTS and _digits(9)(n), _without_last, _routing)
NPI = Scheme("npi", lambda n: n[:1] in ("1", "2") and _digits(10)(n), _without_last, _npi)
NHS = Scheme("nhs", _digits(10), _without_last, _nhs)
GTIN = Scheme("gtin", _digits(12, 13, 14), _without_last, _gtin)
LUHN = Scheme("luhn", lambda n: len(n) >= _LEAST_LUHN and _decimal(n), _without_last, _luhn)
IBAN = Scheme("iban", _is_iban, lambda n: n[:2] + n[_IBAN_BODY:], _iban)
VIN = Scheme("vin", _is_vin, lambda n: n[:_VIN_CHECK] + n[_VIN_CHECK + 1 :], _vin)
DEA = Scheme("dea", _is_dea, _without_last, _dea)

# The order says which digit is computed where a number satisfies several; the others are then met by search.
_OF_DIGITS = {9: (ROUTING, LUHN), 10: (NPI, NHS, LUHN), 12: (GTIN, LUHN), 13: (GTIN, LUHN), 14: (GTIN, LUHN)}
_OF_LETTERS = (VIN, IBAN, DEA)


def schemes_of(number: str) -> tuple[Scheme, ...]:
    """The schemes that the number satisfies."""
    if not number.isascii():
        return ()
    tried = _OF_DIGITS.get(len(number), (LUHN,)) if number.isdigit() else _OF_LETTERS
    return tuple(scheme for scheme in tried if scheme.valid(number))
