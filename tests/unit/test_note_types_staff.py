"""Staff in the hard ways: the types write, their marks are exact, and what only looks like a name bears no mark."""

from __future__ import annotations

import random
import re

import pytest

from redactor.distill.labels import KIND_OF
from redactor.synth.cast import Cast
from redactor.synth.marked import Near
from redactor.synth.notes.types import NoteType, staff_lines, staff_people, staff_sheets
from redactor.synth.values import FIELDS, staff
from tests.unit.marks_kit import assert_exact

TYPES = [kind for module in (staff_lines, staff_sheets, staff_people) for kind in module.TYPES]
TEMPLATE_LEFT = re.compile(r"\[\[|\]\]|\{[a-z]\w*(?::[^{}]*)?\}")


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), {**FIELDS, **staff.FIELDS})


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_every_type_writes_with_exact_marks(kind: NoteType) -> None:
    notes = [kind.write(cast(f"{kind.name}{seed}")) for seed in range(12)]
    for note in notes:
        assert_exact(note)
        assert note.text.strip()
        assert not TEMPLATE_LEFT.search(note.text)
        assert all(m.entity in KIND_OF for m in note.marks)
    assert len({note.text for note in notes}) > 9


@pytest.mark.parametrize("template", (*staff_lines.NOT_INITIALS, *staff_lines.THINGS, *staff_people.ROLES_ONLY))
def test_what_only_looks_like_a_name_identifies_nobody(template: str) -> None:
    for seed in range(3):
        assert all(isinstance(m.entity, Near) for m in cast(f"{template}{seed}").say(template).marks)


def test_a_word_comes_as_a_thing_and_as_a_name() -> None:
    for seed in range(60):
        note = cast(seed).say("{sttwin}. {sttwindr}")
        assert [note.text[m.start :] for m in note.marks] == [note.marks[0].value]
        assert note.marks[0].value.lower()[:3] in note.text[: note.marks[0].start].lower()


def test_initials_are_no_common_abbreviation() -> None:
    said = {cast(seed).say("{stini}").text.upper() for seed in range(400)}
    assert not said & {"PT", "OT", "RN", "SW", "CM", "RT", "RA", "HD", "PD", "MS"}
    assert len(said) > 200
