"""Read notes from disk lazily, so that they are never all in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, overload

import msgspec

from redactor.errors import NotesError

# Fields of a line that belong to the note itself and are no metadata.
_NOTE_FIELDS = frozenset(["id", "text", "spans", "known"])


@dataclass(frozen=True, slots=True)
class SourceNote:
    """A note to sample or train on. fields: the other fields of its line, besides id and text."""

    id: str
    text: str
    fields: dict[str, str] = field(default_factory=dict)


class NoteFile(Sequence[SourceNote]):
    """The notes of a JSONL file of {"id", "text", ...}, read by offset. skipped: the number of lines that hold no
    note.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.skipped = 0
        self._at: list[int] = []
        offset = 0
        with path.open("rb") as lines:
            for raw in lines:
                if raw.strip():
                    if _note_of_line(raw) is None:
                        self.skipped += 1
                    else:
                        self._at.append(offset)
                offset += len(raw)

    def __len__(self) -> int:
        return len(self._at)

    @overload
    def __getitem__(self, index: int) -> SourceNote: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SourceNote]: ...
    def __getitem__(self, index: int | slice) -> SourceNote | Sequence[SourceNote]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        note = _note_of_line(self.line(index))
        if note is None:
            raise NotesError(f"{self.path.name} changed while it was read; start again")
        return note

    def __iter__(self) -> Iterator[SourceNote]:
        with self.path.open("rb") as lines:
            for raw in lines:
                note = _note_of_line(raw) if raw.strip() else None
                if note is not None:
                    yield note

    def line(self, index: int) -> bytes:
        """Return the unchanged line of a note, with its line ending."""
        with self.path.open("rb") as lines:
            lines.seek(self._at[index])
            return lines.readline()


class NoteFolder(Sequence[SourceNote]):
    """The notes in the .txt files under a folder, by name. skipped: the number of files that are not UTF-8 text."""

    def __init__(self, path: Path) -> None:
        self.path = path
        found = sorted(p for p in path.rglob("*.txt") if p.is_file())
        self._files = [p for p in found if _text_of_file(p) is not None]
        self.skipped = len(found) - len(self._files)

    def __len__(self) -> int:
        return len(self._files)

    @overload
    def __getitem__(self, index: int) -> SourceNote: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SourceNote]: ...
    def __getitem__(self, index: int | slice) -> SourceNote | Sequence[SourceNote]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        file = self._files[index]
        text = _text_of_file(file)
        if text is None:
            raise NotesError("a file changed while it was read; start again")
        below = file.relative_to(self.path)
        fields = {"folder": below.parts[0]} if len(below.parts) > 1 else {}
        return SourceNote(below.as_posix(), text, fields)

    def line(self, index: int) -> bytes:
        """Return the note as a line of JSON."""
        note = self[index]
        return msgspec.json.encode({"id": note.id, "text": note.text} | note.fields) + b"\n"


def read_notes(path: Path) -> NoteFile | NoteFolder:
    """Return the notes of a JSONL file of {"id", "text"} or of a folder of .txt files. Raises NotesError if there
    are none.
    """
    if not path.exists():
        raise NotesError("there is nothing at IN; give a JSONL file of {id, text} or a folder of .txt files")
    notes = NoteFolder(path) if path.is_dir() else NoteFile(path)
    if not len(notes):
        raise NotesError("IN holds no notes; give a JSONL file of {id, text} or a folder of .txt files")
    return notes


def _text_of_file(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        return None


def _note_of_line(raw: bytes) -> SourceNote | None:
    try:
        data: Any = msgspec.json.decode(raw)
        text = data["text"]
        if not isinstance(text, str) or not text.strip():
            return None
        about = {k: str(v) for k, v in data.items() if k not in _NOTE_FIELDS and isinstance(v, str | int | float)}
        return SourceNote(str(data["id"]), text, about)
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, ValueError, TypeError, AttributeError, RecursionError):
        return None
