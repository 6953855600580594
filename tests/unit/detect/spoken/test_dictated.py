"""Numbers and names dictated in pieces, with words of the listener between, and digits heard as other words."""

from __future__ import annotations

import pytest

from redactor.detect.spoken import spoken_view
from redactor.engine import Engine, read_all
from redactor.entities import Entity
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Note, TextKind
from tests.each_row import each_row
from tests.unit.detect.spoken.test_speech_notes import RING, Student, tagged


@each_row(
    ("said", "written"),
    [
        ("social two one nine\ngo ahead\noh nine\nokay\nnine four oh eight", "social\n219099408"),
        ("call six one seven five five five\nuh huh\ntwo three one nine", "call\n617-555-2319"),
        ("number is three one three is that right yes five five five and then eight eight um one four",
         "number is 313-555-8814"),
        ("number is eight one four let me see five five five i think two two oh one more six",
         "number is 814-555-2206"),
        ("social four one two\nokay\ndash sixty six\nyep\ndash ten ninety eight", "social 412661098"),
        ("it's kiki underscore nurse okay", "it's kiki_nurse okay"),
        ("d underscore k one at gmail dot com", "d_k1@gmail.com"),
        ("It's 6-1-4, 5-5-5, 0-1-9-8.", "It's 614-555-0198."),
        ("It's 7-7-4-1-0-2-9, I think.", "It's 7741029, I think."),
        ("G 5, P 3-0-2-3, sutured with 4-0", "G 5, P 3-0-2-3, sutured with 4-0"),
        ("mrn seven seven\nseven seven\nfour one oh\nokay\ntwo nine", "mrn 777741029"),
        ("phone four twelve\nyes\nfive fifty five\ngot it\nsixty one twelve", "phone 412-555-6112"),
        ("last name b r a\nokay\nn d t", "last name BRANDT"),
        ("Your social? 412. Okay. 66. Got it. 1098.", "Your social? 412661098."),
    ],
)  # fmt: skip
def test_pieces_are_one_number_whatever_the_listener_says(said: str, written: str) -> None:
    assert spoken_view(said).text.split() == written.split()


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("call six one for five five five won too three for", "call 614-555-1234"),
        ("the zip is for three too won five", "the zip is 43215"),
        ("five five five ate two oh ate is for the office", "555-8208 is for the office"),
    ],
)
def test_homophones_among_digits_are_digits(heard: str, written: str) -> None:
    assert spoken_view(heard).text.replace("-", "") == written.replace("-", "")


@each_row(
    "text",
    [
        "take one to two for two to three days",
        "one to two for three to four weeks",
        "he ate two and won three for two days",
        "eyes four okay verbal five okay motor six",
        "left two okay right three",
        "BP was 120 over 80. okay. 98 degrees",
        "b p and the e k g",
    ],
)
def test_other_words_between_numbers_are_left_alone(text: str) -> None:
    view = spoken_view(text).text
    assert all(word in view for word in ("to", "for", "okay", "and") if word in text.split())


def test_the_pieces_and_what_is_between_are_replaced_as_one() -> None:
    out = tagged("social security number two one nine\ngo ahead\noh nine\nokay\nnine four oh eight\nthanks")
    assert out.text == "social security number [SSN_OR_TAXPAYER]\nthanks"


def test_a_span_that_cuts_a_number_takes_all_of_it() -> None:
    text = "username is vexholm eighty two today"
    student = Student("vexholm eighty", Entity.USERNAME, 0.9)
    ((out,), _) = Engine([student], TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave")).process(
        [Note("1", text, kind=TextKind.SPEECH)], []
    )
    assert out.text == "username is [USERNAME] today"


@pytest.mark.parametrize("text", ["a sixty seven year old man", "seen in twenty nineteen"])
def test_what_a_profile_keeps_stays_as_it_was_said(text: str) -> None:
    assert tagged(text).text == text


def test_an_age_over_89_does_not_stay() -> None:
    assert tagged("a ninety four year old man").text == "a 90+ year old man"


@each_row("name", ["sure", "right", "good", "huh"])
def test_behind_a_title_every_word_is_a_name(name: str) -> None:
    assert tagged(f"mister {name} is here for missus {name}").text == "mister [PERSON] is here for missus [PERSON]"


@each_row(
    ("spoken", "written"),
    [
        ("platelets two hundred forty thousand", "platelets 240,000"),
        ("zip forty two thousand one", "zip 42001"),
        ("sugars one ten one fifteen one oh five ninety eight", "sugars 110 115 105 98"),
        ("it is one six one four five five five oh one nine eight", "it is 1-614-555-0198"),
        ("count back by seven\nninety three eighty six seventy nine", "count back by 7\n93 86 79"),
        ("one hundred ninety three eighty six seventy nine", "193 86 79"),
    ],
)
def test_counts_and_values_stay_apart(spoken: str, written: str) -> None:
    assert spoken_view(spoken).text == written


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("now one two three four five six seven eight nine ten", "1 2 .*10"),
        ("so uh huh", "huh"),
        ("he is okay good", "okay good"),
    ],
)
def test_counting_and_answers_need_more_than_the_student(text: str, expression: str) -> None:
    student = Student(expression, Entity.TELEPHONE_NUMBER, 0.4)
    (reading,) = read_all([student], [Note("1", text, kind=TextKind.SPEECH)])
    assert reading.spans == ()


def test_a_name_that_is_an_answer_too_counts_behind_a_title() -> None:
    (reading,) = read_all(
        [Student("right", Entity.DOCTOR, 0.4)], [Note("1", "seen by doctor right", kind=TextKind.SPEECH)]
    )
    assert len(reading.spans) == 1


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("ostrander o s t r\nuh huh\na n d e r", "[PERSON]"),
        ("take xarelto x a r e l t o daily", "take xarelto x a r e l t o daily"),
        ("world w o r l d", "world w o r l d"),
    ],
)
def test_a_word_and_its_letters_are_a_name_unless_it_is_another_word(text: str, left: str) -> None:
    assert tagged(text).text == left
