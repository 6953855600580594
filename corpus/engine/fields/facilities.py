"""Names of organizations of every kind: public ones, and others made of saints, towns, people and words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.engine.fields import addresses, towns
from corpus.engine.fields.addresses import Spot
from corpus.engine.fields.id_shapes import one_of, shaped
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.forms import ordinal_text

_FILE = "organisations"
_FIELD = re.compile(r"\{(\w+)\}")
# Words at the end of a name that people drop in speech.
_GENERIC = frozenset({
    "Hospital", "Hospitals", "Medical", "Center", "Centre", "Health", "System", "Healthcare", "Clinic",
    "Clinics", "Regional", "Community", "Care", "Pharmacy", "Inc", "Inc.", "LLC", "Nursing", "Home", "Rehab",
    "Rehabilitation", "and", "&", "Facility", "Associates", "Group", "Practice", "Services", "Skilled",
    "Campus", "Surgery", "Department", "Church", "Parish", "School", "University", "LLP", "P.C.",
    "Laboratories", "Laboratory", "Labs", "Diagnostics",
})  # fmt: skip
_STORES = ("№%####", "№%###", "№0%###", "№%##", "№ %###", "Store %###", "Store №%####", "%####", "(%####)")
_REAL_SHARE = {
    "hospital": 0.1,
    "lab": 0.5,
    "pharmacy": 0.5,
    "payer": 0.65,
    "employer": 0.2,
    "school": 0.2,
    "agency": 0.2,
}


@dataclass(frozen=True, slots=True)
class Organisation:
    """alias: the colloquial name; abbr: its initials, or the alias if there are none. home: its address."""

    name: str
    alias: str
    abbr: str
    entity: Entity
    home: Spot


def initials(name: str) -> str:
    """The capitals of a name's words: "Good Samaritan Medical Center" is GSMC."""
    return "".join(
        word[0] for word in re.split(r"[\s&/-]+", re.sub(r"\bSt\.?\b|\bSaint\b", "S", name)) if word[:1].isupper()
    )


def spoken(name: str) -> str:
    """A name without the generic words at its end."""
    words = name.removeprefix("The ").split()
    while len(words) > 1 and words[-1].strip(",") in _GENERIC:
        words.pop()
    while len(words) > 1 and words[-1] in ("of", "at", "the", "and", "&", "-"):
        words.pop()
    return " ".join(words).rstrip(",")


def invented(c: Cast) -> str:
    """An invented word: "Velanix"."""

    def make() -> str:
        stem = "".join(c.pick(words(_FILE, "syllable")) for _ in range(c.rng.randint(1, 3)))
        return (stem + c.pick(words(_FILE, "ending"))).capitalize()

    return c.draw(lambda: next(word for word in iter(make, "") if 4 <= len(word) <= 11))


def _word(c: Cast, field: str) -> str:
    """The value of one field of a template."""
    pool = pools.load_pools()
    if field == "family":
        origin = pool.origin(c.rng) if c.chance(0.4) else None
        return c.draw(lambda: pool.family(c.rng, origin))
    if field == "given":
        return c.draw(lambda: pool.given(c.rng, None, c.chance(0.5)))
    if field == "town":
        return towns.any_town(c).name
    if field == "abroad":
        return towns.abroad(c).name
    if field == "county":
        return towns.county(c, c.pick(tuple(towns.state_names())))
    if field == "state":
        return c.pick(tuple(towns.state_names().values()))
    if field == "nature":
        return c.draw(lambda: c.pick(words(_FILE, "nature")) + c.pick(_ENDS))
    if field == "brand":
        return c.draw(lambda: c.pick(words(_FILE, "brandfirst")) + c.pick(words(_FILE, "brandsecond")))
    if field == "invented":
        return invented(c)
    if field == "syllables":
        return c.pick(words(_FILE, "syllable")).capitalize() + c.pick(words(_FILE, "ending"))
    if field == "upper":
        return shaped(c, "@{3,5}")
    if field == "I":
        return shaped(c, "@")
    if field == "n":
        return str(c.rng.randint(1, 400))
    if field == "nth":
        return ordinal_text(c.rng.randint(1, 140))
    if field == "ordinal":
        return c.pick(
            ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Ninth", "Tenth", "14th", "23rd", "42nd", "116th")
        )
    if field == "street":
        return addresses.street_name(c)
    return c.draw(lambda: c.pick(words(_FILE, field)))


_ENDS = (
    "view", "wood", "brook", "side", "dale", "field", "crest", "haven", "ridge", "hurst", "mont", "ford",
    " Ridge", " Hill", " Hills", " Creek", " Grove", " Point", " Valley", " Park", " Springs", " Manor", " Run",
    " Shore", " Bluff", " Lane", " Crossing", " Landing", " Terrace", " Gardens", " Meadows", " Glen", " Bend",
    " Hollow", " Harbor",
)  # fmt: skip


def named(c: Cast, template: str) -> str:
    """A name after a template of the lists: "{family} & Sons". Raises KeyError for a field that they lack."""
    return _FIELD.sub(lambda found: _word(c, found[1]), template)


def _made_up(c: Cast, kind: str) -> tuple[str, str, str]:
    name = named(c, c.pick(words(_FILE, kind)))
    alias = spoken(name)
    if kind == "hospital" and " General" in name and c.chance(0.4):
        alias = "the General"
    elif kind == "hospital" and " Memorial" in name and c.chance(0.4):
        alias = "Memorial"
    short = initials(name)
    return name, alias, short if 3 <= len(short) <= 5 else alias


def _public(c: Cast, kind: str) -> tuple[str, str, str]:
    parts = c.pick(words(_FILE, f"real{kind}")).split("|")
    name = parts[0]
    if kind == "pharmacy" and c.chance(0.35):
        name = f"{name} {one_of(c, _STORES)}"
    return name, parts[1] if len(parts) > 1 else parts[0], parts[-1]


def organisation(c: Cast, kind: str, entity: Entity, near: Spot) -> Organisation:
    """A new organisation of a kind (a section of the list), public or invented, near an address."""
    public = c.chance(_REAL_SHARE.get(kind, 0.0))
    name, alias, abbr = _public(c, kind) if public else _made_up(c, kind)
    return Organisation(name, alias, abbr, entity, addresses.near(c, near))
