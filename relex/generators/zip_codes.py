"""Makes stand-ins for ZIP and post codes: another code of the same state; abroad, another code of the same form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase, digits

from redactor.entities import Entity
from redactor.lexicon.places import every_zip_start, zip_starts, zip_starts_of
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared.formatting import in_form_of, other_numbers, values_of_form
from relex.generators._shared.gazetteer import canonical_zip, country_of, state_of
from relex.generators._shared.place_pieces import (
    AddressFields,
    PlacedPart,
    part_over,
    place_pieces,
    split_address,
    without_original,
)
from relex.generators._shared.street_parser import tokens
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice

_CANADIAN = re.compile(r"[a-z][0-9][a-z][0-9][a-z][0-9]")
_CANADIAN_LETTERS = "abceghjklmnprstvwxyz"
_CODE_WORDS = frozenset(["zip", "zipcode", "code", "postal", "post", "postcode"])


class ZipCodes:
    """Replaces ZIP codes of three, five and nine digits, and the post codes of other countries.

    The subkind is "" for five digits, "area" for the first three of them, "plus4" for the last four of nine, "foreign"
    for others.
    """

    entities = frozenset({Entity.ZIP})
    kinds = frozenset({Kind.ZIP})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split the code off as a part, nine digits as two; "IL" or "ZIP code:" in front stays.

        The state written beside a code matters only where no state has the code's digits.
        """
        return place_pieces(mention, context, _split_code)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield codes of the state, or of the form found."""
        return without_original(part, _code_candidates(part, choice))

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the separators and capitals found."""
        return in_form_of(fold(part.surface).text, standin)


def _code_candidates(part: Part, choice: KeyedChoice) -> Iterator[str]:
    code = part.canonical
    if part.subkind == "plus4":
        return values_of_form(code[-4:], choice, "plus4", code[:5], alphabets=[digits] * 4)
    if part.subkind == "foreign":
        if _CANADIAN.fullmatch(code):  # the first letter is the province's, as a state's ZIP codes are
            places = [_CANADIAN_LETTERS if c.isalpha() else digits for c in code]
            return values_of_form(code, choice, "canada", alphabets=[code[0], *places[1:]])
        return values_of_form(
            code, choice, "postcode", alphabets=[digits if c.isdigit() else ascii_lowercase for c in code]
        )
    code, _, state = code.partition("|")
    starts, nth = zip_starts(code[:3])
    if state:
        starts, nth = zip_starts_of(state), int(code[:3]) % len(zip_starts_of(state))
    if not part.subkind:
        found = other_numbers(len(starts) * 100, nth * 100 + int(code[3:]), choice, "zip", starts[0])
        return (f"{starts[n // 100]}{n % 100:02d}" for n in found)
    if len(starts) == 1:  # Guam: no other area begins with its three digits
        starts, nth = every_zip_start(), int(code)
    return (starts[n] for n in other_numbers(len(starts), nth, choice, "zip", starts[0]))


def _split_code(mention: Mention, context: Context, fields: AddressFields) -> list[PlacedPart]:
    """Return the parts of a ZIP or post code."""
    value = mention.value
    toks = tokens(fold(value).text)
    if not toks:
        return []
    first = next((i for i, t in enumerate(toks) if t.numeric), 0)
    before = fold(value).text[toks[0].start : toks[first].start]
    if all(t.numeric for t in toks[first:]) and (
        state_of(before.strip()) or all(t.plain in _CODE_WORDS for t in toks[:first])
    ):
        toks = toks[first:]  # "IL 61602", "ZIP code: 61602"
    joined = "".join(t.plain for t in toks)
    state = fields.get("state", "") or before
    country = country_of(fields.get("country", ""))
    if joined.isascii() and joined.isdigit() and country in ("", "US"):
        if len(joined) in (3, 5) and len(toks) == 1:
            code = canonical_zip(joined, state, context)
            return [part_over(value, toks, Kind.ZIP, code, "" if len(joined) == 5 else "area")]
        if len(joined) == 9 and [len(t.plain) for t in toks] == [5, 4]:
            last = part_over(value, toks[1:], Kind.ZIP, f"{joined[:5]}-{joined[5:]}", "plus4")
            return [part_over(value, toks[:1], Kind.ZIP, canonical_zip(joined[:5], state, context)), last]
        if len(joined) == 9 and len(toks) == 1 and len(value) == 9:
            last = 5, 9, Part(Kind.ZIP, f"{joined[:5]}-{joined[5:]}", value[5:], "plus4")
            return [(0, 5, Part(Kind.ZIP, canonical_zip(joined[:5], state, context), value[:5])), last]
    if toks[-1].segment or state_of(toks[0].raw):
        return split_address(Mention(value, Entity.ADDRESS), context, fields)
    return [part_over(value, toks, Kind.ZIP, joined, "foreign")]
