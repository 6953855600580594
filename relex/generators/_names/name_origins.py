"""Origins of names: which resemble each other, and what a name's spelling says of its origin."""

from __future__ import annotations

import re
from functools import cache, lru_cache

# Sorted by how familiar the names look among English ones.
_ORDER = (
    "nordic", "german", "french", "jewish", "dutch", "italian", "portuguese", "hispanic", "slavic", "romanian", "greek",
)  # fmt: skip
# Names of these origins are not taken for English ones. They neither replace English names nor are replaced by them as
# long as there are others.
DISTINCT_ORIGINS = frozenset({
    "chinese", "korean", "vietnamese", "japanese", "indian", "arabic", "african", "indonesian", "native", "turkic",
    "caucasian", "slavic", "greek", "italian", "jewish",
})  # fmt: skip
DISTINCT_WESTERN_ORIGINS = DISTINCT_ORIGINS & frozenset(_ORDER)
# Origins whose names a reader would confuse.
_SIMILAR = (
    ("chinese", "korean", "vietnamese", "japanese"),
    ("slavic", "romanian", "caucasian"),
    ("hispanic", "portuguese", "italian"),
    ("german", "dutch", "nordic"),
    ("indian", "arabic", "turkic"),
    ("african", "arabic"),
    ("greek", "italian", "romanian"),
    ("french", "italian"),
    ("indonesian", "hispanic"),
    ("native", "indonesian"),
    ("jewish", "german"),
)
# Spellings that give away the origin of a name that is in no list.
_SPELLINGS = tuple(
    (origin, re.compile(spelling))
    for origin, spelling in (
        ("slavic", r"(?:[sc]k[iay]|wicz|czyk|[oe]v[a]?|enko|chuk|slava?|mira?)$|szcz|rzy|czy|ży"),
        ("greek", r"(?:opoulos|oulos|[ai]kis|[ia]dis|ellis)$"),
        ("caucasian", r"(?:shvili|[aei]dze|[aiu][ndrskl]yan)$"),
        ("chinese", r"^(?:xi|xu|zh|qi)[a-z]{0,3}(?:[iaeou]|n|ng)(?:[a-z]{1,3}(?:[iaeou]|n|ng))?$"),
        ("japanese", r"(?:hiro|suke|taro|moto|mura|yama|kawa|zaki|shita|tsuke)$"),
        ("vietnamese", r"^(?:nguy|phu[co]|thuy|huy[en]|quynh)"),
        ("korean", r"^(?:hye|seo|eun|kyung|hyun)|(?:hyun|kyung|hwan)$"),
        ("indian", r"(?:swamy|murthy|nathan|preet|inder|endra|lakshmi|krishnan?|kumar|shree)$|^(?:priya|sri|shri)"),
        ("arabic", r"^(?:abd|abu|muham|moham|el?s[ah])|(?:ullah|uddin|eddine|allah)$"),
        ("african", r"^(?:nk|nn|nw|nd|mb|ngoz|olu|ayo|ade[a-z]|chuk|chin|chid|uch|kwa|aku|thand|siph)"),
        ("hispanic", r"(?:[^aeiou]ez|illo|illa|uez|cion)$"),
        ("italian", r"(?:ini|etti|elli|ucci|acci|otti)$"),
        ("nordic", r"(?:sson|dottir|strom|qvist)$"),
        ("german", r"^sch|(?:mann|stein|bauer|meier)$"),
        ("dutch", r"^van(?:de|den|der)|(?:stra|dijk|huis)$"),
    )
)


@lru_cache(10_000)
def origin_by_spelling(key: str) -> str:
    """The origin that a name's spelling suggests, "" for none."""
    return next((origin for origin, spelling in _SPELLINGS if spelling.search(key)), "")


@cache
def similar_origins(origin: str) -> tuple[str, ...]:
    """An origin and those that resemble it."""
    return tuple(dict.fromkeys((origin, *(one for some in _SIMILAR if origin in some for one in some))))


def sort_key(origin: str) -> tuple[int, str]:
    """Sort key of origins: those that look familiar among English names come first."""
    return (_ORDER.index(origin) if origin in _ORDER else len(_ORDER), origin)
