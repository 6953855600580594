"""Measures that look like dates and ages are dropped where the words beside them say so."""

from __future__ import annotations

import pytest

from redactor.detect.measure_spans import drop_measures
from redactor.entities import Entity
from redactor.text import Span


def kept(text: str, value: str, *sources: str, entity: Entity = Entity.DATE) -> bool:
    start = text.index(value)
    span = Span(start, start + len(value), entity, None, "strong", sources or ("student",))
    return drop_measures(text, [span]) == [span]


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("text", "value"),
    [("seen on 4/5", "4/5"), ("strength 4/5/2024", "4/5/2024"), ("DOB 4/5", "4/5"), ("12/8 clinic", "12/8")],
)
def test_dates_are_kept(text: str, value: str) -> None:
    assert kept(text, value)


def test_what_another_rule_or_the_record_says_is_kept() -> None:
    assert kept("strength 4/5", "4/5", "known")
    assert kept("strength 4/5", "4/5", "patterns:date", "patterns:id-labelled", entity=Entity.ID)
