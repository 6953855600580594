"""A digest of the output of each type, so that a change of the training text cannot go unnoticed."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

from corpus.engine import catalogue
from corpus.engine.cast import Cast, Split
from corpus.engine.fields import FIELDS
from corpus.engine.noise import styles
from corpus.engine.note_type import NoteType
from redactor.sample.marked import Marked

FILE = Path(__file__).parents[1] / "tests" / "engine" / "catalogue_digest.json"


def of_type(kind: NoteType, split: Split) -> str:
    """The digest of a type's weight and of one of its notes, with its marks, plain and in a house style."""
    rng = random.Random(f"digest {kind.name}")
    note = kind.write(Cast(rng, FIELDS, split))
    _, styled = styles.apply(rng, note, unseen=split == "unseen")
    told = repr((kind.weight, _plain(note), _plain(styled)))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def of_catalogue() -> dict[str, dict[str, str]]:
    """The digests of all types by name: trained and held out."""
    return {
        "trained": {kind.name: of_type(kind, "train") for kind in catalogue.trained()},
        "held_out": {kind.name: of_type(kind, "unseen") for kind in catalogue.held_out()},
    }


def recorded() -> dict[str, dict[str, str]]:
    """The digests as they were last recorded."""
    held: dict[str, dict[str, str]] = json.loads(FILE.read_text("utf-8"))
    return held


def record(digests: dict[str, dict[str, str]]) -> None:
    """Record the digests for the test to compare with."""
    FILE.write_text(json.dumps(digests, indent=0) + "\n", encoding="utf-8")


def changed(old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> list[str]:
    """The differences, one per line: "changed trained/letter", "added ...", "removed ..."."""
    out: list[str] = []
    for group in ("trained", "held_out"):
        before, after = old.get(group, {}), new.get(group, {})
        out += [f"removed {group}/{name}" for name in before.keys() - after.keys()]
        out += [f"added {group}/{name}" for name in after.keys() - before.keys()]
        out += [f"changed {group}/{name}" for name in before.keys() & after.keys() if before[name] != after[name]]
    return sorted(out)


def _plain(note: Marked) -> tuple[object, ...]:
    return note.text, [(m.start, m.end, str(m.entity), m.subject, m.value) for m in note.marks]
