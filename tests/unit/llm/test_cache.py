"""Answers of LLMs in memory and in home."""

import pytest

from redactor.keys import DerivedKey, Keyring
from redactor.llm.cache import Entry, MemoryAnswers, answer_key


def key(n: int) -> bytes:
    return n.to_bytes(32, "big")


def test_first_answer_stands() -> None:
    answers = MemoryAnswers()
    assert answers.add([Entry(key(1), "p", b"one"), Entry(key(2), None, b"two")]) == {key(1): b"one", key(2): b"two"}
    assert answers.add([Entry(key(1), "p", b"other"), Entry(key(3), "p", b"three")]) == {
        key(1): b"one",
        key(3): b"three",
    }
    assert answers.get([key(1), key(2), key(4)]) == {key(1): b"one", key(2): b"two"}


def test_of_two_entries_of_one_call_the_first_stands() -> None:
    answers = MemoryAnswers()
    assert answers.add([Entry(key(1), "p", b"one"), Entry(key(1), "p", b"other")]) == {key(1): b"one"}


def test_memory_is_bounded() -> None:
    answers = MemoryAnswers(most=10_000)
    for n in range(100):
        assert answers.add([Entry(key(n), None, bytes(750))]) == {key(n): bytes(750)}
    assert list(answers.get([key(n) for n in range(100)])) == [key(n) for n in range(90, 100)]


@pytest.mark.parametrize(
    "other",
    [
        ("p", "ab", "c"),
        ("p", "a", "b", "c"),
        ("p", "abc"),
        (None, "p", "a", "bc"),
        ("", "a", "bc"),
        ("q", "a", "bc"),
        ("p", "bc", "a"),
        ("p", "a", "bc", ""),
    ],
)
def test_key_of_an_answer_tells_parts_apart(other: tuple[str | None, *tuple[str, ...]]) -> None:
    derived = DerivedKey(b"k" * 32)
    assert answer_key(derived, "p", "a", "bc") == answer_key(derived, "p", "a", "bc")
    assert answer_key(derived, *other) != answer_key(derived, "p", "a", "bc")


def test_key_of_an_answer_differs_by_recipient_and_epoch() -> None:
    keyring = Keyring.generate()
    derived = [
        keyring.pseudonym("llm", "one"),
        keyring.pseudonym("llm", "two"),
        keyring.next_epoch().pseudonym("llm", "one"),
    ]
    assert len({answer_key(k, None, "text") for k in derived}) == len(derived)
    assert answer_key(keyring.rotated().pseudonym("llm", "one"), None, "text") == answer_key(derived[0], None, "text")
