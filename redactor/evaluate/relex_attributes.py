"""What of an identifier a stand-in should keep, rule by rule: RedactOR A.7, entity preservation, "attributes".

A rule says True or False, or None where it does not apply: the original lacks the attribute, or it cannot be told.
"""

from __future__ import annotations

import re
from functools import lru_cache

from redactor import dates
from redactor.dates.names import month_of
from redactor.entities import Entity
from redactor.evaluate.relex_pairs import Pair, Sort
from redactor.lexicon.names import gendered
from redactor.lexicon.nicknames import root_of
from relex.generators._shared.gazetteer import state_of, town_key, towns
from relex.identity.name_parser import parse_name
from relex.identity.name_scanner import Token
from relex.identity.name_scanner import TokenKind as Word

Rules = dict[str, bool | None]

_TITLED = frozenset({Word.TITLE, Word.SUFFIX, Word.CREDENTIAL})
_NAMED = frozenset({Word.GIVEN, Word.FAMILY, Word.INITIAL, Word.FAMILY_INITIAL})
# Digits and letters change places in these.
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
_SORTS = {word: sort for sort, words in _ORGANISATIONS.items() for word in words.split()}
_LETTERS = re.compile(r"[^\W\d_]+")
_STATE = re.compile(r"[,\s]([A-Z]{2})\b")


def attributes(pair: Pair) -> Rules:
    """Every attribute rule of the pair's sort."""
    rules = {
        Sort.NAME: _name, Sort.ORGANISATION: _organisation, Sort.PLACE: _place, Sort.DATE: _date, Sort.ID: _number,
        Sort.PHONE: _number, Sort.WEB: _web,
    }.get(pair.sort)  # fmt: skip
    return {} if rules is None else rules(pair)


def words_of(value: str) -> tuple[Token, ...]:
    """The given names, family names and initials of a name, in order."""
    return tuple(t for t in parse_name(value).tokens if t.kind in _NAMED)


def titles_of(value: str) -> tuple[str, ...]:
    """The folded titles, suffixes and credentials of a name, in order; "MS" by itself is somebody's initials."""
    return tuple(t.key for t in parse_name(value).tokens if t.kind in _TITLED) if words_of(value) else ()


def sorts_of(value: str) -> frozenset[str]:
    """Which sorts of organisation the words of a name tell."""
    return frozenset(_SORTS[w] for w in (m[0].casefold() for m in _LETTERS.finditer(value)) if w in _SORTS)


def shape_of(value: str, entity: Entity) -> str:
    """Digits as 9, letters as A or a, all else as it stands; of hexadecimal numbers both as x."""
    if entity in _HEXADECIMAL:
        return "".join("x" if c.isalnum() else c for c in value)
    return "".join("9" if c.isdigit() else ("A" if c.isupper() else "a") if c.isalpha() else c for c in value)


def date_shape(value: str) -> str:
    """A date's form: months as M, other words as w, numbers of one or two digits as 9, longer ones by their length."""
    named = _LETTERS.sub(_word, value)
    return re.sub(r"\d+", lambda m: "9" if len(m[0]) < 3 else "9" * len(m[0]), named)


def _word(found: re.Match[str]) -> str:
    try:
        return "M" if month_of(found[0]) else "w"
    except KeyError:
        return "w"


def _name(pair: Pair) -> Rules:
    old, new = titles_of(pair.original), titles_of(pair.standin)
    return {"title": old == new if old or new else None, "sex": _sex(pair)}


def _sex(pair: Pair) -> bool | None:
    """The first given name of several words; a stand-in that women and men bear contradicts nobody."""
    old, new = words_of(pair.original), words_of(pair.standin)
    at = next((i for i, t in enumerate(old) if t.kind is Word.GIVEN), None)
    if at is None or len(old) < 2 or len(old) != len(new):
        return None
    sex = gendered(root_of(old[at].key))
    return None if not sex else gendered(root_of(new[at].key)) in (sex, "")


def _organisation(pair: Pair) -> Rules:
    old = sorts_of(pair.original)
    return {"organisation": bool(old & sorts_of(pair.standin)) if old else None}


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
    """Every US state with a town of that name."""
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
