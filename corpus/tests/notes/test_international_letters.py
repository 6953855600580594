"""Letters and queries of the English-speaking world: exact marks, one country a note, plain lines that hold nothing."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, english_speaking_world
from corpus.engine.layouts.international_letter import clinic_letter
from corpus.engine.note_type import NoteType
from corpus.engine.words import sections
from corpus.tests.kit import assert_exact, lines, types_of
from redactor.entities import Entity

TYPES = types_of(
    "letters/clinic_letter_abroad",
    "letters/missed_appointment_letter",
    "letters/screening_invitation",
    "letters/rural_clinic_letter_australia",
    "letters/clinic_letter_canada",
    "letters/county_clinic_letter",
    "letters/thank_you_letter",
    "letters/complaint_response_letter",
    "letters/occupational_physician_report",
    "letters/housing_support_letter",
    "letters/hospital_letter_world",
    "outpatient/clinic_lines_world",
    "messages/assistant_requests_abroad",
)
LANDS = sorted({name.split()[0] for name in sections("english_speaking_world")})
LEFT = re.compile(r"SIGNED|HEADS|COPIES")


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


@pytest.mark.parametrize("land", LANDS)
def test_every_country_fills_every_field(land: str) -> None:
    for seed in range(4):
        for name in english_speaking_world.FIELDS:
            c = cast(f"{land}{seed}{name}")
            c.say(f"{{abin:{land}}}")
            value = c.say(f"{{{name}}}")
            assert_exact(value)
            assert "{" not in value.text


@pytest.mark.parametrize(
    "template",
    (*lines("notes/messages/assistant_requests_abroad:plain"), *lines("notes/outpatient/clinic_lines_world:clean")),
)
def test_plain_lines_hold_no_identifier(template: str) -> None:
    assert not cast(template).say(template).marks


def test_a_length_of_time_is_no_date_and_a_date_is() -> None:
    said = [cast(seed).say("reduce over {abspan}, back on {shortdate}") for seed in range(30)]
    assert all([m.entity for m in note.marks] == [Entity.DATE] for note in said)


def test_the_patient_is_the_same_all_over_and_of_the_age_asked_for() -> None:
    for seed in range(20):
        c = cast(seed)
        c.say("{abin:IN child}")
        note = c.say("{age} {pt:family} {pt:upper_full}")
        assert int(note.marks[0].value) < 16
        assert note.marks[1].value.upper() in note.marks[2].value.upper()


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(ValueError, match="kind of part"):
        clinic_letter("GB", "\n@sometimes\nDear {pt:given}")
