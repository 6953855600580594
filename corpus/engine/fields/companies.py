"""Companies without a cue in their names, well-known ones, nicknames of facilities, and words that look alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names, towns
from corpus.engine.fields.addresses import the
from corpus.engine.fields.id_shapes import shaped
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.marked import Near, Piece, mark

_FILE = "companies"
_VOWEL = re.compile(r"[aeiouy]", re.I)


def _any(c: Cast, section: str) -> str:
    return c.pick(words(_FILE, section))


def _held(c: Cast, section: str) -> str:
    """A word of a list that belongs to the split."""
    return c.draw(lambda: _any(c, section))


@cache
def _twins() -> Mapping[str, tuple[str, ...]]:
    """Words that are also company names, each with phrases in which they are ordinary words."""
    pairs = (entry.partition(": ") for entry in words(_FILE, "word"))
    return MappingProxyType({word: tuple(p.strip() for p in said.rstrip(";").split("|")) for word, _, said in pairs})


def _family(c: Cast) -> str:
    return names.listed_family(c, 0.35)


def _given(c: Cast) -> str:
    pool = pools.load_pools()
    return c.draw(lambda: pool.given(c.rng, None, c.chance(0.5)))


def _coined(c: Cast) -> str:
    """An invented word in the style of brands: "Vantiva", "Zuvio", "Klarix"."""

    def make() -> str:
        stem = _any(c, "onset")
        if not _VOWEL.search(stem):
            stem += _any(c, "nucleus")
        if c.chance(0.65):
            stem += _any(c, "middle")
            if c.chance(0.3):
                stem += _any(c, "nucleus") + _any(c, "middle")
        end = _any(c, "finish")
        return stem.rstrip("aeiouy") + end if _VOWEL.match(end) else stem + end

    return c.draw(lambda: next(w for w in iter(make, "") if 4 <= len(w) <= 10))


def _compound(c: Cast) -> str:
    """Two words in one: "Brightleaf", sometimes with a capital in the middle: "HelixWorks"."""
    head, tail = c.draw(lambda: _any(c, "head")), _any(c, "tail")
    return head + (tail.capitalize() if c.chance(0.14) else tail)


def _pair(c: Cast) -> str:
    first = _any(c, "adj") if c.chance(0.7) else _held(c, "one")
    return f"{first} {_any(c, 'noun')}"


def _one(c: Cast) -> str:
    return _held(c, "one") if c.chance(0.65) else c.draw(lambda: c.pick(tuple(_twins())))


def _people(c: Cast) -> str:
    form = c.pick((
        "{a} {b}", "{a} {b}", "{a} & {b}", "{a} and {b}", "{a}-{b}", "{a}", "{a}", "{a}'s", "{g}'s", "{a}, {b} & {d}",
        "{a} & Sons", "{a} & Co", "{a} Bros", "{a} {b} {d}", "{a} & Daughters", "{g} {a}", "{a}+{b}",
    ))  # fmt: skip
    return form.format(a=_family(c), b=_family(c), d=_family(c), g=_given(c))


def _letters(c: Cast) -> str:
    return shaped(c, c.pick(("@@@", "@@@", "@@@@", "@&@", "@&@", "@@", "@@#", "@.@.", "@@@@@", "#@", "@-@", "@@+")))


_CORES: tuple[tuple[Callable[[Cast], str], int], ...] = (
    (_coined, 22), (_compound, 20), (_pair, 17), (_people, 20), (_one, 14), (_letters, 4),
)  # fmt: skip


def _core(c: Cast) -> str:
    """The spoken short form of a company's name."""
    if c.chance(0.05):
        return _any(c, "phrase")
    make: Callable[[Cast], str] = c.rng.choices(*zip(*_CORES, strict=True))[0]
    return make(c)


def _title(c: Cast, core: str) -> str:
    """The name in full: with its trade or its legal form."""
    roll = c.rng.random()
    if roll < 0.4:
        return f"{core} {_any(c, 'trade')}"
    end = _any(c, "short")
    end = end if end.startswith(",") else f" {end}"
    return f"{core} {_any(c, 'trade')}{end}" if roll < 0.62 else f"{core}{end}"


def _cased(text: str, spec: str) -> str:
    return text.upper() if spec == "upper" else text.lower() if spec == "lower" else text


def _company(c: Cast, spec: str) -> Piece:
    """A company, new at each use. spec: "lone" (no trade, no legal form), "full", "upper", "lower"; none for any."""
    core = _core(c)
    if spec == "full" or (spec != "lone" and c.chance(0.3)):
        core = f"{towns.any_town(c).name} {_any(c, 'trade')}" if c.chance(0.15) else _title(c, core)
    if not spec and c.chance(0.02):
        spec = "upper"
    return the(_cased(core, spec), Entity.ORGANIZATION)


def _known(key: str) -> Field:
    """The same company throughout the note. spec: "full" for its name in full, "upper", "lower"."""

    def field(c: Cast, spec: str) -> Piece:
        core = c.once(f"firms.{key}", lambda: _core(c))
        title = c.once(f"firms.{key}.title", lambda: _title(c, core))
        return the(_cased(title if spec == "full" else core, spec), Entity.ORGANIZATION)

    return field


def _listed(entity: Entity, *sections: str, coined: float = 0.0) -> Field:
    """A known name out of lists, or one made up. spec: "upper", "lower"."""

    def field(c: Cast, spec: str) -> Piece:
        name = _core(c) if c.chance(coined) else _held(c, c.pick(sections))
        return the(_cased(name, spec), entity)

    return field


def _home(c: Cast, spec: str) -> Piece:
    """A place of care by its colloquial name. spec: "home" for a home, "upper", "lower", or "home:lower"."""
    kind, _, case = spec.rpartition(":") if ":" in spec else ("home", "", "") if spec == "home" else ("", "", spec)
    roll = c.rng.random()
    if kind != "home" and roll < 0.4:
        name = _held(c, "nick")
    elif roll < 0.55:
        name = f"the {_held(c, 'plural')}"
    elif roll < 0.7:
        name = _compound(c)
    elif roll < 0.78:
        name = _one(c)
    else:
        first = c.pick((_compound, _family, _one, _given, _pair))(c)
        name = f"{first} {_any(c, 'caretail')}"
    return the(_cased(name, case), Entity.HOSPITAL)


def _current(c: Cast) -> dict[str, str]:
    return c.once("firms.word", dict)


def _word(c: Cast, _: str) -> Piece:
    """A phrase in which a company name is an ordinary word: "the apex beat". Plain."""
    word = c.draw(lambda: c.pick(tuple(_twins())))
    _current(c)["now"] = word
    return c.pick(_twins()[word])


def _word_first(c: Cast, spec: str) -> Piece:
    """The same at the beginning of a sentence."""
    said = str(_word(c, spec))
    return said[:1].upper() + said[1:]


def _word_name(c: Cast, spec: str) -> Piece:
    """The word of the last {wordplain} as a company. spec: "upper", "lower"; "site" for a place of care."""
    word = _current(c).get("now") or c.draw(lambda: c.pick(tuple(_twins())))
    return mark(_cased(word, spec), Entity.HOSPITAL if spec == "site" else Entity.ORGANIZATION)


def _plain(*sections: str) -> Field:
    """A word that is not a name. spec: "upper", "lower"."""
    return lambda c, spec: _cased(_held(c, c.pick(sections)), spec)


def _device(c: Cast, spec: str) -> Piece:
    """A maker and its product, plain: "Zimmer Biomet Persona". spec: "maker" for the maker alone."""
    if not spec and c.chance(0.5):
        return _held(c, "device")
    maker = _held(c, "maker")
    return maker if spec == "maker" else f"{maker} {_any(c, 'product')}"


def _first(section: str) -> Field:
    """The same as `_plain`, capitalised."""

    def field(c: Cast, _: str) -> Piece:
        text = _held(c, section)
        return text[:1].upper() + text[1:]

    return field


def _past_year(c: Cast, spec: str) -> Piece:
    """A year some years ago, another one at each use; spec: the minimum number of years."""
    least = int(spec) if spec else 1
    return mark(str(c.day.year - c.rng.randint(least, least + 9)), Near.YEAR)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "pastyear": _past_year,
    "outfit": _company,
    "outfit1": _known("first"),
    "outfit2": _known("second"),
    "bigco": _listed(Entity.ORGANIZATION, "big"),
    "rideco": _listed(Entity.ORGANIZATION, "ride"),
    "parcelco": _listed(Entity.ORGANIZATION, "parcel"),
    "shopco": _listed(Entity.ORGANIZATION, "shop", coined=0.1),
    "insurer": _listed(Entity.ORGANIZATION, "insurer", coined=0.25),
    "supplier": _listed(Entity.ORGANIZATION, "supplier", coined=0.35),
    "makerco": _listed(Entity.ORGANIZATION, "maker"),
    "office": _listed(Entity.ORGANIZATION, "office"),
    "phraseco": _listed(Entity.ORGANIZATION, "phrase"),
    "chemist": _listed(Entity.PHARMACY, "chemist", coined=0.2),
    "homely": _home,
    "wordplain": _word,
    "Wordplain": _word_first,
    "wordco": _word_name,
    "devname": _device,
    "assay": _plain("assay"),
    "soft": _plain("soft"),
    "body": _plain("body"),
    "programme": _plain("programme"),
    "generic": _plain("generic"),
    "Generic": _first("generic"),
    "goods": _plain("goods"),
    "Goods": _first("goods"),
})  # fmt: skip
