"""Whether what a text's mention labels as a place surely is one, so that a profile may keep it.

A wrong label would release a name ("Lincoln", "Chad", "Georgia") or a number ("MRN 60612"). A town, county, state,
country or ZIP code stays if the gazetteer has the whole of it, it shares no word with a name that is known or was found
in the note, it is not part of a larger name or of a street, and, where it is a personal name too, the words around it
can only belong to a place: "lives in Lincoln", "Lincoln, NE 68502".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import takewhile

from redactor.entities import Entity
from redactor.lexicon import names, places, wordlists
from redactor.lexicon.titles import CREDENTIAL_KEYS, NAME_PREFIXES
from redactor.lexicon.words import word_set
from redactor.lexicon.words import words as ordinary_words
from redactor.text import Mention
from redactor.unicode_fold import fold

_LIVED = (
    r"(?:liv(?:es?|ed|ing)|resid(?:es?|ed|ing)|born|raised|gr[eo]w(?:n|s|ing)? up|stay(?:s|ed|ing)?|work(?:s|ed|ing)?"
    r"|home|house|apartment|condo|located|based|stationed|vacation(?:s|ed|ing)?|travel(?:s|l?ed|l?ing)?|hospital"
    r"|hospitali[sz]ed|hospitali[sz]ation|clinic|facility|prison|jail|school|college|university|retired|settled"
    r"|arrived|relatives|parents|family)"
)
_STREET = "st|street|ave|avenue|rd|road|blvd|boulevard|ln|lane|dr|drive|ct|court|pkwy|hwy|terrace|cir|circle"
_CUE = re.compile(
    rf"\b(?:{_LIVED}(?: (?:alone|back|here|now|still|together))? in"
    r"|(?:originally|comes?|came|moved|relocated|returned|immigrated|emigrated|hails|back)(?: here| back)? from"
    r"|(?:moved|moving|relocated|relocating|travel(?:s|l?ed|l?ing)?|trips?|flew|flown|flying|immigrated|emigrated"
    r"|deported)(?: back)? to"
    r"|(?:native|resident|citizen|city|town|village|state|county|commonwealth|borough|suburb) of"
    r"|(?<![a-z] )(?:city|town|village|county|state|country|zip(?: ?code)?|postal ?code|birth ?place|place of birth"
    r"|country of (?:birth|origin)|nationality|citizenship)(?: is)? ?[:=]|zip(?: ?code)?"
    rf"|[0-9]+[\w .'-]{{1,30}} (?:{_STREET})\.?"
    r"(?:,? (?:apt|unit|suite|ste|#)\.? ?\w{1,5})?,)\s?\Z",
    re.IGNORECASE,
)
_STREETS = frozenset(_STREET.split("|"))
_NAMES = "|".join(places.STATES.values())
_CODES = "|".join(places.STATES)
_STATE_BEHIND = re.compile(rf"(,)?\s?((?i:{_NAMES})|(?:{_CODES})\b|(?<=, )(?i:{_CODES}))\b")
_STATE_BEFORE = re.compile(rf"\b((?i:{_NAMES})|{_CODES}|(?<=, )(?i:{_CODES}))[,.]?\s\Z")
_ZIP_BEHIND = re.compile(r"[,.]?\s([0-9]{5})(?:-[0-9]{4})?(?![\w/%-])")
_COUNTRY_BEHIND = re.compile(r",\s([A-Z][\w. ]{1,30})")
_WORD_BEFORE = re.compile(r"([\w'-]+)(\.?)[ ]\Z")
_WORD_BEHIND = re.compile(r"[ ]([\w'-]+)")
_TOWN_BEFORE = re.compile(r"((?:[\w.'-]+[ ]){0,2}[\w.'-]+)(,?)\s\Z")
_TOWN_AND_STATE = re.compile(rf"(.+?)(,?\s(?:{_CODES}|(?i:{_NAMES}))(?:,?\s[0-9]{{5}}(?:-[0-9]{{4}})?)?)")
_ZIP = re.compile(r"([0-9]{3})[0-9]{2}(?:-?[0-9]{4})?")
_COUNTY = re.compile(r"(.+?)(?: (county|parish|borough|census area|municipality))?")
_LONGEST = 80  # characters of a place's name
_LARGE = 200_000  # inhabitants of a city that is no person, although all words of its name are names
_RARE = 0.002  # percent of the population with a surname
_TOWN_WORDS = word_set(
    "new los las san santa saint fort port mount el la north south east west lake grand palo palm salt long little"
)
_JOINING = word_set(
    "and of the at for in on de la le du del des et to a an by with from or seen admitted transferred transfer referred"
    " discharged presented evaluated treated followed works worked working this that her his their via"
)
_FIRST_WORDS = {"st": "saint", "ste": "sainte", "ft": "fort", "mt": "mount"}
_SIGNS = str.maketrans("-", " ", ".,'")
_ALIASES = {"nyc": "new york city", "new york": "new york city", "washington dc": "washington"}


def surely_place(mention: Mention) -> bool:
    """Whether the mention of a text is a place and can be nothing else."""
    if mention.contested or len(mention.value) > _LONGEST:
        return False
    value, before, after = (_spaced(text) for text in (mention.value, mention.before, mention.after))
    if mention.entity is Entity.ZIP:
        return _surely_zip(value, before)
    if mention.entity is Entity.CITY and (whole := _TOWN_AND_STATE.fullmatch(value)):
        value, after = whole[1], whole[2] + after
    if _part_of_a_name(value, before, after):
        return False
    match mention.entity:
        case Entity.CITY:
            return any(  # detectors call counties and states cities, too
                sure(value, before, after) for sure in (_surely_town, _surely_county, _surely_state)
            )
        case Entity.COUNTY:
            return _surely_county(value, before, after)
        case Entity.STATE:
            return _surely_state(value, before, after)
        case Entity.COUNTRY:
            return _surely_country(value, before)
    return False


def _surely_town(value: str, before: str, after: str) -> bool:
    homes = _homes(value)
    if not homes:
        return False
    state = _STATE_BEHIND.match(after)
    code = _code_of(state[2]) if state else ""
    if state and code in homes:
        sure = state[2].lower() not in CREDENTIAL_KEYS and not _personal(state[2])
        if sure or _has_zip_behind(after[state.end() :], code):
            return True
    elif state and state[1]:
        return False  # "Jackson, MA": no such town, but perhaps Jackson, a medical assistant
    if any(_has_zip_behind(after, home) for home in homes):
        return True
    country = _COUNTRY_BEHIND.match(after)
    if country and any(f".{_country_of(head)}" in homes for head in _heads(country[1])):
        return True
    return not _personal(value) or _cued(before)


def _surely_county(value: str, before: str, after: str) -> bool:
    found = _COUNTY.fullmatch(value.lower())
    if found is None or found[1] not in _counties():
        return False
    named = found[2] or re.match(r"\s(?:county|parish|borough)\b", after, re.IGNORECASE)
    return bool(named) or _cued(before)


def _surely_state(value: str, before: str, after: str) -> bool:
    code = _code_of(value)
    if not code:
        return False
    if _has_zip_behind(after, code) or _cued(before):
        return True
    town = _TOWN_BEFORE.search(before)
    if len(value) <= 2:  # initials, if anything else: they do not stand behind a comma
        return town is not None and (bool(town[2]) or any(code in _homes(tail) for tail in _tails(town[1])))
    if not _personal(value):
        return True
    of_state = [tail for tail in _tails(town[1]) if code in _homes(tail)] if town else []
    return any(
        not _personal(tail) or _cued(before[: town.start(1) + town[1].rindex(tail)]) for tail in of_state if town
    )


def _surely_country(value: str, before: str) -> bool:
    code = _country_of(value)
    if not code:
        return False
    if not _personal(value) or _cued(before):
        return True
    town = _TOWN_BEFORE.search(before)
    return town is not None and bool(town[2]) and any(f".{code}" in _homes(tail) for tail in _tails(town[1]))


def _surely_zip(value: str, before: str) -> bool:
    digits = _ZIP.fullmatch(value)
    home = places.state_of_zip(digits[1]) if digits else None
    if digits is None or home is None:
        return False
    state = _STATE_BEFORE.search(before)
    if state and _code_of(state[1]) != home:
        return False
    if state and state[1].lower() not in CREDENTIAL_KEYS:
        return True
    before = before[: state.start()] if state else before
    town = _TOWN_BEFORE.search(before)
    return _cued(before) or (town is not None and any(home in _areas(tail) for tail in _tails(town[1])))


def _part_of_a_name(value: str, before: str, after: str) -> bool:
    """Whether the words beside it make it a part of a person's, a street's or an organisation's name."""
    if after[:1] in ("'", "-", "_", "@") or re.search(r"[\d'@_-][A-Za-z]?[ ]?\Z", before):
        return True  # "Lincoln's", "12 Lincoln"
    first = _WORD_BEFORE.search(before)
    if first and not _cued(before):
        word = first[1].lower()
        if word in NAME_PREFIXES or (len(word) == 1 and first[2]):
            return True
        if first[1][0].isupper() and not first[2] and not value.isupper() and not _is_word(word):
            return True
    state = _STATE_BEHIND.match(after)
    last = _WORD_BEHIND.match(after)
    if last is None or (state and (_code_of(state[2]) in _homes(value) or _has_zip_behind(after[state.end() :], ""))):
        return False
    word = last[1].lower()
    if word in _STREETS:
        return True
    if not last[1][0].isupper() or (word == "county" and _is_county(value)):
        return False
    return not value.isupper() or word in _kinds() or not _is_word(word)


def _is_word(word: str) -> bool:
    return word in ordinary_words() and word not in names.given()


def _cued(before: str) -> bool:
    return _CUE.search(before) is not None


def _personal(name: str) -> bool:
    """Whether it may be a person: a usual name, or a given name and a usual name ("Rose Hill").

    The list of surnames holds nearly every town; those that few bear do not count.
    """
    parts = _key(name).split()
    if len(parts) > 1 and (_key(name) in _large() or parts[0] in _TOWN_WORDS or parts[0] not in names.given()):
        return False
    return bool(parts) and (parts[-1] in names.given() or names.shares(parts[-1])[1] > _RARE)


def _has_zip_behind(after: str, state: str) -> bool:
    """Whether a ZIP code follows: of the state, or of any if that is ""."""
    found = _ZIP_BEHIND.match(after)
    home = places.state_of_zip(found[1][:3]) if found else None
    return home is not None and state in (home, "")


def _spaced(text: str) -> str:
    return re.sub(r"[^\S\n]+", " ", fold(text).text)


def _tails(text: str) -> list[str]:
    """ "in New York" -> "in New York", "New York", "York"."""
    parts = text.split()
    return [" ".join(parts[at:]) for at in range(len(parts))]


def _heads(text: str) -> list[str]:
    parts = text.rstrip(".").split()
    return [" ".join(parts[:to]) for to in range(1, len(parts) + 1)]


# -- the gazetteer


def _key(name: str) -> str:
    """What the spellings of a place share: "saint louis" for "St. Louis"."""
    if name.isascii() and name.isalpha():  # most are, and need no more
        plain = name.lower()
    else:
        parts = fold(name, caseless=True).text.translate(_SIGNS).split()
        if len(parts) > 1:
            parts[0] = _FIRST_WORDS.get(parts[0], parts[0])
        plain = " ".join(parts)
    return _ALIASES.get(plain, plain)


@cache
def _towns() -> Mapping[str, str]:
    """Where the towns of a name are: codes of states, and of countries behind a full stop, each between spaces."""
    found: dict[str, str] = {}
    for _, where, name in places.city_rows():
        key = _key(name)
        found[key] = f"{found.get(key, ' ')}{where} "
    return found


def _homes(name: str) -> list[str]:
    return _towns().get(_key(name), "").split()


@cache
def _large() -> frozenset[str]:
    largest = takewhile(lambda town: town.population > _LARGE, places.cities())
    return frozenset(_key(town.name) for town in largest)


@cache
def _states() -> Mapping[str, str]:
    named = {_key(name): code for code, name in places.STATES.items()} | {code.lower(): code for code in places.STATES}
    return {**places.STATE_ABBREVIATIONS, **named}


def _code_of(state: str) -> str:
    """The code of a state by its name, its abbreviation or its code in capitals; "" for none."""
    return "" if len(state) == 2 and not state.isupper() else _states().get(_key(state), "")


@cache
def _countries() -> Mapping[str, str]:
    named = {_key(country.name): country.code for country in places.countries()}
    return {**named, **{_key(name): code for name, code in places.COUNTRY_ALIASES.items()}}


def _country_of(name: str) -> str:
    return _countries().get(_key(name), "")


@cache
def _counties() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for state, name in places.us_counties():
        county = _COUNTY.fullmatch(name.lower())
        key = county[1] if county else name.lower()
        found[key] = f"{found.get(key, ' ')}{state} "
    return found


def _areas(name: str) -> list[str]:
    """The states with a town or county of this name."""
    county = _COUNTY.fullmatch(name.lower())
    return [*_homes(name), *(_counties().get(county[1], "").split() if county and county[2] else ())]


def _is_county(name: str) -> bool:
    return name.lower() in _counties()


@cache
def _kinds() -> frozenset[str]:
    """Words of the names of organisations and streets."""
    return (wordlists.word_set("organisations", "kind") | wordlists.word_set("places", "type")) - _JOINING
