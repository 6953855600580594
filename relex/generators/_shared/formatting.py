"""What the modules of stand-ins share: numbers with their form kept, permuted; pieces put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from string import ascii_lowercase, digits

from relex.parts import Part
from relex.prf import KeyedChoice

_CHUNK = 12
_ENOUGH = 100
_MOST = 10_000


def formatted(text: str, choice: KeyedChoice, *tweak: str, alphabets: Sequence[str] | None = None) -> Iterator[str]:
    """Other values of the text's form; a number keeps its length and has no zero in front.

    text: folded. alphabets: what may stand at each place, where the form says more than letter or digit. A form of few
    values is followed by longer numbers, so that a house "5" does not want for stand-ins.
    """
    places = alphabets or [_alphabet(text, at) for at in range(len(text))]
    if len(text) > _CHUNK:
        yield from _long(text, places, choice, *tweak)
        return
    size, at = 1, 0
    for ch, place in zip(text, places, strict=True):
        size *= len(place)
        at = at * len(place) + max(place.find(ch), 0)
    yield from (_written(here, places) for here in others(size, at, choice, *tweak))
    if size < _ENOUGH:
        for step in range(4 * _ENOUGH):
            low = 10 ** (len(text) + step // (2 * _ENOUGH))
            yield f"{low + choice.number(9 * low, *tweak, text, str(step))}{''.join(filter(str.isalpha, text))}"


def others(size: int, at: int, choice: KeyedChoice, *tweak: str) -> Iterator[int]:
    """Numbers of range(size) but one, in the order of a keyed cycle."""
    return islice(choice.others(size, at, *tweak), _MOST)


def _alphabet(text: str, at: int) -> str:
    ch = text[at]
    if ch.isdigit():
        first = at == 0 or not text[at - 1].isdigit()
        return digits[1:] if first and ch != "0" else digits
    return ascii_lowercase if ch.isalpha() else ch


def _written(number: int, places: Sequence[str]) -> str:
    out = []
    for place in reversed(places):
        number, at = divmod(number, len(place))
        out.append(place[at])
    return "".join(reversed(out))


def _long(text: str, places: Sequence[str], choice: KeyedChoice, *tweak: str) -> Iterator[str]:
    """Values too long for one permutation: every place by itself, as the whole text says."""
    own = choice.bound("long", *tweak, text)
    for step in range(_ENOUGH):
        yield "".join(place[own.number(len(place), str(step), str(at))] for at, place in enumerate(places))


def in_form(surface: str, standin: str) -> str:
    """The stand-in with the separators and the capitals of what it replaces."""
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
            at += standin[at] == ch  # a sign inside a word, "12°": once
    return "".join(out) + (standin[at:].upper() if surface.isupper() else standin[at:])


def assembled(value: str, found: Iterable[tuple[int, int, Part]]) -> Iterator[str | Part]:
    """The value's pieces: parts at [start, end), in order, and what lies between them.

    Where one character folds to two words ("1/4" in one sign), the first has it.
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
