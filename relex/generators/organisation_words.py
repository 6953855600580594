"""Sorts the heads of organisations' names into subkinds ("saint", "place", ...) and holds the pools of their stand-ins.

The head is what tells one organisation from others of its kind: "St. Mary" in "St. Mary's Medical Center".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice, product

from redactor.lexicon.places import STATES
from redactor.lexicon.wordlists import listed
from relex.generators._shared import place_words
from relex.generators._shared.formatting import ordinal_candidates, values_of_form
from relex.generators._shared.frequency_bands import FrequencyBands
from relex.generators._shared.gazetteer import state_of, town_key, towns
from relex.generators._shared.place_pieces import pool_then_many
from relex.parts import Part
from relex.prf import KeyedChoice
from relex.text_forms import folded

_FILE = "organisations"
_ACRONYM_LETTERS = "abcdfghjklmnprstvw"
_COMMON_SURNAME = 0.01  # percent; a surname this frequent is preferred to a town of that name
_VOWELS, _CONSONANTS = "aiou", "bdlmnrtv"
_MAX_MADE_UP = 300


@cache
def saints() -> FrequencyBands:
    """Return saints, then pairs of them ("Mary Catherine")."""
    alone = listed(_FILE, "saint")
    return FrequencyBands([alone[:40], alone[40:], [f"{a} {b}" for a, b in product(alone[:60], alone) if a != b]])


@cache
def faiths() -> FrequencyBands:
    """Return names of faith: "Mercy", "Methodist", then "Holy Redeemer", "Our Lady of Lourdes"."""
    pairs = product(listed(_FILE, "faith_first"), listed(_FILE, "faith_last"))
    return FrequencyBands([listed(_FILE, "faith_alone"), [f"{a} {b}" for a, b in pairs]])


@cache
def directions() -> FrequencyBands:
    """Return names with a direction: "North Shore", "Twin Rivers", "Eastside"."""
    firsts, lasts = listed(_FILE, "direction_first"), listed(_FILE, "direction_last")
    return FrequencyBands(
        [[a + b.lower() for a, b in product(firsts[:8], lasts)], [f"{a} {b}" for a, b in product(firsts, lasts)]]
    )


@cache
def natures() -> FrequencyBands:
    """Return names from nature: "Cedar", then "Cedar Ridge"."""
    firsts = listed("places", "first")
    return FrequencyBands([firsts, [f"{a} {b}" for a, b in product(firsts, listed("places", "last")) if a != b]])


@cache
def qualifiers() -> FrequencyBands:
    """Return "Memorial", "Regional", and pairs of them: the heads of names that have no other."""
    alone = [word.capitalize() for word in listed(_FILE, "soft")]
    return FrequencyBands([alone[:14], alone[14:], [f"{a} {b}" for a, b in product(alone, alone) if a != b]])


@cache
def _states() -> FrequencyBands:
    return FrequencyBands([list(STATES.values())])


_POOLS = {
    "saint": saints,
    "faith": faiths,
    "direction": directions,
    "nature": natures,
    "soft": qualifiers,
    "state": _states,
    "generic": natures,
}


@cache
def _brands() -> frozenset[str]:
    return frozenset(listed(_FILE, "brand_known"))


@lru_cache(maxsize=65536)
def subkind_of(name: str) -> str:
    """Return the subkind of a head by its folded words, or "" if no list has it, so that callers try fewer words."""
    if name in faiths():
        return "faith"
    if state_of(name) in STATES and len(name) > 3:
        return "state"
    if name in _brands():
        return "brand"
    if " " in name:
        listed_as = next((subkind for subkind in ("nature", "direction") if name in _POOLS[subkind]()), "")
        return listed_as or ("place" if town_key(name) in towns().national else "")
    if place_words.is_surname(name, _COMMON_SURNAME):
        return "person"
    if town_key(name) in towns().sizable:
        return "place"
    if place_words.pool_with(name) is not None:
        return "person"
    if listed_as := next((subkind for subkind in ("nature", "direction") if name in _POOLS[subkind]()), ""):
        return listed_as
    return "place" if town_key(name) in towns().national else ""


def head_candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    """Yield stand-ins for a head: of its subkind, and as frequent as the head where the list has frequencies."""
    canonical = part.canonical
    match part.subkind:
        case "number":
            return values_of_form(canonical, choice, "number")
        case "ordinal":
            return ordinal_candidates(canonical, choice)
        case "letter" | "acronym":
            return _acronyms(canonical, choice)
        case "brand":
            return _made_up_brands(canonical, choice, more=not part.recorded)
        case "place":
            return _from_pool(towns().national, town_key(canonical), part, choice)
        case "person":
            return _from_pool(place_words.pool_with(canonical) or place_words.surnames(), canonical, part, choice)
    return _from_pool(_POOLS[part.subkind](), canonical.removeprefix("saint "), part, choice)


def _from_pool(bands: FrequencyBands, key: str, part: Part, choice: KeyedChoice) -> Iterator[str]:
    many = place_words.composed_towns(part.canonical, choice)
    if key in bands:
        return pool_then_many(part, bands.candidates(key, choice, part.subkind), many, listed=True)
    last = len(bands.sizes) - 1
    rank = choice.integer(bands.sizes[last], part.subkind, part.canonical)
    return pool_then_many(part, bands.candidates_from(last, rank, choice, part.subkind), many, listed=False)


def _acronyms(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield acronyms of the same length; a final "h" or "c" for hospital or center stays, and others do not end so."""
    alphabets = [_ACRONYM_LETTERS] * len(canonical)
    if len(canonical) > 2:
        last = canonical[-1]
        alphabets[-1] = last if last in "hc" else _ACRONYM_LETTERS.replace("h", "").replace("c", "")
    return (value.upper() for value in islice(values_of_form(canonical, choice, "acronym", alphabets=alphabets), 2000))


def _made_up_brands(canonical: str, choice: KeyedChoice, more: bool) -> Iterator[str]:
    """Yield made-up words, some 90,000 of them ("Velanix"), or with `more` three million longer ones ("Velamorix")."""
    firsts, seconds, lasts = (listed(_FILE, f"brand_{nth}") for nth in ("first", "second", "last"))
    for step in range(_MAX_MADE_UP):
        n = choice.integer(2**64, "brand", canonical, str(step))
        n, first = divmod(n, len(firsts))
        n, second = divmod(n, len(seconds))
        n, last = divmod(n, len(lasts))
        n, vowel = divmod(n, len(_VOWELS))
        middle = _VOWELS[vowel] + _CONSONANTS[n % len(_CONSONANTS)] if more else ""
        yield firsts[first] + middle + seconds[second] + lasts[last]


def saint_key(word: str) -> str:
    """Return a saint's name without the possessive: "mary" for "mary's", "marys" and "mary"; "james" stays."""
    bare = word.removesuffix("'s")
    if bare.endswith("s") and bare not in saints() and bare[:-1] in saints():
        return bare[:-1]
    return folded(bare)
