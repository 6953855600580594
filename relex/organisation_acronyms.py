"""Finds the organisations that acronyms stand for, so that "MGH" fits Massachusetts General's stand-in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from redactor.entities import Entity
from redactor.lexicon.acronyms import AcronymForm, acronym, acronyms
from redactor.text import KnownValue, Mention
from relex.parts import Part, PartKey, Pieces
from relex.text_forms import match_case

ORGANISATIONS = frozenset({Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS, Entity.ORGANIZATION})
_ACRONYM = "acronym"  # the subkind of a head that is written in capitals without a meaning of its own
FullName = tuple[str, Entity]


@dataclass(frozen=True, slots=True)
class NamedInFull:
    """Holds the pieces of the organisation that an acronym stands for (None if it may stand for two), and the form."""

    pieces: Pieces | None
    form: AcronymForm

    def standin(self, surface: str, name: str) -> str | None:
        """Return the acronym of the stand-in's name in the case found, or None if it equals the original acronym."""
        found = acronym(name, self.form)
        return match_case(surface, found) if len(found) > 1 and found != surface.upper() else None


def acronyms_of(values: Iterable[KnownValue]) -> Mapping[str, tuple[FullName, ...]]:
    """Map acronyms to the organisations among known values that they may stand for."""
    found: dict[str, dict[FullName, None]] = {}
    for value in values:
        if value.entity in ORGANISATIONS:
            for text in acronyms(value.value):
                found.setdefault(text, {})[value.value, value.entity] = None
    return {text: tuple(names) for text, names in found.items()}


def organisations_by_note(mentions: Sequence[Mention]) -> dict[str, tuple[FullName, ...]]:
    """Return the organisations with acronyms that each note names in full, by the id of the note."""
    found: dict[str, dict[FullName, None]] = {}
    for m in mentions:
        if m.note and m.entity in ORGANISATIONS and acronyms(m.value):
            found.setdefault(m.note, {})[m.value, m.entity] = None
    return {note: tuple(sorted(names)) for note, names in found.items()}


def named_in_full(
    pieces: Pieces,
    known: Sequence[Mapping[str, tuple[FullName, ...]]],
    organisations: Iterable[FullName],
    split: Callable[[FullName], Pieces],
) -> dict[PartKey, NamedInFull]:
    """Return the acronyms among the pieces with the known organisations, and those of the note, that they stand for."""
    found: dict[PartKey, NamedInFull] = {}
    for part in pieces.items:
        if not isinstance(part, Part) or part.subkind != _ACRONYM:
            continue
        text = part.canonical.upper()
        names = [name for by_acronym in known for name in by_acronym.get(text, ())]
        names += [name for name in organisations if text in acronyms(name[0])]
        by_parts = {
            tuple(p.key for p in name_pieces.indexed_parts()): (name_pieces, name)
            for name in names
            for name_pieces in (split(name),)
        }
        if by_parts:
            name_pieces, name = next(iter(by_parts.values()))
            found[part.key] = NamedInFull(name_pieces if len(by_parts) == 1 else None, acronyms(name[0])[text])
    return found
