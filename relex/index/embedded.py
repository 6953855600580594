"""Stores the index in one file: SQLite in WAL mode for exact look-ups, vectors in memory for similarity.

Any number of processes can open the file. A write is one transaction and durable when the call returns (synchronous
FULL): a kill or a power cut loses no acknowledged entry. The file holds tokens and ciphertexts only. Vectors of keyed
n-grams are computed from the entries by the searching process and never stored; those of a public model are more
expensive and are stored once, encrypted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from redactor.errors import IndexUnavailableError
from redactor.keys import Keyring
from relex.index.codec import FORMAT, IndexCodec, write_order
from relex.index.contract import Entry, Roster
from relex.index.database import connect, transaction, translated_errors, truncate_log
from relex.index.similarity import Embedder, KeyedGrams, VectorGroups, embedder, quantized
from relex.text_forms import folded

T = TypeVar("T")
_KEYS_PER_STATEMENT = 500  # keys in one statement
_ROWS_PER_READ = 2_000  # rows read at a time
_RERANKED = 50  # nearest vectors that are compared letter by letter


class EmbeddedIndex:
    """Implements `relex.index.Index` over one file; an object belongs to the thread and process that opened it.

    Example: `with EmbeddedIndex.open(home / "stand-ins.sqlite", keyring) as index: index.rosters([scope])`.
    """

    name = "embedded"

    def __init__(self, path: Path, keyring: Keyring, vectors: Embedder | None = None) -> None:
        """Open the file, or create it; `vectors` defaults to keyed n-grams.

        Raises IndexMismatchError, IndexUnavailableError.
        """
        self._path = path
        self._codec = IndexCodec(keyring)
        self._db = connect(path, self._codec)
        self._embedder = vectors or KeyedGrams()
        self._groups = VectorGroups(self._embedder.dimensions)

    @classmethod
    def open(cls, path: Path, keyring: Keyring, model: str | None = None) -> Self:
        """Open the file with the embedding model of that folder or name, if one is given. Raises the same errors."""
        return cls(path, keyring, embedder(model))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- rosters

    def rosters(self, scopes: Sequence[str]) -> list[Roster]:
        """Read all rosters at once, in the order of the scopes."""
        tokens = [self._codec.scope(s) for s in scopes]
        found: dict[str, Roster] = {}
        with translated_errors():
            for batch in _batches(tokens, _KEYS_PER_STATEMENT):
                sql = f"SELECT scope, version, blob FROM rosters WHERE scope IN ({_placeholders(batch)})"  # noqa: S608
                for token, version, blob in self._db.execute(sql, batch):
                    found[token] = self._codec.decrypt_roster(blob, token, str(version))
        return [found.get(t) or Roster(s) for s, t in zip(scopes, tokens, strict=True)]

    def put(self, rosters: Sequence[Roster]) -> list[bool]:
        """Write in one transaction; a roster that another process wrote meanwhile does not block the others."""
        rows = []
        for roster in rosters:
            token = self._codec.scope(roster.scope)
            blob = self._codec.encrypt_roster(roster, token)
            rows.append((token, len(roster.entries), len(roster.retired), blob, roster.version))
        if not rows:
            return []
        done = {}
        with transaction(self._db):
            for at in sorted(range(len(rows)), key=lambda at: rows[at][0]):  # by token, as in write_order
                token, entries, retired, blob, version = rows[at]
                if version is None:
                    sql = "INSERT INTO rosters (scope, version, entries, retired, blob) VALUES (?,1,?,?,?)"
                    cursor = self._db.execute(sql + " ON CONFLICT DO NOTHING", (token, entries, retired, blob))
                else:
                    sql = "UPDATE rosters SET version=version+1, entries=?, retired=?, blob=?"
                    sql += " WHERE scope=? AND CAST(version AS TEXT)=?"
                    cursor = self._db.execute(sql, (entries, retired, blob, token, version))
                done[at] = cursor.rowcount == 1
        return [done[at] for at in range(len(rows))]

    def forget(self, scope: str) -> int:
        """Erase a roster from the file and its log before returning. Raises IndexUnavailableError while readers hold
        the log.
        """
        token = self._codec.scope(scope)
        erased = 0
        with transaction(self._db):
            row = self._db.execute("SELECT version, blob FROM rosters WHERE scope=?", (token,)).fetchone()
            if row is not None:
                roster = self._codec.decrypt_roster(row[1], token, str(row[0]))
                left = self._codec.without_entries(roster)
                erased = len(roster.entries)
                sql = "UPDATE rosters SET version=version+1, entries=0, retired=?, blob=? WHERE scope=?"
                self._db.execute(sql, (len(left.retired), self._codec.encrypt_roster(left, token), token))
        self._truncate()
        return erased

    # -- entries

    def get(self, wanted: Sequence[tuple[str, str, str]]) -> list[Entry | None]:
        """Return entries by primary key."""
        keys = [self._codec.key(*w) for w in wanted]
        found = self._entries_by_key(keys)
        return [found.get(k) for k in keys]

    def create(self, entries: Sequence[Entry]) -> list[Entry | None]:
        """Write new entries in one transaction, none if all exist; of two conflicting entries in a call the
        first wins.
        """
        keys = [self._codec.key(e.scope, e.kind, e.original) for e in entries]
        found = self._entries_by_key(keys)
        rows = []
        for key, e in zip(keys, entries, strict=True):
            if key not in found:
                standin = self._codec.standin(e.scope, e.kind, e.standin)
                rows.append((key, standin, self._group(e.scope, e.kind), self._codec.encrypt_entry(e, key), e))
        if rows:
            sql = "INSERT INTO entries (key, standin, grp, blob) VALUES (?,?,?,?) ON CONFLICT DO NOTHING"
            lost = []
            with transaction(self._db):
                for at in write_order([row[:2] for row in rows]):
                    key, standin, group, blob, entry = rows[at]
                    if self._db.execute(sql, (key, standin, group, blob)).rowcount:
                        found[key] = entry
                    elif key not in found:
                        lost.append(key)
                found |= self._entries_by_key(lost)
        return [found.get(k) for k in keys]

    def similar(self, scope: str, kind: str, text: str, k: int = 5) -> list[Entry]:
        """Rank by the mean of cosine similarity and rapidfuzz's WRatio among the 50 nearest; sees everything committed.

        The first call for a scope and kind reads and embeds its entries: about 20,000 a second with n-grams.
        """
        group, key = self._group(scope, kind), self._codec.gram_key(scope, kind)
        self._load_new_vectors(group, key)
        vector = quantized(self._embedder.vectors([text], key))[0]
        near = self._groups.get(group).search(vector, max(_RERANKED, k))
        query = folded(text)
        scored = []
        for id_, entry in self._entries_by_id(list(near)):
            if (entry.scope, entry.kind) == (scope, kind):
                score = near[id_] + fuzz.WRatio(query, folded(entry.original)) / 100
                scored.append((-score, entry.original, entry))
        return [entry for _, _, entry in sorted(scored, key=lambda s: s[:2])[: max(0, k)]]

    def refresh(self) -> None:
        """Does nothing: `similar` sees everything committed."""

    # -- whole index

    def scan(self) -> Iterator[Entry]:
        """Yield rosters first, then entries in order of creation; no lock is held between rows."""
        for _, token, blob in self._encrypted_rows("rosters", "scope"):
            yield from self._codec.decrypt_roster(blob, token, "").entries
        for _, key, blob in self._encrypted_rows("entries", "key"):
            yield self._codec.decrypt_entry(blob, key)

    def rotate(self) -> int:
        """Encrypt again in transactions of 2,000 rows, so that others can write in between; the call can be repeated
        after an interruption.
        """
        changed, prefix = 0, self._codec.prefix
        for table, token in (("rosters", "scope"), ("entries", "key")):
            last, done = 0, False
            while not done:
                with transaction(self._db):
                    sql = (
                        f"SELECT id, {token}, blob FROM {table} WHERE id>? AND substr(blob,1,?)<>? ORDER BY id LIMIT ?"  # noqa: S608
                    )
                    rows = self._db.execute(sql, (last, len(prefix), prefix, _ROWS_PER_READ)).fetchall()
                    new = [(self._codec.encrypt(self._codec.decrypt(b, t), t), i) for i, t, b in rows]
                    self._db.executemany(f"UPDATE {table} SET blob=? WHERE id=?", new)  # noqa: S608
                changed += len(rows)
                done = len(rows) < _ROWS_PER_READ
                last = rows[-1][0] if rows else last
        with transaction(self._db):
            # Vectors can be computed again.
            self._db.execute("DELETE FROM vectors WHERE substr(blob,1,?)<>?", (len(prefix), prefix))
            check_blob = self._codec.encrypt(FORMAT.encode(), self._codec.check)
            self._db.execute("UPDATE meta SET value=? WHERE name='sealed'", (check_blob,))
        self._truncate()
        return changed

    def stats(self) -> Mapping[str, int]:
        """Return the counts; "bytes" is the size of the file and its log."""
        with translated_errors():
            rosters, held, retired = self._db.execute(
                "SELECT count(*), total(entries), total(retired) FROM rosters"
            ).fetchone()
            entries = self._db.execute("SELECT count(*) FROM entries").fetchone()[0]
        files = (self._path, self._path.with_name(self._path.name + "-wal"))
        size = sum(f.stat().st_size for f in files if f.exists())
        return {"rosters": rosters, "entries": int(held) + entries, "retired": int(retired), "bytes": size}

    def close(self) -> None:
        """Close the file. The last process to close it moves the log into it."""
        with translated_errors():
            self._db.close()

    # -- rows and vectors

    def _group(self, scope: str, kind: str) -> int:
        """Return 40 bits of the group's token as a number; rows of another group are rarely among its rows."""
        return int.from_bytes(self._codec.group(scope, kind)[:8].encode(), "big")

    def _entries_by_key(self, keys: Sequence[str]) -> dict[str, Entry]:
        found = {}
        with translated_errors():
            for batch in _batches(keys, _KEYS_PER_STATEMENT):
                sql = f"SELECT key, blob FROM entries WHERE key IN ({_placeholders(batch)})"  # noqa: S608
                for key, blob in self._db.execute(sql, batch):
                    found[key] = self._codec.decrypt_entry(blob, key)
        return found

    def _entries_by_id(self, ids: Sequence[int]) -> list[tuple[int, Entry]]:
        found = []
        with translated_errors():
            for batch in _batches(ids, _KEYS_PER_STATEMENT):
                sql = f"SELECT id, key, blob FROM entries WHERE id IN ({_placeholders(batch)})"  # noqa: S608
                found += [(i, self._codec.decrypt_entry(b, k)) for i, k, b in self._db.execute(sql, batch)]
        return found

    def _encrypted_rows(self, table: str, token: str) -> Iterator[tuple[int, str, bytes]]:
        last = 0
        while True:
            with translated_errors():
                sql = f"SELECT id, {token}, blob FROM {table} WHERE id>? ORDER BY id LIMIT ?"  # noqa: S608
                rows = self._db.execute(sql, (last, _ROWS_PER_READ)).fetchall()
            if not rows:
                return
            yield from rows
            last = rows[-1][0]

    def _load_new_vectors(self, group: int, key: bytes) -> None:
        """Load the vectors of rows committed since the group's last search; a group only grows."""
        vectors = self._groups.get(group)
        while True:
            with translated_errors():
                sql = "SELECT e.id, e.key, e.blob, v.model, v.blob FROM entries e LEFT JOIN vectors v ON v.id=e.id"
                sql += " WHERE e.grp=? AND e.id>? ORDER BY e.id LIMIT ?"
                rows = self._db.execute(sql, (group, vectors.last_row, _ROWS_PER_READ)).fetchall()
            if not rows:
                break
            vectors.add([r[0] for r in rows], self._vectors_of(rows, key))
        self._groups.trim()

    def _vectors_of(self, rows: list[tuple[int, str, bytes, str | None, bytes | None]], key: bytes) -> NDArray[np.int8]:
        """Return an array (len(rows), dimensions), read if the model's vectors are stored, computed otherwise."""
        if self._embedder.keyed:
            texts = [self._codec.decrypt_entry(blob, token).original for _, token, blob, _, _ in rows]
            return quantized(self._embedder.vectors(texts, key))
        model = self._codec.model(self._embedder.name)
        out = np.zeros((len(rows), self._embedder.dimensions), np.int8)
        missing = []
        for at, (_, token, _, by, vector) in enumerate(rows):
            if by == model and vector is not None:
                out[at] = np.frombuffer(self._codec.decrypt(vector, model + token), np.int8)
            else:
                missing.append(at)
        if missing:
            texts = [self._codec.decrypt_entry(rows[at][2], rows[at][1]).original for at in missing]
            out[missing] = quantized(self._embedder.vectors(texts, key))
            new = [(rows[at][0], model, self._codec.encrypt(out[at].tobytes(), model + rows[at][1])) for at in missing]
            with transaction(self._db):
                self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?,?,?)", new)
        return out

    def _truncate(self) -> None:
        if not truncate_log(self._db):
            raise IndexUnavailableError(
                "the change is written, but another process holds the log, which still has the data from before;"
                " stop that process, then do the same again"
            )


def _batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[at : at + size] for at in range(0, len(items), size))


def _placeholders(items: Sequence[object]) -> str:
    return ",".join("?" * len(items))
