"""Blend all lists of names at hand into the origins of the people of the training corpus.

Sources: the US census (by frequency, and the long tail of its 88,000 surnames alike), Faker's locales (in Latin
letters, romanised, and now and then as they are), and the lists of `extra_names`. Romanised names are spelt as their
bearers spell them in English ("Кузнецов": Kuznetsov), by simple letter tables and no scholarly transliteration.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import accumulate, product
from typing import Any

from redactor.lexicon.build import extra_names
from redactor.lexicon.names import CensusList, census_to_draw


@dataclass(frozen=True, slots=True)
class Origin:
    """An origin has given and family names.

    native: whether they are in another script. double: share of its people with two surnames.
    """

    key: str
    female: tuple[str, ...]
    male: tuple[str, ...]
    family: tuple[str, ...]
    native: bool = False
    double: float = 0.0


_CENSUS_PARTS: tuple[CensusList, ...] = ("female", "male", "family")
_CENSUS, _TAIL, _MODERN, _STYLED = "census", "census tail", "modern", "styled"
# Faker locale: weight. Those of `_ROMANISED` are read through `latin`.
_LATIN = {
    "es_MX": 8, "es_CO": 3, "es_CL": 3, "es_AR": 2, "es_ES": 3, "es_CA": 1, "pt_BR": 3, "pt_PT": 2, "de_DE": 3,
    "de_AT": 2, "de_CH": 1, "de_LU": 1, "de_LI": 1, "fr_FR": 2, "fr_CA": 2, "fr_BE": 2, "fr_CH": 1, "fr_DZ": 3,
    "it_IT": 4, "nl_NL": 2, "nl_BE": 2, "sv_SE": 2, "da_DK": 1, "no_NO": 2, "fi_FI": 1, "et_EE": 1, "lt_LT": 1,
    "lv_LV": 1, "cs_CZ": 1, "sk_SK": 2, "sl_SI": 1, "hr_HR": 2, "hu_HU": 1, "ro_RO": 1, "tr_TR": 2, "az_AZ": 1,
    "uz_UZ": 1, "id_ID": 2, "en_IN": 6, "en_PK": 3, "en_KE": 3, "en_NG": 1, "yo_NG": 2, "ig_NG": 1, "ha_NG": 1,
    "tw_GH": 2, "zu_ZA": 2, "sw": 1, "en_GB": 3, "en_IE": 4, "ga_IE": 1, "en_NZ": 3, "en_US": 6, "vi_VN": 2,
}  # fmt: skip
_ROMANISED = {
    "ru_RU": 3, "uk_UA": 3, "bg_BG": 2, "mk_MK": 1, "el_GR": 3, "ka_GE": 2, "hy_AM": 2, "hi_IN": 2, "ne_NP": 2,
    "mr_IN": 1, "ko_KR": 4,
}  # fmt: skip
_RARE_WEIGHTS = {"arabic": 5, "south asian": 6, "filipino": 4, "chinese romanised": 4, "polish": 3, "hebrew": 3}
_NATIVE = ("zh_CN", "zh_TW", "ja_JP", "ko_KR", "ar_SA", "fa_IR", "he_IL", "ru_RU", "uk_UA", "el_GR", "hi_IN", "th_TH",
           "hy_AM", "ka_GE", "ta_IN", "bn_BD")  # fmt: skip
_WEIGHTS = {_CENSUS: 55, _TAIL: 50, _MODERN: 20, _STYLED: 10}
_NATIVE_SHARE = 0.01

_INITIALS = ("", *"bcdfghjklmnpqrstwxyz", "ch", "sh", "zh")
_FINALS = (
    "a", "ai", "an", "ang", "ao", "e", "ei", "en", "eng", "i", "ia", "ian", "iang", "iao", "ie", "in", "ing", "iu",
    "ong", "ou", "u", "ua", "uan", "uang", "ui", "un", "uo",
)  # fmt: skip


def _clean(values: Iterable[Any]) -> tuple[str, ...]:
    kept = {str(v).strip() for v in values}
    return tuple(sorted(v for v in kept if v and not v.startswith(("ʻ", "’")) and v != "Doe"))


def _latin_only(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(v for v in _clean(values) if all(ord(c) < 0x250 or 0x1E00 <= ord(c) < 0x1F00 or c in "’ʻ" for c in v))


def _listed(provider: Any, key: str) -> list[str]:
    """Return a list of a Faker provider; some lists are properties and hold nothing without an instance."""
    found = getattr(provider, key, None)
    return [] if found is None or isinstance(found, property) else list(found)


def _origin_of_locale(code: str, *, native: bool = False) -> Origin:
    provider = import_module(f"faker.providers.person.{code}").Provider
    both = _listed(provider, "first_names")
    lists = [
        _listed(provider, "first_names_female") or both,
        _listed(provider, "first_names_male") or both,
        [n for key in ("last_names", "last_names_female", "last_names_male") for n in _listed(provider, key)],
    ]
    if native:
        female, male, family = (tuple(v for v in _clean(x) if not v.isascii()) for x in lists)
    elif code in _ROMANISED:
        female, male, family = (_latin_only(latin(str(v)) for v in x) for x in lists)
    else:
        female, male, family = (_latin_only(x) for x in lists)
    double = 0.22 if code[:2] == "es" else 0.15 if code[:2] == "pt" else 0.03
    return Origin(code + (" native" if native else ""), female, male, family, native, double)


def _pinyin() -> tuple[str, ...]:
    """Return Chinese given names of one and two syllables, in the ways they are joined."""
    syllables = [i + f for i, f in product(_INITIALS, _FINALS) if _is_syllable(i, f)]
    rng = random.Random(7)  # noqa: S311 - joins syllables, no secret
    out = {s.capitalize() for s in syllables}
    for _ in range(6000):
        a, b = rng.choice(syllables), rng.choice(syllables)
        out.add(rng.choice((f"{a}{b}", f"{a}{b}", f"{a}-{b}", f"{a} {b}", f"{a}-{b.capitalize()}")).capitalize())
    return tuple(sorted(out))


def _is_syllable(initial: str, final: str) -> bool:
    front = final[0] == "i"
    if initial in ("j", "q", "x"):
        return front or final in ("u", "uan", "un")
    if initial in ("zh", "ch", "sh", "r", "z", "c", "s"):
        return not front or final == "i"
    if initial in ("g", "k", "h", "f", "w"):
        return not front and (initial not in "fw" or final[0] != "u")
    if initial == "y":
        return final in ("a", "an", "ang", "ao", "e", "i", "in", "ing", "ong", "ou", "u", "uan", "un")
    return bool(initial) or final in ("ai", "an", "ang", "ao", "en", "ou")


def _styled() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return given names that parents made up: a prefix, a stem and capitals or apostrophes where they please."""
    female = product(
        ("La", "De", "Sha", "Ta", "Ka", "Ja", "Na", "Qua", "Ny", "Ke", "Ma"),
        ("Toya", "Shawna", "Keisha", "Nisha", "Quisha", "Tasha", "Niyah", "Kayla", "Nae", "Mya", "Monique", "Rhonda",
         "Vonne", "Shelle", "Donna", "Kiya", "Trice", "Shay", "Lynn", "Quita"),
    )  # fmt: skip
    male = product(
        ("De", "Da", "Ja", "Ke", "La", "Ty", "Tre", "Mar", "Ra", "Qua", "Jay", "Dre", "Za"),
        ("Shawn", "Quan", "Marcus", "Andre", "Von", "Vante", "Ron", "Quavious", "Shaun", "Mario", "Marion", "Juan",
         "Kwon", "Vion", "Mond", "Rius", "Mar", "Kari", "Montae", "Vaughn"),
    )  # fmt: skip
    rng = random.Random(8)  # noqa: S311 - joins syllables, no secret

    def style(prefix: str, stem: str) -> str:
        return rng.choice((
            prefix + stem, prefix + stem, prefix + stem.lower(), prefix + stem.lower(), f"{prefix}'{stem}",
            f"{prefix}’{stem}", f"{prefix}-{stem}", prefix.lower() + stem,
        ))  # fmt: skip

    return _clean(style(*x) for x in female), _clean(style(*x) for x in male)


@cache
def blend() -> tuple[tuple[Origin, ...], tuple[float, ...], tuple[Origin, ...]]:
    """Return the origins, their cumulated weights, and those in other scripts. Reads every list, in about a second."""
    women, men, last = (census_to_draw(part)[0] for part in _CENSUS_PARTS)
    modern = import_module("faker.providers.person.en").Provider
    recent = _latin_only(modern.first_names_female), _latin_only(modern.first_names_male)
    styled = _styled()
    weighted = [
        (Origin(_CENSUS, women, men, last, double=0.03), float(_WEIGHTS[_CENSUS])),
        (Origin(_TAIL, women, men, last, double=0.03), float(_WEIGHTS[_TAIL])),
        (Origin(_MODERN, *recent, last, double=0.06), float(_WEIGHTS[_MODERN])),
        (Origin(_STYLED, *styled, last, double=0.03), float(_WEIGHTS[_STYLED])),
    ]
    weighted += [(_origin_of_locale(code), float(w)) for code, w in (_LATIN | _ROMANISED).items()]
    for key, (female, male, family) in extra_names.RARE.items():
        women, men, last = (tuple(w.replace("_", " ") for w in text.split()) for text in (female, male, family))
        weighted.append((Origin(key, women, men, last), float(_RARE_WEIGHTS.get(key, 2))))
    chinese = import_module("faker.providers.person.zh_CN").Provider
    given, japanese = _pinyin(), import_module("faker.providers.person.ja_JP").Provider
    weighted += [
        (Origin("pinyin", given, given, _latin_only(chinese.last_romanized_names)), 5.0),
        (
            Origin(
                "japanese",
                _latin_only(japanese.first_romanized_names_female),
                _latin_only(japanese.first_romanized_names_male),
                _latin_only(japanese.last_romanized_names),
            ),
            2.0,
        ),
    ]
    native = tuple(_origin_of_locale(code, native=True) for code in _NATIVE)
    return tuple(o for o, _ in weighted), tuple(accumulate(w for _, w in weighted)), native


def origin(rng: random.Random) -> Origin:
    """Return an origin drawn by weight; one time in a hundred it is in another script."""
    origins, cumulated, native = blend()
    return rng.choice(native) if rng.random() < _NATIVE_SHARE else rng.choices(origins, cum_weights=cumulated)[0]


def given(rng: random.Random, home: Origin, female: bool) -> str:
    """Return a drawn first name of the origin: by its frequency where the census says so."""
    if home.key == _CENSUS:
        values, weights = census_to_draw("female" if female else "male")
        return rng.choices(values, cum_weights=weights)[0]
    return rng.choice(home.female if female else home.male)


def family(rng: random.Random, home: Origin) -> str:
    """Return a drawn surname of the origin: by its frequency where the census says so."""
    if home.key in (_CENSUS, _MODERN):
        values, weights = census_to_draw("family")
        return rng.choices(values, cum_weights=weights)[0]
    return rng.choice(home.family)


def _words(text: str) -> list[str]:
    return text.split()


_CYRILLIC = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґјљњџќѓѕ",
        _words(
            "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch "
            "_ y _ e yu ya yo i yi ye g j lj nj dzh kj gj dz"
        ),
        strict=True,
    )
)
_GREEK = dict(
    zip("αβγδεζηθικλμνξοπρστυφχψως", _words("a v g d e z i th i k l m n x o p r s t y f ch ps o s"), strict=True)
)
_GREEK_PAIRS = {"ου": "ou", "αυ": "af", "ευ": "ef", "μπ": "mp", "ντ": "nt", "γγ": "ng", "γκ": "gk", "αι": "e"}
_GEORGIAN = dict(
    zip(
        "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
        _words("a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h"),
        strict=True,
    )
)
_ARMENIAN = dict(
    zip(
        "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև",
        _words("a b g d e z e e t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts u p k o f ev"),
        strict=True,
    )
)
_ALPHABETS = {k: "" if v == "_" else v for table in (_CYRILLIC, _GEORGIAN, _ARMENIAN) for k, v in table.items()}

_CONSONANTS = dict(
    zip(
        "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ",
        _words("k kh g gh n ch chh j jh n t th d dh n t th d dh n p ph b bh m y r l v sh sh s h l"),
        strict=True,
    )
)
_VOWELS = dict(zip("अआइईउऊऋएऐओऔ", _words("a a i i u u ri e ai o au"), strict=True))
_SIGNS = dict(zip("ािीुूृेैोौ", _words("a i i u u ri e ai o au"), strict=True))
_VIRAMA, _NASAL = "्", "ंँ"

_ONSET = _words("g kk n d tt r m b pp s ss _ j jj ch k t p h")
_NUCLEUS = _words("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i")
_CODA = _words("_ k k k n n n t l k m l l l p l m p p t t ng t t k t p t")


def latin(name: str) -> str:
    """Return the name in Latin letters; "" where it holds a letter that no table knows."""
    low = unicodedata.normalize("NFC", name).lower()
    first = next((c for c in low if c.isalpha()), "")
    if first in _CONSONANTS or first in _VOWELS:
        out = _devanagari_to_latin(low)
    elif "가" <= first <= "힣":
        out = "-".join(_hangul_to_latin(c) for c in low if c.isalpha())
    elif "α" <= unicodedata.normalize("NFD", first)[:1] <= "ω":
        out = _greek_to_latin(low)
    else:
        out = "".join(_ALPHABETS.get(c, c) for c in low)
    if not all(ord(c) < 0x180 for c in out):
        return ""
    return " ".join("-".join(part[:1].upper() + part[1:] for part in word.split("-")) for word in out.split())


def _greek_to_latin(low: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", low) if not unicodedata.combining(c))
    for pair, letters in _GREEK_PAIRS.items():
        bare = bare.replace(pair, letters)
    return "".join(_GREEK.get(c, c) for c in bare)


def _hangul_to_latin(syllable: str) -> str:
    at = ord(syllable) - ord("가")
    if not 0 <= at < 11_172:
        return syllable
    parts = (_ONSET[at // 588], _NUCLEUS[at % 588 // 28], _CODA[at % 28])
    return "".join(p for p in parts if p != "_")


def _devanagari_to_latin(low: str) -> str:
    out: list[str] = []
    for i, c in enumerate(low):
        after = low[i + 1 : i + 2]
        if c in _CONSONANTS:
            out.append(_CONSONANTS[c])
            # The vowel that no letter writes is spoken, except at the end of a word and before another vowel's sign.
            cluster = i > 0 and low[i - 1] == _VIRAMA
            if (after in _CONSONANTS or after in _NASAL or after in _VOWELS) if after else cluster:
                out.append("a")
        elif c in _SIGNS or c in _VOWELS:
            out.append(_SIGNS.get(c) or _VOWELS[c])
        elif c in _NASAL:
            out.append("n")
        elif c not in (_VIRAMA, "़", "\u200d", "\u200c"):
            out.append(c)
    return "".join(out)
