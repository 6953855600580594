"""Preview of notes with every mark visible."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from corpus.engine import catalogue, note_file
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from redactor.sample.marked import Marked


class UnknownTypeError(ValueError):
    """No type and no note file has the name. The message suggests similar ones."""


def visible(note: Marked) -> str:
    """The text with its marks: "seen by ⟦Ann Lee|DOCTOR⟧ at nine"."""
    out: list[str] = []
    at = 0
    for m in note.marks:
        out += [note.text[at : m.start], f"⟦{note.text[m.start : m.end]}|{m.entity}⟧"]
        at = m.end
    return "".join(out) + note.text[at:]


def found(name: str) -> tuple[NoteType, ...]:
    """The type of a name, or the types of a note file given by its path or its path below `corpus/`
    ("notes/letters/...").

    Raises UnknownTypeError if there is neither, NoteFileError if the file is malformed.
    """
    path = Path(name)
    if path.suffix == ".txt" and path.exists():
        name = path.resolve().relative_to(note_file.ROOT).with_suffix("").as_posix()
    if (note_file.ROOT / f"{name}.txt").exists():
        return catalogue.types_in(name)
    kinds = (*catalogue.trained(), *catalogue.held_out())
    if same := tuple(kind for kind in kinds if kind.name == name):
        return same
    near = [kind.name for kind in kinds if any(word in kind.name for word in name.replace("-", "_").split("_"))]
    raise UnknownTypeError(f"no type and no note file is called {name!r}" + (f"; {_listed(near)}" if near else ""))


def previews(name: str, seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Pairs of a type's name and a note of it with visible marks: `count` of each type, starting from a seed."""
    for kind in found(name):
        for n in range(seed, seed + count):
            yield kind.name, visible(kind.write(Cast(random.Random(f"{kind.name} {n}"), FIELDS)))


def _listed(names: list[str]) -> str:
    return "similar: " + ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
