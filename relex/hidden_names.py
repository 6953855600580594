"""Names in notes whose stand-ins vary on purpose, so that no missed name stands out (ADR 0013)"""

from __future__ import annotations

from math import ceil

from redactor.text import Mention
from relex.parts import Kind, Part, PartKey, Pieces
from relex.prf import KeyedChoice

# --- Decoys -----------------------------------------------------------------------------------------------------------

_SHARE_OF_ONE = 0.01  # of the mentions of a name: a decoy recurs about as often as a detector misses a name
_DRAWS = 2**32


class Decoys:
    """share: of the mentions that become decoys, in [0, 1]."""

    def __init__(self, share: float) -> None:
        throughout = share / 2
        self._throughout = int(throughout * _DRAWS)
        self._alone = int((share - throughout) / (1 - throughout) * _DRAWS)
        self._count = max(1, ceil(share / _SHARE_OF_ONE))

    def choice_for(self, choice: KeyedChoice, mention: Mention, pieces: Pieces) -> KeyedChoice | None:
        """The keyed choices from which a mention's decoy is made; None for a mention that keeps its stand-in.

        choice: of the scope. mention: in a text.
        """
        name = name_parts(pieces)
        if not name:
            return None
        of_person = next((p for p in reversed(name) if p.kind is Kind.FAMILY), name[0])
        where = (" ".join(mention.paragraph.split()), *of_person.key)
        throughout = choice.integer(_DRAWS, "decoys", *where) < self._throughout
        if not throughout and choice.integer(_DRAWS, "decoy", *where, str(mention.ordinal)) >= self._alone:
            return None
        return choice.derive("decoy", str(choice.integer(self._count, "which decoy", *where)))


def name_parts(pieces: Pieces) -> list[Part]:
    """The given and family names of a mention; no initials, which too many people share."""
    return [item for item in pieces.items if isinstance(item, Part) and item.kind in (Kind.GIVEN, Kind.FAMILY)]


def shows_structured(pieces: Pieces, structured: frozenset[PartKey]) -> bool:
    """Whether a part of the name stands in structured records; other names look like missed originals anyway."""
    return any(part.key in structured for part in name_parts(pieces))


# --- Stand-ins that change along a text -------------------------------------------------------------------------------

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
