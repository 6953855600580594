"""An attacker who can write to the index of stand-ins, without the keyring: no original leaves, no stand-in moves."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from redactor import Redactor
from redactor.errors import IndexMismatchError, IndexUnavailableError, RedactorError
from redactor.keys import Keyring
from relex.index import Entry, Roster
from relex.index.embedded import EmbeddedIndex
from tests.leak.state_changes import changes, flips

KEYS = Keyring.generate()
SITE, HOUSEHOLDS = "site", ("household 1", "household 2")
ENTRIES = [Entry(SITE, "hospital", f"original {n}", f"standin {n}") for n in range(3)]
ROSTERS = [Roster(h, (Entry(h, "family", f"{h} doe", f"{h} chang"),), frozenset({"gone"})) for h in HOUSEHOLDS]
FLIPS = 300


class Model:
    """A public model, whose vectors the index stores: one dimension for each letter."""

    name, dimensions, keyed = "public", 26, False

    def vectors(self, texts: Sequence[str], key: bytes) -> NDArray[np.float32]:
        out = np.array([[t.count(chr(97 + i)) + 0.01 for i in range(26)] for t in texts], np.float32)
        return out / np.linalg.norm(out, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("index") / "index.db"
    with EmbeddedIndex(path, KEYS, Model()) as index:
        index.create(ENTRIES)
        index.put(ROSTERS)
        index.similar(SITE, "hospital", "original 1")
    return path


def check(path: Path) -> None:
    """What the index still answers is what was stored: an original has its own stand-in, or none yet."""
    with EmbeddedIndex(path, KEYS, Model()) as index:
        found = index.get([(e.scope, e.kind, e.original) for e in ENTRIES])
        assert all(got in (None, e) for got, e in zip(found, ENTRIES, strict=True))
        for got, roster in zip(index.rosters(HOUSEHOLDS), ROSTERS, strict=True):
            assert not got.entries or (got.entries, got.retired) == (roster.entries, roster.retired)
        assert set(index.similar(SITE, "hospital", "original 1")) <= set(ENTRIES)
        assert set(index.scan()) <= {*ENTRIES, *(e for r in ROSTERS for e in r.entries)}
        again = index.create(ENTRIES)
        assert all(got in (None, e) for got, e in zip(again, ENTRIES, strict=True))


def test_a_changed_column_or_row_gives_nobody_the_stand_in_of_another(original: Path, tmp_path: Path) -> None:
    path, tried, refused = tmp_path / "index.db", dict[str, int](), 0
    for change in changes(original):
        shutil.copy(original, path)
        if change.apply(path):
            tried[change.table] = tried.get(change.table, 0) + 1
            try:
                check(path)
            except (IndexMismatchError, IndexUnavailableError):
                refused += 1
    assert tried.keys() == {"meta", "entries", "rosters", "vectors"} and min(tried.values()) >= 5
    assert refused > 20


def test_a_changed_byte_gives_nobody_the_stand_in_of_another(original: Path, tmp_path: Path) -> None:
    path, refused = tmp_path / "index.db", 0
    for data in flips(original.read_bytes(), FLIPS):
        path.write_bytes(data)
        try:
            check(path)
        except RedactorError:
            refused += 1
        for log in tmp_path.glob("index.db-*"):
            log.unlink()
    assert refused > FLIPS / 10


def test_rows_that_are_gone_are_made_again_and_release_no_original(tmp_path: Path) -> None:
    KEYS.save(tmp_path / "keys.json")
    record = {"resourceType": "Patient", "id": "p1", "name": [{"given": ["Zorbatine"], "family": "Quillwick"}]}

    def released() -> dict[str, object]:
        made = Redactor("hips", keyring=tmp_path / "keys.json", home=tmp_path / "home", detectors=("patterns", "known"))
        made.learn([record])
        return made.record(record)

    first = released()
    with sqlite3.connect(tmp_path / "home" / "stand-ins.db") as db:
        assert db.execute("DELETE FROM rosters").rowcount
        db.execute("DELETE FROM entries")
    db.close()
    assert released() == first and "Quillwick" not in str(first)
