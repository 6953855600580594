"""Makes stand-ins for towns and counties: another one of the same state, and of similar size where sizes are known."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared import place_words
from relex.generators._shared.address_parser import county_piece
from relex.generators._shared.gazetteer import counties, home_of_county, state_of, town_key, towns
from relex.generators._shared.place_pieces import (
    BESIDE_TOWN,
    AddressFields,
    PlacedPart,
    canonical_town,
    find_town,
    part_over,
    place_pieces,
    pool_then_many,
    split_address,
    trailing_state,
    without_original,
)
from relex.generators._shared.street_parser import phrase, tokens
from relex.generators.place_names import invented_people
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import match_case


class Counties:
    """Replaces counties and parishes; the word "County" and a state behind it stay."""

    entities = frozenset({Entity.COUNTY})
    kinds = frozenset({Kind.COUNTY})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split the county's name off as a part."""
        return place_pieces(mention, context, split_county)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield counties of the state, then invented surnames."""
        return without_original(part, _county_candidates(part, choice))

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the case found."""
        return match_case(part.surface, standin)


def _county_candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    key, _, home = part.canonical.rpartition("|")
    bands = counties().get(home)
    invented = invented_people(part.canonical, choice)
    if bands is None:
        return invented
    if key in bands:
        return pool_then_many(part, bands.candidates(key, choice, "county", home), invented, listed=True)
    rank = choice.integer(bands.sizes[0], "county", key)
    return pool_then_many(part, bands.candidates_from(0, rank, choice, "county", home), invented, listed=False)


def split_county(mention: Mention, context: Context, fields: AddressFields) -> list[PlacedPart]:
    """Return the name of the county in a value, as a part."""
    value = mention.value
    toks = tokens(fold(value).text)
    state = fields.get("state", "")
    last = [t for t in toks if t.segment == toks[-1].segment]
    if len(last) < len(toks) and state_of(phrase(last)):
        state, toks = phrase(last), toks[: -len(last)]
    if not toks:
        return []
    start, end, _, name, _ = county_piece(toks)
    run = [t for t in toks if start <= t.start and t.end <= end]
    return [part_over(value, run, Kind.COUNTY, f"{name}|{home_of_county(name, state, context)}")]


class Cities:
    """Replaces cities and towns; "near", "downtown" and a state behind a town stay."""

    entities = frozenset({Entity.CITY})
    kinds = frozenset({Kind.CITY})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split the town off as a part; a value that turns out to be an address or a county is split as such."""
        return place_pieces(mention, context, _split_city)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield towns of the state in the part's frequency band, then made-up ones."""
        return without_original(part, _town_candidates(part, choice))

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the case found; an abbreviation such as "NYC" says nothing about the case."""
        if len(part.surface) <= 3 and part.surface.isupper():
            return standin
        return match_case(part.surface, standin)


def _town_candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    key, _, home = part.canonical.rpartition("|")
    bands = towns().bands.get(home)
    composed = place_words.composed_towns(part.canonical, choice)
    if bands is not None and key in bands:
        return pool_then_many(part, bands.candidates(key, choice, "city", home), composed, listed=True)
    if bands is None or not home.startswith("."):
        return composed
    last = len(bands.sizes) - 1
    rank = choice.integer(bands.sizes[last], "city", part.canonical)
    return pool_then_many(part, bands.candidates_from(last, rank, choice, "city", home), composed, listed=False)


def _split_city(mention: Mention, context: Context, fields: AddressFields) -> list[PlacedPart]:
    toks = tokens(fold(mention.value).text)
    if not toks:
        return []
    if not toks[-1].segment and not any(t.numeric for t in toks) and trailing_state(mention.value, toks):
        town = find_town(mention.value, toks, context, fields)
        return [] if town is None else [town]
    if toks[-1].segment or any(t.numeric for t in toks) or state_of(toks[-1].raw):
        found = split_address(mention, context, fields)
        if any(part.kind is Kind.CITY for _, _, part in found):
            return found
    if len(toks) > 2 and toks[0].plain in ("city", "town", "village", "greater") and toks[1].plain == "of":
        toks = toks[2:]
    while len(toks) > 1 and toks[0].raw in BESIDE_TOWN:
        toks = toks[1:]
    while len(toks) > 1 and toks[-1].raw in BESIDE_TOWN:
        toks = toks[:-1]
    name = phrase(toks)
    if len(toks) > 1 and toks[-1].plain in ("county", "parish") and town_key(name) not in towns().homes:
        return split_county(mention, context, fields)
    town_name = canonical_town(name, fields.get("state", ""), fields.get("country", ""), context)
    return [part_over(mention.value, toks, Kind.CITY, town_name)]
