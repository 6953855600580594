"""Whether a word is one of English or of medicine."""

from __future__ import annotations

from redactor.lexicon import names
from redactor.lexicon.data_files import words
from redactor.lexicon.vocabulary import is_word
from tests.each_row import each_row


@each_row(
    "word",
    [
        "kosher",
        "guardrail",
        "titrating",
        "allelic",
        "babies",
        "heberden's",
        "self-administered",
        "x-linked",
        "arbor",
        "egypt",
    ],
)
def test_words_their_forms_and_compounds_are_known(word: str) -> None:
    assert is_word(word)


@each_row("word", ["brackwhistle", "zemblanovsky", "brackwhistle-type", "oyelunderay's"])
def test_names_on_no_list_are_not(word: str) -> None:
    assert not is_word(word)


def test_the_list_of_reference_words_holds_no_frequent_name() -> None:
    held = words("reference_words.txt")
    assert len(held) > 50_000
    assert not held & (names.plain_given() | names.plain_family())
