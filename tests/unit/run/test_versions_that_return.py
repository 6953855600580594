"""Versions whose content returns to an earlier value: the recipient's latest version is that of the source."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
from msgspec import structs

from redactor.run.contracts import Processed, RawRecord
from redactor.run.output.verification import verify
from redactor.run.release import release
from redactor.run.state.lookup_rows import LookupRows
from redactor.run.state.unchecked_journal import inputs_of
from tests.crash.crash_child import Upper, config
from tests.unit.run.out_kit import released_of
from tests.unit.run.test_attack_runs import Desk, desk
from tests.unit.run.test_runner import KEYS, Bench, bench, ndjson

__all__ = ["bench", "desk"]
A, B, GONE = ({"id": "x", "v": "a"}, {"id": "x", "v": "b"}, {"id": "x", "gone": True})


class Mended(Upper):
    """Releases what `Upper` quarantines."""

    def _one(self, raw: RawRecord) -> Processed:
        return super()._one(structs.replace(raw, data=raw.data.replace(b', "bad": true', b"")))


def versions(bench: Bench, *names: str) -> list[str]:
    """The versions in files of OUT, in their order; by default in the only one of records."""
    found = []
    for name in names or ("records-00001.ndjson",):
        for line in map(json.loads, (bench.out / name).read_bytes().splitlines()):
            entries = line.get("entry")
            found += [line["v"]] if entries is None else [e["resource"]["v"] for e in entries]
    return found


def bundle(*resources: dict[str, object], kind: str = "collection", **more: object) -> dict[str, object]:
    entries: list[dict[str, object]] = [{"resource": resource} for resource in resources]
    if kind == "history":
        entries = [{**entry, "request": {"method": "PUT"}, "response": {"status": "200"}} for entry in entries]
    return {"resourceType": "Bundle", "type": kind, **more, "entry": entries}


@pytest.mark.parametrize("batch", [1, 2, 50])
def test_a_version_that_returns_leaves_and_one_that_stays_does_not(bench: Bench, batch: int) -> None:
    bench.put("x.ndjson", ndjson(A, A, B, B, A, A))
    s = bench.run(batch_records=batch)
    assert versions(bench) == ["A", "B", "A"] and s.outcomes == {"released": 3, "duplicate": 3}
    first, _, second, _, third, _ = bench.audit()
    assert third["record"] == first["record"] and third["supersedes"] == second["record"]
    assert second["supersedes"] == first["record"]
    assert not verify(bench.out, KEYS, None).faults


def test_a_version_that_returns_in_another_file_leaves(bench: Bench) -> None:
    for name, version in (("1", A), ("2", B), ("3", A)):
        bench.put(f"{name}.ndjson", ndjson(version))
    assert bench.run().outcomes == {"released": 3}
    assert [versions(bench, bench.released(n).name) for n in (1, 2, 3)] == [["A"], ["B"], ["A"]]


@pytest.mark.parametrize("batch", [1, 50])
def test_what_is_created_again_behind_its_deletion_leaves(bench: Bench, batch: int) -> None:
    bench.put("1.ndjson", ndjson(A, GONE))
    bench.put("2.ndjson", ndjson(A, GONE, GONE))
    s = bench.run(batch_records=batch)
    assert s.outcomes == {"released": 2, "deleted": 2, "duplicate": 1}
    assert [versions(bench, bench.released(n).name) for n in (1, 2)] == [["A"], ["A"]]


@pytest.mark.parametrize("batch", [1, 50])
def test_a_bundle_whose_content_returns_leaves_whole(bench: Bench, batch: int) -> None:
    one, other = bundle(A, {"id": "y", "v": "c"}, id="b"), bundle(B, id="b")
    bench.put("x.ndjson", ndjson(one, one, other, one))
    bench.run(batch_records=batch)
    assert versions(bench) == ["A", "C", "B", "A", "C"]


@pytest.mark.parametrize("batch", [1, 50])
@pytest.mark.parametrize("between", ["bundle", "line", "deletion"])
def test_a_bundle_leaves_again_when_another_version_of_its_resource_has_left(
    bench: Bench, batch: int, between: str
) -> None:
    """One without an id is known by its content alone."""
    kept, other = {**named("y"), "v": "c"}, {**named("z"), "v": "d"}
    one, same = bundle({**named("x"), "v": "a"}, kept), bundle(kept, other)
    changed = {
        "bundle": bundle({**named("x"), "v": "b"}),
        "line": {**named("x"), "v": "b"},
        "deletion": {**named("x"), "gone": True},
    }[between]
    bench.put("1.ndjson", ndjson(one, same, one))
    bench.put("2.ndjson", ndjson(changed, one, same, one))
    bench.run(batch_records=batch)
    assert versions(bench, bench.released(1).name) == ["A", "C", "C", "D"]
    assert versions(bench, bench.released(2).name) == [*([] if between == "deletion" else ["B"]), "A", "C"]


def named(name: str) -> dict[str, object]:
    return {"resourceType": "Patient", "id": name}


def test_a_line_returns_behind_a_bundle_with_another_version(bench: Bench) -> None:
    bench.put("x.ndjson", ndjson(A, bundle(B), A, bundle(A), A))
    s = bench.run()
    assert versions(bench) == ["A", "B", "A", "A"]
    assert s.outcomes == {"released": 6, "duplicate": 1}


def test_a_history_lists_the_newest_version_first(bench: Bench) -> None:
    """It is the latest afterwards, and supersedes what came before; the older ones supersede nothing."""
    bench.put("x.ndjson", ndjson(A, B, bundle({"id": "x", "v": "c"}, B, A, kind="history"), {"id": "x", "v": "c"}, A))
    bench.run()
    assert versions(bench) == ["A", "B", "C", "B", "A", "C", "A"]
    audit = {str(one["at"]): one for one in bench.audit()}
    newest, last = audit["1:3/1"], audit["1:5"]
    assert newest["supersedes"] == audit["1:2"]["record"] and last["supersedes"] == newest["record"]
    assert [audit[at]["supersedes"] for at in ("1:3/2", "1:3/3", "1:4")] == [None, None, None]


def test_what_waits_in_quarantine_behind_the_latest_is_released_by_name_alone(bench: Bench) -> None:
    bad = {**B, "bad": True}
    bench.put("x.ndjson", ndjson(A, bad, A, {"id": "y", "v": "c", "bad": True}))
    assert bench.run().outcomes == {"released": 1, "duplicate": 1, "quarantined": 2}
    c = config(bench.source, bench.out, bench.state, KEYS)
    done = release(c, lambda _: Mended())
    assert done.released == ("00001-00000004",) and done.held == {"00001-00000002": "superseded"}
    assert versions(bench, "released-00001.ndjson") == ["C"]
    assert release(c, lambda _: Mended(), ["00001-00000002"]).released == ("00001-00000002",)
    assert versions(bench, "released-00001.ndjson") == ["C", "B"] and not verify(bench.out, KEYS, None).faults
    assert bench.manifest()["outcomes"] == {"released": 3, "duplicate": 1}


def test_versions_in_quarantine_are_released_in_their_order(bench: Bench) -> None:
    bench.put("x.ndjson", ndjson(*({**one, "bad": True} for one in (A, B, A, A))))
    assert bench.run().outcomes == {"quarantined": 4}
    done = release(config(bench.source, bench.out, bench.state, KEYS), lambda _: Mended())
    assert len(done.released) == 4 and versions(bench, "released-00001.ndjson") == ["A", "B", "A"]


def test_a_quarantined_version_of_a_history_is_as_old_as_its_place_from_the_end(bench: Bench) -> None:
    newest, oldest = {"id": "x", "v": "c", "bad": True}, {**A, "bad": True}
    bench.put("x.ndjson", ndjson(bundle(newest, B, oldest, kind="history")))
    bench.run()
    done = release(config(bench.source, bench.out, bench.state, KEYS), lambda _: Mended())
    assert versions(bench, "released-00001.ndjson") == ["C"] and done.held == {"00001-00000004": "superseded"}


@pytest.mark.parametrize("form", ["line", "bundle", "transaction"])
def test_a_resource_that_returns_leaves_under_the_real_engine(desk: Desk, form: str) -> None:
    """It has no meta, and its Bundles have no ids."""
    for number, gender in enumerate(("female", "male", "female", "female", "unknown", "female"), 1):
        resource = {"resourceType": "Patient", "id": "p", "gender": gender}
        request = {"method": "PUT", "url": "Patient/p"}
        if form == "transaction" and gender == "unknown":
            entry: dict[str, object] = {"request": {**request, "method": "DELETE"}}
        else:
            entry = {"resource": resource, **({"request": request} if form == "transaction" else {})}
        kind = "transaction" if form == "transaction" else "collection"
        whole = {"resourceType": "Bundle", "type": kind, "entry": [entry]}
        desk.put(f"{number}.ndjson", ndjson(resource if form == "line" else whole))
    desk.run()
    found = [desk.lines(released_of(desk.out, desk.state, n).name)[0] for n in (1, 2, 3, 5, 6)]
    assert not [name for name, number in inputs_of(desk.state).items() if number == 4]  # sent again, unchanged
    genders = [one["gender"] if form == "line" else one["entry"][0].get("resource", {}).get("gender") for one in found]
    assert genders == ["female", "male", "female", None if form == "transaction" else "unknown", "female"]


def test_a_lookup_finds_each_place_of_a_version(bench: Bench) -> None:
    bench.put("x.ndjson", ndjson(A, B, A))
    bench.run()
    rows = LookupRows(bench.state, KEYS)
    found = [(row.record_id, row.at) for row, _ in rows.read()]
    rows.close()
    assert [at for _, at in found] == ["1:1", "1:2", "1:3"] and found[0][0] == found[2][0] != found[1][0]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("with_bundles", [False, True])
def test_the_latest_version_of_out_is_the_latest_that_is_not_quarantined(
    tmp_path: Path, seed: int, with_bundles: bool
) -> None:
    """Whatever the lines, Bundles and batches, also after a release of all that can be released."""
    rng = random.Random(seed)
    bench = Bench(tmp_path)
    sent: list[tuple[str, str, bool]] = []

    def draw() -> dict[str, object]:
        name, version, bad = rng.choice("xy"), rng.choice("abc"), rng.random() < 0.25
        sent.append((name, version, bad))
        return {**named(name), "v": version, **({"bad": True} if bad else {})}

    for name in "123":
        rows = [
            bundle(*(draw() for _ in range(rng.randrange(1, 4)))) if with_bundles and rng.random() < 0.5 else draw()
            for _ in range(rng.randrange(12))
        ]
        bench.put(f"{name}.ndjson", ndjson(*rows))
    bench.run(batch_records=rng.choice([1, 3, 50]))

    def latest(*, with_bad: bool) -> dict[str, str]:
        return {name: version.upper() for name, version, bad in sent if with_bad or not bad}

    def left() -> list[dict[str, str]]:
        files = [name for n in (1, 2, 3) for name in _files_of(bench, n)] + ["released-00001.ndjson"]
        return [line for name in files if (bench.out / name).exists() for line in _resources(bench.out / name)]

    def applied() -> dict[str, str]:
        return {one["id"].lower(): one["v"] for one in left()}

    assert applied() == latest(with_bad=False)
    for name in () if with_bundles else "XY":
        mine = [one["v"] for one in left() if one["id"] == name]
        assert all(one != other for one, other in itertools.pairwise(mine))
    release(config(bench.source, bench.out, bench.state, KEYS), lambda _: Mended())
    assert applied() == latest(with_bad=True) and not verify(bench.out, KEYS, None).faults


def _files_of(bench: Bench, number: int) -> list[str]:
    try:
        return [bench.released(number).name]
    except AssertionError:
        return []


def _resources(path: Path) -> list[dict[str, str]]:
    found = []
    for line in map(json.loads, path.read_bytes().splitlines()):
        found += [entry["resource"] for entry in line["entry"]] if "entry" in line else [line]
    return [one for one in found if one.get("resourceType") != "Bundle"]
