"""Notes that training never sees: what the student's validation is made of."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from corpus.cli import app
from corpus.engine import catalogue
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.layouts.held_out_parts import say
from corpus.engine.note_type import NoteType
from corpus.examples.held_out import validation
from corpus.tests.kit import assert_exact
from redactor.distill.examples import read_examples
from redactor.sample.marked import Mark, Near

TYPES = catalogue.held_out()
PREFIXES = {"query", "note", "letter", "dialogue", "message", "form", "prose"}
PLAIN = [t for t in TYPES if "-plain" in t.name]
NAMING = [t for t in TYPES if "-plain" not in t.name]


def cast(seed: int) -> Cast:
    return Cast(random.Random(seed), FIELDS, "unseen")


def test_every_group_has_types_and_none_is_one_of_training() -> None:
    names = [t.name for t in TYPES]
    assert len(set(names)) == len(names)
    assert {name.split("-")[0] for name in names} == PREFIXES
    assert not set(names) & {t.name for t in catalogue.trained()}


@pytest.mark.parametrize("kind", TYPES, ids=lambda t: t.name)
def test_marks_hold_what_they_say(kind: NoteType) -> None:
    for seed in range(25):
        note = kind.write(cast(seed))
        assert kind.write(cast(seed)) == note
        assert not re.search(r"\[\[|\]\]|[{}]", "".join(_between(note.text, note.marks)))
        assert_exact(note)


@pytest.mark.parametrize("kind", NAMING, ids=lambda t: t.name)
def test_notes_that_name_somebody_differ(kind: NoteType) -> None:
    notes = [kind.write(cast(seed)) for seed in range(25)]
    assert all(note.marks for note in notes)
    assert len({note.text for note in notes}) == 25


@pytest.mark.parametrize("kind", PLAIN, ids=lambda t: t.name)
def test_plain_notes_hold_no_identifier(kind: NoteType) -> None:
    notes = [kind.write(cast(seed)) for seed in range(25)]
    assert not [m.value for note in notes for m in note.marks if not isinstance(m.entity, Near)]
    assert len({note.text for note in notes}) > 20


@pytest.mark.parametrize("kind", TYPES, ids=lambda t: t.name)
def test_no_date_address_or_number_is_left_unmarked(kind: NoteType) -> None:
    looks = re.compile(
        r"(?<![\d/.])\d{1,2}/\d{1,2}/(?:19|20)?\d\d\b(?!/)|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b|\S@\w+\.\w+"
        r"|\b(?:January|February|April|June|July|August|September|October|November|December)\b|\bDr\.? [A-Z]"
    )
    for seed in range(25):
        note = kind.write(cast(seed))
        for text in _between(note.text, note.marks):
            assert not looks.search(text), text


def test_own_names_follow_the_person_of_the_note() -> None:
    c = cast(4)
    family = say(c, "{pt:family}").text
    for _ in range(20):
        (said,) = say(c, "{oname:pt}").marks
        assert family.casefold() in said.value.casefold()


def test_validation_is_the_same_for_a_seed_and_styled_now_and_then(tmp_path: Path) -> None:
    first = list(validation(3, 60))
    assert first == list(validation(3, 60))
    assert first != list(validation(4, 60))
    assert 2 <= sum(e.text.startswith((">", "| ")) for e in first) <= 20
    out = tmp_path / "unseen.jsonl"
    assert CliRunner().invoke(app, ["held-out", str(out), "--count", "60", "--seed", "3"]).exit_code == 0
    assert list(read_examples(out)) == first


def _between(text: str, marks: tuple[Mark, ...]) -> list[str]:
    """What stands outside of marks, a placeholder for each so that it joins nothing."""
    at, out = 0, []
    for m in marks:
        out.append(text[at : m.start])
        at = m.end
    return [*out, text[at:]]
