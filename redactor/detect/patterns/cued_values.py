"""Hold what rules for values behind a cue, such as `MRN: 123456`, share: expressions and checks of the value."""

from __future__ import annotations

import ipaddress
import re

import re2

from redactor.detect.patterns.rule import Rule, digits_of
from redactor.entities import Entity
from redactor.lexicon.words import word_set

# Laboratories of research number what they make: "PF-06463922", "SKF-38393". Trials, genes, antigens and norms too.
_PUBLIC = word_set(
    "PF LY GSK BMS AZD MK SB SKF SCH ICI WAY RO RG TAK JNJ INCB ABT AMG BAY BI BIBF CP EMD GS GW HMR KW LBH MDL MDX "
    "NVP ONO PD PHA PLX PNU RWJ SAR SGI SKI SNDX STI TMC TRK UCB UK VX XL YM ZD NSC NCT PMID PMC ICD CPT SNOMED LOINC "
    "RXCUI RS NDC HCPCS ISRCTN EUDRACT ISO RFC CAS DOI CHEMBL CD HLA IL CA EC REF CVX MVX ATC OMIM ORPHA HGNC ENSG "
    "ENST NM NP NC NG XM"
)
_LOGIN_DIGITS, _LOGIN_LETTERS = 2, 2
_MEASUREMENT = re.compile(r"[A-Z]{1,3}[0-9]{1,3}")


def ip_address(value: str) -> bool:
    """Return whether the value is a valid IPv4 or IPv6 address and no clock time."""
    try:
        address = ipaddress.ip_address(value)
    except ValueError:
        return False
    return address.version == 4 or value.count(":") >= 3 or value.startswith(("::", "fe80"))


def is_network_name(value: str) -> bool:
    """Return whether the value names a wireless network: not only words in small letters ("not available")."""
    return not all(part.isalpha() and part.islower() for part in re.split(r"[ .-]+", value) if part)


def has_digit(value: str) -> bool:
    """Return whether the value holds a digit: a number, not a word that follows the cue."""
    return any("0" <= c <= "9" for c in value)


# A full date with its century behind a cue ("visit 3/14/2024") is a date, not an identifier.
_FULL_DATE = re2.compile(
    r"(?:[0-3]?[0-9][./-][0-3]?[0-9][./-](?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}[./-][0-3]?[0-9][./-][0-3]?[0-9])"
    r"(?:[T ]{1,2}[0-2]?[0-9](?::[0-5][0-9]){0,2})?"
)


def plausible_identifier(value: str) -> bool:
    """Return whether a value behind a cue has at least three digits, or two among letters.

    A unit, a clock time or a full date is no identifier.
    """
    if _FULL_DATE.fullmatch(value):
        return False
    digits = len(digits_of(value))
    return digits >= 3 or (digits >= 2 and len(value) >= 5 and ":" not in value)


def is_public_prefix(code: str) -> bool:
    """Return whether the letters before a hyphen or slash are those of a published code: a compound, a trial."""
    return re.split("[-/]", code, maxsplit=1)[0] in _PUBLIC


def is_login(value: str) -> bool:
    """Return whether the value is a user name and no word.

    It has letters and at least two digits (jdoe71), or parts that a sign joins (jane.doe). Measurements are none:
    BP130, CA125.
    """
    digits = len(digits_of(value))
    if digits:
        enough = digits >= _LOGIN_DIGITS and sum(c.isalpha() for c in value) >= _LOGIN_LETTERS
        return enough and not _MEASUREMENT.fullmatch(value)
    parts = re.split("[._@]", value)
    return len(parts) > 1 and ("_" in value or all(part.islower() for part in parts))


# between cue and value: "number", "no.", "id" or "#", then "is", ":" or "="
NUMBER_WORD = r"(?:\s{0,2}\b(?:numbers?|nos?|num|nbr|id|ids|identifier|code)\b\.?|\s{0,2}#{1,2})?"
SEPARATOR = r"(?:\s{0,3}\([^()\n]{1,20}\))?\s{0,3}(?:(?:is|was|of|are)\b|[:=#])?\s{0,3}(?:[:=#-]\s{0,3})?[\[(\"']?"
VALUE = r"([A-Za-z]{0,6}[-#]?[0-9A-Z](?:[0-9A-Za-z]|[-./][0-9A-Za-z]){1,28})"


def cued(name: str, entity: Entity, cue: str, context: str, *, value: str = VALUE, number: str = NUMBER_WORD) -> Rule:
    """Return a rule for a value behind a cue, as in `MRN: 123456` or `policy no. is AB-12`."""
    return Rule(name, entity, rf"(?i:\b(?:{cue}){number}{SEPARATOR}){value}", context, check=plausible_identifier)
