"""Notes of clinics, letters, forms and social services for the training corpus."""

from __future__ import annotations

import random

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.notes import clinic, forms, letters, social
from corpus.notes.compose import templates
from corpus.notes.tabular import SHAPES, grid, rows, table
from redactor.sample.marked import Marked

TYPES: list[NoteType] = [*clinic.TYPES, *letters.TYPES, *forms.TYPES, *social.TYPES]


def cast(seed: int) -> Cast:
    return Cast(random.Random(seed), FIELDS)


def check_marks(note: Marked) -> None:
    at = 0
    for m in note.marks:
        assert at <= m.start < m.end
        assert note.text[m.start : m.end] == m.value
        at = m.end


def test_no_name_stands_twice() -> None:
    assert len({t.name for t in TYPES}) == len(TYPES)


@pytest.mark.parametrize("kind", TYPES, ids=lambda t: t.name)
def test_notes_of_every_type_are_marked_and_differ(kind: NoteType) -> None:
    notes = [kind.write(cast(seed)) for seed in range(30)]
    for note in notes:
        check_marks(note)
        assert "[[" not in note.text
        assert "]]" not in note.text
    assert sum(bool(note.marks) for note in notes) >= 27
    assert len({note.text for note in notes}) == 30
    assert kind.write(cast(3)) == notes[3]


@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_tables_hold_each_value_in_its_mark(shape: int) -> None:
    said = table(cast(5), rows("Name = {pt:full}\nBorn = {dob}\nRemark = stable"), (SHAPES[shape],))
    check_marks(said)
    assert len(said.marks) == 2
    assert "stable" in said.text


def test_grids_hold_a_row_for_each_count() -> None:
    said = grid(cast(7), ("Who", "Phone"), ("{pt:full}", "{phone}"), 4)
    check_marks(said)
    assert len(said.marks) == 8


def test_templates_are_read_by_line_and_indent() -> None:
    block = r"""
    one {pt}
      goes on
    two\nlines\there

    three
    """
    assert templates(block) == ("one {pt} goes on", "two\nlines\there", "three")
