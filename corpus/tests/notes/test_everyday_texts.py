"""Everyday texts: the types write, their marks are exact, and titles, products and idioms name nobody."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, world_addresses
from corpus.engine.note_type import NoteType
from corpus.tests.kit import assert_exact, lines, types_of
from redactor.entities import Entity

TYPES = types_of(
    "administration_billing/service_desk_texts", "legal_press/everyday_life", "calls_dialogues/everyday_talk"
)
LEFT = re.compile(r" // ")
PLAIN = {"YEAR", "CLOCK"}


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


@pytest.mark.parametrize("template", lines("phrases/everyday_lines_without_names:nobody"))
def test_what_names_nobody_holds_no_identifier(template: str) -> None:
    assert {m.entity.value for seed in range(3) for m in cast(seed).say(template).marks} <= PLAIN


def test_a_word_comes_plain_and_as_a_name() -> None:
    for seed in range(40):
        note = cast(seed).say("{sense:person} / {namesake}")
        (m,) = note.marks
        assert m.value[:3].casefold() in note.text.split(" / ")[0].casefold()


@pytest.mark.parametrize("code", world_addresses.countries())
def test_a_country_writes_street_and_town(code: str) -> None:
    for seed in range(6):
        note = cast(seed).say(f"{{intl:{code}}}")
        assert_exact(note)
        assert {Entity.STREET, Entity.CITY} <= {m.entity for m in note.marks}
