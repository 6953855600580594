"""Splits a value into one number and the punctuation around it, and finds other numbers of its shape."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from string import ascii_uppercase

from relex.generators._shared.number_permutation import permuted
from relex.generators._shared.spelling import base_characters, canonical, is_space_or_punctuation
from relex.parts import Kind, Part
from relex.prf import KeyedChoice

_COMPOSED = 26 * 10**7


def number_pieces(value: str) -> Iterator[str | Part]:
    """Yield the value as one NUMBER part and the punctuation around it.

    A value without letters and digits is a part as a whole, unless it is punctuation and white space only.
    """
    digits = canonical(value)
    if not digits:
        silent = all(map(is_space_or_punctuation, value))
        yield from literal(value) if silent else (Part(Kind.NUMBER, unicodedata.normalize("NFKC", value), value),)
        return
    first, last = 0, len(value)
    while is_space_or_punctuation(value[first]) and not base_characters(value[first]):
        first += 1
    while is_space_or_punctuation(value[last - 1]) and not base_characters(value[last - 1]):
        last -= 1
    yield from literal(value[:first])
    yield Part(Kind.NUMBER, digits, value[first:last])
    yield from literal(value[last:])


def number_candidates(number: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield stand-ins for a number in canonical form: others of its plan, then a letter and seven digits.

    A value in another form gets only the latter.
    """
    if number and canonical(number) == number:
        yield from permuted(number, choice)
    for turn in range(256):
        at = choice.integer(_COMPOSED, "composed", number, str(turn))
        yield f"{ascii_uppercase[at % 26]}{at // 26:07d}"


def literal(text: str) -> tuple[str, ...]:
    """Return the text as a piece, or no piece if it is empty."""
    return (text,) if text else ()
