"""Held-out text of realistic density, by which thresholds are chosen: half of it has hardly any identifiers.

Both halves are of the mixture's unseen split. In the sparse one under 2 % of a text's words are in identifiers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from corpus.examples.density import SPARSE, density
from corpus.examples.mixture import corpus
from redactor.distill.examples import Example


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
