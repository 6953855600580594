"""Clinical words and sentences: all of them can be said, none holds an identifier, and they are many."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast, Field, held_out
from corpus.engine.fields.clinical import FIELDS
from corpus.engine.fields.clinical_numbers import number
from corpus.engine.grammar import choose
from corpus.engine.words import every_template, sections, words
from redactor.entities import Entity
from redactor.sample.marked import Marked, Piece, fill_template
from tests.each_row import each_row

_LISTS = [(file, name) for file in ("terms", "drugs", "eponyms", "phrases") for name in sections(file)]
_OTHERS = {
    "He": "She", "he": "she", "His": "Her", "his": "her", "him": "her", "man": "woman", "ago": "two weeks ago",
    "duration": "three days", "weekday": "Tuesday", "gest": "34w2d",
}  # fmt: skip


def _plain(text: str) -> Field:
    return lambda c, spec: text


_ALL = {**{name: _plain(text) for name, text in _OTHERS.items()}, **FIELDS}


def _cast(seed: int, **split: str) -> Cast:
    return Cast(random.Random(seed), _ALL, **split)  # type: ignore[arg-type]


@each_row("name", sorted(FIELDS))
def test_fields_give_finished_text(name: str) -> None:
    spec = {"num": ":2-9", "dec": ":0.5-1.25"}.get(name, "")
    for seed in range(60):
        said = _cast(seed).say("{" + name + spec + "}")
        assert said.text.strip()
        assert not re.search(r"[{}]|~(?!\d)|\[\[|\]\]|\\n", said.text), said.text
        assert [m.entity for m in said.marks] == ([Entity.OCCUPATION] if name == "job" else [])


@pytest.mark.parametrize("file", ["negatives", "story"])
def test_each_template_can_be_said_and_marks_nothing(file: str) -> None:
    for template in every_template(file):
        for seed in range(3):
            said = _cast(seed).say(template)
            assert not said.marks, template
            assert not re.search(r"[{}]|~(?!\d)|\[\[|\]\]", said.text), said.text


@each_row(("file", "name"), _LISTS)
def test_lists_hold_no_entry_twice_and_none_that_is_empty(file: str, name: str) -> None:
    held = words(file, name)
    assert all(held)
    # A dose or a code is listed as often as it is likely
    if name not in ("dose", "strength", "frequency", "measure", "code"):
        assert sorted(set(held)) == sorted(held)


def test_there_are_as_many_as_precision_asks_for() -> None:
    assert len(set(every_template("negatives"))) == len(every_template("negatives")) >= 400
    assert len(words("drugs", "generic")) >= 350
    assert len(words("drugs", "brand")) >= 450
    assert sum(len(words("eponyms", s)) for s in sections("eponyms")) >= 600
    assert len({_cast(seed).say("{neg}").text for seed in range(2000)}) > 1500


def _skeleton(template: str) -> str:
    def field(name: str, spec: str) -> Piece:
        return "0"

    return fill_template(
        choose(random.Random(7), template.replace("[[", "").replace("]]", "").replace("|", " / ")), field
    ).text


_IDENTIFIES = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr)\.? [A-Z]|@[a-z]+\.|https?:|\b(?:19|20)\d\d\b|\b\d{3}-\d{4}\b|\b\d{3}-\d\d-\d{4}\b"
    r"|\b(?:January|February|March|April|June|July|August|September|October|November|December) \d"
)


@pytest.mark.parametrize("file", ["negatives", "story"])
def test_no_template_spells_out_an_identifier(file: str) -> None:
    for template in every_template(file):
        assert not _IDENTIFIES.search(_skeleton(template)), template


def test_the_words_of_the_unseen_split_are_kept_out_of_training() -> None:
    brands = [_cast(seed).say("{drug:brand}").text.casefold() for seed in range(400)]
    assert not any(held_out(b) for b in brands)
    unseen = [_cast(seed, split="unseen").say("{drug:brand}").text.casefold() for seed in range(400)]
    assert any(held_out(b) for b in unseen)


def test_a_job_stays_the_same_all_over_a_note() -> None:
    c = _cast(3)
    assert c.say("{job}") == c.say("{job}")
    assert isinstance(c.say("{job}"), Marked)


@pytest.mark.parametrize(("spec", "shape"), [("2-9", r"[2-9]"), ("001-999", r"\d{3}"), ("0.5-1.25", r"[01]\.\d\d")])
def test_numbers_keep_within_their_bounds_and_digits(spec: str, shape: str) -> None:
    rng = random.Random(5)
    low, high = spec.split("-")
    for _ in range(200):
        n = number(rng, spec)
        assert re.fullmatch(shape, n)
        assert float(low) <= float(n) <= float(high)
