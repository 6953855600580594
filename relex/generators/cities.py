"""Stand-ins for cities: another town of the same state and of similar size."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared import place_words
from relex.generators._shared.address_pieces import split_address
from relex.generators._shared.gazetteer import state_of, town_key, towns
from relex.generators._shared.place_pieces import AddressFields, place_pieces, pool_then_many, without_original
from relex.generators._shared.street_parser import phrase, tokens
from relex.generators._shared.town_matcher import (
    BESIDE_TOWN,
    PlacedPart,
    canonical_town,
    find_town,
    part_over,
    trailing_state,
)
from relex.generators.counties import split_county
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import match_case


class Cities:
    """Cities and towns; "near", "downtown" and a state behind a town stay."""

    entities = frozenset({Entity.CITY})
    kinds = frozenset({Kind.CITY})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """The town as a part; a value that turns out to be an address or a county as such."""
        return place_pieces(mention, context, _split)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Towns of the state in the part's frequency band, then made-up ones."""
        return without_original(part, _towns(part, choice))

    def render(self, part: Part, standin: str) -> str:
        """In the case found; an abbreviation such as "NYC" says nothing about the case."""
        if len(part.surface) <= 3 and part.surface.isupper():
            return standin
        return match_case(part.surface, standin)


def _towns(part: Part, choice: KeyedChoice) -> Iterator[str]:
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


def _split(mention: Mention, context: Context, fields: AddressFields) -> list[PlacedPart]:
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
