"""The embedded index: the contract, what its file reveals, and the messages of its failures."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from redactor.errors import IndexMismatchError, IndexUnavailableError
from redactor.keys import Keyring
from relex.index import Entry, Roster, database, similarity
from relex.index.codec import FORMAT
from relex.index.embedded import EmbeddedIndex
from tests.unit.relex.index_contract import CHECKS, HOME, SCOPE, Check, Store

KEYS = Keyring.generate()
MERCY = Entry(SCOPE, "hospital", "mercy-original", "grace-standin")
DOE = Roster(HOME, (Entry(HOME, "family", "doe-original", "chang-standin"),))
WANTED = [(MERCY.scope, MERCY.kind, MERCY.original)]


def _open(path: Path, keyring: Keyring) -> EmbeddedIndex:
    return EmbeddedIndex.open(path, keyring)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "index.sqlite"


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
def test_contract(check: Check, path: Path) -> None:
    check(Store(partial(_open, path)))


def _bytes(path: Path) -> bytes:
    return b"".join(p.read_bytes() for p in sorted(path.parent.iterdir()))


def _tamper(path: Path, sql: str, *values: object) -> list[tuple[object, ...]]:
    db = sqlite3.connect(path)
    rows = db.execute(sql, values).fetchall()
    db.commit()
    db.close()
    return rows


# -- what the file shows


def test_nothing_in_the_files_is_plain_and_others_may_not_read_them(path: Path) -> None:
    with EmbeddedIndex.open(path, KEYS) as index:
        index.create([MERCY])
        index.put([DOE])
        index.similar(SCOPE, "hospital", "mercy")
        data = _bytes(path)
        assert FORMAT.encode() in data and len(list(path.parent.iterdir())) == 3
        # Shorter words ("doe") stand in ciphertext by chance.
        for word in ("mercy", "grace", "chang", "hospital", "family", "household", "enclave"):
            assert word.encode() not in data
            assert word.encode("utf-16-le") not in data
        assert {p.stat().st_mode & 0o777 for p in path.parent.iterdir()} == {0o600}


def test_short_names_are_stored_at_one_length(path: Path) -> None:
    with EmbeddedIndex.open(path, KEYS) as index:
        index.create([Entry("s", "k", "ann", "eve"), Entry("s", "k", "annie", "evita")])
        assert index.stats()["entries"] == 2
    assert len(set(_tamper(path, "SELECT length(blob) FROM entries"))) == 1


def test_forgotten_entries_are_in_no_file_even_encrypted(path: Path) -> None:
    scopes = [f"household {n}" for n in range(8)]
    sizes = dict(zip(scopes, (1, 3, 200, 5, 20, 2, 90, 9), strict=True))  # within a page, and over several pages
    with EmbeddedIndex.open(path, KEYS) as index, EmbeddedIndex.open(path, KEYS) as other:
        index.put([Roster(s, tuple(Entry(s, "k", f"o{i}", f"s{i}") for i in range(n))) for s, n in sizes.items()])
        other.rosters(scopes)
        blobs = [row[0] for row in _tamper(path, "SELECT blob FROM rosters")]
        pieces = [b[at : at + 24] for b in blobs if isinstance(b, bytes) for at in range(16, len(b) - 24, 32)]
        assert all(piece in _bytes(path) for piece in pieces[:4])
        for scope, n in sizes.items():
            assert index.forget(scope) == n
        left = _bytes(path)
        assert not [piece for piece in pieces if piece in left]


def test_after_rotation_nothing_is_encrypted_under_the_old_key(path: Path) -> None:
    with EmbeddedIndex.open(path, KEYS) as index:
        index.create([MERCY])
        index.put([DOE])
    old = [row[0] for t in ("entries", "rosters") for row in _tamper(path, f"SELECT blob FROM {t}")]
    with EmbeddedIndex.open(path, KEYS.rotated()) as index:
        assert index.rotate() == 2
        assert all(isinstance(b, bytes) and b not in _bytes(path) for b in old)
        assert index.get(WANTED) == [MERCY]
    with pytest.raises(IndexMismatchError, match="use the keyring that wrote it"):
        EmbeddedIndex.open(path, KEYS)


# -- foreign and damaged files


def test_other_files_are_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    foreign = path.with_name("foreign.sqlite")
    _tamper(foreign, "CREATE TABLE patients (name TEXT)")
    garbage = path.with_name("garbage.sqlite")
    garbage.write_bytes(b"no database, but more than a header's worth of bytes. " * 40)
    for file in (foreign, garbage):
        before = file.read_bytes()
        with pytest.raises(IndexMismatchError, match="not a stand-in index"):
            EmbeddedIndex.open(file, KEYS)
        assert file.read_bytes() == before


def test_another_format_is_refused(path: Path) -> None:
    EmbeddedIndex.open(path, KEYS).close()
    _tamper(path, "UPDATE meta SET value=? WHERE name='format'", b"redactor-index/0")
    with pytest.raises(IndexMismatchError, match="of this version"):
        EmbeddedIndex.open(path, KEYS)
    _tamper(path, "DROP TABLE meta")
    with pytest.raises(IndexMismatchError, match="backup"):
        EmbeddedIndex.open(path, KEYS)


def test_a_damaged_file_is_refused_as_a_whole(path: Path) -> None:
    with EmbeddedIndex.open(path, KEYS) as index:
        index.create([Entry(SCOPE, "lab", f"{i}", f"s{i}") for i in range(2_000)])
    data = bytearray(path.read_bytes())
    for at in range(4096, len(data), 4096):
        data[at : at + 64] = b"\xff" * 64
    path.write_bytes(data)
    with pytest.raises(IndexMismatchError, match="backup"), EmbeddedIndex.open(path, KEYS) as index:
        list(index.scan())


def test_swapped_rows_are_rejected(path: Path) -> None:
    with EmbeddedIndex.open(path, KEYS) as index:
        index.create([MERCY])
        index.create([Entry(SCOPE, "hospital", "county", "hope")])
    _tamper(path, "UPDATE entries SET blob=(SELECT blob FROM entries WHERE id=2) WHERE id=1")
    with EmbeddedIndex.open(path, KEYS) as index:
        with pytest.raises(IndexMismatchError, match="damaged or changed") as told:
            index.get(WANTED)
        assert "mercy" not in str(told.value)
        with pytest.raises(IndexMismatchError):
            index.create([MERCY])


def test_an_unusable_path_is_reported_as_unavailable(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(IndexUnavailableError, match="give this user access"):
        EmbeddedIndex.open(path, KEYS)
    file = path.with_name("file")
    file.touch()
    with pytest.raises(IndexUnavailableError, match="give this user access"):
        EmbeddedIndex.open(file / "index.sqlite", KEYS)


# -- a full disk, a locked file


def test_a_full_disk_rolls_back_the_call_and_keeps_earlier_writes(path: Path) -> None:
    with EmbeddedIndex.open(path, KEYS) as index:
        index.create([MERCY])
        index.put([DOE])
        index._db.execute("PRAGMA max_page_count=40")
        many = [Entry(SCOPE, "lab", f"mercy {i}", f"s{i}") for i in range(2_000)]
        for call in (
            lambda: index.create(many),
            lambda: index.put([Roster("big", tuple(Entry("big", "k", f"{i}" * 90, "s") for i in range(2_000)))]),
        ):
            with pytest.raises(IndexUnavailableError, match="disk is full") as told:
                call()
            assert "mercy" not in str(told.value)
        assert index.get(WANTED) == [MERCY] and index.rosters([HOME])[0].entries == DOE.entries
        assert sorted(e.original for e in index.scan()) == ["doe-original", "mercy-original"]
        index._db.execute("PRAGMA max_page_count=100000")
        assert index.create(many) == many


def test_waiting_for_a_lock_is_bounded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    EmbeddedIndex.open(path, KEYS).close()
    monkeypatch.setattr(database, "_BUSY_MS", 50)
    holder = sqlite3.connect(path, isolation_level=None)
    with EmbeddedIndex.open(path, KEYS) as index:
        index.create([MERCY])
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(IndexUnavailableError, match="locked"):
            index.put([DOE])
        assert index.create([MERCY]) == [MERCY] and index.get(WANTED) == [MERCY], "what stands needs no lock"
        holder.execute("ROLLBACK")
        assert index.put([DOE]) == [True]
        # A reader in the middle of the log: forgotten entries could still be read there.
        holder.execute("BEGIN")
        holder.execute("SELECT * FROM rosters").fetchall()
        with pytest.raises(IndexUnavailableError, match="do the same again"):
            index.forget(HOME)
        holder.execute("ROLLBACK")
        holder.close()
        assert index.forget(HOME) == 0 and index.rosters([HOME])[0].entries == ()


# -- similarity


class Model:
    """A model whose vectors are easy to compute by hand: one dimension per letter."""

    name, dimensions, keyed = "/models/public", 26, False

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def vectors(self, texts: Sequence[str], key: bytes) -> NDArray[np.float32]:
        self.embedded += texts
        out = np.array([[t.count(chr(97 + i)) + 0.01 for i in range(26)] for t in texts], np.float32)
        return out / np.linalg.norm(out, axis=1, keepdims=True)


def test_a_public_models_vectors_are_kept_encrypted_and_computed_once(path: Path) -> None:
    first, second = Model(), Model()
    entries = [Entry(SCOPE, "lab", name, name[::-1]) for name in ("zzyzx laboratory", "quest", "labcorp")]
    with EmbeddedIndex(path, KEYS, first) as index:
        index.create(entries)
        assert first.embedded == [], "creating costs no embedding"
        assert index.similar(SCOPE, "lab", "zzyzx lab", k=1) == entries[:1]
        assert sorted(first.embedded[:-1]) == sorted(e.original for e in entries)
        assert first.embedded[-1] == "zzyzx lab"
        vector = similarity.quantized(first.vectors(["zzyzx laboratory"], b""))[0].tobytes()
        assert vector not in _bytes(path) and b"/models" not in _bytes(path)
    with EmbeddedIndex(path, KEYS, second) as index:
        assert index.similar(SCOPE, "lab", "labcorb", k=1) == entries[2:]
        assert second.embedded == ["labcorb"]
        second.name = "another model"
    with EmbeddedIndex(path, KEYS, second) as index:
        index.similar(SCOPE, "lab", "quest")
        assert sorted(second.embedded[1:-1]) == sorted(e.original for e in entries)
        assert (second.embedded[0], second.embedded[-1]) == ("labcorb", "quest")


def test_vectors_kept_in_memory_are_bounded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(similarity, "_MAX_VECTORS", 600)
    with EmbeddedIndex.open(path, KEYS) as index:
        for kind in ("a", "b", "c"):
            index.create([Entry(SCOPE, kind, f"{kind} number {i}", f"s{i}") for i in range(400)])
        for kind in ("a", "b", "c", "a"):
            assert index.similar(SCOPE, kind, f"{kind} number 399", k=1)[0].original == f"{kind} number 399"
            assert sum(g.size for g in index._groups._groups.values()) <= 600
        index.create([Entry(SCOPE, "a", f"another {i}", f"t{i}") for i in range(400)])
        assert len(index.similar(SCOPE, "a", "a number 5")) == 5
        assert [g.size for g in index._groups._groups.values()] == [600]


def test_a_configured_but_missing_model_stops_the_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(IndexUnavailableError, match="install"):
        EmbeddedIndex.open(path, KEYS, model="some-model")

    def broken(*_: object, **__: object) -> None:
        raise OSError("a path that nobody needs to see")

    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=broken))
    with pytest.raises(IndexUnavailableError, match="name a folder") as told:
        similarity.embedder("some-model")
    assert "nobody" not in str(told.value)
