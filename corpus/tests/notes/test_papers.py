"""Forms and long structured notes: the types write, their marks are exact, and forms left bare hold no identifier."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, papers
from corpus.notes import papers_forms, papers_kit, papers_long, papers_sheets, papers_stays
from corpus.tests.marks_kit import assert_exact
from redactor.sample.marked import join

TYPES = [kind for module in (papers_long, papers_stays, papers_forms, papers_sheets) for kind in module.TYPES]
BY_NAME = {kind.name: kind for kind in TYPES}


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("field", sorted(set(papers.FIELDS) - {"pamono"}))
def test_what_looks_like_an_identifier_and_is_none_is_not_marked(field: str) -> None:
    said = [cast(f"{field}{seed}").say(f"{{{field}}}") for seed in range(30)]
    assert not any(note.marks for note in said)
    assert len({note.text for note in said}) > 3


@pytest.mark.parametrize("seed", range(40))
def test_a_bare_form_holds_no_identifier(seed: int) -> None:
    assert not BY_NAME["paper-bare"].write(cast(seed)).marks


def test_initials_of_staff_stand_beside_cells_that_look_like_them() -> None:
    notes = [BY_NAME["paper-reconciled"].write(cast(seed)) for seed in range(40)]
    marked = {m.value for note in notes for m in note.marks}
    assert any(re.fullmatch("[A-Z]{2}", value) for value in marked)
    assert not marked & {"PO", "BID", "HOLD", "NPO", "UTO", "PRN"}
    assert any("PO" in note.text and "HOLD" in note.text for note in notes)


def test_columns_are_padded_without_moving_a_mark() -> None:
    for seed in range(20):
        note = papers_kit.grid(cast(seed), "Date | Init", ("{shortdate} | {inits:upper}", "-- | N"), 2, 6)
        assert_exact(note)
        assert note.text.count("\n") >= 1


def test_page_heads_come_back_amid_the_text() -> None:
    counts = {papers_kit._paged(cast(seed), join(*["x"] * 80, sep="\n")).text.count("\n") for seed in range(30)}
    assert min(counts) > 79
