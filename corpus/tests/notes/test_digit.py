"""Numbers in odd forms: exact marks, clean types without identifiers, one number marked here and plain there."""

from __future__ import annotations

import random

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.notes import digit_codes, digit_days, digit_plain, digit_same
from redactor.entities import Entity
from redactor.sample.marked import Near

MODULES = (digit_days, digit_codes, digit_plain, digit_same)
TYPES = [kind for module in MODULES for kind in module.TYPES]


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize(
    "template", (*digit_plain.FRACTIONS, *digit_plain.CODES, *digit_plain.COUNTERS, *digit_plain.AGELIKE)
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
    for template in (*digit_same.DAYS, *digit_same.NUMBERS):
        assert cast(template).say(template).marks
