from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audio.intervals import Interval, joined, samples, without
from audio.timeline import JOIN, MARGINS, PAUSE, Place, locate_phi, place_words, strict_mutes, widen_mutes
from audio.transcript import transcript
from audio.words import RATE, Word
from redactor.errors import TimelineError
from tests.each_row import each_row

LENGTH = samples(10)
SEGMENT = (0.0, 10.0)


def word(text: str, start: float | None, end: float | None, segment: tuple[float, float] = SEGMENT) -> Word:
    return Word(text, start, end, 0.9, segment)


def seconds(*intervals: tuple[float, float]) -> list[Interval]:
    return [(samples(start), samples(end)) for start, end in intervals]


def found(
    words: list[Word], phi: set[int], voice: list[Interval], length: int = LENGTH, trusted: list[bool] | None = None
) -> list[Interval]:
    return locate_phi(place_words(words, voice, length), phi, trusted or [True] * len(words), voice)


def covers(outer: list[Interval], inner: list[Interval]) -> bool:
    return without(inner, outer) == []


# --- the text ---


def test_offsets_lead_to_whole_words() -> None:
    heard = transcript([word("Dr.", 0, 1), word("Smith-Jones,", 1, 2), word("called", 2, 3)])
    assert heard.text == "Dr. Smith-Jones, called"
    assert [*heard.words_in(4, 9)] == [1]
    assert [*heard.words_in(2, 5)] == [0, 1]
    assert [*heard.words_in(0, 3), *heard.words_in(17, 23)] == [0, 2]


@each_row("span", [(-1, 2), (3, 3), (5, 4), (0, 99), (3, 4)])
def test_a_span_that_touches_no_word_is_an_error(span: tuple[int, int]) -> None:
    with pytest.raises(TimelineError) as error:
        transcript([word("one", 0, 1), word("two", 1, 2)]).words_in(*span)
    assert "one" not in str(error.value)


@given(st.lists(st.text("ab", min_size=1, max_size=4), max_size=8), st.data())
def test_a_word_is_touched_when_a_character_of_it_is(texts: list[str], data: st.DataObject) -> None:
    heard = transcript([word(text, 0, 1) for text in texts])
    if not heard.text:
        return
    start = data.draw(st.integers(0, len(heard.text) - 1))
    end = data.draw(st.integers(start + 1, len(heard.text)))
    owners = {
        index
        for index, text in enumerate(texts)
        for offset in range(heard.starts[index], heard.starts[index] + len(text))
        if start <= offset < end
    }
    if owners:
        assert set(heard.words_in(start, end)) == owners
    else:
        with pytest.raises(TimelineError):
            heard.words_in(start, end)


# --- words that the recogniser cut ---


def test_a_long_digit_word_that_came_back_cut_grows_over_its_voice() -> None:
    """Whisper's 5550142239: spoken from 2.0 to 5.5 s in three groups, returned as 5.06-5.44 s."""
    words = [word("number", 1.0, 1.5), word("is", 1.5, 1.9), word("5550142239", 5.06, 5.44), word("thanks", 6.2, 6.6)]
    voice = seconds((1.0, 1.95), (2.0, 3.0), (3.4, 4.2), (4.6, 5.5), (6.2, 6.7))
    assert covers(found(words, {2}, voice), seconds((2.0, 5.5)))


def test_growth_stops_at_words_of_others() -> None:
    words = [word("is", 1.0, 2.0), word("Smith", 2.5, 2.8), word("sick", 3.4, 4.0)]
    assert found(words, {1}, seconds((0.5, 5.0))) == seconds((2.0, 3.4))
    assert found(words, {1, 2}, seconds((0.5, 5.0))) == seconds((2.0, 5.0))


def test_a_word_nobody_trusts_stops_no_growth() -> None:
    words = [word("is", 1.0, 2.0), word("um", 2.1, 2.4), word("Smith", 2.5, 2.8)]
    assert found(words, {2}, seconds((0.5, 3.0)), trusted=[True, False, True]) == seconds((2.0, 3.0))


def test_growth_does_not_cross_a_long_silence() -> None:
    assert found([word("Smith", 2.5, 2.8)], {0}, seconds((0.0, 1.5), (2.4, 3.0), (3.8, 5))) == seconds((2.4, 3.0))


def test_growth_stops_where_words_overlap() -> None:
    words = [word("the", 1.0, 2.6), word("Smith", 2.5, 2.8), word("clinic", 2.7, 3.5)]
    assert found(words, {1}, seconds((0.5, 5.0))) == seconds((2.5, 2.8))


def by_steps(word: Interval, voice: list[Interval], claims: list[Interval]) -> Interval:
    """Growth from one stretch of voice to the next."""
    start, end = word
    first = max((min(b, start) for a, b in claims if a < start), default=0)
    stop = min((max(a, end) for a, b in claims if b > end), default=LENGTH)
    while nearby := [a for a, b in voice if a < start and b >= start - PAUSE and b > first and start > first]:
        start = max(min(nearby), first)
    while nearby := [b for a, b in voice if b > end and a <= end + PAUSE and a < stop and end < stop]:
        end = min(max(nearby), stop)
    return start, end


tenths = st.tuples(st.integers(0, 99), st.integers(1, 12)).map(
    lambda pair: (pair[0] * RATE // 10, min(pair[0] + pair[1], 100) * RATE // 10)
)


@given(st.lists(tenths), st.lists(tenths, max_size=3), tenths)
def test_growth_agrees_with_growth_by_steps(voice: list[Interval], others: list[Interval], own: Interval) -> None:
    placed = [Place((interval,), True) for interval in [own, *others]]
    grown = locate_phi(placed, {0}, [True] * len(placed), voice)
    assert grown == [by_steps(own, joined(voice), joined(others))]


def test_growth_over_hours() -> None:
    """No word is trusted, so that each of thousands grows over all of the voice. Time: benchmarks/linear_time.py."""
    voice = [(index * RATE, index * RATE + RATE // 2) for index in range(30_000)]
    placed = [Place((interval,), True) for interval in voice]
    assert locate_phi(placed, set(range(0, 30_000, 7)), [False] * 30_000, voice) == [(0, 29_999 * RATE + RATE // 2)]


# --- words without a usable time ---


@each_row(
    ("start", "end"),
    [
        (None, None),
        (2.0, None),
        (None, 3.0),
        (3.0, 3.0),
        (4.0, 3.0),
        (float("nan"), 3.0),
        (2.0, float("inf")),
        (-3.0, -1.0),
        (40.0, 41.0),
        (6.0, 7.0),
        (0.5, 2.5),
    ],
)
def test_a_word_without_usable_time_takes_its_segment(start: float | None, end: float | None) -> None:
    voice = seconds((0.0, 10.0))
    words = [word("at", 0.2, 0.4, (0.0, 1.0)), word("555", start, end, (2.0, 5.0)), word("so", 5.2, 5.6, (5.0, 6.0))]
    assert covers(found(words, {1}, voice), seconds((2.0, 5.0)))


def test_words_out_of_order_take_their_segment_whichever_is_wrong() -> None:
    words = [word("a", 1.0, 1.2), word("John", 5.0, 5.2), word("b", 2.0, 2.2), word("c", 6.0, 6.2)]
    placed = place_words(words, seconds((0, 10)), LENGTH)
    assert [place.exact for place in placed] == [True, False, False, True]
    assert covers(found(words, {1}, seconds((0, 10))), seconds((1.2, 6.0)))


def test_a_word_far_from_any_voice_takes_its_segment() -> None:
    words = [word("John", 6.0, 6.4, (1.0, 7.0))]
    assert covers(found(words, {0}, seconds((1.2, 3.0))), seconds((1.0, 7.0)))


def test_times_that_reach_over_the_edge_by_rounding_are_kept() -> None:
    placed = place_words([word("John", 9.5, 10.02)], seconds((9, 10)), LENGTH)
    assert placed[0].exact
    assert placed[0].intervals == tuple(seconds((9.5, 10)))


@each_row("segment", [(20.0, 30.0), (3.0, 3.0), (float("nan"), 2.0), (-5.0, -1.0)])
def test_a_phi_word_that_cannot_be_located_is_an_error(segment: tuple[float, float]) -> None:
    words = [word("John", None, None, segment), word("said", 1.0, 1.4)]
    assert found(words, {1}, seconds((0.9, 1.5))) == seconds((0.9, 1.5))
    with pytest.raises(TimelineError):
        found(words, {0}, seconds((0, 10)))


# --- margins ---


def test_mutes_are_widened_and_joined() -> None:
    assert widen_mutes(seconds((1.0, 2.0), (2.65, 3.0), (9.9, 10.0)), LENGTH) == seconds((0.8, 3.2), (9.7, 10.0))
    assert widen_mutes(seconds((1.0, 2.0), (2.7, 3.0)), LENGTH) == seconds((0.8, 2.2), (2.5, 3.2))


@each_row("bad", [(-1, 5), (5, 5), (7, 3), (0, LENGTH + 1), (LENGTH, LENGTH + 9)])
def test_a_span_outside_the_recording_is_an_error(bad: Interval) -> None:
    with pytest.raises(TimelineError):
        widen_mutes([(0, 5), bad], LENGTH)


@each_row("margin", [0.0, 0.09, 0.51, -1.0, float("nan")])
def test_a_margin_out_of_range_is_refused(margin: float) -> None:
    with pytest.raises(ValueError, match="margin"):
        widen_mutes([], LENGTH, margin)


def test_strict_mode_keeps_only_confident_speech_that_is_no_phi() -> None:
    words = [word("I", 1.0, 1.4), word("am", 1.5, 2.0), word("John", 2.5, 3.0), word("um", 4.0, 4.5), word("ok", 6, 7)]
    voice = seconds((0.9, 4.6), (5.9, 7.1))
    placed, trusted = place_words(words, voice, LENGTH), [True, True, True, False, True]
    mutes = widen_mutes(locate_phi(placed, {2}, trusted, voice), LENGTH)
    strict = strict_mutes(mutes, placed, {2}, trusted, LENGTH)
    kept = without([(0, LENGTH)], strict)
    assert kept == seconds((1.0, 1.8), (6.0, 7.0))


# --- properties ---

times = st.one_of(st.none(), st.floats(-2, 12), st.sampled_from([float("nan"), float("inf")]))
segments = st.tuples(st.floats(0, 5), st.floats(5.1, 12))
heard_words = st.lists(
    st.builds(Word, st.text("ab", min_size=1, max_size=3), times, times, st.floats(0, 1), segments),
    min_size=1,
    max_size=8,
)
_TOLERATED = 1 / RATE  # seconds: a word that begins less than a sample too early has a time of its own
voices = st.lists(st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)).filter(lambda pair: pair[0] < pair[1]))


@given(heard_words, voices, st.data())
def test_mutes_cover_every_phi_word_in_any_order(words: list[Word], voice: list[Interval], data: st.DataObject) -> None:
    phi = data.draw(st.sets(st.integers(0, len(words) - 1)))
    trusted = data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words)))
    margin = data.draw(st.floats(*MARGINS))
    spans = locate_phi(place_words(words, voice, LENGTH), phi, trusted, voice)
    mutes = widen_mutes(spans, LENGTH, margin)
    for index in phi:
        start, end, segment = words[index].start, words[index].end, words[index].segment
        usable = start is not None and end is not None and -_TOLERATED <= start < end <= LENGTH / RATE
        first, last = (start, end) if usable else segment
        assert first is not None
        assert last is not None
        assert covers(mutes, [(max(round(first * RATE), 0), min(round(last * RATE), LENGTH))])
    shuffled = random.Random(0).sample(spans, len(spans))
    assert widen_mutes(shuffled + shuffled, LENGTH, margin) == mutes
    assert joined(mutes, JOIN) == mutes
    assert locate_phi(place_words(words, voice[::-1], LENGTH), phi, trusted, voice[::-1]) == spans


@given(heard_words, voices, st.data())
def test_more_words_more_margin_or_more_doubt_never_mute_less(
    words: list[Word], voice: list[Interval], data: st.DataObject
) -> None:
    phi = data.draw(st.sets(st.integers(0, len(words) - 1)))
    trusted = data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words)))
    margin, wider = sorted(data.draw(st.tuples(st.floats(*MARGINS), st.floats(*MARGINS))))
    placed = place_words(words, voice, LENGTH)
    mutes = widen_mutes(locate_phi(placed, phi, trusted, voice), LENGTH, margin)
    assert covers(widen_mutes(locate_phi(placed, phi, trusted, voice), LENGTH, wider), mutes)
    more = phi | data.draw(st.sets(st.integers(0, len(words) - 1)))
    assert covers(widen_mutes(locate_phi(placed, more, trusted, voice), LENGTH, margin), mutes)
    doubted = [kept and data.draw(st.booleans()) for kept in trusted]
    assert covers(widen_mutes(locate_phi(placed, phi, doubted, voice), LENGTH, margin), mutes)
    assert covers(strict_mutes(mutes, placed, phi, trusted, LENGTH), mutes)


@given(heard_words, voices)
def test_strict_mode_keeps_no_sample_that_no_confident_word_holds(words: list[Word], voice: list[Interval]) -> None:
    placed = place_words(words, voice, LENGTH)
    nothing = strict_mutes([], placed, set(), [False] * len(words), LENGTH)
    assert nothing == [(0, LENGTH)]
    everything = set(range(len(words)))
    assert strict_mutes([], placed, everything, [True] * len(words), LENGTH) == [(0, LENGTH)]


def test_equal_words_are_told_apart_by_position() -> None:
    five = word("five", 1.0, 1.3)
    words = [five, replace(five, start=3.0, end=3.3)]
    assert found(words, {1}, seconds((0.9, 1.4), (2.9, 3.4))) == seconds((2.9, 3.4))
