"""Checks the forms of published codes: lengths, letters, check digits.

A form keeps out values that the system cannot hold, such as a telephone number among RxNorm's codes. Sources: each
owner's description of its codes.
"""

from __future__ import annotations

from collections.abc import Callable

import re2

from redactor.lexicon.check_digits import luhn_digit, verhoeff
from schemas.engine.terminology_data import is_listed

Form = Callable[[str], object]


def form(pattern: str) -> Form:
    """Return a test that the whole of a code matches an re2 pattern."""
    matches: Form = re2.compile(pattern).fullmatch
    return matches


_LOINC = re2.compile(r"([1-9][0-9]{0,5})-([0-9])")
_LOINC_PART = form(r"(LA|LP|LL|LG)[0-9]{1,6}-[0-9]|MTHU[0-9]{6}")


def loinc(code: str) -> bool:
    """Accept LOINC: a number with Luhn's check digit, or the code of an answer, a part, a list or a group."""
    match = _LOINC.fullmatch(code)
    if match is None:
        return bool(_LOINC_PART(code))
    return bool(luhn_digit(match.group(1)) == match.group(2))


# The two digits before the check digit say what is identified and whether a namespace of seven digits stands before
# them; only concepts are codes. Numbers of the international edition have not reached 2 in ten digits.
_SCTID = form(r"[1-9][0-9]{2,5}00[0-9]|1[0-9]{6}00[0-9]|[1-9][0-9]{7,14}10[0-9]")


def snomed(code: str) -> bool:
    """Accept SNOMED CT: a concept identifier with its partition and Verhoeff's check digit."""
    return bool(_SCTID(code)) and verhoeff(code)


_UNII = form(r"[0-9A-Z]{10}")
_BASE_36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def unii(code: str) -> bool:
    """Accept UNII: nine characters and their sum in base 36."""
    return bool(_UNII(code)) and _BASE_36[sum(map(_BASE_36.index, code[:9])) % 36] == code[9]


_CDC_RACE = re2.compile(r"([12][0-9]{3})-([0-9])")


def cdc_race(code: str) -> bool:
    """Accept CDC Race and Ethnicity: four digits and Luhn's check digit."""
    match = _CDC_RACE.fullmatch(code)
    return match is not None and bool(luhn_digit(match.group(1)) == match.group(2))


_ICD10 = form(r"([A-Z][0-9]|QA)[0-9AB](\.?[0-9A-LXZ]([0-9A-FXYZ]([0-9A-HX][0-9A-HJKMNP-SX]?)?)?)?")


def icd10(code: str) -> bool:
    """Accept ICD-10 and its clinical modifications: a category, and up to four characters that are not all letters."""
    return bool(_ICD10(code)) and (len(code.replace(".", "")) < 6 or any(c.isdigit() or c == "X" for c in code[3:]))


_PCS = form(r"[0-9BCDFGHX][0-9A-HJ-NP-Z]{6}")
_MAX_PCS_LETTERS = 4  # beside Z, which says that a character does not apply


def icd10_pcs(code: str) -> bool:
    """Accept ICD-10-PCS: seven characters of a table, without the letters I and O, which no name of seven
    letters is.
    """
    return bool(_PCS(code)) and sum(c.isalpha() and c != "Z" for c in code) <= _MAX_PCS_LETTERS


icd9 = form(r"[0-9]{3}(\.?[0-9]{1,2})?|V[0-9]{2}(\.?[0-9]{1,2})?|E[0-9]{3}(\.?[0-9])?|[0-9]{2}\.[0-9]{1,2}")
icd11 = form(r"[0-9A-HJ-NP-X][A-HJ-NP-Z][0-9][0-9A-HJ-NP-Z](\.[0-9A-HJ-NP-Z]{1,2})?")
cpt = form(r"([0-9]{4}[0-9AFMTU]|[A-V][0-9]{4})(-[0-9A-Z]{2})?|[A-Z0-9]{2}")
rxnorm = form(r"[1-9][0-9]{0,5}|[12][0-9]{6}")  # the release of 2026 has not reached three millions
ndc = form(r"[0-9]{4}-[0-9]{4}(-[0-9]{2})?|[0-9]{5}-[0-9]{3,4}(-[0-9]{1,2})?|[0-9]{11}")
nucc = form(r"([123][0-9]{2}|405)[0-9A-Z]{2}[0-9]{4}X")
atc = form(r"[A-DGHJL-NPRSV]([0-9]{2}([A-Z]([A-Z]([0-9]{2})?)?)?)?")
mesh = form(r"[CDQ][0-9]{6}|[CD]000[0-9]{6}")
hgnc = form(r"(HGNC:)?[0-9]{1,5}")
clinvar = form(r"[1-9][0-9]{0,6}|[RV]CV[0-9]{9}(\.[0-9]{1,2})?")
refseq = form(r"[NX][CGMPRTW]_([0-9]{6}|0[0-9]{8})(\.[0-9]{1,2})?")
nubc = form(r"[0-9]{1,4}|[0-9A-Z]{1,2}")
radlex = form(r"R(P)?ID[0-9]{1,6}")

_CHANGE = r"([ACGTUNacgun]{1,20}>[ACGTUNacgun]{1,20}|(del|dup|ins|inv|con)[ACGTUNacgun]{0,40}|[=?])"
_RESIDUE = "(Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Ter|Sec|Pyl|[*])"
hgvs = form(
    rf"([NX][CGMPRTW]_[0-9]{{6,9}}(\.[0-9]{{1,2}})?:)?([cgmnr]\.[0-9_*+?()-]{{1,30}}{_CHANGE}{{1,2}}"
    rf"|p\.\(?{_RESIDUE}[0-9]{{1,5}}(_{_RESIDUE}[0-9]{{1,5}})?({_RESIDUE}|fs|del|dup|ins|=){{0,6}}([*]?[0-9]{{1,4}})?\)?)"
)

_LANGUAGE = re2.compile(
    r"([a-z]{2,3})(-(Arab|Armn|Beng|Cyrl|Deva|Grek|Hans|Hant|Hebr|Jpan|Kore|Latn|Thai))?(-([A-Za-z]{2}|001|150|419))?"
)
_COUNTRIES = "urn:iso:std:iso:3166"
_SUBDIVISION = re2.compile(r"([A-Z]{2})-([A-Z]{1,3}|[0-9]{1,3}|[0-9][A-Z])")
_TWO_LETTERS = frozenset({"US", "CA", "DE", "CH", "BR"})  # countries whose subdivisions have two letters


def language(code: str) -> bool:
    """Accept BCP 47, as far as records use it: language, script, region."""
    match = _LANGUAGE.fullmatch(code)
    if match is None or not is_listed("urn:ietf:bcp:47", match.group(1)):
        return False
    region = match.group(5)
    return region is None or region.isdigit() or is_listed(_COUNTRIES, region.upper())


def country(code: str) -> bool:
    """Accept ISO 3166: a country by letters or number, or a subdivision of a country."""
    if len(code) == 3 and code.isdigit():
        return True
    match = _SUBDIVISION.fullmatch(code)
    if match is None:
        return is_listed(_COUNTRIES, code)
    land, part = match.group(1), match.group(2)
    return is_listed(_COUNTRIES, land) and (len(part) == 2 or land not in _TWO_LETTERS)


def currency(code: str) -> bool:
    """Accept ISO 4217: a currency."""
    return is_listed("urn:iso:std:iso:4217", code)
