"""Stand-ins for people: family names, given names, initials, each part by itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from string import ascii_lowercase

from redactor.entities import NAMES
from redactor.lexicon import nicknames
from redactor.lexicon.names import key_of
from redactor.text import Mention
from relex.generators._shared import initials, name_pools
from relex.generators._shared.name_origins import told
from relex.generators._shared.name_pairing import Pairing, pair
from relex.generators._shared.name_splicing import spliced
from relex.generators._shared.rare_names import leftover
from relex.identity import names
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import folded, match_case

_STROKES = str.maketrans("øØłŁđĐıʻ’", "oOlLdDi''", "")
_STARTS = 2**32
_FEMALE = ("a", "ah", "ia", "ine", "elle", "ette", "lyn", "lynn", "een", "ie", "ina", "yn", "is", "ei", "eh", "anne")
_MALE = ("o", "us", "on", "er", "ick", "ard", "ert", "old", "ian", "vin", "el", "am", "ob", "as", "ev", "im", "ur")


class People:
    """PERSON, PATIENT and DOCTOR."""

    entities = NAMES
    kinds = frozenset({Kind.FAMILY, Kind.GIVEN, Kind.LETTER})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """A name taken apart; see relex.identity.names."""
        return names.split_mention(mention, context)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """A LETTER's stand-ins are single letters, upper case; the others' names that begin with the letter's first."""
        if part.kind is Kind.LETTER:
            return _letters(part, choice)
        return _names(part.kind, part.canonical, choice)

    def render(self, part: Part, standin: str) -> str:
        """In the case found; for a short form of the original a short form of the stand-in, where it has one."""
        if part.kind is Kind.LETTER:
            return standin.lower() if part.surface.islower() else standin
        if part.kind is Kind.GIVEN and key_of(part.surface) in nicknames.short_forms(part.canonical):
            short = nicknames.short_forms(folded(standin))
            standin = short[0].capitalize() if short else standin
        return match_case(part.surface, plain(standin) if part.surface.isascii() else standin)


@lru_cache(10_000)
def plain(name: str) -> str:
    """A name in Latin letters without its accents; others as they are."""
    if name.isascii() or name_pools.script(name[0]) != "LATIN":
        return name
    bare = unicodedata.normalize("NFKD", name.translate(_STROKES))
    return "".join(c for c in bare if unicodedata.category(c) != "Mn")


def _letters(part: Part, choice: KeyedChoice) -> Iterator[str]:
    kind = Kind.FAMILY if part.subkind == "family" else Kind.GIVEN
    first = name_pools.initial(key_of(part.canonical))
    if len(first) > 1:  # no alphabet: the first character of a name
        for name in _names(kind, part.canonical, choice):
            yield name[0]
        return
    best = initials.standin(first, kind, choice)
    yield best.upper()
    for letter in initials.alike(best, kind):
        if letter not in (best, first):
            yield letter.upper()


def _names(kind: Kind, canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Those that stand against the name, then every other one of its letter; names made up only when all are out."""
    key = key_of(canonical)
    first = name_pools.initial(key)
    letter = initials.standin(first, kind, choice)
    nth = name_pools.known(kind).get(key)
    seen: set[int] = set()
    others = name_pools.by_initial(kind).get(letter)
    if others is not None:
        for at in _places(kind, key, nth, letter, canonical, choice):
            if at not in seen and not (nth == at and first == letter):
                seen.add(at)
                yield others.texts[at]
    if letter not in ascii_lowercase:
        letter = ascii_lowercase[choice.number(26, "letter", kind, letter)]
    yield from spliced(letter, kind, _sex(key, choice) if kind is Kind.GIVEN else "", choice, key)


def _places(kind: Kind, key: str, nth: int | None, letter: str, canonical: str, choice: KeyedChoice) -> Iterator[int]:
    first = name_pools.initial(key)
    if nth is None:
        sex = _sex(key, choice) if kind is Kind.GIVEN else " " if " " in canonical else ""
        origin, start = told(key), choice.number(_STARTS, "leftover", kind, key)
    else:
        names, stands = name_pools.by_initial(kind)[first], _pairing(kind, first, letter)
        sex, origin, start = names.sexes[nth], names.origins[nth], stands.rank[nth]
        yield from stands.walk(nth, choice, kind, first)
    yield from leftover(kind, letter, sex, origin, start, choice)


@cache
def _pairing(kind: Kind, first: str, letter: str) -> Pairing:
    by_initial = name_pools.by_initial(kind)
    return pair(by_initial[first], by_initial[letter])


@lru_cache(10_000)
def _ending(key: str) -> str:
    """The sex that a name's end speaks for."""
    ends = [(len(end), sex) for sex, all_ in (("f", _FEMALE), ("m", _MALE)) for end in all_ if key.endswith(end)]
    return max(ends)[1] if ends else ""


def _sex(key: str, choice: KeyedChoice) -> str:
    return _ending(key) or "fm"[choice.number(2, "sex", key)]
