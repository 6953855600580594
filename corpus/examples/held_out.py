"""The validation set: notes of types, styles and values that training never contains.

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
from redactor.distill.examples import Example, example_from_marked

_STRANGE = 1 / 3  # share of notes in a house style that training never uses; the others are plain


def validation(seed: int, count: int) -> Iterator[Example]:
    """`count` notes of the held-out types, each type in proportion to its weight. Depends on the seed only."""
    types = catalogue.held_out()
    weights = [t.weight for t in types]
    for i in range(count):
        rng = random.Random(f"unseen {seed} {i}")
        kind = rng.choices(types, weights)[0]
        note = kind.write(Cast(rng, FIELDS, "unseen"))
        if rng.random() < _STRANGE:
            _, note = styles.apply(rng, note, unseen=True)
        yield example_from_marked(f"unseen-{seed}-{i}", kind.name, "generated", note)
