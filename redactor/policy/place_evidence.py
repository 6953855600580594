"""Decide whether a mention in a text surely is a place, so that a profile may keep it.

A wrong label would release a name ("Lincoln", "Chad", "Georgia") or a number ("MRN 60612"). A town, county, state,
country or ZIP code stays only if all of these hold: the gazetteer has the whole of it; it shares no word with a name
that is known or was found in the note; it is no part of a larger name or of a street; and, if it is a personal name,
too, the words around it can only belong to a place ("lives in Lincoln", "Lincoln, NE 68502").
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

_LIVING_WORDS = (
    r"(?:liv(?:es?|ed|ing)|resid(?:es?|ed|ing)|born|raised|gr[eo]w(?:n|s|ing)? up|stay(?:s|ed|ing)?|work(?:s|ed|ing)?"
    r"|home|house|apartment|condo|located|based|stationed|vacation(?:s|ed|ing)?|travel(?:s|l?ed|l?ing)?|hospital"
    r"|hospitali[sz]ed|hospitali[sz]ation|clinic|facility|prison|jail|school|college|university|retired|settled"
    r"|arrived|relatives|parents|family)"
)
_STREET = "st|street|ave|avenue|rd|road|blvd|boulevard|ln|lane|dr|drive|ct|court|pkwy|hwy|terrace|cir|circle"
_PLACE_CUE = re.compile(
    rf"\b(?:{_LIVING_WORDS}(?: (?:alone|back|here|now|still|together))? in"
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
_STREET_WORDS = frozenset(_STREET.split("|"))
_STATE_NAMES = "|".join(places.STATES.values())
_STATE_CODES = "|".join(places.STATES)
_STATE_BEHIND = re.compile(rf"(,)?\s?((?i:{_STATE_NAMES})|(?:{_STATE_CODES})\b|(?<=, )(?i:{_STATE_CODES}))\b")
_STATE_BEFORE = re.compile(rf"\b((?i:{_STATE_NAMES})|{_STATE_CODES}|(?<=, )(?i:{_STATE_CODES}))[,.]?\s\Z")
_ZIP_BEHIND = re.compile(r"[,.]?\s([0-9]{5})(?:-[0-9]{4})?(?![\w/%-])")
_COUNTRY_BEHIND = re.compile(r",\s([A-Z][\w. ]{1,30})")
_WORD_BEFORE = re.compile(r"([\w'-]+)(\.?)[ ]\Z")
_WORD_BEHIND = re.compile(r"[ ]([\w'-]+)")
_TOWN_BEFORE = re.compile(r"((?:[\w.'-]+[ ]){0,2}[\w.'-]+)(,?)\s\Z")
_TOWN_AND_STATE = re.compile(rf"(.+?)(,?\s(?:{_STATE_CODES}|(?i:{_STATE_NAMES}))(?:,?\s[0-9]{{5}}(?:-[0-9]{{4}})?)?)")
_ZIP = re.compile(r"([0-9]{3})[0-9]{2}(?:-?[0-9]{4})?")
_COUNTY = re.compile(r"(.+?)(?: (county|parish|borough|census area|municipality))?")
_LONGEST = 80  # characters of a place's name
_LARGE_CITY = 200_000  # inhabitants from which a city's name means the city, although all its words are names
_RARE_SURNAME_PERCENT = 0.002  # share of the population below which a surname counts as no name
_TOWN_WORDS = word_set(
    "new los las san santa saint fort port mount el la north south east west lake grand palo palm salt long little"
)
_JOINING_WORDS = word_set(
    "and of the at for in on de la le du del des et to a an by with from or seen admitted transferred transfer referred"
    " discharged presented evaluated treated followed works worked working this that her his their via"
)
_FIRST_WORDS = {"st": "saint", "ste": "sainte", "ft": "fort", "mt": "mount"}
_SPELLING_SIGNS = str.maketrans("-", " ", ".,'")
_TOWN_ALIASES = {"nyc": "new york city", "new york": "new york city", "washington dc": "washington"}


def is_surely_place(mention: Mention) -> bool:
    """Tell whether the mention of a text is a place and can be nothing else."""
    if mention.contested or len(mention.value) > _LONGEST:
        return False
    value, before, after = (_with_plain_spaces(text) for text in (mention.value, mention.before, mention.after))
    if mention.entity is Entity.ZIP:
        return _is_surely_zip(value, before)
    if mention.entity is Entity.CITY and (whole := _TOWN_AND_STATE.fullmatch(value)):
        value, after = whole[1], whole[2] + after
    if _is_part_of_name(value, before, after):
        return False
    match mention.entity:
        case Entity.CITY:
            return any(  # detectors also label counties and states as cities
                sure(value, before, after) for sure in (_is_surely_town, _is_surely_county, _is_surely_state)
            )
        case Entity.COUNTY:
            return _is_surely_county(value, before, after)
        case Entity.STATE:
            return _is_surely_state(value, before, after)
        case Entity.COUNTRY:
            return _is_surely_country(value, before)
    return False


def _is_surely_town(value: str, before: str, after: str) -> bool:
    homes = _homes_of_town(value)
    if not homes:
        return False
    state = _STATE_BEHIND.match(after)
    code = _state_code(state[2]) if state else ""
    if state and code in homes:
        sure = state[2].lower() not in CREDENTIAL_KEYS and not _may_be_person(state[2])
        if sure or _has_zip_behind(after[state.end() :], code):
            return True
    elif state and state[1]:
        return False  # "Jackson, MA": there is no such town, but Jackson may be a medical assistant
    if any(_has_zip_behind(after, home) for home in homes):
        return True
    country = _COUNTRY_BEHIND.match(after)
    if country and any(f".{_country_code(head)}" in homes for head in _word_heads(country[1])):
        return True
    return not _may_be_person(value) or _has_place_cue(before)


def _is_surely_county(value: str, before: str, after: str) -> bool:
    found = _COUNTY.fullmatch(value.lower())
    if found is None or found[1] not in _county_states():
        return False
    named = found[2] or re.match(r"\s(?:county|parish|borough)\b", after, re.IGNORECASE)
    return bool(named) or _has_place_cue(before)


def _is_surely_state(value: str, before: str, after: str) -> bool:
    code = _state_code(value)
    if not code:
        return False
    if _has_zip_behind(after, code) or _has_place_cue(before):
        return True
    town = _TOWN_BEFORE.search(before)
    if len(value) <= 2:  # otherwise these are initials, which do not follow a comma
        return town is not None and (
            bool(town[2]) or any(code in _homes_of_town(tail) for tail in _word_tails(town[1]))
        )
    if not _may_be_person(value):
        return True
    of_state = [tail for tail in _word_tails(town[1]) if code in _homes_of_town(tail)] if town else []
    return any(
        not _may_be_person(tail) or _has_place_cue(before[: town.start(1) + town[1].rindex(tail)])
        for tail in of_state
        if town
    )


def _is_surely_country(value: str, before: str) -> bool:
    code = _country_code(value)
    if not code:
        return False
    if not _may_be_person(value) or _has_place_cue(before):
        return True
    town = _TOWN_BEFORE.search(before)
    return (
        town is not None and bool(town[2]) and any(f".{code}" in _homes_of_town(tail) for tail in _word_tails(town[1]))
    )


def _is_surely_zip(value: str, before: str) -> bool:
    digits = _ZIP.fullmatch(value)
    home = places.state_of_zip(digits[1]) if digits else None
    if digits is None or home is None:
        return False
    state = _STATE_BEFORE.search(before)
    if state and _state_code(state[1]) != home:
        return False
    if state and state[1].lower() not in CREDENTIAL_KEYS:
        return True
    before = before[: state.start()] if state else before
    town = _TOWN_BEFORE.search(before)
    return _has_place_cue(before) or (
        town is not None and any(home in _states_with(tail) for tail in _word_tails(town[1]))
    )


def _is_part_of_name(value: str, before: str, after: str) -> bool:
    """Tell whether the neighbouring words make the value part of a person's, a street's or an organisation's name."""
    if after[:1] in ("'", "-", "_", "@") or re.search(r"[\d'@_-][A-Za-z]?[ ]?\Z", before):
        return True  # "Lincoln's", "12 Lincoln"
    first = _WORD_BEFORE.search(before)
    if first and not _has_place_cue(before):
        word = first[1].lower()
        if word in NAME_PREFIXES or (len(word) == 1 and first[2]):
            return True
        if first[1][0].isupper() and not first[2] and not value.isupper() and not _is_ordinary_word(word):
            return True
    state = _STATE_BEHIND.match(after)
    last = _WORD_BEHIND.match(after)
    if last is None or (
        state and (_state_code(state[2]) in _homes_of_town(value) or _has_zip_behind(after[state.end() :], ""))
    ):
        return False
    word = last[1].lower()
    if word in _STREET_WORDS:
        return True
    if not last[1][0].isupper() or (word == "county" and _is_county(value)):
        return False
    return not value.isupper() or word in _organisation_words() or not _is_ordinary_word(word)


def _is_ordinary_word(word: str) -> bool:
    return word in ordinary_words() and word not in names.given()


def _has_place_cue(before: str) -> bool:
    return _PLACE_CUE.search(before) is not None


def _may_be_person(name: str) -> bool:
    """Tell whether a place's name may be a person: a usual name, or a given name and a usual name ("Rose Hill").

    The list of surnames holds nearly every town, so that rare surnames do not count.
    """
    parts = _place_key(name).split()
    if len(parts) > 1 and (
        _place_key(name) in _large_cities() or parts[0] in _TOWN_WORDS or parts[0] not in names.given()
    ):
        return False
    return bool(parts) and (parts[-1] in names.given() or names.shares(parts[-1])[1] > _RARE_SURNAME_PERCENT)


def _has_zip_behind(after: str, state: str) -> bool:
    """Tell whether a ZIP code follows that is of the state, or of any state if `state` is empty."""
    found = _ZIP_BEHIND.match(after)
    home = places.state_of_zip(found[1][:3]) if found else None
    return home is not None and state in (home, "")


def _with_plain_spaces(text: str) -> str:
    return re.sub(r"[^\S\n]+", " ", fold(text).text)


def _word_tails(text: str) -> list[str]:
    """Return all endings of a phrase by words: "in New York" gives "in New York", "New York" and "York"."""
    parts = text.split()
    return [" ".join(parts[at:]) for at in range(len(parts))]


def _word_heads(text: str) -> list[str]:
    parts = text.rstrip(".").split()
    return [" ".join(parts[:to]) for to in range(1, len(parts) + 1)]


# -- the gazetteer


def _place_key(name: str) -> str:
    """Return the key that all spellings of a place share: "saint louis" for "St. Louis"."""
    if name.isascii() and name.isalpha():  # the usual case, which needs no folding
        plain = name.lower()
    else:
        parts = fold(name, caseless=True).text.translate(_SPELLING_SIGNS).split()
        if len(parts) > 1:
            parts[0] = _FIRST_WORDS.get(parts[0], parts[0])
        plain = " ".join(parts)
    return _TOWN_ALIASES.get(plain, plain)


@cache
def _town_homes() -> Mapping[str, str]:
    """Return where the towns of each name lie: codes of states, and of countries after a full stop, each between
    spaces.
    """
    found: dict[str, str] = {}
    for _, where, name in places.city_rows():
        key = _place_key(name)
        found[key] = f"{found.get(key, ' ')}{where} "
    return found


def _homes_of_town(name: str) -> list[str]:
    return _town_homes().get(_place_key(name), "").split()


@cache
def _large_cities() -> frozenset[str]:
    largest = takewhile(lambda town: town.population > _LARGE_CITY, places.cities())
    return frozenset(_place_key(town.name) for town in largest)


@cache
def _state_codes() -> Mapping[str, str]:
    named = {_place_key(name): code for code, name in places.STATES.items()} | {
        code.lower(): code for code in places.STATES
    }
    return {**places.STATE_ABBREVIATIONS, **named}


def _state_code(state: str) -> str:
    """Return the code of a state by its name, its abbreviation or its code in capitals; "" for any other word."""
    return "" if len(state) == 2 and not state.isupper() else _state_codes().get(_place_key(state), "")


@cache
def _country_codes() -> Mapping[str, str]:
    named = {_place_key(country.name): country.code for country in places.countries()}
    return {**named, **{_place_key(name): code for name, code in places.COUNTRY_ALIASES.items()}}


def _country_code(name: str) -> str:
    return _country_codes().get(_place_key(name), "")


@cache
def _county_states() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for state, name in places.us_counties():
        county = _COUNTY.fullmatch(name.lower())
        key = county[1] if county else name.lower()
        found[key] = f"{found.get(key, ' ')}{state} "
    return found


def _states_with(name: str) -> list[str]:
    """Return the states with a town or county of this name."""
    county = _COUNTY.fullmatch(name.lower())
    return [*_homes_of_town(name), *(_county_states().get(county[1], "").split() if county and county[2] else ())]


def _is_county(name: str) -> bool:
    return name.lower() in _county_states()


@cache
def _organisation_words() -> frozenset[str]:
    """Return words that belong to names of organisations and streets."""
    return (wordlists.word_set("organisations", "kind") | wordlists.word_set("places", "type")) - _JOINING_WORDS
