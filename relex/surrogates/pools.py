"""The names that stand-ins are drawn from: given names by sex and origin, family names by origin, with frequencies.

Sources: the US census of 1990 in `names` (shares of the population) and Faker's locales, as redactor.synth reads them.
Each name stands once: in the list of an origin that can be told from it, else in the general list.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from redactor.detect.patterns import lexicon
from redactor.synth import pools
from redactor.synth.values import origins
from relex.parts import Kind, folded


@dataclass(frozen=True, slots=True)
class Name:
    """A name. key: letters alone, folded. sex: "f", "m", "" for both. origin: "" for the general list.

    weight: share of the population in percent, 0 where the census lacks it. fit: may stand in for another name.
    """

    text: str
    key: str
    sex: str
    origin: str
    weight: float
    fit: bool


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The lists of redactor.synth.values.origins, by the origin that a reader would tell. Earlier ones claim a shared name.
_ORIGINS = {
    "hispanic": ("es_MX", "es_CO", "es_CL", "es_AR", "es_ES", "es_CA"),
    "vietnamese": ("vi_VN",),
    "korean": ("ko_KR",),
    "chinese": ("pinyin", "chinese romanised"),
    "japanese": ("japanese",),
    "indian": ("en_IN", "hi_IN", "ne_NP", "mr_IN", "south asian"),
    "arabic": ("arabic", "fr_DZ", "en_PK", "persian"),
    "slavic": ("cs_CZ", "sk_SK", "sl_SI", "hr_HR", "ru_RU", "uk_UA", "bg_BG", "mk_MK", "polish"),
    "african": ("yo_NG", "ig_NG", "ha_NG", "en_NG", "tw_GH", "en_KE", "sw", "zu_ZA", "horn and east africa",
                "west and south africa"),
    "portuguese": ("pt_BR", "pt_PT"),
    "italian": ("it_IT",),
    "greek": ("el_GR",),
    "turkic": ("tr_TR", "az_AZ", "uz_UZ"),
    "caucasian": ("hy_AM", "ka_GE"),
    "nordic": ("sv_SE", "da_DK", "no_NO", "fi_FI", "et_EE", "lt_LT", "lv_LV"),
    "german": ("de_DE", "de_AT", "de_CH", "de_LU", "de_LI"),
    "dutch": ("nl_NL", "nl_BE"),
    "french": ("fr_FR", "fr_CA", "fr_BE", "fr_CH", "haitian and caribbean"),
    "romanian": ("ro_RO", "hu_HU"),
    "indonesian": ("id_ID", "filipino", "southeast asian"),
    "jewish": ("hebrew",),
    "native": ("native american", "polynesian"),
}  # fmt: skip
_ENGLISH = ("en_GB", "en_IE", "en_NZ")
_GENERAL = ("modern", *_ENGLISH, "en_US", "ga_IE", "styled")

# Frequent in the US census and yet told at once for Spanish ones.
_SPANISH = _words(
    "jose juan luis carlos jesus jorge miguel francisco pedro manuel ramon raul javier ricardo fernando eduardo "
    "alberto sergio armando enrique alejandro rafael roberto jaime julio arturo alfredo guillermo felipe pablo "
    "diego andres ernesto gerardo gilberto hector ignacio rodolfo ruben salvador santiago esteban gustavo hugo "
    "leonardo lorenzo marcos mauricio orlando oscar ramiro rogelio cesar angel antonio maria juana carmen rosa "
    "guadalupe juanita margarita yolanda silvia alicia leticia josefina luz esperanza consuelo dolores elena esther "
    "graciela blanca ana angelica beatriz pilar rocio marisol mercedes socorro soledad xiomara ximena catalina "
    "lucia raquel"
)
# A population's frequent names stay whatever else they mean, or those that are left would give themselves away; these
# few are left out all the same: in a chart they read as words, as diseases or as signs.
_NEVER = _words(
    "young long may hope grace faith joy day little short small strong best wise rich moody weeks curry colon gross "
    "savage pain hand foot bone child will guy chase chance april june august summer autumn charity patience "
    "destiny angel christian jesus sunny candy misty dawn graves foley addison parkinson hodgkin crohn down still "
    "head shock junior major royal son prince queen princess pat don van see man he an in my so ok do oh no doctor "
    "nurse"
)
_COMMON = 0.006  # percent: above it a name stays although it is also a word or names a disease
_WOMANLY = ("ova", "eva", "ska", "cka", "aya", "ова", "ева", "ина", "ая", "ська", "цька")
_RAREST = 0.0002  # percent: of a family name whose share the census rounds to 0.000
_ENGLISH_COMMON = 0.02  # percent: above it a given name of the census belongs to no origin

ALPHABETS = ("CYRILLIC", "GREEK", "ARABIC", "HEBREW", "ARMENIAN", "GEORGIAN", "DEVANAGARI", "TAMIL", "BENGALI", "THAI")
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ħ": "h"})


def key_of(name: str) -> str:
    """A name's letters and digits, folded and without strokes: what its spellings share."""
    if name.isascii() and name.isalpha():
        return name.lower()
    return "".join(c for c in folded(name).translate(_PLAIN) if c.isalnum())


@cache
def script(char: str) -> str:
    """The script of a letter: LATIN, CYRILLIC, CJK (with kana), HANGUL, ...; "" for what is none."""
    if not char.isalpha():
        return ""
    word = unicodedata.name(char, "").split(" ")[0]
    return "CJK" if word in ("HIRAGANA", "KATAKANA") else word


@cache
def initial(key: str) -> str:
    """What names are sorted by: the first letter of an alphabet, elsewhere the script. "" where there is none."""
    if not key or "a" <= key[0] <= "z":
        return key[:1]
    own = script(key[0])
    return key[0] if own in ALPHABETS else "" if own == "LATIN" else own


@cache
def words() -> frozenset[str]:
    """Words of English and of the clinic, and eponyms."""
    text = resources.files("redactor.detect.known").joinpath("words.txt").read_text("utf-8")
    plain = {w for line in text.splitlines() if not line.startswith("#") for w in line.split()}
    return frozenset(w.lower() for w in (*plain, *lexicon.words(), *lexicon.eponyms()))


def fits(key: str, weight: float = 0.0) -> bool:
    """Whether a name reads as one wherever it stands. weight: its share of the population in percent."""
    return (len(key) > 1 or not key.isascii()) and key not in _NEVER and key not in lexicon.clinical() and (
        weight >= _COMMON or key not in words()
    )  # fmt: skip


def _census(kind: str) -> dict[str, tuple[str, float]]:
    """Key -> name as its bearer writes it, percent."""
    values, cumulated = pools.load().census[kind]
    out, before = {}, 0.0
    for value, total in zip(values, cumulated, strict=True):
        out[key_of(value)] = (value, max(_RAREST, round(total - before - 0.0005, 4)))
        before = total
    return out


def _origin_of() -> MappingProxyType[str, tuple[str, int]]:
    """List -> its origin and how early it claims names."""
    ordered = enumerate((origin, key) for origin, keys in _ORIGINS.items() for key in keys)
    return MappingProxyType({key: (origin, nth) for nth, (origin, key) in ordered})


def _told(part: str) -> list[tuple[str, Iterable[str]]]:
    """The names of every origin, earliest claims first, then those of the general lists."""
    lists, _, native = origins.blend()
    ranks = _origin_of()
    told = sorted((ranks[o.key][1], ranks[o.key][0], getattr(o, part)) for o in lists if o.key in ranks)
    general = [("", getattr(o, part)) for o in lists if o.key in _GENERAL]
    return [(origin, values) for _, origin, values in told] + general + [(o.key, getattr(o, part)) for o in native]


@cache
def family() -> tuple[Name, ...]:
    """Every family name, most frequent first."""
    census = _census("last")
    lists, _, _ = origins.blend()
    english = {key_of(v) for o in lists if o.key in _ENGLISH for v in o.family}
    found: dict[str, tuple[str, str]] = {}
    for origin, values in _told("family"):
        for value in values:
            key = key_of(value)
            if key and key.isalpha() and key not in found and key not in english:
                found[key] = (value, origin)
    out = []
    for key, (text, weight) in census.items():
        own, origin = found.get(key, (text, ""))
        out.append(Name(text if own.isascii() else own, key, "", origin, weight, fits(key, weight)))
    for key, (text, origin) in found.items():
        if key not in census:
            out.append(Name(text, key, _form(key, origin), origin, 0.0, fits(key)))
    return tuple(sorted(out, key=lambda name: (-name.weight, name.key)))


@cache
def given() -> tuple[Name, ...]:
    """Every given name, most frequent first; its sex is that of four in five of its bearers or more."""
    shares = {"f": _census("first:female"), "m": _census("first:male")}
    texts = {key: text for by_key in shares.values() for key, (text, _) in by_key.items()}
    found: dict[str, tuple[str, str]] = {}
    listed: dict[str, set[str]] = {"f": set(), "m": set()}
    for sex, part in (("f", "female"), ("m", "male")):
        for origin, values in _told(part):
            for value in values:
                key = key_of(value)
                if key and key.isalpha():
                    found.setdefault(key, (value, origin))
                    listed[sex].add(key)
    out = []
    for key in texts.keys() | found.keys():
        women, men = (shares[sex].get(key, ("", 0.0))[1] for sex in "fm")
        weight = round((women + men) / 2, 4)
        own, origin = found.get(key, ("", ""))
        if weight >= _ENGLISH_COMMON or not own:
            origin = "hispanic" if key in _SPANISH else ""
        told = weight >= _ENGLISH_COMMON or (weight and not origin)
        sex = _sex(women, men) if told else _sex(float(key in listed["f"]), float(key in listed["m"]))
        text = own if key not in texts or (origin and not own.isascii()) else texts[key]
        out.append(Name(text, key, sex, origin, weight, fits(key, weight)))
    return tuple(sorted(out, key=lambda name: (-name.weight, name.key)))


def _form(key: str, origin: str) -> str:
    """ "f" for a Slavic family name that is written as a woman bears it, else ""."""
    slavic = origin in ("slavic", "ru_RU native", "uk_UA native")
    return "f" if slavic and key.endswith(_WOMANLY) else ""


def _sex(women: float, men: float) -> str:
    return "f" if women >= 4 * men else "m" if men >= 4 * women else ""


def names(kind: Kind) -> tuple[Name, ...]:
    """The given names (Kind.GIVEN) or the family names (Kind.FAMILY), most frequent first."""
    return given() if kind is Kind.GIVEN else family()


@cache
def by_initial(kind: Kind) -> MappingProxyType[str, tuple[Name, ...]]:
    """What a name is sorted by (initial) -> its names, most frequent first."""
    out: dict[str, list[Name]] = {}
    for name in names(kind):
        out.setdefault(initial(name.key), []).append(name)
    return MappingProxyType({first: tuple(found) for first, found in out.items()})


@cache
def known(kind: Kind) -> MappingProxyType[str, int]:
    """Key -> place among the names of its initial."""
    return MappingProxyType({name.key: nth for found in by_initial(kind).values() for nth, name in enumerate(found)})
