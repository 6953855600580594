"""Stand-ins that change along a text (Osborne et al. 2025), so that a missed name is not the only one that repeats.

Each paragraph is a walk of its own over a person's possible stand-ins. It starts at one that depends on the paragraph's
content, and at each further mention stays or moves on. Copies of a paragraph therefore read the same; different
paragraphs do not.
"""

from __future__ import annotations

from relex.parts import Part
from relex.prf import KeyedChoice

_STAY_PERCENT = 40  # percent of the mentions that repeat the stand-in before


class ParagraphWalk:
    """The walk of one paragraph in one scope. content: the original paragraph."""

    def __init__(self, choice: KeyedChoice, content: str) -> None:
        self._choice = choice.derive("markov", " ".join(content.split()))

    def at(self, part: Part, ordinal: int) -> KeyedChoice:
        """The keyed choices at the paragraph's mention number `ordinal`, from 0."""
        step = ordinal
        while (
            step > 0 and self._choice.integer(100, "stay", part.kind.value, part.canonical, str(step)) < _STAY_PERCENT
        ):
            step -= 1
        return self._choice.derive(str(step))
