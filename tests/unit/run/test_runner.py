"""The runner from outside: files in, OUT and state out."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import signal
import sys
from pathlib import Path

import pytest
from msgspec import structs

from redactor.errors import RunError, StoppedError
from redactor.keys import Keyring
from redactor.run.contracts import HarvestBatch, Processed, Progress, RawRecord, Summary
from redactor.run.output.verification import verify
from redactor.run.release import release
from redactor.run.runner import run
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import QuarantineStore
from tests.crash.crash_child import Upper, callbacks, config, make
from tests.unit.run.out_kit import released_of

KEYS = Keyring.generate()


def ndjson(*rows: object) -> bytes:
    return b"".join(json.dumps(r).encode() + b"\n" for r in rows)


class Bench:
    def __init__(self, root: Path) -> None:
        self.root, self.source, self.out, self.state = root, root / "in", root / "out", root / "state"
        self.source.mkdir()

    def put(self, name: str, data: bytes) -> None:
        (self.source / name).write_bytes(data)

    def run(self, **more: object) -> Summary:
        return run(config(self.source, self.out, self.state, KEYS, **more), callbacks())

    def released(self, number: int) -> Path:
        return released_of(self.out, self.state, number)

    def manifest(self) -> dict[str, object]:
        return dict(json.loads((self.out / "manifest.json").read_bytes()))

    def audit(self) -> list[dict[str, object]]:
        return [json.loads(x) for x in (self.state / "audit.ndjson").read_bytes().splitlines()]

    def bytes_out(self) -> dict[str, str]:
        return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(self.out.iterdir())}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_every_outcome_is_counted_once_and_the_manifest_adds_up(bench: Bench) -> None:
    same = {"id": "1", "v": "a", "date": "2024-03-01"}
    bench.put("john-smith.ndjson", ndjson(same, same, {"bad": True}, {"no": True}, {"gone": True}) + b"{broken\n[1]\n")
    bench.put("scan.pdf", b"%PDF")
    s = bench.run()
    assert s.outcomes == {"released": 1, "duplicate": 1, "quarantined": 4, "withheld": 1, "deleted": 1}
    assert s.records == 8 == sum(s.outcomes.values())
    assert str(s.as_of) == "2024-03-01"
    got = bench.manifest()
    told = {name: n for name, n in s.outcomes.items() if name != "withheld"}  # a patient who opted out
    assert got["records"] == 7 and got["outcomes"] == told
    assert got["reasons"]["unreadable-input"] == 1  # type: ignore[index]
    for f in got["files"]:  # type: ignore[attr-defined]
        data = (bench.out / f["name"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (f["bytes"], f["sha256"])
    assert {p.name for p in bench.out.iterdir()} == {
        "manifest.json", "records-00001.ndjson", "deleted-00001.ndjson"
    }  # fmt: skip
    assert len(bench.audit()) == 8


def test_names_of_input_files_are_nowhere_in_out_or_state(bench: Bench) -> None:
    bench.put("john-smith.ndjson", ndjson({"id": "1"}, {"bad": True}))
    bench.put("zebulon.Quimby", b"x")
    bench.run()
    for folder in (bench.out, bench.state):
        for path in folder.iterdir():
            for word in (b"john-smith", b"quimby", b"zebulon"):
                assert word not in path.read_bytes().lower() and word.decode() not in path.name.lower()


def test_manifest_has_a_mac_over_all_of_it(bench: Bench) -> None:
    bench.put("a.ndjson", ndjson({"id": "1"}))
    bench.run()
    assert not verify(bench.out, KEYS, None).faults
    path = bench.out / "manifest.json"
    path.write_bytes(path.read_bytes().replace(b'"enclave"', b'"enclava"'))
    assert verify(bench.out, KEYS, None).faults


def test_any_number_of_workers_and_any_batches_give_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for name, workers, batch in (("a", 1, 50), ("b", 2, 50), ("c", 2, 7)):
        (tmp_path / name).mkdir()
        b = Bench(tmp_path / name)
        for f in range(3):
            rows = [{"id": f"{f}-{i}", "v": "x" * (i % 40), "bad": i % 17 == 0} for i in range(120)]
            b.put(f"{f}.ndjson", ndjson(*rows))
        b.run(workers=workers, batch_records=batch)
        made.append((b.bytes_out(), b.audit()))
    assert made[0] == made[1] == made[2]


def test_a_record_that_kills_its_worker_is_quarantined_and_no_other(bench: Bench) -> None:
    rows = [{"id": str(i), "die": i == 33} for i in range(60)]
    bench.put("a.ndjson", ndjson(*rows))
    s = bench.run(workers=2, batch_records=20)
    assert s.outcomes == {"released": 59, "quarantined": 1}
    assert s.reasons == {"internal-error": 1}
    assert [h.position for h in QuarantineStore(bench.state, KEYS).list()] == ["1:34"]


def test_a_record_that_breaks_the_processor_is_quarantined_without_its_message(bench: Bench) -> None:
    bench.put("a.ndjson", ndjson({"id": "1"}, {"raise": True}, {"id": "2"}))
    s = bench.run()
    assert s.outcomes == {"released": 2, "quarantined": 1}
    assert all(b"secret" not in p.read_bytes() for p in bench.state.iterdir())


def test_a_bundle_comes_out_as_one_with_its_entries_in_order(bench: Bench) -> None:
    resources = [{"resourceType": "Patient", "id": f"p{i}", "v": "a", "bad": i == 2} for i in range(5)]
    entries = [
        {"fullUrl": f"urn:uuid:{i}", "resource": r, "request": {"method": "PUT"}} for i, r in enumerate(resources)
    ]
    entries.insert(3, {"request": {"method": "DELETE", "url": "Patient/9"}})
    bundle = {"resourceType": "Bundle", "entry": entries, "type": "transaction"}
    bench.put("b.json", json.dumps(bundle, indent=2).encode())
    s = bench.run(batch_records=2)
    assert s.outcomes == {"released": 5, "quarantined": 1, "deleted": 1}
    got = json.loads((bench.out / "records-00001.json").read_bytes())
    assert got["resourceType"] == "Bundle"
    assert [e.get("resource", {}).get("id") for e in got["entry"]] == ["P0", "P1", None, "P3", "P4"]
    assert got["entry"][0]["fullUrl"] == "urn:uuid:0" and got["entry"][0]["request"] == {"method": "PUT"}
    assert got["entry"][2] == {"request": {"method": "DELETE", "url": "Patient/9"}}
    assert not (bench.out / "deleted-00001.ndjson").exists()


def _bundle(*resources: object, kind: str = "document", **more: object) -> bytes:
    entries = [{"resource": r} for r in resources]
    return json.dumps({"resourceType": "Bundle", "type": kind, **more, "entry": entries}).encode()


def _ids_out(bench: Bench, number: int) -> list[list[str]]:
    lines = bench.released(number).read_bytes().splitlines()
    return [[e["resource"]["id"] for e in json.loads(line).get("entry", ())] for line in lines]


SUBJECT = {"resourceType": "Patient", "id": "p", "v": "a"}


@pytest.mark.parametrize("batch", [1, 2, 50])
def test_a_resource_is_in_each_bundle_that_holds_it(bench: Bench, batch: int) -> None:
    first, second = (_bundle({"resourceType": "Composition", "id": c}, SUBJECT) for c in "xy")
    bench.put("a.ndjson", first + b"\n" + second + b"\n" + ndjson(SUBJECT, SUBJECT))
    bench.put("b.json", _bundle({"resourceType": "Composition", "id": "z"}, SUBJECT, SUBJECT))
    s = bench.run(batch_records=batch)
    lines = bench.released(1).read_bytes().splitlines()
    assert [[e["resource"]["id"] for e in json.loads(x)["entry"]] for x in lines[:2]] == [["X", "P"], ["Y", "P"]]
    assert [json.loads(x)["id"] for x in lines[2:]] == ["P"]  # once alone
    assert _ids_out(bench, 2) == [["Z", "P", "P"]]
    assert s.outcomes == {"released": 11, "duplicate": 1}


def test_a_bundle_that_is_sent_again_unchanged_leaves_once(bench: Bench) -> None:
    """Unless another version of it has left meanwhile."""
    one, other = _bundle(SUBJECT, id="b"), _bundle(SUBJECT, {"id": "o"}, id="b")
    bench.put("a.ndjson", one + b"\n" + json.dumps(json.loads(one), indent=1).replace("\n", " ").encode() + b"\n")
    bench.put("b.ndjson", other + b"\n" + one)
    s = bench.run(batch_records=1)
    assert _ids_out(bench, 1) == [["P"]]
    assert _ids_out(bench, 2) == [["P", "O"], ["P"]]
    assert s.outcomes == {"released": 7, "duplicate": 2}
    assert sum(s.outcomes.values()) == len(bench.audit())


def test_a_changed_resource_supersedes_itself_across_bundles_and_an_unchanged_one_does_not(bench: Bench) -> None:
    changed = {**SUBJECT, "v": "b"}
    bundles = (_bundle(SUBJECT, id="1"), _bundle(SUBJECT, id="2"), _bundle(changed, id="3"))
    bench.put("a.ndjson", b"\n".join(bundles))
    bench.run()
    versions = [(a["record"], a["supersedes"]) for a in bench.audit() if a["type"] == "Patient"]
    assert [before for _, before in versions] == [None, None, versions[0][0]]


def test_a_quarantined_entry_of_two_bundles_is_released_once(bench: Bench) -> None:
    bad = {"id": "x", "bad": True}
    bench.put("a.ndjson", b"\n".join(_bundle(SUBJECT, bad, id=i) for i in "12"))
    assert bench.run().outcomes == {"released": 4, "quarantined": 2}

    class Mended(Upper):
        def _one(self, raw: RawRecord) -> Processed:
            return super()._one(structs.replace(raw, data=raw.data.replace(b"true", b"false")))

    done = release(config(bench.source, bench.out, bench.state, KEYS), lambda _: Mended())
    assert len(done.released) == 2
    lines = (bench.out / "released-00001.ndjson").read_bytes().splitlines()
    assert [json.loads(x)["id"] for x in lines] == ["X"]


@pytest.mark.parametrize(("mark", "outcome"), [("no", "withheld"), ("bad", "quarantined")])
def test_entries_take_the_outcome_of_a_bundle_that_does_not_leave(bench: Bench, mark: str, outcome: str) -> None:
    entries = [{"resource": {"id": str(i)}} for i in range(5)] + [{"resource": {"id": "9", "bad": True}}]
    bench.put("b.json", json.dumps({"resourceType": "Bundle", mark: True, "entry": entries}).encode())
    assert bench.run(batch_records=2).outcomes == {outcome: 7}
    assert {p.name for p in bench.out.iterdir()} == {"manifest.json"}


def test_arrays_and_tables_keep_their_form(bench: Bench) -> None:
    bench.put("a.json", json.dumps([{"id": "x"}, {"bad": True}, {"id": "y"}]).encode())
    bench.put("b.csv", b'id,v\r\n1,"a, b"\r\n2,c\r\nshort\r\n')
    s = bench.run()
    assert json.loads(bench.released(1).read_bytes()) == [{"id": "X"}, {"id": "Y"}]
    assert bench.released(2).read_bytes() == b'id,v\n1,"A, B"\n2,C\n'
    assert s.outcomes == {"released": 4, "quarantined": 2}


def test_parquet_keeps_types_where_values_still_hold_them(bench: Bench) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pa.table({"id": ["a", "b"], "n": pa.array([1, None], pa.int32()), "f": [1.5, 2.0]})
    pq.write_table(table, bench.source / "t.parquet")
    bench.run()
    got = pq.read_table(bench.out / "records-00001.parquet")
    assert got.schema.types == table.schema.types
    assert got.to_pylist() == [{"id": "A", "n": 1, "f": 1.5}, {"id": "B", "n": None, "f": 2.0}]


def test_known_values_are_harvested_in_input_order_before_processing(bench: Bench) -> None:
    bench.put("a.ndjson", ndjson(*({"id": str(i)} for i in range(7))))
    seen: list[HarvestBatch] = []
    run(config(bench.source, bench.out, bench.state, KEYS, batch_records=3), callbacks(seen))
    assert [b.values[0][0] for b in seen] == ["n3", "n3", "n1"]


def test_stdin_is_harvested_as_it_is_seen_and_the_audit_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ndjson({"id": "1"}, {"id": "2"}))))
    seen: list[HarvestBatch] = []
    s = run(config(None, bench.out, bench.state, KEYS, batch_records=1), callbacks(seen))
    assert s.harvested == "seen" and s.outcomes == {"released": 2} and len(seen) >= 2
    assert {e["known"] for e in bench.audit()} == {"seen"}


def test_a_finished_run_started_again_changes_nothing(bench: Bench) -> None:
    bench.put("a.ndjson", ndjson({"id": "1"}, {"bad": True}))
    first = bench.run()
    before = bench.bytes_out()
    assert bench.run() == first and bench.bytes_out() == before


def test_a_signal_stops_after_a_commit_and_the_run_resumes(tmp_path: Path) -> None:
    results = []
    for name, stop in (("whole", False), ("stopped", True)):
        (tmp_path / name).mkdir()
        b = Bench(tmp_path / name)
        b.put("a.ndjson", ndjson(*({"id": str(i), "bad": i % 9 == 0} for i in range(200))))

        def report(p: Progress, stop: bool = stop) -> None:
            if stop and p.phase == "process" and p.records == 100:
                os.kill(os.getpid(), signal.SIGTERM)

        c = config(b.source, b.out, b.state, KEYS)
        if stop:
            with pytest.raises(StoppedError, match="same command"):
                run(c, callbacks(), report)
            assert not (b.out / "manifest.json").exists()
        run(c, callbacks())
        results.append((b.bytes_out(), b.audit()))
    assert results[0] == results[1]


def test_a_changed_input_or_configuration_is_refused(bench: Bench) -> None:
    bench.put("a.ndjson", ndjson({"id": "1"}))
    bench.run()
    bench.put("a.ndjson", ndjson({"id": "1"}, {"id": "2"}))
    with pytest.raises(RunError, match="input has changed"):
        bench.run()
    c = config(bench.source, bench.out, bench.state, KEYS)
    other = type(c)(c.source, c.out, c.state, c.keyring, c.metadata, "another fingerprint")
    with pytest.raises(RunError, match="another configuration"):
        run(other, callbacks())


def test_places_that_lie_inside_one_another_are_refused(bench: Bench) -> None:
    for out, state, home in (
        (bench.state / "out", bench.state, None),
        (bench.source / "out", bench.state, None),
        (bench.out, bench.out / "state", None),
        (bench.out, bench.state, bench.out),
    ):
        with pytest.raises(RunError, match="inside one another"):
            run(config(bench.source, out, state, KEYS, home=home), callbacks())


@pytest.mark.parametrize("name", ["letter.txt", "records-00001.ndjson"])
def test_out_must_be_empty_at_first(bench: Bench, name: str) -> None:
    bench.put("a.ndjson", ndjson({"id": "1"}))
    bench.out.mkdir()
    (bench.out / name).write_text("x")
    with pytest.raises(RunError, match="empty folder"):
        bench.run()


def test_two_runs_cannot_share_a_state(bench: Bench) -> None:
    bench.put("a.ndjson", ndjson({"id": "1"}))
    with StateLock(bench.state), pytest.raises(RunError, match="another run"):
        bench.run()


def test_supersedes_names_the_version_before(bench: Bench) -> None:
    bench.put("a.ndjson", ndjson({"id": "1", "v": "a"}, {"id": "1", "v": "b"}, {"id": "2"}))
    bench.run(batch_records=1)
    first, second, third = bench.audit()
    assert first["supersedes"] is None and third["supersedes"] is None
    assert second["supersedes"] == first["record"]


def test_a_broken_gzip_yields_its_records_and_an_error(bench: Bench) -> None:
    packed = gzip.compress(ndjson(*({"id": str(i), "v": os.urandom(20).hex()} for i in range(50))))
    bench.put("a.ndjson.gz", packed[: len(packed) // 2])
    s = bench.run()
    assert s.reasons["truncated-input"] == 1 and 0 < s.outcomes["released"] < 50


def cured(_: object) -> Upper:
    class Cured(Upper):
        def _one(self, raw):  # type: ignore[no-untyped-def]
            return super()._one(
                type(raw)(raw.data.replace(b'"bad": true', b'"bad": false'), raw.position, part=raw.part)
            )

    return Cured()


def test_quarantined_records_are_released_once_and_the_manifest_follows(bench: Bench) -> None:
    bench.put("a.ndjson", ndjson({"id": "1"}, {"id": "2", "bad": True}, {"id": "3", "bad": True}) + b"{broken\n")
    bench.run()
    c = config(bench.source, bench.out, bench.state, KEYS)
    one = release(c, cured, ["00001-00000002"])
    assert one.released == ("00001-00000002",)
    with pytest.raises(RunError, match="released already"):
        release(c, cured, ["00001-00000002"])
    rest = release(c, cured)
    assert rest.released == ("00001-00000003",) and rest.held == {"00001-00000004": "malformed-json"}
    assert (bench.out / "released-00001.ndjson").read_bytes().count(b"\n") == 2
    got = bench.manifest()
    assert got["outcomes"] == {"released": 3, "quarantined": 1} and got["records"] == 4
    assert got["reasons"] == {"malformed-json": 1}
    assert not verify(bench.out, KEYS, None).faults
    assert release(c, make).released == ()
