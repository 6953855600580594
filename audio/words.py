"""This module defines the words that a recogniser hears, with their times and languages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

RATE = 16_000
"""The sampling rate, in samples a second, of the sound that recognisers and voice detectors read: mono, float32 in [-1,
1].
"""

MOST_SECONDS = 30
"""The longest stretch, in seconds, that a recogniser hears at a time."""

Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Language:
    """Names a spoken language by its ISO 639 code, such as "en", with its probability in [0, 1]."""

    code: str
    probability: float


@dataclass(frozen=True, slots=True)
class Word:
    """Holds one word as a recogniser heard it.

    text: the word with its punctuation, without spaces around it. start, end: seconds from the beginning of the
    recording; None if the recogniser gives no time. probability: that the word was spoken, in [0, 1]. segment: start
    and end, in seconds, of the stretch in which the word was heard. language: the likeliest language of the samples
    that were heard together, whatever language the words are written in; None if the recogniser knows a single
    language.
    """

    text: str
    start: float | None
    end: float | None
    probability: float
    segment: tuple[float, float]
    language: Language | None = None


class Recognizer(Protocol):
    """Recognises speech deterministically: the same samples give the same words."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Changes whenever the same samples could give other words."""
        ...

    @property
    def for_release(self) -> bool:
        """Tells whether the words are good enough to leave; False means that the recogniser is for tests and
        demonstrations.
        """
        ...

    def hear(self, samples: Samples) -> Sequence[Word]:
        """Returns the words of at most `MOST_SECONDS` of sound, in order; their times count from the first sample."""
        ...


def plain(text: str) -> str:
    """Returns the letters and digits of a text in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))


_SURE = 0.5
"""The least probability at which a stretch counts as being in another language. Recognisers name any language, with
less probability, for noise and for single words.
"""

_MOST_SHARE = 0.1
"""The greatest share of the words of a recording that may be in another language."""


def is_other(language: Language | None, languages: Collection[str]) -> bool:
    """Tells whether the heard language is surely none of the given languages."""
    return language is not None and language.code not in languages and language.probability >= _SURE


def in_another_language(words: Iterable[Word], languages: Collection[str]) -> bool:
    """Tells whether more than a tenth of the words was heard in stretches that are surely in none of the given
    languages.
    """
    others = [is_other(word.language, languages) for word in words]
    return sum(others) > _MOST_SHARE * len(others)
