"""Makes stand-ins for telephone and fax numbers: roughly the same place, and nobody's number.

A North American number gets another area code of the same state, or of its region where the state has few, and
555-01xx, which is reserved for fiction. The line number depends on the last seven digits only, so that "734-1234"
agrees with "(617) 734-1234". A site with more numbers than these lines gets area codes N9X, which the numbering plan
keeps for its expansion (NANPA, "expansion codes") and assigns to nobody. Elsewhere the country code stays; the number
comes from the ranges that regulators reserve for fiction in Britain, Australia, France and Germany, and has 555 before
the line in other countries.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from redactor.entities import Entity
from redactor.lexicon.area_codes import like
from redactor.text import Mention
from relex.generators._shared.contact_pieces import contact_pieces
from relex.generators._shared.number_permutation import permuted
from relex.generators._shared.phone_parser import (
    EXTENSION,
    LOCAL,
    LONGEST,
    NATIONAL,
    country_code_length,
    split_phones,
)
from relex.generators._shared.spelling import in_spelling_of
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice

_LINES = 100
_FEW_CODES = 5
_TRIED = 50  # lines reserved for fiction, before an expansion code is taken
# Country code -> prefixes of national numbers and the range reserved for fiction (Ofcom, ACMA, ARCEP, BNetzA).
_FICTION = {
    "44": (("7", "7700900"), ("20", "2079460"), ("80", "808157"), ("", "1632960")),
    "61": (("4", "491570"), ("2", "25550"), ("3", "35550"), ("7", "75550"), ("8", "85550")),
    "33": (("1", "19900"), ("2", "26191"), ("3", "35301"), ("4", "46571"), ("5", "53649"), ("", "63998")),
    "49": (("1", "17139200"), ("40", "4066969"), ("69", "6990009"), ("89", "8999998"), ("", "3023125")),
}


class PhoneNumbers:
    """Replaces telephone and fax numbers with their extensions."""

    entities = frozenset({Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER})
    kinds = frozenset({Kind.PHONE})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split numbers off as PHONE parts; words such as "ext" stay."""
        return contact_pieces(mention, context, split_phones)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield digits in place of the part's, as many as it has, without the country code."""
        return _candidates(part.canonical, part.subkind, choice)

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the separators found."""
        return in_spelling_of(part.surface, standin)


def _candidates(canonical: str, subkind: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield numbers in place of a number, by its country and length."""
    code = country_code_length(canonical)
    if subkind == EXTENSION or len(canonical) - code > LONGEST:
        yield from permuted(canonical[code:], choice.derive("phone"))
    elif code:
        yield from _foreign_numbers(canonical, canonical[1:code], canonical[code:], choice)
    elif len(canonical) == NATIONAL and canonical[0] != "0":
        yield from _north_american_numbers(canonical, choice)
    elif len(canonical) == LOCAL:
        line = choice.integer(_LINES, "line", canonical)
        yield from _without_original((f"55501{(line + step) % _LINES:02d}" for step in range(_LINES)), canonical)
        yield from _without_original((f"5550{rest:03d}" for rest in range(200, 1000)), canonical)
    elif canonical[0] == "0":
        country = "44" if len(canonical) > NATIONAL else "61" if canonical[1] in "48" else "33"
        for number in _foreign_numbers(canonical, country, canonical[1:], choice):
            yield "0" + number
    else:
        yield from _foreign_numbers(canonical, "", canonical, choice)


def _without_original(numbers: Iterator[str], canonical: str) -> Iterator[str]:
    return (number for number in numbers if number != canonical)


def _north_american_numbers(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield numbers reserved for fiction, then numbers with an unassigned area code."""
    yield from islice(_numbers_reserved_for_fiction(canonical, choice), _TRIED)
    for step in range(_TRIED):
        at = choice.integer(8 * 10 * 8 * 10**6, "expansion", canonical, str(step))
        at, line = divmod(at, 10**6)
        at, exchange = divmod(at, 8)
        first, third = divmod(at, 10)
        yield f"{first + 2}9{third}{exchange + 2}{line:06d}"


def _numbers_reserved_for_fiction(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield 555-01xx numbers in area codes of the same state or region."""
    line = choice.integer(_LINES, "line", canonical[3:])
    state, region = like(canonical[:3])
    wide = len(state) < _FEW_CODES  # two numbers of a scope would often want the same one
    for codes in (state + region,) if wide else (state, region):
        if codes:
            area = choice.integer(len(codes), "area", canonical)
            for step in range(len(codes) * _LINES):
                turn, at = divmod(step, len(codes))
                number = f"{codes[(area + at) % len(codes)]}55501{(line + turn) % _LINES:02d}"
                if number != canonical:
                    yield number


def _foreign_numbers(canonical: str, country: str, national: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield numbers of a country's fictitious ranges, or with 555 before the line."""
    n = len(national)
    for begins, fiction in _FICTION.get(country, ()):
        if national.startswith(begins) and n >= len(fiction) + 2:
            break
    else:
        fiction = ""
    head = 0 if fiction else max(0, n - LOCAL)
    size = 10 ** (n - len(fiction) if fiction else head + max(0, n - head - 3))
    start = choice.integer(size, "abroad", canonical)
    for step in range(min(size, 1_000)):
        at = (start + step * 7_919) % size
        if fiction:
            number = f"{fiction}{at:0{n - len(fiction)}d}"
        else:
            rest = f"{at:0{n - 3}d}"
            number = f"{_without_leading_zero(rest[:head])}555{rest[head:]}"
        if number != national:
            yield number


def _without_leading_zero(head: str) -> str:
    return str(1 + int(head[0]) % 9) + head[1:] if head else ""
