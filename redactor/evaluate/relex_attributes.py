"""The attributes of an identifier that a stand-in should keep, rule by rule: RedactOR A.7, entity preservation.

A rule gives True or False, or None where it does not apply: the original lacks the attribute, or it is unknown.
"""

from __future__ import annotations

import re
from functools import lru_cache

from redactor import dates
from redactor.dates.calendar_words import month_of
from redactor.entities import Entity
from redactor.evaluate.relex_pairs import Category, Pair
from redactor.lexicon.names import gendered
from redactor.lexicon.nicknames import root_of
from redactor.lexicon.titles import role_class
from relex.generators._shared.gazetteer import state_of, town_key, towns
from relex.identity.name_parser import parse_name
from relex.identity.name_tokens import Token
from relex.identity.name_tokens import TokenKind as Word
from relex.identity.simple_names import kept_names, role_of

Rules = dict[str, bool | None]

_TITLED = frozenset({Word.TITLE, Word.SUFFIX, Word.CREDENTIAL})
_NAMED = frozenset({Word.GIVEN, Word.FAMILY, Word.INITIAL, Word.FAMILY_INITIAL})
# In these, digits and letters are interchangeable.
_HEXADECIMAL = frozenset({Entity.GUID, Entity.MAC_ADDRESS, Entity.IP_ADDRESS})
_ORGANISATIONS = {
    "hospital": "hospital hospitals medical infirmary health healthcare sanatorium hospice",
    "clinic": "clinic clinics practice associates physicians urgent surgery outpatient pediatrics cardiology oncology",
    "pharmacy": "pharmacy pharmacies drug drugs drugstore apothecary chemist chemists rx",
    "laboratory": "lab labs laboratory laboratories diagnostic diagnostics pathology imaging radiology",
    "insurer": "insurance assurance mutual plan plans payer medicaid medicare hmo ppo blue",
    "school": "school schools university college academy kindergarten institute",
    "worship": "church parish temple synagogue mosque chapel",
    "company": "inc llc ltd corp corporation company co group partners sons plc gmbh industries",
}
_KIND_OF_WORD = {word: kind for kind, words in _ORGANISATIONS.items() for word in words.split()}
_LETTERS = re.compile(r"[^\W\d_]+")
_STATE = re.compile(r"[,\s]([A-Z]{2})\b")


def attributes(pair: Pair) -> Rules:
    """All attribute rules of the pair's category."""
    rules = {
        Category.NAME: _name, Category.ORGANISATION: _organisation, Category.PLACE: _place, Category.DATE: _date,
        Category.ID: _number, Category.PHONE: _number, Category.WEB: _web,
    }.get(pair.category)  # fmt: skip
    return {} if rules is None else rules(pair)


def words_of(value: str) -> tuple[Token, ...]:
    """The given names, family names and initials of a name, in order."""
    return tuple(t for t in parse_name(value).tokens if t.kind in _NAMED)


def titles_of(value: str) -> tuple[str, ...]:
    """The folded titles, suffixes and credentials of a name, in order; a lone "MS" is somebody's initials."""
    return tuple(t.key for t in parse_name(value).tokens if t.kind in _TITLED) if words_of(value) else ()


def names_of(pair: Pair) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """The words of the original that its stand-in has words for, and those. A clinician's may be fewer."""
    old, new = words_of(pair.original), words_of(pair.standin)
    if pair.entity is Entity.DOCTOR and len(new) < len(old):
        old = tuple(kept_names(old))
    return old, new


def _standing_of(value: str, entity: Entity) -> tuple[str, ...]:
    """What stands beside the names; of a clinician the titles and the class of role."""
    if entity is not Entity.DOCTOR or not words_of(value):
        return titles_of(value)
    tokens = parse_name(value).tokens
    titles = [role_class(t.key) or t.key for t in tokens if t.kind is Word.TITLE]
    return (*titles, role) if (role := role_of(value, tokens)) else tuple(titles)


def organisation_kinds_of(value: str) -> frozenset[str]:
    """The kinds of organisation that the words of a name indicate."""
    return frozenset(
        _KIND_OF_WORD[w] for w in (m[0].casefold() for m in _LETTERS.finditer(value)) if w in _KIND_OF_WORD
    )


def shape_of(value: str, entity: Entity) -> str:
    """Digits as 9, letters as A or a, the rest unchanged; in hexadecimal numbers both as x."""
    if entity in _HEXADECIMAL:
        return "".join("x" if c.isalnum() else c for c in value)
    return "".join("9" if c.isdigit() else ("A" if c.isupper() else "a") if c.isalpha() else c for c in value)


def date_shape(value: str) -> str:
    """The form of a date: months as M, other words as w, numbers as 9 up to two digits, else by length."""
    named = _LETTERS.sub(_word, value)
    return re.sub(r"\d+", lambda m: "9" if len(m[0]) < 3 else "9" * len(m[0]), named)


def _word(found: re.Match[str]) -> str:
    try:
        return "M" if month_of(found[0]) else "w"
    except KeyError:
        return "w"


def _name(pair: Pair) -> Rules:
    old, new = (_standing_of(value, pair.entity) for value in (pair.original, pair.standin))
    return {"title": old == new if old or new else None, "sex": _sex(pair)}


def _sex(pair: Pair) -> bool | None:
    """By the first given name of several words; a stand-in of both sexes fits everybody."""
    old, new = names_of(pair)
    at = next((i for i, t in enumerate(old) if t.kind is Word.GIVEN), None)
    if at is None or len(old) < 2 or len(old) != len(new):
        return None
    sex = gendered(root_of(old[at].key))
    return None if not sex else gendered(root_of(new[at].key)) in (sex, "")


def _organisation(pair: Pair) -> Rules:
    old = organisation_kinds_of(pair.original)
    return {"organisation": bool(old & organisation_kinds_of(pair.standin)) if old else None}


def _place(pair: Pair) -> Rules:
    old, new = pair.original, pair.standin
    if pair.entity is Entity.CITY:
        homes = _states_of(old)
        return {"state": bool(homes & _states_of(new)) if homes else None}
    if pair.entity in (Entity.ADDRESS, Entity.STREET):
        begins = old[:1].isdigit() == new[:1].isdigit()
        states = [[s for s in _STATE.findall(v) if state_of(s)] for v in (old, new)]
        return {
            "address": begins and old.count(",") == new.count(","),
            "state": states[0] == states[1] if states[0] else None,
        }
    return {}


@lru_cache(maxsize=8192)
def _states_of(city: str) -> frozenset[str]:
    """All US states with a town of that name."""
    key = town_key(city.partition(",")[0])
    return frozenset(state for state, bands in towns().bands.items() if not state.startswith(".") and key in bands)


def _date(pair: Pair) -> Rules:
    old, new = dates.parse_day(pair.original), dates.parse_day(pair.standin)
    weekday = None if old is None else new is not None and old.weekday() == new.weekday()
    return {"date form": date_shape(pair.original) == date_shape(pair.standin), "weekday": weekday}


def _number(pair: Pair) -> Rules:
    return {"shape": shape_of(pair.original, pair.entity) == shape_of(pair.standin, pair.entity)}


def _web(pair: Pair) -> Rules:
    old, new = pair.original, pair.standin
    if pair.entity is Entity.IP_ADDRESS:
        return {"address form": all(old.count(c) == new.count(c) for c in ".:")}
    return {"address form": all((c in old) == (c in new) for c in ("@", "://", ".", " "))}
