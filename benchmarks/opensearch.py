"""The index in OpenSearch compared with the bare client: creates per second, alternating in one run; reads; searches.

    python -m benchmarks.opensearch [--entities 10000] [--rounds 3] [--json]

Needs a running OpenSearch (make services; REDACTOR_OPENSEARCH_URL). The bare client writes prepared documents of
the same size with opensearch-py's bulk, as many per call, into an index of the same mapping: first one per entry, then
all that the index writes (each entry has a guard for its stand-in). The index starts from originals: its time includes
tokens, ciphertexts, n-grams, the check whether the entry exists, guards and entries.
"""

from __future__ import annotations

import os
import statistics
import time
import uuid
from typing import Any

from opensearchpy import OpenSearch

from benchmarks.common import Figure, argument, tell
from redactor.keys import Keyring
from relex.index import Entry
from relex.index.opensearch import OpenSearchIndex

_URL = os.environ.get("REDACTOR_OPENSEARCH_URL", "http://127.0.0.1:9201")
_SCOPE = "enclave\x1f1\x1fsite\x1fbenchmark"
_CALL = 1_000  # entries
_AIM = 0.8


def _entry(i: int) -> Entry:
    return Entry(_SCOPE, "hospital", f"hospital of saint {i:07d}", f"clinic {i * 7919:010d}")


def _own(client: Any, keyring: Keyring, name: str, entries: list[Entry]) -> tuple[float, OpenSearchIndex]:
    """Entries per second, and the index."""
    index = OpenSearchIndex.open(_URL, keyring, index=name)
    begun = time.perf_counter()
    for at in range(0, len(entries), _CALL):
        some = entries[at : at + _CALL]
        if index.create(some) != some:
            raise SystemExit("the index holds something else")
    return len(entries) / (time.perf_counter() - begun), index


def _documents(client: Any, name: str, kind: str) -> list[dict[str, Any]]:
    """The documents that the index wrote."""
    client.indices.refresh(index=name)
    found: list[dict[str, Any]] = []
    body: dict[str, Any] = {"size": 5_000, "query": {"term": {"type": kind}}, "sort": [{"key": "asc"}]}
    while hits := client.search(index=name, body=body)["hits"]["hits"]:
        found += [hit["_source"] for hit in hits]
        body["search_after"] = hits[-1]["sort"]
    return found


def _bare(client: Any, keyring: Keyring, name: str, documents: list[list[dict[str, Any]]]) -> float:
    """Entries per second. Each of the lists holds one document per entry."""
    OpenSearchIndex.open(_URL, keyring, index=name).close()
    spent = 0.0
    for at in range(0, len(documents[0]), _CALL):
        for some in documents:
            body = [x for doc in some[at : at + _CALL] for x in ({"create": {"_id": doc["key"]}}, doc)]
            begun = time.perf_counter()
            if client.bulk(index=name, body=body)["errors"]:
                raise SystemExit("the bare client could not write")
            spent += time.perf_counter() - begun
    client.indices.delete(index=f"{name}-1")
    return len(documents[0]) / spent


def main() -> None:
    entities, rounds = argument("entities", 10_000), argument("rounds", 3)
    client = OpenSearch(hosts=[_URL], timeout=60)
    keyring = Keyring.generate()
    entries = [_entry(i) for i in range(entities)]
    run = f"benchmark-{uuid.uuid4().hex[:8]}"
    one: list[float] = []
    both: list[float] = []
    own: list[float] = []
    try:
        rate, index = _own(client, keyring, f"{run}-warm", entries)  # warm-up: the node's first bulks are its slowest
        kept = [_documents(client, f"{run}-warm", kind) for kind in ("entry", "guard")]
        for turn in range(rounds):
            one.append(_bare(client, keyring, f"{run}-one-{turn}", kept[:1]))
            rate, fresh = _own(client, keyring, f"{run}-own-{turn}", entries)
            own.append(rate)
            fresh.close()
            client.indices.delete(index=f"{run}-own-{turn}-1")
            both.append(_bare(client, keyring, f"{run}-both-{turn}", kept))
        wanted = [(e.scope, e.kind, e.original) for e in entries]
        begun = time.perf_counter()
        for at in range(0, entities, _CALL):
            index.get(wanted[at : at + _CALL])
        reads = entities / (time.perf_counter() - begun)
        index.refresh()
        begun = time.perf_counter()
        for i in range(100):
            index.similar(_SCOPE, "hospital", f"hospital saint {i * 31:07d}")
        near = 100 / (time.perf_counter() - begun)
        size = index.stats()["bytes"]
        index.close()
    finally:
        client.indices.delete(index=f"{run}-*")
    middle = statistics.median
    tell(
        [
            Figure("bare client, one document an entry", middle(one), "entries a second"),
            Figure("bare client, guards and entries", middle(both), "entries a second"),
            Figure("the index", middle(own), "entries a second", note="from originals"),
            Figure("the index over the bare client, same documents", middle(own) / middle(both), "times", _AIM),
            Figure("the index over the bare client, one document", middle(own) / middle(one), "times"),
            Figure("exact reads", reads, "a second", note=f"{_CALL:,} a call"),
            Figure("searches for what is alike", near, "a second"),
            Figure("disk an entry", size / entities, "bytes", note="before merges"),
        ]
    )


if __name__ == "__main__":
    main()
