"""Known names that were heard as other words, and words that only resemble them."""

from __future__ import annotations

from pathlib import Path

from redactor.detect.spoken import KnownNames, find_misheard
from redactor.entities import Entity, Role
from redactor.text import KnownValue
from tests.each_row import each_row
from tests.unit.detect.spoken.test_speech_notes import tagged

OSTRANDER = KnownValue(
    "Maribel Ostrander", Entity.PATIENT, Role.PATIENT, (("given", "Maribel"), ("family", "Ostrander"))
)
KOWALSKI = KnownValue("Lulu Kowalski", Entity.PATIENT, Role.PATIENT, (("given", "Lulu"), ("family", "Kowalski")))
LISTS = Path(__file__).parent / "data"
FREQUENT = (
    "Smith Johnson Williams Brown Jones Garcia Miller Davis Martinez Hernandez Wilson Anderson Taylor Martin Thompson "
    "White Harris Clark Lewis Robinson Walker Young Allen Wright Scott Nguyen Green Baker Carter Turner Parker Stewart "
    "Morgan Gutierrez Cooper Bailey Kelly Payne Stone Hicks Holland Caroline Kevin Herman Christine Catherine Keller "
    "Morton Andrews"
)


def found(text: str, *names: str) -> list[str]:
    known = [KnownValue(name, Entity.PATIENT, Role.PATIENT) for name in names]
    return [text[s.start : s.end] for s in find_misheard(text, known)]


@each_row(
    ("text", "names", "heard"),
    [
        ("the patient is mary bell os turn their born", "Maribel Ostrander", ["mary bell", "os turn their"]),
        ("call ostrand her back", "Ostrander", ["ostrand her"]),
        ("fits gerald is here", "Siobhan Fitzgerald", ["fits gerald"]),
        ("her nan dez came", "Hernández", ["her nan dez"]),
        ("then maribell came", "Maribel", ["maribell"]),
    ],
)
def test_a_known_name_is_found_by_its_sound(text: str, names: str, heard: list[str]) -> None:
    assert found(text, names) == heard


def test_a_misheard_name_is_replaced() -> None:
    assert tagged("here is mary bell os turn their today", [OSTRANDER]).text == "here is [PERSON] today"


@each_row(
    ("text", "name"),
    [
        ("the pain is worse", "Payne"),
        ("more than ten", "Morton"),
        ("lantus at night", "Landis"),
        ("ostrander said so", "Ostrander"),
        ("a calorie a day", "Keller"),
    ],
)
def test_ordinary_words_and_the_name_itself_are_left_alone(text: str, name: str) -> None:
    assert found(text, name) == []


def test_frequent_names_take_nothing_from_clinical_speech() -> None:
    lines = (LISTS / "clean.txt").read_text("utf-8").splitlines()
    assert [hit for line in lines for hit in found(line, *FREQUENT.split())] == []


def test_words_of_one_turn_and_the_next_are_no_name_without_known_values() -> None:
    assert list(find_misheard("mary bell os turn their", ())) == []


@each_row(
    ("value", "name"),
    [
        ("mary bell os turn their", "Maribel Ostrander"),
        ("ostrand her", "Ostrander"),
        ("maribel ostrander", "maribel ostrander"),
        ("kevin", "kevin"),
        ("mabel ostrander", "mabel ostrander"),
        ("lily kowalski", "Lulu kowalski"),
        ("lily", "lily"),
        ("peter kowalski", "peter kowalski"),
        ("lily and peter kowalski", "lily and peter kowalski"),
        ("", ""),
    ],
)
def test_a_name_that_was_misheard_is_the_known_one(value: str, name: str) -> None:
    assert KnownNames([OSTRANDER, KOWALSKI]).in_place_of(value) == name


@each_row(
    ("text", "heard"),
    [
        ("good morning my name is him price and i need a refill", ["price"]),
        ("i am calling for him price", ["price"]),
        ("price will come back", ["price"]),
        ("what is the price of it", []),
        ("the price is too high", []),
        ("how long has it been", []),
    ],
)
def test_an_ordinary_word_is_a_known_name_behind_a_cue_or_before_an_act(text: str, heard: list[str]) -> None:
    assert found(text, "Ann Price", "Mary Long") == heard
