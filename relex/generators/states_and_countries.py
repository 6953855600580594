"""Makes stand-ins for states, provinces and countries that stand alone; those inside an address stay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from redactor.entities import Entity
from redactor.lexicon.places import STATES
from redactor.lexicon.wordlists import listed
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared.frequency_bands import FrequencyBands
from relex.generators._shared.gazetteer import country_codes, country_names, country_of, state_of
from relex.generators._shared.place_pieces import (
    AddressFields,
    PlacedPart,
    drawn,
    part_over,
    place_pieces,
    without_original,
)
from relex.generators._shared.street_parser import phrase, tokens
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import match_case

SUBKINDS = frozenset({"state", "province", "country"})


class StatesAndCountries:
    """Replaces states, provinces and countries, whose parts are PLACE parts that `Places` passes on by subkind."""

    entities = frozenset({Entity.STATE, Entity.COUNTRY})
    kinds: frozenset[Kind] = frozenset()

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split the whole name off as a part, with one of SUBKINDS as its subkind."""
        return place_pieces(mention, context, _split_country if mention.entity is Entity.COUNTRY else _split_state)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield codes of states and countries, or names of provinces."""
        return without_original(part, _candidates(part, choice))

    def render(self, part: Part, standin: str) -> str:
        """Return a code or a name, as found."""
        if part.subkind == "state":
            short = len(part.surface) <= 3 and part.surface.isalpha()
            return match_case(part.surface, standin if short else STATES.get(standin, standin))
        if part.subkind == "country":
            bare = part.surface.replace(".", "")
            short = bare.isupper() and (bare in country_names() or bare in country_codes())
            return standin if short else match_case(part.surface, country_names().get(standin, standin))
        return match_case(part.surface, standin)


def _split_state(mention: Mention, context: Context, fields: AddressFields) -> list[PlacedPart]:
    toks = tokens(fold(mention.value).text)
    if not toks:
        return []
    state = state_of(mention.value)
    if state in STATES:
        return [part_over(mention.value, toks, Kind.PLACE, state.lower(), "state")]
    return [part_over(mention.value, toks, Kind.PLACE, phrase(toks), "province")]


def _split_country(mention: Mention, context: Context, fields: AddressFields) -> list[PlacedPart]:
    toks = tokens(fold(mention.value).text)
    if not toks:
        return []
    code = country_of(mention.value)
    return [part_over(mention.value, toks, Kind.PLACE, code.lower() or phrase(toks), "country")]


def _candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    match part.subkind:
        case "state":
            return _states().candidates(part.canonical, choice, "state")
        case "country":
            return drawn(_countries(), part.canonical, choice, "country")
    return drawn(_provinces(), part.canonical, choice, "province")


@cache
def _states() -> FrequencyBands:
    return FrequencyBands([[code for code in STATES if code not in ("PR", "GU", "VI")], ["PR", "GU", "VI"]])


@cache
def _provinces() -> FrequencyBands:
    return FrequencyBands([listed("places", "province")])


@cache
def _countries() -> FrequencyBands:
    return FrequencyBands([sorted(country_names())])
