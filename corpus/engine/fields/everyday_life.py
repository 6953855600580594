"""Everyday talk: venues, shops, teams, addresses anywhere; titles, products, idioms.

{sense:person}, {sense:town} and {sense:work} are a sentence with a word that is also a name; {namesake}, {nametown} and
{namework} are the same word as somebody or somewhere, marked. {work}, {thing}, {car}, {app}, {dish}, {idiom}, {event},
{lingo}, {folk}, {pet}, {zodiac}, {spot}, {qty}, {cash}, {tally} are plain. {chain}, {shop}, {airline}, {side} and
{venue} are organisations, {clan} is a family by its surname.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names
from corpus.engine.fields.addresses import the
from corpus.engine.fields.facilities import named
from corpus.engine.fields.id_shapes import one_of
from corpus.engine.fields.world_addresses import address
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.marked import Piece, join, mark

_FILE = "everyday_life"
_PLAIN = ("work", "thing", "app", "dish", "idiom", "event", "lingo", "folk", "pet", "zodiac", "spot", "qty", "tally",
          "car", "cash")  # fmt: skip
_TOKENS = (
    "#{6}", "@@-#{5}", "@{3}#{7}", "#{3}-#{7}-#{7}", "#{8}", "@{2}#{9}@{2}", "1Z$$$#{8}", "@{2}/#{4}/<y>",
    "JD#{4} #{4} #{4}",
    "$$$$$$", "@#{7}", "#{4}-#{4}-#{4}", "@{3}-<Y>-#{4}", "<y>#{6}", "@@@ #{3} #{3}", "CAS-#{7}", "REF#{5}@",
    "#{2}/#{5}",
)  # fmt: skip
_SORTS = ("%#-%#-%#", "%#%#%#", "0%-%#-%#", "%# %# %#")
_ACCOUNTS = ("#{8}", "%#{7}", "#{4} #{4}", "%#{9}")


def _word(section: str) -> Field:
    def field(c: Cast, spec: str) -> Piece:
        text = c.pick(words(_FILE, section))
        return text.lower() if spec == "lower" else text

    return field


def _organisation(section: str, entity: Entity = Entity.ORGANIZATION) -> Field:
    """spec: "lower", or the name as it is."""

    def field(c: Cast, spec: str) -> Piece:
        name = c.draw(lambda: c.pick(words(_FILE, section)))
        return the(name.lower() if spec == "lower" else name, entity)

    return field


def _venue(c: Cast, spec: str) -> Piece:
    name = named(c, c.pick(words(_FILE, "venueshape")))
    return the(name.lower() if spec == "lower" else name, Entity.ORGANIZATION)


@cache
def _senses(section: str) -> Mapping[str, tuple[str, ...]]:
    pairs = (entry.partition(": ") for entry in words(_FILE, section))
    return MappingProxyType({word: tuple(x.strip() for x in said.split(" | ")) for word, _, said in pairs})


def _section(spec: str) -> str:
    return {"town": "townsense", "work": "worksense"}.get(spec, "sense")


def _held(c: Cast) -> dict[str, str]:
    return c.once("daily.sense", dict)


def _sense(c: Cast, spec: str) -> Piece:
    """A sentence with an ordinary use of a word. spec: "person", "town" or "work"; with "again", the last word used."""
    kind, _, again = spec.partition(" ")
    section = _section(kind)
    held = _held(c)
    if not again or section not in held:
        held[section] = c.draw(lambda: c.pick(tuple(_senses(section))))
    word = held[section]
    return c.pick(_senses(section)[word])


def _namesake(section: str, entity: Entity) -> Field:
    def field(c: Cast, spec: str) -> Piece:
        word = _held(c).setdefault(section, c.draw(lambda: c.pick(tuple(_senses(section)))))
        if spec == "full":
            family = c.draw(lambda: pools.load_pools().family(c.rng, None))
            word = f"{word} {family}"
        return mark(word.lower() if spec == "lower" else word, entity)

    return field


def _clan(c: Cast, spec: str) -> Piece:
    """The Hendersons; the Ruiz family. spec: "cap" at the start of a sentence."""
    article = "The " if spec == "cap" else "the "
    family = names.listed_family(c, 0.4)
    roll = c.rng.random()
    if roll < 0.25:
        return join(article, mark(family, Entity.PERSON), c.pick((" family", " kids", " household", " boys")))
    if re.search(r"(s|x|z|ch|sh)$", family):
        return join(article, mark(f"{family}es", Entity.PERSON))
    return join(article, mark(f"{family}s", Entity.PERSON))


def _shaped(shapes: tuple[str, ...], entity: Entity) -> Field:
    return lambda c, _: mark(one_of(c, shapes), entity)


FIELDS: Mapping[str, Field] = MappingProxyType({
    **{name: _word(name) for name in _PLAIN},
    "chain": _organisation("chain"),
    "shop": _organisation("shop"),
    "airline": _organisation("airline"),
    "side": _organisation("side"),
    "venue": _venue,
    "sense": _sense,
    "namesake": _namesake("sense", Entity.PERSON),
    "namework": _namesake("worksense", Entity.PERSON),
    "nametown": _namesake("townsense", Entity.CITY),
    "clan": _clan,
    "intl": address,
    "refno": _shaped(_TOKENS, Entity.ID),
    "sortcode": _shaped(_SORTS, Entity.BANK_ROUTING),
    "bankno": _shaped(_ACCOUNTS, Entity.BANK_ACCOUNT_NUMBER),
})  # fmt: skip
