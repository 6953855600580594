"""Hold names of people: the US census of 1990, names of other countries, and what a name tells of its bearer.

data/census_*.txt hold the census: a line a share of the population in percent, then the names that have it, in
descending order. data/world_*.txt hold names of Faker's locales, data/*_by_origin.txt names by the origin that can be
told from them. All are generated (redactor.lexicon.build).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import accumulate, chain, repeat, takewhile
from types import MappingProxyType
from typing import Literal

from redactor.lexicon import data_files
from redactor.lexicon.words import clinical, eponyms, word_set, words

CensusList = Literal["female", "male", "family"]

_CACHE = 65_536
_ROUNDED = 0.0005  # percent, added to shares: the census rounds those of rare names to 0.000
_ELSEWHERE = 0.001  # percent, of a name that only lists of other origins hold
_LEAST_RATIO = 3.0  # least ratio of bearers of one gender to those of the other
# Given names of the census below this share (percent) are as often typing errors as names
_RARE_GIVEN, _RARE_FAMILY = 0.004, 0.003

APOSTROPHES = frozenset("'’‘ʼʻ`´′＇ʹ")
HYPHENS = frozenset("-‐‑‒–—―−﹣－")
_NO_MARKS = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i",
                           "ـ": None})  # fmt: skip

_NO_STROKES = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ħ": "h"}
)


_IRISH = word_set("brien connor connell neal neil neill hara donnell leary keefe malley reilly rourke")


# --- spelling ---


@lru_cache(maxsize=_CACHE)
def canonical(text: str) -> str:
    """Return what all spellings of a word of a name share: without case, accents, signs, or number at its end.

    The result is "" where nothing but separators stands. Vowel signs of Indic and Thai script stay: without them
    different names become equal.
    """
    if text.isascii():
        plain = text.lower()
    else:
        shaped = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold()).translate(_NO_MARKS)
        plain = unicodedata.normalize("NFC", "".join(c for c in shaped if not _is_accent(c)))
    if not (plain.isascii() and plain.isalpha()):
        plain = "".join(c for c in plain if c not in APOSTROPHES and _is_pronounced(c))
        plain = plain.rstrip("0123456789") or plain
    return plain


def _is_accent(c: str) -> bool:
    level = unicodedata.combining(c)
    return level >= 200 or 10 <= level <= 36


def _is_pronounced(c: str) -> bool:
    return c.isalnum() or (unicodedata.category(c)[0] == "M" and not "\ufe00" <= c <= "\ufe0f")


def unspaced(text: str) -> bool:
    """Return whether the text is in Han, Kana or Hangul: family name first, no space between names."""
    if text.isascii():
        return False
    c = next((c for c in text if c.isalpha()), "")
    return "\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3" or c >= "\U00020000"


def key_of(name: str) -> str:
    """Return the letters and digits of a name in lower case, without accents and strokes, which its spellings share."""
    if name.isascii() and name.isalpha():
        return name.lower()
    shaped = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold()).translate(_NO_STROKES)
    return "".join(c for c in shaped if c.isalnum())


def as_written(name: str) -> str:
    """Return a census name as its bearer writes it: "mcdonald" is McDonald, "obrien" is O'Brien."""
    if name.startswith("mc") and len(name) > 4:
        return "Mc" + name[2:].capitalize()
    if name.startswith("o") and name[1:] in _IRISH:
        return "O'" + name[1:].capitalize()
    return name.capitalize()


# --- lists ---


def _rows(part: CensusList) -> Iterator[tuple[float, list[str]]]:
    """Yield shares in descending order, and the names that have each."""
    for line in data_files.lines(f"census_{part}.txt"):
        percent, _, names = line.partition(" ")
        yield float(percent), names.split(" ")


@cache
def census(part: CensusList) -> Mapping[str, float]:
    """Return names in lower case with their share of the population (of women, of men) in percent, frequent first.

    Very rare names have 0.0.
    """
    out: dict[str, float] = {}
    for share, names in _rows(part):
        out.update(zip(names, repeat(share)))
    return MappingProxyType(out)


@cache
def census_to_draw(part: CensusList) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Return names as they are written, and their cumulated shares, for random.choices."""
    shares = census(part)
    return tuple(map(as_written, shares)), tuple(accumulate(share + _ROUNDED for share in shares.values()))


def _names_from_share(part: CensusList, least: float) -> Iterator[str]:
    rows = takewhile(lambda row: row[0] >= least, _rows(part))
    return chain.from_iterable(names for _, names in rows)


@cache
def _world_given() -> frozenset[str]:
    return data_files.words("world_given.txt")


@cache
def given() -> frozenset[str]:
    """Return given names, including those that are words, in plain lower case."""
    return _world_given().union(census("male"), census("female")) - clinical()


@cache
def family() -> frozenset[str]:
    """Return surnames, including those that are words, in plain lower case."""
    return data_files.words("world_family.txt").union(census("family")) - clinical()


@cache
def plain_given() -> frozenset[str]:
    """Return given names that are no word and no eponym, and not so rare that they are mostly misspellings."""
    common = _world_given().union(_names_from_share("male", _RARE_GIVEN), _names_from_share("female", _RARE_GIVEN))
    return frozenset(name for name in common if len(name) > 2) - words() - eponyms()


@cache
def plain_family() -> frozenset[str]:
    """Return common surnames that are nothing else."""
    return frozenset(_names_from_share("family", _RARE_FAMILY)) - words() - eponyms()


def by_origin(file: Literal["given", "family"]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield origin ("" for the general lists), sex ("f", "m", "" for both or none) and names of each list."""
    return data_files.paragraphs(f"{file}_by_origin.txt")


@cache
def street_surnames(language: str) -> tuple[str, ...]:
    """Return surnames of another country, sorted, for its streets. language: "fr", "es", "it" or "de"."""
    return next(tuple(names) for of, _, names in data_files.paragraphs("street_surnames.txt") if of == language)


# --- what a canonical name tells ---


def _share_of_bearers(part: CensusList, key: str) -> float:
    percent = census(part).get(key)
    return 0.0 if percent is None else percent + _ROUNDED


@lru_cache(maxsize=_CACHE)
def shares(key: str) -> tuple[float, float]:
    """Return roughly how many people bear a name as given and as family name, in percent; 0.0 if no list holds it."""
    as_given = (_share_of_bearers("male", key) + _share_of_bearers("female", key)) / 2
    as_family = _share_of_bearers("family", key)
    if as_given or as_family:
        return as_given, as_family
    return (_ELSEWHERE if key in given() else 0.0, _ELSEWHERE if key in family() else 0.0)


def usual(key: str) -> bool:
    """Return whether the census holds the name; then two or three capitals are a name and no initials."""
    return max(shares(key)) > _ELSEWHERE


@cache
def _world_women() -> frozenset[str]:
    return data_files.words("world_women.txt")


@cache
def _world_men() -> frozenset[str]:
    return data_files.words("world_men.txt")


@lru_cache(maxsize=_CACHE)
def gendered(given: str) -> Literal["f", "m", ""]:
    """Return the gender ("f", "m", "") that a canonical given name tells, by the census, else by other lists."""
    male, female = _share_of_bearers("male", given), _share_of_bearers("female", given)
    if male or female:
        return "m" if male > female * _LEAST_RATIO else "f" if female > male * _LEAST_RATIO else ""
    return "f" if given in _world_women() else "m" if given in _world_men() else ""
