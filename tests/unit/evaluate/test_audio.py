"""Metrics of muted recordings, by values computed by hand. A time of the tests is in hundredths of a second."""

from __future__ import annotations

from math import isnan

import pytest

from audio.intervals import Interval
from audio.words import RATE
from redactor.evaluate.audio import AudioReport, Judged, Miss, Passage, measure_mutes
from tests.each_row import each_row

HUNDREDTH = RATE // 100


def times(*intervals: tuple[float, float]) -> list[Interval]:
    return [(round(start * HUNDREDTH), round(end * HUNDREDTH)) for start, end in intervals]


def phi(*intervals: tuple[float, float], entity: str = "PATIENT", condition: str = "") -> list[Passage]:
    return [Passage(start, end, entity, condition) for start, end in times(*intervals)]


def report(
    passages: list[Passage],
    mutes: list[Interval],
    other: list[Interval] | None = None,
    voice: list[Interval] | None = None,
    kept: list[Interval] | None = None,
    length: int = 1000,
) -> AudioReport:
    return measure_mutes([Judged(length * HUNDREDTH, passages, other or [], mutes, voice or [], kept or [])])


def test_recall_of_time_and_of_whole_passages() -> None:
    """Of 1 s and 0.5 s, 1 s and 0.4 s are muted; of 10 s of recording 0.1 s stays audible."""
    got = report(phi((100, 200), (300, 350)), times((80, 220), (290, 340)))
    assert got.time_recall.value == pytest.approx(1.4 / 1.5)
    assert (got.all_or_nothing.above, got.all_or_nothing.below) == (1, 2)
    assert got.leaked.value == pytest.approx(0.1 * 360)
    assert got.seconds == 10


def test_passages_that_overlap_count_their_time_once() -> None:
    got = report(phi((100, 200), (150, 250)), times((100, 200)))
    assert got.time_recall.value == pytest.approx(100 / 150)
    assert (got.all_or_nothing.above, got.all_or_nothing.below) == (1, 2)


@each_row(
    ("mute", "whole"),
    [((101, 199), True), ((101.5, 200), False), ((100, 198.5), False), ((90, 150), False), ((0, 1000), True)],
)
def test_a_passage_is_whole_but_for_ten_milliseconds_at_each_edge(mute: tuple[float, float], whole: bool) -> None:
    assert bool(report(phi((100, 200)), times(mute)).all_or_nothing.above) is whole


def test_a_hole_within_a_passage_is_never_forgiven() -> None:
    assert report(phi((100, 200)), times((90, 150), (150.5, 220))).all_or_nothing.above == 0


def test_a_very_short_passage_must_be_muted_in_whole() -> None:
    assert report(phi((100, 102)), times((101, 110))).all_or_nothing.above == 0
    assert report(phi((100, 102)), times((100, 102))).all_or_nothing.above == 1


def test_over_mute_is_of_words_without_phi_and_of_all_other_time() -> None:
    """Other words: 0-1 s and 2-3 s, of which 0.5 s is PHI at the same time. Muted of them: 0.2 s. Of the other 9 s of
    the recording, 1.2 s is muted."""
    got = report(phi((250, 350)), times((80, 100), (250, 450)), times((0, 100), (200, 300)))
    assert got.over_mute.value == pytest.approx(20 / 150)
    assert got.over_mute_time.value == pytest.approx(120 / 900)


def test_the_reach_of_mutes_beyond_passages() -> None:
    """The first passage is muted from 0.2 s before it to 0.1 s before its end; nothing covers the second."""
    got = report(phi((100, 200), (500, 600)), times((80, 150), (160, 190)))
    assert list(got.before.values()) == pytest.approx([0.2] * 5)
    assert list(got.after.values()) == pytest.approx([-0.1] * 5)
    two = report(phi((100, 200), (300, 400)), times((100, 220), (280, 440)))
    assert (two.before[50], two.after[50]) == (pytest.approx(0.1), pytest.approx(0.3))
    assert two.after[1] == pytest.approx(0.202)


def test_misses_by_what_the_sound_was_taken_for() -> None:
    passages = phi((100, 200), (300, 400), (500, 600), (700, 800), (900, 901))
    got = report(
        passages, times((120, 200)), voice=times((90, 210), (490, 610), (700, 730)), kept=times((95, 115), (300, 340))
    )
    assert got.misses == {
        Miss.OTHER_WORD: (1, pytest.approx(0.2)),
        Miss.NO_VOICE: (2, pytest.approx(2.0)),
        Miss.NO_GAP: (1, pytest.approx(1.0)),
    }


def test_groups() -> None:
    passages = [*phi((100, 200), entity="DATE"), *phi((300, 400), condition="noise"), *phi((500, 600), entity="DATE")]
    got = report(passages, times((100, 200), (300, 350)))
    assert {name: rates.time_recall.value for name, rates in got.by_entity.items()} == {"DATE": 0.5, "PATIENT": 0.5}
    assert {name: rates.all_or_nothing.value for name, rates in got.by_condition.items()} == {"noise": 0.0}


def test_figures_are_over_all_recordings_and_not_means_of_each() -> None:
    long = Judged(9000 * HUNDREDTH, phi((100, 200), (300, 500)), [], times((100, 500)), [], [])
    short = Judged(1000 * HUNDREDTH, phi((100, 200)), [], [], [], [])
    got = measure_mutes([long, short])
    assert got.time_recall.value == pytest.approx(3 / 4)
    assert got.leaked.value == pytest.approx(1 * 36)


def test_nothing_to_measure() -> None:
    got = report([], [])
    assert isnan(got.time_recall.value)
    assert isnan(got.over_mute.value)
    assert got.leaked.value == 0
    assert isnan(got.before[50])
    assert isnan(measure_mutes([]).leaked.value)


def test_a_passage_without_length_is_refused() -> None:
    with pytest.raises(ValueError, match="no length"):
        report(phi((100, 100)), [])
