"""Whether a token may pass: a code, a unit, a computable name or the path of a URL that no published list holds.

A token of ordinary words names nobody. Of any other token the words must be read by the detectors first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote

from redactor.lexicon.words import words as prose_words
from schemas.engine.terminology_data import is_listed
from schemas.engine.terminology_data import words as terminology_words
from schemas.engine.token_names import TITLES, is_name
from schemas.engine.token_words import split_words


class Unread(str):
    """The words of a token that may pass if the detectors find nothing in them. It is false: nothing passes unread."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


Verdict = bool | Unread
"""Whether a value passes."""

_CACHE = 65_536
# Object identifiers of value sets, under HL7 and the National Library of Medicine.
_OID = re.compile(r"2\.16\.840\.1\.(?:113883|113762)(?:\.[0-9]{1,5}){1,8}")
_STRUCTURES = "http://hl7.org/fhir/StructureDefinition"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_YEAR = "(?:1[89]|20)[0-9]{2}"
_LIKE_DATE = re.compile(
    rf"(?<![0-9.])(?:{_YEAR}[-/._][0-9]{{1,2}}[-/._][0-9]{{1,2}}|[0-9]{{1,2}}[-/._][0-9]{{1,2}}[-/._]{_YEAR})(?![0-9])"
    rf"|(?i:[0-9][-/._]?{_MONTH}[-/._]?[0-9]{{2}}|{_MONTH}[-/._]?[0-9]{{1,2}}[-/._]+[0-9]{{2}}|{_MONTH}[0-9]{{6}}"
    rf"|{_YEAR}[-/._]?{_MONTH}[-/._]?[0-9])"
)
_LIKE_NUMBER = re.compile(
    r"[0-9]{7}"  # record, telephone and social security numbers
    r"|[0-9]{3}[^A-Za-z0-9]{1,2}[0-9]{2}[^A-Za-z0-9][0-9]{4}"
    r"|[0-9]{3}[^A-Za-z0-9]{1,2}[0-9]{4}(?![0-9])"
    r"|[0-9]{1,4}[-/._][0-9]{1,2}[-/._][0-9]{1,4}"
    r"|(?<![0-9])[12][0-9]{3}[-/_][0-9]{2}(?![0-9])"
)
_IDENTIFYING = 7  # digits, together; of a year they do not count
_A_YEAR = re.compile(rf"(?<![0-9]){_YEAR}(?![0-9])")
_OF_A_PERSON = frozenset("dob born birth birthdate birthday ssn mrn phone tel fax ext cell acct badge pager".split())  # noqa: SIM905
_OLD = 90  # years
_OF_A_HOSPITAL = frozenset({"general", "memorial", "regional", "hospital", "clinic"})  # behind another word
_LONG_NUMBER = 5  # digits: from here on a number is read in its context
_SHORT_NUMBER = 3  # digits: fewer number a version or a room


def like_date(token: str) -> bool:
    """Whether it holds a whole date."""
    return _LIKE_DATE.search(token) is not None


def like_number(token: str) -> bool:
    """Whether it holds a date, or a number that has the form of an identifying one."""
    return _LIKE_NUMBER.search(token) is not None or like_date(token)


def identifies(token: str) -> bool:
    """Whether its digits, whatever stands between them, could be a record or telephone number."""
    return sum(map(str.isdecimal, _A_YEAR.sub("", token, count=1))) >= _IDENTIFYING


@lru_cache(maxsize=_CACHE)
def check_words(token: str) -> Verdict:
    """Whether a token passes: of ordinary words it does, with a listed name it does not, other words must be read."""
    pieces = split_words(unquote(token) if "%" in token else token)
    if identifies(token) or any(map(_is_labelled, pieces, pieces[1:])):
        return False
    if any(p.isdecimal() and len(p) >= _LONG_NUMBER for p in pieces) or _names_a_hospital(pieces):
        return _text(pieces)
    known = terminology_words()
    unusual = {p for p in pieces if p.isalpha() and p.lower() not in known and (len(p) > 1 or not p.isascii())}
    if not unusual or "".join(pieces).lower() in known:
        return True
    if any(map(is_name, unusual)):
        return False
    lower = {p.lower() for p in unusual}
    # In context: "White" alone is read as a name, "White Blood Cell" is not; "Dr Key" is one.
    if lower <= prose_words() or lower & TITLES:
        return _text(pieces)
    return _text([p for p in pieces if p in unusual or (p.isdecimal() and len(p) >= _SHORT_NUMBER)])


def _names_a_hospital(pieces: Sequence[str]) -> bool:
    """Whether ordinary words may be the name of a hospital: "mass-general-icu"."""
    return any(p.lower() in _OF_A_HOSPITAL for p in pieces[1:])


def _is_labelled(word: str, number: str) -> bool:
    """Whether a word says that the number behind it is one of a person: "ssn6789", "dob-3-4-50", "age93"."""
    if not number.isdecimal():
        return False
    return word.lower() in _OF_A_PERSON or (word.lower() in ("age", "aged") and int(number) >= _OLD)


@lru_cache(maxsize=_CACHE)
def check_path(path: str) -> Verdict:
    """Whether the segments of a path are names of published profiles and extensions, or of ordinary words."""
    return all_of([_check_segment(segment) for segment in path.split("/") if segment])


def _check_segment(segment: str) -> Verdict:
    if is_listed(_STRUCTURES, segment) or _OID.fullmatch(segment):
        return True
    return check_words(segment)


def all_of(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict on a value of several parts."""
    if any(verdict is False for verdict in verdicts):
        return False
    unread = [verdict for verdict in verdicts if isinstance(verdict, Unread)]
    return Unread("\n".join(unread)) if unread else True


def _text(pieces: Sequence[str]) -> Unread:
    return Unread(" ".join(p.title() for p in pieces))
