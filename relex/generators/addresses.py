"""Makes stand-ins for addresses and streets: another street name, another house number.

An address in a text has the same parts as the fields of a structured one, so that both get the same stand-ins. States
and countries inside an address stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase

from redactor.entities import Entity
from redactor.lexicon.wordlists import listed
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared import place_words
from relex.generators._shared.formatting import in_form_of, ordinal_candidates, values_of_form, words_of_digits
from relex.generators._shared.frequency_bands import FrequencyBands
from relex.generators._shared.place_pieces import place_pieces, pool_then_many, split_address, without_original
from relex.generators.place_names import similar_names
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import match_case


class Addresses:
    """Replaces whole addresses and street lines; towns, counties and ZIP codes in them belong to other generators."""

    entities = frozenset({Entity.ADDRESS, Entity.STREET})
    kinds = frozenset({Kind.STREET, Kind.HOUSE})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split street names, numbers, towns and codes off as parts; "St", "Apt", "PO Box", states and
        countries stay.
        """
        return place_pieces(mention, context, split_address)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield street names of the part's language, or numbers of its length."""
        return without_original(
            part, (_house_number_candidates if part.kind is Kind.HOUSE else _street_candidates)(part, choice)
        )

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the capitals and separators found; an ordinal in digits or words as found."""
        match part.kind, part.subkind:
            case (_, "letter"):
                return standin.upper() if part.surface.isupper() else standin
            case (Kind.HOUSE, "word"):
                return match_case(part.surface, standin)
            case (Kind.HOUSE, _):
                return in_form_of(fold(part.surface).text, standin)
            case (_, "ordinal"):
                return render_ordinal(part, standin)
        return match_case(part.surface, standin)


def render_ordinal(part: Part, standin: str) -> str:
    """Return an ordinal in words where the original is in words and the stand-in has them."""
    word = "" if any(c.isdigit() for c in part.surface) else words_of_digits().get(standin, "")
    return match_case(part.surface, word or standin)


def _house_number_candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    if part.subkind == "word":
        return _number_words().candidates(part.canonical, choice, "number word")
    return values_of_form(part.canonical, choice, "house")


@cache
def _number_words() -> FrequencyBands:
    return FrequencyBands([listed("places", "number")])


def _street_candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    match part.subkind:
        case "ordinal":
            return ordinal_candidates(part.canonical, choice)
        case "letter":
            return (
                values_of_form(part.canonical, choice, "letter")
                if part.canonical.isascii()
                else _letter_candidates(part, choice)
            )
        case "fr" | "es" | "it" | "de":
            return _foreign_streets(part, choice)
    return similar_names(part, choice, "street")


def _letter_candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    return (ascii_lowercase[choice.integer(26, "letter", part.canonical, str(step))] for step in range(100))


def _foreign_streets(part: Part, choice: KeyedChoice) -> Iterator[str]:
    """Yield street names of the language in the subkind."""
    name, language = part.canonical, part.subkind
    bands = place_words.foreign_streets(language)
    many = place_words.foreign_pairs(name, language, choice)
    if name in bands:
        return pool_then_many(part, bands.candidates(name, choice, "street", language), many, listed=True)
    band = len(bands.sizes) - 1
    rank = choice.integer(bands.sizes[band], "street", name)
    return pool_then_many(part, bands.candidates_from(band, rank, choice, "street", language), many, listed=False)
