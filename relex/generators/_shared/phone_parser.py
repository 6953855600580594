"""Finds telephone numbers in a text, with their subscriber digits and country codes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from relex.generators._shared.contact_pieces import TELEPHONE_WORDS, NameReader
from relex.parts import Kind, Part

EXTENSION = "ext"  # subkind of numbers of up to six digits: extensions, pagers

_NUMBER = re.compile(r"\+?\d(?:[^\w,;|#\n+]{0,4}\d|_\d)*")
_VANITY = re.compile(r"(?:[-. ]?[A-Z]{3,8}){1,2}(?:[-. ]?\d{1,4})?(?![^\W_])")
_KEYPAD = ("ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ")
_DIGIT_OF_LETTER = {c: str(key) for key, group in enumerate(_KEYPAD, 2) for c in group}
MAX_EXTENSION, LOCAL, NATIONAL, LONGEST = 6, 7, 10, 16
_ONE_DIGIT_CODES = "17"
_TWO_DIGIT_CODES = re.compile(r"2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]")


def number_spans(value: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of numbers: digits with at most a few separators between them, and letters that stand for
    digits.
    """
    if sum(c.isdecimal() for c in value) in (NATIONAL, NATIONAL + 1):
        value = value.replace("\n", " ")  # one number that continues on the next line
    at = 0
    while found := _NUMBER.search(value, at):
        end = found.end()
        if (
            _count_alphanumeric(found[0]) <= MAX_EXTENSION
            and (letters := _VANITY.match(value, end))
            and _count_alphanumeric(value[found.start() : letters.end()]) in (LOCAL, NATIONAL, NATIONAL + 1)
        ):
            end = letters.end()
        yield found.start(), end
        at = end


def _count_alphanumeric(text: str) -> int:
    return sum(c.isalnum() for c in text)


def phone_pieces(chunk: str) -> Iterator[str | Part]:
    """Yield one number as pieces: an international prefix as text, the subscriber's number as a part, an extension as
    another.
    """
    placed = [
        (i, _DIGIT_OF_LETTER[c] if c in _DIGIT_OF_LETTER else str(unicodedata.decimal(c)))
        for i, c in enumerate(chunk)
        if c.isalnum()
    ]
    digits = "".join(d for _, d in placed)
    start, end, country = _subscriber_digits(chunk, digits, [i for i, _ in placed])
    first = placed[start][0]
    after = placed[end - 1][0] + 1
    if first:
        yield chunk[:first]
    yield _part(country + digits[start:end], chunk[first:after])
    if end < len(placed):
        then = placed[end][0]
        if then > after:
            yield chunk[after:then]
        yield _part(digits[end:], chunk[then:])


def _part(canonical: str, surface: str) -> Part:
    return Part(Kind.PHONE, canonical, surface, EXTENSION if len(canonical) <= MAX_EXTENSION else "")


def _subscriber_digits(chunk: str, digits: str, places: list[int]) -> tuple[int, int, str]:
    """Return start and end of the subscriber's digits, and "+" with the country code of a foreign number."""
    n = len(digits)
    abroad = 0 if chunk[0] == "+" else 2 if digits[:2] == "00" else 3 if digits[:3] == "011" else -1
    if abroad >= 0 and n - abroad > LOCAL:
        rest = digits[abroad:]
        if rest[0] == "1" and n - abroad > NATIONAL:
            return abroad + 1, min(n, abroad + 1 + NATIONAL), ""
        code = 1 if rest[0] in _ONE_DIGIT_CODES else 2 if _TWO_DIGIT_CODES.match(rest) else 3
        start = abroad + code
        trunk = digits[start] == "0" and chunk[places[start] - 1] == "("
        return start + trunk, n, "+" + rest[:code]
    if digits[0] != "0" and NATIONAL <= n <= LONGEST:
        start = int(digits[0] == "1" and n > NATIONAL)
        return start, start + NATIONAL, ""
    return 0, n, ""


def country_code_length(canonical: str) -> int:
    """Return the length of "+" and the country code in front of a canonical number, 0 without them."""
    if canonical[0] != "+":
        return 0
    return 2 if canonical[1] in _ONE_DIGIT_CODES else 3 if _TWO_DIGIT_CODES.match(canonical, 1) else 4


def split_phones(value: str, reader: NameReader) -> Iterator[str | Part]:
    """Yield the telephone numbers of a value as pieces; the reader reads the words around them."""
    at = 0
    for start, end in number_spans(value):
        yield from reader.read(value[at:start], TELEPHONE_WORDS)
        yield from phone_pieces(value[start:end])
        at = end
    yield from reader.read(value[at:], TELEPHONE_WORDS if at else frozenset())
