"""Companies and what looks like them: the types write, their marks are exact, clean lines hold no organisation."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.tests.kit import lines, types_of
from redactor.entities import Entity
from redactor.sample.marked import Near

TYPES = types_of(
    "legal_press/companies_in_prose", "administration_billing/organizations_in_care", "lookalikes/brands_and_companies"
)
CLEAN = tuple(
    template
    for section in (
        "phrases/company_lookalikes:words",
        "phrases/company_lookalikes:devices",
        "notes/lookalikes/brands_and_companies:programs",
        "phrases/company_lookalikes:bodies",
        "phrases/company_lookalikes:institutions",
        "phrases/company_lookalikes:goods",
        "phrases/company_lookalikes:talked",
    )
    for template in lines(section)
)


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("template", CLEAN)
def test_a_clean_line_names_no_organisation(template: str) -> None:
    assert {m.entity for m in cast(template).say(template).marks} <= {Near.YEAR, Near.DEPARTMENT, Entity.AGE}


def test_a_word_comes_as_a_word_and_as_the_company_of_that_name() -> None:
    for seed in range(60):
        note = cast(seed).say("{wordplain} / {wordco}")
        plain, _, company = note.text.rpartition(" / ")
        assert company.lower() in plain.lower()
        assert [m.value for m in note.marks] == [company]


def test_a_company_keeps_its_name_all_over_the_note() -> None:
    for seed in range(40):
        note = cast(seed).say("{outfit1:full} - {outfit1} - {outfit1:upper}")
        full, core, upper = (m.value for m in note.marks)
        assert full.startswith(core)
        assert upper == core.upper()


def test_a_lone_company_has_no_legal_form_and_a_long_tail() -> None:
    names = [cast(seed).say("{outfit:lone}").text for seed in range(400)]
    assert len(set(names)) > 330
    assert not [name for name in names if re.search(r"\b(Inc|LLC|GmbH|plc|Ltd)\b", name)]


def test_an_article_before_a_home_is_no_part_of_it() -> None:
    said = [cast(seed).say("{homely:home:lower}") for seed in range(200)]
    assert any(note.text.startswith("the ") for note in said)
    assert not [m for note in said for m in note.marks if m.value.startswith("the ")]
    assert all(note.text == note.text.lower() for note in said)
