"""Collect names by the origin that can be told from them.

Sources: the lists of `name_origins`, that is Faker's locales (MIT), romanised where they are written in other scripts,
and lists of this project, of which data/heritage.txt claims first. heritage.txt holds names that tell where their
bearers' families come from, written from general knowledge. It claims a name for its origin however frequent the US
census finds it; other lists claim rare names only. It has a paragraph for each origin and part (family, female, male),
and three more: frequent given names that are told all the same (known), names that are as often English (either; Lee,
Young), and family names whose ending deceives (exception).
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product

from redactor.lexicon import data_files
from redactor.lexicon.build import name_origins
from redactor.lexicon.names import CensusList, as_written, census, key_of


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_CENSUS: dict[str, tuple[CensusList, ...]] = {"given": ("female", "male"), "family": ("family",)}
_RAREST = 0.0002  # percent: of a family name whose share the census rounds to 0.000
# Lists by the origin that a reader would tell. Earlier ones claim a shared name.
_LISTS_OF_ORIGIN = {
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
    "irish": ("ga_IE",),
}  # fmt: skip
_ENGLISH = ("en_GB", "en_IE", "en_NZ")
_ENGLISH_GIVEN = ("modern", *_ENGLISH, "en_US")
# Percent: names that more people in the US bear are of another origin only where data/heritage.txt says so.
_FREQUENT = {"family": 0.004, "given": 0.02}
_AT_HOME = ("", "hispanic", "german", "nordic", "dutch", "french")
_GENERAL = ("modern", *_ENGLISH, "en_US", "styled")
# Many of its given names are words and pet names; the list of pinyin joins syllables by chance.
_NO_GIVEN = ("bg_BG", "pinyin")
# Of the names that `origins` styles, beginnings that make few which anybody bears.
_NOT_STYLED = ("qua", "ny", "za", "dre", "mar", "na", "ra", "kek", "shak", "tat", "lal")
# Syllables that Chinese given names of two begin and end with, written from general knowledge.
_FIRST = _words(
    "ai bao bin bo chang chao chen cheng chun da dan dong en fang fei feng fu gang guang guo hai han hao he hong hua "
    "huan hui jia jian jie jin jing jun kai ke kun lan le lei li lian liang lin ling long lu man mei meng miao min "
    "ming na nan ning pei peng ping qi qian qiang qiao qin qing qiu ran rong ru rui run shan shao sheng shi shu "
    "shuang si song tao ting tian tong wan wei wen wu xi xia xian xiang xiao xin xing xiu xu xue ya yan yang yi yin "
    "ying yong you yu yuan yue yun ze zhe zhen zheng zhi zhong zhu zi zong"
)
_SECOND = _words(
    "bin bo dong fang fei feng guo hai hong hua hui jie jing jun lan lin ling mei min ming na ping qin qing rong tao "
    "ting wei wen xia xin yan yi ying yu yun zhen zhi"
)

Lists = dict[tuple[str, str], list[str]]


def collected(kind: str) -> Lists:
    """Return names by origin ("": general) and sex ("f", "m", "": both or none). kind: given or family."""
    parts = ("family",) if kind == "family" else ("female", "male")
    shares: dict[str, float] = {}
    lists = _CENSUS[kind]
    for part_of_census in lists:
        for key, percent in census(part_of_census).items():
            shares[key] = shares.get(key, 0.0) + max(_RAREST, percent) / len(lists)
    found: dict[str, tuple[str, str]] = {}
    sexes: dict[str, str] = {}
    for part in parts:
        for origin, names in _heritage_names(part).items():
            for value in names:
                key = key_of(value)
                if _is_of_heritage(kind, key, origin, shares.get(key, 0.0)):
                    _add(found, sexes, key, (value, origin), part)
    claimed = frozenset(found)
    english = _english(kind)
    for part in parts:
        for origin, values in _names_by_claim(part):
            for value in filter(None, map(_presented, values)):
                key = key_of(value)
                if key in claimed or not key.isalpha() or (kind == "given" and " " in value):
                    continue
                if origin and key in english and (kind == "family" or key in shares):
                    continue
                if origin not in _AT_HOME and shares.get(key, 0.0) >= _FREQUENT[kind]:
                    continue
                _add(found, sexes, key, (value, origin), part)
    if kind == "family":
        for key in census("family"):
            if (origin := _origin_by_ending(key)) and (key not in found or not found[key][1]):
                found[key] = as_written(key), origin
    out: Lists = {}
    for key, (value, origin) in found.items():
        if not origin and key in shares:  # the census says more of it
            continue
        out.setdefault((origin, sexes.get(key, "").replace("fm", "")), []).append(value)
    return {sort: sorted(out[sort], key=lambda value: (key_of(value), value)) for sort in sorted(out)}


def _add(found: dict[str, tuple[str, str]], sexes: dict[str, str], key: str, name: tuple[str, str], part: str) -> None:
    """Add a claim; the first claim stands, and sexes are all that any list gives. part: family, female or male."""
    found.setdefault(key, name)
    if part != "family" and part[0] not in sexes.setdefault(key, ""):
        sexes[key] += part[0]


def _english(kind: str) -> frozenset[str]:
    """Return the names that lists of English names explain."""
    lists, _, _ = name_origins.blend()
    if kind == "family":
        return frozenset(key_of(v) for o in lists if o.key in _ENGLISH for v in o.family)
    return frozenset(key_of(v) for o in lists if o.key in _ENGLISH_GIVEN for v in (*o.female, *o.male))


def _names_by_claim(part: str) -> list[tuple[str, Iterable[str]]]:
    """Return the names of every origin, earliest claims first, then of general lists, then of other scripts."""
    lists, _, native = name_origins.blend()
    by_key = {o.key: getattr(o, part) for o in lists if part == "family" or o.key not in _NO_GIVEN}
    claims = [(origin, by_key.get(key, ())) for origin, keys in _LISTS_OF_ORIGIN.items() for key in keys]
    if part != "family":
        claims.append(("chinese", [s.capitalize() for s in sorted({*_FIRST, *_SECOND})]))
        claims.append(("chinese", [(a + b).capitalize() for a, b in product(_FIRST, _SECOND) if a != b]))
        by_key["styled"] = tuple(v for v in by_key["styled"] if not key_of(v).startswith(_NOT_STYLED))
    general = [("", by_key[key]) for key in _GENERAL]
    return claims + general + [(o.key, getattr(o, part)) for o in native]


def _presented(value: str) -> str:
    """Return a name as it begins a sentence, "Al-Masri", "De Boer"; "" for notes on a name, "Boer (de)", and slips."""
    if any(c in "(),.;" for c in value) or value.count(" ") > 2 or not value[:1].isalpha():
        return ""
    return value[0].upper() + value[1:]


def written(listed: Lists) -> str:
    """Return a paragraph for each origin and sex: a line that names both, then names between commas."""
    paragraphs = []
    for (origin, sex), values in listed.items():
        lines = textwrap.wrap(", ".join(values), 118, break_long_words=False, break_on_hyphens=False)
        paragraphs.append("\n".join([f"[{origin}|{sex}]", *lines]))
    return "\n\n".join(paragraphs) + "\n"


_NO_ORIGINS = ("known", "either", "exception")
_FREQUENT_GIVEN = 0.02  # percent: given names of the following that more people in the US bear are Americans' own
_SETTLED = frozenset({"irish", "jewish", "styled", "italian", "slavic", "african", "indonesian", "native"})
_ENDINGS = (
    ("irish", r"^mc[a-z]{3,}"),
    ("slavic", r"[a-z]{3}(?:[sc]k[iy]|wicz|czyk|enko|chuk|czak|[^aeious]ov)$|[a-z]{2}[krn]ova$|[eo]vich$"),
    ("caucasian", r"[a-z]{2}(?:[kgzjhs]|[aeou][rn]|o[dp])ian$|[a-z]{3}(?:[aeiou][nrdsl]|[gtk])yan$|shvili$"),
    ("turkic", r"[a-z]oglu$"),
    ("greek", r"(?:[a-z]poulos|[dglnr]akis|iadis|akos)$"),
    ("italian", r"[a-z]{2}(?:[aeiou]tti|[aeiou]lli|[a-z][^aeiou]ini|[uoa]cci|[aiu]zzo|[a-z]iello|occhio)$"),
    ("hispanic", r"[a-z]{2}(?:[dnrqlm]|gu|qu)ez$"),
    ("japanese", r"[a-z]{2}(?:moto|mura|yama|kawa|gawa|shita|zaki|hashi|guchi|shima|jima|bayashi)$"),
    ("indian", r"swam[iy]$|murth[iy]$|krishnan?$|^(?:subraman|venkat|rama?nath)|bhai$"),
    ("jewish", r"[a-z]{2}owitz$|^(?:gold|rosen|fein|silver|wein|fink?el|rubin|green|bern|apfel|mandel|loewen|lowen)"
     r"(?:berg|stein|baum|blatt|feld|farb|thal|blum|bloom|man|zweig|krantz)$"),
    ("vietnamese", r"^(?:nguy|huynh)"),
)  # fmt: skip


@cache
def _heritage_lists() -> Mapping[tuple[str, str], tuple[str, ...]]:
    return {(origin, part): tuple(names) for origin, part, names in data_files.paragraphs("heritage.txt")}


@cache
def _heritage_keys(sort: str, kind: str) -> frozenset[str]:
    return frozenset(_heritage_lists()[sort, kind])


def _heritage_names(part: str) -> dict[str, tuple[str, ...]]:
    """Return the names of heritage.txt by origin, as they are written. part: family, female or male."""
    return {
        origin: names
        for (origin, part_of_census), names in _heritage_lists().items()
        if part_of_census == part and origin not in _NO_ORIGINS
    }


def _is_of_heritage(kind: str, key: str, origin: str, percent: float) -> bool:
    """Return whether heritage.txt claims a name for its origin though that share of Americans bears it.

    kind: given or family.
    """
    if key in _heritage_keys("either", kind):
        return False
    return (
        kind == "family" or percent < _FREQUENT_GIVEN or origin not in _SETTLED or key in _heritage_keys("known", kind)
    )


def _origin_by_ending(key: str) -> str:
    """Return the origin that the ending (or Mc) of a family name tells, "" for none."""
    if key in _heritage_keys("exception", "family"):
        return ""
    return next((origin for origin, found in _ENDINGS if re.search(found, key)), "")
