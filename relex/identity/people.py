"""Defines the people whom records and notes name, the context of a mention, and an index of people by name.

People by their names, so that a name in a note is held against those who may fit it and not against everybody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from itertools import chain
from types import MappingProxyType
from typing import TypeVar

from redactor.entities import Role
from redactor.lexicon.nicknames import related_forms, root_of

K = TypeVar("K")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Person:
    """A person's name, folded, for example `Person(("jane", "marie"), ("oneil",))`.

    `role` is the role in the record. `particles` are those of the family name, joined: "vanden" for Van den Berg.
    """

    given: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    role: Role | None = None
    particles: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """Holds what is known about the people and places around a mention, independent of the order in which records are
    read.

    `household` holds the people whom the subject's structured records name. `site` holds the people of the source
    (clinicians) by each folded family and given name. `record` holds people named in the same note. `states` maps the
    household's folded cities and ZIP codes to states ("IL"). `state` is where the household lives, "" if unknown. With
    `simple_names` clinicians' names are released as one given and one family name.
    """

    household: tuple[Person, ...] = ()
    site: Mapping[str, tuple[Person, ...]] = field(default_factory=lambda: MappingProxyType({}))
    record: tuple[Person, ...] = ()
    states: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    state: str = ""
    simple_names: bool = False


Site = Mapping[str, tuple[Person, ...]]
"""The people of a source by each folded family and given name, as `Context.site` has them."""


def cached_for_last_argument(derive: Callable[[K], T]) -> Callable[[K], T]:
    """Decorate a function of a site, or of a note's people, so that it keeps the result for the last argument, compared
    by identity because hashing costs too much.
    """
    kept: list[tuple[K, T]] = []

    @wraps(derive)
    def derived(known: K) -> T:
        if not kept or kept[0][0] is not known:
            kept[:] = [(known, derive(known))]
        return kept[0][1]

    return derived


_MAX_CACHED = 64


class PeopleIndex:
    """Finds people who share a family name with a person, or a given name up to nicknames; an initial shares its
    letter.
    """

    __slots__ = ("_by_family", "_by_given", "_people", "_without_family")

    def __init__(self, people: tuple[Person, ...]) -> None:
        self._people = people
        self._by_family: defaultdict[str, list[int]] = defaultdict(list)
        self._by_given: defaultdict[str, list[int]] = defaultdict(list)
        self._without_family: list[int] = []
        for i, person in enumerate(people):
            for key in _stored(person.family):
                self._by_family[key].append(i)
            for key in _stored(chain.from_iterable(map(_forms, person.given))):
                self._by_given[key].append(i)
            if not person.family:
                self._without_family.append(i)

    def near(self, mentioned: Person) -> list[Person]:
        """Return all people whom `ownership.may_be_person` accepts for `mentioned`, and some others, in their order."""
        if mentioned.family:
            index, names, found = self._by_family, mentioned.family, set(self._without_family)
        else:
            index, names, found = self._by_given, tuple(chain.from_iterable(map(_forms, mentioned.given))), set()
        for key in _searched(names):
            found.update(index.get(key, ()))
        return [self._people[i] for i in sorted(found)]


def _forms(given: str) -> tuple[str, ...]:
    """Return the forms of a given name; two names that may be one person's have one of them in common."""
    return given, root_of(given), *related_forms(given)


def _stored(names: Iterable[str]) -> set[str]:
    """Return the keys of names: each name, and its first letter for initials that are searched for."""
    return {key for name in names for key in (name, f"{name[:1]}*")}


def _searched(names: Iterable[str]) -> Iterator[str]:
    """Yield the keys to search for: a name also matches its initial, and an initial matches every name with
    its letter.
    """
    for name in names:
        yield name
        yield name[:1]
        if len(name) == 1:
            yield f"{name}*"


_kept: dict[int, tuple[tuple[Person, ...], PeopleIndex]] = {}


def people_index(people: tuple[Person, ...]) -> PeopleIndex:
    """Return the index of a note's people, computed once and kept by identity because hashing costs more."""
    kept = _kept.get(id(people))
    if kept is None or kept[0] is not people:
        if len(_kept) >= _MAX_CACHED:
            _kept.clear()
        kept = _kept[id(people)] = people, PeopleIndex(people)
    return kept[1]
