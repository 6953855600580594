"""Defines the results of harvesting: known values, the people they belong to, and the ties between people."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from redactor.text import KnownValue


class ClueKind(IntEnum):
    """The kind of a clue, the strongest first; LINK and ACCOUNT are references to a person, NAME decides nothing by
    itself.
    """

    LINK = 1
    ACCOUNT = 2
    IDENTIFIER = 3
    BIRTH_DATE = 4
    CONTACT = 5
    NAME = 6


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue: the values that are compared, and the given name and birth date of the person, "" if unknown.

    Given name and birth date must not contradict those of another person with the same clue.
    """

    kind: ClueKind
    values: tuple[str, ...]
    given: str = ""
    born: str = ""


@dataclass(slots=True)
class PersonValues:
    """The known values of one person whom a resource names, and the clues that identify the person in other records.

    `name` separates the people of a resource ("RelatedPerson/1", "contact Jane Roe"); it is "" for the subject.
    """

    name: str = ""
    values: list[KnownValue] = field(default_factory=list)
    clues: list[Clue] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Tie:
    """A reference to somebody of the subject's household, or to the subject's second record ("Patient/1")."""

    reference: str
    kind: ClueKind


@dataclass(frozen=True, slots=True)
class Harvest:
    """The result of harvesting one resource.

    `others` are relatives, contacts and subscribers, whose values the subject's chart holds. `reference` refers to the
    resource itself ("Patient/1"), "" without an id.
    """

    reference: str = ""
    subject: PersonValues = field(default_factory=PersonValues)
    others: list[PersonValues] = field(default_factory=list)
    site_values: list[KnownValue] = field(default_factory=list)
    ties: list[Tie] = field(default_factory=list)

    @property
    def subject_values(self) -> list[KnownValue]:
        """Return all values of the subject's chart, each once."""
        return list(dict.fromkeys(v for person in (self.subject, *self.others) for v in person.values))
