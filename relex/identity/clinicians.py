"""Which clinician the parts of a name belong to, so that given names are replaced by those of that clinician.

Under one key for all clinicians of a site, equal given names and initials would have equal stand-ins, and a list of the
staff could be laid over the release like a pattern. The stand-in of a clinician's given name or initial therefore also
follows from the surname. Initials of surnames are read as the surname where the records or the note name one person
whom they can mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from redactor.entities import Role
from redactor.lexicon.nicknames import root_of
from relex.identity.ownership import fits
from relex.identity.people import Context, Person, Site, kept_for_last
from relex.parts import Kind, Part

CLINICIAN = "clinician"
"""The subkind of a clinician's surname, and of its initial."""
_GIVEN = f"{CLINICIAN} "  # and the surname: the subkind of a clinician's given name, and of its initial
_NOT_OF_SITE = (Role.PATIENT, Role.RELATIVE)


def is_clinicians(part: Part) -> bool:
    """Whether the part belongs to the name of a clinician."""
    return part.subkind.startswith(CLINICIAN) and part.kind in (Kind.GIVEN, Kind.FAMILY, Kind.LETTER)


@dataclass(frozen=True, slots=True)
class Clinician:
    """A clinician as a mention names them. surname: what the given names go by, "" if unknown. people: it can be."""

    surname: str
    people: tuple[Person, ...]

    def part(self, part: Part) -> Part:
        """A part of the clinician's name."""
        if part.kind is Kind.FAMILY:
            return replace(part, subkind=CLINICIAN)
        if part.kind is Kind.LETTER and part.subkind == "family":
            meant = {f for p in self.people for f in p.family if len(f) > 1 and f.startswith(part.canonical)}
            return replace(part, canonical=meant.pop() if len(meant) == 1 else part.canonical, subkind=CLINICIAN)
        if part.kind is Kind.GIVEN or part.kind is Kind.LETTER:
            return replace(part, subkind=_GIVEN + self.surname)
        return part


def clinician_named(me: Person, context: Context) -> Clinician:
    """The clinician whom a name can mean. The surname is the first in the records, so that of two either will do.

    A surname recorded alone, such as the own name in a double surname, names nobody beside those who have given names.
    """
    people = tuple(_people_named(me, context))
    recorded = {p.family[0] for p in people if p.given} or {p.family[0] for p in people}
    own = next((f for f in me.family if len(f) > 1), "")
    return Clinician(recorded.pop() if len(recorded) == 1 else own, people)


def with_clinician(items: Sequence[str | Part], context: Context) -> tuple[str | Part, ...]:
    """The pieces of a clinician's user name or address."""
    parts = [item for item in items if isinstance(item, Part)]
    given = (p.canonical for p in parts if p.kind is Kind.GIVEN or (p.kind is Kind.LETTER and not p.subkind))
    family = (p.canonical for p in parts if p.kind is Kind.FAMILY or (p.kind is Kind.LETTER and p.subkind == "family"))
    clinician = clinician_named(Person(tuple(given), tuple(family)), context)
    return tuple(clinician.part(item) if isinstance(item, Part) else item for item in items)


def _people_named(me: Person, context: Context) -> Iterable[Person]:
    """People of the site's records with the surname, else those of the note and of the patient's records."""
    near = [p for p in (*context.record, *context.household) if p.role not in _NOT_OF_SITE and _has_surname(p)]
    if any(len(f) > 1 for f in me.family):
        at_site = [p for f in me.family for p in context.site.get(f, ()) if _has_surname(p) and fits(me, p)]
        return at_site or (p for p in near if fits(me, p))
    if not me.given:
        return ()
    if of_note := [p for p in near if fits(me, p)]:
        return of_note
    if me.family:
        named = _people_by_initials(context.site).get(me.given[0][0] + me.family[0], ())
    else:
        named = tuple(p for key in sorted({me.given[0], root_of(me.given[0])}) for p in context.site.get(key, ()))
    return (p for p in named if _has_surname(p) and fits(me, p))


def _has_surname(p: Person) -> bool:
    return bool(p.family) and len(p.family[0]) > 1


@kept_for_last
def _people_by_initials(site: Site) -> Mapping[str, tuple[Person, ...]]:
    """The site's people by the first letters of their first given name and of a surname."""
    found: dict[str, list[Person]] = {}
    for p in {id(p): p for people in site.values() for p in people}.values():
        for letter in {f[0] for f in p.family if len(f) > 1} if p.given else ():
            found.setdefault(p.given[0][0] + letter, []).append(p)
    return {key: tuple(some) for key, some in found.items()}
