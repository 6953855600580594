"""Names by the origin that can be told from them, from the lists of `name_origins`.

Sources: Faker's locales (MIT), romanised where they are written in other scripts, and lists of this project's own, of
which those of data/heritage.txt claim first.
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
    """Origin ("" for the general lists) and sex ("f", "m", "" for both or none) -> names. kind: given or family."""
    parts = ("family",) if kind == "family" else ("female", "male")
    shares: dict[str, float] = {}
    lists = _CENSUS[kind]
    for of in lists:
        for key, percent in census(of).items():
            shares[key] = shares.get(key, 0.0) + max(_RAREST, percent) / len(lists)
    found: dict[str, tuple[str, str]] = {}
    sexes: dict[str, str] = {}
    for part in parts:
        for origin, own in _heritage_names(part).items():
            for value in own:
                key = key_of(value)
                if _is_of_heritage(kind, key, origin, shares.get(key, 0.0)):
                    _add(found, sexes, key, (value, origin), part)
    claimed = frozenset(found)
    english = _english(kind)
    for part in parts:
        for origin, values in _told(part):
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
    """The first claim stands; sexes are all that any list gives. part: family, female or male."""
    found.setdefault(key, name)
    if part != "family" and part[0] not in sexes.setdefault(key, ""):
        sexes[key] += part[0]


def _english(kind: str) -> frozenset[str]:
    """What lists of English names explain."""
    lists, _, _ = name_origins.blend()
    if kind == "family":
        return frozenset(key_of(v) for o in lists if o.key in _ENGLISH for v in o.family)
    return frozenset(key_of(v) for o in lists if o.key in _ENGLISH_GIVEN for v in (*o.female, *o.male))


def _told(part: str) -> list[tuple[str, Iterable[str]]]:
    """The names of every origin, earliest claims first, then those of the general lists, then of other scripts."""
    lists, _, native = name_origins.blend()
    by_key = {o.key: getattr(o, part) for o in lists if part == "family" or o.key not in _NO_GIVEN}
    told = [(origin, by_key.get(key, ())) for origin, keys in _ORIGINS.items() for key in keys]
    if part != "family":
        told.append(("chinese", [s.capitalize() for s in sorted({*_FIRST, *_SECOND})]))
        told.append(("chinese", [(a + b).capitalize() for a, b in product(_FIRST, _SECOND) if a != b]))
        by_key["styled"] = tuple(v for v in by_key["styled"] if not key_of(v).startswith(_NOT_STYLED))
    general = [("", by_key[key]) for key in _GENERAL]
    return told + general + [(o.key, getattr(o, part)) for o in native]


def _presented(value: str) -> str:
    """A name as it begins a sentence, "Al-Masri", "De Boer"; "" for notes on a name, "Boer (de)", and slips."""
    if any(c in "(),.;" for c in value) or value.count(" ") > 2 or not value[:1].isalpha():
        return ""
    return value[0].upper() + value[1:]


def written(listed: Lists) -> str:
    """A paragraph for each origin and sex: a line that names both, then names between commas."""
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
def _lists() -> Mapping[tuple[str, str], tuple[str, ...]]:
    return {(origin, part): tuple(names) for origin, part, names in data_files.paragraphs("heritage.txt")}


@cache
def _keys(sort: str, kind: str) -> frozenset[str]:
    return frozenset(_lists()[sort, kind])


def _heritage_names(part: str) -> dict[str, tuple[str, ...]]:
    """Origin -> names as they are written. part: family, female or male."""
    return {origin: names for (origin, of), names in _lists().items() if of == part and origin not in _NO_ORIGINS}


def _is_of_heritage(kind: str, key: str, origin: str, percent: float) -> bool:
    """Whether a name of these lists is of its origin though that share of Americans bears it. kind: given or family."""
    if key in _keys("either", kind):
        return False
    return kind == "family" or percent < _FREQUENT_GIVEN or origin not in _SETTLED or key in _keys("known", kind)


def _origin_by_ending(key: str) -> str:
    """The origin that a family name's ending (or Mc) tells, "" for none."""
    if key in _keys("exception", "family"):
        return ""
    return next((origin for origin, found in _ENDINGS if re.search(found, key)), "")
