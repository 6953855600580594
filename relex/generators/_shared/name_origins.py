"""Origins of names: which are near each other, and what a name's letters say of its own."""

from __future__ import annotations

import re
from functools import cache, lru_cache

# Those that read least strangely for an English name come first.
_ORDER = (
    "nordic", "german", "french", "jewish", "dutch", "italian", "portuguese", "hispanic", "slavic", "romanian", "greek",
)  # fmt: skip
# Nobody takes their names for English ones: they neither stand in for these nor get them while there are others.
TELLING = frozenset({
    "chinese", "korean", "vietnamese", "japanese", "indian", "arabic", "african", "indonesian", "native", "turkic",
    "caucasian", "slavic", "greek", "italian", "jewish",
})  # fmt: skip
WESTERN = TELLING & frozenset(_ORDER)  # but for these, where a letter begins too few English ones
# Whose names a reader would take for each other's.
_NEAR = (
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
# What tells the origin of a name that no list holds, by its letters.
_SIGNS = tuple(
    (origin, re.compile(sign))
    for origin, sign in (
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
def told(key: str) -> str:
    """The origin that a name's letters speak for, "" for none."""
    return next((origin for origin, sign in _SIGNS if sign.search(key)), "")


@cache
def near(origin: str) -> tuple[str, ...]:
    """An origin and those whose names a reader would take for its own."""
    return tuple(dict.fromkeys((origin, *(one for some in _NEAR if origin in some for one in some))))


def ordered(origin: str) -> tuple[int, str]:
    """What origins are sorted by: those that read least strangely for an English name come first."""
    return (_ORDER.index(origin) if origin in _ORDER else len(_ORDER), origin)
