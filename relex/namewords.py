"""What is known of single words of a name: their canonical form, their script, what titles and lists say of them.

Frequencies: the US census of 1990 in `names` (percent of bearers); names of other origins: `redactor.detect.patterns`.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import names

from redactor.detect.known.names import DEGREES
from redactor.detect.known.names import PARTICLES as _KNOWN_PARTICLES
from redactor.detect.known.words import word_set
from redactor.detect.patterns import lexicon, name_cues
from redactor.sample import pools

_CACHE = 65_536
_ELSEWHERE = 0.001  # percent, of a name that only lists of other origins hold
_SURE = 3.0  # times as many of one gender as of the other

APOSTROPHES = frozenset("'’‘ʼʻ`´′＇ʹ")
HYPHENS = frozenset("-‐‑‒–—―−﹣－")
_NO_MARKS = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i",
                           "ـ": None})  # fmt: skip

# What may be left standing before a name. Words that are names too ("Don", "Judge", "Pan") are no titles here.
TITLES = (
    frozenset(name_cues.DOCTOR_TITLES | name_cues.PEOPLE_TITLES | name_cues.KIN | name_cues.CLINICIANS)
    | word_set(
        "madam madame baby infant newborn bb auntie uncle grandma grandpa mum mummy daddy patient rn np lpn lvn cna "
        "aprn crna мр др госпожа господин доктор врач السيد السيدة الدكتور الدكتورة דר מר גב"
    )
) - word_set("don doña dona judge pan pani sri pastor imam col hon friend mw")
ALWAYS = word_set("dr mr mrs ms mx prof doctor professor mister miss")
CLINICAL = frozenset(name_cues.DOCTOR_TITLES | name_cues.CLINICIANS) | word_set(
    "rn np lpn lvn cna aprn crna доктор врач др"
)
# Of people who are called by their given names.
FAMILIAR = frozenset(name_cues.KIN) | word_set(
    "sister brother father fr nurse baby auntie aunt uncle grandma grandpa miss"
)
MALE = word_set("mr mister sir herr monsieur senor señor brother father uncle son husband")
FEMALE = word_set("mrs ms miss madam madame mme mlle senora señora sra srta frau sister mother aunt daughter wife lady")
SUFFIXES = word_set("jr sr ii iii iv junior senior 2nd 3rd esq esquire")
# Short enough to be initials or names as well: their capitals and their place must speak for them.
UNSURE = word_set("do ma pa pt ot rd dc od rt ms ba bs bc")
CREDENTIALS = frozenset(c.lower() for c in name_cues.CREDENTIALS) | DEGREES | word_set("mbchb ccc slp acnp agnp pmhnp")
JOINERS = word_set("and und et or")
BORN = word_set("nee née born maiden formerly fka geb")
PARTICLES = (_KNOWN_PARTICLES - word_set("mac mc and und")) | word_set(
    "ste saint lo vom im het t dal dalla бен بن ابن آل"
)
# Given names and surnames of their own when they stand first and in capitals.
NAMES_TOO = word_set("ben al van le di san da do del abu abd bin la lo les im den")
VIETNAMESE = word_set("nguyen tran le pham huynh hoang vu vo dang bui do ngo duong ly ho phan truong dinh trinh")
CJK_TITLES = ("先生", "女士", "小姐", "太太", "医生", "醫生", "大夫", "教授", "さん", "さま", "様", "氏", "씨", "님")
CJK_DOUBLE = word_set("欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 尉迟 令狐 慕容 皇甫 남궁 황보 선우 제갈 독고")
PATRONYMIC = ("ович", "евич", "ьич", "овна", "евна", "ична")


@lru_cache(maxsize=_CACHE)
def canonical(text: str) -> str:
    """What all spellings of a word of a name share: no case, accents, apostrophes, hyphens, or number at its end.

    "" where nothing but separators stands. Vowel signs of Indic and Thai script stay: without them names fall together.
    """
    if text.isascii():
        plain = text.lower()
    else:
        shaped = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold()).translate(_NO_MARKS)
        plain = unicodedata.normalize("NFC", "".join(c for c in shaped if not _accent(c)))
    if not (plain.isascii() and plain.isalpha()):
        plain = "".join(c for c in plain if c not in APOSTROPHES and _speaks(c))
        plain = plain.rstrip("0123456789") or plain
    return plain


def _accent(c: str) -> bool:
    level = unicodedata.combining(c)
    return level >= 200 or 10 <= level <= 36


def _speaks(c: str) -> bool:
    return c.isalnum() or (unicodedata.category(c)[0] == "M" and not "\ufe00" <= c <= "\ufe0f")


def unspaced(text: str) -> bool:
    """Whether it is written in Han, Kana or Hangul, where the family name stands first and no space parts names."""
    if text.isascii():
        return False
    c = next((c for c in text if c.isalpha()), "")
    return "\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3" or c >= "\U00020000"


@cache
def _census(key: str) -> dict[str, float]:
    rows = (line.split() for line in Path(names.FILES[key]).read_text("ascii").splitlines())
    return {r[0].lower(): float(r[1]) + 0.0005 for r in rows if r}


@lru_cache(maxsize=_CACHE)
def shares(key: str) -> tuple[float, float]:
    """How many people bear it as a given name and as a family name, in percent, roughly; 0.0: on no list."""
    given = (_census("first:male").get(key, 0.0) + _census("first:female").get(key, 0.0)) / 2
    family = _census("last").get(key, 0.0)
    if given or family:
        return given, family
    return (
        _ELSEWHERE if key in lexicon.given() else 0.0,
        _ELSEWHERE if key in lexicon.family() else 0.0,
    )


def usual(key: str) -> bool:
    """Whether the census holds it: of two or three capitals, that they are a name and no initials."""
    return max(shares(key)) > _ELSEWHERE


@cache
def _elsewhere() -> tuple[frozenset[str], frozenset[str]]:
    origins = pools.load().origins
    female = frozenset(canonical(n) for o in origins for n in o.female)
    male = frozenset(canonical(n) for o in origins for n in o.male)
    return female - male, male - female


@lru_cache(maxsize=_CACHE)
def gendered(given: str) -> Literal["f", "m", ""]:
    """The gender that a canonical given name tells: by the census, else by lists of other origins; "" for neither."""
    male, female = _census("first:male").get(given, 0.0), _census("first:female").get(given, 0.0)
    if male or female:
        return "m" if male > female * _SURE else "f" if female > male * _SURE else ""
    women, men = _elsewhere()
    return "f" if given in women else "m" if given in men else ""
