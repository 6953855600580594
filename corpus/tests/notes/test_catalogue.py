"""The catalogue of note types: enough of them, their names unique, and no template names a field that is not there."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import random
import re
from collections.abc import Iterator
from importlib import import_module

import pytest

from corpus import notes as types
from corpus.engine.cast import Cast
from corpus.engine.catalogue import TYPES
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.tests.marks_kit import assert_exact

# What notes.types.voice adds to the fields of a cast; "spell:pt:family" names another field.
SPOKEN = {"saiddate", "saidage", "saidyears"}
WRAPPED = {"spell", "slow", "aloud"}
_TEMPLATE_LEFT = re.compile(r"\[\[|\]\]|\{[A-Za-z]\w*(?::[^{}\"]*)?\}")
_FIELD = re.compile(r"(?<!\{)\{([a-z]\w*)(?::([^{}]*))?\}(?!\})")


def fields_of(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    formatted = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in formatted | documented:
            for name, spec in _FIELD.findall(node.value):
                yield spec.split(":")[0] if name in WRAPPED else name


def test_there_are_forty_types_and_more_with_names_of_their_own() -> None:
    names = [kind.name for kind in TYPES]
    assert len(names) >= 40
    assert len(set(names)) == len(names)
    assert all(kind.weight > 0 for kind in TYPES)


def test_every_module_of_types_is_in_the_catalogue() -> None:
    modules = [import_module(f"{types.__name__}.{info.name}") for info in pkgutil.iter_modules(types.__path__)]
    written = {kind.name for module in modules for kind in getattr(module, "TYPES", ())}
    assert written == {kind.name for kind in TYPES}


def test_every_field_of_every_template_is_known() -> None:
    known = FIELDS.keys() | SPOKEN
    for info in pkgutil.iter_modules(types.__path__):
        module = import_module(f"{types.__name__}.{info.name}")
        unknown = set(fields_of(inspect.getsource(module))) - known
        assert not unknown, f"{module.__name__}: {sorted(unknown)}"


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_every_type_writes_notes_that_differ_with_exact_marks(kind: NoteType) -> None:
    notes = [kind.write(Cast(random.Random(f"{kind.name}{seed}"), FIELDS)) for seed in range(12)]
    for note in notes:
        assert_exact(note)
        assert note.text.strip()
        assert not _TEMPLATE_LEFT.search(note.text)
    assert len({note.text for note in notes}) > 10
