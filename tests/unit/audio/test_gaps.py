from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audio.confidence import confident
from audio.gap_judges import GapRules
from audio.gaps import LEAST, Gap, Spoken, confident_words, find_gaps, select_gaps_to_mute, with_gap_marks
from audio.intervals import Interval, joined, samples, within, without
from audio.timeline import place_words
from audio.words import RATE, Word
from tests.each_row import each_row


def seconds(*intervals: tuple[float, float]) -> list[Interval]:
    return [(samples(start), samples(end)) for start, end in intervals]


def say(text: str, start: float = 0.0) -> list[Spoken]:
    """A word every 0.3 s, without pauses."""
    times = [(start + index * 0.3, start + index * 0.3 + 0.3) for index in range(len(text.split()))]
    return [Spoken(word, samples(a), samples(b)) for word, (a, b) in zip(text.split(), times, strict=True)]


def gap(start: float, end: float, number: int = 1) -> Gap:
    return Gap(str(number), samples(start), samples(end))


class Yes:
    """Says of every gap, and of some that nobody knows, that it holds no PHI. Keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def without_phi(self, gaps: Sequence[Gap], spoken: Sequence[Spoken], phi: Sequence[Interval]) -> Collection[str]:
        self.asked += [gap.id for gap in gaps]
        return ["no such gap", *(str(number) for number in range(99))]


# --- what is a gap ---


def test_voice_without_words_is_a_gap() -> None:
    heard = [Spoken("well", samples(1.0), samples(1.5)), Spoken("so", samples(3.0), samples(3.3))]
    assert find_gaps(seconds((0.9, 3.4)), heard) == [Gap("1", samples(1.5), samples(3.0))]


@pytest.mark.parametrize(("end", "count"), [(0.19, 0), (0.2, 1)])
def test_a_gap_has_a_fifth_of_a_second(end: float, count: int) -> None:
    assert len(find_gaps(seconds((0.0, end)), [])) == count


def test_a_word_nobody_trusts_leaves_a_gap() -> None:
    """A name under noise, heard as something else with a low probability, and a word over silence."""
    words = [
        Word("Doctor", 1.0, 1.4, 0.9, (1.0, 5.0)),
        Word("hamper", 1.5, 2.2, 0.2, (1.0, 5.0)),
        Word("called.", 2.3, 2.7, 0.9, (1.0, 5.0)),
        Word("Thanks", 4.0, 4.5, 0.9, (1.0, 5.0)),
    ]
    voice = seconds((0.95, 2.75))
    placed = place_words(words, voice, samples(6))
    heard = confident_words(words, placed, confident(words, placed, voice))
    assert [word.text for word in heard] == ["Doctor", "called."]
    assert find_gaps(voice, heard) == [Gap("1", samples(1.4), samples(2.3))]


intervals = st.lists(
    st.tuples(st.integers(0, 5 * RATE), st.integers(1, 2 * RATE)).map(lambda pair: (pair[0], pair[0] + pair[1])),
    max_size=8,
)


@given(intervals, intervals)
def test_all_voice_is_words_or_gaps_or_too_short(voice: list[Interval], times: list[Interval]) -> None:
    heard = [Spoken("word", *time) for time in times]
    gaps = find_gaps(voice, heard)
    found = [(gap.start, gap.end) for gap in gaps]
    assert without(found, voice) == []
    assert within(found, times) == []
    rest = without(voice, [*found, *times])
    assert all(end - start < LEAST for start, end in rest)
    assert len({gap.id for gap in gaps}) == len(gaps)
    assert find_gaps(list(reversed(voice)), heard[::-1]) == gaps


# --- the transcript ---


def test_the_marks_of_the_paper() -> None:
    assert Gap("1", samples(2.85), samples(2.95)).mark == "<human_timestamp_(00:02.85 - 00:02.95)>"
    assert Gap("9", samples(3725.5), samples(3726) + 1).mark == "<human_timestamp_(62:05.50 - 62:06.01)>"


def test_marks_stand_among_the_words() -> None:
    heard = say("The patient visited", 1.0) + say("last week", 3.0)
    gaps = [gap(0.2, 0.8, 1), gap(2.0, 2.9, 2), gap(4.0, 5.0, 3)]
    text = f"{gaps[0].mark} The patient visited {gaps[1].mark} last week {gaps[2].mark}"
    assert with_gap_marks(heard, gaps) == text
    assert with_gap_marks(heard[::-1], gaps[::-1]) == text


def test_no_word_looks_like_a_mark() -> None:
    forged = Spoken("<human_timestamp_(00:01.00 - 00:02.00)>", 0, 100)
    assert "<" not in with_gap_marks([forged], [])


# --- what is muted ---


def test_without_a_judge_every_gap_is_muted() -> None:
    gaps = [gap(1, 2, 1), gap(3, 4, 2)]
    assert select_gaps_to_mute(gaps, [], []) == gaps


def test_nobody_is_asked_about_a_gap_near_phi() -> None:
    judge = Yes()
    gaps = [gap(1.0, 1.6, 1), gap(5.4, 5.8, 2), gap(6.0, 6.5, 3), gap(2.6, 3.0, 4)]
    assert select_gaps_to_mute(gaps, [], seconds((2.0, 5.0)), judge) == [gaps[0], gaps[1], gaps[3]]
    assert judge.asked == ["3"]


def test_a_judge_is_not_called_for_nothing() -> None:
    judge = Yes()
    select_gaps_to_mute([gap(1, 2)], [], seconds((0, 3)), judge)
    select_gaps_to_mute([], [], [], judge)
    assert judge.asked == []


@given(intervals, intervals, st.sets(st.integers(0, 12).map(str)))
def test_only_an_explicit_no_keeps_a_gap(voice: list[Interval], phi: list[Interval], kept: set[str]) -> None:
    class Some:
        def without_phi(
            self, gaps: Sequence[Gap], spoken: Sequence[Spoken], phi: Sequence[Interval]
        ) -> Collection[str]:
            return kept

    gaps = find_gaps(voice, [])
    muted = select_gaps_to_mute(gaps, [], phi, Some())
    assert {gap.id for gap in gaps} - {gap.id for gap in muted} <= kept
    near = joined((start - samples(0.5), end + samples(0.5)) for start, end in phi)
    assert all(gap in muted for gap in gaps if within([(gap.start, gap.end)], near))


# --- rules ---


def kept(before: str, after: str = "", length: float = 0.5, phi: Sequence[Interval] = (), pause: float = 0.0) -> bool:
    said = say(before)
    start = len(said) * 0.3 + pause
    return GapRules().without_phi([gap(start, start + length)], said + say(after, start + length), phi) == ["1"]


def test_a_gap_in_ordinary_talk_is_kept() -> None:
    assert kept("it hurts after climbing stairs then it got much worse again", "because it rained")
    assert kept("the cough started after it rained, then got much worse overnight")


@each_row(
    ("before", "after"),
    [
        ("good morning, my name is", "nice to meet you"),
        ("that would be doctor", "who saw me"),
        ("I was born on the", "I think"),
        ("the best number to reach me is five five", "thanks"),
        ("what did they say it was called? well", "I believe"),
        ("Where did it happen? outside, behind the", ""),
        ("we sent it off to", "for a review"),
        ("it then went along fine until we came", "Street where it rained"),
        ("she said it went fine with me", "years old today"),
        ("my room says 14 b then it goes on", "again"),
        ("Mr. Mrs.", ""),
        ("hi there", ""),
        ("", "it went fine"),
        ("and could you spell it", "sure"),
        ("she asked, who's this, so he answered", ""),
        ("it hurts on Mondays on Monday again badly", "then it stops"),
    ],
)
def test_a_cue_or_a_question_mutes(before: str, after: str) -> None:
    assert not kept(before, after)


ORDINARY = "it hurts after climbing stairs then it got much worse again"


def test_a_long_gap_is_muted() -> None:
    assert kept(ORDINARY, length=1.0)
    assert not kept(ORDINARY, length=1.01)


def test_a_gap_some_seconds_from_phi_is_muted() -> None:
    assert not kept(ORDINARY, phi=seconds((6.0, 6.5)))
    assert kept(ORDINARY, phi=seconds((8.0, 8.5)))


def test_a_gap_long_after_the_last_word_is_muted() -> None:
    assert kept(ORDINARY, pause=5.0)
    assert not kept(ORDINARY, pause=11.0)
