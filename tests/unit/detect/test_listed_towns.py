"""Small towns behind a preposition of place, and before their state."""

from __future__ import annotations

from redactor.detect.patterns import Patterns
from redactor.lexicon import places
from redactor.lexicon.build.us_places import us_places
from redactor.text import Note
from tests.each_row import each_row


def towns(text: str, rule: str) -> list[str]:
    (reading,) = Patterns().detect([Note("n", text)])
    return [text[s.start : s.end] for s in reading.spans if f"patterns:{rule}" in s.sources]


@each_row(
    ("text", "town"),
    [
        ("She grew up in Ten Sleep and moved.", "Ten Sleep"),
        ("fell near Wounded Knee", "Wounded Knee"),
        ("Out of Truth or Consequences.", "Truth or Consequences"),
        ("came from St. Johnsbury's clinic", "St. Johnsbury"),
        ("works outside Chugwater", "Chugwater"),
    ],
)
def test_a_place_of_the_list_behind_a_preposition(text: str, town: str) -> None:
    assert towns(text, "listed-town") == [town]


@each_row(
    "text",
    [
        "Ten Sleep",
        "We like Ten Sleep",
        "in ten sleep",
        "in Normal rhythm",
        "from Jackson",
        "to Surgery",
        "in\nTen Sleep",
    ],
)
def test_without_one_or_of_one_word_that_is_something_else_it_is_none(text: str) -> None:
    assert towns(text, "listed-town") == []


def test_it_is_weak_so_that_the_student_can_clear_it() -> None:
    (reading,) = Patterns().detect([Note("n", "pain in Left Hand")])
    assert [s.strength for s in reading.spans] == ["weak"]


@each_row(
    ("text", "found"),
    [
        ("lives in Ten Sleep, WY", ["Ten Sleep"]),
        ("Ten Sleep, Wyoming", ["Ten Sleep"]),
        ("Skowhegan, ME", ["Skowhegan"]),
        ("Ten Sleep, OK to go", []),
        ("Per Jones, OK to go", []),
        ("Home, PA at bedside", []),
    ],
)
def test_a_place_before_its_own_state_needs_no_preposition(text: str, found: list[str]) -> None:
    assert towns(text, "town-of-state") == found


def test_the_list_holds_places_by_state_in_one_spelling() -> None:
    made = us_places(
        [("St. Paul", "MN"), ("Ten Sleep", "WY"), ("Ten Sleep", "WY"), ("Area 51", "NV"), ("X", "MN"), ("Ulm", "XX")]
    )
    assert made.splitlines()[1:] == ["MN\tsaint paul", "WY\tten sleep"]
    assert "ten sleep" in places.us_places_of("WY")
    assert "ten sleep" not in places.us_places_of("OK")
    assert places.us_places_of("XX") == frozenset()
