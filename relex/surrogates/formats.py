"""Numbers with their form kept: letters to letters, digits to digits, by a keyed permutation of all of the form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase, digits

from relex.keyed import Keyed

_CHUNK = 12
_ENOUGH = 100


def formatted(text: str, keyed: Keyed, *tweak: str, alphabets: Sequence[str] | None = None) -> Iterator[str]:
    """Other values of the text's form; a number keeps its length and has no zero in front.

    text: folded. alphabets: what may stand at each place, where the form says more than letter or digit. A form of few
    values is followed by longer numbers, so that a house "5" does not want for stand-ins.
    """
    places = alphabets or [_alphabet(text, at) for at in range(len(text))]
    if len(text) > _CHUNK:
        yield from _long(text, places, keyed, *tweak)
        return
    size, at = 1, 0
    for ch, place in zip(text, places, strict=True):
        size *= len(place)
        at = at * len(place) + max(place.find(ch), 0)
    given, here = 0, keyed.permute(size, at, *tweak)
    while here != at and given < 10_000:
        yield _written(here, places)
        given += 1
        here = keyed.permute(size, here, *tweak)
    if given < _ENOUGH:
        for step in range(_ENOUGH):
            number = str(10 ** len(text) + keyed.number(9 * 10 ** len(text), *tweak, text, str(step)))
            yield number + "".join(ch for ch in text if ch.isalpha())


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


def _long(text: str, places: Sequence[str], keyed: Keyed, *tweak: str) -> Iterator[str]:
    """Values too long for one permutation: every place by itself, as the whole text says."""
    own = keyed.bound("long", *tweak, text)
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
    return "".join(out) + (standin[at:].upper() if surface.isupper() else standin[at:])
