"""This module writes the validation sets: held-out note types, and held-out text of realistic density.

The notes of `validation` are of types, styles and values that training never contains. The kind of an example is the
name of its type; the first word of it ("query", "note", "letter", "dialogue", "message", "form", "prose") groups the
figures. Thresholds are chosen on the texts of `realistic`, half of which have hardly any identifiers. Both halves are
of the mixture's unseen split.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

from corpus.engine import catalogue
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.noise import styles
from corpus.examples.density import SPARSE, density
from corpus.examples.mixture import corpus
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


def realistic(
    seed: int, count: int, notes: Path | None, prose: Path | None, terminology: Path | None = None
) -> Iterator[Example]:
    """`count` examples, dense and sparse ones in turn. Depends on the seed and the sources only.

    notes, prose, terminology: as for `mixture.corpus`. Raises NotesError as it does.
    """
    texts = itertools.chain.from_iterable(
        corpus(seed, 1_000, notes, prose, "unseen", first, terminology=terminology)
        for first in itertools.count(0, 1_000)
    )
    first, second = itertools.tee(texts)
    dense = (e for e in first if density(e) >= SPARSE)
    sparse = (e for e in second if density(e) < SPARSE)
    for i in range(count):
        yield next(sparse if i % 2 else dense)
