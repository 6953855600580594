"""All types of note: those in `corpus/notes`, and the held-out ones that are never trained on."""

from __future__ import annotations

from functools import cache
from itertools import chain

from corpus.engine import note_file, recipe
from corpus.engine.note_file import NoteFileError
from corpus.engine.note_type import NoteType, Write


def types_in(path: str) -> tuple[NoteType, ...]:
    """The types of a note file, such as "notes/letters/certificates". Raises NoteFileError if one is malformed."""
    file = note_file.read(path)
    out: list[NoteType] = []
    for table in file.types:
        if not isinstance(name := table.get("name"), str):
            raise NoteFileError(f"{path}: a type has no name")
        out.append(NoteType(name, recipe.build(table, file, _lookup), table.get("weight", 1.0)))
    return tuple(out)


@cache
def trained() -> tuple[NoteType, ...]:
    """The types used for training, in the order of their files. Raises NoteFileError for a duplicate name."""
    return _unique(tuple(chain.from_iterable(types_in(path) for path in note_file.paths("notes"))))


@cache
def held_out() -> tuple[NoteType, ...]:
    """The types for validation; no sentence and no layout of theirs is trained on.

    The first word of a name gives the density of identifiers (query, note, letter, dialogue, message, form, prose);
    types with "-plain" have none.
    """
    return _unique(tuple(chain.from_iterable(types_in(path) for path in note_file.paths("held_out"))))


@cache
def _writers() -> dict[str, Write]:
    return {kind.name: kind.write for kind in trained()}


def _lookup(name: str) -> Write:
    return _writers()[name]


def _unique(types: tuple[NoteType, ...]) -> tuple[NoteType, ...]:
    seen: set[str] = set()
    for kind in types:
        if kind.name in seen:
            raise NoteFileError(f"two types are called {kind.name!r}")
        seen.add(kind.name)
    return types
