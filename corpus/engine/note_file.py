r"""Note files: a head in TOML between lines of "+++", then sections of text under headings "== name".

    +++
    [[type]]
    name = "discharge_lines"
    layout = "mixed_lines"
    pools = ["lines"]
    +++
    == lines: What stands on a discharge board.
    {pt:last_first} [[home|to {nursinghome}]] {time}

A section holds a template a line (`corpus.engine.grammar`); an indented line continues the one before. In a template
`\n` is a line end, `\t` a tab, `\_` a space at either end, and `\-` nothing: alone on a line an empty template, before
"== " a template that begins with these signs. A file of `corpus/phrases` has sections alone, for other files to name.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

ROOT = Path(__file__).parents[1]
_HEADING = re.compile(r"== (?P<name>[a-z]\w*)(?:: (?P<about>.+))?$")
_FENCE = "+++"


class NoteFileError(ValueError):
    """A note file that cannot be read. The message names the file and says what is wrong."""


def templates(block: str) -> tuple[str, ...]:
    """The templates of a block, one per line; an indented line continues the previous one; escapes are resolved."""
    out: list[str] = []
    for line in textwrap.dedent(block).split("\n"):
        if line[:1].isspace() and line.strip() and out:
            out[-1] += " " + line.strip()
        elif line.strip():
            out.append(line.rstrip())
    return tuple(t.replace("\\n", "\n").replace("\\t", "\t").replace("\\_", " ").replace("\\-", "") for t in out)


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A parsed note file. path: below `corpus/`, without ".txt". types: the tables of its head."""

    path: str
    types: tuple[Mapping[str, Any], ...]
    sections: Mapping[str, str]

    def block(self, name: str) -> str:
        """The raw text of a section, "\\n" before and after it. Raises NoteFileError for an unknown section.

        name: a section of this file, or "folder/file:section" below `corpus/`.
        """
        path, colon, section = name.rpartition(":")
        if colon:
            return read(path).block(section)
        if section not in self.sections:
            raise NoteFileError(f"{self.path}: no section '== {section}'")
        return self.sections[section]

    def lines(self, name: str) -> tuple[str, ...]:
        """The templates of a section, or of several ("one + other"); the same tuple each time."""
        return _lines(self.path, name)


@cache
def _lines(path: str, name: str) -> tuple[str, ...]:
    file = read(path)
    return tuple(template for part in name.split(" + ") for template in templates(file.block(part)))


@cache
def read(path: str) -> NoteFile:
    """Read the note file `corpus/<path>.txt`. Raises NoteFileError if it is missing or malformed."""
    try:
        text = (ROOT / f"{path}.txt").read_text("utf-8")
    except FileNotFoundError:
        raise NoteFileError(f"{path}: there is no such note file") from None
    return parse(path, text)


def parse(path: str, text: str) -> NoteFile:
    """Parse a note file's text. Raises NoteFileError if it is malformed."""
    head: dict[str, Any] = {}
    rest = text
    if text.startswith(_FENCE + "\n"):
        toml, fence, rest = text.removeprefix(_FENCE + "\n").partition(f"\n{_FENCE}\n")
        if not fence:
            raise NoteFileError(f"{path}: the head has no closing line of {_FENCE}")
        try:
            head = tomllib.loads(toml)
        except tomllib.TOMLDecodeError as e:
            raise NoteFileError(f"{path}: the head is no TOML: {e}") from None
    if unknown := head.keys() - {"type"}:
        raise NoteFileError(f"{path}: the head holds {', '.join(sorted(unknown))}; it takes [[type]] tables alone")
    sections: dict[str, list[str]] = {}
    held: list[str] | None = None
    for line in rest.split("\n"):
        if line.startswith("== "):
            found = _HEADING.match(line)
            if not found:
                raise NoteFileError(f"{path}: {line!r} is no heading; write '== name' or '== name: what it holds'")
            if found["name"] in sections:
                raise NoteFileError(f"{path}: two sections '== {found['name']}'")
            held = sections[found["name"]] = []
        elif held is not None:
            held.append(line)
        elif line.strip():
            raise NoteFileError(f"{path}: {line!r} stands before the first section")
    texts = {name: "\n" + "\n".join(lines).strip("\n") + "\n" for name, lines in sections.items()}
    return NoteFile(path, tuple(head.get("type", ())), MappingProxyType(texts))


def paths(folder: str) -> list[str]:
    """The note files below `corpus/<folder>`, in the order of their paths."""
    return sorted(p.relative_to(ROOT).with_suffix("").as_posix() for p in (ROOT / folder).rglob("*.txt"))
