"""Stores the index in OpenSearch, for many workers on many machines.

One alias holds three types of documents, each with a token as its id: entry (key), guard (stand-in) and roster (scope).
A guard reserves a stand-in for the key that it names. Guards are written first, create-only, then entries. A process
that stops in between leaves a guard that the same original can use later. A guard whose original got another stand-in
is free for others. Reads are by id, for which OpenSearch answers with the last committed state; only `similar`
searches.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from redactor.errors import IndexMismatchError, IndexUnavailableError
from redactor.keys import Keyring
from relex.index import similarity
from relex.index.codec import FORMAT, IndexCodec, write_order
from relex.index.contract import Entry, Roster
from relex.index.opensearch_client import Document, OpenSearchStore, Write, is_stamp

_BATCH = 500  # entries in one batch: their guards are written together, then the entries
_PAGE = 500
_MAX_ATTEMPTS = 20  # attempts at compare-and-set, and at stand-ins that others reserved
_FIELDS: dict[str, Any] = {
    "type": {"type": "keyword"},  # entry, guard or roster
    "key": {"type": "keyword"},  # the id again, for paging through all documents
    "group": {"type": "keyword"},  # scope and kind of an entry
    "standin": {"type": "keyword", "index": False, "doc_values": False},
    "owner": {"type": "keyword", "index": False, "doc_values": False},  # of a guard
    "blob": {"type": "binary"},
    "entries": {"type": "integer", "index": False},  # in a roster
    "retired": {"type": "integer", "index": False},
    "grams": {"type": "text", "analyzer": "whitespace", "norms": False, "index_options": "docs"},
    "vector": {
        "type": "knn_vector",
        "dimension": similarity.DIMENSIONS,
        "method": {
            "name": "hnsw",
            "engine": "lucene",
            "space_type": "cosinesimil",
            "parameters": {"m": 16, "ef_construction": 100},
        },
    },
}


@dataclass(slots=True)
class _PendingEntry:
    """An entry being created; `claimed` says that its stand-in's guard names it, `stored` is the entry that the index
    holds for its key.
    """

    entry: Entry
    key: str
    guard: str
    claimed: bool = False
    stored: Entry | None = None


class OpenSearchIndex:
    """Implements `relex.index.Index` in OpenSearch; every process may open one, and an instance belongs to
    one thread.
    """

    name = "opensearch"

    def __init__(self, store: OpenSearchStore, keyring: Keyring) -> None:
        """Take a store that `open` has verified."""
        self._store = store
        self._codec = IndexCodec(keyring)
        self._executor = ThreadPoolExecutor(1, "index")

    @classmethod
    def open(
        cls,
        url: str,
        keyring: Keyring,
        *,
        index: str = "redactor-stand-ins",
        user: str | None = None,
        password: str | None = None,
        ca_certs: str | None = None,
        timeout_s: float = 30.0,
    ) -> OpenSearchIndex:
        """Open the index of that name (an alias), or create it.

        `timeout_s` limits one request with all its retries. `ca_certs` is the file of the authority that signed the
        certificate of an https:// server, where the system does not trust it. Raises IndexMismatchError,
        IndexUnavailableError, and ValueError for an invalid address or name.
        """
        store = OpenSearchStore(url, index, user=user, password=password, ca_certs=ca_certs, seconds=timeout_s)
        opened = cls(store, keyring)
        try:
            opened._create_or_verify()
        except BaseException:
            opened.close()
            raise
        return opened

    def close(self) -> None:
        self._executor.shutdown()
        self._store.close()

    def _create_or_verify(self) -> None:
        """Create the index, or verify that it is this keyring's and of this format."""
        meta = {"format": FORMAT, "check": self._codec.check}
        found = self._store.mapping()
        if found is None:
            # Replicas appear once there is a second node.
            settings = {
                "number_of_shards": 1,
                "auto_expand_replicas": "0-1",
                "knn": True,
                "translog.durability": "request",
            }
            mappings = {"dynamic": "strict", "_meta": meta, "properties": _FIELDS}
            self._store.create_index({"settings": {"index": settings}, "mappings": mappings})
            found = self._store.mapping()
        stored_meta = found.get("_meta") if found else None
        name = self._store.alias
        if not found or not isinstance(stored_meta, dict) or "format" not in stored_meta or "check" not in stored_meta:
            raise IndexMismatchError(f"the index {name} was not created by Redactor; name another one in the settings")
        if stored_meta["format"] != FORMAT:
            raise IndexMismatchError(
                f"the index {name} was written by another version; use that version, or name another index"
            )
        if stored_meta["check"] != self._codec.check:
            raise IndexMismatchError(
                f"the index {name} was written under another keyring; use the keyring that wrote it, "
                "or name another index"
            )
        if found.get("dynamic") != "strict" or _field_types(found.get("properties")) != _field_types(_FIELDS):
            raise IndexMismatchError(f"the mapping of index {name} was changed; restore the index from a snapshot")

    # -- rosters

    def rosters(self, scopes: Sequence[str]) -> list[Roster]:
        tokens = [self._codec.scope(scope) for scope in scopes]
        found = self._store.read(tokens, "blob")
        return [
            Roster(scope) if doc is None else self._codec.decrypt_roster(_ciphertext_of(doc), token, doc.stamp)
            for scope, token, doc in zip(scopes, tokens, found, strict=True)
        ]

    def put(self, rosters: Sequence[Roster]) -> list[bool]:
        writes: list[Write | None] = []
        tokens = [self._codec.scope(roster.scope) for roster in rosters]
        for roster, token in zip(rosters, tokens, strict=True):
            source = {
                "type": "roster",
                "key": token,
                "blob": _as_base64(self._codec.encrypt_roster(roster, token)),
                "entries": len(roster.entries),
                "retired": len(roster.retired),
            }
            if roster.version is None:
                writes.append(Write("create", token, source))
            else:
                known = is_stamp(roster.version)
                writes.append(Write("index", token, source, roster.version) if known else None)
        # By token, as in write_order.
        sent = sorted((at for at, w in enumerate(writes) if w), key=lambda at: tokens[at])
        done = dict(zip(sent, self._store.write([w for at in sent if (w := writes[at])]), strict=True))
        return [done.get(at, False) for at in range(len(writes))]

    def forget(self, scope: str) -> int:
        count = 0
        for _ in range(_MAX_ATTEMPTS):
            roster = self.rosters([scope])[0]
            if not roster.entries:
                return count  # of an attempt whose answer was lost
            count = len(roster.entries)
            if self.put([self._codec.without_entries(roster)])[0]:
                return count
        raise IndexUnavailableError("a roster kept changing while it was erased; stop the workers and try again")

    # -- entries

    def get(self, wanted: Sequence[tuple[str, str, str]]) -> list[Entry | None]:
        return self._read_entries([self._codec.key(*one) for one in wanted])

    def create(self, entries: Sequence[Entry]) -> list[Entry | None]:
        keys = [self._codec.key(e.scope, e.kind, e.original) for e in entries]
        first: dict[str, Entry] = {}
        for key, entry in zip(keys, entries, strict=True):
            first.setdefault(key, entry)
        standins = {key: self._codec.standin(e.scope, e.kind, e.standin) for key, e in first.items()}
        tokens = list(standins.items())
        names = [tokens[at][0] for at in write_order(tokens)]
        stored: dict[str, Entry | None] = {}
        written: Future[dict[str, Entry | None]] | None = None
        for at in range(0, len(names), _BATCH):
            # OpenSearch writes guards and entries in turns, while the next entries are prepared here.
            pending = [_PendingEntry(first[key], key, standins[key]) for key in names[at : at + _BATCH]]
            claimed = self._executor.submit(self._claim_standins, pending)
            ready = [Write("create", n.key, self._document_of(n)) for n in pending]
            if written is not None:
                stored |= written.result()
            claimed.result()
            written = self._executor.submit(self._write_entries, pending, ready)
        if written is not None:
            stored |= written.result()
        return [stored[key] for key in keys]

    def _claim_standins(self, pending: Sequence[_PendingEntry]) -> None:
        """Write guards for the entries that are not stored yet."""
        standing = self._read_entries([n.key for n in pending])
        for n, entry in zip(pending, standing, strict=True):
            n.stored = entry
        self._write_guards([n for n in pending if n.stored is None])

    def _write_entries(self, pending: Sequence[_PendingEntry], ready: Sequence[Write]) -> dict[str, Entry | None]:
        """Write the entries and return the stored ones by key."""
        claimed_entries = [n for n in pending if n.claimed]
        done = self._store.write([write for n, write in zip(pending, ready, strict=True) if n.claimed])
        for n, ok in zip(claimed_entries, done, strict=True):
            n.stored = n.entry if ok else None
        # Another process was faster, or this one was and the answer was lost.
        left = [n for n in pending if n.stored is None]
        for n, entry in zip(left, self._read_entries([n.key for n in left]), strict=True):
            n.stored = entry
        return {n.key: n.stored for n in pending}

    def _write_guards(self, pending: Sequence[_PendingEntry]) -> None:
        """Write guards, and mark the entries that own their stand-in."""
        waiting: list[tuple[_PendingEntry, str | None]] = [
            (n, None) for n in pending
        ]  # with the stamp of a guard to take over
        for _ in range(_MAX_ATTEMPTS):
            if not waiting:
                return
            guards = [
                Write("index" if stamp else "create", n.guard, {"type": "guard", "key": n.guard, "owner": n.key}, stamp)
                for n, stamp in waiting
            ]
            lost: list[_PendingEntry] = []
            for (n, _), done in zip(waiting, self._store.write(guards), strict=True):
                if done:
                    n.claimed = True
                else:
                    lost.append(n)
            waiting = self._reclaimable(lost)
        raise IndexUnavailableError("stand-ins kept changing their owner; try again with fewer workers")

    def _reclaimable(self, lost: Sequence[_PendingEntry]) -> list[tuple[_PendingEntry, str | None]]:
        """Return entries that may try again, because the guard in their way belongs to an original with another
        stand-in.
        """
        blocking = [
            (n, doc, str(doc.source["owner"]))
            for n, doc in zip(lost, self._store.read([n.guard for n in lost], "owner"), strict=True)
            if doc is not None
        ]
        retried: list[tuple[_PendingEntry, str | None]] = []
        owners = self._store.read([owner for _, _, owner in blocking], "standin")
        for (n, doc, owner), entry in zip(blocking, owners, strict=True):
            if owner == n.key:
                n.claimed = True
            elif entry is not None and entry.source["standin"] != n.guard:
                retried.append((n, doc.stamp))
        return retried

    def _document_of(self, pending: _PendingEntry) -> dict[str, Any]:
        entry = pending.entry
        secret = self._codec.gram_key(entry.scope, entry.kind)
        return {
            "type": "entry",
            "key": pending.key,
            "group": self._codec.group(entry.scope, entry.kind),
            "standin": pending.guard,
            "blob": _as_base64(self._codec.encrypt_entry(entry, pending.key)),
            "grams": " ".join(similarity.gram_tokens(secret, entry.original)),
            "vector": _gram_vector_list(secret, entry.original),
        }

    def _read_entries(self, keys: Sequence[str]) -> list[Entry | None]:
        found = self._store.read(keys, "blob")
        return [
            None if doc is None else self._codec.decrypt_entry(_ciphertext_of(doc), key)
            for key, doc in zip(keys, found, strict=True)
        ]

    # -- search

    def similar(self, scope: str, kind: str, text: str, k: int = 5) -> list[Entry]:
        if k < 1:
            return []
        secret = self._codec.gram_key(scope, kind)
        group = {"term": {"group": self._codec.group(scope, kind)}}
        near = {"vector": {"vector": _gram_vector_list(secret, text), "k": k, "filter": group}}
        tokens = " ".join(similarity.gram_tokens(secret, text))
        query = {
            "bool": {
                "filter": [group],
                "should": [{"knn": near}, {"match": {"grams": {"query": tokens}}}],
                "minimum_should_match": 1,
            }
        }
        found = self._store.search({"size": k, "query": query, "_source": ["blob"]})
        return [self._codec.decrypt_entry(_ciphertext_of(doc), doc.id) for doc in found]

    def refresh(self) -> None:
        """Make everything created so far visible to `similar`."""
        self._store.refresh()

    # -- whole index

    def scan(self) -> Iterator[Entry]:
        for doc in self._encrypted_documents():
            if doc.source["type"] == "entry":
                yield self._codec.decrypt_entry(_ciphertext_of(doc), doc.id)
            else:
                yield from self._codec.decrypt_roster(_ciphertext_of(doc), doc.id, doc.stamp).entries

    def rotate(self) -> int:
        changed = 0
        old: list[Document] = []
        for doc in self._encrypted_documents():
            if not _ciphertext_of(doc).startswith(self._codec.prefix):
                old.append(doc)
            if len(old) == _PAGE:
                changed += self._reencrypt(old)
                old = []
        return changed + self._reencrypt(old)

    def _reencrypt(self, docs: Sequence[Document]) -> int:
        changed = 0
        waiting = list(docs)
        for _ in range(_MAX_ATTEMPTS):
            if not waiting:
                return changed
            writes = [
                Write(
                    "update",
                    doc.id,
                    {"blob": _as_base64(self._codec.encrypt(self._codec.decrypt(_ciphertext_of(doc), doc.id), doc.id))},
                    doc.stamp,
                )
                for doc in waiting
            ]
            done = self._store.write(writes)
            changed += sum(done)
            left = [doc.id for doc, ok in zip(waiting, done, strict=True) if not ok]
            # Written meanwhile by a process whose keyring may be older.
            now = self._store.read(left, "blob")
            waiting = [d for d in now if d is not None and not _ciphertext_of(d).startswith(self._codec.prefix)]
        raise IndexUnavailableError(
            "documents kept changing during the rotation of keys; stop the workers and try again"
        )

    def stats(self) -> Mapping[str, int]:
        self._store.refresh()
        count, total = self._store.totals("type", ("entries", "retired"))
        return {
            "rosters": count.get("roster", 0),
            "entries": count.get("entry", 0) + total["entries"],
            "retired": total["retired"],
            "bytes": self._store.size(),
        }

    def _encrypted_documents(self) -> Iterator[Document]:
        """Yield all documents with a ciphertext."""
        self._store.refresh()
        query = {"terms": {"type": ["entry", "roster"]}}
        yield from self._store.all(query, "key", ["type", "blob"], _PAGE)


def _gram_vector_list(secret: bytes, text: str) -> list[float]:
    found: list[float] = np.round(similarity.gram_vector(secret, text).astype(np.float64), 4).tolist()  # short in JSON
    return found


def _field_types(fields: Any) -> dict[str, tuple[Any, Any]]:
    """Return the settings in which a changed mapping would differ; OpenSearch adds its defaults to the rest."""
    if not isinstance(fields, dict):
        return {}
    return {name: (field.get("type"), field.get("dimension")) for name, field in fields.items()}


def _ciphertext_of(doc: Document) -> bytes:
    try:
        return base64.b64decode(doc.source["blob"], validate=True)
    except (KeyError, TypeError, ValueError):
        raise IndexMismatchError(
            "a document of the index of stand-ins was changed; restore the index from a snapshot"
        ) from None


def _as_base64(blob: bytes) -> str:
    return base64.b64encode(blob).decode("ascii")
