"""Makes stand-ins for places by name: parks, districts, landmarks, coordinates.

Generic words ("Lake", "Trail") stay; the name and the numbers are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, product

from redactor.entities import Entity
from redactor.lexicon.wordlists import listed, word_set
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared.address_parser import parse_address
from relex.generators._shared.formatting import digits_of_words, ordinal_candidates
from relex.generators._shared.frequency_bands import FrequencyBands
from relex.generators._shared.gazetteer import state_of, town_key, towns
from relex.generators._shared.place_pieces import (
    AddressFields,
    PlacedPart,
    canonical_town,
    drawn,
    extract_towns,
    find_town,
    part_over,
    place_pieces,
    split_address,
    without_original,
)
from relex.generators._shared.street_parser import Token, phrase, tokens
from relex.generators.addresses import render_ordinal
from relex.generators.place_names import similar_names
from relex.generators.states_and_countries import SUBKINDS, StatesAndCountries
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import match_case

_COORDINATE = re.compile(r"-?[0-9]{1,3}\.[0-9]{3,12}")
_FIVE_DIGITS = re.compile("[0-9]{5}")
_STATES_AND_COUNTRIES = StatesAndCountries()


class Places:
    """Replaces places that are no address, town, county, state or country.

    The subkind is "" for a name, "ordinal", "area" for a region ("the North Shore"), "coordinate", or one of states and
    countries.
    """

    entities = frozenset({Entity.LOCATION})
    kinds = frozenset({Kind.PLACE})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split names, towns and numbers off as parts; a value that turns out to be an address is split as such."""
        return place_pieces(mention, context, _split_place)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield names, ordinals, areas or coordinates, by the kind of the part."""
        if part.subkind in SUBKINDS:
            return _STATES_AND_COUNTRIES.candidates(part, choice)
        return without_original(part, _place_candidates(part, choice))

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the case found; an ordinal in digits or words as found."""
        if part.subkind in SUBKINDS:
            return _STATES_AND_COUNTRIES.render(part, standin)
        return render_ordinal(part, standin) if part.subkind == "ordinal" else match_case(part.surface, standin)


# --- Stand-ins ------------------------------------------------------------------------------------------------------


def _place_candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    match part.subkind:
        case "ordinal":
            return ordinal_candidates(part.canonical, choice)
        case "coordinate":
            return _coordinates(part.canonical, choice)
        case "area":
            return drawn(_areas(), part.canonical, choice, "area")
    return similar_names(part, choice, "place")


def _coordinates(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield degrees within the contiguous states, with as many decimals."""
    whole, _, decimals = canonical.partition(".")
    west = whole.startswith("-") or int(whole) > 50
    for step in range(100):
        own = choice.derive("coordinate", canonical, str(step))
        least, span = (100 if len(whole.lstrip("-")) > 2 else 70, 22) if west else (30, 18)
        degrees = least + own.integer(span, "degrees")
        behind = own.integer(10 ** len(decimals), "decimals")
        yield f"{'-' if whole.startswith('-') else ''}{degrees}.{behind:0{len(decimals)}d}"


@cache
def _areas() -> FrequencyBands:
    sides, ends = listed("places", "side"), listed("places", "area_end")
    return FrequencyBands([[f"{a.title()} {b}" for a, b in product(sides, ends)]])


# --- Splitting ------------------------------------------------------------------------------------------------------


def _split_place(mention: Mention, context: Context, fields: AddressFields) -> list[PlacedPart]:
    """Return the parts of a place: towns, names, ordinals and numbers."""
    value = mention.value
    text = fold(value).text
    out: list[PlacedPart] = []
    toks = tokens(text)
    for found in _COORDINATE.finditer(text):
        start, end = fold(value).span(*found.span())
        out.append((start, end, Part(Kind.PLACE, found[0], value[start:end], "coordinate")))
        toks = [
            t
            for t in toks
            if not found.start() <= t.start < found.end() and t.plain not in word_set("places", "direction")
        ]
    coded = len(toks) > 2 and _FIVE_DIGITS.fullmatch(toks[-1].plain) and state_of(toks[-2].raw)
    if toks and not out and (coded or (toks[-1].segment and (parse_address(value, True).state or toks[0].numeric))):
        return split_address(mention, context, fields)
    lines = [list(line) for _, line in groupby(toks, key=lambda t: t.segment)]
    for line in lines:
        if (town := find_town(value, line, context, fields)) is not None:
            out.append(town)
            toks = [t for t in toks if t.segment != line[0].segment]
    toks, found_towns = extract_towns(value, toks, context, fields)
    out.extend(found_towns)
    generic = word_set("places", "generic")
    at = 0
    while at < len(toks):
        end = at
        while (
            end < len(toks)
            and toks[end].segment == toks[at].segment
            and not (toks[end].numeric or toks[end].plain in generic)
        ):
            end += 1
        if end > at:
            out.append(_name_part(value, toks[at:end], context, fields, alone=end - at == len(toks)))
            at = end
        else:
            if toks[at].numeric:
                out.append(part_over(value, toks[at : at + 1], Kind.HOUSE, toks[at].plain))
            at += 1
    return sorted(out, key=lambda placed: placed[0]) or _generic_part(value, toks)


def _generic_part(value: str, toks: Sequence[Token]) -> list[PlacedPart]:
    """Return the distinctive words of a place with a generic name: "the North Shore", "Harbor Trail"."""
    area = [t for t in toks if t.plain not in ("the", "a", "of", "in", "at", "near")]
    if len(area) > 1 and any(t.plain in word_set("places", "side") for t in area):
        return [part_over(value, area, Kind.PLACE, phrase(area), "area")]
    head = next((t for t in area[:-1] if t.plain in word_set("places", "nameable")), None)
    return [] if head is None else [part_over(value, [head], Kind.PLACE, head.plain)]


def _name_part(
    value: str, toks: Sequence[Token], context: Context, fields: AddressFields, *, alone: bool
) -> PlacedPart:
    """Return the part of a run of distinctive words."""
    name = phrase(toks)
    if len(name) == 1 and not alone:
        return part_over(value, toks, Kind.HOUSE, name)  # the B of "412-B"
    if name in digits_of_words() or (len(toks) == 1 and toks[0].plain[0].isdigit()):
        return part_over(value, toks, Kind.PLACE, digits_of_words().get(name, name), "ordinal")
    if alone and town_key(name) in towns().homes:
        return part_over(
            value, toks, Kind.CITY, canonical_town(name, fields.get("state", ""), fields.get("country", ""), context)
        )
    return part_over(value, toks, Kind.PLACE, name)
