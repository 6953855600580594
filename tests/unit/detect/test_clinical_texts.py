"""Which spans count in the display of a code, the text of a concept, a dosage."""

from __future__ import annotations

import pytest

from redactor.detect.clinical_texts import drop_doubtful
from redactor.entities import Entity
from redactor.text import Span, Strength


def span(
    text: str,
    part: str,
    source: str,
    score: float | None = None,
    entity: Entity = Entity.PERSON,
    strength: Strength = "strong",
) -> Span:
    start = text.index(part)
    return Span(start, start + len(part), entity, score, strength, (source,))


def kept(text: str, *spans: Span) -> list[str]:
    return [text[s.start : s.end] for s in drop_doubtful(text, spans)]


@pytest.mark.parametrize("source", ["known", "site", "decoded", "patterns:titled-name", "patterns:mrn-labelled"])
def test_known_values_terms_of_the_site_and_cues_always_count(source: str) -> None:
    text = "hodgkin lymphoma"
    assert kept(text, span(text, "hodgkin", source)) == ["hodgkin"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("chest pain of Adaeze Okonjo", "Adaeze Okonjo"),
        ("scale of Kowalczyk in adults", "Kowalczyk"),
        ("Wilhelmina's asthma", "Wilhelmina"),
    ],
)
def test_a_sure_model_counts_for_the_form_of_a_name(text: str, part: str) -> None:
    assert kept(text, span(text, part, "student", 0.97)) == [part]
    assert kept(text, span(text, part, "student", 0.9)) == []


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("navicular [scaphoid] bone", "scaphoid"),
        ("gout with tophus (tophi)", "tophus (tophi"),
        ("Marasmic kwashiorkor", "Marasmic kwashiorkor"),
        ("Dysarthria following infarction", "Dysarthria"),
        ("arthropathy [Jaccoud], right ankle", "Jaccoud"),
        ("atorvastatin 20 MG [Lipitor]", "Lipitor"),
        ("salmeterol Dry Powder Inhaler [Advair Diskus]", "Advair Diskus"),
        ("displaced Maisonneuve's fracture", "Maisonneuve"),
        ("one-way ANOVA", "ANOVA"),
        ("NM_007294.3(BRCA1):c.5266dupC", "BRCA1"),
        ("virus A/Hong Kong/4801/2014 (H3N2)", "Hong Kong"),
        ("virus A/Victoria/2570/2019", "2570/2019"),
        ("the Gleason score", "Gleason score"),
    ],
)
def test_terms_of_medicine_do_not_count_for_the_surest_model(text: str, part: str) -> None:
    assert kept(text, span(text, part, "student", 0.999)) == []


def test_a_number_that_the_model_alone_finds_is_a_long_one() -> None:
    text = "dose 250 of lot 4471882"
    assert kept(text, span(text, "250", "student", 0.99, Entity.ID)) == []
    assert kept(text, span(text, "4471882", "student", 0.99, Entity.ID)) == ["4471882"]


def test_form_alone_does_not_count_but_with_the_model_it_does() -> None:
    text = "scale of Walker in adults"
    by_form = span(text, "Walker", "patterns:listed-name", strength="weak")
    assert kept(text, by_form) == []
    assert kept(text, by_form, span(text, "Walker", "student", 0.8)) == ["Walker", "Walker"]
    assert kept(text, by_form, span(text, "Walker", "student", 0.4)) == []


@pytest.mark.parametrize("text", ["asthma: Delgado", "Delgado asthma", "ASTHMA, DELGADO", "Delgado's asthma"])
def test_a_listed_name_that_no_medicine_knows_counts(text: str) -> None:
    part = "DELGADO" if text.isupper() else "Delgado"
    assert kept(text, span(text, part, "patterns:listed-name", strength="weak")) == [part]
    assert kept(f"[{text}]", span(f"[{text}]", part, "patterns:listed-name", strength="weak")) == []


def test_a_name_beside_a_name_counts() -> None:
    text = "asthma - Walker, Adaeze"
    spans = [span(text, part, "patterns:listed-name", strength="weak") for part in ("Walker", "Adaeze")]
    assert kept(text, spans[0]) == []
    assert kept(text, *spans) == ["Walker", "Adaeze"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("asthma melissa colley", "melissa colley"),
        ("SMITH, JOHN - CHEST PAIN", "SMITH, JOHN"),
        ("asthma [John Smith]", "John Smith"),
    ],
)
def test_a_full_name_on_the_lists_counts_for_a_fair_model(text: str, part: str) -> None:
    assert kept(text, span(text, part, "student", 0.6)) == [part]
    assert kept(text, span(text, part, "student", 0.4)) == []


def test_a_name_within_a_phrase_of_medicine_does_not_count() -> None:
    text = "Ann Arbor stage III"
    assert kept(text, span(text, "Ann", "patterns:listed-name", strength="weak")) == []
    assert kept(text, span(text, "Ann Arbor", "student", 0.99, Entity.CITY)) == []


def test_an_institution_is_one_by_its_name() -> None:
    text = "from Off Campus-Outpatient Hospital to Mercy General Hospital"
    rules = [
        span(text, part, "patterns:hospital-name", entity=Entity.HOSPITAL)
        for part in ("Off Campus-Outpatient Hospital", "Mercy General Hospital")
    ]
    model = [Span(s.start, s.end, Entity.HOSPITAL, 0.99, "strong", ("student",)) for s in rules]
    assert kept(text, *rules) == []
    assert set(kept(text, *rules, *model)) == {"Mercy General Hospital"}


def test_a_full_name_on_the_lists_counts_by_itself() -> None:
    text = "hypertension - John Walker"
    assert kept(text, span(text, "John Walker", "patterns:listed-name")) == ["John Walker"]


def test_a_holiday_without_a_number_is_no_date() -> None:
    text = "Christmas disease, since December 5"
    assert kept(
        text,
        span(text, "Christmas", "patterns:date", entity=Entity.DATE),
        span(text, "December 5", "patterns:date", entity=Entity.DATE),
    ) == ["December 5"]


def test_in_a_sentence_every_span_counts() -> None:
    text = "Walker fell at home"
    assert kept(text, span(text, "Walker", "student", 0.3)) == ["Walker"]


def test_a_long_number_of_a_weak_rule_counts() -> None:
    for text, part in (("dose 7719-2231-88", "7719-2231-88"), ("HPV-16", "HPV-16")):
        found = span(text, part, "patterns:hyphenated-code", entity=Entity.ID, strength="weak")
        assert kept(text, found) == ([part] if part[0] == "7" else [])


def test_a_code_of_five_digits_counts_behind_letters_but_no_published_one() -> None:
    for text, counts in (("RH-77120", True), ("SKF-38393", False), ("HPV-16", False), ("RH 77120", False)):
        found = span(text, text, "patterns:hyphenated-code", entity=Entity.ID, strength="weak")
        assert kept(text, found) == ([text] if counts else [])


def test_a_birth_year_in_words_counts() -> None:
    text = "born nineteen thirty-one"
    found = span(text, "nineteen thirty-one", "patterns:birth-year", entity=Entity.BIRTH_DATE_TIME)
    assert kept(text, found) == ["nineteen thirty-one"]


@pytest.mark.parametrize(
    ("text", "name"),
    [("sick day as Reet set", "Reet"), ("worn until Reet", "Reet"), ("when Reet sleeps", "Reet")],
)
def test_a_listed_name_that_acts_counts_for_a_doubtful_model(text: str, name: str) -> None:
    listed = span(text, name, "patterns:listed-name", strength="weak")
    assert kept(text, listed, span(text, name, "student", 0.4)) == [name]
    assert kept(text, listed, span(text, name, "student", 0.2)) == []


@pytest.mark.parametrize("text", ["graded as Gleason score", "REPEAT AS REET", "splint of Reet", "as Paget disease"])
def test_what_does_not_act_is_no_name(text: str) -> None:
    name = text.split()[2]
    listed = span(text, name, "patterns:listed-name", strength="weak")
    assert kept(text, listed, span(text, name, "student", 0.4)) == []


@pytest.mark.parametrize(
    "text", ["asthma per Young", "asthma by Young", "Attending - Young", "baby boy Young", "asthma for Young; stable"]
)
def test_an_ordinary_surname_counts_behind_a_word_that_introduces_it(text: str) -> None:
    assert kept(text, span(text, "Young", "student", 0.4)) == ["Young"]


@pytest.mark.parametrize(
    "text", ["asthma; Kowalczyk", "asthma / Kowalczyk", "asthma (Kowalczyk)", "asthma - Kowalczyk"]
)
def test_a_word_that_is_no_term_counts_behind_a_sign(text: str) -> None:
    assert kept(text, span(text, "Kowalczyk", "student", 0.4)) == ["Kowalczyk"]
    assert kept(text + " syndrome", span(text, "Kowalczyk", "student", 0.4)) == (["Kowalczyk"] if ")" in text else [])


@pytest.mark.parametrize(
    ("text", "part"),
    [("infarction (NSTEMI)", "NSTEMI"), ("infective (teno)synovitis", "teno"), ("fracture; Whipple", "Whipple"),
     ("Abrasion, right foot", "Abrasion"), ("Kwashiorkor", "Kwashiorkor"), ("rash / Dermatosis", "Dermatosis")],
)  # fmt: skip
def test_a_doubtful_model_does_not_count_for_terms_behind_a_sign(text: str, part: str) -> None:
    assert kept(text, span(text, part, "student", 0.9)) == []


def test_a_long_text_is_read_as_prose() -> None:
    text = "Walker " + "asthma " * 60
    assert kept(text, span(text, "Walker", "student", 0.3)) == ["Walker"]
