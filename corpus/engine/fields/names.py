"""Draws names from the lists of an origin, in the forms that people of that origin use.

Every given and family name, and each part of a double name, passes `Cast.draw`, so that the held-out tenth remains held
out.
"""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import dataclass

from corpus.engine.cast import Cast
from redactor.lexicon.build import extra_names, name_origins
from redactor.lexicon.build.name_origins import Origin
from redactor.sample import pools
from redactor.sample.forms import Name

_SUFFIXES = ("Jr.", "Jr.", "Jr", "JR", "Sr.", "Sr", "II", "III", "III", "IV", "2nd", "3rd", "V")
_APOSTROPHES = re.compile("['’]")
_SLAVIC = re.compile(r"(ov|ev|in|ski|sky|ský)$")
_FEMININE = ("ru_RU", "uk_UA", "bg_BG", "mk_MK", "cs_CZ", "sk_SK", "polish")


@dataclass(frozen=True, slots=True)
class Kin:
    """What a household shares: its origin and its surname."""

    home: Origin
    family: str


def household(c: Cast) -> Kin:
    """An origin and a surname of it."""
    home = name_origins.origin(c.rng)
    return Kin(home, family(c, home))


def latin_household(c: Cast) -> Kin:
    """A household with names in Latin letters."""
    while (held := household(c)).home.native:
        pass
    return held


def family(c: Cast, home: Origin) -> str:
    """A surname: mostly of the origin, one time in twelve of a hard shape; some are double."""
    first = c.draw(lambda: _one_family(c.rng, home))
    if home.native or " " in first or not c.chance(home.double):
        return first
    joints = ("-", "-", " ", " y ", " de ") if home.key[:2] in ("es", "pt") else ("-",)
    return c.draw(lambda: first + c.pick(joints) + c.draw(lambda: _one_family(c.rng, home)))


def given(c: Cast, home: Origin, female: bool) -> str:
    """A first name: mostly of the origin, one time in fourteen of a hard shape; some are double."""
    first = c.draw(lambda: _one_given(c.rng, home, female))
    if home.native or " " in first or "-" in first or not c.chance(0.02):
        return first
    return c.draw(lambda: first + c.pick("-- ") + c.draw(lambda: _one_given(c.rng, home, female)))


def listed_family(c: Cast, foreign: float) -> str:
    """A surname outside the households. foreign: probability of an origin drawn for it instead of the country's."""
    pool = pools.load_pools()
    return c.draw(lambda: pool.family(c.rng, pool.origin(c.rng) if c.chance(foreign) else None))


def listed_given(c: Cast, foreign: float) -> str:
    """A given name, of a woman or a man, with `foreign` as in `listed_family`."""
    pool = pools.load_pools()
    return c.draw(lambda: pool.given(c.rng, pool.origin(c.rng) if c.chance(foreign) else None, c.chance(0.5)))


def _one_family(rng: random.Random, home: Origin) -> str:
    roll = rng.random()
    if home.native or roll > 0.085:
        return _spelled(rng, name_origins.family(rng, home))
    if roll < 0.035:
        return rng.choice(extra_names.WORD_FAMILY)
    if roll < 0.065:
        return rng.choice(extra_names.HARD_FAMILY)
    return rng.choice(pools.load_pools().cities).name if roll < 0.07 else pools.load_pools().family(rng, None)


def _one_given(rng: random.Random, home: Origin, female: bool) -> str:
    roll = rng.random()
    if home.native or roll > 0.07:
        return _spelled(rng, name_origins.given(rng, home, female))
    if roll < 0.035:
        return rng.choice(extra_names.WORD_FEMALE if female else extra_names.WORD_MALE)
    if roll < 0.055:
        return rng.choice(extra_names.HARD_FEMALE if female else extra_names.HARD_MALE)
    # A surname as a first name, as in the South: Parker, Sutton, Thatcher.
    return name_origins.family(rng, name_origins.blend()[0][0])


def _spelled(rng: random.Random, name: str) -> str:
    """The name as an American clerk may have keyed it: no accents, one word, a different apostrophe."""
    roll = rng.random()
    if not name.isascii() and name[0] < "\u0250" and roll < 0.45:
        bare = name.replace("ł", "l").replace("Ł", "L").replace("ø", "o").replace("Ø", "O").replace("đ", "d")
        bare = bare.replace("Đ", "D").replace("ı", "i").replace("ß", "ss").replace("ə", "a").replace("Ə", "A")
        return "".join(ch for ch in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(ch))
    if "-" in name and roll < 0.5:  # Ji-Hye: Ji-hye, Jihye, Ji Hye
        a, _, b = name.partition("-")
        return rng.choice((f"{a}-{b.lower()}", f"{a}{b.lower()}", f"{a} {b}"))
    if _APOSTROPHES.search(name) and roll < 0.4:
        return _APOSTROPHES.sub(rng.choice(("’", "’", "", "`", " ")), name).strip()
    if name[:2] == "Mc" and len(name) > 4 and roll < 0.2:
        return rng.choice((f"Mc{name[2:].lower()}", f"MC{name[2:].upper()}", f"Mac{name[2:]}", f"Mc {name[2:]}"))
    if " " in name and name[0].isupper() and roll < 0.15:
        return rng.choice((name.title(), name.replace(" ", "-"), name.replace(" ", "")))
    return name


def pet_name(c: Cast, female: bool) -> str:
    """A pet name unrelated to the given name: Sissy, Bubba."""
    return c.draw(lambda: c.pick(extra_names.PET_FEMALE if female else extra_names.PET_MALE))


def nickname(c: Cast, first: str, female: bool) -> str:
    """A name used by friends: a short form, a pet name, initials, or the name itself."""
    roll = c.rng.random()
    known = extra_names.NICKNAMES.get(first)
    if known and roll < 0.75:
        return c.draw(lambda: c.pick(known.split()))
    if roll < 0.12:
        return pet_name(c, female)
    if len(first) > 5 and first.isalpha() and roll < 0.4:
        stem = first[: c.rng.randint(3, 4)]
        stem = stem if len(stem.rstrip("aeiou")) < 3 else stem.rstrip("aeiou")
        return c.draw(lambda: c.pick((stem, stem + "ie", stem + "y", first[:4])))
    return first


def _feminine(family: str) -> str:
    """Ivanov: Ivanova; Kowalski: Kowalska."""
    return family[:-1] + ("á" if family[-1] == "ý" else "a") if family[-1] in "iyý" else family + "a"


def name(c: Cast, kin: Kin, female: bool, age: int = 40) -> Name:
    """A whole name within a household; given is "" for the few people with a single name."""
    home = kin.home
    own = kin.family
    if female and home.key in _FEMININE and _SLAVIC.search(own):
        own = c.draw(lambda: c.pick((kin.family, _feminine(kin.family))))
    if home.native:
        first = given(c, home, female)
        return Name(first, "", own, "", first, family(c, home))
    # Children of immigrants: Jessica Patel, Kevin Nguyen.
    chosen = home if c.chance(0.75) else name_origins.blend()[0][c.pick((0, 0, 2))]
    first = "" if c.chance(0.008) else given(c, chosen, female)
    middle = ""
    if first and c.chance(0.55):
        middle = given(c, chosen, female) if c.chance(0.6) else c.pick("ABCDEFGHIJKLMNOPRSTVWYZ")
        if female and age > 25 and c.chance(0.08):
            middle = family(c, home)  # her name before marriage
        if " " in middle or "." in middle or middle == first:
            middle = middle[0].upper()
    suffix = c.pick(_SUFFIXES) if not female and c.chance(0.06) else ""
    if c.chance(0.01):
        first = first.lower() if c.chance(0.4) else first.upper()
    return Name(first, middle, own, suffix, nickname(c, first, female) or own, family(c, home))


def whole_latin(c: Cast) -> Name:
    """A name in Latin letters with a given name."""
    while not (who := name(c, latin_household(c), c.chance(0.6))).given:
        pass
    return who
