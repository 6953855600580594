"""Checks of values that several rules share."""

from __future__ import annotations

import ipaddress
import re

import re2

from redactor.detect.patterns.rule import digits_of

_LOGIN_DIGITS, _LOGIN_LETTERS = 2, 2
_MEASUREMENT = re.compile(r"[A-Z]{1,3}[0-9]{1,3}")


def ip_address(value: str) -> bool:
    """A valid IPv4 or IPv6 address, not a clock time."""
    try:
        address = ipaddress.ip_address(value)
    except ValueError:
        return False
    return address.version == 4 or value.count(":") >= 3 or value.startswith(("::", "fe80"))


def is_network_name(value: str) -> bool:
    """A name of a wireless network: not only words in small letters ("not available", "guest network")."""
    return not all(part.isalpha() and part.islower() for part in re.split(r"[ .-]+", value) if part)


def has_digit(value: str) -> bool:
    """Whether it holds a digit: a number, not a word that follows the cue."""
    return any("0" <= c <= "9" for c in value)


# A full date with its century after a cue ("visit 3/14/2024") is a date, not an identifier.
_FULL_DATE = re2.compile(
    r"(?:[0-3]?[0-9][./-][0-3]?[0-9][./-](?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}[./-][0-3]?[0-9][./-][0-3]?[0-9])"
    r"(?:[T ]{1,2}[0-2]?[0-9](?::[0-5][0-9]){0,2})?"
)


def plausible_identifier(value: str) -> bool:
    """A value after a cue: at least three digits, or two among letters; not a unit, clock time or full date."""
    if _FULL_DATE.fullmatch(value):
        return False
    digits = len(digits_of(value))
    return digits >= 3 or (digits >= 2 and len(value) >= 5 and ":" not in value)


def is_login(value: str) -> bool:
    """A user name that is no word: letters and at least two digits (jdoe71), or parts that a sign joins (jane.doe).

    Measurements are none: BP130, CA125.
    """
    digits = len(digits_of(value))
    if digits:
        enough = digits >= _LOGIN_DIGITS and sum(c.isalpha() for c in value) >= _LOGIN_LETTERS
        return enough and not _MEASUREMENT.fullmatch(value)
    parts = re.split("[._@]", value)
    return len(parts) > 1 and ("_" in value or all(part.islower() for part in parts))
