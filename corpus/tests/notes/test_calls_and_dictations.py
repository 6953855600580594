"""Talk over a line and dictation: the types write, their marks are exact, and what is read out stands both ways."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, said_over_a_line
from corpus.engine.note_type import NoteType
from corpus.tests.kit import assert_exact, type_called, types_of
from redactor.entities import Entity

TYPES = types_of(
    "calls_dialogues/office_calls", "calls_dialogues/radio_traffic", "calls_dialogues/dictations_and_interviews"
)
LEFT = re.compile(r" // ")
PLAIN = ("runit", "rvital", "rdose", "rproto", "rcode", "reta", "rlong")


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


@pytest.mark.parametrize("name", PLAIN)
def test_call_signs_doses_and_readings_are_no_identifiers(name: str) -> None:
    said = [cast(seed).say(f"{{{name}}}") for seed in range(60)]
    assert not any(note.marks for note in said)
    assert len({note.text for note in said}) > 6


@pytest.mark.parametrize("name", sorted(said_over_a_line.FIELDS.keys() - {*PLAIN, "rspell", "rno", "rageof"}))
def test_each_value_is_one_mark_with_its_article_outside(name: str) -> None:
    for seed in range(60):
        note = cast(seed).say(f"{{{name}}}")
        assert_exact(note)
        assert len(note.marks) == 1
        assert note.text.removeprefix("the ") == note.marks[0].value


def test_stops_said_aloud_are_no_part_of_a_name() -> None:
    notes = [type_called("dictated_consult").write(cast(seed)) for seed in range(40)]
    assert any(" comma " in note.text and " period" in note.text for note in notes)
    kept = [m.value for note in notes for m in note.marks if m.entity is not Entity.HOSPITAL]
    assert not any(re.search(r"\b(comma|period|colon)\b", value) for value in kept)


def test_a_number_is_read_back_as_the_same_number() -> None:
    c = cast("read back")
    said = c.say("{rno:order} {rphone:a} {rphone:a} {rvital:a} {rvital:a}")
    assert said.marks[1].value == said.marks[2].value
    first, second = said.text.rsplit(said.marks[2].value, 1)[1].strip(), c.say("{rvital:a} {rvital:a}").text
    assert first == second
