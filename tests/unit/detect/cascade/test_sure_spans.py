"""Spans that seem sure, and are often wrong for what their words are: a share of the questions is about them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from redactor.detect.cascade.questions import Limits, Question, find_questions
from redactor.entities import Entity
from redactor.text import STUDENT, Doubt, Note, Reading, Span
from tests.each_row import each_row
from tests.unit.detect.cascade.llm_kit import ByRange, cascade, clear, phi, span

_LIMITS = Limits(0.01, 0.6, confident=0.1)
_WEAK = ("patterns:listed-name",)


def _questions(note: Note, spans: Sequence[Span], limits: Limits = _LIMITS) -> list[Question]:
    return list(find_questions(note, [Reading(tuple(spans))], limits).questions)


@each_row(
    ("value", "entity", "score", "asked"),
    [
        ("Vexholm", Entity.PERSON, 0.85, True),  # on no list
        ("Vexholm", Entity.PERSON, 0.95, False),
        ("umbrellas", Entity.HOSPITAL, 0.95, True),  # of English
        ("umbrellas", Entity.HOSPITAL, 0.98, False),
        ("Vexholm papule", Entity.PERSON, 0.95, True),  # a word of medicine
        ("Johnson", Entity.PERSON, 0.65, True),  # a name on a list
        ("Johnson", Entity.PERSON, 0.75, False),
        ("14/14", Entity.DATE, 0.65, False),  # no word
    ],
)
def test_a_sure_span_is_asked_about_below_the_score_of_its_kind_of_words(
    value: str, entity: Entity, score: float, asked: bool
) -> None:
    note = Note("1", f"Spoke to {value} about it.")
    found = _questions(note, [span(note, value, entity, score)])
    assert [(note.text[q.start : q.end], q.is_sure) for q in found] == ([(value, True)] if asked else [])
    assert not _questions(note, [span(note, value, entity, score)], Limits(0.01, 0.6))


def test_a_weak_rule_that_agrees_with_a_doubtful_student_is_asked_about() -> None:
    note = Note("1", "Spoke to Vexholm about it.")
    agreed = [span(note, "Vexholm", score=None, strength="weak", sources=_WEAK), span(note, "Vexholm", score=0.3)]
    (question,) = _questions(note, agreed)
    assert question.is_sure and set(question.spans) == set(agreed)


@each_row(
    ("source", "strength"),
    [("known", "strong"), ("known", "weak"), ("patterns:titled-name", "strong"), ("site", "strong"), ("other", "weak")],
)
def test_known_values_strong_rules_and_site_terms_are_not_asked_about_however_low_the_student_is(
    source: str, strength: str
) -> None:
    note = Note("1", "Spoke to Vexholm about it.")
    firm = span(note, "Vexholm", score=None, strength=strength, sources=(source,))
    assert not _questions(note, [firm, span(note, "Vexholm", score=0.3)], Limits(0.01, 0.6, confident=0.9))


def test_the_share_bounds_the_questions_about_sure_spans_and_the_least_sure_come_first() -> None:
    words = [f"Vexholm{chr(97 + i)}" for i in range(8)]
    note = Note("1", " saw ".join(words) + " with " + " ".join(f"ilkar{chr(97 + i)}" for i in range(9)))
    spans = [span(note, w, score=0.7 + 0.02 * i) for i, w in enumerate(words)]
    at = [note.text.index(f"ilkar{chr(97 + i)}") for i in range(9)]
    for doubts, share, expected in ((0, 0.1, 1), (9, 0.1, 1), (9, 0.25, 3), (9, 0.5, 8), (9, 0.0, 0)):
        reading = Reading(tuple(spans), tuple(Doubt(a, a + 6, Entity.PERSON, 0.05) for a in at[:doubts]))
        asked = find_questions(note, [reading], Limits(0.01, 0.6, confident=share))
        sure = [note.text[q.start : q.end] for q in asked.questions if q.is_sure]
        assert (sure, len(asked.questions)) == (words[:expected], expected + doubts)
        assert len(asked.others) == 8 - expected, "what is not asked about stays around"


def test_of_entities_that_are_not_asked_about_none_is() -> None:
    note = Note("1", "Spoke to Vexholm about it.")
    assert not _questions(note, [span(note, "Vexholm", score=0.8)], Limits(0.01, 0.6, {Entity.CITY}, 0.1))


def test_a_clear_dismisses_a_sure_span_and_anything_else_leaves_it_as_it_was() -> None:
    note = Note("1", "Spoke to Vexholm about it.", "s")
    agreed = (span(note, "Vexholm", score=None, strength="weak", sources=_WEAK), span(note, "Vexholm", score=0.8))
    for say, dismissed in ((clear, frozenset(agreed)), (phi, frozenset()), (None, frozenset())):
        llm = ByRange(lambda id, text, say=say: say(id) if say else None)  # type: ignore[misc]
        (out,) = cascade(llm, "redact", limits=_LIMITS).begin([note], [[Reading(agreed)]]).result()
        assert (out.dismissed, out.reading.spans, out.reading.complete) == (dismissed, (), True)


@pytest.mark.parametrize(("count", "cleared"), [(4, 4), (12, 0)])
def test_of_more_sure_spans_than_are_likely_to_be_wrong_none_is_cleared(count: int, cleared: int) -> None:
    """The other questions of the note do not count with them, and keep their answers."""
    words = [f"Vexholm{chr(97 + i)}" for i in range(count)]
    note = Note("1", " saw ".join(words) + " with Ilkar", "s")
    spans = tuple(
        Span(note.text.index(w), note.text.index(w) + len(w), Entity.PERSON, 0.8, "strong", (STUDENT,)) for w in words
    )
    at = note.text.index("Ilkar")
    reading = Reading(spans, (Doubt(at, at + 5, Entity.PERSON, 0.05),))
    limits = Limits(0.01, 0.6, confident=0.95)
    (out,) = cascade(ByRange(lambda id, text: clear(id)), limits=limits).begin([note], [[reading]]).result()
    assert len(out.dismissed) == cleared
    assert out.reading.spans == () and out.reading.complete
    assert dict(out.reading.second)["cleared"] == cleared + 1
