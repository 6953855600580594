from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audio import hearing
from audio.confidence import confident
from audio.gaps import confident_words, find_gaps
from audio.hearing import OVERLAP, Stretch, hear, joined_words, stretches
from audio.intervals import Interval, samples, total, within, without
from audio.timeline import place_words
from audio.words import MOST_SECONDS, RATE, Samples, Word
from tests.unit.audio.speech import blocks

MOST = MOST_SECONDS * RATE


def seconds(*intervals: tuple[float, float]) -> list[Interval]:
    return [(samples(start), samples(end)) for start, end in intervals]


def positions(length: int) -> Samples:
    """Sound of which each sample tells where it stands."""
    return (np.arange(length) / 2**24).astype(np.float32)


@dataclass
class Listener:
    """Hears what is said where a stretch stands, and gives other times each time. Of a word that a border cuts it
    hears something else."""

    said: Sequence[tuple[str, float, float]]
    jitter: float = 0.04
    heard: list[Interval] = field(default_factory=list)
    name = version = "listener"
    for_release = True

    def hear(self, sound: Samples) -> list[Word]:
        assert 0 < len(sound) <= MOST
        first = round(float(sound[0]) * 2**24)
        assert np.array_equal(sound, positions(first + len(sound))[first:])
        self.heard.append((first, first + len(sound)))
        begin, end = first / RATE, (first + len(sound)) / RATE
        chance = random.Random(first)
        words = []
        for text, start, stop in self.said:
            if start < end and stop > begin:
                whole = begin <= start and stop <= end
                shift = chance.uniform(-self.jitter, self.jitter)
                time = max(start, begin) - begin + shift, min(stop, end) - begin + shift
                words.append(Word(text if whole else "part", *time, 0.9, (0.0, end - begin)))
        return words


def heard(said: Sequence[tuple[str, float, float]], voice: list[Interval], length: float) -> list[str]:
    sound = blocks(positions(samples(length)), [4096, 999])
    return [word.text for word in hear(sound, Listener(said), voice)]


# --- what is heard at a time ---

VOICES = st.lists(st.tuples(st.integers(1, 20), st.integers(1, 700)), max_size=60).map(
    lambda pairs: joined_voice([(pause * RATE // 10, sound * RATE // 10) for pause, sound in pairs])
)


def joined_voice(pairs: Sequence[tuple[int, int]]) -> list[Interval]:
    voice, position = [], 0
    for pause, sound in pairs:
        voice.append((position + pause, position + pause + sound))
        position += pause + sound
    return voice


@given(VOICES)
def test_stretches_hold_all_voice_and_meet_in_pauses(voice: list[Interval]) -> None:
    planned = stretches(voice)
    assert without(voice, [(stretch.start, stretch.end) for stretch in planned]) == []
    assert all(0 <= stretch.start < stretch.end <= stretch.start + MOST for stretch in planned)
    for before, after in pairwise(planned):
        if after.overlaps:
            assert (before.end - OVERLAP, before.end) == (after.start, after.start + OVERLAP)
            assert total(within(voice, [(after.start, before.end)])) == OVERLAP
        else:
            assert before.end <= after.start
            assert not within(voice, [(before.end, after.start)])


def test_a_stretch_ends_at_the_longest_of_the_late_pauses() -> None:
    voice = seconds((0, 10), (15, 24.5), (24.8, 25.5), (26.5, 28), (28.1, 40))
    assert stretches(voice) == [
        Stretch(0, samples(25.7)),
        Stretch(samples(26.3), samples(40.2)),
    ]


def test_an_early_pause_is_better_than_a_cut() -> None:
    first, second, third = stretches(seconds((1, 3), (4, 50)))
    assert first == Stretch(samples(0.8), samples(3.2))
    assert not second.overlaps and third.overlaps


def test_no_voice_is_not_heard() -> None:
    assert heard([("hush", 1.0, 2.0)], [], 5) == []
    assert heard([("hush", 1.0, 2.0), ("well", 4.0, 4.5)], seconds((3.9, 4.6)), 5) == ["well"]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(5_000, 900_000), min_size=1, max_size=4), VOICES.filter(lambda voice: len(voice) < 8))
def test_blocks_of_any_sizes_give_the_same_stretches(sizes: list[int], voice: list[Interval]) -> None:
    length = min(voice[-1][1] + 3000 if voice else 5000, 2**21)
    voice = [(start, end) for start, end in voice if end < length]
    whole, parts = Listener([]), Listener([])
    hear([positions(length)], whole, voice)
    hear(blocks(positions(length), sizes), parts, voice)
    assert parts.heard == whole.heard
    assert without(voice, whole.heard) == []


# --- speech without a pause ---


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([("one", "two"), ("five",), tuple("abcdefghij")]))
def test_no_word_is_lost_or_doubled_where_speech_goes_on(seed: int, texts: tuple[str, ...]) -> None:
    chance, position, said = random.Random(seed), 0.0, []
    while position < 100:
        duration = chance.uniform(0.2, 0.7)
        said.append((chance.choice(texts), position, position + duration))
        position += duration + chance.uniform(0, 0.1)
    words = heard(said, seconds((0, position)), position)
    assert [text for text in words if text != "part"] == [text for text, _, _ in said]


TIMES = st.tuples(st.integers(0, 1200), st.integers(1, 60), st.booleans(), st.integers(0, 60))
"""Of a word: start, length, whether both are known, and the length of its segment; in tenths of a second."""


@settings(max_examples=25, deadline=None)
@given(VOICES.filter(lambda voice: len(voice) < 6), st.lists(TIMES, max_size=60))
def test_joining_with_the_last_stretch_is_joining_with_all_before(
    voice: list[Interval], spoken: list[tuple[int, int, bool, int]]
) -> None:
    class Stray:
        name = version = "stray"
        for_release = True

        def __init__(self) -> None:
            self.planned = iter(stretches(voice))

        def hear(self, sound: Samples) -> list[Word]:
            stretch = next(self.planned)
            return [
                Word(f"w{length}", *((at, at + length / 10) if timed else (None, None)), 0.9, (at, at + segment / 10))
                for start, length, timed, segment in sorted(spoken)
                if -5 < (at := start / 10 - stretch.start / RATE) < (stretch.end - stretch.start) / RATE + 2
            ]

    sound = np.zeros(voice[-1][1] + RATE if voice else RATE, np.float32)
    whole: list[Word] = []
    before, recognizer = 0, Stray()
    for stretch in stretches(voice):
        words = [hearing._moved(word, stretch.start / RATE) for word in recognizer.hear(sound)]
        overlap = (stretch.start / RATE, before / RATE)
        whole = joined_words(whole, words, overlap) if stretch.overlaps else [*whole, *words]
        before = stretch.end
    assert hear([sound], Stray(), voice) == whole


def test_words_before_the_last_stretch_are_not_gone_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def join(before: Sequence[Word], after: Sequence[Word], overlap: tuple[float, float]) -> list[Word]:
        sizes.append(len(before))
        return joined_words(before, after, overlap)

    monkeypatch.setattr(hearing, "joined_words", join)
    said = [("well", float(second), second + 0.5) for second in range(300)]
    assert len(heard(said, seconds((0, 300)), 300)) >= 300
    assert len(sizes) >= 10
    assert max(sizes) <= 10


def test_a_long_word_over_the_cut_is_heard_whole() -> None:
    for shift in np.arange(0, 6, 0.25).tolist():
        number = ("5550142239", 24.0 + shift, 26.5 + shift)
        said = [("before", 23.0, 24.0 + shift), number, ("behind", 26.5 + shift, 33.0)]
        assert "5550142239" in heard(said, seconds((0, 60)), 60)


def word(text: str, start: float, end: float) -> Word:
    return Word(text, start, end, 0.9, (start, end))


def texts(words: Sequence[Word]) -> list[str]:
    return [word.text for word in words]


def test_of_words_that_were_heard_differently_one_is_kept() -> None:
    before = [word("call", 26.0, 26.4), word("Marget", 28.3, 28.9), word("now", 28.9, 29.2)]
    after = [word("Margaret", 28.0, 28.6), word("today", 28.7, 29.3), word("at", 29.7, 30.0)]
    assert texts(joined_words(before, after, (27.0, 30.0))) == ["call", "Marget", "today", "at"]
    longer = [word("Margaret", 27.9, 30.4)]
    assert "Margaret" in texts(joined_words([word("Mar", 26.9, 30.0)], longer, (27.0, 30.0)))


def test_a_repeated_digit_is_not_taken_for_its_neighbour() -> None:
    digits = ["five", "five", "five", "oh", "one"]
    before = [word(text, 27 + 0.3 * index, 27.25 + 0.3 * index) for index, text in enumerate(digits[:4])]
    after = [word(text, 27.1 + 0.3 * index, 27.35 + 0.3 * index) for index, text in enumerate(digits)]
    assert texts(joined_words(before, after, (27.0, 30.0))) == digits


def test_what_only_one_of_two_stretches_heard_is_kept() -> None:
    before = [word("one", 26.8, 27.2), word("four", 29.0, 29.4)]
    assert texts(joined_words(before, [], (27.0, 30.0))) == ["one", "four"]
    after = [word("two", 27.5, 27.9), word("five", 30.1, 30.5)]
    assert texts(joined_words([], after, (27.0, 30.0))) == ["two", "five"]
    assert texts(joined_words(before, after, (27.0, 30.0))) == ["one", "two", "four", "five"]
    both = word("three", 28.0, 28.3)
    joined = joined_words([*before[:1], both, *before[1:]], [after[0], both, after[1]], (27.0, 30.0))
    assert texts(joined) == ["one", "two", "three", "four", "five"]


def test_a_word_without_a_time_is_not_lost() -> None:
    timeless = Word("Smith", None, None, 0.9, (27.5, 30.0))
    assert "Smith" in texts(joined_words([word("Dr.", 26, 27.2)], [timeless], (27.0, 30.0)))
    assert "Smith" in texts(joined_words([word("Dr.", 26, 27.2), timeless], [], (27.0, 30.0)))


# --- what was not said ---


def untrusted(folder: Path, script: Sequence[tuple[str, float, float]], voice: list[Interval]) -> list[Interval]:
    """Where voice is a gap although faster-whisper gives words."""
    scripted_whisper = pytest.importorskip("tests.unit.audio.scripted_whisper")
    from audio.whisper import WhisperRecognizer

    recognizer = WhisperRecognizer(scripted_whisper.build(folder, script, width=100), "cpu", ("en",), 1)
    words = hear(blocks(np.zeros(samples(12), np.float32), [RATE]), recognizer, voice)
    assert len(words) == len(script)
    placed = place_words(words, voice, samples(12))
    trusted = confident(words, placed, voice)
    return [(gap.start, gap.end) for gap in find_gaps(voice, confident_words(words, placed, trusted))]


def test_text_over_silence_leaves_voice_a_gap(tmp_path: Path) -> None:
    voice = seconds((0.0, 0.9), (7.0, 9.0))
    script = [(" Yes.", 0.3, 0.9), (" Thank", 1.2, 2.4), (" you", 2.4, 3.6), (" for", 3.6, 4.8), (" watching.", 4.8, 6)]
    assert untrusted(tmp_path, script, voice)[-1:] == voice[1:]


def test_a_loop_leaves_voice_a_gap(tmp_path: Path) -> None:
    script = [(text, 0.3 + index * 0.6, 0.9 + index * 0.6) for index, text in enumerate([" I", " see."] * 5)]
    voice = seconds((0.0, 6.3))
    assert untrusted(tmp_path, script, voice) == voice


def test_a_burst_is_not_trusted() -> None:
    voice = seconds((0, 10))
    burst = [word(f"word{index}", 9 + index * 0.05, 9.05 + index * 0.05) for index in range(9)]
    words = [word("slow", 1.0, 1.4), *burst]
    assert confident(words, place_words(words, voice, samples(10)), voice) == [True, *[False] * 9]
    fast = [word(f"word{index}", 1 + index * 0.12, 1.12 + index * 0.12) for index in range(20)]
    assert all(confident(fast, place_words(fast, voice, samples(10)), voice))
