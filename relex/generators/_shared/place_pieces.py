"""Splits addresses and places into parts, finds the towns in them, and combines the pools of candidates for a part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice

from redactor.entities import Entity
from redactor.lexicon.wordlists import word_set
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared.address_parser import parse_address
from relex.generators._shared.formatting import pieces_around_parts
from relex.generators._shared.frequency_bands import FrequencyBands
from relex.generators._shared.gazetteer import canonical_zip, home_of_county, home_of_town, state_of, town_key, towns
from relex.generators._shared.street_parser import PieceKind, Token, phrase
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import folded

# --- Towns in a text --------------------------------------------------------------------------------------------------

BESIDE_TOWN = frozenset(
    ["from", "in", "near", "to", "at", "outside", "around", "downtown", "area", "region", "metro", "suburbs"]
)
_AFTER_TOWN = frozenset(["area", "region", "metro", "suburbs"])
_GENERIC_TOWNS = frozenset(["mobile", "pueblo", "speedway"])  # generic words that are usually meant as large towns
_MAX_WORDS = 12  # words of a town, its state and the words beside it
PlacedPart = tuple[int, int, Part]


def part_over(value: str, toks: Sequence[Token], kind: Kind, canonical: str, subkind: str = "") -> PlacedPart:
    """Return a part, with its range in the value, that covers a run of words."""
    text = fold(value)
    start, end = text.span(toks[0].start, toks[-1].end)
    return start, end, Part(kind, canonical, value[start:end], subkind)


def canonical_town(name: str, state: str, country: str, context: Context) -> str:
    """Return a town's canonical form: its key and where it lies. State and country are as written beside it."""
    key = town_key(name)
    return f"{key}|{home_of_town(key, state, country, context)}"


def find_town(value: str, line: Sequence[Token], context: Context, fields: Mapping[str, str]) -> PlacedPart | None:
    """Return the town that a line names, or None; a state behind it and words such as "near" stay.

    A generic word in lower case is a town only if it means hardly anything else: "mobile", but not "airport".
    """
    if len(line) > _MAX_WORDS or any(t.numeric for t in line):
        return None
    while line:
        key = town_key(phrase(line))
        if key in towns().homes and not _is_generic(line):
            return part_over(
                value, line, Kind.CITY, canonical_town(key, fields.get("state", ""), fields.get("country", ""), context)
            )
        if (size := trailing_state(value, line)) and len(line) > size:
            state = phrase(line[-size:])
            return part_over(value, line[:-size], Kind.CITY, canonical_town(phrase(line[:-size]), state, "", context))
        if len(line) > 1 and line[0].plain in BESIDE_TOWN:
            line = line[1:]
        elif len(line) > 1 and line[-1].plain in _AFTER_TOWN:
            line = line[line[0].plain == "the" : -1]
        else:
            return None
    return None


def _is_generic(line: Sequence[Token]) -> bool:
    if not all(t.plain in word_set("places", "generic") and t.raw.islower() for t in line):
        return False
    return len(line) == 1 and line[0].plain not in _GENERIC_TOWNS


def trailing_state(value: str, line: Sequence[Token]) -> int:
    """Return the number of words of a state behind a town ("Mobile AL", but not "Lake Michigan"), or 0."""
    text = fold(value).text
    for size in (3, 2, 1):
        if size >= len(line):
            continue
        written = text[line[-size].start : line[-1].end]
        where = state_of(written)
        if not where or (len(written) == 2 and not written.isupper()):
            continue
        key = town_key(phrase(line[:-size]))
        here = towns().bands.get(where)
        if here is not None and key in here:
            return size
        named = any(t.plain not in word_set("places", "generic") for t in line[:-size])
        if key in towns().homes and (named or len(line) > size + 1 or len(written) == 2):
            return size
    return 0


def extract_towns(
    value: str, toks: Sequence[Token], context: Context, fields: Mapping[str, str]
) -> tuple[list[Token], list[PlacedPart]]:
    """Return the words without large towns of capitalised generic words ("National City Library", "Mobile Bay"), and
    those towns.

    A state in two capitals behind such a town stays.
    """
    generic, sizable = word_set("places", "generic"), towns().sizable
    left: list[Token] = []
    found: list[PlacedPart] = []
    at = 0
    while at < len(toks):
        end = at
        while end < len(toks) and end < at + 4 and toks[end].segment == toks[at].segment:
            if toks[end].plain not in generic or toks[end].raw.islower():
                break
            end += 1
        while end > at:
            key = town_key(phrase(toks[at:end]))
            homes = end < len(toks) and toks[end].plain in ("home", "homes")  # "Mobile Home Park"
            if key in sizable and (end > at + 1 or (key in _GENERIC_TOWNS and not homes)):
                break
            end -= 1
        if end == at:
            left.append(toks[at])
            at += 1
            continue
        coded = end < len(toks) and len(toks[end].raw) == 2 and toks[end].raw.isupper() and state_of(toks[end].raw)
        state = toks[end].raw if coded else fields.get("state", "")
        found.append(
            part_over(
                value,
                toks[at:end],
                Kind.CITY,
                canonical_town(phrase(toks[at:end]), state, fields.get("country", ""), context),
            )
        )
        at = end + bool(coded)
    return left, found


# --- Pieces and candidates of a place ---------------------------------------------------------------------------------

AddressFields = Mapping[str, str]  # "state" and "country" of the address that a place stands in, as written
Splitter = Callable[[Mention, Context, AddressFields], list[PlacedPart]]


def place_pieces(mention: Mention, context: Context, split: Splitter) -> Pieces:
    """Return the parts that `split` finds in a mention, and the text between them."""
    fields = {name: value for name, value in mention.parts if name in ("state", "country")}
    return Pieces(tuple(pieces_around_parts(mention.value, split(mention, context, fields))))


def without_original(part: Part, candidates: Iterator[str]) -> Iterator[str]:
    """Yield the candidates that are not the part itself."""
    own = part.canonical.partition("|")[0]
    return (value for value in candidates if folded(value) != own)


def pool_then_many(part: Part, pool: Iterator[str], many: Iterator[str], *, listed: bool) -> Iterator[str]:
    """Yield the candidates of a part: those of its pool, then those of a pool so large that two parts rarely want the
    same.

    Parts known from texts only come in any order. A part that the pool lists begins with a stand-in that no other part
    begins with, and if that is taken, the pool's next may be the first of another part, so that the result would depend
    on who comes first. The large pool therefore comes before it, and before all of a pool that does not list the part.
    """
    if part.recorded:
        return chain(pool, many)
    return chain(islice(pool, int(listed)), many, pool)


def drawn(bands: FrequencyBands, key: str, choice: KeyedChoice, tweak: str) -> Iterator[str]:
    """Yield values of a pool; a key that the pool lacks draws from its most frequent band."""
    if key in bands:
        return bands.candidates(key, choice, tweak)
    return bands.candidates_from(0, choice.integer(bands.sizes[0], tweak, key), choice, tweak)


# --- Addresses --------------------------------------------------------------------------------------------------------


def split_address(mention: Mention, context: Context, fields: AddressFields) -> list[PlacedPart]:
    """Return the parts of an address in order; the text between them stays."""
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
