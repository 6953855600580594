"""This module stores which charts belong to one household, by the clues that their records share (ADR 0010).

A chart is what a home knows of one patient. It holds clues about its patient and about the people whom it names, as
keyed hashes. Charts that share a clue form one household. The result depends on the set of clues alone, never on the
order in which they came. A household keeps its name when it grows, since stand-ins follow from the name.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count, groupby
from operator import itemgetter

from redactor.keys import DerivedKey, Keyring
from redactor.run.contracts import PATIENT, PersonClue
from redactor.run.state.forgotten import Erasure, Heir
from redactor.run.state.joining import Holder, HouseholdCounts, Joining, column, contradict, named_patients
from schemas.harvest.results import ClueKind

_MAX_LOOKUPS = 200_000  # if more clues than these changed, all are read
_HOLDERS = "SELECT chart, person, hint FROM clue WHERE key=? AND person<>?"

SCHEMA = """
CREATE TABLE household (chart INTEGER PRIMARY KEY, scope TEXT NOT NULL UNIQUE, own TEXT, name TEXT);
CREATE INDEX household_name ON household (name);
CREATE TABLE former (name TEXT PRIMARY KEY, now TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE clue (
    key BLOB NOT NULL, chart INTEGER NOT NULL, person BLOB NOT NULL, kind INTEGER NOT NULL, hint BLOB NOT NULL,
    PRIMARY KEY (key, chart, person)
) WITHOUT ROWID;
CREATE INDEX clue_chart ON clue (chart);
"""
COLUMNS = {
    "household": ("chart", "scope", "own", "name"),
    "former": ("name", "now"),
    "clue": ("key", "chart", "person", "kind", "hint"),
}


@dataclass(frozen=True, slots=True)
class Household:
    """A `Household` holds the names under which a chart's household has stand-ins.

    initial_name: the name under which the chart's first stand-ins were made. name: the name under which new stand-ins
    are made. former_names: names of households that were joined to this one, sorted.
    """

    initial_name: str
    name: str
    former_names: tuple[str, ...] = ()


def name_alone(keyring: Keyring, scope: str, turn: int = 0) -> str:
    """Return the household name of a chart that shares its household with no other: a keyed hash that can outlive the
    chart.

    turn: counts up while another household still has the name of a forgotten chart.
    """
    return _mac(keyring).token("household", scope, *([str(turn)] if turn else []))


@lru_cache(maxsize=8)
def _mac(keyring: Keyring) -> DerivedKey:
    return keyring.internal("household")


class Households:
    """A `Households` adds charts and clues and joins households, in the database of the known values.

    The caller opens and ends the transactions.
    """

    def __init__(self, db: sqlite3.Connection, keyring: Keyring) -> None:
        self._db = db
        self._keyring = keyring
        self._changed_keys: set[bytes] | None = set()
        self._writes = False

    def add_chart(self, scope: str) -> None:
        """Register a chart; `join` decides its household."""
        self._begin()
        self._db.execute("INSERT OR IGNORE INTO household (scope) VALUES (?)", (scope,))

    def add(self, clues: Iterable[PersonClue]) -> None:
        """Add clues, and register the charts that they name."""
        self._begin()
        rows = [(c.key, c.person, c.kind, c.hint, c.scope) for c in clues]
        # Of several hints the choice must not depend on the order in which they come.
        sql = "INSERT INTO clue SELECT ?1, chart, ?2, ?3, ?4 FROM household WHERE scope=?5"
        sql += " ON CONFLICT DO UPDATE SET kind=min(kind, excluded.kind), hint=max(hint, excluded.hint)"
        sql += " WHERE excluded.kind < kind OR excluded.hint > hint"
        self._db.executemany("INSERT OR IGNORE INTO household (scope) VALUES (?)", [(row[4],) for row in rows])
        self._db.executemany(sql, rows)
        if self._changed_keys is not None:
            self._changed_keys.update(row[0] for row in rows)
            if len(self._changed_keys) > _MAX_LOOKUPS:
                self._changed_keys = None

    def _begin(self) -> None:
        """Check, at the first write, whether a process ended before it joined; then the next `join` reads all clues."""
        if not self._writes:
            self._writes = True
            if self._db.execute("SELECT 1 FROM household WHERE name IS NULL LIMIT 1").fetchone():
                self._changed_keys = None

    def roll_back(self) -> None:
        """Let the next `join` read all clues, because it is unknown what a rolled-back transaction had joined."""
        self._changed_keys = None

    def household_of(self, scope: str) -> Household:
        """Return the household of a chart; for an unknown chart, the one that it would have alone."""
        row = self._db.execute("SELECT own, name FROM household WHERE scope=?", (scope,)).fetchone()
        if row is None or row[1] is None:
            alone = self.name_alone(scope)
            return Household(alone, alone)
        initial, name = str(row[0]), str(row[1])
        former = self._db.execute("SELECT name FROM former WHERE now=? ORDER BY name", (name,))
        return Household(initial, name, tuple(str(r[0]) for r in former))

    def name_alone(self, scope: str) -> str:
        """Return the name that the chart would have as a household of its own, which no other chart has or had."""
        sql = "SELECT 1 FROM household WHERE scope<>?1 AND name=?2 UNION ALL SELECT 1 FROM former WHERE name=?2"
        names = (name_alone(self._keyring, scope, turn) for turn in count())
        return next(n for n in names if self._db.execute(sql, (scope, n)).fetchone() is None)

    def members(self, scope: str) -> tuple[str, ...]:
        """Return the chart and the others of its household, sorted."""
        sql = "SELECT scope FROM household WHERE name=(SELECT name FROM household WHERE scope=?)"
        return tuple(sorted({scope, *(str(row[0]) for row in self._db.execute(sql, (scope,)))}))

    def join(self) -> HouseholdCounts:
        """Join the charts that the clues since the last call tie together."""
        self._begin()
        keys = self._changed_keys
        joining = Joining(self._db, self.name_alone)
        if keys is None:
            joining.read(self._groups(None))
            counts = joining.write()
            undecided = self._undecided(self._groups(None))
        else:
            groups = dict(self._groups(keys))
            joining.read(sorted((groups | self._names_beside(groups, keys)).items()))
            counts = joining.write()
            undecided = self._undecided(groups.items())
        self._changed_keys = set()
        return replace(counts, undecided=undecided)

    def _names_beside(self, groups: dict[bytes, list[Holder]], keys: set[bytes]) -> dict[bytes, list[Holder]]:
        """Return the groups of earlier name clues that decide together with new ones.

        groups: the groups of `keys`. Charts are joined if each names the other's patient, unless several such patients
        have one name. So all names in the charts of patients whom others name are read, and once more those of the
        patients found there.
        """
        known, found, fresh = set(keys), dict[bytes, list[Holder]](), groups
        for _ in range(2):
            charts = {chart for holders in fresh.values() for chart in named_patients(holders)}
            sql = "SELECT key FROM clue WHERE chart=? AND kind=?"
            names = {key for c in charts for (key,) in self._db.execute(sql, (c, ClueKind.NAME))} - known
            known |= names
            fresh = dict(self._groups(names))
            found |= fresh
        return found

    def _groups(self, keys: set[bytes] | None) -> Iterator[tuple[bytes, list[Holder]]]:
        """Yield each clue key that several charts hold, in order, with its holders. keys: None for all."""
        columns = "SELECT key, chart, person, kind, hint FROM clue"
        if keys is None:
            rows: Iterable[tuple[bytes, int, bytes, int, bytes]] = self._db.execute(f"{columns} ORDER BY key")
        else:
            rows = (r for k in sorted(keys) for r in self._db.execute(f"{columns} WHERE key=?", (k,)).fetchall())
        for key, group in groupby(rows, key=itemgetter(0)):
            holders = [Holder(chart, person, ClueKind(kind), hint) for _, chart, person, kind, hint in group]
            if len({h.chart for h in holders}) > 1:
                yield key, holders

    def _undecided(self, groups: Iterable[tuple[bytes, Sequence[Holder]]]) -> int:
        """Count the people who are named in a chart like patients of other charts, none of whom is in its household."""
        name_of = lru_cache(maxsize=None)(partial(column, self._db, "name"))
        found: dict[tuple[int, bytes], bool] = {}
        for _, holders in groups:
            patients = [h for h in holders if h.kind is ClueKind.NAME and h.person == PATIENT]
            charts = {h.chart for h in patients}
            for h in holders if patients else ():
                if h.kind is ClueKind.NAME and h.person != PATIENT and h.chart not in charts:
                    names = {name_of(p.chart) for p in patients if not contradict(p.hint, h.hint)}
                    if names:
                        decided = name_of(h.chart) in names
                        found[h.chart, h.person] = found.get((h.chart, h.person), False) or decided
        return sum(not decided for decided in found.values())

    # -- forgetting

    def people_like(self, scopes: Sequence[str]) -> set[tuple[str, bytes]]:
        """Return the people in other charts of the household who are the patient of these charts, as (scope,
        person).
        """
        mine = self._charts(scopes)
        others = self._charts({m for s in scopes for m in self.members(s)}) - mine
        sql = f"SELECT key, hint FROM clue WHERE chart IN ({_comma_separated(mine)}) AND person=? AND kind NOT IN (?,?)"  # noqa: S608
        found = set()
        for key, hint in self._db.execute(sql, (PATIENT, ClueKind.ACCOUNT, ClueKind.CONTACT)).fetchall():
            for chart, person, theirs in self._db.execute(_HOLDERS, (key, PATIENT)):
                if chart in others and not contradict(hint, theirs):
                    found.add((chart, bytes(person)))
        return {(column(self._db, "scope", chart), person) for chart, person in found}

    def namesakes(self, scopes: Sequence[str]) -> int:
        """Count the people named in charts of other households who may, by their names, be the patients of these
        charts.
        """
        mine = self._charts(scopes)
        ours = self._charts({m for s in scopes for m in self.members(s)}) | mine
        sql = f"SELECT key, hint FROM clue WHERE chart IN ({_comma_separated(mine)}) AND person=? AND kind=?"  # noqa: S608
        found = set()
        for key, hint in self._db.execute(sql, (PATIENT, ClueKind.NAME)).fetchall():
            for chart, person, theirs in self._db.execute(_HOLDERS, (key, PATIENT)):
                if chart not in ours and not contradict(hint, theirs):
                    found.add((chart, person))
        return len(found)

    def forget(self, scopes: Sequence[str], keys: Iterable[bytes]) -> None:
        """Erase charts with their clues, and the clues about their patients in other charts of the household.

        keys: the keys of clues that refer to the patients.
        """
        self._db.executemany("DELETE FROM clue WHERE key=?", [(key,) for key in keys])
        self._erase(scopes, self.people_like(scopes))

    def erase(self, erasure: Erasure, forgotten: Container[str]) -> None:
        """Erase everything that an erasure names, and nothing else: every home must do the same.

        A home that read the topic after compaction never knew the patient's clues. It takes over the household's names.
        forgotten: charts that take over nothing.
        """
        self._db.executemany("DELETE FROM clue WHERE key=?", [(key,) for key in erasure.clues])
        for heir in erasure.heirs:
            if heir.scope not in forgotten:
                self._inherit(heir)
        for old, name in erasure.former:
            self._db.execute("INSERT OR IGNORE INTO former SELECT ?1, ?2 WHERE ?1<>?2", (old, self._present_name(name)))
        self._erase((*erasure.scopes, *erasure.emptied), erasure.people)

    def _inherit(self, heir: Heir) -> None:
        """Give a chart that stays the household's name, and rename its present household if it has another name."""
        self.add_chart(heir.scope)
        (name,) = self._db.execute("SELECT name FROM household WHERE scope=?", (heir.scope,)).fetchone()
        present = self._present_name(heir.name)
        if name is None:
            self._db.execute("UPDATE household SET name=? WHERE scope=?", (present, heir.scope))
        elif name != present:
            self._db.execute("UPDATE household SET name=? WHERE name=?", (present, name))
            self._db.execute("UPDATE former SET now=? WHERE now=?", (present, name))
            self._db.execute("INSERT OR REPLACE INTO former VALUES (?,?)", (name, present))
        self._db.execute("UPDATE household SET own=? WHERE scope=?", (heir.initial_name, heir.scope))

    def _present_name(self, name: str) -> str:
        """Return the present name of the household that once had this name."""
        row = self._db.execute("SELECT now FROM former WHERE name=?", (name,)).fetchone()
        return name if row is None else str(row[0])

    def _erase(self, scopes: Sequence[str], people: Iterable[tuple[str, bytes]]) -> None:
        for scope, person in people:
            sql = "DELETE FROM clue WHERE person=? AND chart=(SELECT chart FROM household WHERE scope=?)"
            self._db.execute(sql, (person, scope))
        self._db.execute(f"DELETE FROM clue WHERE chart IN ({_comma_separated(self._charts(scopes))})")  # noqa: S608
        self._db.executemany("DELETE FROM household WHERE scope=?", [(scope,) for scope in scopes])
        self._db.execute("DELETE FROM former WHERE now NOT IN (SELECT name FROM household)")

    def forget_name(self, name: str) -> None:
        """Stop reading the stand-ins of a former household, because nobody has any there."""
        self._db.execute("DELETE FROM former WHERE name=?", (name,))

    def _charts(self, scopes: Iterable[str]) -> set[int]:
        rows = (self._db.execute("SELECT chart FROM household WHERE scope=?", (s,)).fetchone() for s in scopes)
        return {int(row[0]) for row in rows if row is not None}


def _comma_separated(numbers: Iterable[int]) -> str:
    return ",".join(map(str, sorted(numbers)))
