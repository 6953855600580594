"""Stand-ins for addresses and places: another town of the state and size, another street, another number.

An address in a text has the parts that the leaves of a structured one have, so that both agree. States and countries
inside an address stay; those that stand alone are replaced where the profile asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby

from redactor.entities import Entity
from redactor.lexicon.places import STATES
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared.address_parser import county, parse
from relex.generators._shared.formatting import assembled, in_form
from relex.generators._shared.gazetteer import (
    country_codes,
    country_names,
    country_of,
    county_home,
    state_of,
    town_key,
    towns,
)
from relex.generators._shared.place_pools import drawn
from relex.generators._shared.street_parser import Sort, Token, ordinal, phrase, spelled, tokens
from relex.generators._shared.town_matcher import (
    BESIDE_TOWN,
    Spot,
    over,
    state_behind,
    town_named,
    town_of,
    without_towns,
)
from relex.generators._shared.wordlists import listed, word_set
from relex.parts import Context, Kind, Part, Pieces, cased, folded
from relex.prf import KeyedChoice

_COORDINATE = re.compile(r"-?[0-9]{1,3}\.[0-9]{3,12}")
_FIVE = re.compile("[0-9]{5}")
_CODE_WORDS = frozenset(["zip", "zipcode", "code", "postal", "post", "postcode"])


class Places:
    """Addresses, streets, towns, counties, states, countries, post codes, and places by name."""

    entities = frozenset({
        Entity.ADDRESS, Entity.STREET, Entity.ZIP, Entity.CITY, Entity.COUNTY, Entity.LOCATION, Entity.STATE,
        Entity.COUNTRY,
    })  # fmt: skip
    kinds = frozenset({Kind.CITY, Kind.COUNTY, Kind.STREET, Kind.HOUSE, Kind.ZIP, Kind.PLACE})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """The mention taken apart; what stands beside it in its address says where it lies."""
        beside = {name: value for name, value in mention.parts if name in ("state", "country")}
        found = _SPLITS.get(mention.entity, _location)(mention, context, beside)
        return Pieces(tuple(assembled(mention.value, found)))

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Stand-ins of the part's kind, best first, none of them the part itself."""
        own = part.canonical.partition("|")[0]
        return (value for value in drawn(part, choice) if folded(value) != own)

    def render(self, part: Part, standin: str) -> str:
        """The stand-in as the part stands: capitals, separators, digits or words, two letters or the whole name."""
        match part.kind, part.subkind:
            case (_, "letter"):
                return standin.upper() if part.surface.isupper() else standin
            case (Kind.HOUSE, "word"):
                return cased(part.surface, standin)
            case (Kind.HOUSE | Kind.ZIP, _):
                return in_form(fold(part.surface).text, standin)
            case (_, "ordinal"):
                word = "" if any(c.isdigit() for c in part.surface) else _words_of().get(standin, "")
                return cased(part.surface, word or standin)
            case (Kind.PLACE, "state"):
                short = len(part.surface) <= 3 and part.surface.isalpha()
                return cased(part.surface, standin if short else STATES.get(standin, standin))
            case (Kind.PLACE, "country"):
                bare = part.surface.replace(".", "")
                short = bare.isupper() and (bare in country_names() or bare in country_codes())
                return standin if short else cased(part.surface, country_names().get(standin, standin))
            case (Kind.CITY, _) if len(part.surface) <= 3 and part.surface.isupper():
                return standin
        return cased(part.surface, standin)


# --- Taking apart ---------------------------------------------------------------------------------------------------


def _address(mention: Mention, context: Context, beside: Mapping[str, str]) -> list[Spot]:
    """Streets, numbers, towns and codes, in the order in which they stand."""
    whole = mention.entity in (Entity.ADDRESS, Entity.CITY, Entity.LOCATION)
    parsed = parse(mention.value, whole)
    state = parsed.state or beside.get("state", "")
    country = parsed.country or beside.get("country", "")
    out = []
    for piece in parsed.pieces:
        canonical, subkind, kind = piece.text, piece.subkind, Kind(piece.sort)
        if piece.sort is Sort.STREET and mention.entity is Entity.CITY and not subkind:
            kind = Kind.CITY
        if kind is Kind.CITY:
            canonical = town_of(canonical, state, country, context)
        elif kind is Kind.COUNTY:
            canonical = f"{canonical}|{county_home(canonical, state, context)}"
        surface = mention.value[piece.start : piece.end]
        out.append((piece.start, piece.end, Part(kind, canonical, surface, subkind)))
    return out


def _of_tokens(value: str) -> tuple[list[Token], Mapping[Token, tuple[int, int]]]:
    text = fold(value)
    toks = tokens(text.text)
    return toks, {t: text.span(t.start, t.end) for t in toks}


def _city(mention: Mention, context: Context, beside: Mapping[str, str]) -> list[Spot]:
    toks = tokens(fold(mention.value).text)
    if not toks:
        return []
    if not toks[-1].segment and not any(t.numeric for t in toks) and state_behind(mention.value, toks):
        town = town_named(mention.value, toks, context, beside)
        return [] if town is None else [town]
    if toks[-1].segment or any(t.numeric for t in toks) or state_of(toks[-1].raw):
        found = _address(mention, context, beside)
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
        return _county(mention, context, beside)
    return [
        over(mention.value, toks, Kind.CITY, town_of(name, beside.get("state", ""), beside.get("country", ""), context))
    ]


def _zip(mention: Mention, context: Context, beside: Mapping[str, str]) -> list[Spot]:
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
    country = country_of(beside.get("country", ""))
    if joined.isascii() and joined.isdigit() and country in ("", "US"):
        if len(joined) in (3, 5) and len(toks) == 1:
            return [over(value, toks, Kind.ZIP, joined, "" if len(joined) == 5 else "area")]
        if len(joined) == 9 and [len(t.plain) for t in toks] == [5, 4]:
            last = over(value, toks[1:], Kind.ZIP, f"{joined[:5]}-{joined[5:]}", "plus4")
            return [over(value, toks[:1], Kind.ZIP, joined[:5]), last]
        if len(joined) == 9 and len(toks) == 1 and len(value) == 9:
            last = 5, 9, Part(Kind.ZIP, f"{joined[:5]}-{joined[5:]}", value[5:], "plus4")
            return [(0, 5, Part(Kind.ZIP, joined[:5], value[:5])), last]
    if toks[-1].segment or state_of(toks[0].raw):
        return _address(Mention(value, Entity.ADDRESS), context, beside)
    return [over(value, toks, Kind.ZIP, joined, "foreign")]


def _county(mention: Mention, context: Context, beside: Mapping[str, str]) -> list[Spot]:
    value = mention.value
    toks = tokens(fold(value).text)
    state = beside.get("state", "")
    last = [t for t in toks if t.segment == toks[-1].segment]
    if len(last) < len(toks) and state_of(phrase(last)):
        state, toks = phrase(last), toks[: -len(last)]
    if not toks:
        return []
    ((start, end, _, name, _),) = county(toks)
    run = [t for t in toks if start <= t.start and t.end <= end]
    return [over(value, run, Kind.COUNTY, f"{name}|{county_home(name, state, context)}")]


def _state(mention: Mention, context: Context, beside: Mapping[str, str]) -> list[Spot]:
    toks = tokens(fold(mention.value).text)
    if not toks:
        return []
    where = state_of(mention.value)
    if where in STATES:
        return [over(mention.value, toks, Kind.PLACE, where.lower(), "state")]
    return [over(mention.value, toks, Kind.PLACE, phrase(toks), "province")]


def _country(mention: Mention, context: Context, beside: Mapping[str, str]) -> list[Spot]:
    toks = tokens(fold(mention.value).text)
    if not toks:
        return []
    code = country_of(mention.value)
    return [over(mention.value, toks, Kind.PLACE, code.lower() or phrase(toks), "country")]


def _location(mention: Mention, context: Context, beside: Mapping[str, str]) -> list[Spot]:
    """A place by name: words of kind stay, its name and its numbers are replaced."""
    value = mention.value
    text = fold(value).text
    out: list[Spot] = []
    toks = tokens(text)
    for found in _COORDINATE.finditer(text):
        start, end = fold(value).span(*found.span())
        out.append((start, end, Part(Kind.PLACE, found[0], value[start:end], "coordinate")))
        toks = [
            t
            for t in toks
            if not found.start() <= t.start < found.end() and t.plain not in word_set("places", "direction")
        ]
    coded = len(toks) > 2 and _FIVE.fullmatch(toks[-1].plain) and state_of(toks[-2].raw)
    if toks and not out and (coded or (toks[-1].segment and (parse(value, True).state or toks[0].numeric))):
        return _address(mention, context, beside)
    lines = [list(line) for _, line in groupby(toks, key=lambda t: t.segment)]
    for line in lines:
        if (town := town_named(value, line, context, beside)) is not None:
            out.append(town)
            toks = [t for t in toks if t.segment != line[0].segment]
    toks, towns_within = without_towns(value, toks, context, beside)
    out.extend(towns_within)
    generic = word_set("places", "generic")
    at = 0
    while at < len(toks):
        end = at
        while (
            end < len(toks)
            and toks[end].segment == toks[at].segment
            and not (toks[end].numeric or toks[end].plain in generic)
        ):
            end += 1
        if end > at:
            out.append(_named(value, toks[at:end], context, beside, alone=end - at == len(toks)))
            at = end
        else:
            if toks[at].numeric:
                out.append(over(value, toks[at : at + 1], Kind.HOUSE, toks[at].plain))
            at += 1
    return sorted(out, key=lambda spot: spot[0]) or _generic_name(value, toks)


def _generic_name(value: str, toks: Sequence[Token]) -> list[Spot]:
    """Of a place that generic words alone name, what tells it from others: "the North Shore", "Harbor Trail"."""
    area = [t for t in toks if t.plain not in ("the", "a", "of", "in", "at", "near")]
    if len(area) > 1 and any(t.plain in word_set("places", "side") for t in area):
        return [over(value, area, Kind.PLACE, phrase(area), "area")]
    head = next((t for t in area[:-1] if t.plain in word_set("places", "nameable")), None)
    return [] if head is None else [over(value, [head], Kind.PLACE, head.plain)]


def _named(value: str, toks: Sequence[Token], context: Context, beside: Mapping[str, str], *, alone: bool) -> Spot:
    name = phrase(toks)
    if len(name) == 1 and not alone:
        return over(value, toks, Kind.HOUSE, name)  # the B of "412-B"
    if name in spelled() or (len(toks) == 1 and toks[0].plain[0].isdigit()):
        return over(value, toks, Kind.PLACE, spelled().get(name, name), "ordinal")
    if alone and town_key(name) in towns().homes:
        return over(value, toks, Kind.CITY, town_of(name, beside.get("state", ""), beside.get("country", ""), context))
    return over(value, toks, Kind.PLACE, name)


_SPLITS = {
    Entity.ADDRESS: _address, Entity.STREET: _address, Entity.CITY: _city, Entity.ZIP: _zip, Entity.COUNTY: _county,
    Entity.STATE: _state, Entity.COUNTRY: _country, Entity.LOCATION: _location,
}  # fmt: skip


@cache
def _words_of() -> Mapping[str, str]:
    return {ordinal(n): word for n, word in enumerate(listed("places", "ordinal"), 1)}
