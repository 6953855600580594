"""Talk and quick typing: the types write, their marks are exact, and what names nobody holds no identifier."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.layouts import transcript
from corpus.engine.note_type import NoteType
from corpus.tests.kit import lines, types_of
from redactor.entities import Entity
from redactor.sample.marked import mark

TYPES = types_of(
    "calls_dialogues/visit_transcripts",
    "calls_dialogues/telephone_talks",
    "messages/message_threads",
    "nursing/boards_and_handoffs",
    "messages/patient_writing",
)
LEFT = re.compile(r" // ")


def cast(seed: object, name: str = "") -> Cast:
    held = {"pt": lambda _c, _s: mark(name, Entity.PATIENT)} if name else {}
    return Cast(random.Random(f"{seed}"), {**FIELDS, **held})


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


@pytest.mark.parametrize(
    "template", (*lines("phrases/talk_without_names:turns"), *lines("notes/messages/message_threads:typed"))
)
def test_plain_talk_holds_no_identifier(template: str) -> None:
    assert not cast(template).say(template).marks


def test_letters_are_cued_and_numbers_grouped_within_one_mark() -> None:
    said = {cast(seed, "Bo").say("it's {cued:pt:family}.").text for seed in range(300)}
    assert {"it's B as in boy, O as in orange.", "it's bravo oscar."} <= said
    read = {cast(seed, "617-5502").say("call {grouped:pt}") for seed in range(300)}
    assert "call six one seven, double five oh two" in {note.text for note in read}
    assert all([m.value for m in note.marks] == [note.text[5:]] for note in read)


def test_a_letter_that_is_two_in_lower_case_is_spelt() -> None:
    assert all(cast(seed, "İnci").say("{cued:pt}").marks for seed in range(40))


def test_a_misspelt_name_differs_by_a_slip_and_keeps_its_mark() -> None:
    said = [cast(seed, "Catherine").say("dear {misspelt:pt:given}!") for seed in range(40)]
    assert all(note.text != "dear Catherine!" and note.text[5] == "C" for note in said)
    assert {m.entity for note in said for m in note.marks} == {Entity.PATIENT}


def test_a_turn_without_its_speaker_is_refused() -> None:
    assert transcript.turns("D: Name? // P: {pt:given}.") == [("D", "Name?"), ("P", "{pt:given}.")]
    with pytest.raises(ValueError, match="speaker"):
        transcript.turns("Name?")
