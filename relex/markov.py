"""Stand-ins that change along a text (Osborne et al. 2025): what was missed is then not the one name that repeats.

Each paragraph is a walk of its own over a person's many stand-ins: it begins at one that the paragraph's content
chooses, and at each further mention stays with it or moves on. Copied-forward paragraphs therefore read alike in every
copy, and two paragraphs do not.
"""

from __future__ import annotations

from relex.parts import Part
from relex.prf import KeyedChoice

_STAY_PERCENT = 40  # of a hundred mentions that follow one


class ParagraphWalk:
    """The walk of one paragraph in one scope. content: the paragraph as it stands, originals and all."""

    def __init__(self, choice: KeyedChoice, content: str) -> None:
        self._choice = choice.bound("markov", " ".join(content.split()))

    def at(self, part: Part, ordinal: int) -> KeyedChoice:
        """The randomness of the step at the paragraph's mention number `ordinal`, from 0."""
        step = ordinal
        while step > 0 and self._choice.number(100, "stay", part.kind.value, part.canonical, str(step)) < _STAY_PERCENT:
            step -= 1
        return self._choice.bound(str(step))
