"""What stand-ins for addresses and places share: splitting, fields beside a place, draws from a pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice

from redactor.text import Mention
from relex.generators._shared.formatting import pieces_around_parts
from relex.generators._shared.frequency_bands import FrequencyBands
from relex.generators._shared.town_matcher import PlacedPart
from relex.identity.people import Context
from relex.parts import Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import folded

AddressFields = Mapping[str, str]  # "state" and "country" of the address that a place stands in, as written
Splitter = Callable[[Mention, Context, AddressFields], list[PlacedPart]]


def place_pieces(mention: Mention, context: Context, split: Splitter) -> Pieces:
    """The parts that `split` finds in a mention, and the text between them."""
    fields = {name: value for name, value in mention.parts if name in ("state", "country")}
    return Pieces(tuple(pieces_around_parts(mention.value, split(mention, context, fields))))


def without_original(part: Part, candidates: Iterator[str]) -> Iterator[str]:
    """The candidates that are not the part itself."""
    own = part.canonical.partition("|")[0]
    return (value for value in candidates if folded(value) != own)


def pool_then_many(part: Part, pool: Iterator[str], many: Iterator[str], *, listed: bool) -> Iterator[str]:
    """The candidates of a part: those of its pool, then those of a pool so large that two parts rarely want the same.

    What only texts have comes in any order. A part that the pool lists begins with a stand-in that no other has there,
    and where that is taken, the pool's next may be the first of another, which would make the result depend on who
    comes first. So the large pool comes before it, and before all of a pool that does not list the part.
    """
    if part.recorded:
        return chain(pool, many)
    return chain(islice(pool, int(listed)), many, pool)


def drawn(bands: FrequencyBands, key: str, choice: KeyedChoice, tweak: str) -> Iterator[str]:
    """Values of a pool; a key that the pool lacks draws from its most frequent band."""
    if key in bands:
        return bands.candidates(key, choice, tweak)
    return bands.candidates_from(0, choice.integer(bands.sizes[0], tweak, key), choice, tweak)
