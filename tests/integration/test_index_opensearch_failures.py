"""The index in OpenSearch when the store or the network fails: no write is left half done or misreported."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from redactor.errors import IndexUnavailableError
from redactor.keys import Keyring
from relex.index import Entry, Roster
from relex.index.opensearch import OpenSearchIndex
from tests.integration.opensearch_edge import CUT, HANG, Answer, Edge, Request, edge, error, is_bulk
from tests.integration.opensearch_kit import COUNTY, MERCY, Bench, brief_handle
from tests.unit.relex.index_contract import HOME, SCOPE

pytestmark = [pytest.mark.services, pytest.mark.slow]

# -- a store that is down, slow, full or gone

ODD_ANSWERS: dict[str, Answer | str] = {
    "hangs": HANG,
    "cut": CUT,
    "busy": error(503, "unavailable_shards_exception"),
    "too many": error(429, "circuit_breaking_exception"),
    "page": Answer(200, b"<html>Jane Doe</html>", "text/html"),
    "not an answer": Answer(200, b'{"items": "Jane Doe"}'),
    "redirect": Answer(307, b"", location="http://127.0.0.1:9201/"),
    "refused user": error(403, "security_exception"),
    "blocked": error(403, "cluster_block_exception"),
}


@pytest.mark.parametrize("odd", ODD_ANSWERS)
def test_a_store_that_fails_midway_is_unavailable_until_it_is_back(
    bench: Bench, keys: Keyring, network: Edge, odd: str
) -> None:
    index = bench.open(keys, network.url)
    brief = brief_handle(bench, keys, network.url, 0.15)
    assert index.create([MERCY]) == [MERCY]
    network.plan = lambda _: ODD_ANSWERS[odd]
    calls: list[Callable[[], object]] = [
        lambda: brief.get([(SCOPE, "hospital", "mercy")]),
        lambda: brief.create([COUNTY]),
        lambda: brief.rosters([HOME]),
        lambda: brief.put([Roster(HOME)]),
        lambda: brief.similar(SCOPE, "hospital", "mercy"),
        lambda: brief.forget(HOME),
        lambda: list(brief.scan()),
        brief.rotate,
        brief.stats,
        lambda: bench.open(keys, network.url, timeout_s=0.15),
    ]
    for call in calls:
        with pytest.raises(IndexUnavailableError) as told:
            call()
        assert "Jane" not in str(told.value) and "mercy" not in str(told.value)
    network.plan = lambda _: None
    assert index.create([MERCY, COUNTY]) == [MERCY, COUNTY]
    index.close()
    brief.close()


def test_an_outage_costs_its_wait_once(bench: Bench, keys: Keyring, network: Edge) -> None:
    """After a failed request the next ones give up after a moment, until one succeeds."""
    index = bench.open(keys, network.url, timeout_s=5)  # the last pause ends after 3.1 s
    network.plan = lambda _: error(503, "unavailable_shards_exception")
    asked = []
    for _ in range(2):
        network.seen.clear()
        with pytest.raises(IndexUnavailableError):
            index.get([(SCOPE, "hospital", "mercy")])
        asked.append(len(network.seen))
    assert 1 <= asked[1] < asked[0]
    network.plan = lambda _: None
    assert index.create([MERCY]) == [MERCY]
    network.plan = lambda _: error(503, "unavailable_shards_exception")
    network.seen.clear()
    with pytest.raises(IndexUnavailableError):
        index.get([(SCOPE, "hospital", "mercy")])
    assert len(network.seen) == asked[0]
    index.close()


def test_no_server_at_the_address(keys: Keyring, opensearch_url: str) -> None:
    with edge(opensearch_url) as gone:
        pass
    with pytest.raises(IndexUnavailableError, match="check that it is up"):
        OpenSearchIndex.open(gone.url, keys, timeout_s=0.3)


@pytest.mark.parametrize("block", ["read_only_allow_delete", "write", "read_only"])
def test_a_disk_that_is_full(bench: Bench, keys: Keyring, block: str) -> None:
    index = bench.open(keys)
    brief = brief_handle(bench, keys)
    assert index.create([MERCY]) == [MERCY]
    bench.client.indices.put_settings(index=bench.name, body={f"index.blocks.{block}": True})
    with pytest.raises(IndexUnavailableError, match="full"):
        brief.create([COUNTY])
    with pytest.raises(IndexUnavailableError, match="full"):
        brief.put([Roster(HOME)])
    brief.close()
    assert index.get([(SCOPE, "hospital", "mercy"), (SCOPE, "hospital", "county")]) == [MERCY, None]
    bench.client.indices.put_settings(index=bench.name, body={f"index.blocks.{block}": None})
    assert index.create([COUNTY]) == [COUNTY]
    index.close()


def test_a_deleted_index_is_not_recreated_without_its_mapping(bench: Bench, keys: Keyring) -> None:
    bench.open(keys).close()
    brief = brief_handle(bench, keys)
    bench.client.indices.delete(index=f"{bench.name}-1")
    for call in (lambda: brief.create([COUNTY]), lambda: brief.put([Roster(HOME)]), brief.stats):
        with pytest.raises(IndexUnavailableError):
            call()
    assert not bench.client.indices.exists(index=bench.name)
    brief.close()


# -- lost or partial answers


def test_a_write_whose_answer_was_lost_is_done_once(bench: Bench, keys: Keyring, network: Edge) -> None:
    index = bench.open(keys, network.url)
    lost: list[str] = []

    def lose_every_first(request: Request) -> str | None:
        if not is_bulk(request) or len(network.seen) < 2 or network.seen[-2].body == request.body:
            return None
        lost.append(request.path)
        request.forward(request.body)
        return CUT

    network.plan = lose_every_first
    assert index.create([MERCY, COUNTY]) == [MERCY, COUNTY]
    assert len(lost) == 2
    first = Roster(HOME, (Entry(HOME, "family", "doe", "Chang"),))
    assert index.put([first]) == [False], "to be read again: the answer was lost"
    stands = index.rosters([HOME])[0]
    assert stands.entries == first.entries
    assert index.forget(HOME) == 1
    assert index.stats()["entries"] == 2
    index.close()


def test_only_failed_bulk_items_are_retried(bench: Bench, keys: Keyring, network: Edge) -> None:
    index = bench.open(keys, network.url)
    entries = [Entry(SCOPE, "lab", f"original {i}", f"standin {i}") for i in range(100)]
    sizes: list[int] = []

    network.plan = lambda request: _part_of_bulk(request, sizes, lambda n: n * 2 // 3 if n > 20 else n)
    assert index.create(entries) == entries
    assert sizes == [100, 34, 12] * 2, "guards, then entries"
    network.plan = lambda _: None
    assert index.get([(e.scope, e.kind, e.original) for e in entries]) == entries
    index.close()


def test_a_bulk_that_stays_incomplete_is_not_done(bench: Bench, keys: Keyring, network: Edge) -> None:
    index = bench.open(keys, network.url)
    brief = brief_handle(bench, keys, network.url)
    network.plan = lambda request: _part_of_bulk(request, [], lambda n: n // 2 if n > 1 else 0)
    with pytest.raises(IndexUnavailableError):
        brief.create([MERCY, COUNTY])
    brief.close()
    network.plan = lambda _: None
    assert index.create([MERCY, COUNTY]) == [MERCY, COUNTY]
    index.close()


def test_an_unreadable_document_is_not_treated_as_absent(bench: Bench, keys: Keyring, network: Edge) -> None:
    index = bench.open(keys)
    index.create([MERCY])
    brief = brief_handle(bench, keys, network.url)

    def unread(request: Request) -> Answer | None:
        if "_mget" not in request.path:
            return None
        docs = json.loads(request.forward(request.body)[1])["docs"]
        reason = {"type": "no_shard_available_action_exception"}
        broken = [{"_index": "x", "_id": d["_id"], "found": False, "error": reason} for d in docs]
        return Answer(200, json.dumps({"docs": broken}).encode())

    network.plan = unread
    with pytest.raises(IndexUnavailableError):
        brief.get([(SCOPE, "hospital", "mercy")])
    with pytest.raises(IndexUnavailableError):
        brief.create([Entry(SCOPE, "hospital", "mercy", "Hope")])
    index.close()
    brief.close()


def _part_of_bulk(request: Request, sizes: list[int], kept: Callable[[int], int]) -> Answer | None:
    """Execute the first items and report a lack of space for the others."""
    if not is_bulk(request):
        return None
    lines = request.body.splitlines(keepends=True)
    heads = [json.loads(line) for line in lines[::2]]
    sizes.append(len(heads))
    n = kept(len(heads))
    items: list[Any] = []
    if n:
        items = json.loads(request.forward(b"".join(lines[: 2 * n]))[1])["items"]
    reason = {"type": "rejected_execution_exception"}
    items += [
        {op: {"_id": told["_id"], "status": 429, "error": reason}} for head in heads[n:] for op, told in head.items()
    ]
    return Answer(200, json.dumps({"took": 1, "errors": True, "items": items}).encode())
