"""The validation set: notes of types, in styles and with values that no training text has.

An example's kind is the name of its type; the first word of it ("query", "note", "letter", "dialogue", "message",
"form", "prose") groups the figures.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from corpus.engine import catalogue
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.noise import styles
from redactor.distill.examples import Example, example

_STRANGE = 1 / 3  # of the notes are in a house style that no training text is in; the others are plain


def validation(seed: int, count: int) -> Iterator[Example]:
    """`count` notes of the held-out types, each type as often as its weight asks; depends on the seed alone."""
    types = catalogue.held_out()
    weights = [t.weight for t in types]
    for i in range(count):
        rng = random.Random(f"unseen {seed} {i}")
        kind = rng.choices(types, weights)[0]
        note = kind.write(Cast(rng, FIELDS, "unseen"))
        if rng.random() < _STRANGE:
            _, note = styles.apply(rng, note, unseen=True)
        yield example(f"unseen-{seed}-{i}", kind.name, "generated", note)
