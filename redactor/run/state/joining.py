"""This module joins charts to households by the clues that they share (ADR 0010)."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from redactor.run.contracts import PATIENT, TIE
from schemas.harvest.results import ClueKind

_MAX_HOLDERS = 16  # a clue that more charts share is a default, a group's number or a clerk's habit
_MAX_CHARTS = 32  # charts of a household
_MAX_NAMESAKES = 4  # if more patients share a name, naming each other decides nothing
_HALF = 4  # bytes of a hint: the hash of the given name, then that of the birth date
_UNKNOWN = bytes(_HALF)
_NAMED = "="  # marks the name of a household, as opposed to the scope of a chart without one


@dataclass(frozen=True, slots=True)
class HouseholdCounts:
    """A `HouseholdCounts` tells what joining found.

    joined: charts that were added to others. conflicts: households that had stand-ins of their own when they were
    joined. The others count what was not joined. too_common: clues that too many charts share. contradicted:
    identifiers whose holders differ in given name and birth date. too_large: households that would have grown too
    large. undecided: people named in a chart like another chart's patient, with nothing else in common.
    """

    joined: int = 0
    conflicts: int = 0
    too_common: int = 0
    contradicted: int = 0
    too_large: int = 0
    undecided: int = 0


@dataclass(frozen=True, slots=True)
class Holder:
    """A holder is a person of a chart who has a clue."""

    chart: int
    person: bytes
    kind: ClueKind
    hint: bytes


class Joining:
    """A `Joining` joins charts by their clues, the strongest clues first, then in the order of their keys."""

    def __init__(self, db: sqlite3.Connection, name_alone: Callable[[str], str]) -> None:
        self._db, self._name_alone = db, name_alone
        self._edges: list[tuple[ClueKind, bytes, list[int]]] = []
        self._naming: list[tuple[int, int, bytes]] = []  # chart, chart whose patient it names, key
        self._group_of: dict[str, str] = {}  # scope -> its household's name, or itself where it has none
        self._parent: dict[str, str] = {}
        self._charts: dict[str, int] = {}  # of a group
        self._too_common = self._contradicted = self._too_large = 0

    def read(self, groups: Iterable[tuple[bytes, list[Holder]]]) -> None:
        """Collect the ties between charts from clue keys with their holders."""
        for key, holders in groups:
            kind, charts = min(h.kind for h in holders), {h.chart for h in holders}
            if kind is ClueKind.NAME:
                self._read_name(key, holders)
            elif len(charts) > _MAX_HOLDERS:
                self._too_common += 1
            elif kind is ClueKind.IDENTIFIER:
                self._read_identifier(key, holders)
            else:
                self._edges.append((kind, key, list(charts)))
        directed = {(a, b) for a, b, _ in self._naming}
        meant: dict[tuple[int, bytes], set[int]] = defaultdict(set)
        for a, b, key in self._naming:
            if (b, a) in directed:
                meant[a, key].add(b)
        unclear = {(a, b) for (a, _), found in meant.items() if len(found) > 1 for b in found}
        for (a, key), found in meant.items():
            self._edges += [(ClueKind.NAME, key, [a, b]) for b in found if {(a, b), (b, a)}.isdisjoint(unclear)]

    def _read_name(self, key: bytes, holders: Sequence[Holder]) -> None:
        """Note which chart names whose patient. Two charts that name each other's patient form one household."""
        patients = named_patients(holders)
        for h in holders if patients else ():
            if h.person != PATIENT:
                self._naming += [(h.chart, chart, key) for chart in patients if chart != h.chart]

    def _read_identifier(self, key: bytes, holders: Sequence[Holder]) -> None:
        """Tie the holders of one identifier who agree in given name or birth date, then those of whom neither is
        known.
        """
        clusters: list[list[Holder]] = []
        for h in (h for h in holders if h.hint != _UNKNOWN + _UNKNOWN):
            near = [c for c in clusters if any(_agree(h.hint, other.hint) for other in c)]
            clusters = [c for c in clusters if c not in near] + [[h, *(other for c in near for other in c)]]
        self._edges += [(ClueKind.IDENTIFIER, key, [h.chart for h in c]) for c in clusters]
        if len(clusters) > 1:
            self._contradicted += 1
        else:
            self._edges.append((ClueKind.IDENTIFIER, key, [h.chart for h in holders]))

    def write(self) -> HouseholdCounts:
        """Join the charts, name the households, make every chart a member of one, and return the counts."""
        edges = [(kind, key, sorted(self._scope(c) for c in set(charts))) for kind, key, charts in self._edges]
        for _, _, scopes in sorted(edges):
            for a, b in pairwise(scopes):
                self._unite(a, b)
        return self._apply()

    def _scope(self, chart: int) -> str:
        return column(self._db, "scope", chart)

    def _unite(self, a: str, b: str) -> None:
        one, other = sorted((self._root(self._group(a)), self._root(self._group(b))))
        if one == other:
            return
        if self._charts[one] + self._charts[other] > _MAX_CHARTS:
            self._too_large += 1
            return
        self._parent[other] = one
        self._charts[one] += self._charts.pop(other)

    def _group(self, scope: str) -> str:
        found = self._group_of.get(scope)
        if found is None:
            row = self._db.execute("SELECT name FROM household WHERE scope=?", (scope,)).fetchone()
            found = self._group_of[scope] = scope if row is None or row[0] is None else _NAMED + str(row[0])
            if found not in self._parent:
                self._parent[found] = found
                self._charts[found] = _is_chart(scope) if found == scope else self._count(row[0])
        return found

    def _count(self, name: str) -> int:
        scopes = self._db.execute("SELECT scope FROM household WHERE name=?", (name,))
        return sum(_is_chart(scope) for (scope,) in scopes)

    def _root(self, group: str) -> str:
        while self._parent[group] != group:
            self._parent[group] = group = self._parent[self._parent[group]]
        return group

    def _apply(self) -> HouseholdCounts:
        joined = conflicts = 0
        together: dict[str, list[str]] = defaultdict(list)
        for group in self._parent:
            together[self._root(group)].append(group)
        for groups in together.values():
            names = sorted(g.removeprefix(_NAMED) for g in groups if g.startswith(_NAMED))
            new = sorted(g for g in groups if not g.startswith(_NAMED))
            if len(groups) > 1:
                joined += max(0, len(names) + sum(map(_is_chart, new)) - 1)
                conflicts += len(names[1:])
                self._name(names[0] if names else self._name_alone(new[0]), names[1:], new)
        rows = self._db.execute("SELECT scope FROM household WHERE name IS NULL").fetchall()
        alone = [(self._name_alone(scope), scope) for (scope,) in rows]
        self._db.executemany("UPDATE household SET own=?1, name=?1 WHERE scope=?2", alone)
        return HouseholdCounts(joined, conflicts, self._too_common, self._contradicted, self._too_large)

    def _name(self, name: str, absorbed: Sequence[str], new: Sequence[str]) -> None:
        """Give a household its name. The charts of absorbed households keep the stand-ins that they have."""
        alone = [self._name_alone(s) for s in new]
        for old in absorbed:
            self._db.execute("UPDATE household SET name=? WHERE name=?", (name, old))
            self._db.execute("UPDATE former SET now=? WHERE now=?", (name, old))
        self._db.executemany("UPDATE household SET own=?1, name=?1 WHERE scope=?2", [(name, s) for s in new])
        # A chart may have got stand-ins from texts before anything else was known of it.
        former = sorted({*absorbed, *alone} - {name})
        self._db.executemany("INSERT OR REPLACE INTO former VALUES (?,?)", [(old, name) for old in former])


def named_patients(holders: Sequence[Holder]) -> set[int]:
    """Return the charts whose patient has this name, if other charts name it too; {} if the name is too common to
    decide.
    """
    patients = {h.chart for h in holders if h.kind is ClueKind.NAME and h.person == PATIENT}
    is_named = any(h.person != PATIENT for h in holders)
    return patients if is_named and len(patients) <= _MAX_NAMESAKES else set()


def _is_chart(scope: str) -> bool:
    return not scope.startswith(TIE)


def _agree(a: bytes, b: bytes) -> bool:
    """Return whether two people have the same given name or the same birth date."""
    return any(x == y != _UNKNOWN for x, y in zip(_halves(a), _halves(b), strict=True))


def contradict(a: bytes, b: bytes) -> bool:
    """Return whether two people cannot be one: their birth dates differ or, if unknown, their given names do."""
    (given, born), (given_too, born_too) = _halves(a), _halves(b)
    if _UNKNOWN not in (born, born_too):
        return born != born_too
    return _UNKNOWN not in (given, given_too) and given != given_too


def _halves(hint: bytes) -> tuple[bytes, bytes]:
    return hint[:_HALF], hint[_HALF:]


def column(db: sqlite3.Connection, column: Literal["scope", "name"], chart: int) -> str:
    """Return the scope or the household name of a chart."""
    return str(db.execute(f"SELECT {column} FROM household WHERE chart=?", (chart,)).fetchone()[0])  # noqa: S608
