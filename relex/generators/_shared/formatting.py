"""Finds other values of the same form, numbers and ordinals, and puts pieces together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from string import ascii_lowercase, digits

from redactor.lexicon.wordlists import listed
from relex.parts import Part
from relex.prf import KeyedChoice

_MAX_PERMUTED = 12
_MIN_VALUES = 100
_MAX_VALUES = 10_000


def values_of_form(
    text: str, choice: KeyedChoice, *tweak: str, alphabets: Sequence[str] | None = None
) -> Iterator[str]:
    """Yield other values of a folded text's form; a number keeps its length and gets no leading zero.

    `alphabets` gives the characters allowed at each position, where the form says more than letter or digit. A form
    with few values is followed by longer numbers, so that house "5" has enough stand-ins.
    """
    places = alphabets or [_alphabet_at(text, at) for at in range(len(text))]
    if len(text) > _MAX_PERMUTED:
        yield from _values_of_long_form(text, places, choice, *tweak)
        return
    size, at = 1, 0
    for ch, place in zip(text, places, strict=True):
        size *= len(place)
        at = at * len(place) + max(place.find(ch), 0)
    yield from (_value_of_rank(here, places) for here in other_numbers(size, at, choice, *tweak))
    if size < _MIN_VALUES:
        for step in range(4 * _MIN_VALUES):
            low = 10 ** (len(text) + step // (2 * _MIN_VALUES))
            yield f"{low + choice.integer(9 * low, *tweak, text, str(step))}{''.join(filter(str.isalpha, text))}"


def other_numbers(size: int, at: int, choice: KeyedChoice, *tweak: str) -> Iterator[int]:
    """Yield the numbers of range(size) except `at`, along a keyed cycle."""
    return islice(choice.cycle(size, at, *tweak), _MAX_VALUES)


def _alphabet_at(text: str, at: int) -> str:
    """Return the characters that may stand at a position of a text's form."""
    ch = text[at]
    if ch.isdigit():
        first = at == 0 or not text[at - 1].isdigit()
        return digits[1:] if first and ch != "0" else digits
    return ascii_lowercase if ch.isalpha() else ch


def _value_of_rank(number: int, places: Sequence[str]) -> str:
    """Return the value of a rank in mixed radix."""
    out = []
    for place in reversed(places):
        number, at = divmod(number, len(place))
        out.append(place[at])
    return "".join(reversed(out))


def _values_of_long_form(text: str, places: Sequence[str], choice: KeyedChoice, *tweak: str) -> Iterator[str]:
    """Yield values too long for one permutation: each position is drawn by itself, keyed by the whole text."""
    own = choice.derive("long", *tweak, text)
    for step in range(_MIN_VALUES):
        yield "".join(place[own.integer(len(place), str(step), str(at))] for at, place in enumerate(places))


def in_form_of(surface: str, standin: str) -> str:
    """Return the stand-in with the separators and capitals of the surface."""
    out: list[str] = []
    at = 0
    for ch in surface:
        if at == len(standin):
            break
        if ch.isalnum():
            out.append(standin[at].upper() if ch.isupper() else standin[at])
            at += 1
        else:
            out.append(ch)
            at += standin[at] == ch  # a sign inside a word, "12°", is written once
    return "".join(out) + (standin[at:].upper() if surface.isupper() else standin[at:])


def pieces_around_parts(value: str, found: Iterable[tuple[int, int, Part]]) -> Iterator[str | Part]:
    """Yield the value as pieces: the parts at [start, end), in order, and the text between them.

    Where one character folds to two words (one sign for "1/4"), the part of the first word takes the character.
    """
    at = 0
    for start, end, part in found:
        if end <= at:
            continue
        if start < at:
            part = replace(part, surface=value[at:end])
        elif start > at:
            yield value[at:start]
        yield part
        at = end
    if at < len(value):
        yield value[at:]


# --- Ordinals ---------------------------------------------------------------------------------------------------------

ORDINAL = re.compile(r"[0-9]{1,4}(?:st|nd|rd|th)")
_RANGE_ENDS = (12, 20, 60, 150, 999, 9999)


def ordinal(n: int) -> str:
    """Return a number as an ordinal in digits: "1st", "12th", "22nd"."""
    return f"{n}{'th' if 10 <= n % 100 <= 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


@cache
def digits_of_words() -> Mapping[str, str]:
    """Map ordinals written out, in lower case, to their digits: "fourth" -> "4th"."""
    return {word.lower(): ordinal(n) for n, word in enumerate(listed("places", "ordinal"), 1)}


@cache
def words_of_digits() -> Mapping[str, str]:
    """Map ordinals in digits to their words: "4th" -> "Fourth"."""
    return {ordinal(n): word for n, word in enumerate(listed("places", "ordinal"), 1)}


def ordinal_candidates(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield ordinals of similar size: for "4th" those up to twelve first."""
    number = int(re.sub(r"[^0-9]", "", canonical) or 0)
    low = 1
    for high in _RANGE_ENDS:
        if low <= number <= high:
            yield from (
                ordinal(low + n) for n in other_numbers(high - low + 1, number - low, choice, "ordinal", str(low))
            )
        low = high + 1
    yield from (ordinal(1 + choice.integer(150, "ordinal", canonical, str(step))) for step in range(200))
