"""Whether a stand-in reads well in its text, rule by rule: RedactOR A.7, contextual coherence.

A rule asks only for what the original had: a note that read "a ulcer" may still read so afterwards. It gives True or
False, or None where it does not apply.
"""

from __future__ import annotations

import re
from itertools import pairwise

from redactor import dates
from redactor.entities import Entity
from redactor.evaluate.relex_attributes import Rules, organisation_kinds_of, titles_of, words_of
from redactor.evaluate.relex_pairs import Category, Pair
from redactor.lexicon.names import gendered, shares
from redactor.lexicon.nicknames import root_of
from redactor.lexicon.titles import FEMALE_TITLES, MALE_TITLES
from relex.generators._names import name_pools
from relex.identity.name_tokens import TokenKind as Word
from relex.parts import Kind
from relex.text_forms import folded

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


def coherent(pair: Pair) -> Rules:
    """All rules of coherence."""
    rules: Rules = {"no tag": not _TAG.search(pair.standin) and bool(pair.standin.strip())}
    if not rules["no tag"]:
        return rules
    return rules | {
        "article": _article(pair),
        "possessive": _possessive(pair),
        "case": _case(pair),
        "no doubled word": _undoubled(pair),
        "title": _title(pair),
        "length": _length(pair),
        "date": _date(pair),
        "kind": _kind(pair),
    }


def _article(pair: Pair) -> bool | None:
    found = _ARTICLE.search(pair.before)
    if found is None:
        return None
    old, new = _takes_an(pair.original), _takes_an(pair.standin)
    if old is None or new is None or old != (found[1].casefold() == "an"):
        return None
    return old == new


def _takes_an(value: str) -> bool | None:
    """Whether a value takes "an"; None for letters that are read out and for values without words."""
    word = value.lstrip(" \"'([")
    first = re.match(r"\w+", word)
    if first is None or (len(first[0]) > 1 and first[0].isupper()) or (len(first[0]) == 1 and first[0].isalpha()):
        return None
    return _VOWEL.match(word) is not None and _CONSONANT.match(word) is None


def _possessive(pair: Pair) -> bool | None:
    """An 's inside the original stays in the stand-in; one behind it fits; "James'" needs a name that ends in s."""
    inside, now = (_POSSESSIVE.search(v.rstrip()) is not None for v in (pair.original, pair.standin))
    behind = _OPENS_POSSESSIVE.match(pair.after) if not inside else None
    if behind is None:
        return inside == now if inside or now else None
    if now:
        return False
    return len(behind[0]) > 1 or pair.standin[-1:] in "sSxXzZ" or pair.original[-1:] not in "sSxXzZ"


def _case(pair: Pair) -> bool | None:
    if pair.category not in (Category.NAME, Category.PLACE, Category.ORGANISATION):
        return None
    old, new = (_case_of(v) for v in (pair.original, pair.standin))
    return None if not old or not new else old == new


def _case_of(value: str) -> str:
    """ "upper", "lower", or "capital" if some letter is ("de Souza"); "" without case or for a single letter."""
    letters = [c for c in value if c.isupper() or c.islower()]
    if len(letters) < 2:
        return ""
    if all(c.isupper() for c in letters):
        return "upper"
    return "capital" if any(c.isupper() for c in letters) else "lower"


def _undoubled(pair: Pair) -> bool | None:
    """No repeated word ("Dr. Dr. Chang", "Lincoln Hospital Hospital") unless the original had it."""
    if not _WORD.search(pair.standin):
        return None
    return _doubles(pair.before, pair.standin, pair.after) <= _doubles(pair.before, pair.original, pair.after)


def _doubles(before: str, value: str, after: str) -> int:
    """The number of repeated words where a value is inserted; repetitions outside count in both texts."""
    text = before[-30:] + value + after[:30]
    found = list(_WORD.finditer(text))
    return sum(_same(a[0]) == _same(b[0]) and text[a.end() : b.start()].strip(" .\t") == "" for a, b in pairwise(found))


def _same(word: str) -> str:
    plain = folded(word)
    return _SAME_TITLE.get(plain, plain)


def _title(pair: Pair) -> bool | None:
    """With a title before or inside it: a name, no second title, and not of the other sex."""
    if pair.category is not Category.NAME:
        return None
    before = _TITLE_BEFORE.search(pair.before)
    outside = _same(before[1]) if before else ""
    if outside not in MALE_TITLES | FEMALE_TITLES | {"dr", "prof"}:
        outside = ""
    inside = titles_of(pair.standin)
    if not outside and not inside:
        return None
    words = words_of(pair.standin)
    if not words or (outside and len(titles_of(pair.original)) < len(inside)):
        return False
    given = next((t for t in words if t.kind is Word.GIVEN), None)
    sex = gendered(root_of(given.key)) if given is not None and len(words) > 1 else ""
    title = outside or inside[0]
    return not ((sex == "f" and title in MALE_TITLES) or (sex == "m" and title in FEMALE_TITLES))


def _length(pair: Pair) -> bool:
    """At most twice and at least half as many words."""
    few, many = sorted(len(v.split()) or 1 for v in (pair.original, pair.standin))
    return many <= 2 * few


def _date(pair: Pair) -> bool | None:
    """If the original is a date, one that exists, in a year in which patients live."""
    if pair.category is not Category.DATE or not _exists(pair.original):
        return None
    year = dates.year_of(pair.standin)
    return _exists(pair.standin) and (year is None or year in _YEARS)


def _exists(value: str) -> bool:
    return dates.shift_text(value, 0) is not None or dates.year_of(value) is not None


def _kind(pair: Pair) -> bool | None:
    """No marks of another class ("his lawyer, Pizza Hut"), except those that the original has."""
    old, new = pair.original, pair.standin
    match pair.category:
        case Category.NAME:
            foreign = any(c.isdigit() or c in "@/" for c in new) and not any(c.isdigit() or c in "@/" for c in old)
            return (
                not foreign
                and organisation_kinds_of(new) <= organisation_kinds_of(old)
                and (_listed(new) or not _listed(old))
            )
        case Category.PHONE:
            return _PHONE.fullmatch(new) is not None if _PHONE.fullmatch(old) else None
        case Category.ID:
            return any(c.isdigit() for c in new) == any(c.isdigit() for c in old)
        case Category.PLACE | Category.ORGANISATION:
            place = pair.entity in (Entity.CITY, Entity.COUNTY)
            other = organisation_kinds_of(new) - organisation_kinds_of(old) - _IN_TOWNS
            return "@" not in new and "://" not in new and not (place and other)
    return None


def _listed(value: str) -> bool:
    """Whether all words other than initials are in lists of names."""
    keys = [t.key for t in words_of(value) if len(t.key) > 1]
    return all(
        any(shares(k)) or k in name_pools.index_of(Kind.FAMILY) or k in name_pools.index_of(Kind.GIVEN) for k in keys
    )
