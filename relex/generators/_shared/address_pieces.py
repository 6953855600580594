"""An address as parts: street names, numbers, towns, counties and post codes."""

from __future__ import annotations

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators._shared.address_parser import parse_address
from relex.generators._shared.gazetteer import canonical_zip, home_of_county
from relex.generators._shared.place_pieces import AddressFields
from relex.generators._shared.street_parser import PieceKind
from relex.generators._shared.town_matcher import PlacedPart, canonical_town
from relex.identity.people import Context
from relex.parts import Kind, Part


def split_address(mention: Mention, context: Context, fields: AddressFields) -> list[PlacedPart]:
    """The parts of an address in order; what lies between them stays."""
    whole = mention.entity in (Entity.ADDRESS, Entity.CITY, Entity.LOCATION)
    parsed = parse_address(mention.value, whole)
    state = parsed.state or fields.get("state", "")
    country = parsed.country or fields.get("country", "")
    out = []
    for piece in parsed.pieces:
        canonical, subkind, kind = piece.text, piece.subkind, Kind(piece.kind)
        if piece.kind is PieceKind.STREET and mention.entity is Entity.CITY and not subkind:
            kind = Kind.CITY
        if kind is Kind.CITY:
            canonical = canonical_town(canonical, state, country, context)
        elif kind is Kind.COUNTY:
            canonical = f"{canonical}|{home_of_county(canonical, state, context)}"
        elif kind is Kind.ZIP and not subkind:
            canonical = canonical_zip(canonical, state, context)
        surface = mention.value[piece.start : piece.end]
        out.append((piece.start, piece.end, Part(kind, canonical, surface, subkind)))
    return out
