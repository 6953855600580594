"""Finds names for streets and places: of the pool that has the original, and invented ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from redactor.lexicon.wordlists import listed
from relex.generators._names.name_candidates import invented_names
from relex.generators._shared import place_words
from relex.generators._shared.place_pieces import pool_then_many
from relex.parts import Kind, Part
from relex.prf import KeyedChoice

_INITIALS = "abcdefghklmnprstvw"  # of invented names
_MAX_INVENTED = 300  # invented names behind a pool


def invented_people(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield invented surnames, millions for each initial, as the first of two words where the name has several."""
    letter = _INITIALS[choice.integer(len(_INITIALS), "invented", canonical)]
    lasts = listed("places", "last")
    last = f" {lasts[choice.integer(len(lasts), 'last', canonical)]}" if " " in canonical else ""
    for name in islice(invented_names(letter, Kind.FAMILY, "", choice, "place", canonical), _MAX_INVENTED):
        yield name + last


def similar_names(part: Part, choice: KeyedChoice, tweak: str) -> Iterator[str]:
    """Yield names for a street or place from the pool that has the original, else of its form; then invented ones.

    `tweak` separates streets and places.
    """
    name, invented = part.canonical, invented_people(part.canonical, choice)
    pool = next(
        (p for p in (place_words.street_names(), place_words.two_word_names()) if name in p), None
    ) or place_words.pool_with(name)
    if pool is not None:
        return pool_then_many(part, pool.candidates(name, choice, tweak), invented, listed=True)
    if " " in name or "-" in name:
        rank = choice.integer(place_words.two_word_names().sizes[0], tweak, name)
        alike = place_words.two_word_names().candidates_from(0, rank, choice, tweak)
    else:
        alike = place_words.composed_people(name, choice)
    return pool_then_many(part, alike, invented, listed=False)
