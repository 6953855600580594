"""Shapes of identifiers, and how forms set a value off from its label.

A shape is a template of `corpus.engine.grammar` in which # is a digit, % a digit other than 0, @ a capital letter,
~ a small letter, $ a capital letter or a digit and ^ a hexadecimal digit; each may be followed by {3} or {4,7}; № is
the sign #. <Y>, <y>, <j> and <md> are the note's year in four and in two digits, its day of the year,
its month and day.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from corpus.engine import grammar
from corpus.engine.cast import Cast
from redactor.sample.marked import Marked, Piece, join

_ALPHABETS = {
    "#": string.digits,
    "%": "123456789",
    "@": string.ascii_uppercase,
    "~": string.ascii_lowercase,
    "$": string.ascii_uppercase + string.digits,
    "^": "0123456789abcdef",
}
_TOKEN = re.compile(r"([#%@~$^])(?:\{(\d+)(?:,(\d+))?\})?|<(Y|y|j|md)>")

# Values that look like a date are marked as one.
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?")
_JOINTS = ("-", "-", "-", "-", "", "", "/", ".", "_", " ", ":")
_SEGMENTS = ("#{1,8}", "#{2,6}", "#{3,5}", "#{4}", "@{1,4}", "@", "~{1,4}", "$$$", "0#{2,6}", "<y>", "<Y>")

# Between a label and its value; the most common separators first.
_USUAL = (": ", ": ", ": ", ": ", ":", " ", " ")
_RARE = (
    " #", "# ", " # ", "#: ", " #: ", ":\t", "\t", " - ", " = ", "=", ":  ", " : ", " is ", "..... ", " no. ", " - #",
    "  ", ":#", "; ", ": #", " – ", "|", " | ",
)  # fmt: skip
_HASHED = ("", "", " ", ": ", ":", " : ", "\t")
_BRACKETS = (("(", ")"), ("(", ")"), ("[", "]"), ("<", ">"))


def shaped(c: Cast, shape: str) -> str:
    """A value of a shape."""

    def one(found: re.Match[str]) -> str:
        kind, least, most, time = found.groups()
        if time:
            return {"Y": f"{c.day:%Y}", "y": f"{c.day:%y}", "j": f"{c.day:%j}", "md": f"{c.day:%m%d}"}[time]
        count = c.rng.randint(int(least), int(most or least)) if least else 1
        return "".join(c.rng.choice(_ALPHABETS[kind]) for _ in range(count))

    return _TOKEN.sub(one, grammar.choose(c.rng, shape)).replace("№", "#")


def one_of(c: Cast, shapes: Sequence[str]) -> str:
    """A value of one of the shapes."""
    return shaped(c, c.pick(shapes))


def arbitrary(c: Cast) -> str:
    """An identifier of an arbitrary shape: some segments, at least four digits, 24 characters at most."""
    while True:
        parts: list[str] = []
        for i in range(c.pick((1, 2, 2, 3, 3, 4))):
            parts.append(c.pick(_JOINTS) if i else "")
            parts.append(shaped(c, c.pick(_SEGMENTS)))
        value = "".join(parts)
        if sum(x.isdigit() for x in value) >= 4 and 5 <= len(value) <= 24 and not _DATE.fullmatch(value):
            return value.lower() if c.chance(0.08) else value


def recased(c: Cast, label: str) -> str:
    """A label, sometimes in lower case or capitals, as house styles have it."""
    draw = c.rng.random()
    return label.lower() if draw < 0.14 else label.upper() if draw < 0.26 else label


def labelled(c: Cast, labels: Sequence[str], value: Piece) -> Marked:
    """The value after one of the labels (templates of alternatives), separated in one of the ways that forms use."""
    label = recased(c, grammar.choose(c.rng, c.pick(labels)))
    if c.chance(0.04):
        return join(f"{label} (", value, ")")
    if label.endswith("-"):
        between = ""
    elif label.endswith(("#", "=", "/")):
        between = c.pick(_HASHED)
    elif label[-1] in ".,:":
        between = c.pick((" ", " ", ": ", ":", "\t")) if label[-1] != ":" else " "
    elif (len(label) == 1 and c.chance(0.5)) or (len(label) < 6 and c.chance(0.03)):
        between = ""
    else:
        between = c.pick(_USUAL if c.chance(0.7) else _RARE)
    opening, closing = c.pick(_BRACKETS) if c.chance(0.08) else ("", "")
    return join(opening + label + between, value, closing)
