"""This module says what kind of input a file is, by the suffixes of its name."""

from __future__ import annotations

from pathlib import PurePath
from typing import Literal

from redactor.run.intake.unread_suffixes import REPORTABLE

Kind = Literal[
    "ndjson", "json", "csv", "parquet", "note", "hl7v2", "cda", "table", "container", "unreadable", "link"
]  # fmt: skip
_KINDS: dict[str, Kind] = {
    ".ndjson": "ndjson", ".jsonl": "ndjson", ".json": "json", ".csv": "csv", ".tsv": "csv", ".txt": "note",
    ".rtf": "note", ".html": "note", ".htm": "note", ".md": "note", ".docx": "note", ".docm": "note", ".pdf": "note",
    ".eml": "note", ".msg": "note", ".hl7": "hl7v2", ".xml": "cda", ".xlsx": "container", ".xlsm": "container",
    ".sqlite": "container", ".sqlite3": "container", ".db": "container", ".zip": "container", ".tar": "container",
    ".tgz": "container",
}  # fmt: skip
DOCUMENTS = frozenset({".docx", ".docm", ".pdf", ".eml", ".msg"})
"""Notes with these suffixes are read in a process of their own."""
WORKBOOKS = frozenset({".xlsx", ".xlsm"})
ARCHIVES = frozenset({".zip", ".tar", ".tgz"})
READ_SUFFIXES = frozenset({*_KINDS, ".parquet"})
_PACKINGS = {".gz": "gz", ".zst": "zst"}


def kind_of(last: str, packing: str) -> tuple[Kind, str]:
    """Return the kind of a file and the suffix to report, by the suffix of its content and its packing."""
    kind: Kind = "parquet" if last == ".parquet" and not packing else _KINDS.get(last, "unreadable")
    return kind, last if kind != "unreadable" or last in REPORTABLE else ("(other)" if last else "(none)")


def suffixes_of(path: PurePath) -> tuple[str, str]:
    """Return the suffix of a file's content in lower case, and its packing."""
    suffixes = [s.lower() for s in path.suffixes[-2:]]
    packing = _PACKINGS.get(suffixes[-1], "") if suffixes else ""
    last = suffixes[-2] if packing and len(suffixes) == 2 else ("" if packing else (suffixes[-1] if suffixes else ""))
    return last, packing


def is_note(name: str) -> bool:
    """Return whether a file of this name holds one note."""
    return _KINDS.get(suffixes_of(PurePath(name))[0]) == "note"


def content_identity(digest: str, name: str) -> tuple[str, ...]:
    """Return what tells a content from others: its digest, and for a note also its name, which may say whose note
    it is.
    """
    return ("content", digest, name) if is_note(name) else ("content", digest)
