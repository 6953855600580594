"""Converts a store of known values of format 1, whose tables showed the scope and the rank of each value.

`known (scope, rank, digest, entry)` held values by scope, `household (scope, root)` the links of scopes.
"""

from __future__ import annotations

import sqlite3

from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, PersonClue
from redactor.run.state.households import Households
from redactor.run.state.known_entries import SITE, Entries, load, person_of
from schemas.harvest.results import ClueKind

_KEY, _HINT = 16, 8  # bytes


def set_aside(db: sqlite3.Connection) -> bool:
    """Rename the tables of format 1, before those of the present format are created. Returns whether there are any."""
    if not db.execute("PRAGMA table_info(known)").fetchall():
        return False
    db.execute("ALTER TABLE known RENAME TO old_known")
    if any(column[1] == "root" for column in db.execute("PRAGMA table_info(household)")):
        db.execute("DROP INDEX household_root")
        db.execute("ALTER TABLE household RENAME TO old_household")
    return True


def convert(db: sqlite3.Connection, keyring: Keyring, entries: Entries, households: Households) -> None:
    """Move values and links to the tables of the present format."""
    for scope, entry in db.execute("SELECT scope, entry FROM old_known"):
        data = keyring.decrypt("known", entry, scope.encode("utf-8", "surrogatepass")).decode()
        entries.add(scope, [entries.prepare(scope, load(data), person_of(data))])
        if not scope.startswith(SITE):
            households.add_chart(scope)
    db.execute("DROP TABLE old_known")
    if db.execute("PRAGMA table_info(old_household)").fetchall():
        mac = keyring.internal("known")
        for scope, root in db.execute("SELECT scope, root FROM old_household"):
            households.add_chart(scope)
            key = mac.digest("format 1", root)[:_KEY]
            households.add([PersonClue(scope, PATIENT, ClueKind.LINK, key, bytes(_HINT))])
        db.execute("DROP TABLE old_household")
        households.join()
