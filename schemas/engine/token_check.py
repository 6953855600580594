"""Decides whether a token may pass: a code, a unit, a computable name or the path of a URL that no published list
holds.

A token of ordinary words names nobody. The words of any other token must be read by the detectors first. Tokens join
words by capitals and separators: "JohnSmith_v2" is John, Smith, v, 2. A token gives the detectors no context, so that a
word that is on a list of names, and no word of prose, counts as a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from urllib.parse import unquote

from redactor.lexicon.names import family, given, plain_family, plain_given
from redactor.lexicon.words import plain
from redactor.lexicon.words import words as prose_words
from redactor.text import Note, Reading
from schemas.engine.terminology_data import is_listed
from schemas.engine.terminology_data import words as terminology_words

# --- The words of a token ---------------------------------------------------------------------------------------------

_CACHE = 65_536
_RUNS = re.compile(r"[^\W\d_]+|[0-9]+")
# Words of two letters ("DrSmith", "LevelOfCare") stand behind no other capital.
_REGULAR = re.compile(r"[a-z]+|[A-Z]+|[a-z]*(?:[A-Z]{1,6}[a-z]{2,}|(?<![A-Z])[A-Z][a-z])+[A-Z]{0,6}")


def split_words(token: str) -> list[str]:
    """Return the words and numbers of a token, split at CamelCase, digits and everything that is no letter.

    Single letters in a row are one word ("J_o_h_n"). A word of irregular capitals ("jOHNsMITH") is given whole as well.
    """
    out: list[str] = []
    letters = 0  # single letters at the end of `out`
    for run in _RUNS.findall(token):
        pieces = [run] if run.isdigit() else _split_capitals(run)
        if len(pieces) > 1 and run.isascii() and not _REGULAR.fullmatch(run):
            pieces.append(run)
        for piece in pieces:
            if len(piece) == 1 and piece.isalpha():
                letters += 1
            else:
                _join_letters(out, letters)
                letters = 0
            out.append(piece)
    _join_letters(out, letters)
    return out


def _join_letters(out: list[str], count: int) -> None:
    """Join the last single letters into one word."""
    if count > 2:
        out[-count:] = ["".join(out[-count:])]


def _split_capitals(run: str) -> list[str]:
    later = range(1, len(run))
    inner = [i for i in later if run[i].isupper() and (not run[i - 1].isupper() or run[i + 1 : i + 2].islower())]
    starts = [0, *inner]
    return [run[a:b] for a, b in zip(starts, [*starts[1:], len(run)], strict=True)]


# --- Names among the words --------------------------------------------------------------------------------------------

TITLES = frozenset({"dr", "mr", "mrs", "miss", "prof", "sr", "jr"})
"""Words that say that a name comes next or has ended; they are not ordinary in a token."""

_MIN_NAME = 3  # letters: of a listed name, and of a given name within a word
_MIN_SURNAME = 4  # letters: of a surname behind or before a given name
_MIN_SURNAME_WITH_INITIAL = 5


@lru_cache(maxsize=_CACHE)
def is_name(word: str) -> bool:
    """Tell whether a word is a listed name, a surname with an initial, or a given name and a surname in one.

    Such words name somebody whatever stands around them: "Rippentrop", "jsmith", "smithj", "anngentry".
    """
    key = plain(word)
    if len(key) < _MIN_NAME or key in prose_words():
        return False
    if key in family() or key in given():
        return True
    if len(key) > _MIN_SURNAME_WITH_INITIAL and (key[1:] in family() or key[:-1] in plain_family()):
        return True
    splits = range(_MIN_NAME, len(key) - _MIN_NAME + 1)
    return any(_is_whole_name(key[:i], key[i:]) or _is_whole_name(key[i:], key[:i]) for i in splits)


def _is_whole_name(first: str, last: str) -> bool:
    return len(last) >= _MIN_SURNAME and first in plain_given() and last in plain_family()


# --- Verdicts ---------------------------------------------------------------------------------------------------------


class Unread(str):
    """The words of a token that may pass if the detectors find nothing in them, for example `Unread("Acme Care")`.

    It is false: nothing passes unread.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


Verdict = bool | Unread
"""Whether a value passes, or the words on which that depends."""

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
_IDENTIFYING_DIGITS = 7  # digits, together; of a year they do not count
_A_YEAR = re.compile(rf"(?<![0-9]){_YEAR}(?![0-9])")
_PERSON_NUMBER_WORDS = frozenset(
    "dob born birth birthdate birthday ssn mrn phone tel fax ext cell acct badge pager".split()  # noqa: SIM905
)
_OLD_AGE = 90  # years
_HOSPITAL_WORDS = frozenset({"general", "memorial", "regional", "hospital", "clinic"})  # behind another word
_LONG_NUMBER = 5  # digits: from here on a number is read in its context
_SHORT_NUMBER = 3  # digits: fewer number a version or a room


def contains_date(token: str) -> bool:
    """Tell whether a token holds a whole date."""
    return _LIKE_DATE.search(token) is not None


def contains_identifying_number(token: str) -> bool:
    """Tell whether a token holds a date, or a number that has the form of an identifying number."""
    return _LIKE_NUMBER.search(token) is not None or contains_date(token)


def has_identifying_digits(token: str) -> bool:
    """Tell whether a token's digits, whatever stands between them, could be a record or telephone number."""
    return sum(map(str.isdecimal, _A_YEAR.sub("", token, count=1))) >= _IDENTIFYING_DIGITS


@lru_cache(maxsize=_CACHE)
def check_words(token: str) -> Verdict:
    """Decide whether a token passes: with ordinary words it does, with a listed name it does not, other words must be
    read.
    """
    pieces = split_words(unquote(token) if "%" in token else token)
    if has_identifying_digits(token) or any(map(_is_labelled, pieces, pieces[1:])):
        return False
    if any(p.isdecimal() and len(p) >= _LONG_NUMBER for p in pieces) or _names_a_hospital(pieces):
        return _unread(pieces)
    known = terminology_words()
    unusual = {p for p in pieces if p.isalpha() and p.lower() not in known and (len(p) > 1 or not p.isascii())}
    if not unusual or "".join(pieces).lower() in known:
        return True
    if any(map(is_name, unusual)):
        return False
    lower = {p.lower() for p in unusual}
    # In context: "White" alone is read as a name, "White Blood Cell" is not; "Dr Key" is one.
    if lower <= prose_words() or lower & TITLES:
        return _unread(pieces)
    return _unread([p for p in pieces if p in unusual or (p.isdecimal() and len(p) >= _SHORT_NUMBER)])


def _names_a_hospital(pieces: Sequence[str]) -> bool:
    """Tell whether ordinary words may be the name of a hospital: "mass-general-icu"."""
    return any(p.lower() in _HOSPITAL_WORDS for p in pieces[1:])


def _is_labelled(word: str, number: str) -> bool:
    """Tell whether a word says that the number behind it is one of a person: "ssn6789", "dob-3-4-50", "age93"."""
    if not number.isdecimal():
        return False
    return word.lower() in _PERSON_NUMBER_WORDS or (word.lower() in ("age", "aged") and int(number) >= _OLD_AGE)


@lru_cache(maxsize=_CACHE)
def check_path(path: str) -> Verdict:
    """Decide whether the segments of a path are names of published profiles and extensions, or of ordinary words."""
    return combined_verdict([_check_segment(segment) for segment in path.split("/") if segment])


def _check_segment(segment: str) -> Verdict:
    if is_listed(_STRUCTURES, segment) or _OID.fullmatch(segment):
        return True
    return check_words(segment)


def combined_verdict(verdicts: Sequence[Verdict]) -> Verdict:
    """Return the verdict on a value of several parts."""
    if any(verdict is False for verdict in verdicts):
        return False
    unread = [verdict for verdict in verdicts if isinstance(verdict, Unread)]
    return Unread("\n".join(unread)) if unread else True


def _unread(pieces: Sequence[str]) -> Unread:
    """Return the pieces as words for the detectors to read."""
    return Unread(" ".join(p.title() for p in pieces))


# --- Words read by the detectors --------------------------------------------------------------------------------------

_MAX_READINGS = 65_536  # readings


class TokenReader:
    """Tells which tokens name somebody, reading each once, whatever the number of records that hold it.

    `read` gives the resolved reading of each note. The words of a token are read without a subject and its known
    values, so that a reading holds for all records.
    """

    def __init__(self, read: Callable[[Sequence[Note]], Sequence[Reading]]) -> None:
        self._read = read
        self._names: dict[str, bool] = {}

    def read(self, words: Iterable[str]) -> None:
        """Read those of the words that are new, in one call."""
        asked = dict.fromkeys(words)
        new = [text for text in asked if text not in self._names]
        if not new:
            return
        if len(self._names) + len(new) > _MAX_READINGS:
            self._names.clear()
            new = list(asked)
        for text, reading in zip(new, self._read([Note(f"token#{i}", t) for i, t in enumerate(new)]), strict=True):
            self._names[text] = bool(reading.spans) or not reading.complete

    def is_name(self, words: str) -> bool:
        """Tell whether a name was found in the words, which `read` has read."""
        return self._names[words]
