"""Encode the corpus of a training run and keep it with the run, so that a resumed run uses the same corpus."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import msgspec
from tokenizers import Tokenizer

from redactor.distill import dataset, soft_labels
from redactor.distill.examples import Example, read_examples
from redactor.distill.teacher import tokenizer_fingerprint
from redactor.errors import MaterialError
from redactor.files.atomic_file import write_text

_CORPUS, _ABOUT, _TEXTS = "corpus.npz", "corpus.json", "texts.jsonl"
_KEPT_TEXTS = 2_000  # texts that are kept for the measurements of the export


@dataclass(frozen=True, slots=True)
class Material:
    """The material of a training: a file of examples, and soft labels for some of them."""

    corpus: Path
    labels: Path | None = None


def prepare_corpus(
    out: Path, material: Material, tokenizer: Tokenizer, tick: Callable[[int], object]
) -> tuple[dataset.Corpus, dict[str, Any]]:
    """Return the encoded corpus and its summary: examples by source, and how many have soft labels.

    out: the run's folder, where both are stored and read again. tick: called from time to time with the number of texts
    read. Raises MaterialError if the folder holds a corpus made from other files, and the errors of reading the files.
    """
    _check_files(material)
    made_of = _digests_of_files(material) | {"tokenizer": tokenizer_fingerprint(tokenizer)}
    if (out / _ABOUT).is_file():
        kept_summary: dict[str, Any] = json.loads((out / _ABOUT).read_text(encoding="utf-8"))
        if kept_summary["made_of"] != made_of:
            raise MaterialError(f"{out.name} was begun with another corpus or encoder; name a new folder")
        return dataset.Corpus.load(out / _CORPUS), kept_summary
    soft = None if material.labels is None else soft_labels.SoftLabels(material.labels, tokenizer)
    watched = _CountedExamples(read_examples(material.corpus), tick)
    taken: Iterable[Example] = watched if soft is None else soft_labels.unmask_labelled(watched, soft)
    try:
        corpus = dataset.encode_corpus(taken, tokenizer, soft)
    except ValueError:
        raise MaterialError("the corpus holds no text, or the labels are of other texts; label this corpus") from None
    labelled = 0 if soft is None else sum(id in soft for id in watched.ids)
    if soft is not None and not labelled:
        raise MaterialError("the labels are of none of the corpus's examples; label this corpus")
    kept_summary = {
        "examples": len(corpus),
        "pieces": len(corpus.ids),
        "by_source": dict(sorted(watched.sources.items())),
        "with_soft_labels": labelled,
        "made_of": made_of,
    }
    out.mkdir(parents=True, exist_ok=True)
    corpus.save(out / _CORPUS)
    (out / _TEXTS).write_bytes(b"".join(msgspec.json.encode({"text": t}) + b"\n" for t in watched.texts))
    write_text(out / _ABOUT, json.dumps(kept_summary, indent=1) + "\n")
    return corpus, kept_summary


def kept_texts(out: Path) -> list[str]:
    """Return some training texts of a run, for the measurements of the export; empty if the run kept none."""
    path = out / _TEXTS
    if not path.is_file():
        return []
    return [msgspec.json.decode(raw)["text"] for raw in path.read_bytes().splitlines()]


def kept_summary(out: Path) -> dict[str, Any] | None:
    """Return the summary that `prepare_corpus` stored with a run; None if there is none."""
    path = out / _ABOUT
    if not path.is_file():
        return None
    held: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return held


class _CountedExamples:
    """Iterate over examples, and collect their counts by source, their ids and a random sample of texts."""

    def __init__(self, examples: Iterator[Example], tick: Callable[[int], object]) -> None:
        self._examples, self._tick = examples, tick
        self.ids: list[str] = []
        self.sources: Counter[str] = Counter()
        self.texts: list[str] = []

    def __iter__(self) -> Iterator[Example]:
        rng = random.Random("texts")  # noqa: S311 - a sample, not a secret
        for count, example in enumerate(self._examples):
            self.ids.append(example.id)
            self.sources[example.source] += 1
            place = rng.randrange(count + 1)
            if len(self.texts) < _KEPT_TEXTS:
                self.texts.append(example.text)
            elif place < _KEPT_TEXTS:
                self.texts[place] = example.text
            if count % 100 == 0:
                self._tick(count)
            yield example
        self._tick(len(self.ids))


def _check_files(material: Material) -> None:
    for name in ("corpus", "labels"):
        path = getattr(material, name)
        if path is not None and not path.exists():
            raise MaterialError(f"there is nothing at the path given by --{name}; check it")


def _digests_of_files(material: Material) -> dict[str, Any]:
    """Return the digests of the files, without their paths."""
    out: dict[str, Any] = {}
    for field in fields(Material):
        value = getattr(material, field.name)
        out[field.name] = _digest(value) if isinstance(value, Path) else value
    return out


def _digest(path: Path) -> str:
    """Return a checksum of a file, or of the files under a folder and their names."""
    found = hashlib.sha256()
    for file in sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]:
        with file.open("rb") as opened:
            found.update(f"{file.relative_to(path)}\0".encode("utf-8", "surrogateescape"))
            found.update(hashlib.file_digest(opened, "sha256").digest())
    return found.hexdigest()
