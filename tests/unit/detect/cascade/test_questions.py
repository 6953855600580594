from redactor.detect.cascade.questions import Limits, NoteQuestions, find_questions
from redactor.detect.site_terms import AllowedTerm, AllowedTerms
from redactor.entities import Entity
from redactor.text import STUDENT, Doubt, Note, Reading, Span, TextKind
from tests.each_row import each_row
from tests.unit.detect.cascade.llm_kit import doubt, span

_LIMITS = Limits(0.01, 0.6)


def _asked(note: Note, *readings: Reading, limits: Limits = _LIMITS, allowed: AllowedTerms | None = None) -> list[str]:
    found = find_questions(note, readings, limits, allowed or AllowedTerms())
    return [note.text[q.start : q.end] for q in found.questions]


def test_doubts_low_spans_and_weak_rules_are_asked_about() -> None:
    note = Note("1", "Seen with Ilkar, then Bodil and Quenby at lunch.")
    student = Reading((span(note, "Bodil"),), (doubt(note, "Ilkar"),))
    rules = Reading((span(note, "Quenby", score=None, strength="weak", sources=("patterns:listed-name",)),))
    found = find_questions(note, [student, rules], _LIMITS)
    assert [(note.text[q.start : q.end], q.score, len(q.spans)) for q in found.questions] == [
        ("Ilkar", 0.05, 0),
        ("Bodil", 0.4, 1),
        ("Quenby", None, 1),
    ]
    assert found.others == ()


@each_row(
    ("source", "score", "strength"),
    [
        ("known", None, "strong"),
        ("known", None, "weak"),
        ("patterns:us-phone", None, "strong"),
        ("site", None, "strong"),
        ("other", 0.1, "weak"),
        (STUDENT, 0.6, "strong"),
        (STUDENT, None, "strong"),
    ],
)
def test_what_is_never_asked_about(source: str, score: float | None, strength: str) -> None:
    """Not alone, not under a doubt, not beside a low span or a weak rule that overlaps it."""
    note = Note("1", "Spoke to Ilkar Quenby about it.")
    firm = Reading((span(note, "Ilkar", score=score, strength=strength, sources=(source,)),))
    low = Reading((span(note, "Ilkar Quenby"),))
    weak = Reading((span(note, "Ilkar Quenby", score=None, strength="weak", sources=("patterns:listed-name",)),))
    doubts = Reading(doubts=(doubt(note, "Ilkar"),))
    for others in ([], [low], [weak], [doubts], [low, weak, doubts]):
        found = find_questions(note, [firm, *others], _LIMITS)
        assert found.questions == ()
        assert [s.start for s in found.others] == [9]


def test_a_doubt_is_asked_about_where_no_span_covers_it() -> None:
    note = Note("1", "Spoke to Ilkar Quenby (Tove) about it.")
    firm = Reading((span(note, "Quenby", sources=("known",), score=None),))
    assert _asked(note, firm, Reading(doubts=(doubt(note, "Ilkar Quenby (Tove)"),))) == ["Ilkar", "Tove"]


def test_two_detectors_that_agree_are_not_asked_about() -> None:
    note = Note("1", "Spoke to Quenby about it.")
    weak = Reading((span(note, "Quenby", score=None, strength="weak", sources=("patterns:listed-name",)),))
    assert _asked(note, weak, Reading((span(note, "Quenby"),))) == []


def test_a_weak_rule_that_the_student_has_cleared_is_not_asked_about() -> None:
    note = Note("1", "Spoke to Quenby about it.")
    weak = Reading((span(note, "Quenby", score=None, strength="weak", sources=("patterns:listed-name",)),))
    assert _asked(note, weak, Reading(cleared=((0, len(note.text)),))) == []


def test_the_rest_of_a_covered_word_is_not_asked_about() -> None:
    """The resolver covers whole words: "Quenby-Ilkar" goes as one."""
    note = Note("1", "Spoke to Quenby-Ilkar about it.")
    firm = Reading((span(note, "Quenby", sources=("known",), score=None),))
    assert _asked(note, firm, Reading((span(note, "Ilkar"),), (doubt(note, "-Ilkar"),))) == []


def test_doubts_that_touch_or_share_a_word_are_one_question() -> None:
    note = Note("1", "at Ilkar/Tove's and Bodil")
    doubts = (doubt(note, "Ilkar", score=0.02), doubt(note, "Tove", Entity.CITY, 0.09), doubt(note, "Bodil"))
    found = find_questions(note, [Reading(doubts=doubts)], _LIMITS)
    assert [(note.text[q.start : q.end], q.entity, q.score) for q in found.questions] == [
        ("Ilkar/Tove", Entity.CITY, 0.09),
        ("Bodil", Entity.PERSON, 0.05),
    ]


def test_doubts_below_the_threshold_and_of_other_entities_are_not_asked_about() -> None:
    note = Note("1", "at Ilkar and Bodil")
    doubts = (doubt(note, "Ilkar", score=0.009), doubt(note, "Bodil", Entity.CITY))
    assert _asked(note, Reading(doubts=doubts), limits=Limits(0.01, 0.6, {Entity.PERSON})) == []
    assert _asked(note, Reading(doubts=doubts), limits=Limits(0.009, 0.6)) == ["Ilkar", "Bodil"]


@each_row("kind", TextKind)
def test_what_falls_in_any_case_is_not_asked_about(kind: TextKind) -> None:
    """A term of medicine, a measure, and in the name of a finding whatever does not count there."""
    note = Note("1", "Norepinephrine and Apixaban, 3.5 mL of it", kind=kind)
    low = Reading((span(note, "Norepinephrine", score=0.3), span(note, "mL", score=0.3)), (doubt(note, "Apixaban"),))
    assert _asked(note, low) == []
    clinical = Note("2", "Presence of Quenby in Serum", kind=kind)
    asked = _asked(clinical, Reading(doubts=(doubt(clinical, "Quenby"),)))
    assert asked == ([] if kind is TextKind.CLINICAL else ["Quenby"])


def test_terms_that_the_site_allows_are_not_asked_about() -> None:
    note = Note("1", "Seen in Quenby today by Ilkar")
    low = Reading((span(note, "Quenby"),), (doubt(note, "Ilkar"),))
    assert _asked(note, low, allowed=AllowedTerms([AllowedTerm("quenby", None), AllowedTerm("Ilkar", None)])) == []


def test_a_long_doubt_becomes_several_questions_at_words() -> None:
    note = Note("1", "zorp " * 100)
    found = find_questions(note, [Reading(doubts=(Doubt(0, 499, Entity.PERSON, 0.05),))], _LIMITS)
    texts = [note.text[q.start : q.end] for q in found.questions]
    assert " ".join(texts) == note.text.strip()
    assert max(map(len, texts)) <= 200


@each_row("text", ["", "   ", "...", "-- //"])
def test_a_doubt_without_letters_or_digits_is_no_question(text: str) -> None:
    whole = Reading(doubts=(Doubt(0, len(text), Entity.PERSON, 0.5),))
    assert find_questions(Note("1", text), [whole], _LIMITS) == NoteQuestions((), ())


def test_a_run_without_spaces_is_one_question() -> None:
    note = Note("1", "x" * 3_000)
    assert _asked(note, Reading(doubts=(Doubt(0, 3_000, Entity.ID, 0.5),))) == ["x" * 3_000]


def test_spans_are_as_the_detectors_gave_them() -> None:
    """A clear dismisses them by equality."""
    note = Note("1", "Spoke to Quenby Ilkar about it.")
    first, second = span(note, "Quenby Ilkar"), span(note, "Ilkar", score=0.3)
    (question,) = find_questions(note, [Reading((first, second))], _LIMITS).questions
    assert set(question.spans) == {first, second}
    assert Span(question.start, question.end, question.entity).start == first.start
