"""The index in a real OpenSearch: the contract, what it reveals, and failures of the store or the network."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import IndexMismatchError, IndexUnavailableError
from redactor.keys import Keyring
from relex.index import Entry, Roster
from relex.index.opensearch import OpenSearchIndex
from tests.integration.opensearch_edge import CUT, Edge, Request, error, is_bulk
from tests.integration.opensearch_kit import COUNTY, MERCY, Bench
from tests.unit.relex.index_contract import CHECKS, HOME, SCOPE, Check, Store, eight_processes_agree

pytestmark = pytest.mark.services


def _open(url: str, name: str, keyring: Keyring) -> OpenSearchIndex:
    return OpenSearchIndex.open(url, keyring, index=name)


_SLOW = {eight_processes_agree: pytest.mark.slow}  # `make test` holds it of the embedded index


@pytest.mark.parametrize("check", [pytest.param(c, marks=_SLOW.get(c, ()), id=c.__name__) for c in CHECKS])
def test_contract(check: Check, bench: Bench) -> None:
    check(Store(partial(_open, bench.url, bench.name), lambda: bench.client.indices.refresh(index=bench.name)))


# -- what is stored


def test_nothing_that_is_stored_can_be_read(bench: Bench, keys: Keyring) -> None:
    index = bench.open(keys)
    index.create([MERCY, Entry(SCOPE, "hospital", "jane doe memorial", "Kevin Chang House")])
    index.put([Roster(HOME, (Entry(HOME, "family", "wilson", "Chang"),))])
    index.close()
    bench.client.indices.refresh(index=bench.name)
    hits = bench.client.search(index=bench.name, body={"size": 100})["hits"]["hits"]
    assert sorted(hit["_source"]["type"] for hit in hits) == ["entry", "entry", "guard", "guard", "roster"]
    text = json.dumps([hits, bench.client.indices.get(index=bench.name)]).lower()
    for word in ("mercy", "grace", "kevin", "chang", "wilson", "enclave", "household", "hospital", "family"):
        assert word not in text


def test_a_foreign_index_is_left_alone(bench: Bench, keys: Keyring) -> None:
    bench.client.indices.create(index=bench.name, body={"mappings": {"properties": {"title": {"type": "text"}}}})
    before = bench.client.indices.get_mapping(index=bench.name)
    with pytest.raises(IndexMismatchError, match="was not created by Redactor; name another"):
        bench.open(keys)
    assert bench.client.indices.get_mapping(index=bench.name) == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda m: m["_meta"].update(format="redactor-index/99"), "another version"),
        (lambda m: m["_meta"].pop("check"), "not created by Redactor"),
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


# -- interrupted and concurrent writers


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


def test_a_standin_claimed_by_a_losing_writer_is_free_again(bench: Bench, keys: Keyring, network: Edge) -> None:
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


def test_rotation_keeps_concurrent_writes(bench: Bench, keys: Keyring, network: Edge) -> None:
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


# -- hosts and credentials


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
def test_invalid_addresses(url: str, keys: Keyring) -> None:
    with pytest.raises(ValueError, match="address of OpenSearch"):
        OpenSearchIndex.open(url, keys)


@pytest.mark.parametrize("name", ["", "*", "a,b", "_all", "Upper", "a/b", "x" * 300])
def test_invalid_index_names(name: str, keys: Keyring) -> None:
    with pytest.raises(ValueError, match="index's name"):
        OpenSearchIndex.open("http://127.0.0.1:1", keys, index=name)
