"""Words that are also names: a known name or city that is one of them counts only in name-like context."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def common_words() -> frozenset[str]:
    """The words of words.txt, folded: frequent English, clinical language, eponyms, months, kin, colours."""
    lines = files("redactor.detect.known").joinpath("words.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def is_common(word: str) -> bool:
    """Whether a folded word is frequent enough in notes to say nothing about a person by itself."""
    return word in common_words()


def word_set(text: str) -> frozenset[str]:
    """A table of words, written as one text."""
    return frozenset(text.split())
