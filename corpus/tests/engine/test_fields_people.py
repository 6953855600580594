"""People of the training notes: who is marked as what, in which form, and how broad the names are."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast, held_out
from corpus.engine.fields import merged, names, people
from corpus.engine.fields.spellings import FORMS
from redactor.entities import Entity
from redactor.lexicon.build.name_origins import latin
from redactor.sample.marked import Marked
from tests.each_row import each_row

DOCTORS = ("dr", "dr2", "dr3", "dr4", "pcp", "surgeon", "nurse", "nurse2", "staff", "newdr", "author")
OTHERS = ("kin", "kin2", "kin3", "friend", "someone", "lawyer", "officer", "teacher")
ROLES = ("pt", *DOCTORS, *OTHERS)


def cast(seed: int, split: str = "train") -> Cast:
    return Cast(random.Random(seed), people.FIELDS, "unseen" if split == "unseen" else "train")


def outside(said: Marked) -> str:
    """What no mark covers."""
    text, at, out = said.text, 0, []
    for m in said.marks:
        out.append(text[at : m.start])
        at = m.end
    return "".join([*out, text[at:]])


@each_row("role", ROLES)
def test_role_decides_the_entity(role: str) -> None:
    expected = Entity.PATIENT if role == "pt" else Entity.DOCTOR if role in DOCTORS else Entity.PERSON
    for seed in range(60):
        said = cast(seed).say(f"{{{role}}}")
        assert {m.entity for m in said.marks} == {expected}, said
        assert all(m.value == said.text[m.start : m.end] == m.value.strip() for m in said.marks), said


@each_row("spec", sorted(FORMS))
def test_every_form_is_one_name_for_every_role(spec: str) -> None:
    for seed in range(80):
        c = cast(seed)
        for role in ("pt", "kin", "dr"):
            said = c.say(f"{{{role}:{spec}}}")
            assert len(said.marks) == 1, (spec, said)
            assert said.marks[0].value.strip(" ,.()\"'") != "", (spec, said)


@pytest.mark.parametrize("spec", ["titled", "titled_full", "titled_given"])
def test_titles_stay_outside_of_the_mark(spec: str) -> None:
    known = r"(?i)(dr|doctor|prof|professor)\.? "
    for seed in range(100):
        said = cast(seed).say(f"{{dr:{spec}}}")
        assert re.fullmatch(known, outside(said)), said


def test_possessive_stays_outside_of_the_mark() -> None:
    assert {outside(cast(seed).say("{pt:poss}")) for seed in range(300)} == {"'s", "’s", "'", "’"}


def test_cases() -> None:
    for seed in range(100):
        c = cast(seed)
        upper, lower = c.say("{pt:upper}").text, c.say("{pt:lower}").text
        assert upper == upper.upper()
        assert lower == lower.lower()
        assert c.say("{pt:family_upper}").text == c.say("{pt:family}").text.upper()


def test_a_role_is_one_person_and_someone_is_new_each_time() -> None:
    for seed in range(50):
        c = cast(seed)
        assert c.say("{pt:given} {pt:family}") == c.say("{pt:given} {pt:family}")
        assert len({c.say("{someone:short}").text for _ in range(8)}) > 6
        assert len({c.say("{newdr:short}").text for _ in range(8)}) > 6
        assert len({c.say(f"{{{r}:short}}").text for r in ("pt", "kin", "dr", "dr2", "nurse")}) == 5


def test_relatives_mostly_share_the_surname() -> None:
    same = 0
    for seed in range(400):
        c = cast(seed)
        same += c.say("{pt:family}").text == c.say("{kin:family}").text
    assert 160 < same < 330


def test_words_fit_the_sexes() -> None:
    for seed in range(300):
        c = cast(seed)
        she = c.say("{he}").text == "she"
        assert c.say("{His} {him} {himself} {sex} {gender} {boy}").text == (
            "Her her herself F female girl" if she else "His him himself M male boy"
        )
        assert c.say("{man}").text in (
            {"woman", "female", "lady", "girl"} if she else {"man", "male", "gentleman", "boy"}
        )
        if c.say("{word}").text in ("mother", "wife", "daughter", "sister", "aunt"):
            assert c.say("{kinhe} {kinhis}").text == "she her"
        assert c.say("{Word}").text == c.say("{word}").text[0].upper() + c.say("{word}").text[1:]


def test_training_sees_no_held_out_name() -> None:
    for seed in range(1500):
        c = cast(seed)
        for role in ("pt", "kin", "dr"):
            name = people.person(c, role).name
            assert not held_out(name.family), name
            assert not name.given or not held_out(name.given), name


def test_unseen_notes_hold_many_held_out_names() -> None:
    held = sum(held_out(people.person(cast(seed, "unseen"), "pt").name.family) for seed in range(600))
    assert held > 200


def test_the_same_seed_says_the_same() -> None:
    template = "{pt} {kin} {dr} {nurse} {someone} {pt:initials}"
    assert [cast(s).say(template) for s in range(50)] == [cast(s).say(template) for s in range(50)]


def test_breadth() -> None:
    """Two thousand patients: hardly a surname twice, and the shapes that detectors trip over among them."""
    found = [people.person(cast(seed), "pt").name for seed in range(2000)]
    families, firsts = {n.family for n in found}, {n.given for n in found}
    assert len(families) > 1500
    assert len(firsts) > 1300
    everything = families | firsts
    shapes = (
        r"-",
        r"['’]",
        r" ",
        r"^(de|van|al|von|da|el)\b",
        r"[À-ſ]",
        r"^Mc[A-Z]",
        r"[a-z][A-Z]",
        r"\.",
        r"[^\x00-\u024f]",
    )
    for shape in shapes:
        assert any(re.search(shape, n) for n in everything), shape
    assert any(n.suffix for n in found)
    assert any(len(n.middle) == 1 for n in found)
    native = sum(n.family[0] > "\u036f" and n.family[0] != "ʻ" for n in found)
    assert 2 <= native <= 60


@each_row(
    ("native", "romanised"),
    [
        ("Кузнецов", "Kuznetsov"), ("Παπαδόπουλος", "Papadopoulos"), ("김", "Gim"), ("영희", "Yeong-Hui"),
        ("शर्मा", "Sharma"), ("ბერიძე", "Beridze"), ("Պետրոսյան", "Petrosyan"), ("Smith", "Smith"), ("王", ""),
    ],
)  # fmt: skip
def test_romanised_as_bearers_spell_it(native: str, romanised: str) -> None:
    assert latin(native) == romanised


def test_slavic_women_may_bear_the_feminine_form() -> None:
    assert names._feminine("Ivanov") == "Ivanova"
    assert names._feminine("Kowalski") == "Kowalska"
    assert names._feminine("Novotný") == "Novotná"


def test_no_field_may_stand_twice() -> None:
    first = {"pt": people.FIELDS["pt"]}
    assert merged((first, {"dr": people.FIELDS["dr"]})).keys() == {"pt", "dr"}
    with pytest.raises(ValueError, match="pt"):
        merged((first, dict(first)))
