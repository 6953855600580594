"""Talks in rooms: every type writes with exact marks, and words of talk are marked only where they name somebody."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.layouts import conversation
from corpus.engine.note_type import NoteType
from corpus.tests.kit import type_called, types_of
from redactor.entities import Entity
from redactor.sample.marked import mark

TYPES = types_of(
    "calls_dialogues/consulting_room_talks",
    "calls_dialogues/home_talks",
    "calls_dialogues/family_talks",
    "calls_dialogues/counter_talks",
)
LEFT = re.compile(r" // ")


def cast(seed: object, name: str = "") -> Cast:
    held = {"pt": lambda _c, _s: mark(name, Entity.PATIENT)} if name else {}
    return Cast(random.Random(f"{seed}"), {**FIELDS, **held})


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


def test_a_room_in_which_nobody_is_named_holds_no_identifier() -> None:
    kind = type_called("procedure_talk_without_names")
    assert not any(kind.write(cast(seed)).marks for seed in range(60))


def test_a_place_called_by_half_its_name_leaves_the_article_outside() -> None:
    said = [cast(seed).say("{sitesaid}") for seed in range(400)]
    assert any(note.text == "the Mercy" and note.marks[0].value == "Mercy" for note in said)
    assert not any(note.marks[0].value.startswith("the ") for note in said)


def test_a_corrected_day_is_two_dates() -> None:
    said = [cast(seed).say("{fixday}") for seed in range(60)]
    assert all([m.entity for m in note.marks] == [Entity.DATE, Entity.DATE] for note in said)


def test_letters_are_spelt_and_names_begun_within_one_mark() -> None:
    assert {cast(seed, "Smyth").say("{broken:pt}").text for seed in range(40)} == {"Sm", "Smy", "Smyt"}
    spelt = [cast(seed, "Otto").say("{spells:pt}") for seed in range(200)]
    assert {"O-T-T-O", "O, double T, O"} <= {note.text for note in spelt}
    assert all([m.value for m in note.marks] == [note.text] for note in spelt)


def test_hesitation_and_wrong_words_spare_the_identifiers() -> None:
    source = cast(1, "Son Weight").say("my son and {pt} would know their weight right there this week")
    changed = conversation.misheard(cast(2), conversation.halting(cast(2), source, 0.9), 1.0)
    assert [m.value for m in changed.marks] == ["Son Weight"]
    assert "sun" in changed.text and "weak" in changed.text


def test_a_tale_with_a_turn_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody"):
        conversation.tale("any; D=dr:GP\nX: Hello.")
    with pytest.raises(ValueError, match="cannot read"):
        conversation.tale("some people\nX: Hello.")
