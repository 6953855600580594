import pytest

from redactor.detect.cascade.questions import Passage, Question, passages_of
from redactor.entities import Entity
from redactor.text import Note, Span
from tests.unit.detect.cascade.llm_kit import span


def _passages(text: str, asked: list[str], hidden: list[tuple[str, Entity]] | None = None) -> list[Passage]:
    note = Note("1", text)
    questions = []
    at = 0
    for value in asked:
        at = text.index(value, at)
        questions.append(Question(at, at + len(value), Entity.PERSON, 0.1))
        at += len(value)
    others: list[Span] = [span(note, value, entity) for value, entity in hidden or []]
    return passages_of(note, questions, others)


def _written(passage: Passage) -> str:
    return passage.written([("<<", ">>")] * len(passage.questions))


def test_identifiers_around_a_range_are_masked() -> None:
    hidden = [("Bodil Quenby", Entity.PATIENT), ("12 Tove Lane", Entity.STREET)]
    (passage,) = _passages("Mrs. Bodil Quenby of 12 Tove Lane saw Ilkar", ["Ilkar"], hidden)
    assert _written(passage) == "Mrs. [PERSON] of [STREET] saw <<Ilkar>>"


def test_questions_that_are_near_share_a_passage() -> None:
    (passage,) = _passages("Ilkar met Bodil.", ["Ilkar", "Bodil"])
    assert _written(passage) == "<<Ilkar>> met <<Bodil>>."
    assert passage.written([None, ("(", ")")]) == "Ilkar met (Bodil)."
    assert len(_passages("Ilkar" + " word" * 200 + " Bodil", ["Ilkar", "Bodil"])) == 2
    assert [len(p.questions) for p in _passages("Ilkar " * 20, ["Ilkar"] * 20)] == [8, 8, 4]


@pytest.mark.parametrize("gap", [" ", "\n", "\n\n"])
def test_a_window_ends_at_words_and_has_a_bound(gap: str) -> None:
    words = [f"word{i}" for i in range(200)]
    words[100] = "Ilkar"
    (passage,) = _passages(gap.join(words), ["Ilkar"])
    inside = _written(passage).replace("<<Ilkar>>", "Ilkar").split()
    assert set(inside) <= set(words)
    assert 30 < len(inside) < 60


@pytest.mark.parametrize("text", ["x" * 2_000 + "Ilkar" + "y" * 2_000, "Ilkar" + "y" * 2_000, "x" * 2_000 + "Ilkar"])
def test_a_run_without_spaces_is_cut_at_the_bound(text: str) -> None:
    (passage,) = _passages(text, ["Ilkar"])
    before, after = passage.between
    assert before in ("", "x" * 160)
    assert after in ("", "y" * 160)


def test_spaces_around_a_range_in_runs() -> None:
    (passage,) = _passages("x" * 2_000 + " Ilkar " + "y" * 2_000, ["Ilkar"])
    assert passage.between == ("", "")


def test_a_span_at_the_edge_of_a_window_is_masked_as_a_whole() -> None:
    name = "Quenby " * 30
    (passage,) = _passages(
        name + "saw Ilkar and " + "Bodil " * 60, ["Ilkar"], [(name, Entity.PERSON), ("Bodil " * 60, Entity.CITY)]
    )
    assert _written(passage) == "[PERSON]saw <<Ilkar>> and [CITY]"


def test_lone_surrogates_are_not_sent() -> None:
    (passage,) = _passages("a \ud800 Ilkar \udfff", ["Ilkar"])
    assert _written(passage).encode() == "a \ufffd <<Ilkar>> \ufffd".encode()


def test_a_passage_depends_on_its_own_surroundings_alone() -> None:
    tail = " word" * 100 + " saw Ilkar."
    (one,), (other,) = _passages("Bodil" + tail, ["Ilkar"]), _passages("Quenby and Tove" + tail, ["Ilkar"])
    assert (one.asked, one.between) == (other.asked, other.between)
