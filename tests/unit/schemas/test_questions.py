"""What is asked where a value stands."""

from __future__ import annotations

from schemas.engine.questions import (
    Question,
    names_concept,
    question_in_text,
    question_of_key,
    question_of_object,
    unit_of_age,
)
from tests.each_row import each_row


@each_row(
    ("text", "expected"),
    [
        ("Age", Question.AGE), ("How old are you?", Question.AGE), ("Age at first visit", Question.AGE),
        ("Mother's age", Question.AGE), ("Age in months", Question.AGE),
        ("Body mass index percentile per age and sex", Question.OTHER), ("Gestational age", Question.OTHER),
        ("Age-related macular degeneration", Question.OTHER), ("Weight-for-age", Question.OTHER),
        ("Date of birth", Question.BIRTH), ("DOB", Question.BIRTH), ("When were you born?", Question.BIRTH),
        ("Birth weight", Question.OTHER), ("Number of children born alive", Question.OTHER),
        ("Date of last visit", Question.DATE), ("Unix time", Question.DATE), ("Up to date vaccines", Question.DATE),
        ("Latitude", Question.POSITION), ("GPS coordinates", Question.POSITION), ("Home lat", Question.POSITION),
        ("Modified Glasgow Prognostic Score (mGPS)", Question.OTHER), ("Position of the fetus", Question.OTHER),
        ("Surname", Question.NAME), ("Mother's maiden name", Question.NAME), ("What is your name?", Question.NAME),
        ("Last name, first name", Question.NAME), ("Name of next of kin", Question.NAME),
        ("Name of drug", Question.OTHER), ("Brand name", Question.OTHER), ("Your medication's name", Question.OTHER),
        ("Hemoglobin [Mass/volume] in Blood", Question.OTHER), ("Language", Question.OTHER), ("", Question.OTHER),
    ],
)  # fmt: skip
def test_a_text_asks(text: str, expected: Question) -> None:
    assert question_in_text(text) is expected


@each_row(
    ("key", "expected"),
    [
        ("latitude", Question.POSITION), ("home_lng", Question.POSITION), ("gps", Question.POSITION),
        ("age_months", Question.AGE), ("stage", Question.OTHER), ("dosage", Question.OTHER),
        ("birth_date", Question.BIRTH), ("patient-birthTime", Question.BIRTH), ("admit_date", Question.DATE),
        ("hemoglobin", Question.OTHER),
    ],
)  # fmt: skip
def test_a_key_asks(key: str, expected: Question) -> None:
    assert question_of_key(key) is expected


def test_a_code_counts_before_texts_and_any_json_is_accepted() -> None:
    coded = {"coding": [{"code": "30525-0", "display": "Latitude"}], "text": "Date of birth"}
    assert question_of_object({"code": coded}) is Question.AGE
    assert question_of_object({"measure": {"text": "Latitude"}}) is Question.POSITION
    assert question_of_object({"linkId": "/42130-5"}) is Question.POSITION
    assert question_of_object({"name": "latitude"}) is Question.POSITION
    assert question_of_object({}) is None
    for broken in (None, 5, "Age", [coded], [], {"coding": {"code": 5}, "text": 7}, {"coding": ["x"]}):
        assert question_of_object({"code": broken}) in (Question.OTHER, Question.AGE)


def test_the_unit_of_an_age_in_its_question() -> None:
    assert unit_of_age({"code": {"text": "Age in Months"}}) == "months"
    assert unit_of_age({"text": "Age (days)"}) == "days"
    assert unit_of_age({"code": {"text": "Age"}}) is None


def test_columns_of_concepts() -> None:
    assert names_concept("drug_concept_id")
    assert not names_concept("person_id")
