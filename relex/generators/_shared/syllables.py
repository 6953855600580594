"""Pronounceable made-up words, for user names and host names."""

from __future__ import annotations

from collections.abc import Iterator

from relex.prf import KeyedChoice

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_SYLLABLES = len(_CONSONANTS) * len(_VOWELS)
_SPACE = _SYLLABLES**4
_STRIDE = 7_368_787
_CANDIDATES = 256


def syllable_words(choice: KeyedChoice, *values: str) -> Iterator[str]:
    """256 words of four open syllables each. values: what the choice depends on."""
    at = choice.integer(_SPACE, *values)
    for step in range(_CANDIDATES):
        rest, out = (at + step * _STRIDE) % _SPACE, ""
        for _ in range(4):
            rest, syllable = divmod(rest, _SYLLABLES)
            out += _CONSONANTS[syllable // len(_VOWELS)] + _VOWELS[syllable % len(_VOWELS)]
        yield out
