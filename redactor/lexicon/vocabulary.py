"""Tell whether a word is one of English or of medicine, by all lists of the lexicon that hold no names.

data/reference_words.txt: words of English and of published displays that the other lists lack, without those that are
names as well (schemas.terminology_build.reference_words).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from redactor.lexicon import data_files, medicine, places
from redactor.lexicon import words as word_lists

_CACHE = 65_536
_PARTS = re.compile(r"[\s/.'’-]+")
_ENDINGS = ("s", "es", "d", "ed", "ing", "ly", "er", "al", "ic")
_SHORTEST = 3  # letters of a stem, and of a part that says something


@lru_cache(maxsize=_CACHE)
def is_word(word: str) -> bool:
    """Return whether a word in plain lower case is on a list, has an ending of English, or consists of such words.

    "wounds", "self-administered", "heberden's". Parts of one or two letters say nothing: "x-linked".
    """
    if _is_listed_form(word.removesuffix("'s").removesuffix("’s")):
        return True
    parts = _PARTS.split(word)
    return len(parts) > 1 and all(len(part) < _SHORTEST or _is_listed_form(part) for part in parts)


def is_listed(word: str) -> bool:
    """Return whether a list that is made by hand or drawn from prose holds a word unchanged."""
    return (
        word_lists.is_ordinary(word)
        or word in word_lists.eponyms()
        or word in medicine.terms()
        or word in medicine.eponyms()
        or word in parts_of_terms()
        or word in regions()
    )


def stems(word: str) -> list[str]:
    """Return what a word may be without an ending of English: of "titrating" also "titrate"."""
    found = [word[: -len(end)] for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= _SHORTEST]
    found += [f"{stem}e" for stem in found]
    return [*found, f"{word[:-3]}y"] if word.endswith("ies") else found


def _is_listed_form(word: str) -> bool:
    return any(is_listed(form) or _is_reference(form) for form in (word, *stems(word)))


def _is_reference(word: str) -> bool:
    """Return whether the reference list holds the word, by halving the sorted text.

    As a set these 55,000 words would take ten times the memory.
    """
    text = _reference()
    low, high = 0, len(text)
    while low < high:
        begin = text.rfind("\n", low, (low + high) // 2) + 1 or low
        end = text.index("\n", begin)
        held = text[begin:end]
        if held == word:
            return True
        if held < word:
            low = end + 1
        else:
            high = begin
    return False


@cache
def _reference() -> str:
    """Return the reference words, sorted, one a line."""
    return data_files.text("reference_words.txt")


@cache
def parts_of_terms() -> frozenset[str]:
    """Return the words of terms of several words: "arbor" of "ann arbor"."""
    entries = medicine.terms() | medicine.eponyms()
    return frozenset(part for entry in entries if not entry.isalpha() for part in _PARTS.split(entry))


@cache
def regions() -> frozenset[str]:
    """Return the words of states and countries."""
    names = (*places.STATES.values(), *places.COUNTRY_ALIASES, *(country.name for country in places.countries()))
    return frozenset(part for name in names for part in _PARTS.split(word_lists.plain(name)) if len(part) > 2)
