"""Letters and queries of the English-speaking world: exact marks, one country a note, plain lines that hold nothing."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, abroad
from corpus.engine.note_type import NoteType
from corpus.engine.words import sections
from corpus.notes import abroad_asks, abroad_letters, abroad_world
from corpus.notes.abroad_kit import letter
from corpus.tests.marks_kit import assert_exact
from redactor.entities import Entity

TYPES = [kind for module in (abroad_letters, abroad_world, abroad_asks) for kind in module.TYPES]
LANDS = sorted({name.split()[0] for name in sections("abroad")})
LEFT = re.compile(r"SIGNED|HEADS|COPIES")


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


@pytest.mark.parametrize("land", LANDS)
def test_every_country_fills_every_field(land: str) -> None:
    for seed in range(4):
        for name in abroad.FIELDS:
            c = cast(f"{land}{seed}{name}")
            c.say(f"{{abin:{land}}}")
            value = c.say(f"{{{name}}}")
            assert_exact(value)
            assert "{" not in value.text


@pytest.mark.parametrize("template", (*abroad_asks.PLAIN, *abroad_world.CLEAN))
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
        letter("GB", "\n@sometimes\nDear {pt:given}")
