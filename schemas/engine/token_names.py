"""Words of tokens that name somebody whatever stands around them: "Rippentrop", "jsmith", "smithj", "anngentry".

A token gives the detectors no context. So a word that is on a list of names, and no word of prose, counts as a name.
"""

from __future__ import annotations

from functools import lru_cache

from redactor.lexicon.names import family, given, plain_family, plain_given
from redactor.lexicon.words import plain, words

TITLES = frozenset({"dr", "mr", "mrs", "miss", "prof", "sr", "jr"})
"""Words that say that a name comes next or has ended; they are not ordinary in a token."""

_CACHE = 65_536
_SHORTEST = 3  # letters: of a listed name, and of a given name within a word
_SHORTEST_FAMILY = 4  # letters: of a surname behind or before a given name
_SHORTEST_WITH_INITIAL = 5


@lru_cache(maxsize=_CACHE)
def is_name(word: str) -> bool:
    """Whether a word is a listed name, a surname with an initial, or a given name and a surname in one."""
    key = plain(word)
    if len(key) < _SHORTEST or key in words():
        return False
    if key in family() or key in given():
        return True
    if len(key) > _SHORTEST_WITH_INITIAL and (key[1:] in family() or key[:-1] in plain_family()):
        return True
    splits = range(_SHORTEST, len(key) - _SHORTEST + 1)
    return any(_is_whole_name(key[:i], key[i:]) or _is_whole_name(key[i:], key[:i]) for i in splits)


def _is_whole_name(first: str, last: str) -> bool:
    return len(last) >= _SHORTEST_FAMILY and first in plain_given() and last in plain_family()
