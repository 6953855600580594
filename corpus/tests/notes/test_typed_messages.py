"""What people send each other: the types write, their marks are exact, and plain words stay plain."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.tests.kit import lines, types_of
from redactor.sample.marked import Near

TYPES = types_of(
    "messages/names_that_are_words", "messages/typed_chat", "messages/office_mail", "messages/handoffs_and_alerts"
)
LEFT = re.compile(r"WHO")


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


@pytest.mark.parametrize(
    "template", (*lines("phrases/word_name_messages:clean"), *lines("notes/messages/names_that_are_words:idioms"))
)
def test_clean_messages_hold_no_identifier(template: str) -> None:
    assert not cast(template).say(template).marks


def test_a_word_comes_as_a_name_and_as_a_word_in_one_line() -> None:
    both = 0
    for seed in range(40):
        note = cast(seed).say("{mwname:given+.lower} / {mwsame:given}")
        assert [m.value for m in note.marks] == [note.text.split(" / ")[0]]
        both += note.marks[0].value in note.text.split(" / ")[1].lower()
    assert both > 30


def test_articles_week_days_and_titles_stay_outside_of_the_mark() -> None:
    for seed in range(60):
        note = cast(seed).say("{looseday} {shorty} {petdr}")
        for m in note.marks:
            assert not m.value.lower().startswith(("the ", "tues", "dr "))
            assert not isinstance(m.entity, Near)
