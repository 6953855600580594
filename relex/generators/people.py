"""Makes stand-ins for people's names, where family names, given names and initials are separate parts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, islice
from string import ascii_lowercase

from redactor.entities import NAMES
from redactor.lexicon import nicknames
from redactor.lexicon.names import HYPHENS, canonical, key_of
from redactor.lexicon.spelling_variants import in_gender_of
from redactor.text import Mention
from relex.generators._names import initials, name_pools
from relex.generators._names.clinician_surnames import clinician_surnames
from relex.generators._names.name_candidates import drawn_names, invented_names, rare_name_candidates
from relex.generators._names.name_pairing import NamePairing, pair_names
from relex.generators._names.name_pools import origin_by_spelling
from relex.generators._shared.mislabelled import is_town
from relex.generators.internet_addresses import Usernames
from relex.generators.towns_and_counties import Cities
from relex.identity import names
from relex.identity.clinicians import CLINICIAN, belongs_to_clinician
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import folded, match_case

_STROKES = str.maketrans("øØłŁđĐıʻ’", "oOlLdDi''", "")
_CITIES, _USERNAMES = Cities(), Usernames()
_USER_NAME = re.compile(r"[a-z][a-z._-]*[a-z][0-9]{1,8}")
_STARTS = 2**32
_INVENTED = 64  # invented names before those of the lists
_WRITTEN_TOGETHER = ("korean", "chinese")  # origins whose double given names are also written in one word
_FEMALE = ("a", "ah", "ia", "ine", "elle", "ette", "lyn", "lynn", "een", "ie", "ina", "yn", "is", "ei", "eh", "anne")
_MALE = ("o", "us", "on", "er", "ick", "ard", "ert", "old", "ian", "vin", "el", "am", "ob", "as", "ev", "im", "ur")


class People:
    """Replaces the names of PERSON, PATIENT and DOCTOR."""

    entities = NAMES
    kinds = frozenset({Kind.FAMILY, Kind.GIVEN, Kind.LETTER})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split a name (`relex.identity.names`); a town or a user name that was taken for a name is split as such."""
        if is_town(mention, context):
            return _CITIES.split(mention, context)
        if mention.part is None and _is_user_name(mention.value, context):
            return _USERNAMES.split(mention, context)
        return names.split_mention(mention, context)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield capital letters for a LETTER, and names with the initial's stand-in for the other kinds."""
        if part.kind is Kind.LETTER:
            return _letter_candidates(part, choice)
        if part.kind is Kind.FAMILY and part.subkind == CLINICIAN:
            return filter(_is_simple, _clinician_candidates(part.canonical, choice, part.recorded))
        own_choice, of_clinician = _own_choice(part, choice), belongs_to_clinician(part)
        found = _name_candidates(part.kind, part.name, own_choice, part.recorded or of_clinician, of_clinician)
        return filter(_is_simple, found) if of_clinician else found

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the case found; a short form of the original becomes a short form of the stand-in, if
        it has one.
        """
        if part.kind is Kind.LETTER:
            return standin.lower() if part.surface.islower() else standin
        if part.kind is Kind.GIVEN and key_of(part.surface) in nicknames.short_forms(part.name):
            short = nicknames.short_forms(folded(standin))
            standin = short[0].capitalize() if short else standin
        if part.surface.isascii():
            standin = without_accents(standin)
        if part.kind is Kind.FAMILY and standin.isascii() and (written := key_of(part.surface)) != part.canonical:
            standin = in_gender_of(written, part.canonical, standin)
        if "-" in standin and part.kind is Kind.GIVEN and HYPHENS.isdisjoint(part.surface):
            standin = _without_hyphen(part.surface, standin)
        return match_case(part.surface, standin)


def _is_simple(standin: str) -> bool:
    """Tell whether a name is one word, or can be written as one."""
    return " " not in standin and ("-" not in standin or name_pools.origin_of(Kind.GIVEN, standin) in _WRITTEN_TOGETHER)


def _without_hyphen(surface: str, standin: str) -> str:
    """Return a double name in the form found, Min Jun or Minjun, in one word only where such names are written so."""
    first, *others = standin.split("-")
    if any(c.isspace() for c in surface.strip()):
        return " ".join((first, *others))
    if name_pools.origin_of(Kind.GIVEN, standin) not in _WRITTEN_TOGETHER:
        return standin
    capitals = any(c.isupper() for c in surface[1:]) and not surface.isupper()
    return first + "".join(others if capitals else map(str.lower, others))


def _is_user_name(value: str, context: Context) -> bool:
    """Tell whether a value is a word in lower case with a number behind it, and no name of the household."""
    return _USER_NAME.fullmatch(value) is not None and not any(
        canonical(value) in (*p.family, *p.given) for p in context.household
    )


@lru_cache(10_000)
def without_accents(name: str) -> str:
    """Return a name in Latin letters without its accents; other names unchanged."""
    if name.isascii() or name_pools.script_of(name[0]) != "LATIN":
        return name
    bare = unicodedata.normalize("NFKD", name.translate(_STROKES))
    return "".join(c for c in bare if unicodedata.category(c) != "Mn")


def _letter_candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    """Yield capital letters in place of an initial."""
    if part.subkind == CLINICIAN and len(part.canonical) > 1:
        yield key_of(next(_clinician_candidates(part.canonical, choice)))[0].upper()
        return
    kind = Kind.FAMILY if part.subkind in ("family", CLINICIAN) else Kind.GIVEN
    draw = initials.drawn_initial if belongs_to_clinician(part) else initials.initial_standin
    choice = _own_choice(part, choice)
    first = name_pools.initial_group(key_of(part.canonical))
    if len(first) > 1:  # a script that is no alphabet: the first character of a name
        for name in _name_candidates(kind, part.canonical, choice):
            yield name[0]
        return
    best = draw(first, kind, choice)
    yield best.upper()
    for letter in initials.letters_alike(best, kind):
        if letter not in (best, first):
            yield letter.upper()


def _own_choice(part: Part, choice: KeyedChoice) -> KeyedChoice:
    """Return the keyed choices for a part; given names of clinicians with one surname have separate choices."""
    return choice.derive(CLINICIAN, part.subkind) if belongs_to_clinician(part) else choice


def _clinician_candidates(canonical: str, choice: KeyedChoice, recorded: bool = False) -> Iterator[str]:
    """Yield surnames over all initials, where all have the initial of the first.

    A recorded surname begins with names of that initial drawn by frequency. For others rare names follow the first:
    they are so many that two surnames of texts rarely compete for one, which would go to the surname that is read
    first.
    """
    key = key_of(canonical)
    places = clinician_surnames(key, choice)
    found = next(places, None)
    if found is None:
        yield from _name_candidates(Kind.FAMILY, canonical, choice, recorded)
        return
    group, best = found
    names, own = name_pools.by_initial(Kind.FAMILY)[group], name_pools.index_of(Kind.FAMILY).get(key)
    start, origin = choice.integer(_STARTS, "leftover", CLINICIAN, key), name_pools.origin_of(Kind.FAMILY, key)
    drawn = _drawn(Kind.FAMILY, key, own, group, choice) if recorded else ()
    rare = rare_name_candidates(Kind.FAMILY, group, "", origin, start, choice)
    seen: set[int] = set()
    others = (nth for _, nth in places)
    for nth in chain(drawn, (best,), *((others, rare) if recorded else (rare, others))):
        if nth not in seen and not (nth == own and group == name_pools.initial_group(key)):
            seen.add(nth)
            yield names.texts[nth]
    if group in ascii_lowercase:
        yield from invented_names(group, Kind.FAMILY, "", choice, key)


def _name_candidates(
    kind: Kind, canonical: str, choice: KeyedChoice, draw: bool = False, draw_initial: bool = False
) -> Iterator[str]:
    """Yield the names paired with the name, then all others of the letter, then invented names.

    With `draw`, names of the letter drawn by frequency come first; `draw_initial` draws the letter too. A given name
    that is in no list and of no origin gets an invented one: a letter has few rare given names, and two names of texts
    must not compete for one, which would go to the name that is read first.
    """
    key = key_of(canonical)
    first = name_pools.initial_group(key)
    letter = (initials.drawn_initial if draw_initial else initials.initial_standin)(first, kind, choice)
    nth = name_pools.index_of(kind).get(key)
    seen: set[int] = set()
    others = name_pools.by_initial(kind).get(letter)
    is_strange = kind is Kind.GIVEN and nth is None and letter in ascii_lowercase and not origin_by_spelling(key)
    if is_strange and not draw_initial:
        yield from islice(_invented_candidates(kind, key, letter, choice), _INVENTED)
    if others is not None:
        drawn = _drawn(kind, key, nth, letter, choice, unlisted=draw_initial) if draw else ()
        for at in chain(drawn, _candidate_indices(kind, key, nth, letter, canonical, choice, texts_only=not draw)):
            if at not in seen and not (nth == at and first == letter):
                seen.add(at)
                yield others.texts[at]
    if letter not in ascii_lowercase:
        letter = ascii_lowercase[choice.integer(26, "letter", kind, letter)]
    yield from _invented_candidates(kind, key, letter, choice)


def _invented_candidates(kind: Kind, key: str, letter: str, choice: KeyedChoice) -> Iterator[str]:
    return invented_names(letter, kind, _sex_of(key, choice) if kind is Kind.GIVEN else "", choice, key)


def _candidate_indices(
    kind: Kind, key: str, nth: int | None, letter: str, canonical: str, choice: KeyedChoice, texts_only: bool
) -> Iterator[int]:
    """Yield indices of the names paired with a name, then of rare names."""
    first = name_pools.initial_group(key)
    if nth is None:
        sex = _sex_of(key, choice) if kind is Kind.GIVEN else " " if " " in canonical else ""
        origin, start = origin_by_spelling(key), choice.integer(_STARTS, "leftover", kind, key)
    else:
        names, pairing = name_pools.by_initial(kind)[first], _pairing(kind, first, letter)
        sex, origin, start = names.sexes[nth], names.origins[nth], pairing.rank[nth]
        paired = pairing.candidates(nth, choice, kind, first)
        if texts_only:  # the second of its band may be the first of another name
            yield from islice(paired, 1)
            yield from rare_name_candidates(kind, letter, sex, origin, start, choice)
        yield from paired
    yield from rare_name_candidates(kind, letter, sex, origin, start, choice)


def _drawn(
    kind: Kind, key: str, nth: int | None, letter: str, choice: KeyedChoice, unlisted: bool = False
) -> Iterator[int]:
    """Yield indices of the names of the letter that are drawn by frequency.

    `nth` is the index of the name itself, None if it has none. `unlisted` includes names that the census lacks; a
    permutation keeps those apart, and rare ones rare.
    """
    if nth is not None:
        names = name_pools.by_initial(kind)[name_pools.initial_group(key)]
        if unlisted or names.weights[nth]:
            return drawn_names(kind, letter, names.sexes[nth], names.origins[nth], key, choice, names.weights[nth] > 0)
    elif unlisted:
        return drawn_names(kind, letter, _sex_of(key, choice), origin_by_spelling(key), key, choice, listed=False)
    return iter(())


@cache
def _pairing(kind: Kind, first: str, letter: str) -> NamePairing:
    """Return the pairing of the names of two initials, built once."""
    by_initial = name_pools.by_initial(kind)
    return pair_names(by_initial[first], by_initial[letter])


@lru_cache(10_000)
def _sex_by_ending(key: str) -> str:
    """Return the sex that the end of a name suggests."""
    ends = [(len(end), sex) for sex, all_ in (("f", _FEMALE), ("m", _MALE)) for end in all_ if key.endswith(end)]
    return max(ends)[1] if ends else ""


def _sex_of(key: str, choice: KeyedChoice) -> str:
    return _sex_by_ending(key) or "fm"[choice.integer(2, "sex", key)]
