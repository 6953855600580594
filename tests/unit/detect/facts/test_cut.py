"""Units, sequences and scales that were taken for identifiers are dropped."""

from __future__ import annotations

from redactor.detect.facts import cut_at_facts
from redactor.entities import Entity
from redactor.text import Span
from tests.each_row import each_row


def left(text: str, found: str, entity: Entity = Entity.DOCTOR, sources: tuple[str, ...] = ("student",)) -> bool:
    at = text.index(found)
    return bool(cut_at_facts(text, [Span(at, at + len(found), entity, 0.9, "strong", sources)]))


@each_row(
    ("text", "found"),
    [
        ("copies/mL", "mL"), ("/HPF", "HPF"), ("mm[Hg]", "Hg"), ("[degF]", "degF"), ("mcg/kg/min", "mcg"), ("kg", "kg"),
        ("x10E3/uL", "uL"), ("mL/min/1.73m2", "mL"), ("{score}", "score"), ("log copies/mL", "copies"),
        ("HIV RNA 20 copies/mL, undetected", "mL"), ("gave 5 mcg/kg/min overnight", "kg"), ("urine 40 mL", "mL"),
        ('[{"hb": 12.1}]', "hb"), ('[{"hb": 12.1}]', "12.1"),
        ("seq ACGTTGCAACGTTGCAACGTTGCA end", "ACGTTGCAACGTTGCAACGTTGCA"),
    ],
)  # fmt: skip
def test_a_unit_is_dropped(text: str, found: str) -> None:
    assert not left(text, found)


@each_row(
    ("text", "found"),
    [
        ("0644 DSM/PCB", "PCB"), ("seen 7/2 L", "L"), ("seen at 0644 L", "L"), ("given 0125 dm", "dm"),
        ("given 0125 ms", "ms"),
        ("{Doe}", "Doe"), ("Dr. Hg called", "Hg"), ("ksm/jt", "jt"),
        ("Min", "Min"), ('{"mrn": 4481023}', "4481023"), ('"Doe": 1', "Doe"), ("GATTACA", "GATTACA"),
        ("call 24 Moore", "Moore"),
    ],
)  # fmt: skip
def test_initials_and_names_are_kept(text: str, found: str) -> None:
    assert left(text, found)


def test_only_spans_of_a_model_alone_are_dropped() -> None:
    assert left("copies/mL", "mL", sources=("known",))
    assert left("copies/mL", "mL", sources=("patterns:listed-name", "student"))
    assert left("24 h", "24 h", Entity.AGE)


def kept(text: str, value: str, *sources: str, entity: Entity = Entity.DATE) -> bool:
    start = text.index(value)
    span = Span(start, start + len(value), entity, None, "strong", sources or ("student",))
    return cut_at_facts(text, [span]) == [span]


@each_row(
    ("text", "value"),
    [
        ("strength in the right leg 4/5", "4/5"),
        ("BiPAP 12/5 overnight", "12/5"),
        ("biceps 4/5.", "4/5."),
        ("review in 6/52", "6/52"),
    ],
)
def test_measures_are_dropped_whether_the_model_or_the_rule_of_dates_found_them(text: str, value: str) -> None:
    for sources in (("student",), ("patterns:date",), ("patterns:date", "student")):
        assert not kept(text, value, *sources)


@each_row(
    ("text", "value"),
    [("seen on 4/5", "4/5"), ("strength 4/5/2024", "4/5/2024"), ("DOB 4/5", "4/5"), ("12/8 clinic", "12/8")],
)
def test_dates_are_kept(text: str, value: str) -> None:
    assert kept(text, value)


def test_what_another_rule_or_the_record_says_is_kept() -> None:
    assert kept("strength 4/5", "4/5", "known")
    assert kept("strength 4/5", "4/5", "patterns:date", "patterns:id-labelled", entity=Entity.ID)


@each_row(
    ("text", "value"),
    [("INR 2.4.", "2.4."), ("Hb was 9.8. Iron.", "9.8."), ("lactate: 2.2", "2.2"), ("A1c of 8.2.", "8.2.")],
)
def test_a_decimal_behind_the_name_of_a_result_is_no_date(text: str, value: str) -> None:
    assert not kept(text, value, "student")


@each_row(
    ("text", "value"),
    [("INR 2.4.2025", "2.4."), ("INR 2.4. 2025", "2.4."), ("INR on 2.4.", "2.4."), ("seen 2.4. INR", "2.4.")],
)
def test_a_date_behind_the_name_of_a_result_is_kept(text: str, value: str) -> None:
    assert kept(text, value, "student")


def cut(text: str, found: str, entity: Entity, *sources: str, score: float | None = None) -> list[str]:
    at = text.index(found)
    span = Span(at, at + len(found), entity, score, "strong", sources or ("student",))
    return [text[s.start : s.end] for s in cut_at_facts(text, [span])]


@each_row(
    ("text", "entity", "left"),
    [
        ("Mr. Oakes K 4.1", Entity.PERSON, ["Mr. Oakes"]),
        ("OAKES, ANNA Na 138", Entity.AGE, []),
        ("Oakes 40 mg daily Kim", Entity.PERSON, ["Oakes", "Kim"]),
        ("Oakes FOLFOX x6", Entity.PERSON, ["Oakes"]),
        ("Ed Li K 4.1", Entity.PERSON, ["Ed Li"]),
        ("Oakes | BP 118/70", Entity.STREET, ["Oakes"]),
        ("60 50 40 30 20 15 10 5", Entity.CREDIT_DEBIT_NUMBER, []),
    ],
)
def test_no_span_crosses_into_a_fact(text: str, entity: Entity, left: list[str]) -> None:
    for sources in (("student",), ("patterns:titled-name", "student"), ("patterns:card-number",)):
        assert cut(text, text, entity, *sources) == left


def test_a_label_and_a_form_of_its_own_count_more() -> None:
    assert cut("MRN K 4.1", "K 4.1", Entity.MEDICAL_RECORD_NUMBER, "patterns:mrn-labelled") == ["K 4.1"]
    assert cut("HR 72@x.org", "HR 72@x.org", Entity.EMAIL, "patterns:email") == ["HR 72@x.org"]


def test_a_known_value_counts_more_unless_it_is_a_word_of_medicine() -> None:
    assert cut("Oakes 40 mg", "Oakes 40 mg", Entity.PERSON, "known") == ["Oakes 40 mg"]
    assert cut("metformin 500 MG PO", "500 MG", Entity.ID, "known") == []
    assert cut("metformin 500 MG PO", "PO", Entity.STREET, "known") == []


def test_an_abbreviation_is_cut_off_a_name_but_not_off_an_institution() -> None:
    assert cut("ICU Medical Supplies", "ICU Medical Supplies", Entity.ORGANIZATION) == ["ICU Medical Supplies"]
    assert cut("Oakes ICU", "Oakes ICU", Entity.PERSON) == ["Oakes"]
    assert cut("moved to MICU", "MICU", Entity.CITY, score=0.99) == []


def test_a_title_within_a_fact_is_none() -> None:
    text = "a 12 Fr. Hoover"
    assert cut(text, "Hoover", Entity.PERSON, "patterns:titled-name", "student") == []
