"""The effects of haste on typed text: no capitals, no punctuation, typing errors. Marks stay exact."""

from __future__ import annotations

import re
from collections.abc import Callable

from corpus.engine.cast import Cast
from redactor.sample.marked import Mark, Marked, Piece, join

_STOPS = re.compile(r"[.,:;?!](?=\s|$)|(?<=\w)'(?=\w)")
_TIGHT = re.compile(r"[,;](?=\S)")
_WORD = re.compile(r"\b[A-Za-z]?[a-z]{4,}\b")
_NEAR_KEYS = {
    "a": "s", "b": "v", "c": "x", "d": "f", "e": "r", "f": "d", "g": "h", "h": "j", "i": "o", "j": "k", "k": "l",
    "l": "k", "m": "n", "n": "m", "o": "i", "p": "o", "q": "w", "r": "t", "s": "a", "t": "y", "u": "i", "v": "c",
    "w": "e", "x": "z", "y": "t", "z": "x",
}  # fmt: skip


def reshaped(source: Marked, outside: Callable[[str], str], inside: Callable[[str], str]) -> Marked:
    """The source with the text between its marks and the text of its marks rewritten, each run on its own."""
    pieces: list[Piece] = []
    last = 0
    for m in source.marks:
        value = inside(source.text[m.start : m.end])
        pieces.append(outside(source.text[last : m.start]))
        pieces.append(Marked(value, (Mark(0, len(value), m.entity, m.subject, value),)))
        last = m.end
    pieces.append(outside(source.text[last:]))
    return join(*pieces)


def lowered(source: Marked) -> Marked:
    """Without capitals."""
    return reshaped(source, str.lower, str.lower)


def raised(source: Marked) -> Marked:
    """All in capitals."""
    return reshaped(source, str.upper, str.upper)


def bare(source: Marked) -> Marked:
    """Without commas, full stops and question marks between the identifiers; decimals and possessives stay."""
    return reshaped(source, lambda text: _TIGHT.sub(" ", _STOPS.sub("", text)), str)


def slipped(c: Cast, source: Marked, rate: float = 0.12) -> Marked:
    """With slips of the finger in the longer words outside of the identifiers; rate: the share of such words."""

    def slip(found: re.Match[str]) -> str:
        word = found[0]
        if not c.chance(rate):
            return word
        at = c.rng.randrange(1, len(word) - 1)
        kind = c.rng.randrange(4)
        if kind == 0:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        if kind == 1:
            return word[:at] + word[at + 1 :]
        if kind == 2:
            return word[:at] + word[at] + word[at:]
        return word[:at] + _NEAR_KEYS.get(word[at], word[at]) + word[at + 1 :]

    return reshaped(source, lambda text: _WORD.sub(slip, text), str)


def hurried(c: Cast, source: Marked, haste: float = 1.0) -> Marked:
    """As somebody types it who has no time; haste 0 leaves it alone, 1 changes about two texts in three."""
    roll = c.rng.random()
    if roll < 0.36 * haste:
        source = lowered(source)
    elif roll < 0.40 * haste:
        source = raised(source)
    if c.chance(0.28 * haste):
        source = bare(source)
    if c.chance(0.2 * haste):
        source = slipped(c, source)
    return source
