"""Check digits and ranges of the identifiers that have them. Each says whether a value as written can be one."""

from __future__ import annotations

import ipaddress

import re2

from redactor.detect.patterns.rule import digits_of

_VIN_VALUES = dict(
    zip("ABCDEFGHJKLMNPRSTUVWXYZ", [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9], strict=True)
)
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def luhn(value: str) -> bool:
    """ISO/IEC 7812-1, annex B."""
    total = 0
    for i, d in enumerate(reversed(digits_of(value))):
        n = int(d) * (2 if i % 2 else 1)
        total += n - 9 if n > 9 else n
    return total % 10 == 0


def card(value: str) -> bool:
    """A payment card: 13 to 19 digits, an issuer's first digit, the Luhn digit, not one digit alone."""
    digits = digits_of(value)
    return 13 <= len(digits) <= 19 and digits[0] in "23456" and len(set(digits)) > 1 and luhn(digits)


def ssn(value: str) -> bool:
    """Areas, groups and serials that the Social Security Administration or the IRS (ITIN: 9xx) gives out."""
    digits = digits_of(value)
    if len(digits) != 9:
        return False
    area, group, serial = digits[:3], int(digits[3:5]), digits[5:]
    if area == "000" or area == "666" or serial == "0000" or group == 0:
        return False
    return area < "900" or 50 <= group <= 99


def npi(value: str) -> bool:
    """A National Provider Identifier: Luhn over the digits behind the prefix 80840 (CMS, 45 CFR 162.406)."""
    digits = digits_of(value)
    return len(digits) == 10 and digits[0] in "12" and luhn("80840" + digits)


def dea(value: str) -> bool:
    """A DEA registration number: two letters and seven digits, the last one a check digit."""
    d = [int(c) for c in digits_of(value)]
    return len(d) == 7 and (d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])) % 10 == d[6]


def nhs(value: str) -> bool:
    """An NHS number: modulus 11 over ten digits."""
    d = [int(c) for c in digits_of(value)]
    if len(d) != 10:
        return False
    return (11 - sum(n * w for n, w in zip(d, range(10, 1, -1), strict=False)) % 11) % 11 == d[9]


def iban(value: str) -> bool:
    """ISO 13616: modulus 97 is 1."""
    text = "".join(c for c in value if c.isalnum()).upper()
    if not 15 <= len(text) <= 34:
        return False
    return int("".join(str(int(c, 36)) for c in text[4:] + text[:4])) % 97 == 1


def routing(value: str) -> bool:
    """An ABA routing number: weights 3, 7, 1."""
    d = [int(c) for c in digits_of(value)]
    return len(d) == 9 and any(d) and sum(n * (3, 7, 1)[i % 3] for i, n in enumerate(d)) % 10 == 0


def vin(value: str) -> bool:
    """A vehicle identification number with its check digit (49 CFR 565.15)."""
    text = value.upper()
    if len(text) != 17 or text.isdigit() or text.isalpha():
        return False
    total = 0
    for ch, weight in zip(text, _VIN_WEIGHTS, strict=True):
        n = int(ch) if "0" <= ch <= "9" else _VIN_VALUES.get(ch)
        if n is None:
            return False
        total += n * weight
    return text[8] == "0123456789X"[total % 11]


def mbi(value: str) -> bool:
    """The shape of a Medicare Beneficiary Identifier (CMS, 2018): C A AN N A AN N A A N N."""
    text = "".join(c for c in value if c.isalnum())
    letters = set("ACDEFGHJKMNPQRTUVWXY")
    shape = "NAXNAXNAANN"
    return len(text) == 11 and all(
        (c in letters) if s == "A" else c.isdigit() if s == "N" else (c in letters or c.isdigit())
        for c, s in zip(text, shape, strict=True)
    )


def ip(value: str) -> bool:
    """A valid IPv4 or IPv6 address that no clock time is."""
    try:
        address = ipaddress.ip_address(value)
    except ValueError:
        return False
    return address.version == 4 or value.count(":") >= 3 or value.startswith(("::", "fe80"))


def has_digit(value: str) -> bool:
    """Whether a digit stands in it: a number, not the word that follows a cue."""
    return any("0" <= c <= "9" for c in value)


# A full date with its century behind a cue ("visit 3/14/2024") is when, not which.
_FULL_DATE = re2.compile(
    r"(?:[0-3]?[0-9][./-][0-3]?[0-9][./-](?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}[./-][0-3]?[0-9][./-][0-3]?[0-9])"
    r"(?:[T ]{1,2}[0-2]?[0-9](?::[0-5][0-9]){0,2})?"
)


def identifier(value: str) -> bool:
    """A value after a cue: at least three digits, or two among letters, and no unit, clock time or full date."""
    if _FULL_DATE.fullmatch(value):
        return False
    digits = len(digits_of(value))
    return digits >= 3 or (digits >= 2 and len(value) >= 5 and ":" not in value)
