"""Words on no list, in the short texts of records alone, unless the student clears them."""

from __future__ import annotations

import pytest

from redactor.detect.fusion import drop_doubtful_in_field, fuse
from redactor.detect.patterns import Patterns
from redactor.entities import Entity
from redactor.text import Note, Reading, TextKind
from tests.each_row import each_row

RULE = "patterns:unlisted-word"


def found(text: str, kind: TextKind = TextKind.PHRASE, patterns: Patterns | None = None) -> list[str]:
    (reading,) = (patterns or Patterns()).detect([Note("n", text, kind=kind)])
    return [text[s.start : s.end] for s in reading.spans if RULE in s.sources]


@each_row(
    ("text", "name"),
    [
        ("wound vac change per Brackwhistle", "Brackwhistle"),
        ("Zemblanovsky's brace", "Zemblanovsky"),
        ("McThornquill to review", "McThornquill"),
        ("pump O'Brackenrod", "O'Brackenrod"),
        ("Öyelünderay repeat INR", "Öyelünderay"),
        ("PER BRACKWHISTLE", "BRACKWHISTLE"),
        ("Brackwhistle-type splint", "Brackwhistle-type"),
        ("pump Brackwhistle/Oyelunderay", "Oyelunderay"),
    ],
)
def test_a_capitalised_word_on_no_list_is_found(text: str, name: str) -> None:
    assert name in found(text)


@pytest.mark.parametrize("kind", [TextKind.CLINICAL, TextKind.PHRASE])
def test_it_is_found_in_short_texts_of_records_alone(kind: TextKind) -> None:
    text = "brace for Brackwhistle"
    patterns = Patterns()
    for _ in range(2):  # the cache keeps the kinds apart
        assert found(text, kind, patterns) == ["Brackwhistle"]
        assert found(text, TextKind.PROSE, patterns) == []
        assert found(text, TextKind.SPEECH, patterns) == []
    assert found(f"{text} {'x ' * 150}", kind) == []
    assert found(f"{text}\nand more", kind) == []


@each_row(
    "text",
    [
        "Guardrail pads", "Kosher, Low-Sodium", "Titrating Heparin", "Klebsiella", "Alabama", "Heberden's nodes",
        "PiZZ", "SUVmax", "ProTaper", "CTKUB", "Abc123", "3Qux", "X_Quux", "Qu", "quuxish", "Ann Arbor",
    ],
)  # fmt: skip
def test_words_of_lists_products_and_codes_are_no_names(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [("brackwhistle-fever", "brackwhistle"), ("plan_of_tregunnan", "tregunnan"), ("visit-2-zemblanov", "zemblanov")],
)
def test_names_for_computers_are_read_in_small_letters(text: str, name: str) -> None:
    """The student reads such a token as one word, and does not clear it."""
    (reading,) = Patterns().detect([Note("n", text, kind=TextKind.PHRASE)])
    assert [(text[s.start : s.end], s.strength) for s in reading.spans if RULE in s.sources] == [(name, "strong")]


@each_row(
    "text",
    ["nsclc-followup", "post-op-day", "cbc-w-diff", "neoadjuvant-chemo", "tki-abl1", "fasting_glucose", "follow-up",
     "brackwhistle fever", "user-friendly-name", "pembrolizumab-q3w"],
)  # fmt: skip
def test_names_for_computers_of_words_and_abbreviations_are_none(text: str) -> None:
    assert found(text) == []


@each_row("text", ["Walla Walla", "Cut Bank", "Truth or Consequences."])
@each_row("kind", [TextKind.CLINICAL, TextKind.PHRASE])
def test_a_short_text_that_is_nothing_but_a_town_is_one(text: str, kind: TextKind) -> None:
    (reading,) = Patterns().detect([Note("n", text, kind=kind)])
    (whole,) = [text[s.start : s.end] for s in drop_doubtful_in_field(text, reading.spans) if s.entity is Entity.CITY]
    assert whole == text.rstrip(".")


@each_row("text", ["Ann Arbor", "Normal", "Surgery", "cut bank", "Walla Walla fever", "Skilled Nursing", "New Home"])
def test_terms_and_single_words_are_no_towns(text: str) -> None:
    (reading,) = Patterns().detect([Note("n", text, kind=TextKind.CLINICAL)])
    assert not [s for s in reading.spans if "patterns:town-alone" in s.sources]


@each_row("text", ["okafor", "Winterbottom", "SILVERSTEIN.", "hollis"])
@each_row("kind", [TextKind.CLINICAL, TextKind.PHRASE])
def test_a_short_text_that_is_nothing_but_a_listed_name_is_one(text: str, kind: TextKind) -> None:
    (reading,) = Patterns().detect([Note("n", text, kind=kind)])
    assert [text[s.start : s.end] for s in fuse([reading, Reading(cleared=((0, len(text)),))])] == [text.rstrip(".")]


@each_row("text", ["Hope", "Will", "metformin", "asthma", "Gram", "okafor brace", "Ely"])
def test_a_lone_word_that_means_something_else_is_no_name(text: str) -> None:
    (reading,) = Patterns().detect([Note("n", text, kind=TextKind.CLINICAL)])
    assert not [s for s in reading.spans if "patterns:name-alone" in s.sources]


def test_the_student_clears_it() -> None:
    text = "brace for Brackwhistle"
    (reading,) = Patterns().detect([Note("n", text, kind=TextKind.CLINICAL)])
    assert [text[s.start : s.end] for s in drop_doubtful_in_field(text, fuse([reading]))] == ["Brackwhistle"]
    assert fuse([reading, Reading(cleared=((0, len(text)),))]) == []


def test_the_rule_can_be_switched_off() -> None:
    assert found("brace for Brackwhistle", patterns=Patterns(["unlisted-word"])) == []
