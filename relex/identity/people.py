"""People whom records and notes name, and what is known of them where a mention stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from types import MappingProxyType
from typing import TypeVar

from redactor.entities import Role

K = TypeVar("K")
T = TypeVar("T")


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
    ZIP codes -> state ("IL"). state: where the household lives, "" if unknown. simple_names: clinicians' names leave as
    one given and one family name.
    """

    household: tuple[Person, ...] = ()
    site: Mapping[str, tuple[Person, ...]] = field(default_factory=lambda: MappingProxyType({}))
    record: tuple[Person, ...] = ()
    states: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    state: str = ""
    simple_names: bool = False


Site = Mapping[str, tuple[Person, ...]]
"""The people of a source by each folded family and given name, as `Context.site` has them."""


def kept_for_last(derive: Callable[[K], T]) -> Callable[[K], T]:
    """Keep what follows from a site, or the people of a note, for the last one asked about, by identity: hashing it
    costs too much.
    """
    kept: list[tuple[K, T]] = []

    @wraps(derive)
    def derived(known: K) -> T:
        if not kept or kept[0][0] is not known:
            kept[:] = [(known, derive(known))]
        return kept[0][1]

    return derived
