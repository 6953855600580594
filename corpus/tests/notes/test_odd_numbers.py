"""Numbers in odd forms: exact marks, clean types without identifiers, one number marked here and plain there."""

from __future__ import annotations

import random

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.tests.kit import lines, types_of
from redactor.entities import Entity
from redactor.sample.marked import Near

TYPES = types_of(
    "outpatient/odd_dates",
    "administration_billing/odd_identifiers",
    "lookalikes/numbers_without_identifiers",
    "lookalikes/same_number_twice",
)


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize(
    "template",
    (
        *lines("phrases/number_lookalikes:fractions"),
        *lines("phrases/number_lookalikes:codes"),
        *lines("phrases/number_lookalikes:counters"),
        *lines("phrases/number_lookalikes:agelike"),
    ),
)
def test_plain_numbers_hold_no_identifier(template: str) -> None:
    assert not [m for m in cast(template).say(template).marks if not isinstance(m.entity, Near)]


def test_one_number_stands_marked_and_plain() -> None:
    for seed in range(40):
        note = cast(seed).say("Seen {tw:slash DATE}. Strength {same:slash}; {same:slash DATE} again")
        first, last = note.marks
        assert first.value == last.value and note.text.count(first.value) >= 3
        assert first.entity == last.entity == Entity.DATE


def test_every_line_with_a_repeated_number_marks_it_once_at_least() -> None:
    for template in (
        *lines("notes/lookalikes/same_number_twice:days"),
        *lines("notes/lookalikes/same_number_twice:numbers"),
    ):
        assert cast(template).say(template).marks
