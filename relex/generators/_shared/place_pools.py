"""What the parts of addresses and places can become: pools and forms by kind, permuted by the key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from string import ascii_lowercase, digits
from types import MappingProxyType

from redactor.lexicon.places import STATES, zip_starts
from relex.generators._shared import place_words
from relex.generators._shared.formatting import formatted, others
from relex.generators._shared.frequency_bands import Bands
from relex.generators._shared.gazetteer import counties, country_names, towns
from relex.generators._shared.street_parser import ordinal
from relex.generators._shared.wordlists import listed
from relex.parts import Kind, Part
from relex.prf import KeyedChoice

_CANADIAN = re.compile(r"[a-z][0-9][a-z][0-9][a-z][0-9]")
_CANADIAN_LETTERS = "abceghjklmnprstvwxyz"
_LAST_ORDINALS = (12, 20, 60, 150, 999, 9999)


def drawn(part: Part, choice: KeyedChoice) -> Iterator[str]:
    """Stand-ins of the part's kind, best first; now and then the part itself among them."""
    return _DRAWN[part.kind](part, choice)


def _cities(part: Part, choice: KeyedChoice) -> Iterator[str]:
    key, _, where = part.canonical.rpartition("|")
    bands = towns().bands.get(where)
    if bands is not None and key in bands:
        yield from bands.walk(key, choice, "city", where)
    elif bands is not None and where.startswith("."):
        last = len(bands.sizes) - 1
        yield from bands.walk_from(
            last, choice.number(bands.sizes[last], "city", part.canonical), choice, "city", where
        )
    yield from place_words.composed_towns(part.canonical, choice)


def _counties(part: Part, choice: KeyedChoice) -> Iterator[str]:
    key, _, where = part.canonical.rpartition("|")
    bands = counties().get(where)
    if bands is not None and key in bands:
        yield from bands.walk(key, choice, "county", where)
    elif bands is not None:
        yield from bands.walk_from(0, choice.number(bands.sizes[0], "county", key), choice, "county", where)
    yield from place_words.composed_people(part.canonical, choice)


def _houses(part: Part, choice: KeyedChoice) -> Iterator[str]:
    if part.subkind == "word":
        return _number_words().walk(part.canonical, choice, "number word")
    return formatted(part.canonical, choice, "house")


def _zips(part: Part, choice: KeyedChoice) -> Iterator[str]:
    code = part.canonical
    if part.subkind == "plus4":
        return formatted(code[-4:], choice, "plus4", code[:5], alphabets=[digits] * 4)
    if part.subkind == "foreign":
        if _CANADIAN.fullmatch(code):  # the first letter is the province's, as a state's ZIP codes are
            places = [_CANADIAN_LETTERS if c.isalpha() else digits for c in code]
            return formatted(code, choice, "canada", alphabets=[code[0], *places[1:]])
        return formatted(code, choice, "postcode", alphabets=[digits if c.isdigit() else ascii_lowercase for c in code])
    starts, nth = zip_starts(code[:3])
    size, at = (len(starts) * 100, nth * 100 + int(code[3:])) if not part.subkind else (len(starts), nth)
    return _in_state(starts, size, at, choice)


def _in_state(starts: Sequence[str], size: int, at: int, choice: KeyedChoice) -> Iterator[str]:
    found = others(size, at, choice, "zip", starts[0])
    return (f"{starts[n // 100]}{n % 100:02d}" if size > len(starts) else starts[n] for n in found)


def _streets(part: Part, choice: KeyedChoice) -> Iterator[str]:
    match part.subkind:
        case "ordinal":
            return ordinals(part.canonical, choice)
        case "letter":
            return formatted(part.canonical, choice, "letter") if part.canonical.isascii() else _letters(part, choice)
        case "fr" | "es" | "it" | "de":
            return _foreign(part, choice)
    return place_words.named(part.canonical, choice, "street")


def _letters(part: Part, choice: KeyedChoice) -> Iterator[str]:
    return (ascii_lowercase[choice.number(26, "letter", part.canonical, str(step))] for step in range(100))


def _foreign(part: Part, choice: KeyedChoice) -> Iterator[str]:
    bands = place_words.abroad(part.subkind)
    if part.canonical in bands:
        return bands.walk(part.canonical, choice, "street", part.subkind)
    band = len(bands.sizes) - 1
    return bands.walk_from(
        band, choice.number(bands.sizes[band], "street", part.canonical), choice, "street", part.subkind
    )


def ordinals(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Ordinals of like size: "4th" among those up to twelve."""
    number = int(re.sub(r"[^0-9]", "", canonical) or 0)
    low = 1
    for high in _LAST_ORDINALS:
        if low <= number <= high:
            yield from (ordinal(low + n) for n in others(high - low + 1, number - low, choice, "ordinal", str(low)))
        low = high + 1
    yield from (ordinal(1 + choice.number(150, "ordinal", canonical, str(step))) for step in range(200))


def _places(part: Part, choice: KeyedChoice) -> Iterator[str]:
    match part.subkind:
        case "state":
            return _states().walk(part.canonical, choice, "state")
        case "country":
            return _walk(_nations(), part.canonical, choice, "country")
        case "province":
            return _walk(_provinces(), part.canonical, choice, "province")
        case "ordinal":
            return ordinals(part.canonical, choice)
        case "coordinate":
            return _coordinates(part.canonical, choice)
        case "area":
            return _walk(_areas(), part.canonical, choice, "area")
    return place_words.named(part.canonical, choice, "place")


def _walk(bands: Bands, key: str, choice: KeyedChoice, tweak: str) -> Iterator[str]:
    if key in bands:
        return bands.walk(key, choice, tweak)
    return bands.walk_from(0, choice.number(bands.sizes[0], tweak, key), choice, tweak)


def _coordinates(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Degrees within the contiguous states, with as many decimals."""
    whole, _, decimals = canonical.partition(".")
    west = whole.startswith("-") or int(whole) > 50
    for step in range(100):
        own = choice.bound("coordinate", canonical, str(step))
        least, span = (100 if len(whole.lstrip("-")) > 2 else 70, 22) if west else (30, 18)
        degrees = least + own.number(span, "degrees")
        behind = own.number(10 ** len(decimals), "decimals")
        yield f"{'-' if whole.startswith('-') else ''}{degrees}.{behind:0{len(decimals)}d}"


@cache
def _number_words() -> Bands:
    return Bands([listed("places", "number")])


@cache
def _states() -> Bands:
    return Bands([[code for code in STATES if code not in ("PR", "GU", "VI")], ["PR", "GU", "VI"]])


@cache
def _provinces() -> Bands:
    return Bands([listed("places", "province")])


@cache
def _nations() -> Bands:
    return Bands([sorted(country_names())])


@cache
def _areas() -> Bands:
    sides, ends = listed("places", "side"), listed("places", "area_end")
    return Bands([[f"{a.title()} {b}" for a, b in product(sides, ends)]])


_DRAWN: Mapping[Kind, Callable[[Part, KeyedChoice], Iterator[str]]] = MappingProxyType({
    Kind.CITY: _cities, Kind.COUNTY: _counties, Kind.STREET: _streets, Kind.HOUSE: _houses, Kind.ZIP: _zips,
    Kind.PLACE: _places,
})  # fmt: skip
