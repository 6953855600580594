"""The manifest of a stream: a head of bounded size before a chain of segments, and what `verify` finds in it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import RunError
from redactor.run.output.verification import verify
from redactor.run.state import sealed_sqlite
from redactor.run.state.journal import Journal
from schemas.engine.records import Outcome
from streams.export import Exporter
from tests.unit.streams.export_kit import KEYRING, METADATA, config, feed, message, record

PUBLIC = KEYRING.public_key(METADATA.recipient)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redactor.run.state.segments.MOST_FILES", 3)


def deliver(folder: Path, begin: int, end: int, **more: object) -> None:
    """Deliver one record a file, by a new process."""
    with Exporter(config(folder, **more)) as exporter:
        for n in range(begin, end):
            feed(exporter, [message(n, record(f"n{n}"))])
            exporter.deliveries.deliver()
        exporter.deliveries.finish()


def head(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "out" / "manifest.json").read_bytes())
    return found


def faults(folder: Path, **more: Any) -> tuple[str, ...]:
    """What the keyring and the public key alone find, which is the same."""
    found, other = verify(folder / "out", KEYRING, None, **more), verify(folder / "out", None, PUBLIC, **more)
    assert found.faults == other.faults
    return found.faults


def test_files_move_into_segments_that_name_their_predecessors(tmp_path: Path) -> None:
    deliver(tmp_path, 0, 5)
    deliver(tmp_path, 5, 8)
    assert not faults(tmp_path)
    found = verify(tmp_path / "out", KEYRING, None)
    assert (found.files, found.records) == (8, 8)
    last = head(tmp_path)
    assert (last["segment"], last["records"], [f["name"] for f in last["files"]]) == (
        3, 8, ["records-00007.ndjson", "records-00008.ndjson"],
    )  # fmt: skip
    assert last["previous"]["name"] == "manifest-00002.json" and last["previous"]["files"] == 3
    first = json.loads((tmp_path / "out" / "manifest-00001.json").read_bytes())
    assert (first["segment"], first["previous"], first["profile"]) == (1, None, last["profile"])
    assert [(f["name"], f["types"]) for f in first["files"]] == [
        (f"records-0000{n}.ndjson", {"Patient": 1}) for n in (1, 2, 3)
    ]
    assert [s["name"] for s in first["schemas"]] == ["fhir/Patient"] and "signature" not in first


def _edit(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"records":1', b'"records":2', 1))


def _exchange(out: Path) -> None:
    one, two = out / "manifest-00001.json", out / "manifest-00002.json"
    first, second = one.read_bytes(), two.read_bytes()
    one.write_bytes(second)
    two.write_bytes(first)


def _link(path: Path) -> None:
    path.rename(path.parent.parent / path.name)
    path.symlink_to(path.parent.parent / path.name)


@pytest.mark.parametrize(
    "change, told",
    [
        (lambda out: (out / "manifest-00001.json").unlink(), "manifest-00001.json is missing"),
        (lambda out: (out / "manifest-00002.json").unlink(), "manifest-00002.json is missing"),
        (lambda out: _edit(out / "manifest-00001.json"), "manifest-00001.json was changed"),
        (_exchange, "manifest-00002.json was changed"),
        (lambda out: _link(out / "manifest-00002.json"), "manifest-00002.json is a link"),
        (lambda out: (out / "manifest-00003.json").write_text("{}"), "1 files or folders that the manifest"),
        (lambda out: (out / "John Smith.json").write_text("{}"), "1 files or folders that the manifest"),
        (lambda out: (out / "John Smith").mkdir(), "1 files or folders that the manifest"),
        (lambda out: (out / "records-00001.ndjson").unlink(), "records-00001.ndjson is missing"),
        (lambda out: (out / "records-00004.ndjson").write_text("{}\n"), "records-00004.ndjson has another size"),
        (lambda out: _link(out / "records-00002.ndjson"), "records-00002.ndjson is a link"),
        (lambda out: shutil.copy(out / "manifest-00001.json", out / "manifest.json"), ""),
    ],
)
def test_every_change_of_the_chain_is_found(tmp_path: Path, change: Callable[[Path], object], told: str) -> None:
    deliver(tmp_path, 0, 8)
    change(tmp_path / "out")
    if not told:
        with pytest.raises(RunError, match="damaged or of another version"):
            faults(tmp_path)
        return
    (fault,) = faults(tmp_path)
    assert told in fault and "Smith" not in fault


def test_an_older_head_in_place_of_a_newer_one_is_noticed(tmp_path: Path) -> None:
    deliver(tmp_path, 0, 4)
    shutil.copytree(tmp_path / "out", tmp_path / "old" / "out")
    deliver(tmp_path, 4, 8)
    home = tmp_path / "verifier"
    assert not verify(tmp_path / "out", None, PUBLIC, home=home).faults
    (fault,) = verify(tmp_path / "old" / "out", None, PUBLIC, home=home).faults
    assert "an older one was put in place of a newer one" in fault
    with pytest.raises(RunError, match="newer than this state"):
        shutil.copytree(tmp_path / "state", tmp_path / "backup")
        deliver(tmp_path, 8, 12)
        deliver(tmp_path, 8, 9, state=tmp_path / "backup")


def test_the_recipient_may_take_segments_away(tmp_path: Path) -> None:
    deliver(tmp_path, 0, 8)
    for path in (tmp_path / "out").iterdir():
        path.unlink()
    deliver(tmp_path, 8, 12)
    assert head(tmp_path)["segment"] == 5
    assert faults(tmp_path) == (
        "records-00007.ndjson is missing",
        "records-00008.ndjson is missing",
        "manifest-00002.json is missing: what it and earlier segments list cannot be checked",
    )


def test_a_segment_whose_name_is_taken_stops_the_exporter(tmp_path: Path) -> None:
    deliver(tmp_path, 0, 2)
    foreign = tmp_path / "out" / "manifest-00001.json"
    foreign.write_text("theirs")
    for _ in range(2):
        with pytest.raises(RunError, match="another state"):
            deliver(tmp_path, 2, 3)
    assert foreign.read_text() == "theirs"
    foreign.unlink()
    deliver(tmp_path, 3, 4)
    assert not faults(tmp_path)


def test_deletions_stand_behind_the_records_of_their_delivery(tmp_path: Path) -> None:
    with Exporter(config(tmp_path)) as exporter:
        sent = [record("a"), record("b", outcome=Outcome.DELETED, payload=b"{}")]
        feed(exporter, [message(n, done) for n, done in enumerate(sent)])
        exporter.deliveries.finish()
    assert [f["name"] for f in head(tmp_path)["files"]] == ["records-00001.ndjson", "deleted-00001.ndjson"]


def test_numbers_go_on_beyond_five_digits(tmp_path: Path) -> None:
    deliver(tmp_path, 0, 1)
    journal = Journal(tmp_path / "state", KEYRING)
    with journal.transaction() as db:
        db.execute("UPDATE files SET number=99997")
        db.execute("UPDATE counts SET file=99997 WHERE file=1")
        db.execute("UPDATE outputs SET file=99997, name='records-99997.ndjson'")
        db.execute("INSERT INTO meta VALUES('segment', '99999')")
    journal.close()
    out = tmp_path / "out"
    (out / "records-00001.ndjson").rename(out / "records-99997.ndjson")
    deliver(tmp_path, 1, 7)
    last = head(tmp_path)
    assert [f["name"] for f in last["files"]] == ["records-100003.ndjson"]
    assert last["previous"]["name"] == "manifest-100000.json"
    listed = json.loads((out / "manifest-99999.json").read_bytes())["files"]
    assert [f["name"] for f in listed] == ["records-99997.ndjson", "records-99998.ndjson", "records-99999.ndjson"]
    (fault,) = faults(tmp_path)  # segments before 99,999 were never made
    assert "does not begin with the first" in fault


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Counts what SQLite does for the exporter, in hundreds of instructions of its machine."""
    done = [0]
    real = sealed_sqlite.connect

    def counted(path: Path, **options: Any) -> sqlite3.Connection:
        def count() -> int:
            done[0] += 1
            return 0

        db = real(path, **options)
        db.set_progress_handler(count, 100)
        return db

    monkeypatch.setattr(sealed_sqlite, "connect", counted)
    yield done


def test_a_delivery_costs_the_same_early_and_late(tmp_path: Path, steps: list[int]) -> None:
    """Work of SQLite, bytes of manifests and rows, over whole segments; `python -m benchmarks.streams year` has it in
    CPU time.
    """
    costs, sizes, now = [], [], [0.0]
    with Exporter(config(tmp_path), lambda: now[0]) as exporter:
        for n in range(180):
            before = steps[0]
            feed(exporter, [message(n, record(f"n{n}"))])
            now[0] += 60.0
            exporter.deliveries.deliver_if_due()
            costs.append(steps[0] - before)
            sizes.append((tmp_path / "out" / "manifest.json").stat().st_size)
    assert sum(costs[150:]) <= 1.3 * sum(costs[15:45])  # trees of record ids are a level deeper
    assert max(sizes[150:]) <= max(sizes[15:45]) + 50  # digits of numbers
    with sqlite3.connect(tmp_path / "state" / "journal.db") as db:
        rows = [db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("files", "counts", "outputs")]
    db.close()
    assert max(rows) < 20
    assert not faults(tmp_path)
