"""Whether a recording is in a language that the settings name."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from audio.words import Language, Word

_SURE = 0.5
"""A stretch is in another language if that one has this probability. Of noise and of single words recognisers name any
language, with less."""

_MOST_SHARE = 0.1
"""Of the words of a recording, in another language."""


def is_other(language: Language | None, languages: Collection[str]) -> bool:
    """Whether what was heard is surely in none of these languages."""
    return language is not None and language.code not in languages and language.probability >= _SURE


def in_another_language(words: Iterable[Word], languages: Collection[str]) -> bool:
    """Whether more than a tenth of the words was heard in stretches that are surely in none of these languages."""
    others = [is_other(word.language, languages) for word in words]
    return sum(others) > _MOST_SHARE * len(others)
