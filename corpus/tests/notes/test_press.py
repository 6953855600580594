"""Published prose: the types write, their marks are exact, and what only looks like a name holds no mark."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, press
from corpus.engine.note_type import NoteType
from corpus.notes import press_courts, press_lives, press_public
from redactor.entities import Entity
from redactor.sample.marked import Near

MODULES = (press_courts, press_lives, press_public)
TYPES = [kind for module in MODULES for kind in module.TYPES]
LEFT = re.compile(r"\n~|\n\? ")


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


def test_prose_that_names_nobody_holds_no_mark() -> None:
    clean = next(kind for kind in press_public.TYPES if kind.name == "prose that names nobody")
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
    assert len(press._lands()) > 45
    assert all(home.female and home.male and home.family for home in (x.home for x in press._lands()))
