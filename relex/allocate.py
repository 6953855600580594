"""Parts to stand-ins: what the index holds, and what is new in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from redactor.keys import Keyring
from relex.identity.context import ScopeContext, compact
from relex.index import Entry, Index, IndexUnavailableError, Roster
from relex.index.codec import standin_token
from relex.parts import Key, Kind, Part, folded
from relex.prf import KeyedChoice
from relex.strategy import Strategy

_TRIES = 100  # of compare-and-set, and of stand-ins that others took
_LOOKED_AT = 1_000  # candidates for one part
_TELLING = 3  # letters; a longer word of a place's name tells which it is
_NAMES = frozenset({Kind.GIVEN, Kind.FAMILY})
_WORD = re.compile(r"[^\W_]+")
_AT_ONCE = 2_000  # parts of a site that are written together
_ASKED = 100_000  # parts of a site of which it is remembered what they are slips of

Avoid = tuple[frozenset[str], ...]


class NoStandInError(Exception):
    """Every candidate is taken: the pool of a kind is too small for its scope. The message names the kind alone."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"no stand-in is left for another {kind}; see docs/guide/stand-ins.md")


@dataclass(frozen=True, slots=True)
class Held:
    """Stand-ins by scope and part."""

    by_scope: dict[str, dict[Key, str]] = field(default_factory=dict)

    def standin(self, scope: str, part: Part) -> str:
        return self.by_scope[scope][part.key]


class Allocator:
    """Asks the index for parts, and gives those it does not hold a stand-in that stays theirs."""

    def __init__(
        self, strategy: Strategy, index: Index, keyring: Keyring, choice_for: Callable[[str], KeyedChoice]
    ) -> None:
        self._strategy, self._index, self._keyring, self._choice_for = strategy, index, keyring, choice_for
        self._site: ScopeContext | None = None
        self._seeds: dict[tuple[str, str], set[str]] = {}  # canonical forms that records gave the site, by kind and sub
        self._aliases: dict[tuple[str, Key], str | None] = {}

    def first(self, part: Part, choice: KeyedChoice, avoid: Avoid) -> str:
        """The best candidate that is none of the originals to avoid; nobody else is asked."""
        return _first(self._candidates(part, choice), part, avoid, frozenset())

    def _candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        return islice(self._strategy.candidates(part, choice), _LOOKED_AT)

    # -- households: one roster each, compare-and-set

    def households(self, wanted: Mapping[tuple[str, ...], tuple[ScopeContext, dict[Key, Part]]], held: Held) -> None:
        """Fill `held` with the parts of households. The first scope of each names its roster."""
        waiting = dict(wanted)
        for _ in range(_TRIES):
            scopes = list(dict.fromkeys(s for members in waiting for s in members))
            rosters = dict(zip(scopes, self._index.rosters(scopes), strict=True))
            changed: list[tuple[tuple[str, ...], Roster, dict[Key, str]]] = []
            for members, (home, parts) in list(waiting.items()):
                found = _merged([rosters[s] for s in members])
                missing = [part for key, part in parts.items() if key not in found]
                if not missing:
                    held.by_scope.setdefault(members[0], {}).update(found)
                    del waiting[members]
                    continue
                seeds = [p for p in home.seeds if p.key not in found]
                retired = frozenset().union(*(rosters[s].retired for s in members))
                fresh = self._fresh(members, home.avoid, [*seeds, *_sorted(missing)], found, retired)
                own = rosters[members[0]]
                entries = tuple(Entry(members[0], _kind(key), key[2], text) for key, text in fresh.items())
                changed.append((members, replace(own, entries=own.entries + entries), found | fresh))
            if not waiting:
                return
            for (members, _, entries_now), done in zip(
                changed, self._index.put([roster for _, roster, _ in changed]), strict=True
            ):
                if done:
                    held.by_scope.setdefault(members[0], {}).update(entries_now)
                    del waiting[members]
            if not waiting:
                return
        raise IndexUnavailableError("a roster kept changing under us; try again with fewer workers")

    def _fresh(
        self,
        members: Sequence[str],
        avoid: Avoid,
        parts: Sequence[Part],
        found: Mapping[Key, str],
        retired: frozenset[str],
    ) -> dict[Key, str]:
        choice = self._choice_for(members[0])
        taken: dict[str, set[str]] = {}
        for key, text in found.items():
            taken.setdefault(key[0], set()).add(folded(text))
        fresh: dict[Key, str] = {}
        for part in parts:
            key = part.key
            if key in fresh:
                continue
            mine = taken.setdefault(key[0], set())
            gone = _retired(self._keyring, members, _kind(key), retired)
            fresh[key] = text = _first(self._candidates(part, choice), part, avoid, mine, gone)
            mine.add(folded(text))
        return fresh

    # -- site and global: an entry each, create-only

    def wide(self, scope: str, home: ScopeContext | None, parts: Mapping[Key, Part], held: Held) -> None:
        """Fill `held` with the parts of a scope that is wider than a household."""
        if home is not None and home is not self._site:
            for at in range(0, len(home.seeds), _AT_ONCE):
                some = home.seeds[at : at + _AT_ONCE]
                self._wide(scope, home.avoid, {p.key: p for p in some}, {}, propose=False)
            self._index.refresh()
            self._site = home
            self._aliases.clear()
            self._seeds.clear()
            for p in home.seeds:
                self._seeds.setdefault(p.key[:2], set()).add(p.canonical)
        found = held.by_scope.setdefault(scope, {})
        self._wide(scope, home.avoid if home else (), parts, found, propose=home is not None)

    def _wide(self, scope: str, avoid: Avoid, parts: Mapping[Key, Part], found: dict[Key, str], propose: bool) -> None:
        keys = sorted(parts)
        entries = self._index.get([(scope, _kind(key), key[2]) for key in keys])
        missing: list[Key] = []
        for key, entry in zip(keys, entries, strict=True):
            if entry is not None:
                found[key] = entry.standin
            elif propose and (alias := self._alias(scope, key, parts[key])) is not None:
                found[key] = alias
            else:
                missing.append(key)
        if missing:
            self._create(scope, avoid, {key: parts[key] for key in missing}, found)

    def _create(self, scope: str, avoid: Avoid, parts: Mapping[Key, Part], found: dict[Key, str]) -> None:
        choice = self._choice_for(scope)
        offers = {key: _offers(self._candidates(part, choice), part, avoid) for key, part in parts.items()}
        # Of two that want the same stand-in the first by name has it, in every worker, whoever writes first.
        taken = {(key[0], key[1], folded(text)) for key, text in found.items()}
        for _ in range(_TRIES):
            new = []
            for key in sorted(offers):
                text = next((t for t in offers[key] if (key[0], key[1], folded(t)) not in taken), None)
                if text is None:
                    raise NoStandInError(key[0])
                taken.add((key[0], key[1], folded(text)))
                new.append(Entry(scope, _kind(key), key[2], text))
            for key, entry in zip(sorted(offers), self._index.create(new), strict=True):
                if entry is not None:
                    found[key] = entry.standin
                    del offers[key]
            if not offers:
                return
        raise NoStandInError(next(iter(offers))[0])

    def _alias(self, scope: str, key: Key, part: Part) -> str | None:
        """A slip of the pen in what a structured record names: the stand-in of that.

        Only seeds are asked for, so that the answer does not hang on which note was read first.
        """
        if self._site is None:
            return None
        asked = (scope, key)
        if asked not in self._aliases:
            seeds = self._seeds.get(key[:2], set())
            near = self._index.similar(scope, _kind(key), self._strategy.query(part)) if seeds else []
            entry = self._strategy.decide(part, [e for e in near if e.original in seeds])
            if len(self._aliases) >= _ASKED:
                self._aliases.clear()
            self._aliases[asked] = None if entry is None else entry.standin
        return self._aliases[asked]


def _kind(key: Key) -> str:
    return f"{key[0]}.{key[1]}" if key[1] else key[0]


def _merged(rosters: Sequence[Roster]) -> dict[Key, str]:
    """What a household holds. Of scopes that were linked later the one that names it comes first: where two of its
    people had the same stand-in, each in a scope of their own, the later one gets another now.
    """
    found: dict[Key, str] = {}
    taken: set[tuple[str, str]] = set()
    for roster in rosters:
        for entry in roster.entries:
            kind, _, subkind = entry.kind.partition(".")
            key, text = (kind, subkind, entry.original), (kind, folded(entry.standin))
            if key not in found and text not in taken:
                found[key] = entry.standin
                taken.add(text)
    return found


def _sorted(parts: Sequence[Part]) -> list[Part]:
    return sorted(parts, key=lambda p: p.key)


def _retired(
    keyring: Keyring, scopes: Sequence[str], kind: str, tokens: frozenset[str]
) -> Callable[[str], bool] | None:
    """Each scope's roster names what it retired by its own tokens."""
    if not tokens:
        return None
    return lambda text: any(standin_token(keyring, scope, kind, text) in tokens for scope in scopes)


def _offers(candidates: Iterator[str], part: Part, avoid: Avoid) -> Iterator[str]:
    """Candidates in order, those that are somebody's original, or hold one, last: better such than no stand-in."""
    own = {w for w in _WORD.findall(part.canonical.partition("|")[0]) if len(w) > _TELLING}
    shortest = 2 if part.kind in _NAMES else _TELLING
    passed: list[str] = []
    for text in candidates:
        whole = folded(text)
        if whole == part.canonical:
            continue
        forms = {whole, compact(whole)}
        words = _WORD.findall(whole)
        if len(words) > 1:  # no Upper Alton for Alton, no Seo-Jun where a Seo-yeon lives
            forms.update(w for w in words if len(w) > shortest)
        if any(not forms.isdisjoint(some) for some in (own, *avoid)):
            passed.append(text)
        else:
            yield text
    yield from passed


def _first(
    candidates: Iterator[str],
    part: Part,
    avoid: Avoid,
    taken: Container[str],
    retired: Callable[[str], bool] | None = None,
) -> str:
    for text in _offers(candidates, part, avoid):
        if folded(text) not in taken and not (retired and retired(text)):
            return text
    raise NoStandInError(part.kind.value)
