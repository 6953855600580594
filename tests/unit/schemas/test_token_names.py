"""Words of tokens that are names without any context."""

from __future__ import annotations

from schemas.engine import terminology_data
from schemas.engine.token_check import is_name
from tests.each_row import each_row


@each_row(
    "word", ["Martinez", "RIPPENTROP", "jsmith", "smithj", "mtaylor", "anngentry", "gentryann", "Nguyễn", "Ngozi"]
)
def test_names(word: str) -> None:
    assert is_name(word)


@each_row("word", ["questionnaire", "White", "Hall", "phq", "zyzzyva", "xy", "ns", "sdoh", "telehealth"])
def test_other_words(word: str) -> None:
    assert not is_name(word)


def test_ordinary_words_are_no_names() -> None:
    assert sum(map(is_name, terminology_data.words())) < 0.01 * len(terminology_data.words())
