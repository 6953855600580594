"""Staff in the hard ways: the types write, their marks are exact, and what only looks like a name bears no mark."""

from __future__ import annotations

import random

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.tests.kit import lines, types_of
from redactor.sample.marked import Near

TYPES = types_of(
    "nursing/staff_in_chart_lines", "administration_billing/staff_sheets", "nursing/people_around_the_patient"
)


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize(
    "template",
    (
        *lines("phrases/staff_lines:not_initials"),
        *lines("phrases/staff_lines:things"),
        *lines("notes/nursing/people_around_the_patient:roles_only"),
    ),
)
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
