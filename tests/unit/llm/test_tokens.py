"""Estimates of tokens err upward."""

from __future__ import annotations

from redactor.llm.prompts import estimate_tokens
from tests.each_row import each_row


@each_row(
    ("text", "least"),
    [
        ("", 0),
        ("The patient was seen in the clinic.", 8),
        ("12345", 5),
        ("Na 138, K 4.1, Cl 101", 16),
        ("日本語", 3),
        ("😀", 3),
        ("\ud800", 1),
    ],
)
def test_no_fewer_than_models_count(text: str, least: int) -> None:
    assert estimate_tokens(text) >= least


def test_no_more_than_bytes() -> None:
    for text in ("a" * 100, "1" * 100, "é" * 100, "a, b. " * 20):
        assert estimate_tokens(text) <= len(text.encode()) + 8


def test_messages_add_up() -> None:
    assert estimate_tokens("ab", "cd") == estimate_tokens("ab") + estimate_tokens("cd")
