"""Letters that a scanner took for digits: "Gi1burn" reads as Gilburn, "Pat1ent" as Patient.

A word counts if it has capitals and small letters as words have, and ends with a letter. In capitals, or with a digit
in front, it looks like a code or a quantity ("CYP2D6", "5days"): it counts only where it then is a name of the lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product

import re2

from redactor.detect.encodings import Replacement
from redactor.lexicon import medicine, names
from redactor.lexicon.vocabulary import is_word

_LETTERS = {"0": "o", "1": "li", "3": "e", "4": "ah", "5": "s", "6": "bg", "8": "b"}
_CACHE = 16_384
_MOST_READINGS = 16
_FEWEST_LETTERS, _MOST_DIGITS = 3, 3
_LONGEST = 32
_WORDY = 4  # letters of a word that ends before a digit: "Rocephin1g"
_UNITS = frozenset("g mg mcg kg ml l x h hr d wk mo cm mm u units tab tabs cap caps puff puffs and of in".split())  # noqa: SIM905

_DIGIT: re2._Regexp[bytes] = re2.compile(
    rb"[A-Z][a-z]{0,30}[0134568]{1,2}[A-Za-z]|[A-Z][0134568][A-Z]|[0134568][a-z]{3}"
)
_TOKEN = re.compile(rf"(?<![\w@/\\#=%&.+*])[A-Za-z0134568]{{4,{_LONGEST}}}(?![\w@/\\=%&*])")


def misread_words(text: str) -> list[Replacement]:
    """The words with digits for letters, each with its reading, as long as it is. In order, without overlaps."""
    found: list[Replacement] = []
    end = 0
    for m in _DIGIT.finditer(text.encode("ascii", "replace")):  # one byte a character
        start = m.start()
        if start < end:
            continue
        while start > end and text[start - 1].isalnum() and m.start() - start < _LONGEST:
            start -= 1
        token = _TOKEN.match(text, start)
        if token and (reading := _reading(token[0])):
            found.append(Replacement(*token.span(), reading))
            end = token.end()
    return found


@lru_cache(maxsize=_CACHE)
def _reading(token: str) -> str | None:
    """What a word with digits reads as, or None for a code or a quantity."""
    digits = sum(map(str.isdigit, token))
    if not 0 < digits <= _MOST_DIGITS or len(token) - digits < max(_FEWEST_LETTERS, digits) or token[-1].isdigit():
        return None
    if token.lower() in medicine.terms():
        return None
    readings = list(_readings(token))
    listed = next((r for r in readings if _is_listed(r.lower())), None)
    if not token[0].isupper() or not all(c.isdigit() or c.islower() for c in token[1:]):
        is_written_so = token.upper() == token or (token[0].isdigit() and token[1:] == token[1:].lower())
        return listed if is_written_so else None
    known = listed or next((r for r in readings if is_word(r.lower())), None)
    return known or (None if _is_word_with_number(token) else readings[0])


def _readings(token: str) -> Iterator[str]:
    """The words that it may be, in the case in which it is written."""
    upper = token.upper() == token
    for letters in islice(product(*(_LETTERS.get(c, c) for c in token)), _MOST_READINGS):
        word = "".join(letters)
        yield word.upper() if upper else word.capitalize()


def _is_listed(word: str) -> bool:
    return word in names.given() or word in names.family()


def _is_word_with_number(token: str) -> bool:
    """Whether a number stands between two words: "Rocephin1g", "Day3of"."""
    head, tail = re.split("[0-9].*[0-9]|[0-9]", token, maxsplit=1)
    return (len(head) >= _WORDY and is_word(head.lower())) or tail in _UNITS
