"""The training mixture: generated notes, real notes with inserted identifiers, annotated prose, clinical fields.

Each example depends only on the seed and its index, so that workers can share a range and a corpus never needs to be
kept. Generated text alone gives thirty times the false alarms; real text alone has too few kinds of identifiers. In
about half of the examples under 2 % of the words are in identifiers, as in records (`corpus.examples.density`).
"""

from __future__ import annotations

import logging
import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from corpus.engine import catalogue
from corpus.engine.cast import Cast, Split
from corpus.engine.fields import FIELDS
from corpus.engine.noise import styles
from corpus.examples.clinical_fields import ClinicalFields
from corpus.examples.density import SPARSE, density
from corpus.examples.inject import Injector
from corpus.examples.prose import Prose
from redactor.distill.examples import Example, example_from_marked, write_examples
from redactor.distill.note_sources import SourceNote, read_notes

_log = logging.getLogger(__name__)

# Share of the examples from each source; the others share the part of a missing one
_PARTS = {"generated": 42, "injected": 28, "prose": 14, "field": 16}
# Share of the notes that are sparse: with it half of all examples are, since most prose is dense, and most fields clean
_SPARSE_NOTES = 0.52
_TRIES = 12  # notes written until one is as sparse or as dense as wanted; a quarter of the generated ones is sparse
_STRANGE = 0.3  # share of the unseen notes in a house style that training never uses
_Maker = Callable[[str, random.Random], Example]


def generated(
    seed: int, count: int, split: Split = "train", first: int = 0, kinds: Sequence[str] | None = None
) -> Iterator[Example]:
    """`count` generated notes from index `first` on. kinds: names of the types to write; None: all of them.

    Raises ValueError for a name that the catalogue lacks.
    """
    make = _generator(split, kinds)
    for i in range(first, first + count):
        yield make(f"generated-{seed}-{i}", _random(seed, split, i))


def corpus(
    seed: int,
    count: int,
    notes: Path | None,
    prose: Path | None,
    split: Split = "train",
    first: int = 0,
    kinds: Sequence[str] | None = None,
    terminology: Path | None = None,
) -> Iterator[Example]:
    """`count` examples of the mixture from index `first` on, in random order.

    notes: a JSONL file of {"id", "text"} or a folder of .txt (real notes; annotations are not read). prose: a folder of
    wikigold, btc, wnut17 and sec .jsonl. terminology: a folder of published terms (`corpus.examples.terminology`).
    Sources that are None or missing are left out, with a warning. split: "unseen" takes the tenth of the notes, the
    prose, the terms and the names that "train" leaves out. Raises NotesError if `notes` exists but contains no notes.
    """
    makers: dict[str, _Maker] = {"generated": _balanced(_generator(split, kinds))}
    if notes is not None and notes.exists():
        held = [n for n in read_notes(notes) if is_held_out(n) is (split == "unseen")]
        if held:
            makers["injected"] = _balanced(Injector(held, lambda rng: Cast(rng, FIELDS, split)).example)
    if prose is not None and prose.exists():
        marked = Prose(prose, split)
        if marked:
            makers["prose"] = marked.example
    if terminology is not None and terminology.exists():
        fields = ClinicalFields(terminology, split)
        if fields:
            makers["field"] = fields.example
    for name in sorted(_PARTS.keys() - makers.keys()):
        _log.warning("the part %r of the corpus is left out: no source for it was given or found", name)
    names = [name for name in _PARTS if name in makers]
    for i in range(first, first + count):
        rng = _random(seed, split, i)
        name = rng.choices(names, [_PARTS[n] for n in names])[0]
        yield makers[name](f"{name}-{seed}-{i}", rng)


def _balanced(make: _Maker) -> _Maker:
    """Of the notes of a maker, sparse and dense ones in the shares that are wanted."""

    def chosen(id: str, rng: random.Random) -> Example:
        sparse = rng.random() < _SPARSE_NOTES
        for _ in range(_TRIES):
            note = make(id, rng)
            if (density(note) < SPARSE) is sparse:
                break
        return note

    return chosen


def _generator(split: Split, kinds: Sequence[str] | None) -> _Maker:
    types = [t for t in catalogue.trained() if kinds is None or t.name in kinds]
    unknown = set(kinds or ()) - {t.name for t in types}
    if unknown or not types:
        raise ValueError(f"no type of note is called {', '.join(sorted(unknown)) or 'so'}")
    weights = [t.weight for t in types]

    def make(id: str, rng: random.Random) -> Example:
        kind = rng.choices(types, weights)[0]
        written = kind.write(Cast(rng, FIELDS, split))
        _, marked = styles.apply(rng, written, unseen=split == "unseen" and rng.random() < _STRANGE)
        return example_from_marked(id, kind.name, "generated", marked)

    return make


def _random(seed: int, split: str, index: int) -> random.Random:
    return random.Random(f"{seed} {split} {index}")


def is_held_out(note: SourceNote) -> bool:
    """Whether a note belongs to the tenth that training never sees."""
    return zlib.crc32(note.text.encode("utf-8", "surrogatepass")) % 10 == 0


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
