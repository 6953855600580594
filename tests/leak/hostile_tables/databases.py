"""Hostile databases of SQLite: what a reader of tables may run, follow or miss."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Sequence

from tests.leak.hostile_tables.case import COLUMNS, Hostile, Person, hostile

_ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT"


def database(person: Person, *statements: str, before: Sequence[str] = (), table: str = "visits") -> bytes:
    """Return a database with a table of one visit, after the statements of a test were run in it."""

    def fill(connection: sqlite3.Connection) -> None:
        for statement in before:
            connection.execute(statement)
        quoted = '"' + table.replace('"', '""') + '"'
        connection.execute(f"CREATE TABLE {quoted} ({', '.join(f'{name} TEXT' for name in COLUMNS)})")
        connection.execute(f"INSERT INTO {quoted} VALUES (?, ?, ?, ?, ?, ?)", person.row)
        for statement in statements:
            connection.execute(statement)

    return _made(fill)


def _made(fill: Callable[[sqlite3.Connection], None]) -> bytes:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        fill(connection)
        return connection.serialize()
    finally:
        connection.close()


def files() -> list[Hostile]:
    """Return the hostile databases."""
    return [*_objects(), *_values(), *_bytes()]


def _objects() -> list[Hostile]:
    p = [Person(n) for n in range(200, 220)]
    name = f"{p[7].given} {p[7].family}"
    return [
        hostile("plain.db", database(p[0]), p[0]),
        hostile(
            "view.db",
            database(p[1], f'CREATE VIEW "{p[1].family}" AS SELECT *, \'{p[1].phone}\' AS "{p[1].mrn}" FROM visits'),
            p[1],
        ),
        hostile("endless-view.db", database(p[2], f"CREATE VIEW v AS {_ENDLESS} x AS mrn FROM n"), p[2]),
        hostile(
            "million-rows.db",
            database(p[3], f"CREATE VIEW v AS {_ENDLESS} x, '{p[3].note}' FROM n LIMIT 1000000"),
            p[3],
        ),
        hostile(
            "trigger.db",
            database(p[4], f"CREATE TRIGGER t AFTER INSERT ON visits BEGIN SELECT '{p[4].note}'; END"),
            p[4],
        ),
        hostile(
            "generated.db",
            database(p[5], "ALTER TABLE visits ADD COLUMN who TEXT GENERATED ALWAYS AS (name || phone)"),
            p[5],
            "either",
        ),
        hostile(
            "search-table.db",
            database(p[6], "CREATE VIRTUAL TABLE f USING fts5(note)", "INSERT INTO f SELECT note FROM visits"),
            p[6],
            "either",
        ),
        hostile("table-is-a-patient.db", database(p[7], table=name), p[7]),
        hostile(
            "column-is-a-patient.db",
            database(p[8], f"ALTER TABLE visits ADD COLUMN \"{p[8].given} {p[8].family}\" TEXT DEFAULT 'yes'"),
            p[8],
            "either",
        ),
        hostile(
            "two-tables-one-root.db",
            database(
                p[9],
                "CREATE TABLE b (a, b, c, d, e, f)",
                "PRAGMA writable_schema = 1",
                "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'visits') WHERE name = 'b'",
            ),
            p[9],
            "either",
        ),
        hostile("quotes-in-name.db", database(p[10], table='v"; DROP TABLE x; --'), p[10]),
        hostile(
            "no-rowid.db",
            database(
                p[11],
                "CREATE TABLE w (a TEXT PRIMARY KEY, b TEXT) WITHOUT ROWID",
                f"INSERT INTO w VALUES ('{p[11].mrn}', '{p[11].note}')",
            ),
            p[11],
            "either",
        ),
        hostile(
            "tree.db",
            database(
                p[12],
                "CREATE VIRTUAL TABLE r USING rtree(id, a, b, +note TEXT)",
                f"INSERT INTO r VALUES (1, 2, 3, '{p[12].note}')",
            ),
            p[12],
            "either",
        ),
        hostile(
            "many-tables.db",
            lambda: database(p[13], *(f'CREATE TABLE "{p[13].family}{n}" (mrn)' for n in range(2000))),
            p[13],
            "either",
        ),
        hostile(
            "unknown-module.db",
            database(
                p[14],
                "PRAGMA writable_schema = 1",
                "INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, 'CREATE VIRTUAL TABLE x USING nowhere(a)')",
            ),
            p[14],
            "either",
        ),
        hostile(
            "schema-is-no-sql.db",
            database(
                p[15],
                "CREATE TABLE x (a)",
                "PRAGMA writable_schema = 1",
                f"UPDATE sqlite_schema SET sql = 'CREATE {p[15].family}' WHERE name = 'x'",
            ),
            p[15],
            "either",
        ),
        hostile(
            "collation.db",
            database(
                p[16],
                "PRAGMA writable_schema = 1",
                "UPDATE sqlite_schema SET sql = replace(sql, 'note TEXT', 'note TEXT COLLATE nowhere')",
            ),
            p[16],
            "either",
        ),
        hostile(
            "default-bomb.db",
            database(p[17], "ALTER TABLE visits ADD COLUMN more GENERATED ALWAYS AS (hex(zeroblob(500000000)))"),
            p[17],
            "either",
        ),
        hostile("empty-table.db", database(p[18], "DELETE FROM visits"), p[18], "either", facts=()),
    ]


def _values() -> list[Hostile]:
    p = [Person(n) for n in range(220, 240)]
    packed = zlib.compress(p[1].note.encode()).hex()
    return [
        hostile("blob.db", database(p[0], "UPDATE visits SET note = CAST(note AS BLOB)"), p[0]),
        hostile("packed-blob.db", database(p[1], f"UPDATE visits SET note = x'{packed}'"), p[1]),
        hostile(
            "types-lie.db",
            database(p[2], f"UPDATE visits SET ferritin = '{p[2].family}', mrn = 7318177, phone = 6175550222"),
            p[2],
            planted=["6175550222", "7318177"],
        ),
        hostile(
            "nul.db",
            database(
                p[3], f"UPDATE visits SET note = 'Mr. {p[3].family[:3]}' || char(0) || '{p[3].family[3:]} {p[3].fact}'"
            ),
            p[3],
            "either",
        ),
        hostile(
            "not-utf8.db",
            database(p[4], "UPDATE visits SET note = CAST(CAST(note AS BLOB) || x'ffc0af' AS TEXT)"),
            p[4],
            "either",
        ),
        hostile("utf16.db", database(p[5], before=["PRAGMA encoding = 'UTF-16le'"]), p[5]),
        hostile(
            "deleted-rows.db",
            database(
                p[6],
                f"INSERT INTO visits VALUES ('{p[7].mrn}', '{p[7].family}', '', '', '', '{p[7].note}')",
                f"DELETE FROM visits WHERE mrn = '{p[7].mrn}'",
            ),
            p[6:8],
            facts=[p[6].fact],
        ),
        hostile(
            "wide-integer.db", database(p[8], "UPDATE visits SET ferritin = 9223372036854775807, seen = 1e300"), p[8]
        ),
        hostile(
            "cell-of-50-mb.db",
            lambda: database(p[9], "UPDATE visits SET note = note || replace(hex(zeroblob(8000000)), '00', 'a b ')"),
            p[9],
            "either",
        ),
    ]


def _bytes() -> list[Hostile]:
    p = [Person(n) for n in range(240, 255)]
    good = [database(person) for person in p]
    return [
        hostile(
            "open.db",
            good[0],
            p[0],
            "refused",
            beside=[("open.db-wal", b"\x37\x7f\x06\x82" + bytes(28) + p[0].note.encode())],
        ),
        hostile(
            "rollback.sqlite",
            good[1],
            p[1],
            "refused",
            beside=[("rollback.sqlite-journal", bytes.fromhex("d9d505f920a163d7") + bytes(504) + p[1].note.encode())],
        ),
        hostile("cut.db", good[2][: len(good[2]) * 2 // 3], p[2], "refused"),
        hostile("corrupt.db", good[3][:4096] + b"\xff" * 64 + good[3][4160:], p[3], "refused"),
        hostile("locked.sqlite3", zlib.compress(good[4])[:16] + bytes(range(256)) * 32, p[4], "refused"),
        hostile("pages-lie.db", good[5][:28] + b"\x7f\xff\xff\xff" + good[5][32:], p[5], "either"),
        hostile("table.sqlite", ",".join(p[6].row), p[6], "refused"),
        hostile("wal-mode.db", good[7][:18] + b"\2\2" + good[7][20:], p[7], "either"),
        hostile("page-size-lies.db", good[8][:16] + b"\0\1" + good[8][18:], p[8], "either"),
        hostile("empty.db", b"", p[9], "refused", facts=()),
        hostile("loop.db", good[10][: 4096 + 3] + b"\xff\xff" + good[10][4096 + 5 :], p[10], "either", facts=()),
    ]
