"""Heads of organisations' names, which sort each is of ("saint", "place", ...), and the pools of their stand-ins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice, product

from redactor.lexicon.places import STATES
from redactor.lexicon.wordlists import listed
from relex.generators._shared import place_words
from relex.generators._shared.formatting import formatted
from relex.generators._shared.frequency_bands import Bands
from relex.generators._shared.gazetteer import state_of, town_key, towns
from relex.generators._shared.ordinals import ordinal_candidates
from relex.prf import KeyedChoice
from relex.text_forms import folded

_FILE = "organisations"
_ACRONYM_LETTERS = "abcdfghjklmnprstvw"
_KNOWN_SURNAME = 0.01  # percent: one that is as frequent is meant rather than a town of the name
_MORE = 300


@cache
def saints() -> Bands:
    """Saints, then two of them ("Mary Catherine")."""
    alone = listed(_FILE, "saint")
    return Bands([alone[:40], alone[40:], [f"{a} {b}" for a, b in product(alone[:60], alone) if a != b]])


@cache
def faiths() -> Bands:
    """ "Mercy", "Methodist"; "Holy Redeemer", "Our Lady of Lourdes" """
    pairs = product(listed(_FILE, "faith_first"), listed(_FILE, "faith_last"))
    return Bands([listed(_FILE, "faith_alone"), [f"{a} {b}" for a, b in pairs]])


@cache
def directions() -> Bands:
    """ "North Shore", "Twin Rivers", "Eastside" """
    firsts, lasts = listed(_FILE, "direction_first"), listed(_FILE, "direction_last")
    return Bands(
        [[a + b.lower() for a, b in product(firsts[:8], lasts)], [f"{a} {b}" for a, b in product(firsts, lasts)]]
    )


@cache
def natures() -> Bands:
    """ "Cedar"; "Cedar Ridge" """
    firsts = listed("places", "first")
    return Bands([firsts, [f"{a} {b}" for a, b in product(firsts, listed("places", "last")) if a != b]])


@cache
def softs() -> Bands:
    """ "Memorial", "Regional", and two of them: what a name is made of that has no other head."""
    alone = [word.capitalize() for word in listed(_FILE, "soft")]
    return Bands([alone[:14], alone[14:], [f"{a} {b}" for a, b in product(alone, alone) if a != b]])


@cache
def _states() -> Bands:
    return Bands([list(STATES.values())])


_SORTS = {
    "saint": saints,
    "faith": faiths,
    "direction": directions,
    "nature": natures,
    "soft": softs,
    "state": _states,
    "generic": natures,
}


@cache
def _brands() -> frozenset[str]:
    return frozenset(listed(_FILE, "brand_known"))


@lru_cache(maxsize=65536)
def sort_of(name: str) -> str:
    """The sort of a head by its folded words, "" where no list has it: a caller tries shorter ones then."""
    if name in faiths():
        return "faith"
    if state_of(name) in STATES and len(name) > 3:
        return "state"
    if name in _brands():
        return "brand"
    if " " in name:
        listed_as = next((sort for sort in ("nature", "direction") if name in _SORTS[sort]()), "")
        return listed_as or ("place" if town_key(name) in towns().national else "")
    if place_words.is_surname(name, _KNOWN_SURNAME):
        return "person"
    if town_key(name) in towns().sizable:
        return "place"
    if place_words.people(name) is not None:
        return "person"
    if listed_as := next((sort for sort in ("nature", "direction") if name in _SORTS[sort]()), ""):
        return listed_as
    return "place" if town_key(name) in towns().national else ""


def heads(canonical: str, sort: str, choice: KeyedChoice) -> Iterator[str]:
    """Stand-ins of a head: of its sort and as frequent as it is, where a list tells."""
    match sort:
        case "number":
            return formatted(canonical, choice, "number")
        case "ordinal":
            return ordinal_candidates(canonical, choice)
        case "letter" | "acronym":
            return _acronyms(canonical, choice)
        case "brand":
            return _invented(canonical, choice)
        case "place":
            return _of(towns().national, town_key(canonical), canonical, choice, sort)
        case "person":
            return _of(place_words.people(canonical) or place_words.surnames(), canonical, canonical, choice, sort)
    return _of(_SORTS[sort](), canonical.removeprefix("saint "), canonical, choice, sort)


def _of(bands: Bands, key: str, canonical: str, choice: KeyedChoice, sort: str) -> Iterator[str]:
    if key in bands:
        yield from bands.walk(key, choice, sort)
    else:
        last = len(bands.sizes) - 1
        yield from bands.walk_from(last, choice.number(bands.sizes[last], sort, canonical), choice, sort)
    yield from place_words.composed_towns(canonical, choice)


def _acronyms(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """As many letters; a last one that says hospital or center stays."""
    keep = 1 if len(canonical) > 2 and canonical[-1] in "hc" else 0
    free = len(canonical) - keep
    alphabets = [_ACRONYM_LETTERS if at < free else ch for at, ch in enumerate(canonical)]
    return (value.upper() for value in islice(formatted(canonical, choice, "acronym", alphabets=alphabets), 2000))


def _invented(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Words that are none, of some 90,000: "Velanix"."""
    firsts, seconds, lasts = (listed(_FILE, f"brand_{nth}") for nth in ("first", "second", "last"))
    for step in range(_MORE):
        n = choice.number(2**64, "brand", canonical, str(step))
        n, first = divmod(n, len(firsts))
        n, second = divmod(n, len(seconds))
        yield firsts[first] + seconds[second] + lasts[n % len(lasts)]


def saint_key(word: str) -> str:
    """A saint's name without the possessive: "mary's", "marys" and "mary" are "mary"; "james" stays."""
    bare = word.removesuffix("'s")
    if bare.endswith("s") and bare not in saints() and bare[:-1] in saints():
        return bare[:-1]
    return folded(bare)
