"""Drop dates, ages and numbers that are measures by the words beside them: "strength 4/5", "PEEP 12/8", "ER 8/8"."""

from __future__ import annotations

from collections.abc import Sequence

from redactor.entities import DATES, NAMES, Entity
from redactor.lexicon.measures import is_measure
from redactor.text import STUDENT, Span

_CONTEXT = 64  # characters on either side; is_measure reads fewer
_SOURCES = frozenset({STUDENT, "patterns:date"})  # no other rule, and no known value
_ENTITIES = DATES | NAMES | {Entity.AGE, Entity.ID, Entity.STREET, Entity.ZIP, Entity.TELEPHONE_NUMBER}


def drop_measures(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans without measures that the model or the rule of dates found."""

    def measures(s: Span) -> bool:
        if s.entity not in _ENTITIES or not _SOURCES.issuperset(s.sources):
            return False
        before, after = text[max(0, s.start - _CONTEXT) : s.start], text[s.end : s.end + _CONTEXT]
        return is_measure(text[s.start : s.end].rstrip("."), before, after)

    return [s for s in spans if not measures(s)]
