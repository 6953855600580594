"""Other spellings of a part of a name: transliterations, the other gender's form, plurals, and letters misread.

They are searched for in the notes of a subject only. At a site, somebody else's name is too often another spelling.
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.known.search_text import Needs
from redactor.lexicon.spelling_variants import listed_spellings
from redactor.lexicon.words import is_common

_SURE = 6  # letters; a spelling this long needs only a capital
_MIN_PLURAL = 3
_MIN_MISREAD = 6
_MISREAD = (("o", "0"), ("i", "1"), ("l", "1"), ("s", "5"), ("m", "rn"))
_GENITIVES = ("ov", "ova", "ev", "eva")


def spelled_forms(name: str, *, given: bool) -> Iterator[tuple[str, Needs, frozenset[int]]]:
    """(compact text, needs, breaks) of other spellings of a part of a name, which is compact as well."""
    if not (name.isascii() and name.isalpha()):
        return
    for other in dict.fromkeys((*listed_spellings(name), *_by_latin_rules(name))):
        if len(other) > 2 and other != name:
            yield other, Needs.CAPITAL if len(other) >= _SURE and not is_common(other) else Needs.BESIDE, _breaks(other)
    if not given and len(name) >= _MIN_PLURAL:
        plural = f"{name}es" if name[-1] in "sxz" or name.endswith(("ch", "sh")) else f"{name}s"
        yield plural, Needs.PLURAL, _breaks(plural)
    if len(name) >= _MIN_MISREAD:
        yield from _misread(name)


def _breaks(other: str) -> frozenset[int]:
    """The breaks of a spelling: O'Neill, Mac Donald, M'Donald."""
    lead = next((lead for lead in ("mac", "mc", "m", "o") if other.startswith(lead) and len(other) > len(lead) + 3), "")
    return frozenset({len(lead)}) if lead else frozenset()


def _by_latin_rules(name: str) -> Iterator[str]:
    """Slavic surnames as German, French and Polish records write them: Iwanowa, Petroff."""
    if name.endswith(_GENITIVES):
        yield name.replace("v", "w")
        if name[-1] == "v":
            yield f"{name[:-1]}ff"


def _misread(name: str) -> Iterator[tuple[str, Needs, frozenset[int]]]:
    """The name with one letter as a scanner may read it; a digit is a word of its own in a text."""
    for letter, seen in _MISREAD:
        at = name.find(letter)
        while at >= 0:
            breaks = frozenset({at, at + 1} - {0, len(name)}) if seen.isdigit() else frozenset[int]()
            yield f"{name[:at]}{seen}{name[at + 1 :]}", Needs.FREE, breaks
            at = name.find(letter, at + 1)
