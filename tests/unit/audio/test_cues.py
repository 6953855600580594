"""Words that stand in the place of a name, a digit or a letter that was misheard."""

from __future__ import annotations

import pytest

from audio.confidence import CAUTION, confident, firm
from audio.cues import in_reach, misheard
from audio.intervals import samples
from audio.timeline import place_words
from audio.words import Word

LENGTH = samples(60)


def said(text: str, probability: float = 0.99) -> list[Word]:
    """Words of 0.25 s, 0.05 s apart; "|" is a pause of 1.5 s, and "word?" a word of probability 0.6."""
    words = []
    at = 1.0
    for part in text.split():
        if part == "|":
            at += 1.5
            continue
        likely = 0.6 if part.endswith("?") else probability
        words.append(Word(part.rstrip("?"), at, at + 0.25, likely, (0.0, 60.0)))
        at += 0.3
    return words


def audible(text: str, caution: str = "default") -> str:
    """The words that count as heard."""
    words = said(text)
    placed = place_words(words, [(0, LENGTH)], LENGTH)
    sure = confident(words, placed, [(0, LENGTH)], CAUTION[caution])
    return " ".join(word.text for word, is_sure in zip(words, sure, strict=True) if is_sure)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("her husband has? some? will come", "her husband will come"),
        ("i have? some? pain in my chest", "i have some pain in my chest"),
        ("my name | has? some? pain", "my name has some pain"),
        ("hi this is way? would? speaking", "hi this is speaking"),
        ("near the high? one? hospital", "near the hospital"),
        ("with her grandson to? buy? us? then", "with her grandson then"),
        ("i slipped by groups? like? the infirmary", "i slipped by the infirmary"),
    ],
)
def test_an_unsure_word_in_the_reach_of_a_cue_is_not_trusted(text: str, left: str) -> None:
    assert audible(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("i spoke to doctor has some", "i spoke to doctor has some"),
        ("i spoke to doctor moral pleasing about it", "i spoke to doctor about it"),
        ("mister thorn ton was here", "mister was here"),
        ("my name is an baker and i came", "my name is and i came"),
        ("please see your doctor tomorrow", "please see your doctor tomorrow"),
        ("ask the nurse station", "ask the nurse station"),
    ],
)
def test_words_behind_a_title_are_a_name_unless_they_cannot_be(text: str, left: str) -> None:
    assert audible(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("the five five zero on? two four", "the"),
        ("five five zero on two", "on two"),
        ("take two of these three times", "take two of these three times"),
        ("the number is to to mind? for", "the number is"),
        ("we moved to sixty three high? one? produce", "we moved produce"),
        ("one thirty over eighty five", "one thirty over eighty five"),
    ],
)
def test_digits_one_by_one_are_one_number(text: str, left: str) -> None:
    assert audible(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("that is c e n t r e okay then", "that is then"),
        ("it is spelled see ay? why", "it is spelled"),
        ("a b test", "a b test"),
        ("the e k g and the c b c were fine", "the e k g and the c b c were fine"),
        ("it is spelled e k g", "it is spelled"),
        ("that is c e n t r e", "that is"),
        ("that is l e e", "that is"),
        ("see you then", "see you then"),
    ],
)
def test_spelled_letters_are_a_name(text: str, left: str) -> None:
    assert audible(text) == left


def test_caution_moves_what_is_audible_one_way() -> None:
    text = "the doctor name was probably? nine? late and we wanted to see him again"
    levels = [set(audible(text, caution).split()) for caution in ("low", "default", "high")]
    assert levels[0] >= levels[1] >= levels[2]


def test_positions_are_those_of_the_words() -> None:
    words = said("my name is Ann | hello")
    placed = place_words(words, [(0, LENGTH)], LENGTH)
    texts = [word.text.lower() for word in words]
    assert in_reach(texts, placed) == {2, 3}
    assert misheard(texts, placed, set()) == {3}
    assert misheard([], [], set()) == in_reach([], []) == set()


def test_phi_grows_over_words_that_are_not_firm() -> None:
    words = [*said("he is"), *said("here", 0.85)]
    assert firm(words, [True, False, True], CAUTION["default"]) == [True, False, False]
