from __future__ import annotations

from audio.confidence import confident
from audio.intervals import Interval, samples
from audio.timeline import place_words
from audio.words import Word
from tests.each_row import each_row

LENGTH = samples(60)
VOICE = [(0, LENGTH)]


def trusted(words: list[Word], voice: list[Interval] = VOICE) -> list[bool]:
    return confident(words, place_words(words, voice, LENGTH), voice)


def word(text: str, start: float | None = 1.0, end: float | None = 1.4, probability: float = 0.9) -> Word:
    return Word(text, start, end, probability, (0.0, 60.0))


def said(text: str) -> list[Word]:
    return [word(part, 1 + index * 0.3, 1.25 + index * 0.3) for index, part in enumerate(text.split())]


def test_an_ordinary_word_is_trusted() -> None:
    assert trusted([word("cough,"), word("I", 1.5, 1.6), word("2", 1.7, 1.9)]) == [True, True, True]


@each_row(
    "doubtful",
    [
        word("cough", probability=0.29),
        word("cough", probability=float("nan")),
        word("cough", None, None),
        word("cough", 70.0, 71.0),
        word("...", 1.0, 1.4),
        word("♪", 1.0, 1.4),
        word("", 1.0, 1.4),
    ],
)
def test_a_word_that_may_not_have_been_spoken_is_not_trusted(doubtful: Word) -> None:
    assert trusted([doubtful]) == [False]


def test_a_word_outside_voice_is_not_trusted() -> None:
    near = [(samples(1.38), samples(3.0))]
    assert trusted([word("cough"), word("fever", 2.0, 2.4)], near) == [False, True]
    assert trusted([word("cough")], []) == [False]


def test_a_word_stretched_over_other_voice_is_not_trusted() -> None:
    assert trusted([word("is", 1.0, 4.0)]) == [False]
    assert trusted([word("electrocardiogram", 1.0, 2.5)]) == [True]


def test_a_word_with_a_pause_in_it_is_trusted() -> None:
    assert trusted([word("is", 1.0, 4.0)], [(samples(3.6), samples(5.0))]) == [True]


@each_row(
    "text",
    [
        "no no no no",
        "Thank you. Thank you. thank you, Thank you.",
        "I will be back. I will be back. I will be back.",
        "one two three four five six one two three four five six one two three four five six",
    ],
)
def test_loops_are_not_trusted(text: str) -> None:
    words = said("well then " + text + " anyway")
    assert trusted(words) == [True, True, *[False] * (len(words) - 3), True]


@each_row("text", ["no no no", "very very good", "thank you thank you", "it is what it is"])
def test_ordinary_repetition_is_trusted(text: str) -> None:
    assert all(trusted(said(text)))
