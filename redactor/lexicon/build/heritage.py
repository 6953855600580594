"""Names that tell where their bearers' families come from, written from general knowledge, and endings that do.

They claim a name for its origin however frequent the US census finds it; other lists claim rare names only. Read only
by the list maker, from data/heritage.txt: a paragraph for each origin and part (family, female, male), and three more:
frequent given names that are told all the same (known), names that are as often English (either; Lee, Young), and
family names whose ending deceives (exception).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from redactor.lexicon import data_files

_NO_ORIGINS = ("known", "either", "exception")
_FREQUENT = 0.02  # percent: given names of the following that more people in the US bear are Americans' own
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


def claims(part: str) -> dict[str, tuple[str, ...]]:
    """Origin -> names as they are written. part: family, female or male."""
    return {origin: names for (origin, of), names in _lists().items() if of == part and origin not in _NO_ORIGINS}


def claimed(kind: str, key: str, origin: str, percent: float) -> bool:
    """Whether a name of these lists is of its origin though that share of Americans bears it. kind: given or family."""
    if key in _keys("either", kind):
        return False
    return kind == "family" or percent < _FREQUENT or origin not in _SETTLED or key in _keys("known", kind)


def ending(key: str) -> str:
    """The origin that a family name's ending (or Mc) tells, "" for none."""
    if key in _keys("exception", "family"):
        return ""
    return next((origin for origin, found in _ENDINGS if re.search(found, key)), "")
