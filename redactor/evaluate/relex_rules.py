"""Judge stand-ins rule by rule: whether they keep the attributes of the original, and whether they read well in their
text.

The attributes are those of RedactOR A.7 (entity preservation), the rest is contextual coherence (A.7). A rule gives
True or False, or None if it does not apply, because the original lacks the attribute or the attribute is unknown. A
rule of coherence asks only for what the original had: a note that read "a ulcer" may still read so afterwards.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from redactor import dates
from redactor.dates.calendar_words import month_number
from redactor.entities import Entity
from redactor.evaluate.relex_pairs import Category, Pair
from redactor.lexicon.names import gendered, shares
from redactor.lexicon.nicknames import root_of
from redactor.lexicon.titles import FEMALE_TITLES, MALE_TITLES, role_class
from relex.generators._names import name_pools
from relex.generators._shared.gazetteer import state_of, town_key, towns
from relex.identity.clinicians import kept_names, role_of
from relex.identity.name_parser import parse_name
from relex.identity.name_tokens import Token
from relex.identity.name_tokens import TokenKind as Word
from relex.parts import Kind
from relex.text_forms import folded

Rules = dict[str, bool | None]

_TITLED = frozenset({Word.TITLE, Word.SUFFIX, Word.CREDENTIAL})
_NAMED = frozenset({Word.GIVEN, Word.FAMILY, Word.INITIAL, Word.FAMILY_INITIAL})
# In these entities digits and letters are interchangeable.
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
_ORGANISATION_KIND_OF_WORD = {word: kind for kind, words in _ORGANISATIONS.items() for word in words.split()}
_LETTERS = re.compile(r"[^\W\d_]+")
_STATE = re.compile(r"[,\s]([A-Z]{2})\b")


def attribute_rules(pair: Pair) -> Rules:
    """Apply all attribute rules of the pair's category."""
    rules = {
        Category.NAME: _name_attributes,
        Category.ORGANISATION: _organisation_attributes,
        Category.PLACE: _place_attributes,
        Category.DATE: _date_attributes,
        Category.ID: _number_attributes,
        Category.PHONE: _number_attributes,
        Category.WEB: _web_attributes,
    }.get(pair.category)
    return {} if rules is None else rules(pair)


def name_tokens(value: str) -> tuple[Token, ...]:
    """Return the given names, family names and initials of a name, in order."""
    return tuple(t for t in parse_name(value).tokens if t.kind in _NAMED)


def title_keys(value: str) -> tuple[str, ...]:
    """Return the folded titles, suffixes and credentials of a name, in order; a lone "MS" is somebody's initials."""
    return tuple(t.key for t in parse_name(value).tokens if t.kind in _TITLED) if name_tokens(value) else ()


def aligned_name_tokens(pair: Pair) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """Return the words of the original that its stand-in has words for, and those words. A clinician's stand-in may
    have fewer.
    """
    old, new = name_tokens(pair.original), name_tokens(pair.standin)
    if pair.entity is Entity.DOCTOR and len(new) < len(old):
        old = tuple(kept_names(old))
    return old, new


def _titles_and_role(value: str, entity: Entity) -> tuple[str, ...]:
    """Return what stands beside the names: titles, suffixes and credentials, or for a clinician titles and the class
    of role.
    """
    if entity is not Entity.DOCTOR or not name_tokens(value):
        return title_keys(value)
    tokens = parse_name(value).tokens
    titles = [role_class(t.key) or t.key for t in tokens if t.kind is Word.TITLE]
    return (*titles, role) if (role := role_of(value, tokens)) else tuple(titles)


def organisation_kinds(value: str) -> frozenset[str]:
    """Return the kinds of organisation that the words of a name indicate."""
    return frozenset(
        _ORGANISATION_KIND_OF_WORD[w]
        for w in (m[0].casefold() for m in _LETTERS.finditer(value))
        if w in _ORGANISATION_KIND_OF_WORD
    )


def value_shape(value: str, entity: Entity) -> str:
    """Return the shape of a value: digits as 9, letters as A or a, other characters unchanged; in hexadecimal
    numbers all as x.
    """
    if entity in _HEXADECIMAL:
        return "".join("x" if c.isalnum() else c for c in value)
    return "".join("9" if c.isdigit() else ("A" if c.isupper() else "a") if c.isalpha() else c for c in value)


def date_shape(value: str) -> str:
    """Return the form of a date: months as M, other words as w, numbers as 9 up to two digits, else by length."""
    named = _LETTERS.sub(_word_shape, value)
    return re.sub(r"\d+", lambda m: "9" if len(m[0]) < 3 else "9" * len(m[0]), named)


def _word_shape(found: re.Match[str]) -> str:
    try:
        return "M" if month_number(found[0]) else "w"
    except KeyError:
        return "w"


def _name_attributes(pair: Pair) -> Rules:
    old, new = (_titles_and_role(value, pair.entity) for value in (pair.original, pair.standin))
    return {"title": old == new if old or new else None, "sex": _keeps_sex(pair)}


def _keeps_sex(pair: Pair) -> bool | None:
    """Tell whether the first given name keeps its sex, in names of several words; a stand-in of both sexes fits
    everybody.
    """
    old, new = aligned_name_tokens(pair)
    at = next((i for i, t in enumerate(old) if t.kind is Word.GIVEN), None)
    if at is None or len(old) < 2 or len(old) != len(new):
        return None
    sex = gendered(root_of(old[at].key))
    return None if not sex else gendered(root_of(new[at].key)) in (sex, "")


def _organisation_attributes(pair: Pair) -> Rules:
    old = organisation_kinds(pair.original)
    return {"organisation": bool(old & organisation_kinds(pair.standin)) if old else None}


def _place_attributes(pair: Pair) -> Rules:
    old, new = pair.original, pair.standin
    if pair.entity is Entity.CITY:
        homes = _states_of_city(old)
        return {"state": bool(homes & _states_of_city(new)) if homes else None}
    if pair.entity in (Entity.ADDRESS, Entity.STREET):
        begins = old[:1].isdigit() == new[:1].isdigit()
        states = [[s for s in _STATE.findall(v) if state_of(s)] for v in (old, new)]
        return {
            "address": begins and old.count(",") == new.count(","),
            "state": states[0] == states[1] if states[0] else None,
        }
    return {}


@lru_cache(maxsize=8192)
def _states_of_city(city: str) -> frozenset[str]:
    """Return all US states with a town of that name."""
    key = town_key(city.partition(",")[0])
    return frozenset(state for state, bands in towns().bands.items() if not state.startswith(".") and key in bands)


def _date_attributes(pair: Pair) -> Rules:
    old, new = dates.parse_day(pair.original), dates.parse_day(pair.standin)
    weekday = None if old is None else new is not None and old.weekday() == new.weekday()
    return {"date form": date_shape(pair.original) == date_shape(pair.standin), "weekday": weekday}


def _number_attributes(pair: Pair) -> Rules:
    return {"shape": value_shape(pair.original, pair.entity) == value_shape(pair.standin, pair.entity)}


def _web_attributes(pair: Pair) -> Rules:
    old, new = pair.original, pair.standin
    if pair.entity is Entity.IP_ADDRESS:
        return {"address form": all(old.count(c) == new.count(c) for c in ".:")}
    return {"address form": all((c in old) == (c in new) for c in ("@", "://", ".", " "))}


_YEARS = range(1880, 2120)
_TAG = re.compile(r"\[[A-Z][A-Z_0-9]*(?::[^\]\s]*)?\]")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ARTICLE = re.compile(r"\b(an?)\s+$", re.IGNORECASE)
_VOWEL = re.compile(
    r"[aeio]|u(?!ni|s[aeiu]|t[aeiou]|k[aeiu])|hour|honest|honou?r|heir|8|11(?!\d)|18(?!\d)", re.IGNORECASE
)
_CONSONANT = re.compile(r"eu|ewe|one\b|once\b|oui", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?:['’][sS]|(?<=[sS])['’])$")
_OPENS_POSSESSIVE = re.compile(r"['’](?:[sS]\b|(?=\W|$))")
_SAME_TITLE = {"doctor": "dr", "mister": "mr", "missus": "mrs", "professor": "prof", "nurse": "rn", "saint": "st"}
_TITLE_BEFORE = re.compile(r"([^\W\d_]+)\.?\s+$")
_IN_TOWNS = frozenset({"school", "worship"})  # College Station, Chapel Hill
_PHONE = re.compile(r"[\d\s().+/x#-]+(?:ext\.?\s*\d+)?", re.IGNORECASE)


def coherence_rules(pair: Pair) -> Rules:
    """Apply all rules of coherence."""
    rules: Rules = {"no tag": not _TAG.search(pair.standin) and bool(pair.standin.strip())}
    if not rules["no tag"]:
        return rules
    return rules | {
        "article": _fits_article(pair),
        "possessive": _fits_possessive(pair),
        "case": _keeps_case(pair),
        "no doubled word": _repeats_no_word(pair),
        "title": _fits_title(pair),
        "length": _keeps_length(pair),
        "date": _is_plausible_date(pair),
        "kind": _keeps_kind(pair),
    }


def _fits_article(pair: Pair) -> bool | None:
    found = _ARTICLE.search(pair.before)
    if found is None:
        return None
    old, new = _takes_an(pair.original), _takes_an(pair.standin)
    if old is None or new is None or old != (found[1].casefold() == "an"):
        return None
    return old == new


def _takes_an(value: str) -> bool | None:
    """Tell whether a value takes "an"; None for letters that are read out and for values without words."""
    word = value.lstrip(" \"'([")
    first = re.match(r"\w+", word)
    if first is None or (len(first[0]) > 1 and first[0].isupper()) or (len(first[0]) == 1 and first[0].isalpha()):
        return None
    return _VOWEL.match(word) is not None and _CONSONANT.match(word) is None


def _fits_possessive(pair: Pair) -> bool | None:
    """Tell whether possessives fit: an 's inside the original stays, an 's after it fits, and "James'" needs a name
    that ends in s.
    """
    inside, now = (_POSSESSIVE.search(v.rstrip()) is not None for v in (pair.original, pair.standin))
    behind = _OPENS_POSSESSIVE.match(pair.after) if not inside else None
    if behind is None:
        return inside == now if inside or now else None
    if now:
        return False
    return len(behind[0]) > 1 or pair.standin[-1:] in "sSxXzZ" or pair.original[-1:] not in "sSxXzZ"


def _keeps_case(pair: Pair) -> bool | None:
    if pair.category not in (Category.NAME, Category.PLACE, Category.ORGANISATION):
        return None
    old, new = (_letter_case(v) for v in (pair.original, pair.standin))
    return None if not old or not new else old == new


def _letter_case(value: str) -> str:
    """Return "upper", "lower", or "capital" if some letter is a capital ("de Souza"); "" without case or for a
    single letter.
    """
    letters = [c for c in value if c.isupper() or c.islower()]
    if len(letters) < 2:
        return ""
    if all(c.isupper() for c in letters):
        return "upper"
    return "capital" if any(c.isupper() for c in letters) else "lower"


def _repeats_no_word(pair: Pair) -> bool | None:
    """Tell whether no word is repeated ("Dr. Dr. Chang", "Lincoln Hospital Hospital") that the original did not
    repeat.
    """
    if not _WORD.search(pair.standin):
        return None
    return _count_repeated_words(pair.before, pair.standin, pair.after) <= _count_repeated_words(
        pair.before, pair.original, pair.after
    )


def _count_repeated_words(before: str, value: str, after: str) -> int:
    """Return the number of repeated words where a value is inserted; repetitions outside count in both texts."""
    text = before[-30:] + value + after[:30]
    found = list(_WORD.finditer(text))
    return sum(
        _canonical_title(a[0]) == _canonical_title(b[0]) and text[a.end() : b.start()].strip(" .\t") == ""
        for a, b in pairwise(found)
    )


def _canonical_title(word: str) -> str:
    plain = folded(word)
    return _SAME_TITLE.get(plain, plain)


def _fits_title(pair: Pair) -> bool | None:
    """Tell whether a title before or inside the stand-in fits: with a name, no second title, and no title of the
    other sex.
    """
    if pair.category is not Category.NAME:
        return None
    before = _TITLE_BEFORE.search(pair.before)
    outside = _canonical_title(before[1]) if before else ""
    if outside not in MALE_TITLES | FEMALE_TITLES | {"dr", "prof"}:
        outside = ""
    inside = title_keys(pair.standin)
    if not outside and not inside:
        return None
    words = name_tokens(pair.standin)
    if not words or (outside and len(title_keys(pair.original)) < len(inside)):
        return False
    given = next((t for t in words if t.kind is Word.GIVEN), None)
    sex = gendered(root_of(given.key)) if given is not None and len(words) > 1 else ""
    title = outside or inside[0]
    return not ((sex == "f" and title in MALE_TITLES) or (sex == "m" and title in FEMALE_TITLES))


def _keeps_length(pair: Pair) -> bool:
    """Tell whether the stand-in has at most twice and at least half as many words."""
    few, many = sorted(len(v.split()) or 1 for v in (pair.original, pair.standin))
    return many <= 2 * few


def _is_plausible_date(pair: Pair) -> bool | None:
    """Tell whether the stand-in of a date exists and lies in a year in which patients live."""
    if pair.category is not Category.DATE or not _is_existing_date(pair.original):
        return None
    year = dates.year_of(pair.standin)
    return _is_existing_date(pair.standin) and (year is None or year in _YEARS)


def _is_existing_date(value: str) -> bool:
    return dates.shift_text(value, 0) is not None or dates.year_of(value) is not None


def _keeps_kind(pair: Pair) -> bool | None:
    """Tell whether the stand-in has no marks of another class ("his lawyer, Pizza Hut") that the original lacks."""
    old, new = pair.original, pair.standin
    match pair.category:
        case Category.NAME:
            foreign = any(c.isdigit() or c in "@/" for c in new) and not any(c.isdigit() or c in "@/" for c in old)
            return (
                not foreign
                and organisation_kinds(new) <= organisation_kinds(old)
                and (_has_listed_names(new) or not _has_listed_names(old))
            )
        case Category.PHONE:
            return _PHONE.fullmatch(new) is not None if _PHONE.fullmatch(old) else None
        case Category.ID:
            return any(c.isdigit() for c in new) == any(c.isdigit() for c in old)
        case Category.PLACE | Category.ORGANISATION:
            place = pair.entity in (Entity.CITY, Entity.COUNTY)
            other = organisation_kinds(new) - organisation_kinds(old) - _IN_TOWNS
            return "@" not in new and "://" not in new and not (place and other)
    return None


def _has_listed_names(value: str) -> bool:
    """Tell whether all words other than initials are in lists of names."""
    keys = [t.key for t in name_tokens(value) if len(t.key) > 1]
    return all(
        any(shares(k)) or k in name_pools.index_of(Kind.FAMILY) or k in name_pools.index_of(Kind.GIVEN) for k in keys
    )
