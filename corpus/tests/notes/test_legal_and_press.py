"""Published prose: the types write, their marks are exact, and what only looks like a name holds no mark."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, public_life
from corpus.engine.note_type import NoteType
from corpus.tests.kit import type_called, types_of
from redactor.entities import Entity
from redactor.sample.marked import Near

TYPES = types_of(
    "legal_press/international_judgment",
    "legal_press/family_application_decision",
    "legal_press/negligence_judgment",
    "legal_press/asylum_decision",
    "legal_press/public_inquiry_report",
    "legal_press/contract",
    "legal_press/will",
    "legal_press/ruling_sentences",
    "legal_press/international_obituary",
    "legal_press/childhood_illness_memoir",
    "legal_press/travel_narrative",
    "legal_press/oral_history_project",
    "legal_press/lexicon_entries",
    "legal_press/hospital_history",
    "legal_press/ethics_case",
    "legal_press/published_case_report",
    "legal_press/narrative_sentences",
    "legal_press/village_committee_minutes",
    "legal_press/hospital_newsletter",
    "legal_press/letters_to_the_editor",
    "legal_press/press_release",
    "legal_press/charity_appeal",
    "legal_press/opening_speech",
    "legal_press/book_and_film_reviews",
    "legal_press/personal_reference",
    "legal_press/local_paper_items",
    "legal_press/school_report",
    "legal_press/witness_affidavit",
    "legal_press/serious_incident_narrative",
    "legal_press/prose_without_names",
)
LEFT = re.compile(r"\n~|\n\? ")


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


def test_prose_that_names_nobody_holds_no_mark() -> None:
    clean = type_called("prose_without_names")
    assert not any(clean.write(cast(seed)).marks for seed in range(40))


def test_somebody_comes_back_by_the_same_names() -> None:
    note = cast(3).say("{za:full}, {za:family}, {za:given}, {za:init}")
    whole, family, given, init = (m.value for m in note.marks)
    assert {family, given} == {x for x in (family, given) if x in whole}
    assert {x[0].upper() for x in (family, given)} >= set(re.findall("[A-Z]", init))


def test_a_thinkers_name_comes_marked_and_unmarked() -> None:
    note = cast(5).say("{ztwin} and {ztwinp}")
    assert [m.value for m in note.marks] == [note.text.split()[0]]
    assert note.marks[0].start > 0


def test_years_are_learnt_and_courts_are_organisations() -> None:
    note = cast(8).say("{zborn}, {zcourt1}, {zt1}, {zland}, {zday}")
    kinds = [Near.YEAR, Entity.ORGANIZATION, Entity.CITY, Entity.COUNTRY, Entity.DATE]
    assert [m.entity for m in note.marks] == kinds


def test_every_country_has_towns_and_people() -> None:
    assert len(public_life._lands()) > 45
    assert all(home.female and home.male and home.family for home in (x.home for x in public_life._lands()))
