"""The index in a real OpenSearch: the contract, what it shows, and what happens when the store or the network fails."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from opensearchpy import OpenSearch

from redactor.keys import Keyring
from relex.index import Entry, IndexMismatchError, IndexUnavailableError, Roster
from relex.index.opensearch import OpenSearchIndex
from tests.integration.opensearch_edge import CUT, HANG, Answer, Edge, Request, edge, error, is_bulk
from tests.unit.index_kit import CHECKS, HOME, SCOPE, Check, Store

pytestmark = pytest.mark.services

MERCY = Entry(SCOPE, "hospital", "mercy", "Grace")
COUNTY = Entry(SCOPE, "hospital", "county", "Hope")


@dataclass(frozen=True, slots=True)
class Bench:
    """An index's name that is this test's own, and the bare client."""

    url: str
    name: str
    client: Any

    def open(self, keyring: Keyring, url: str = "", **settings: Any) -> OpenSearchIndex:
        return OpenSearchIndex.open(url or self.url, keyring, index=self.name, **settings)


@pytest.fixture
def bench(opensearch_url: str) -> Iterator[Bench]:
    client = OpenSearch(hosts=[opensearch_url])
    name = f"test-{uuid.uuid4().hex}"
    yield Bench(opensearch_url, name, client)
    client.indices.delete(index=f"{name}*", params={"expand_wildcards": "all"})
    client.close()


@pytest.fixture
def keys() -> Keyring:
    return Keyring.generate()


@pytest.fixture
def network(opensearch_url: str) -> Iterator[Edge]:
    with edge(opensearch_url) as found:
        yield found


def _open(url: str, name: str, keyring: Keyring) -> OpenSearchIndex:
    return OpenSearchIndex.open(url, keyring, index=name)


def _brief(bench: Bench, keys: Keyring, url: str = "", seconds: float = 0.5) -> OpenSearchIndex:
    """A handle that gives up soon. On a busy machine opening it may take longer than that."""
    for _ in range(50):
        with suppress(IndexUnavailableError):
            return bench.open(keys, url, timeout_s=seconds)
    return bench.open(keys, url, timeout_s=seconds)


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
def test_contract(check: Check, bench: Bench) -> None:
    check(Store(partial(_open, bench.url, bench.name), lambda: bench.client.indices.refresh(index=bench.name)))


# -- what lies there


def test_nothing_that_is_stored_can_be_read(bench: Bench, keys: Keyring) -> None:
    index = bench.open(keys)
    index.create([MERCY, Entry(SCOPE, "hospital", "jane doe memorial", "Kevin Chang House")])
    index.put([Roster(HOME, (Entry(HOME, "family", "wilson", "Chang"),))])
    index.close()
    bench.client.indices.refresh(index=bench.name)
    hits = bench.client.search(index=bench.name, body={"size": 100})["hits"]["hits"]
    assert sorted(hit["_source"]["type"] for hit in hits) == ["entry", "entry", "guard", "guard", "roster"]
    text = json.dumps([hits, bench.client.indices.get(index=bench.name)]).lower()
    for word in ("mercy", "grace", "jane", "doe", "chang", "wilson", "enclave", "household", "hospital", "family"):
        assert word not in text


def test_an_index_that_is_none_of_ours_is_left_alone(bench: Bench, keys: Keyring) -> None:
    bench.client.indices.create(index=bench.name, body={"mappings": {"properties": {"title": {"type": "text"}}}})
    before = bench.client.indices.get_mapping(index=bench.name)
    with pytest.raises(IndexMismatchError, match="none of Redactor's; name another"):
        bench.open(keys)
    assert bench.client.indices.get_mapping(index=bench.name) == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda m: m["_meta"].update(format="redactor-index/99"), "another version"),
        (lambda m: m["_meta"].pop("check"), "none of Redactor's"),
        (lambda m: m.update(dynamic="true"), "mapping of index .* was changed"),
        (lambda m: m["properties"].update(note={"type": "text"}), "mapping of index .* was changed"),
        (lambda m: m["properties"]["vector"].update(dimension=64), "mapping of index .* was changed"),
    ],
    ids=["version", "no check", "dynamic", "field", "dimension"],
)
def test_a_mapping_that_was_changed_is_refused(
    bench: Bench, keys: Keyring, change: Callable[[dict[str, Any]], Any], says: str
) -> None:
    bench.open(keys).close()
    mappings = bench.client.indices.get_mapping(index=bench.name)[f"{bench.name}-1"]["mappings"]
    bench.client.indices.delete(index=f"{bench.name}-1")
    change(mappings)
    body = {"settings": {"index.knn": True}, "mappings": mappings, "aliases": {bench.name: {}}}
    bench.client.indices.create(index=f"{bench.name}-2", body=body)
    with pytest.raises(IndexMismatchError, match=says):
        bench.open(keys)


def test_a_document_that_was_moved_or_changed_is_refused(bench: Bench, keys: Keyring) -> None:
    index = bench.open(keys)
    index.create([MERCY, COUNTY])
    bench.client.indices.refresh(index=bench.name)
    hits = bench.client.search(index=bench.name, body={"query": {"term": {"type": "entry"}}})["hits"]["hits"]
    for hit, blob in zip(hits, (hits[1]["_source"]["blob"], "no base64"), strict=True):
        body = {**hit["_source"], "blob": "AAAA" if blob == "no base64" else blob}
        bench.client.index(index=bench.name, id=hit["_id"], body=body)
    for entry in (MERCY, COUNTY):
        with pytest.raises(IndexMismatchError):
            index.get([(entry.scope, entry.kind, entry.original)])
    index.close()


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
    brief = _brief(bench, keys, network.url, 0.15)
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


def test_nobody_there(keys: Keyring, opensearch_url: str) -> None:
    with edge(opensearch_url) as gone:
        pass
    with pytest.raises(IndexUnavailableError, match="see that it is up"):
        OpenSearchIndex.open(gone.url, keys, timeout_s=0.3)


@pytest.mark.parametrize("block", ["read_only_allow_delete", "write", "read_only"])
def test_a_disk_that_is_full(bench: Bench, keys: Keyring, block: str) -> None:
    index = bench.open(keys)
    brief = _brief(bench, keys)
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


def test_an_index_that_was_deleted_is_not_made_again_without_its_mapping(bench: Bench, keys: Keyring) -> None:
    bench.open(keys).close()
    brief = _brief(bench, keys)
    bench.client.indices.delete(index=f"{bench.name}-1")
    for call in (lambda: brief.create([COUNTY]), lambda: brief.put([Roster(HOME)]), brief.stats):
        with pytest.raises(IndexUnavailableError):
            call()
    assert not bench.client.indices.exists(index=bench.name)
    brief.close()


# -- answers that are lost or say that only a part was done


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


def test_items_that_were_not_done_are_sent_again_and_they_alone(bench: Bench, keys: Keyring, network: Edge) -> None:
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
    brief = _brief(bench, keys, network.url)
    network.plan = lambda request: _part_of_bulk(request, [], lambda n: n // 2 if n > 1 else 0)
    with pytest.raises(IndexUnavailableError):
        brief.create([MERCY, COUNTY])
    brief.close()
    network.plan = lambda _: None
    assert index.create([MERCY, COUNTY]) == [MERCY, COUNTY]
    index.close()


def test_a_document_that_could_not_be_read_is_not_taken_for_absent(bench: Bench, keys: Keyring, network: Edge) -> None:
    index = bench.open(keys)
    index.create([MERCY])
    brief = _brief(bench, keys, network.url)

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
    """Do the first items; say of the others that there was no room for them."""
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


# -- writers that end, and writers that race


def _create_one(url: str, name: str, keyring: Path) -> None:
    OpenSearchIndex.open(url, Keyring.load(keyring), index=name).create([MERCY])


def test_a_writer_killed_between_guard_and_entry(bench: Bench, tmp_path: Path, network: Edge) -> None:
    keys = Keyring.generate()
    keys.save(tmp_path / "keyring.json")
    writer = multiprocessing.get_context("spawn").Process(
        target=_create_one, args=(network.url, bench.name, tmp_path / "keyring.json")
    )
    bulks: list[Request] = []

    def kill_at_the_second(request: Request) -> str | None:
        if is_bulk(request):
            bulks.append(request)
            if len(bulks) == 2:
                assert writer.pid is not None
                os.kill(writer.pid, signal.SIGKILL)
                return CUT
        return None

    network.plan = kill_at_the_second
    writer.start()
    writer.join()
    assert writer.exitcode == -signal.SIGKILL and len(bulks) == 2
    index = bench.open(keys)
    thief = Entry(SCOPE, "hospital", "county", "grace")
    assert index.get([(SCOPE, "hospital", "mercy")]) == [None]
    assert index.create([thief]) == [None], "the stand-in may be in the killed writer's output already"
    assert index.create([MERCY, thief]) == [MERCY, None]
    index.close()


def test_a_standin_that_a_slower_writer_claimed_in_vain_is_free_again(
    bench: Bench, keys: Keyring, network: Edge
) -> None:
    fast, slow = bench.open(keys), bench.open(keys, network.url)
    bulks: list[Request] = []

    def overtake(request: Request) -> None:
        if is_bulk(request):
            bulks.append(request)
            if len(bulks) == 2:
                assert fast.create([MERCY]) == [MERCY]

    network.plan = overtake
    vain = Entry(SCOPE, "hospital", "mercy", "Hope")
    assert slow.create([vain]) == [MERCY]
    assert len(bulks) == 2
    network.plan = lambda _: None
    assert fast.create([COUNTY, Entry(SCOPE, "hospital", "third", "hope")]) == [COUNTY, None]
    assert slow.create([vain, COUNTY]) == [MERCY, COUNTY]
    fast.close()
    slow.close()


def test_rotation_keeps_what_is_written_meanwhile(bench: Bench, keys: Keyring, network: Edge) -> None:
    old = bench.open(keys)
    old.put([Roster(HOME, (Entry(HOME, "family", "doe", "Chang"),)), Roster("still")])
    rotated = keys.rotated()
    new = bench.open(rotated, network.url)
    late: list[Roster] = []

    def write_first(request: Request) -> None:
        if is_bulk(request) and not late:
            was = old.rosters([HOME])[0]
            late.append(Roster(HOME, (*was.entries, Entry(HOME, "given", "john", "Kevin")), was.retired, was.version))
            assert old.put(late) == [True]

    network.plan = write_first
    assert new.rotate() == 2
    assert new.rosters([HOME])[0].entries == late[0].entries
    assert new.rotate() == 0
    old.close()
    new.close()


# -- who is asked, and how


def test_user_and_password_go_to_the_host_and_nowhere_else(bench: Bench, keys: Keyring, network: Edge) -> None:
    host = network.url.removeprefix("http://")
    bench.open(keys, f"http://ann:s%40cret@{host}").close()
    bench.open(keys, network.url, user="ann", password="s@cret").close()
    assert {r.headers.get("authorization") for r in network.seen} == {"Basic YW5uOnNAY3JldA=="}
    network.plan = lambda _: error(401, "security_exception")
    network.seen.clear()
    with pytest.raises(IndexUnavailableError, match="check user, password") as told:
        bench.open(keys, f"http://ann:s%40cret@{host}", timeout_s=5)
    assert "cret" not in str(told.value) and len(network.seen) == 1


@pytest.mark.parametrize("url", ["", "localhost:9200", "ftp://localhost", "http://", "file:///etc/passwd"])
def test_addresses_that_are_none(url: str, keys: Keyring) -> None:
    with pytest.raises(ValueError, match="address of OpenSearch"):
        OpenSearchIndex.open(url, keys)


@pytest.mark.parametrize("name", ["", "*", "a,b", "_all", "Upper", "a/b", "x" * 300])
def test_names_that_are_none(name: str, keys: Keyring) -> None:
    with pytest.raises(ValueError, match="index's name"):
        OpenSearchIndex.open("http://127.0.0.1:1", keys, index=name)
