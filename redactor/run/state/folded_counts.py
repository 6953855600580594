"""This module folds the counts of finished deliveries into totals, so that a delivery costs the same after years.

Sums over all files stay as they are: the total stands under file 0, which no delivery has.
"""

from __future__ import annotations

import sqlite3


def fold_delivery(db: sqlite3.Connection, number: int) -> None:
    """Fold what nobody asks of a finished delivery alone, and forget earlier ones. Called in a transaction.

    Its records by type stay, which the manifest states while it names the delivery.
    """
    fold(db, f"file={number:d} AND kind<>'type'")
    db.execute("DELETE FROM files WHERE status='done' AND number<?", (number,))


def fold(db: sqlite3.Connection, condition: str) -> None:
    """Add the counts that meet a condition, which leaves out file 0, to the totals. Called in a transaction."""
    db.execute(
        f"INSERT INTO counts SELECT 0, kind, key, SUM(n) FROM counts WHERE {condition} GROUP BY kind, key "  # noqa: S608
        "ON CONFLICT(file, kind, key) DO UPDATE SET n = n + excluded.n"
    )
    db.execute(f"DELETE FROM counts WHERE {condition}")  # noqa: S608
