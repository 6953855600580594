"""Looks up the stand-ins of parts in the index and allocates those that are missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from redactor.errors import IndexUnavailableError, NoStandInError
from redactor.keys import Keyring
from redactor.lexicon.nicknames import may_be_one_name
from relex.identity.context import MAX_AVOIDED, HouseholdNames, ScopeContext, alphanumeric
from relex.index import Entry, Index, Roster
from relex.index.codec import standin_token
from relex.parts import Kind, Part, PartKey
from relex.prf import KeyedChoice
from relex.strategy import Strategy
from relex.taken import NO_SITE_NUMBERS, Taken, site_numbers
from relex.text_forms import folded

_MAX_ATTEMPTS = 100  # attempts at compare-and-set, and at stand-ins that another process took first
_MAX_CANDIDATES = 1_000  # candidates tried for one part
_MAX_GENERIC_WORD = 3  # characters; a longer word of a place's name identifies the place
_NAMES = frozenset({Kind.GIVEN, Kind.FAMILY})
_WORD = re.compile(r"[^\W_]+")
_BATCH = 2_000  # parts of a site that are written together
_MAX_MISSPELLINGS = 100_000  # cached answers about misspellings

Avoid = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class StandinMap:
    """Holds stand-ins by scope and by key of the part."""

    by_scope: dict[str, dict[PartKey, str]] = field(default_factory=dict)

    def standin(self, scope: str, part: Part) -> str:
        return self.by_scope[scope][part.key]


@dataclass(frozen=True, slots=True)
class HouseholdParts:
    """Holds the parts of one household that need stand-ins, with the tokens of the charts that mention each."""

    context: ScopeContext
    parts: dict[PartKey, Part] = field(default_factory=dict)
    charts: dict[PartKey, set[str]] = field(default_factory=dict)

    def add(self, part: Part, chart: str) -> None:
        self.parts[part.key] = part
        self.charts.setdefault(part.key, set()).add(chart)


class Allocator:
    """Looks up stand-ins in the index and allocates permanent ones for parts that have none."""

    def __init__(
        self, strategy: Strategy, index: Index, keyring: Keyring, choice_for: Callable[[str], KeyedChoice]
    ) -> None:
        self._strategy, self._index, self._keyring, self._choice_for = strategy, index, keyring, choice_for
        self._site_context: ScopeContext | None = None
        self._full_site: ScopeContext | None = None
        # canonical forms from the site's records, by kind and subkind
        self._seeds: dict[tuple[str, str], set[str]] = {}
        self._misspellings: dict[tuple[str, PartKey], str | None] = {}
        self.site_standins: frozenset[str] = frozenset()
        """Folded stand-ins of the names in the site's records; none at a site with too many to avoid."""
        self._site_numbers = NO_SITE_NUMBERS

    def choose_unindexed(self, part: Part, choice: KeyedChoice, avoid: Avoid) -> str:
        """Return the first candidate that is no original to avoid, without asking the index."""
        return _first_free_candidate(self._candidates(part, choice), part, avoid)

    def _candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield a bounded number of the strategy's candidates for a part."""
        return islice(self._strategy.candidates(part, choice), _MAX_CANDIDATES)

    # -- households: one roster each, compare-and-set

    def allocate_households(self, wanted: Mapping[HouseholdNames, HouseholdParts], standins: StandinMap) -> None:
        """Add the stand-ins of household parts to `standins`, under the scope of the chart's household.

        `wanted` maps the scopes of a household to its parts. A chart keeps the stand-ins that it got before its
        household was joined to another; a part that neither household has is allocated once for both.
        """
        waiting = dict(wanted)
        for _ in range(_MAX_ATTEMPTS):
            scopes = list(dict.fromkeys(s for household in waiting for s in household.all))
            rosters = dict(zip(scopes, self._index.rosters(scopes), strict=True))
            changed: dict[str, Roster] = {}
            made: dict[HouseholdNames, tuple[dict[PartKey, str], list[str]]] = {}
            for household, needed in waiting.items():
                if not changed.keys().isdisjoint(household.all):
                    continue
                household_rosters = [rosters[s] for s in household.all]
                found = _merged_standins(household_rosters)
                writes = {
                    r.scope: r.entries
                    for r in (_with_charts(roster, needed) for roster in household_rosters)
                    if r is not None
                }
                if not all(key in found for key in needed.parts):
                    for scope, new in self._allocate_missing(household, rosters, found, needed).items():
                        entries = (self._new_entry(scope, key, text, needed) for key, text in new.items())
                        writes[scope] = (*writes.get(scope, rosters[scope].entries), *entries)
                        found |= new
                changed |= {scope: replace(rosters[scope], entries=entries) for scope, entries in writes.items()}
                made[household] = found, list(writes)
            done = dict(zip(changed, self._index.put(list(changed.values())), strict=True))
            for household, (found, written) in made.items():
                if all(done[scope] for scope in written):
                    standins.by_scope.setdefault(household.own, {}).update(found)
                    del waiting[household]
            if not waiting:
                return
        raise IndexUnavailableError("a household's roster kept changing; try again with fewer workers")

    def _new_entry(self, scope: str, key: PartKey, text: str, needed: HouseholdParts) -> Entry:
        """Return the index entry of a new stand-in, with its charts if only texts have the original."""
        charts = frozenset() if key in needed.context.seed_keys else frozenset(needed.charts.get(key, ()))
        return Entry(scope, _index_kind(key), key[2], text, charts)

    def _allocate_missing(
        self,
        household: HouseholdNames,
        rosters: Mapping[str, Roster],
        found: Mapping[PartKey, str],
        needed: HouseholdParts,
    ) -> dict[str, dict[PartKey, str]]:
        """Return the new stand-ins by the scope that gets them.

        A part that no roster has goes to the household's current scope, so that all charts find it. A part whose
        stand-in belongs to another part in the chart's first roster gets a new one there, so that two people of a chart
        never share one.
        """
        household_rosters = [rosters[s] for s in household.all]
        taken = [(e.part_key, e.standin) for roster in household_rosters for e in roster.entries]
        retired = frozenset().union(*(roster.retired for roster in household_rosters))
        missing = [
            p
            for p in (*needed.context.seeds, *sorted(needed.parts.values(), key=lambda p: p.key))
            if p.key not in found
        ]
        known = {key for key, _ in taken} if household.own != household.current else set()
        new: dict[str, dict[PartKey, str]] = {}
        for scope, batch in (
            (household.current, [p for p in missing if p.key not in known]),
            (household.own, [p for p in missing if p.key in known]),
        ):
            if batch:
                new[scope] = self._allocate_new(household, scope, needed.context, batch, taken, retired)
                taken += new[scope].items()
        return new

    def _allocate_new(
        self,
        household: HouseholdNames,
        scope: str,
        scope_context: ScopeContext,
        parts: Sequence[Part],
        found: Iterable[tuple[PartKey, str]],
        retired: frozenset[str],
    ) -> dict[PartKey, str]:
        """Return new stand-ins of the parts in a household's scope, none of them taken or retired."""
        choice = self._choice_for(scope)
        taken = Taken(found, scope_context.seed_keys, grouped_by=1)
        new: dict[PartKey, str] = {}
        for part in parts:
            key = part.key
            if key in new:
                continue
            is_retired = _retired_check(self._keyring, household.all, _index_kind(key), retired)
            candidates, avoid = self._candidates_in_chart(part, choice, scope_context)
            new[key] = text = _first_free_candidate(candidates, part, avoid, taken, is_retired)
            taken.add(key, text)
        return new

    def _candidates_in_chart(
        self, part: Part, choice: KeyedChoice, scope_context: ScopeContext
    ) -> tuple[Iterator[str], Avoid]:
        """Return the candidates for a part of a household, and the texts that they avoid; telephone numbers start with
        the site's.
        """
        candidates, numbers = self._candidates(part, choice), self._site_numbers
        if part.kind is not Kind.PHONE:
            return candidates, scope_context.avoid
        of_site = numbers.standin(part, scope_context.seed_keys)
        if of_site is None:
            return candidates, (*scope_context.avoid, numbers.avoid)
        return chain((of_site,), candidates), (*scope_context.avoid, numbers.avoid - {folded(of_site)})

    # -- site and global: an entry each, create-only

    def place_site(self, scope: str, scope_context: ScopeContext) -> None:
        """Allocate stand-ins for all values of the site's records, once for each state of these records.

        Raises NoStandInError when a value finds no stand-in, and raises it again without another search.
        """
        if scope_context is self._site_context:
            return
        if scope_context is self._full_site:
            raise NoStandInError("site")
        # In keyed order: which batch wrote a row must reveal nothing of its original.
        choice = self._choice_for(scope)
        seeds = sorted(scope_context.seeds, key=lambda p: choice.integer(1 << 64, "order", *p.key))
        placed: dict[PartKey, str] = {}
        for at in range(0, len(seeds), _BATCH):
            batch = {p.key: p for p in seeds[at : at + _BATCH]}
            try:
                self._look_up_or_create(scope, scope_context.avoid, batch, placed, match_misspellings=False)
            except NoStandInError:
                self._full_site = scope_context
                raise
        given = {folded(text) for key, text in placed.items() if key[0] in _NAMES}
        self.site_standins = frozenset(given) if len(given) <= MAX_AVOIDED else frozenset()
        self._site_numbers = site_numbers(placed)
        self._index.refresh()
        self._site_context = scope_context
        self._misspellings.clear()
        self._seeds.clear()
        for p in scope_context.seeds:
            self._seeds.setdefault(p.key[:2], set()).add(p.canonical)

    def allocate_shared(
        self, scope: str, scope_context: ScopeContext | None, parts: Mapping[PartKey, Part], standins: StandinMap
    ) -> None:
        """Add the stand-ins of parts in a site scope or the global scope to `standins`."""
        if scope_context is not None:
            self.place_site(scope, scope_context)
        found = standins.by_scope.setdefault(scope, {})
        self._look_up_or_create(
            scope,
            scope_context.avoid if scope_context else (),
            parts,
            found,
            match_misspellings=scope_context is not None,
        )

    def _look_up_or_create(
        self,
        scope: str,
        avoid: Avoid,
        parts: Mapping[PartKey, Part],
        found: dict[PartKey, str],
        match_misspellings: bool,
    ) -> None:
        """Add the stand-ins of parts in a shared scope to `found`: from the index, by a misspelling, or new."""
        keys = sorted(parts)
        entries = self._index.get([(scope, _index_kind(key), key[2]) for key in keys])
        found |= {key: entry.standin for key, entry in zip(keys, entries, strict=True) if entry is not None}
        missing = [key for key in keys if key not in found]
        if missing and match_misspellings:
            found |= self._standins_of_misspellings(scope, {key: parts[key] for key in missing})
            missing = [key for key in missing if key not in found]
        if missing:
            self._create_entries(scope, avoid, {key: parts[key] for key in missing}, found)

    def _create_entries(
        self, scope: str, avoid: Avoid, parts: Mapping[PartKey, Part], found: dict[PartKey, str]
    ) -> None:
        """Create entries for parts in a shared scope, trying the next candidate when another process took one."""
        choice = self._choice_for(scope)
        remaining = {
            key: _ordered_candidates(self._candidates(part, choice), part, avoid) for key, part in parts.items()
        }
        # When two parts want the same stand-in, the first by key gets it, whichever worker writes first.
        groups = {key[:2] for key in parts}
        given = ((key, text) for key, text in found.items() if key[:2] in groups)
        taken = Taken(given, {key for key, part in parts.items() if part.recorded}, grouped_by=2)
        for _ in range(_MAX_ATTEMPTS):
            new = []
            for key in sorted(remaining):
                text = next((t for t in remaining[key] if not taken.holds(parts[key], t)), None)
                if text is None:
                    raise NoStandInError(key[0])
                taken.add(key, text)
                new.append(Entry(scope, _index_kind(key), key[2], text))
            for key, entry in zip(sorted(remaining), self._index.create(new), strict=True):
                if entry is not None:
                    found[key] = entry.standin
                    del remaining[key]
            if not remaining:
                return
        raise NoStandInError(next(iter(remaining))[0])

    def _standins_of_misspellings(self, scope: str, parts: Mapping[PartKey, Part]) -> dict[PartKey, str]:
        """Return the stand-ins of parts that misspell one of the site's recorded values.

        Only recorded values count, so that the answer does not depend on the order in which notes are read.
        """
        if self._site_context is None:
            return {}
        if len(self._misspellings) >= _MAX_MISSPELLINGS:
            self._misspellings.clear()
        proposed: dict[PartKey, list[Entry]] = {}
        for key in parts:
            if (scope, key) in self._misspellings:
                continue
            seeds = self._seeds.get(key[:2], set())
            similar = self._index.similar(scope, _index_kind(key), self._strategy.query(parts[key])) if seeds else []
            proposed[key] = [e for e in similar if e.original in seeds]
        decided = self._strategy.decide([(parts[key], entries) for key, entries in proposed.items()])
        for key, entry in zip(proposed, decided, strict=True):
            self._misspellings[scope, key] = None if entry is None else entry.standin
        found = {key: self._misspellings[scope, key] for key in parts}
        return {key: standin for key, standin in found.items() if standin is not None}


def _index_kind(key: PartKey) -> str:
    """Return the kind of an index entry, "kind.subkind" or "kind"."""
    return f"{key[0]}.{key[1]}" if key[1] else key[0]


def _merged_standins(rosters: Sequence[Roster]) -> dict[PartKey, str]:
    """Return the stand-ins of a chart from the rosters of its household, where the earlier roster wins.

    The chart's first roster comes first, so that stand-ins given before stay. A stand-in of a later roster that belongs
    to another part in an earlier roster is left out.
    """
    found: dict[PartKey, str] = {}
    taken: set[tuple[str, str]] = set()
    for roster in rosters:
        for entry in roster.entries:
            key = entry.part_key
            text = (key[0], folded(entry.standin))
            if key not in found and text not in taken:
                found[key] = entry.standin
                taken.add(text)
    return found


def _with_charts(roster: Roster, needed: HouseholdParts) -> Roster | None:
    """Return the roster with the new charts of originals known from texts only, or None if nothing changes."""
    entries = tuple(
        replace(e, charts=e.charts | more)
        if e.charts and (more := needed.charts.get(e.part_key, set()) - e.charts)
        else e
        for e in roster.entries
    )
    return None if entries == roster.entries else replace(roster, entries=entries)


def _retired_check(
    keyring: Keyring, scopes: Sequence[str], kind: str, tokens: frozenset[str]
) -> Callable[[str], bool] | None:
    """Return a test for retired stand-ins, which each roster lists as tokens; None if no stand-in is retired."""
    if not tokens:
        return None
    return lambda text: any(standin_token(keyring, scope, kind, text) in tokens for scope in scopes)


def _ordered_candidates(candidates: Iterator[str], part: Part, avoid: Avoid) -> Iterator[str]:
    """Yield candidates in order, with those that equal or contain somebody's original last as a fallback."""
    original_words = {w for w in _WORD.findall(part.name) if len(w) > _MAX_GENERIC_WORD}
    shortest = 2 if part.kind in _NAMES else _MAX_GENERIC_WORD
    passed: list[str] = []
    for text in candidates:
        whole = folded(text)
        if whole == part.canonical or (part.kind is Kind.GIVEN and may_be_one_name(whole, part.name)):
            continue  # nor "Bob" for Robert
        forms = {whole, alphanumeric(whole)}
        words = _WORD.findall(whole)
        if len(words) > 1:  # not "Upper Alton" for Alton, nor "Seo-Jun" where a Seo-yeon lives
            forms.update(w for w in words if len(w) > shortest)
        if any(not forms.isdisjoint(texts) for texts in (original_words, *avoid)):
            passed.append(text)
        else:
            yield text
    yield from passed


def _first_free_candidate(
    candidates: Iterator[str],
    part: Part,
    avoid: Avoid,
    taken: Taken | None = None,
    retired: Callable[[str], bool] | None = None,
) -> str:
    """Return the first candidate that is neither taken nor retired. Raises NoStandInError."""
    for text in _ordered_candidates(candidates, part, avoid):
        if not (taken and taken.holds(part, text)) and not (retired and retired(text)):
            return text
    raise NoStandInError(part.kind.value)
