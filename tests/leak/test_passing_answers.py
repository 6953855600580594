"""Attacks through answers: what is asked decides what a number is, and an age over 89 is withheld in any shape."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from redactor.engine import Engine
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from schemas.engine.apply import Applier, ApplyOptions
from tests.each_row import each_row
from tests.leak.passing import Json, observation, released, said, samples
from tests.unit.record_kit import KEYS, RING, Words

QUESTIONS = {
    "latitude": {"code": {"text": "Latitude"}, "valueQuantity": {"value": 45.456}},
    "longitude by code": {
        "code": {"coding": [{"system": "http://loinc.org", "code": "42131-3"}]}, "valueQuantity": {"value": -123.844}
    },
    "latitude by display": {
        "code": {"coding": [{"system": "http://loinc.org", "code": "42130-5", "display": "Latitude"}]},
        "component": [{"code": {"text": "x"}, "valueInteger": 454}, {"valueString": "45.456"}],
    },
    "coordinates as a ratio": {"valueRatio": {"numerator": {"value": 45.4562}, "denominator": {"value": -123.8440}}},
    "coordinates as a range": {"valueRange": {"low": {"value": 45.4562}, "high": {"value": -123.8447}}},
    "a track": samples("45.4562 -123.8444 45.4563 -123.8445", dimensions=2),
    "in degrees": {"valueQuantity": {"value": 45.45623, "unit": "deg"}},
    "an extension": {
        "extension": [{"url": "https://x.example/geo", "extension": [
            {"url": "latitude", "valueQuantity": {"value": 45.456}},
            {"url": "longitude", "valueQuantity": {"value": 123.844}},
        ]}]
    },
    "a date as integer": {"code": {"text": "Date of last visit"}, "valueInteger": 240307},
    "a date as quantity": {"code": {"text": "Date of last visit"}, "valueQuantity": {"value": 240307}},
    "a birth date as quantity": {"code": {"text": "Date of birth"}, "valueQuantity": {"value": 600101}},
}  # fmt: skip


@each_row("name", QUESTIONS)
def test_what_is_asked_decides_what_a_number_is(applier: Applier, name: str) -> None:
    planted = set(re.findall(r"[0-9]{3,}", said({k: v for k, v in QUESTIONS[name].items() if k != "code"})))
    kept = set(
        re.findall(
            r"[0-9]{3,}",
            said({k: v for k, v in released(applier, observation(**QUESTIONS[name])).items() if k != "code"}),
        )
    )
    assert planted
    assert not planted & kept


def test_a_year_of_birth_that_implies_more_than_89_years_is_withheld(applier: Applier) -> None:
    old = TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave", as_of=dt.date(2026, 1, 1))
    safe = Applier(applier._registry, Engine([Words()], old), KEYS, ApplyOptions())
    asked = {"code": {"text": "Year of birth"}}
    for answer in (
        {"valueInteger": 1930}, {"valueString": "1930"}, {"valueQuantity": {"value": 1930, "unit": "year"}},
        {"valueInteger": 300203}, {"valueString": "19300203"},
    ):  # fmt: skip
        text = said(released(safe, observation(**asked, **answer)))
        assert "1930" not in text
        assert "300203" not in text
    assert released(safe, observation(**asked, valueInteger=1960))["valueInteger"] == 1960


def test_the_age_of_a_child_in_months_stays(applier: Applier) -> None:
    safe = TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave")
    engine = Applier(applier._registry, Engine([Words()], safe), KEYS, ApplyOptions())
    assert released(engine, observation(code={"text": "Age in months"}, valueInteger=100))["valueInteger"] == 100
    got = released(engine, observation(code={"text": "Age"}, valueQuantity={"value": 100, "unit": "months"}))
    assert got["valueQuantity"]["value"] == 100


def test_answers_with_a_position_are_withheld(applier: Applier) -> None:
    record = {
        "resourceType": "QuestionnaireResponse", "id": "q1", "status": "completed",
        "item": [
            {"linkId": "1", "text": "GPS coordinates of home",
             "answer": [{"valueDecimal": 45.4562}, {"valueString": "-123.8"}]},
            {"linkId": "/42130-5", "answer": [{"valueDecimal": 45.4562}]},
        ],
    }  # fmt: skip
    text = said(released(applier, record))
    assert "45.4" not in text
    assert "123.8" not in text


@pytest.mark.parametrize("answer", [
    {"valueString": "zinaida"}, {"valueCodeableConcept": {"text": "zinaida"}},
    {"valueCodeableConcept": {"coding": [{"code": "zinaida", "display": "zinaida"}]}},
])  # fmt: skip
def test_an_answer_to_a_question_for_a_name_is_a_name(applier: Applier, answer: Json) -> None:
    assert "zinaida" not in said(released(applier, observation(code={"text": "Mother's maiden name"}, **answer)))
    assert "zinaida" in said(released(applier, observation(code={"text": "Name of drug"}, **answer)))


AGES = [
    {"valueRange": {"low": {"value": 92}, "high": {"value": 95, "unit": "years"}}},
    {"valueRange": {"low": {"value": 1092, "code": "mo"}, "high": {"value": 1099}}},
    {"valueRatio": {"numerator": {"value": 92, "code": "a"}, "denominator": {"value": 1}}},
    {"valueQuantity": {"value": 1092, "unit": "mo"}},
    {"valueQuantity": {"value": 1092, "unit": "Months of age"}},
    {"valueQuantity": {"value": 4745, "unit": "wks"}},
    {"valueQuantity": {"value": 33100, "code": "d"}},
    {"valueQuantity": {"value": 47500000, "code": "min"}},
    {"valueQuantity": {"value": 9.2e1, "unit": "years old"}},
    {"valueQuantity": {"value": 920e-1, "unit": "y/o"}},
    {"valueQuantity": {"value": 92, "unit": "years", "code": "mo"}},
    {"valueQuantity": {"value": 92, "code": "a{age}"}},
    {"valueQuantity": {"value": 92.5, "unit": "yr(s)"}},
    {"extension": [{"url": "http://x", "valueDuration": {"value": 92, "code": "a"}}]},
    {"extension": [{"url": "http://x/age", "valueQuantity": {"value": 92}}]},
    {"extension": [{"url": "http://x", "valueRange": {"low": {"value": 92, "unit": "jaar"}}}]},
    {"referenceRange": [{"low": {"value": 92}, "high": {"value": 99, "unit": "years"}}]},
    {"code": {"text": "Age in months"}, "valueInteger": 1092},
    {"valueQuantity": {"value": 92, "unit": "歳"}},
    {"code": {"text": "Age"}, "valueInteger": 92},
    {"code": {"text": "Age"}, "valueQuantity": {"value": 92.5}},
    {"code": {"text": "Patient age"}, "valueString": "92"},
    {"code": {"coding": [{"code": "30525-0"}]}, "valueString": "1092 mo"},
    {"code": {"coding": [{"code": "30525-0"}]}, "valueString": "1,092 months"},
    {"code": {"text": "Age at death"}, "valueRange": {"low": {"value": 92}, "high": {"value": 95}}},
    {"code": {"text": "Age"}, "valueRatio": {"numerator": {"value": 92}, "denominator": {"value": 1}}},
    {"code": {"text": "Age"}} | samples("92 93"),
    samples("92 93", origin={"value": 0, "unit": "years"}),
    samples("1 92.5", origin={"value": 0, "code": "a"}),
]  # fmt: skip


@each_row("fields", AGES)
def test_an_age_over_89_is_withheld_in_any_shape(applier: Applier, fields: Json) -> None:
    safe = Applier(
        applier._registry,
        Engine([Words()], TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave")),
        KEYS,
        ApplyOptions(),
    )
    got = said(released(safe, observation(**fields)))
    assert not any(form in got for form in ("92", "95", "93", "99", "4745", "33100", "475000", "109"))
