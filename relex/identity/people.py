"""People whom records and notes name, and what is known of them where a mention stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from redactor.entities import Role


@dataclass(frozen=True, slots=True)
class Person:
    """A person's name, folded: ("jane", "marie"), ("oneil",). role: in the record. particles: of the family name,
    joined: "vanden" for Van den Berg.
    """

    given: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    role: Role | None = None
    particles: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What is known where a mention stands; independent of the order in which records are read.

    household: people whom the subject's structured records name. site: people of the source (clinicians) by each folded
    family and given name. record: people named in the same note. states: the household's folded cities and
    ZIP codes -> state ("IL"). state: where the household lives, "" if unknown.
    """

    household: tuple[Person, ...] = ()
    site: Mapping[str, tuple[Person, ...]] = field(default_factory=lambda: MappingProxyType({}))
    record: tuple[Person, ...] = ()
    states: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    state: str = ""
