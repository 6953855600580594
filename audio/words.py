"""This module defines the words that a recogniser hears, with their times and languages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

RATE = 16_000
"""Samples a second of what recognisers and voice detectors read: mono, float32 in [-1, 1]."""

MOST_SECONDS = 30
"""The longest stretch that a recogniser hears at a time."""

Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Language:
    """code: of ISO 639, as "en". probability: in [0, 1]."""

    code: str
    probability: float


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it was heard.

    text: with its punctuation, without spaces around it. start, end: seconds from the beginning of the recording; None
    where the recogniser gives no time. probability: in [0, 1]. segment: seconds of the stretch in which it was heard.
    language: the likeliest one of the samples that were heard together, whatever language the words were written in;
    None where the recogniser knows a single language.
    """

    text: str
    start: float | None
    end: float | None
    probability: float
    segment: tuple[float, float]
    language: Language | None = None


class Recognizer(Protocol):
    """Speech recognition. Deterministic: the same samples give the same words."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Changes whenever the same samples could be heard differently."""
        ...

    @property
    def for_release(self) -> bool:
        """Whether what it hears is good enough to leave. False: for tests and demonstrations."""
        ...

    def hear(self, samples: Samples) -> Sequence[Word]:
        """The words of at most `MOST_SECONDS`, in order; times are those of `samples`."""
        ...


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
