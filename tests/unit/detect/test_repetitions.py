"""Repetitions: names and numbers that were found are searched for again."""

from __future__ import annotations

import pytest

from redactor.detect.readable import readable_texts
from redactor.detect.repetitions import find_repetitions, structured_terms
from redactor.entities import Entity, Role
from redactor.text import Mention, Span
from tests.each_row import each_row


def again(text: str, value: str, entity: Entity = Entity.PERSON, score: float | None = None) -> list[str]:
    start = text.index(value)
    first = Span(start, start + len(value), entity, score)
    return [text[s.start : s.end] for s in find_repetitions(text, [first])]


def test_a_name_found_once_is_found_again_in_parts_and_capitals() -> None:
    text = "Dr. Oluwaseun Adeyemi saw her. ADEYEMI wrote: Oluwaseun will call. Adeyemis differ."
    assert again(text, "Oluwaseun Adeyemi") == ["ADEYEMI", "Oluwaseun"]


@pytest.mark.parametrize("text", ["Will Parkinson came. Will she? Parkinson disease.", "Ng came. Ng again."])
def test_words_eponyms_and_short_names_are_not_searched_for(text: str) -> None:
    assert again(text, text.split(" came")[0]) == []


def test_a_short_name_is_not_searched_for_in_capitals() -> None:
    assert again("Ana came. ANA 1:80. Ana left.", "Ana") == ["Ana"]


def test_a_name_with_a_low_score_is_not_searched_for() -> None:
    assert again("Adeyemi came. Adeyemi left.", "Adeyemi", score=0.6) == []
    assert again("Adeyemi came. Adeyemi left.", "Adeyemi", score=0.95) == ["Adeyemi"]


def test_numbers_are_found_again_and_short_ones_are_not() -> None:
    assert again("MRN 4417-22. See 4417-22, 4417-223.", "4417-22", Entity.MEDICAL_RECORD_NUMBER) == ["4417-22"]
    assert again("ID 4417. Na 4417.", "4417", Entity.ID) == []


@each_row(
    ("text", "seen"),
    [
        ("Okonjo came. Okónjo, OKONJO, okonjo, oKonjo", ["Okónjo", "OKONJO"]),
        ("Parker came. parker, PARKER", ["parker", "PARKER"]),
        ("Ok\u200bonjo came. Ｏｋｏｎｊｏ left, Okon\u00adjo left", ["Ｏｋｏｎｊｏ", "Okon\u00adjo"]),
        ("García came. Garcia, garcía", ["Garcia", "garcía"]),
        ("Ngo came. ngo, NGO, Ngo", ["Ngo"]),
        ("Cole came. cole slaw, Cole", ["Cole"]),
        ("Okonjo came. okonjo_ct.pdf, OkonjoCT.pdf, ct%20%4Fkonjo", ["okonjo", "OkonjoCT", "%4Fkonjo"]),
    ],
)
def test_a_name_is_found_again_in_any_spelling(text: str, seen: list[str]) -> None:
    value = text.split(" came")[0]
    first = Span(0, len(value), Entity.PERSON, 0.99, "strong", ("student",))
    assert [text[s.start : s.end] for s in find_repetitions(text, [first], readable_texts(text))] == seen


@each_row(
    ("score", "sources", "seen"),
    [(0.99, ("student",), 0), (None, ("patterns:x",), 1), (None, ("known",), 1), (0.99, ("patterns:x", "student"), 1)],
)
def test_what_the_model_alone_says_is_not_searched_for_in_small_letters(
    score: float | None, sources: tuple[str, ...], seen: int
) -> None:
    first = Span(0, 8, Entity.PERSON, score, "strong", sources)
    assert len(find_repetitions("Dystocix came. dystocix", [first])) == seen


def terms(value: str, entity: Entity = Entity.PATIENT, part: str | None = None, **parts: str) -> list[str]:
    return list(structured_terms(Mention(value, entity, None, Role.PATIENT, part=part, parts=tuple(parts.items()))))


def test_a_structured_name_is_searched_for_by_its_words() -> None:
    assert terms("Okonjo", part="family", given="Ngozi", family="Okonjo") == ["okonjo"]
    assert terms("Dr. Ngozi Okónjo") == ["ngozi", "okonjo"]
    assert terms("Dr.", part="prefix", prefix="Dr.", family="Okonjo") == []


def test_of_a_name_of_ordinary_words_only_the_whole_is_searched_for() -> None:
    whole = ["rose young", "young, rose"]
    assert terms("Young", part="family", given="Rose", family="Young") == whole
    assert terms("Dr. Rose Young") == whole
    assert terms("Young", part="family", family="Young") == []


@each_row(
    ("value", "entity"),
    [("1983", Entity.BIRTH_DATE_TIME), ("Mercy", Entity.HOSPITAL), ("12", Entity.ID), ("Boston", Entity.CITY)],
)
def test_other_structured_values_are_not_searched_for(value: str, entity: Entity) -> None:
    assert terms(value, entity) == []


def test_parts_of_surnames_that_towns_have_are_not_searched_for() -> None:
    assert terms("San Martin", part="family", family="San Martin") == ["martin"]


def test_a_long_number_is_found_again() -> None:
    """Longer ones are looked up by themselves, not in the automaton of the others: see benchmarks/linear_time.py."""
    long = "4417-" * 60 + "9"
    text = f"Token {long} of 8812-33. See 8812-33, {long}, {long}1 and {long.upper()}."
    first = [Span(text.index(v), text.index(v) + len(v), Entity.ID, None) for v in (long, "8812-33")]
    assert [text[s.start : s.end] for s in find_repetitions(text, first)] == ["8812-33", long, long]
