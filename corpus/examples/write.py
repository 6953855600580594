"""Write a training corpus to a file, with several processes."""

from __future__ import annotations

from functools import partial
from multiprocessing import get_context
from pathlib import Path

from corpus.engine.cast import Split
from corpus.examples.mixture import corpus
from redactor.distill.examples import Example, write_examples

_PART = 250  # examples that one process makes at a time


def _part(
    seed: int,
    notes: Path | None,
    prose: Path | None,
    terminology: Path | None,
    split: Split,
    at: tuple[int, int],
) -> list[Example]:
    first, count = at
    return list(corpus(seed, count, notes, prose, split, first, terminology=terminology))


def write_corpus(
    out: Path,
    count: int,
    seed: int,
    notes: Path | None,
    prose: Path | None,
    terminology: Path | None,
    split: Split,
    processes: int,
) -> int:
    """Write `count` examples to a JSONL file. Returns how many were written.

    The file is the same for any number of processes: each example depends on the seed and its index alone.
    """
    parts = [(first, min(_PART, count - first)) for first in range(0, count, _PART)]
    make = partial(_part, seed, notes, prose, terminology, split)
    out.parent.mkdir(parents=True, exist_ok=True)
    with get_context("spawn").Pool(processes) as pool:
        return write_examples(out, (e for part in pool.imap(make, parts) for e in part))
