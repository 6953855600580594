"""People whom records and notes name, and what is known of them where a mention stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from redactor.entities import Role


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody's name, folded: ("jane", "marie"), ("oneil",). role: who they are to the record."""

    given: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What is known where a mention stands; nothing in it depends on which record came first.

    household: people whom structured records name for the subject. site: those of the source (clinicians), by each
    folded family and given name. record: names read in the same note. states: the household's cities, folded -> state
    ("IL"). state: where the household lives, "" when unknown.
    """

    household: tuple[Person, ...] = ()
    site: Mapping[str, tuple[Person, ...]] = field(default_factory=lambda: MappingProxyType({}))
    record: tuple[Person, ...] = ()
    states: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    state: str = ""
