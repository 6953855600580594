"""Problems of note files: unknown fields, layouts and sections, brackets, values that look like identifiers."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from corpus.engine import catalogue, grammar, note_file
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.layouts import held_out_parts, spoken_values
from corpus.engine.note_file import NoteFileError, templates

FOLDERS = ("notes", "phrases", "held_out")
REVIEWED = Path(__file__).with_name("reviewed_lookalikes.txt")
_FIELD = re.compile(r"(?<!\{)\{([A-Za-z]\w*)(?::([^{}]*))?\}(?!\})")
_WRAPPED = frozenset(("spell", "slow", "aloud"))  # fields whose spec names another field
_SEEDS = 5  # notes of each type if a few files are linted; one if all are
_FEW = 20
_LOOKS = re.compile(
    r"(?<![\w.-])\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?![\w-])"  # a telephone number
    r"|(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"  # a social security number
    r"|(?<![\d/.-])\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d\d(?![\d/-])|(?<![\d-])(?:19|20)\d\d-\d\d-\d\d(?!\d)"
    r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2},? \d{4}\b"
    r"|[\w.+-]+@[\w-]+\.[a-z]{2,}|https?://\S+"
    r"|\b(?:Dr|Mr|Mrs|Ms|Prof)\.? [A-Z][a-z]+"
    r"|(?<![\w.-])\d{7,}(?![\w.-])"
)


def lint(paths: Iterable[str] | None = None) -> list[str]:
    """Findings, one per line: "notes/letters/certificates: ...". paths: below `corpus/`, without ".txt"; None: all."""
    chosen = [p for folder in FOLDERS for p in note_file.paths(folder)] if paths is None else list(paths)
    out: list[str] = []
    seeds = _SEEDS if len(chosen) < _FEW else 1
    for path in chosen:
        out += (f"{path}: {finding}" for finding in _file(path, seeds))
    counted = Counter(name for folder in ("notes", "held_out") for name in _names(folder))
    for path in chosen:
        out += (f"{path}: another type is called {name!r}" for name in _own_names(path) if counted[name] > 1)
    return out


def _file(path: str, seeds: int) -> Iterator[str]:
    try:
        file = note_file.read(path)
        kinds = catalogue.types_in(path)
    except NoteFileError as e:
        yield str(e).removeprefix(f"{path}: ")
        return
    except (TypeError, ValueError, KeyError) as e:
        yield f"a layout refuses what the head gives it: {e}"
        return
    known = FIELDS.keys() | spoken_values.NAMES | held_out_parts.FIELDS.keys()
    wrong = False
    for name, block in file.sections.items():
        for template in templates(block):
            for finding in _template(template, known):
                wrong = True
                yield f"== {name}: {finding}"
    if not kinds and not path.startswith("phrases/"):
        yield "the head has no [[type]]"
    for kind in () if wrong else kinds:
        try:
            for seed in range(seeds):
                kind.write(Cast(random.Random(f"lint {kind.name} {seed}"), FIELDS))
        except (TypeError, ValueError, KeyError, IndexError, AttributeError) as e:
            yield f"the type {kind.name!r} cannot be written: {type(e).__name__}: {e}"


def _template(template: str, known: Iterable[str]) -> Iterator[str]:
    try:
        grammar.choose(random.Random(0), template)
    except ValueError as e:
        yield str(e)
    for name, spec in _FIELD.findall(template):
        named = spec.split(":")[0] if name in _WRAPPED and spec else name
        if named not in known and not (named.isupper() and len(named) == 1):
            yield f"there is no field {{{named}}}; see `python -m corpus fields`"
    for found in _LOOKS.findall(_FIELD.sub("\0", template)):
        if found.strip() not in _reviewed():
            yield (
                f"{found!r} looks like an identifier and no field writes it; use a field, or, where it is meant to "
                f"stand unmarked, add it to {REVIEWED.name}"
            )


@cache
def _reviewed() -> frozenset[str]:
    return frozenset(line for line in REVIEWED.read_text("utf-8").splitlines() if not line.startswith("# "))


def _own_names(path: str) -> list[str]:
    try:
        return [table["name"] for table in note_file.read(path).types if "name" in table]
    except NoteFileError:
        return []


@cache
def _names(folder: str) -> tuple[str, ...]:
    return tuple(name for path in note_file.paths(folder) for name in _own_names(path))
