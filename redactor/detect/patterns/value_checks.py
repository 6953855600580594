"""Checks that rules share: whether a value that an expression found can be an identifier of its kind."""

from __future__ import annotations

import ipaddress

import re2

from redactor.detect.patterns.rule import digits_of


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
