"""The validation set: notes of types, in styles and with values that no training text has.

`python -m redactor.distill.unseen OUT.jsonl --count 2000 --seed 1` writes one. An example's kind is the name of its
type; the first word of it ("query", "note", "letter", "dialogue", "message", "form", "prose") groups the figures.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from redactor.distill.examples import Example, example, write_examples
from redactor.synth import styles
from redactor.synth.cast import Cast
from redactor.synth.notes.unseen import TYPES
from redactor.synth.values import FIELDS

_STRANGE = 1 / 3  # of the notes are in a house style that no training text is in; the others are plain


def validation(seed: int, count: int) -> Iterator[Example]:
    """`count` notes of the unseen types, each type as often as its weight asks; the same seed gives the same notes."""
    weights = [t.weight for t in TYPES]
    for i in range(count):
        rng = random.Random(f"unseen {seed} {i}")  # noqa: S311 - text to measure on, no secret
        kind = rng.choices(TYPES, weights)[0]
        note = kind.write(Cast(rng, FIELDS, "unseen"))
        if rng.random() < _STRANGE:
            _, note = styles.apply(rng, note, unseen=True)
        yield example(f"unseen-{seed}-{i}", kind.name, "generated", note)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a validation set. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="redactor.distill.unseen", description="Write a validation set.")
    parser.add_argument("out", type=Path, help="the JSONL file to write")
    parser.add_argument("--count", type=int, default=2000, help="notes (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the notes (default 1)")
    given = parser.parse_args(arguments)
    write_examples(given.out, validation(given.seed, given.count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
