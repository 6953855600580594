"""Builds the context of mentions: what structured records say of the people and places of a household and a site.

The context does not depend on the order in which notes are read. It comes from the known values, which a run collects
before it replaces anything, and never from earlier notes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from redactor.entities import NAMES, Entity, Role
from redactor.text import KnownValue, Mention
from relex.identity import names
from relex.identity.people import Context
from relex.organisation_acronyms import FullName, acronyms_of
from relex.parts import Level, Part, PartKey, Pieces
from relex.text_forms import folded

_MAX_CACHED = 2_048
# At a larger site nearly every common name is somebody's; avoiding them all would leave only rare, conspicuous names.
MAX_AVOIDED = 4_000


@dataclass(frozen=True, slots=True)
class HouseholdNames:
    """The names under which the household of a subject has stand-ins, usually all one name.

    `own` is the name under which the subject got its first stand-ins. New stand-ins get `current`. `former` holds names
    of households that were joined to this one.
    """

    own: str
    current: str
    former: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Return each name once: own, current, then the former ones."""
        return tuple(dict.fromkeys((self.own, self.current, *self.former)))


class KnownValues(Protocol):
    """Gives the known values of a home directory."""

    def household(self, subject: str) -> HouseholdNames:
        """Return the names of the subject's household, which stay when the household grows."""
        ...

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        """Return the household's values; the same object as long as nothing changed."""
        ...

    def births_in_other_charts(self, subject: str) -> frozenset[str]:
        """Return the birth dates of patients and relatives in the other charts of the subject's household, as
        recorded.
        """
        ...

    def site(self) -> tuple[KnownValue, ...]:
        """Return the site's values; the same object as long as nothing changed."""
        ...


class NoKnownValues:
    """Gives no known values, so that every subject is a household by itself."""

    def household(self, subject: str) -> HouseholdNames:
        return HouseholdNames(subject, subject)

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return ()

    def births_in_other_charts(self, subject: str) -> frozenset[str]:
        return frozenset()

    def site(self) -> tuple[KnownValue, ...]:
        return ()


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ScopeContext:
    """The context of a household or of the site.

    `names` are those of the household, None for the site. `avoid` holds folded originals of the household and of the
    site that must not become stand-ins. `seeds` are the parts of all known values in canonical order, which get their
    stand-ins first; `seed_keys` are their keys. `births` are the birth dates of the household's patients, as recorded.
    `acronyms` are those of the organisations that records of the household and of the site name.
    """

    names: HouseholdNames | None
    context: Context
    avoid: tuple[frozenset[str], ...]
    seeds: tuple[Part, ...]
    births: tuple[str, ...] = ()
    acronyms: tuple[Mapping[str, tuple[FullName, ...]], ...] = ()
    seed_keys: frozenset[PartKey] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed_keys", frozenset(p.key for p in self.seeds))


MentionSplitter = Callable[[Mention, Context], Pieces]
_CacheEntry = tuple[Sequence[KnownValue], Sequence[KnownValue], ScopeContext]


class ContextBuilder:
    """Builds the context of households and of the site, and caches it until the known values change."""

    def __init__(
        self,
        known_values: KnownValues,
        split: MentionSplitter,
        level_of: Callable[[Entity], Level],
        replaced: Callable[[Entity], bool],
        simple_names: bool = False,
    ) -> None:
        """Take the known values and the functions that split mentions.

        `level_of` gives the scope of an entity. `replaced` tells whether an entity gets stand-ins, so that its known
        values become seeds. `simple_names` is as in Context.
        """
        self._known_values, self._split, self._level_of, self._replaced = known_values, split, level_of, replaced
        self._simple_names = simple_names
        self._cache: OrderedDict[str | None, tuple[Sequence[KnownValue], Sequence[KnownValue], ScopeContext]] = (
            OrderedDict()
        )

    def for_subject(self, subject: str | None) -> ScopeContext:
        """Return the context of a subject's household; for None that of the site, for values of no single subject."""
        site = self._known_values.site()
        known = () if subject is None else self._known_values.known(subject)
        kept = self._cache.get(subject)
        if kept is not None and kept[0] is known and kept[1] is site:
            self._cache.move_to_end(subject)
            return kept[2]
        scope_context = self._site(site) if subject is None else self._household(subject, known)
        self._cache[subject] = (known, site, scope_context)
        if len(self._cache) > _MAX_CACHED:
            self._cache.popitem(last=False)
        return scope_context

    def _site(self, values: tuple[KnownValue, ...]) -> ScopeContext:
        context = Context(site=names.by_name(names.people_named(values)), simple_names=self._simple_names)
        avoid = original_forms(values)
        seeds = self._seeds(values, None, context, Level.SITE)
        avoided = (avoid,) if len(avoid) <= MAX_AVOIDED else ()
        return ScopeContext(None, context, avoided, seeds, acronyms=(acronyms_of(values),))

    def _household(self, subject: str, values: tuple[KnownValue, ...]) -> ScopeContext:
        states = _states(values)
        site = self.for_subject(None)
        context = Context(
            household=names.people_named(values, site.context.site),
            site=site.context.site,
            states=states,
            state=next(iter(states.values()), ""),
            simple_names=self._simple_names,
        )
        seeds = self._seeds(values, subject, context, Level.HOUSEHOLD)
        avoid = (original_forms(values), *site.avoid)
        acronyms = (acronyms_of(values), *site.acronyms)
        return ScopeContext(
            self._known_values.household(subject), context, avoid, seeds, _birth_dates(values), acronyms
        )

    def part_keys(self, subject: str, values: Sequence[KnownValue]) -> frozenset[PartKey]:
        """Return the keys of the parts of some of the household's values, at every level."""
        context = self.for_subject(subject).context
        split = (pieces for _, pieces in self._split_values(values, subject, context))
        return frozenset(p.key for pieces in split for p in pieces.indexed_parts())

    def _seeds(
        self, values: Sequence[KnownValue], subject: str | None, context: Context, level: Level
    ) -> tuple[Part, ...]:
        found: dict[PartKey, Part] = {}
        for value, pieces in self._split_values(values, subject, context):
            reach = pieces.level or self._level_of(value.entity)
            if (Level.SITE if subject is None and reach is Level.HOUSEHOLD else reach) is level:
                for part in pieces.indexed_parts():
                    found.setdefault(part.key, replace(part, recorded=True))
        return tuple(found[key] for key in sorted(found))

    def _split_values(
        self, values: Sequence[KnownValue], subject: str | None, context: Context
    ) -> Iterator[tuple[KnownValue, Pieces]]:
        for value in values:
            if self._replaced(value.entity):
                mention = Mention(value.value, value.entity, subject, value.role, "known", None, value.parts)
                yield value, self._split(mention, context)


def original_forms(values: Sequence[KnownValue]) -> frozenset[str]:
    """Return the texts that a stand-in must not equal: the values, their parts and their words, folded, also without
    separators.
    """
    found: set[str] = set()
    for value in values:
        for text in (value.value, *(part for _, part in value.parts)):
            whole = folded(text)
            found.add(whole)
            found.add(alphanumeric(whole))
            found.update(alphanumeric(word) for word in whole.replace(",", " ").split())
            if value.entity in NAMES:
                found.update(whole.replace("-", " ").replace(",", " ").split())
    return frozenset(found)


def alphanumeric(text: str) -> str:
    """Return the letters and digits of a folded text."""
    return text if text.isalnum() else "".join(c for c in text if c.isalnum())


def _birth_dates(values: Sequence[KnownValue]) -> tuple[str, ...]:
    found = (v.value for v in values if v.entity is Entity.BIRTH_DATE_TIME and v.role is Role.PATIENT)
    return tuple(sorted(set(found)))


def _states(values: Sequence[KnownValue]) -> Mapping[str, str]:
    """Map folded cities and the five digits of ZIP codes to states, for addresses that name both."""
    found: dict[str, str] = {}
    for value in values:
        parts = dict(value.parts)
        if "city" in parts and "state" in parts:
            found.setdefault(folded(parts["city"]), parts["state"].strip())
        if "postalCode" in parts and "state" in parts:
            found.setdefault(parts["postalCode"].strip()[:5], parts["state"].strip())
    return found
