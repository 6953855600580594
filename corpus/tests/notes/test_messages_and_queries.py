"""Queries, messages, dialogues, speech, prose and snippets: they write, their marks are exact, their fields exist."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import FIELDS
from corpus.engine.layouts import hasty_typing, spoken_values
from corpus.engine.note_type import NoteType
from corpus.tests.kit import type_called, types_of
from redactor.entities import Entity
from redactor.sample.marked import Marked, join, mark

TYPES = types_of(
    "messages/literature_queries",
    "messages/patient_and_office_messages",
    "calls_dialogues/consultation_dialogues",
    "calls_dialogues/dictation",
    "legal_press/medical_and_public_prose",
    "messages/everyday_snippets",
)

# What only a template holds; a value may stand in braces, as some identifiers of devices do.
LEFT = re.compile(r" >> ")


def write(kind: NoteType, seed: object) -> Marked:
    return kind.write(Cast(random.Random(f"{kind.name}{seed}"), FIELDS))


def spoken_cast(seed: int, **values: Marked) -> Cast:
    def held(value: Marked) -> Field:
        return lambda _cast, _spec: value

    return Cast(random.Random(seed), {name: held(value) for name, value in values.items()})


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(write(kind, seed).text) for seed in range(15))


def test_plain_queries_hold_no_names_or_numbers() -> None:
    plain = type_called("literature_query_without_names")
    found = {m.entity for seed in range(400) for m in write(plain, seed).marks}
    assert not found & {Entity.PATIENT, Entity.PERSON, Entity.DOCTOR, Entity.MEDICAL_RECORD_NUMBER, Entity.CITY}


def test_identifiers_of_many_kinds_are_in_the_queries() -> None:
    whole = type_called("literature_query")
    found = {m.entity for seed in range(1500) for m in write(whole, seed).marks}
    assert {Entity.PATIENT, Entity.DOCTOR, Entity.MEDICAL_RECORD_NUMBER, Entity.AGE, Entity.CITY, Entity.EMAIL} <= found
    assert {Entity.DATE, Entity.HOSPITAL, Entity.TELEPHONE_NUMBER, Entity.SSN_OR_TAXPAYER} <= found


def test_bare_text_keeps_decimals_and_possessives() -> None:
    said = join("Is 0.5 mg, safe for ", mark("Doe", Entity.PATIENT), "'s knee? It isn't.")
    assert hasty_typing.bare(said).text == "Is 0.5 mg safe for Doe's knee It isnt"


def test_slips_spare_the_identifiers() -> None:
    said = join("something terrible happened to ", mark("Featherstonehaugh", Entity.PATIENT), " yesterday evening")
    slipped = [hasty_typing.slipped(spoken_cast(seed), said, rate=1.0) for seed in range(20)]
    assert all(note.text != said.text for note in slipped)
    assert {note.text[m.start : m.end] for note in slipped for m in note.marks} == {"Featherstonehaugh"}


def test_names_are_spelled_and_numbers_read_out() -> None:
    forms = {
        spoken_values.say(spoken_cast(seed, pt=mark("Cole", Entity.PATIENT)), "it's {spell:pt:family}.").text
        for seed in range(60)
    }
    assert {"it's C-O-L-E.", "it's c o l e.", "it's charlie oscar lima echo."} <= forms
    cast = spoken_cast(1, mrn=mark("A-41-7", Entity.MEDICAL_RECORD_NUMBER), email=mark("a.b@c.org", Entity.EMAIL))
    read = spoken_values.say(cast, "{slow:mrn} | {aloud:email}")
    assert read.text == "A-4 1-7 | a dot b at c dot org"
    assert [(m.entity, m.value) for m in read.marks] == [
        (Entity.MEDICAL_RECORD_NUMBER, "A-4 1-7"),
        (Entity.EMAIL, "a dot b at c dot org"),
    ]


def test_ages_and_dates_in_words_are_marked_whole() -> None:
    said = spoken_values.say(spoken_cast(3), "a {saidage} man on {saiddate}")
    assert [m.entity for m in said.marks] == [Entity.AGE, Entity.DATE]
    assert said.marks[0].value.endswith(" year old")
    assert said.text == f"a {said.marks[0].value} man on {said.marks[1].value}"
