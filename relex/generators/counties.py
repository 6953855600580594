"""Stand-ins for counties: another county of the same state."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared.address_parser import county_piece
from relex.generators._shared.gazetteer import counties, home_of_county, state_of
from relex.generators._shared.place_pieces import AddressFields, place_pieces, pool_then_many, without_original
from relex.generators._shared.street_parser import phrase, tokens
from relex.generators._shared.town_matcher import PlacedPart, part_over
from relex.generators.place_names import invented_people
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import match_case


class Counties:
    """Counties and parishes; the word "County" and a state behind it stay."""

    entities = frozenset({Entity.COUNTY})
    kinds = frozenset({Kind.COUNTY})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """The county's name as a part."""
        return place_pieces(mention, context, split_county)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Counties of the state, then invented surnames."""
        return without_original(part, _names(part, choice))

    def render(self, part: Part, standin: str) -> str:
        """In the case found."""
        return match_case(part.surface, standin)


def _names(part: Part, choice: KeyedChoice) -> Iterator[str]:
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
    """The name of the county that a value names."""
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
