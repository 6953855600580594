"""Fusion: weak spans that another detector cleared, names that are months, what counts in a clinical field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from redactor.detect.fusion import BY_FORM, drop_doubtful_in_field, drop_names_in_dates, fuse
from redactor.detect.known import Known
from redactor.detect.patterns import catalogue
from redactor.engine import read_all
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note, Reading, Span
from tests.each_row import each_row


def weak(start: int, end: int, *sources: str) -> Span:
    return Span(start, end, Entity.ID, None, "weak", sources or ("patterns:bare-number",))


def test_a_weak_pattern_inside_a_cleared_range_is_dropped() -> None:
    for found in (weak(10, 15), weak(10, 15, "patterns:bare-number", "patterns:local-phone"), weak(10, 15, "patterns")):
        assert fuse([Reading((found,)), Reading(cleared=((0, 5), (8, 20)))]) == []


def test_a_rule_that_goes_by_form_alone_is_overruled_and_one_with_a_cue_is_not() -> None:
    def found(*rules: str) -> Span:
        return Span(10, 15, Entity.PERSON, None, "strong", tuple(f"patterns:{rule}" for rule in rules))

    cleared = Reading(cleared=((8, 20),))
    assert fuse([Reading((found("listed-name"), found("hospital-name", "company"))), cleared]) == []
    kept = [found("titled-name"), found("listed-name", "titled-name"), found("name-with-credentials"), found("email")]
    assert fuse([Reading(tuple(kept)), cleared]) == kept
    assert fuse([Reading((found("listed-name"),)), Reading(cleared=((8, 14),))]) == [found("listed-name")]


def test_every_rule_that_goes_by_form_exists() -> None:
    assert {rule.removeprefix("patterns:") for rule in BY_FORM} <= catalogue.rule_names()


@each_row(
    "span",
    [
        weak(10, 21),  # reaches out of it
        weak(7, 12),
        weak(10, 15, "known"),
        weak(10, 15, "patterns:bare-number", "known"),
        Span(10, 15, Entity.ID, None, "strong", ("patterns:mrn-labelled",)),
        Span(10, 15, Entity.ID, 0.3, "strong", ("student",)),
    ],
)
def test_nothing_else_is_dropped(span: Span) -> None:
    assert fuse([Reading((span,)), Reading(cleared=((0, 5), (8, 20)))]) == [span]


def test_a_known_value_is_not_cleared_by_another_detector() -> None:
    text = "Will prefers to be called Will."
    known = KnownValue("Will Bustos", Entity.PATIENT, Role.PATIENT, (("given", "Will"), ("family", "Bustos")))
    sure = Fixed(Reading(cleared=((0, len(text)),)))
    (got,) = read_all([Known(), sure], [Note("n", text, known=(known,))])
    assert [text[s.start : s.end] for s in got.spans] == ["Will", "Will"]


@dataclass
class Fixed:
    """A detector that returns fixed spans for any text."""

    reading: Reading
    name: str = "fixed"
    version: str = "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [self.reading for _ in notes]


def test_read_all_drops_cleared_spans_and_adds_repetitions() -> None:
    note = Note("n", "Adeyemi, 5/5 strength, Adeyemi left")
    name = Span(0, 7, Entity.PERSON, 0.99, "strong", ("student",))
    (got,) = read_all([Fixed(Reading((weak(9, 12),))), Fixed(Reading((name,), cleared=((8, 22),)))], [note])
    assert [(s.start, s.end) for s in got.spans] == [(0, 7), (23, 30)]


def test_the_month_of_a_date_is_not_a_name() -> None:
    text = "seen 19 Jan 2022, Jan Roe, in Jan 2022"
    date, name, alone = Span(5, 16, Entity.DATE), Span(8, 11, Entity.PERSON), text.index("Jan Roe")
    other = Span(alone, alone + 7, Entity.PERSON)
    assert drop_names_in_dates(text, [date, name, other]) == [date, other]
    wide = Span(0, len("seen 19 Jan"), Entity.DATE)  # no date as it stands
    assert name in drop_names_in_dates(text, [wide, name])


def in_field(text: str, *spans: Span) -> list[str]:
    return [text[s.start : s.end] for s in drop_doubtful_in_field(text, spans)]


def span(text: str, part: str, source: str, score: float | None = None, entity: Entity = Entity.PERSON) -> Span:
    start = text.index(part)
    return Span(start, start + len(part), entity, score, "strong", (source,))


@each_row("source", ["known", "site", "decoded", "patterns:titled-name"])
def test_known_values_terms_of_the_site_and_cues_count_in_a_field(source: str) -> None:
    assert in_field("hodgkin lymphoma", span("hodgkin lymphoma", "hodgkin", source)) == ["hodgkin"]


def test_a_listed_name_counts_in_a_field_and_an_eponym_needs_the_student() -> None:
    for text, name, counts in (("Delgado asthma", "Delgado", True), ("Devine weight", "Devine", False)):
        listed = span(text, name, "patterns:listed-name")
        assert in_field(text, listed) == ([name] if counts else [])
        assert name in in_field(text, listed, span(text, name, "student", 0.5))


def test_the_student_must_be_surer_in_a_field_than_in_a_sentence_or_a_long_text() -> None:
    field, sentence, long = "scale of Walker in adults", "Walker fell at home", "Walker " + "asthma " * 60
    assert in_field(field, span(field, "Walker", "student", 0.5)) == ["Walker"]
    assert in_field(field, span(field, "Walker", "student", 0.3)) == []
    for text in (sentence, long):
        assert in_field(text, span(text, "Walker", "student", 0.3)) == ["Walker"]


def test_a_place_by_its_form_needs_the_student_in_a_field() -> None:
    text = "spotted fever, Colorado"
    by_form = span(text, "Colorado", "patterns:gazetteer-place", entity=Entity.CITY)
    assert in_field(text, by_form) == []
    assert in_field(text, by_form, span(text, "Colorado", "student", 0.2, Entity.CITY)) == ["Colorado"]


def test_a_holiday_without_a_number_is_no_date_in_a_field() -> None:
    text = "Christmas disease, since December 5"
    dates = [span(text, part, "patterns:date", entity=Entity.DATE) for part in ("Christmas", "December 5")]
    assert in_field(text, *dates) == ["December 5"]
