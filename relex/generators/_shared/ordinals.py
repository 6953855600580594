"""Ordinal numbers in the names of streets, places and organisations: "4th", "Fourth"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from redactor.lexicon.wordlists import listed
from relex.generators._shared.formatting import other_numbers
from relex.prf import KeyedChoice

ORDINAL = re.compile(r"[0-9]{1,4}(?:st|nd|rd|th)")
_RANGE_ENDS = (12, 20, 60, 150, 999, 9999)


def ordinal(n: int) -> str:
    """ "1st", "12th", "22nd" """
    return f"{n}{'th' if 10 <= n % 100 <= 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


@cache
def digits_of_words() -> Mapping[str, str]:
    """Ordinals written out, in lower case, to their digits: "fourth" -> "4th"."""
    return {word.lower(): ordinal(n) for n, word in enumerate(listed("places", "ordinal"), 1)}


@cache
def words_of_digits() -> Mapping[str, str]:
    """Ordinals in digits to their words: "4th" -> "Fourth"."""
    return {ordinal(n): word for n, word in enumerate(listed("places", "ordinal"), 1)}


def ordinal_candidates(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Ordinals of similar size: for "4th" those up to twelve first."""
    number = int(re.sub(r"[^0-9]", "", canonical) or 0)
    low = 1
    for high in _RANGE_ENDS:
        if low <= number <= high:
            yield from (
                ordinal(low + n) for n in other_numbers(high - low + 1, number - low, choice, "ordinal", str(low))
            )
        low = high + 1
    yield from (ordinal(1 + choice.integer(150, "ordinal", canonical, str(step))) for step in range(200))
