"""Names in notes whose stand-ins vary on purpose, so that no missed name stands out (ADR 0013)"""

from __future__ import annotations

from math import ceil

from redactor.text import Mention
from relex.parts import Kind, Part, PartKey, Pieces
from relex.prf import KeyedChoice

# --- Decoys -----------------------------------------------------------------------------------------------------------

_SHARE_PER_DECOY = 0.01  # of the mentions of a name: a decoy recurs about as often as a detector misses a name
_DRAWS = 2**32


class Decoys:
    """Chooses the mentions that become decoys: a keyed share of the names in notes varies as if detection had missed
    them.

    Beside structured records with consistent stand-ins, a name of a note that shares no word with a structured stand-in
    is an original that was missed. Decoys look like such names. A detector misses a name once, in an odd spelling, or
    in every place; half of the decoys are therefore single mentions, and half take all mentions of a name in a
    paragraph. Both follow from the paragraph's content, so that copies of a paragraph agree. A person has a few decoys
    that recur, in this and in other notes, as an original does that is missed repeatedly. `share` is the share of
    mentions that become decoys, in [0, 1].
    """

    def __init__(self, share: float) -> None:
        throughout = share / 2
        self._throughout = int(throughout * _DRAWS)
        self._alone = int((share - throughout) / (1 - throughout) * _DRAWS)
        self._count = max(1, ceil(share / _SHARE_PER_DECOY))

    def choice_for(self, choice: KeyedChoice, mention: Mention, pieces: Pieces) -> KeyedChoice | None:
        """Return the keyed choices that make a mention's decoy, or None for a mention that keeps its stand-in.

        `choice` belongs to the scope of the mention, which stands in a text.
        """
        name = name_parts(pieces)
        if not name:
            return None
        key_part = next((p for p in reversed(name) if p.kind is Kind.FAMILY), name[0])
        where = (" ".join(mention.paragraph.split()), *key_part.key)
        throughout = choice.integer(_DRAWS, "decoys", *where) < self._throughout
        if not throughout and choice.integer(_DRAWS, "decoy", *where, str(mention.ordinal)) >= self._alone:
            return None
        return choice.derive("decoy", str(choice.integer(self._count, "which decoy", *where)))


def name_parts(pieces: Pieces) -> list[Part]:
    """Return the given and family names of a mention, without initials, which too many people share."""
    return [item for item in pieces.items if isinstance(item, Part) and item.kind in (Kind.GIVEN, Kind.FAMILY)]


def shows_structured(pieces: Pieces, structured: frozenset[PartKey]) -> bool:
    """Tell whether structured records have a part of the name; other names look like missed originals anyway."""
    return any(part.key in structured for part in name_parts(pieces))


# --- Stand-ins that change along a text -------------------------------------------------------------------------------

_STAY_PERCENT = 40  # percent of the mentions that repeat the stand-in before


class ParagraphWalk:
    """Walks over a person's possible stand-ins along one paragraph (Osborne et al. 2025), so that a missed name is not
    the only one that repeats.

    The walk starts at a stand-in that depends on the original paragraph, and at each further mention stays or moves on.
    Copies of a paragraph therefore read the same; different paragraphs do not.
    """

    def __init__(self, choice: KeyedChoice, content: str) -> None:
        self._choice = choice.derive("markov", " ".join(content.split()))

    def at(self, part: Part, ordinal: int) -> KeyedChoice:
        """Return the keyed choices for a part at the paragraph's mention number `ordinal`, counted from 0."""
        step = ordinal
        while (
            step > 0 and self._choice.integer(100, "stay", part.kind.value, part.canonical, str(step)) < _STAY_PERCENT
        ):
            step -= 1
        return self._choice.derive(str(step))
