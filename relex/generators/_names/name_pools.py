"""Holds the names that stand-ins are drawn from: given names by sex and origin, family names by origin, with
frequencies.

Sources: the US census of 1990 (shares of the population) and the lists by origin, both in `redactor.lexicon.names`.
Each name is listed once: under an origin that it reveals, else in the general list.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import overload

from redactor.lexicon.names import CensusList, as_written, by_origin, census, key_of
from redactor.lexicon.nicknames import root_of
from redactor.lexicon.words import clinical, common_words, eponyms, word_set
from redactor.lexicon.words import words as prose_words
from relex.parts import Kind

# --- Origins ----------------------------------------------------------------------------------------------------------

# Sorted by how familiar the names look among English ones.
_ORDER = (
    "nordic", "german", "french", "jewish", "dutch", "italian", "portuguese", "hispanic", "slavic", "romanian", "greek",
)  # fmt: skip
# Names of these origins are not taken for English ones. They neither replace English names nor are replaced by them as
# long as there are others.
DISTINCT_ORIGINS = frozenset({
    "chinese", "korean", "vietnamese", "japanese", "indian", "arabic", "african", "indonesian", "native", "turkic",
    "caucasian", "slavic", "greek", "italian", "jewish",
})  # fmt: skip
DISTINCT_WESTERN_ORIGINS = DISTINCT_ORIGINS & frozenset(_ORDER)
# Origins whose names a reader would confuse.
_SIMILAR = (
    ("chinese", "korean", "vietnamese", "japanese"),
    ("slavic", "romanian", "caucasian"),
    ("hispanic", "portuguese", "italian"),
    ("german", "dutch", "nordic"),
    ("indian", "arabic", "turkic"),
    ("african", "arabic"),
    ("greek", "italian", "romanian"),
    ("french", "italian"),
    ("indonesian", "hispanic"),
    ("native", "indonesian"),
    ("jewish", "german"),
)
# Spellings that give away the origin of a name that is in no list.
_SPELLINGS = tuple(
    (origin, re.compile(spelling))
    for origin, spelling in (
        ("slavic", r"(?:[sc]k[iay]|wicz|czyk|[oe]v[a]?|enko|chuk|slava?|mira?)$|szcz|rzy|czy|ży"),
        ("greek", r"(?:opoulos|oulos|[ai]kis|[ia]dis|ellis)$"),
        ("caucasian", r"(?:shvili|[aei]dze|[aiu][ndrskl]yan)$"),
        ("chinese", r"^(?:xi|xu|zh|qi)[a-z]{0,3}(?:[iaeou]|n|ng)(?:[a-z]{1,3}(?:[iaeou]|n|ng))?$"),
        ("japanese", r"(?:hiro|suke|taro|moto|mura|yama|kawa|zaki|shita|tsuke)$"),
        ("vietnamese", r"^(?:nguy|phu[co]|thuy|huy[en]|quynh)"),
        ("korean", r"^(?:hye|seo|eun|kyung|hyun)|(?:hyun|kyung|hwan)$"),
        ("indian", r"(?:swamy|murthy|nathan|preet|inder|endra|lakshmi|krishnan?|kumar|shree)$|^(?:priya|sri|shri)"),
        ("arabic", r"^(?:abd|abu|muham|moham|el?s[ah])|(?:ullah|uddin|eddine|allah)$"),
        ("african", r"^(?:nk|nn|nw|nd|mb|ngoz|olu|ayo|ade[a-z]|chuk|chin|chid|uch|kwa|aku|thand|siph)"),
        ("hispanic", r"(?:[^aeiou]ez|illo|illa|uez|cion)$"),
        ("italian", r"(?:ini|etti|elli|ucci|acci|otti)$"),
        ("nordic", r"(?:sson|dottir|strom|qvist)$"),
        ("german", r"^sch|(?:mann|stein|bauer|meier)$"),
        ("dutch", r"^van(?:de|den|der)|(?:stra|dijk|huis)$"),
    )
)


@lru_cache(10_000)
def origin_by_spelling(key: str) -> str:
    """Return the origin that a name's spelling suggests, or ""."""
    return next((origin for origin, spelling in _SPELLINGS if spelling.search(key)), "")


@cache
def similar_origins(origin: str) -> tuple[str, ...]:
    """Return an origin and the origins that resemble it."""
    return tuple(dict.fromkeys((origin, *(one for group in _SIMILAR if origin in group for one in group))))


def origin_sort_key(origin: str) -> tuple[int, str]:
    """Return a sort key of origins: those that look familiar among English names come first."""
    return (_ORDER.index(origin) if origin in _ORDER else len(_ORDER), origin)


# --- Pools ------------------------------------------------------------------------------------------------------------

_Row = tuple[float, str, str, str, str, bool]  # percent, key, text, sex, origin, fit


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the pool, for example `Name("Smith", "smith", "", "", 1.006, True)`.

    `key` holds the folded letters only. `sex` of a given name is "f", "m" or "" for both; of a family name it is "f"
    for a Slavic woman's form and " " for several words. `origin` is "" for the general list. `weight` is the share of
    the population in percent, 0 if the census lacks the name. `fit` tells whether the name may be a stand-in.
    """

    text: str
    key: str
    sex: str
    origin: str
    weight: float
    fit: bool


@dataclass(frozen=True, slots=True)
class Names(Sequence[Name]):
    """The names of one initial, most frequent first, in columns; a hundred thousand objects would take 20 MiB."""

    texts: list[str]
    sexes: list[str]
    origins: list[str]
    weights: array[float]
    fit: bytearray

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, nth: int) -> Name: ...
    @overload
    def __getitem__(self, nth: slice) -> list[Name]: ...
    def __getitem__(self, nth: int | slice) -> Name | list[Name]:
        if isinstance(nth, slice):
            return [self[one] for one in range(len(self))[nth]]
        text = self.texts[nth]
        return Name(text, key_of(text), self.sexes[nth], self.origins[nth], self.weights[nth], self.fit[nth] == 1)


# Frequent names stay whatever else they mean: dropping frequent names would make the remaining ones conspicuous.
# These few are dropped nevertheless: in a chart they read as words, diseases or findings.
_NEVER = word_set(
    "young long may hope grace faith joy day little short small strong best wise rich moody weeks curry colon gross "
    "savage pain hand foot bone child will guy chase chance april june august summer autumn charity patience "
    "destiny angel christian jesus sunny candy misty dawn graves foley addison parkinson hodgkin crohn down still "
    "head shock junior major royal son prince queen princess pat don van see man he an in my so ok do oh no doctor "
    "nurse unnamed un baby infant unknown male female boy girl test"
)
_STYLED_CHARACTERS = "'’-"  # in given names of the general lists: spelling variants that parents invent
_COMMON = 0.006  # percent; a more frequent name stays although it is also a word or an eponym
_FEMALE_ENDINGS = ("ova", "eva", "ska", "cka", "aya", "ова", "ева", "ина", "ая", "ська", "цька")
_RAREST = 0.0002  # percent, of a family name whose share the census rounds to 0.000
# No vowel, the same letter three times, or more consonants in a row than names have.
_JUMBLED = re.compile(r"^[^aeiouy]+$|^(?!mc|sch|szcz)[^aeiouy]{4}|[^aeiouy]{6}|(.)\1\1")
_SEX_BY_CENSUS = 0.02  # percent; above it the census decides the sex of a given name

ALPHABETS = ("CYRILLIC", "GREEK", "ARABIC", "HEBREW", "ARMENIAN", "GEORGIAN", "DEVANAGARI", "TAMIL", "BENGALI", "THAI")


@cache
def script_of(char: str) -> str:
    """Return the script of a letter, such as LATIN, CYRILLIC, CJK (including kana) or HANGUL; "" for other
    characters.
    """
    if not char.isalpha():
        return ""
    word = unicodedata.name(char, "").split(" ")[0]
    return "CJK" if word in ("HIRAGANA", "KATAKANA") else word


@cache
def initial_group(key: str) -> str:
    """Return the group of a name: its first letter in an alphabet, its script elsewhere, "" for an empty name."""
    if not key or "a" <= key[0] <= "z":
        return key[:1]
    own = script_of(key[0])
    return key[0] if own in ALPHABETS else "" if own == "LATIN" else own


@cache
def words() -> frozenset[str]:
    """Return English and clinical words, and eponyms."""
    return frozenset(map(str.lower, common_words() | prose_words() | eponyms()))


def is_fit(key: str, weight: float = 0.0) -> bool:
    """Tell whether a name reads as a name in any text; `weight` is its share of the population in percent."""
    if (len(key) < 2 and key.isascii()) or key in _NEVER or key in clinical():
        return False
    return weight >= _COMMON or (key not in words() and not (key.isascii() and _JUMBLED.search(key)))


def _census(part: CensusList) -> Iterator[tuple[str, str, float]]:
    """Yield the key of each name of a census list, the name as its bearers write it, and its percentage."""
    return ((key, as_written(key), max(_RAREST, percent)) for key, percent in census(part).items())


def _family() -> Iterator[_Row]:
    """Yield the rows of family names in the order of the census, then by origin."""
    found = {key_of(value): (value, origin) for origin, _, values in by_origin("family") for value in values}
    for key, text, weight in _census("family"):
        own, origin = found.pop(key, (text, ""))
        yield weight, key, own if _has_own_spelling(own) else text, "", origin, is_fit(key, weight)
    for key, (text, origin) in found.items():
        yield 0.0, key, text, _form_of_family_name(text, key, origin), origin, is_fit(key)


def _has_own_spelling(name: str) -> bool:
    """Tell whether a list spells a name as the census cannot: with accents, an apostrophe or inner capitals."""
    return " " not in name and (not name.isascii() or name != name.capitalize())


def _given() -> Iterator[_Row]:
    """Yield the rows of given names; a given name has the sex of at least four in five of its bearers.

    The frequency of a short form that leads back to one name ("Greg") also counts for that name, and the form is no
    stand-in: a short form becomes a short form (`People.render`), and "Greg" and "Gregory" would read as one person.
    """
    listed_names = {
        key_of(value): (value, sex, origin) for origin, sex, values in by_origin("given") for value in values
    }
    shares = {key: (text, weight, 0.0) for key, text, weight in _census("female")}
    for key, text, weight in _census("male"):
        shares[key] = (text, shares.get(key, ("", 0.0))[1], weight)
    short: dict[str, float] = {}
    for key, (_, women, men) in shares.items():
        if (root := root_of(key)) != key:
            short[root] = short.get(root, 0.0) + (women + men) / 2
    for key, (text, women, men) in shares.items():
        own, sex, origin = listed_names.pop(key, ("", "", ""))
        weight = round((women + men) / 2, 4)
        if weight >= _SEX_BY_CENSUS or not (origin and sex):
            sex = "f" if women >= 4 * men else "m" if men >= 4 * women else ""
        fit = is_fit(key, weight) and root_of(key) == key
        weight = round(weight + short.get(key, 0.0), 4)
        yield weight, key, own if origin and not own.isascii() else text, sex, origin, fit
    for key, (text, sex, origin) in listed_names.items():
        styled = not origin and any(c in text for c in _STYLED_CHARACTERS)
        yield 0.0, key, text, sex, origin, is_fit(key) and not styled and root_of(key) == key


def _form_of_family_name(text: str, key: str, origin: str) -> str:
    """Return "f" for a Slavic family name in a woman's form, " " for several words, else ""."""
    slavic = origin in ("slavic", "ru_RU native", "uk_UA native")
    return "f" if slavic and key.endswith(_FEMALE_ENDINGS) else " " if " " in text else ""


@cache
def _names_and_indices(kind: Kind) -> tuple[dict[str, Names], dict[str, int]]:
    """Return the names of a kind by initial, and the index of each key among them."""
    rows = sorted(_given(), key=lambda row: (-row[0], row[1])) if kind is Kind.GIVEN else _family()
    found: dict[str, Names] = {}
    places: dict[str, int] = {}
    for weight, key, text, sex, origin, fit in rows:
        first = initial_group(key)
        if first not in found:
            found[first] = Names([], [], [], array("d"), bytearray())
        group = found[first]
        places[key] = len(group.texts)
        group.texts.append(text)
        group.sexes.append(sex)
        group.origins.append(origin)
        group.weights.append(weight)
        group.fit.append(fit)
    return {first: found[first] for first in sorted(found)}, places


def by_initial(kind: Kind) -> Mapping[str, Names]:
    """Map each group of names (`initial_group`) to its names, most frequent first."""
    return _names_and_indices(kind)[0]


def names(kind: Kind) -> Iterator[Name]:
    """Yield the given names (Kind.GIVEN) or family names (Kind.FAMILY), by initial and descending frequency."""
    return chain.from_iterable(by_initial(kind).values())


def index_of(kind: Kind) -> Mapping[str, int]:
    """Map the key of a name to its index among the names of its initial."""
    return _names_and_indices(kind)[1]


def origin_of(kind: Kind, name: str) -> str:
    """Return the origin that a name of the pool reveals; "" if it reveals none or is not in the pool."""
    key = key_of(name)
    nth = index_of(kind).get(key)
    return "" if nth is None else by_initial(kind)[initial_group(key)].origins[nth]
