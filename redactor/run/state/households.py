"""Households: which charts belong together, by what their records have in common (ADR 0010).

A chart is what a home knows of one patient. It holds clues about its patient and about the people whom it names, as
keyed hashes. Charts that share a clue are one household. The result depends on the set of clues alone, never on the
order in which they came. A household keeps its name when it grows, since stand-ins follow from the name.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count, groupby, pairwise
from operator import itemgetter
from typing import Literal

from redactor.keys import DerivedKey, Keyring
from redactor.run.contracts import PATIENT, TIE, PersonClue
from schemas.harvest.results import ClueKind

_MAX_HOLDERS = 16  # charts that share a clue; one of more charts is a default, a group's number or a clerk's habit
_MAX_CHARTS = 32  # charts of a household
_MAX_NAMESAKES = 4  # patients of one name; among more a name and its counterpart decide nothing
_MAX_TOUCHED = 200_000  # clues that are looked up one by one; beyond, all are read
_HALF = 4  # bytes of a hint: the hash of the given name, then that of the birth date
_UNKNOWN = bytes(_HALF)
_HOLDERS = "SELECT chart, person, hint FROM clue WHERE key=? AND person<>?"
_NAMED = "="  # before the name of a household, apart from the scopes of charts that have none

SCHEMA = """
CREATE TABLE household (chart INTEGER PRIMARY KEY, scope TEXT NOT NULL UNIQUE, own TEXT, name TEXT);
CREATE INDEX household_name ON household (name);
CREATE TABLE former (name TEXT PRIMARY KEY, now TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE clue (
    key BLOB NOT NULL, chart INTEGER NOT NULL, person BLOB NOT NULL, kind INTEGER NOT NULL, hint BLOB NOT NULL,
    PRIMARY KEY (key, chart, person)
) WITHOUT ROWID;
"""
COLUMNS = {
    "household": ("chart", "scope", "own", "name"),
    "former": ("name", "now"),
    "clue": ("key", "chart", "person", "kind", "hint"),
}


@dataclass(frozen=True, slots=True)
class Household:
    """The names under which a chart's household has stand-ins.

    own: the name under which the chart got its first. name: the one that new stand-ins get. former: names of
    households that were joined to this one, sorted.
    """

    own: str
    name: str
    former: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HouseholdCounts:
    """What joining found. joined: charts that came to others. conflicts: households that had stand-ins of their own
    when they were joined.

    Not joined were: too_common, clues of too many charts; contradicted, identifiers whose holders differ in given name
    and birth date; too_large, households that would have grown too large; undecided, people named in a chart like
    another chart's patient with nothing else in common.
    """

    joined: int = 0
    conflicts: int = 0
    too_common: int = 0
    contradicted: int = 0
    too_large: int = 0
    undecided: int = 0


@dataclass(frozen=True, slots=True)
class _Holder:
    chart: int
    person: bytes
    kind: ClueKind
    hint: bytes


def name_alone(keyring: Keyring, scope: str, turn: int = 0) -> str:
    """The name of the household of a chart that belongs to no other: a keyed hash, so that it can outlive the chart.

    turn: counts up while a household of others still has the name of a chart that was forgotten.
    """
    return _mac(keyring).token("household", scope, *([str(turn)] if turn else []))


@lru_cache(maxsize=8)
def _mac(keyring: Keyring) -> DerivedKey:
    return keyring.internal("household")


class Households:
    """The households in the database of the known values. The caller opens and ends the transactions."""

    def __init__(self, db: sqlite3.Connection, keyring: Keyring) -> None:
        self._db = db
        self._keyring = keyring
        self._touched: set[bytes] | None = set()
        self._writes = False

    def add_chart(self, scope: str) -> None:
        """Make a chart known; its household is decided by `join`."""
        self._begin()
        self._db.execute("INSERT OR IGNORE INTO household (scope) VALUES (?)", (scope,))

    def add(self, clues: Iterable[PersonClue]) -> None:
        """Add clues; unknown charts are made known."""
        self._begin()
        rows = [(c.key, c.person, c.kind, c.hint, c.scope) for c in clues]
        # Of several hints the choice must not depend on the order in which they come.
        sql = "INSERT INTO clue SELECT ?1, chart, ?2, ?3, ?4 FROM household WHERE scope=?5"
        sql += " ON CONFLICT DO UPDATE SET kind=min(kind, excluded.kind), hint=max(hint, excluded.hint)"
        sql += " WHERE excluded.kind < kind OR excluded.hint > hint"
        self._db.executemany("INSERT OR IGNORE INTO household (scope) VALUES (?)", [(row[4],) for row in rows])
        self._db.executemany(sql, rows)
        if self._touched is not None:
            self._touched.update(row[0] for row in rows)
            if len(self._touched) > _MAX_TOUCHED:
                self._touched = None

    def _begin(self) -> None:
        """At the first write: look at everything where a process ended before it joined, leaving charts unnamed."""
        if not self._writes:
            self._writes = True
            if self._db.execute("SELECT 1 FROM household WHERE name IS NULL LIMIT 1").fetchone():
                self._touched = None

    def roll_back(self) -> None:
        """Look at everything at the next `join`: what was joined in a transaction that was rolled back is not known."""
        self._touched = None

    def of(self, scope: str) -> Household:
        """The household of a chart; of one that is not known, what it would be alone."""
        row = self._db.execute("SELECT own, name FROM household WHERE scope=?", (scope,)).fetchone()
        if row is None or row[1] is None:
            alone = self.name_alone(scope)
            return Household(alone, alone)
        own, name = str(row[0]), str(row[1])
        former = self._db.execute("SELECT name FROM former WHERE now=? ORDER BY name", (name,))
        return Household(own, name, tuple(str(r[0]) for r in former))

    def name_alone(self, scope: str) -> str:
        """The name that the chart would have as a household of its own: one that no other chart has or had."""
        sql = "SELECT 1 FROM household WHERE scope<>?1 AND name=?2 UNION ALL SELECT 1 FROM former WHERE name=?2"
        names = (name_alone(self._keyring, scope, turn) for turn in count())
        return next(n for n in names if self._db.execute(sql, (scope, n)).fetchone() is None)

    def members(self, scope: str) -> tuple[str, ...]:
        """The chart and those of its household, sorted."""
        sql = "SELECT scope FROM household WHERE name=(SELECT name FROM household WHERE scope=?)"
        return tuple(sorted({scope, *(str(row[0]) for row in self._db.execute(sql, (scope,)))}))

    def join(self) -> HouseholdCounts:
        """Join the charts that the clues since the last call tie together."""
        self._begin()
        keys = self._touched
        joining = _Joining(self._db, self.name_alone)
        joining.read(self._groups(keys))
        counts = joining.write()
        self._touched = set()
        return replace(counts, undecided=self._undecided(keys))

    def _groups(self, keys: set[bytes] | None) -> Iterator[tuple[bytes, list[_Holder]]]:
        """The clues that several charts hold, in the order of their keys, with their holders."""
        columns = "SELECT key, chart, person, kind, hint FROM clue"
        if keys is None:
            rows: Iterable[tuple[bytes, int, bytes, int, bytes]] = self._db.execute(f"{columns} ORDER BY key")
        else:
            rows = (r for k in sorted(keys) for r in self._db.execute(f"{columns} WHERE key=?", (k,)).fetchall())
        for key, some in groupby(rows, key=itemgetter(0)):
            holders = [_Holder(chart, person, ClueKind(kind), hint) for _, chart, person, kind, hint in some]
            if len({h.chart for h in holders}) > 1:
                yield key, holders

    def _undecided(self, keys: set[bytes] | None) -> int:
        """People named in a chart like the patients of others, none of them in its household."""
        name_of = lru_cache(maxsize=None)(partial(_column, self._db, "name"))
        found: dict[tuple[int, bytes], bool] = {}
        for _, holders in self._groups(keys):
            patients = [h for h in holders if h.kind is ClueKind.NAME and h.person == PATIENT]
            own = {h.chart for h in patients}
            for h in holders if patients else ():
                if h.kind is ClueKind.NAME and h.person != PATIENT and h.chart not in own:
                    there = {name_of(p.chart) for p in patients if not _contradict(p.hint, h.hint)}
                    if there:
                        decided = name_of(h.chart) in there
                        found[h.chart, h.person] = found.get((h.chart, h.person), False) or decided
        return sum(not decided for decided in found.values())

    # -- forgetting

    def people_like(self, scopes: Sequence[str]) -> set[tuple[str, bytes]]:
        """Who in other charts of their household is the patient of these charts, as (scope, person)."""
        mine = self._charts(scopes)
        others = self._charts({m for s in scopes for m in self.members(s)}) - mine
        sql = f"SELECT key, hint FROM clue WHERE chart IN ({_listed(mine)}) AND person=? AND kind NOT IN (?,?)"  # noqa: S608
        found = set()
        for key, hint in self._db.execute(sql, (PATIENT, ClueKind.ACCOUNT, ClueKind.CONTACT)).fetchall():
            for chart, person, theirs in self._db.execute(_HOLDERS, (key, PATIENT)):
                if chart in others and not _contradict(hint, theirs):
                    found.add((chart, bytes(person)))
        return {(_column(self._db, "scope", chart), person) for chart, person in found}

    def namesakes(self, scopes: Sequence[str]) -> int:
        """How many people named in charts of other households may be the patients of these charts, by their names."""
        mine = self._charts(scopes)
        ours = self._charts({m for s in scopes for m in self.members(s)}) | mine
        sql = f"SELECT key, hint FROM clue WHERE chart IN ({_listed(mine)}) AND person=? AND kind=?"  # noqa: S608
        found = set()
        for key, hint in self._db.execute(sql, (PATIENT, ClueKind.NAME)).fetchall():
            for chart, person, theirs in self._db.execute(_HOLDERS, (key, PATIENT)):
                if chart not in ours and not _contradict(hint, theirs):
                    found.add((chart, person))
        return len(found)

    def forget(self, scopes: Sequence[str], keys: Iterable[bytes]) -> None:
        """Erase the charts with their clues, and the clues about their patients in other charts of the household.

        keys: of clues that refer to the patients.
        """
        self._db.executemany("DELETE FROM clue WHERE key=?", [(key,) for key in keys])
        for scope, person in self.people_like(scopes):
            sql = "DELETE FROM clue WHERE person=? AND chart=(SELECT chart FROM household WHERE scope=?)"
            self._db.execute(sql, (person, scope))
        self._db.execute(f"DELETE FROM clue WHERE chart IN ({_listed(self._charts(scopes))})")  # noqa: S608
        self._db.executemany("DELETE FROM household WHERE scope=?", [(scope,) for scope in scopes])
        self._db.execute("DELETE FROM former WHERE now NOT IN (SELECT name FROM household)")

    def forget_name(self, name: str) -> None:
        """No longer read the stand-ins of a former household, because nobody has any there."""
        self._db.execute("DELETE FROM former WHERE name=?", (name,))

    def _charts(self, scopes: Iterable[str]) -> set[int]:
        rows = (self._db.execute("SELECT chart FROM household WHERE scope=?", (s,)).fetchone() for s in scopes)
        return {int(row[0]) for row in rows if row is not None}


class _Joining:
    """Joins charts: strongest clues first, then in the order of their keys."""

    def __init__(self, db: sqlite3.Connection, name_alone: Callable[[str], str]) -> None:
        self._db, self._name_alone = db, name_alone
        self._edges: list[tuple[ClueKind, bytes, list[int]]] = []
        self._naming: list[tuple[int, int, bytes]] = []  # chart, chart whose patient it names, key
        self._group_of: dict[str, str] = {}  # scope -> its household's name, or itself where it has none
        self._parent: dict[str, str] = {}
        self._charts: dict[str, int] = {}  # of a group
        self._too_common = self._contradicted = self._too_large = 0

    def read(self, groups: Iterable[tuple[bytes, list[_Holder]]]) -> None:
        """Collect what ties charts together."""
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

    def _read_name(self, key: bytes, holders: Sequence[_Holder]) -> None:
        """Whose patient a chart names. Two charts that name each other's patient are one household."""
        patients = {h.chart for h in holders if h.person == PATIENT}
        if len(patients) <= _MAX_NAMESAKES:
            for h in holders:
                if h.person != PATIENT:
                    self._naming += [(h.chart, chart, key) for chart in patients if chart != h.chart]

    def _read_identifier(self, key: bytes, holders: Sequence[_Holder]) -> None:
        """Holders of one identifier who agree in given name or birth date; then those of whom neither is known."""
        clusters: list[list[_Holder]] = []
        for h in (h for h in holders if h.hint != _UNKNOWN + _UNKNOWN):
            near = [c for c in clusters if any(_agree(h.hint, other.hint) for other in c)]
            clusters = [c for c in clusters if c not in near] + [[h, *(other for c in near for other in c)]]
        self._edges += [(ClueKind.IDENTIFIER, key, [h.chart for h in c]) for c in clusters]
        if len(clusters) > 1:
            self._contradicted += 1
        else:
            self._edges.append((ClueKind.IDENTIFIER, key, [h.chart for h in holders]))

    def write(self) -> HouseholdCounts:
        """Join, name the households, and make every chart a member of one."""
        edges = [(kind, key, sorted(self._scope(c) for c in set(charts))) for kind, key, charts in self._edges]
        for _, _, scopes in sorted(edges):
            for a, b in pairwise(scopes):
                self._unite(a, b)
        return self._apply()

    def _scope(self, chart: int) -> str:
        return _column(self._db, "scope", chart)

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


def _is_chart(scope: str) -> bool:
    return not scope.startswith(TIE)


def _agree(a: bytes, b: bytes) -> bool:
    """Whether two people have one given name or one birth date."""
    return any(x == y != _UNKNOWN for x, y in zip(_halves(a), _halves(b), strict=True))


def _contradict(a: bytes, b: bytes) -> bool:
    """Whether two people cannot be one: other birth dates; without them, other given names."""
    (given, born), (given_too, born_too) = _halves(a), _halves(b)
    if _UNKNOWN not in (born, born_too):
        return born != born_too
    return _UNKNOWN not in (given, given_too) and given != given_too


def _halves(hint: bytes) -> tuple[bytes, bytes]:
    return hint[:_HALF], hint[_HALF:]


def _column(db: sqlite3.Connection, column: Literal["scope", "name"], chart: int) -> str:
    return str(db.execute(f"SELECT {column} FROM household WHERE chart=?", (chart,)).fetchone()[0])  # noqa: S608


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, sorted(numbers)))
