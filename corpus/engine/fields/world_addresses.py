"""Addresses as the countries of the world write them: house number before or after the street, codes of all shapes.

A country of `words/world_addresses.txt` has lists of its own: streets, codes, tails (the last line: {Z} code, {T} town,
{P} province, {D} district), and perhaps units, provinces, districts.
"""

from __future__ import annotations

import re
from functools import cache

from corpus.engine.cast import Cast
from corpus.engine.fields import towns
from corpus.engine.fields.facilities import named
from corpus.engine.fields.id_shapes import shaped
from corpus.engine.words import sections, words
from redactor.entities import Entity
from redactor.lexicon.build import name_origins
from redactor.sample.marked import Marked, Piece, escape, fill_template, join, mark

_FILE = "world_addresses"
_PERSON = re.compile(r"\{(family|given)\}")
# Whose names the streets of a country bear, where its own are not among the origins.
_LOCALES = {
    "GB": "en_GB", "IE": "en_IE", "AU": "en_NZ", "NZ": "en_NZ", "CA": "fr_CA", "IN": "en_IN", "PK": "en_PK",
    "ZA": "zu_ZA", "NG": "yo_NG", "KE": "en_KE", "PH": "filipino", "MY": "id_ID", "JP": "ja_JP", "IL": "hebrew",
    "PL": "polish", "AT": "de_AT", "BE": "nl_BE",
}  # fmt: skip


@cache
def countries() -> tuple[str, ...]:
    """The ISO codes of the countries that have a form of their own."""
    return tuple(dict.fromkeys(name.split()[0] for name in sections(_FILE)))


@cache
def _origins(code: str) -> tuple[name_origins.Origin, ...]:
    want = _LOCALES.get(code, f"_{code}")
    return tuple(o for o in name_origins.blend()[0] if want in o.key and not o.native)


def _listed(code: str, part: str) -> tuple[str, ...]:
    section = f"{code} {part}"
    return words(_FILE, section) if section in sections(_FILE) else ()


def _part(c: Cast, code: str, part: str) -> str:
    """One of a country's streets, codes and so on, with names that are usual there."""

    def person(found: re.Match[str]) -> str:
        homes = _origins(code)
        if not homes or c.chance(0.2):
            return found[0]
        home = c.pick(homes)
        of = name_origins.family if found[1] == "family" else lambda rng, at: name_origins.given(rng, at, c.chance(0.5))
        return c.draw(lambda: of(c.rng, home))

    return shaped(c, named(c, _PERSON.sub(person, c.pick(_listed(code, part)))))


def _tail(c: Cast, code: str) -> Marked:
    town = towns.any_town(c, code)
    shout = c.chance(0.1)

    def piece(name: str, _: str) -> Piece:
        if name == "Z":
            return mark(_part(c, code, "codes"), Entity.ZIP)
        if name == "T":
            return mark(town.name.upper() if shout else town.name, Entity.CITY)
        if name == "D":
            return mark(_part(c, code, "districts"), Entity.LOCATION)
        return mark(town.state or _part(c, code, "provinces"), Entity.STATE)

    fit = [
        tail
        for tail in _listed(code, "tail")
        if ("{P}" not in tail or town.state or _listed(code, "provinces"))
        and ("{D}" not in tail or _listed(code, "districts"))
    ]
    return fill_template(shaped(c, c.pick(fit).replace("\\n", "\n")), piece)


def _first(c: Cast, code: str) -> list[Marked]:
    street = mark(_part(c, code, "streets"), Entity.STREET)
    if not _listed(code, "units") or c.chance(0.62):
        return [street]
    unit = mark(_part(c, code, "units"), Entity.STREET)
    return [unit, street] if code in ("GB", "IE") or c.chance(0.2) else [street, unit]


def address(c: Cast, spec: str) -> Piece:
    """An address in any country. spec: "line", "block", "street" (that alone), "tail" or a country code."""
    code = spec if spec in countries() else c.pick(countries())
    if spec == "street":
        return mark(_part(c, code, "streets"), Entity.STREET)
    last = _tail(c, code)
    if spec == "tail":
        return _on_one_line(last)
    parts = [*_first(c, code), last]
    if c.chance(0.4):
        country = c.pick(_listed(code, "name"))
        parts.append(mark(country.upper() if c.chance(0.2) else country, Entity.COUNTRY))
    if spec == "block" or (spec != "line" and c.chance(0.15)):
        return join(*parts, sep="\n")
    return _on_one_line(join(*parts, sep=c.pick((", ", ", ", ", ", ", ", " ", " - ", "; ", ","))))


def _on_one_line(whole: Marked) -> Marked:
    return escape(whole, lambda text: text.replace("\n", " "))
