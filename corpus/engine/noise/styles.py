"""House styles: how a finished note is written down. One style, sometimes two, applies to the whole note.

Each mark stays on its text under every style; `Mark.value` remains what a person would read.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from corpus.engine.noise import layout
from corpus.engine.noise import wording as spelling
from redactor.sample.marked import Marked

Style = Callable[[random.Random, Marked], Marked]

PLAIN = "plain"
PLAIN_SHARE = 0.55

# Weights of the styles for notes that are not plain, out of 45
_WEIGHED: tuple[tuple[str, Style, float], ...] = (
    ("capitals", spelling.capitals, 5.0),
    ("lower", spelling.lower, 8.0),
    ("heard", spelling.heard, 4.0),
    ("title_case", spelling.title_case, 1.2),
    ("stray_capitals", spelling.stray_capitals, 2.2),
    ("no_stops", spelling.no_stops, 1.5),
    ("abbreviated", spelling.abbreviated, 2.5),
    ("typed", spelling.typed, 3.5),
    ("scanned", spelling.scanned, 2.0),
    ("typeset", spelling.typeset, 1.6),
    ("misdecoded", spelling.misdecoded, 0.6),
    ("wrapped", layout.wrapped, 2.8),
    ("columns", layout.columns, 0.4),
    ("spaced", layout.spaced, 1.4),
    ("airy", layout.airy, 0.6),
    ("flat", layout.flat, 1.4),
    ("escaped", layout.escaped, 0.6),
    ("carriage", layout.carriage, 0.6),
    ("indented", layout.indented, 0.8),
    ("bulleted", layout.bulleted, 1.2),
    ("markdown", layout.markdown, 0.6),
    ("glued", layout.glued, 1.0),
    ("tabbed", layout.tabbed, 0.6),
    ("run_on", layout.run_on, 1.2),
    ("unbroken", layout.unbroken, 0.5),
    ("paged", layout.paged, 0.8),
)

TRAIN: Mapping[str, Style] = {name: style for name, style, _ in _WEIGHED}
UNSEEN: Mapping[str, Style] = {"quoted": layout.quoted, "piped": layout.piped, "joined": layout.joined}

_NAMES = tuple(TRAIN)
_WEIGHTS = tuple(weight for _, _, weight in _WEIGHED)
_SECOND = 0.25  # how often a second style is added


def apply(rng: random.Random, note: Marked, unseen: bool = False) -> tuple[str, Marked]:
    """The name of a style and the note in it: "plain" for most, "lower+wrapped" for a combination.

    unseen: one of the styles that training never uses.
    """
    if unseen:
        name = rng.choice(tuple(UNSEEN))
        return name, UNSEEN[name](rng, note)
    if rng.random() < PLAIN_SHARE:
        return PLAIN, note
    first, second = rng.choices(_NAMES, _WEIGHTS, k=2)
    written = TRAIN[first](rng, note)
    if second == first or rng.random() > _SECOND:
        return first, written
    return f"{first}+{second}", TRAIN[second](rng, written)
