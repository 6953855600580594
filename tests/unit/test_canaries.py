"""Canaries: what counts as found, the recall of a window, and when the alarm is set off."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from redactor.entities import Entity
from redactor.sample.canaries import LEAST_MISSED, CanaryWindow, Tally, alarm_text, draw_canary, missed, tally
from redactor.service_settings import CanarySettings
from redactor.text import Reading, Span
from tests.unit.canary_kit import NAME, NOTE, NUMBER


@pytest.mark.parametrize(
    ("spans", "lost"),
    [
        ([], [Entity.PATIENT, Entity.MEDICAL_RECORD_NUMBER]),
        ([NAME, NUMBER], []),  # under any entity; occupations and near misses are not asked for
        ([Span(0, 7, Entity.PATIENT), Span(9, 12, Entity.PERSON), NUMBER], []),  # a comma may stay
        ([Span(0, 11, Entity.PATIENT), NUMBER], [Entity.PATIENT]),  # a letter stays
        ([NAME, Span(14, 18, Entity.ID)], [Entity.MEDICAL_RECORD_NUMBER]),
    ],
)
def test_an_identifier_is_found_if_none_of_its_letters_and_digits_is_left(
    spans: Sequence[Span], lost: Sequence[Entity]
) -> None:
    assert [m.entity for m in missed(NOTE, spans)] == lost


def test_canaries_of_different_seeds_differ_and_one_seed_gives_one_note() -> None:
    first = draw_canary(7)
    assert first == draw_canary(7) and first.marks and len({draw_canary(n).text for n in range(20)}) == 20


def test_a_note_that_was_not_read_in_whole_has_no_tally() -> None:
    assert tally(NOTE, Reading((NAME, NUMBER), complete=False)) is None
    assert tally(NOTE, Reading((NUMBER,))) == Tally({"PATIENT": 1, "MEDICAL_RECORD_NUMBER": 1}, {"PATIENT": 1})


def test_the_recall_is_that_of_the_last_canaries() -> None:
    window = CanaryWindow(CanarySettings(window=4))
    for lost in (0, 0, 3):
        assert not window.add(Tally({"DATE": 3, "PHONE": 1}, {"DATE": lost}))
    assert window.recall == {"DATE": 1 - 3 / 9, "PHONE": 1} and not window.low
    for _ in range(4):
        window.add(Tally({"DATE": 2}, {}))
    assert window.recall == {"DATE": 1}  # the phone numbers are out of the window


def test_an_alarm_is_given_once_for_each_entity_and_again_after_it_was_over() -> None:
    window, bad, good = CanaryWindow(CanarySettings(window=10, alarm_below=0.5)), {"DATE": 1}, {}
    for _ in range(LEAST_MISSED - 1):
        assert not window.add(Tally({"DATE": 1, "PHONE": 1}, bad))  # too few to judge
    assert window.add(Tally({"DATE": 1, "PHONE": 1}, bad)) == {"DATE": 0} and window.low == {"DATE"}
    assert not window.add(Tally({"DATE": 1, "PHONE": 1}, bad))
    assert [window.add(Tally({"DATE": 1}, good)) for _ in range(4)] == [{}] * 4 and window.low
    assert not window.add(Tally({"DATE": 1}, good)) and not window.low  # 5 of 10: not below
    assert [bool(window.add(Tally({"DATE": 1}, bad))) for _ in range(6)].count(True) == 1


def test_the_text_of_an_alarm_names_entities_and_recall() -> None:
    assert "below canaries.alarm_below: DATE 0.25, PHONE 0.00; " in alarm_text({"DATE": 0.25, "PHONE": 0})


@pytest.mark.parametrize("wrong", [{"rate": -1}, {"rate": 3601}, {"alarm_below": 1.1}, {"window": 0}, {"seed": 1}])
def test_settings_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        CanarySettings(**wrong)
