"""Tell which values become tags although the profile keeps their entity: what may be a patient's or a relative's.

A number, a contact, a street or an organisation is withheld where a known value of the patient or of a relative stands
in it. `redactor.detect.kept_clinicians` decides about names of clinicians.
"""

from __future__ import annotations

from collections.abc import Sequence

from redactor.detect.kept_clinicians import is_known, is_staff, withheld_clinicians
from redactor.detect.known import Known
from redactor.detect.readable import DECODED
from redactor.detect.spoken import MISHEARD, SPOKEN
from redactor.entities import Entity
from redactor.text import Note, Span

_INNER = frozenset({DECODED, SPOKEN, MISHEARD})


def withheld_spans(note: Note, spans: Sequence[Span], held: frozenset[Entity]) -> frozenset[Span]:
    """Return the spans that become tags although their entity is one of `held`. spans: resolved ones of the note."""
    if not held:
        return frozenset()
    clinicians = withheld_clinicians(note, spans) if Entity.DOCTOR in held else frozenset()
    # The detector of known values finds those of the site too, such as the telephone of a clinic, which may stay.
    found = [s for s in spans if s.entity in held and s.entity is not Entity.DOCTOR and is_known(s)]
    if not found:
        return clinicians
    people = tuple(value for value in note.known if not is_staff(value))
    own = Known().detect([Note(note.id, note.text, known=people)])[0].spans
    return clinicians | {s for s in found if _is_inner(s) or any(s.start < o.end and o.start < s.end for o in own)}


def _is_inner(span: Span) -> bool:
    """Tell whether a value was found in a decoded stretch or a spoken number, whose owner the text does not tell."""
    return not _INNER.isdisjoint(span.sources)
