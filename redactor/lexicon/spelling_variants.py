"""Compare spellings of a name: by transliteration, by ear, by gender and by misread letters. Names are canonical.

Two people may have names that differ only so. Callers therefore look for a variant only of a name that is known, and
only where nobody has the name as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from redactor.lexicon import data_files

_CACHE = 16_384
_MIN_HEARD = 4  # letters; in a shorter name each letter tells two names apart

# Endings of Slavic surnames: masculine, feminine. The longer ones first.
_GENDERED = (("skiy", "skaya"), ("sky", "skaya"), ("ski", "ska"), ("cki", "cka"), ("skij", "skaja"), ("tsky", "tskaya"),
             ("ov", "ova"), ("ev", "eva"), ("yov", "yova"), ("in", "ina"), ("yn", "yna"))  # fmt: skip
_MIN_STEM = 3  # letters before such an ending

_HEARD = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        ("tsch|tch|(?<!s)ch|cz", "č"), ("sch|sh|sz", "š"), ("ph", "f"), ("ff$|w", "v"), ("ck|kh|q|c(?![eiy])", "k"),
        ("c(?=[eiy])|z|x$", "s"), ("x", "ks"), ("th|dt", "t"), ("dh", "d"), ("gh", "g"), ("dj|dzh", "j"),
        ("ou|oo|ue", "u"), ("ae|ai|ay|ei|ey", "e"), ("oe", "o"), ("ee|ie|iy|yi|ij|y|j", "i"), ("(?<=.)h", ""),
        (r"(.)\1+", r"\1"), ("e$", ""),
    )
)  # fmt: skip
_MISREAD = tuple((re.compile(a), b) for a, b in (("0", "o"), ("[1il|!]", "l"), ("5", "s"), ("8", "b"), ("6", "g"),
                                                 ("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "u")))  # fmt: skip


@cache
def _groups() -> Mapping[str, tuple[str, ...]]:
    """Return the spellings of the line of each name."""
    rows = (tuple(line.split()) for line in data_files.lines("spelling_variants.txt"))
    return {name: row for row in rows for name in row}


@lru_cache(maxsize=_CACHE)
def listed_spellings(name: str) -> tuple[str, ...]:
    """Return other spellings of a name on the list, and its other gender's form; () for a name without any."""
    found = [other for other in _groups().get(name, ()) if other != name]
    return tuple(dict.fromkeys([*found, *_other_gender(name)]))


def _other_gender(name: str) -> list[str]:
    """Return the forms of a Slavic surname for the other gender."""
    out = []
    for masculine, feminine in _GENDERED:
        if len(name) - len(feminine) >= _MIN_STEM and name.endswith(feminine):
            out.append(name.removesuffix(feminine) + masculine)
        elif len(name) - len(masculine) >= _MIN_STEM and name.endswith(masculine):
            out.append(name.removesuffix(masculine) + feminine)
    return out


def in_gender_of(written: str, recorded: str, name: str) -> str:
    """Return a name in the gender of a written Slavic surname, where the recorded surname is of the other gender.

    Any other name is returned unchanged.
    """
    to_feminine = is_feminine_of(written, recorded)
    if not to_feminine and not is_feminine_of(recorded, written):
        return name
    for masculine, feminine in _GENDERED:
        have, want = (masculine, feminine) if to_feminine else (feminine, masculine)
        if name.endswith(have) and len(name) - len(feminine) >= _MIN_STEM:
            return name.removesuffix(have) + want
    return name


def is_feminine_of(name: str, other: str) -> bool:
    """Return whether a surname is the feminine form of another: ivanova, ivanov."""
    return any(
        name.endswith(f) and name.removesuffix(f) + m == other and len(name) - len(f) >= _MIN_STEM for m, f in _GENDERED
    )


@lru_cache(maxsize=_CACHE)
def heard(name: str) -> str:
    """Return the name with letters that sound alike made one: "husen" for Hussain and Hussein."""
    for pattern, to in _HEARD:
        name = pattern.sub(to, name)
    return name


@lru_cache(maxsize=_CACHE)
def misread(name: str) -> str:
    """Return the name with letters that look alike made one: for Harris0n, Thornpson and HARRlSON."""
    for pattern, to in _MISREAD:
        name = pattern.sub(to, name)
    return name


@lru_cache(maxsize=_CACHE)
def may_be_spelled(written: str, name: str) -> bool:
    """Return whether a word may be another spelling of the name."""
    if written == name or name in listed_spellings(written):
        return True
    if min(len(written), len(name)) < _MIN_HEARD:
        return False
    return heard(written) == heard(name) or misread(written) == misread(name)
