"""Writes a training corpus to a file, by several processes: `python -m redactor.distill.make_corpus OUT.jsonl ...`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from redactor.distill.corpus import corpus
from redactor.distill.examples import Example, write_examples
from redactor.synth.cast import Split

_PART = 250  # examples that one process makes at a time


def _part(seed: int, notes: Path | None, prose: Path | None, split: Split, at: tuple[int, int]) -> list[Example]:
    first, count = at
    return list(corpus(seed, count, notes, prose, split, first))


def main(arguments: Sequence[str] | None = None) -> int:
    """The same file whatever the number of processes: each example depends on the seed and its index alone."""
    parser = argparse.ArgumentParser(prog="redactor.distill.make_corpus", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=20_000, help="examples")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--notes", type=Path, help="real notes to put invented identifiers into")
    parser.add_argument("--prose", type=Path, help="a folder of annotated prose")
    parser.add_argument(
        "--split", choices=("train", "unseen"), default="train", help="unseen: what training leaves out"
    )
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    given = parser.parse_args(arguments)
    parts = [(first, min(_PART, given.count - first)) for first in range(0, given.count, _PART)]
    make = partial(_part, given.seed, given.notes, given.prose, given.split)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    with get_context("spawn").Pool(given.processes) as pool:
        written = write_examples(given.out, (e for part in pool.imap(make, parts) for e in part))
    sys.stderr.write(f"{written:,} examples: {given.out.name}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
