"""What is known around a mention: the subject's household and the site, as structured records told them.

It is the same whatever the order in which notes are read: households and sites are asked of the known values, which a
run gathers before it replaces anything, and never of the notes that came before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from redactor.entities import NAMES, Entity
from redactor.text import KnownValue, Mention
from relex.identity import names
from relex.identity.people import Context
from relex.identity.scopes import Level
from relex.parts import Part, PartKey, Pieces
from relex.text_forms import folded

_MAX_CACHED = 2_048
# Of a larger site every common name is somebody's: to avoid them all would leave only rare ones, which stand out.
_MAX_AVOIDED = 4_000


class KnownValues(Protocol):
    """The known values of a home."""

    def household(self, subject: str) -> tuple[str, ...]:
        """The subjects that share a household with this one, itself among them, sorted; the first names it."""
        ...

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        """The household's values: the same object while nothing changed."""
        ...

    def site(self) -> tuple[KnownValue, ...]:
        """The site's values: the same object while nothing changed."""
        ...


class NoKnownValues:
    """Nothing is known: every subject is a household of its own."""

    def household(self, subject: str) -> tuple[str, ...]:
        return (subject,)

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return ()

    def site(self) -> tuple[KnownValue, ...]:
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class ScopeContext:
    """A household or the site. members: scopes, the first of which is written to. avoid: originals, folded, of the
    household itself and of the site.

    seeds: the parts of all known values in their canonical order; they get their stand-ins before any other does.
    """

    members: tuple[str, ...]
    context: Context
    avoid: tuple[frozenset[str], ...]
    seeds: tuple[Part, ...]


MentionSplitter = Callable[[Mention, Context], Pieces]
_CacheEntry = tuple[Sequence[KnownValue], Sequence[KnownValue], ScopeContext]


class ContextBuilder:
    """Households and the site, made ready once for each state of the known values."""

    def __init__(
        self,
        known_values: KnownValues,
        split: MentionSplitter,
        level_of: Callable[[Entity], Level],
        replaced: Callable[[Entity], bool],
    ) -> None:
        """replaced: whether an entity gets stand-ins, so that its known values are seeds."""
        self._known_values, self._split, self._level_of, self._replaced = known_values, split, level_of, replaced
        self._cache: OrderedDict[str | None, tuple[Sequence[KnownValue], Sequence[KnownValue], ScopeContext]] = (
            OrderedDict()
        )

    def for_subject(self, subject: str | None) -> ScopeContext:
        """The household of a subject; None: the site, with which a value of no single subject belongs."""
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
        context = Context(site=names.by_name(names.people_named(values)))
        avoid = original_forms(values)
        seeds = self._seeds(values, None, context, Level.SITE)
        return ScopeContext((), context, (avoid,) if len(avoid) <= _MAX_AVOIDED else (), seeds)

    def _household(self, subject: str, values: tuple[KnownValue, ...]) -> ScopeContext:
        states = _states(values)
        site = self.for_subject(None)
        context = Context(
            household=names.people_named(values),
            site=site.context.site,
            states=states,
            state=next(iter(states.values()), ""),
        )
        seeds = self._seeds(values, subject, context, Level.HOUSEHOLD)
        return ScopeContext(
            self._known_values.household(subject), context, (original_forms(values), *site.avoid), seeds
        )

    def part_keys(self, subject: str, values: Sequence[KnownValue]) -> frozenset[PartKey]:
        """(kind, sub, canonical) of what some of the household's values are made of, whatever the level."""
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
                    found.setdefault(part.key, part)
        return tuple(found[key] for key in sorted(found))

    def _split_values(
        self, values: Sequence[KnownValue], subject: str | None, context: Context
    ) -> Iterator[tuple[KnownValue, Pieces]]:
        for value in values:
            if self._replaced(value.entity):
                mention = Mention(value.value, value.entity, subject, value.role, "known", None, value.parts)
                yield value, self._split(mention, context)


def original_forms(values: Sequence[KnownValue]) -> frozenset[str]:
    """What a stand-in must not be: the values, their parts and their words, folded, whole and without separators."""
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
    """Letters and digits alone, of a folded text."""
    return text if text.isalnum() else "".join(c for c in text if c.isalnum())


def _states(values: Sequence[KnownValue]) -> Mapping[str, str]:
    """The cities of addresses that say their state, folded -> state."""
    found: dict[str, str] = {}
    for value in values:
        parts = dict(value.parts)
        if "city" in parts and "state" in parts:
            found.setdefault(folded(parts["city"]), parts["state"].strip())
    return found
