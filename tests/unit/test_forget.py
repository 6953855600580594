"""Forgetting a patient: what is erased, what others keep, and that a crash may come at any step."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import index_path, known_values_path
from redactor.assemble.runs import build_run, make_processor
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.runner import run
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_store import KnownStore
from redactor.run.state.locks import StateLock
from redactor.run.state.lookup_rows import Found, LookupRows
from redactor.run.state.quarantine import QuarantineStore
from redactor.sample import write_sink
from redactor.settings import NotesSettings
from redactor.steward import forget
from redactor.steward.retractions import NAME
from relex.text_forms import folded
from schemas.engine.records import Outcome, Reason
from tests.unit.relex.workspace import Workspace, blobs, broken, empty, note, patients, released

__all__ = ["empty"]


@pytest.fixture(scope="module")
def after_a_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("desk")
    Keyring.generate().save(root / "keys.json")
    write_sink(root / "ehr", 3, 1, lambda n: None)
    source = root / "ehr" / "records"
    (source / "bundles").rename(root / "bundles")  # a file of a whole patient cannot be erased line by line
    hers, other = patients(source)[:2]
    cut = json.dumps({"subject": f"Patient/{hers}"})[:-1].encode() + b"\n"
    (source / "broken.ndjson").write_bytes(broken("b1", hers) + broken("b2", other) + cut)
    run(*build_run(Workspace(root).settings(), source, root / "out"))
    return root


def rows_of(state: Path, keyring: Keyring) -> list[Found]:
    with closing(LookupRows(state, keyring)) as rows:
        return list(rows.read())


@pytest.fixture
def workspace(after_a_run: Path, tmp_path: Path) -> Workspace:
    root = tmp_path / "desk"
    shutil.copytree(after_a_run, root)
    return Workspace(root)


def test_nothing_of_the_patient_is_left_in_home(workspace: Workspace) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    before = workspace.entries(hers)
    index, known = index_path(workspace.settings()), known_values_path(workspace.settings())
    rosters = blobs(index, "SELECT blob FROM rosters")
    values, count = workspace.stored_values(hers), workspace.count_values(hers)
    assert len(before) > 20 and len(rosters) > 1 and values and count > 3
    (state,) = (workspace.home / "runs").iterdir()
    stored = rows_of(state, workspace.keyring)
    rows = [found for found in stored if found.row.original.patient == hers]
    entries = blobs(state / "lookup.db", "SELECT entry FROM batches")

    done = workspace.forget(hers)
    assert done.found and (done.linked, done.undecided) == (0, 0) and workspace.entries(hers) == []
    # Encrypted copies are gone too; the households of others are unchanged.
    assert sum(blob not in workspace.bytes_of(index) for blob in rosters) == 1
    assert not any(blob in workspace.bytes_of(known) for blob in values)
    assert rows_of(state, workspace.keyring) == [found for found in stored if found not in rows]
    changed = entries - blobs(state / "lookup.db", "SELECT entry FROM batches")
    assert changed and not any(blob in workspace.bytes_of(state / "lookup.db") for blob in changed)
    assert done.retractions[0].erased == {
        "stand-ins": len(before), "answers": 0, "known": count, "recordings": 0, "quarantine": 1,
        "lookup": len(rows),
        "marks": 0,
        "copies": 0,
    }  # fmt: skip


def test_quarantined_records_of_the_patient_alone_are_purged(workspace: Workspace) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    (state,) = (workspace.home / "runs").iterdir()
    done = workspace.forget(hers)
    store = QuarantineStore(state, workspace.keyring, create=False)
    (purged,) = store.list("purged")
    somebody, cut = store.list("held")
    # A person must judge unreadable content that names the patient; nothing is reported about the other patient.
    assert purged.position < somebody.position < cut.position
    assert done.look_at == ((state.resolve(), cut.id),)
    with pytest.raises(RunError, match="purged"):
        store.raw(purged.id)
    store.close()


def test_the_retraction_tells_the_enclave_what_to_delete_and_nothing_else(workspace: Workspace) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    originals = [e.original for e in workspace.entries(hers) if len(e.original) > 3]
    workspace.forget(hers, by="A. Steward")
    path = workspace.home / NAME
    assert path.stat().st_mode & 0o777 == 0o600
    first, *_, last = workspace.lines()
    assert (first["status"], last["status"], last["by"]) == ("started", "done", "A. Steward")
    assert last["subject"] == workspace.token(hers) and last["recipient"] == "enclave (dates: visits)"
    assert last["key"] == json.loads((workspace.root / "out" / "manifest.json").read_bytes())["key"]
    told_ids = [f'"id":"{out}"' for out in last["released_as"]]
    gone = [r for _, rows in released(workspace.root / "out") for r in rows if any(i in r for i in told_ids)]
    assert len(gone) == 1 and '"resourceType":"Patient"' in gone[0]
    told = path.read_text("utf-8").casefold()
    assert hers not in told and not any(x in told for x in originals)


def test_who_comes_again_is_somebody_new_and_everybody_else_is_as_before(workspace: Workspace) -> None:
    source = workspace.root / "ehr" / "records"
    hers = patients(source)[0]
    before = workspace.entries(hers)
    told = workspace.forget(hers).retractions[0].released_as
    run(*build_run(workspace.settings(), source, workspace.root / "again"))
    differ = 0
    for (name, rows), (_, rows_again) in zip(
        released(workspace.root / "out"), released(workspace.root / "again"), strict=True
    ):
        for was, now in zip(rows, rows_again, strict=True):
            assert was == now or any(out in was for out in told), name
            differ += was != now
    assert differ > 10
    after = workspace.entries(hers)
    assert {(e.kind, e.original) for e in before} == {(e.kind, e.original) for e in after}
    assert not {(e.kind, folded(e.standin)) for e in before} & {(e.kind, folded(e.standin)) for e in after}


def test_the_same_id_at_another_source_is_somebody_else(workspace: Workspace) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    before = workspace.entries()
    done = workspace.forget(hers, workspace.settings(source="north"))
    assert not done.found and workspace.entries() == before and len(done.look_at) == 2
    assert done.retractions[0].subject == workspace.token(hers, source="north") != workspace.token(hers)


# --- failures -------------------------------------------------------------------------------------------------------


class CrashError(Exception):
    pass


@pytest.mark.parametrize("step", ["_erase_stand_ins", "_erase_known_values", "search_quarantine"])
@pytest.mark.parametrize("after", [False, True])
def test_a_crash_at_any_step_is_made_good_by_the_same_call(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, step: str, after: bool
) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    n = len(workspace.entries(hers))

    def crash(*args: Any, **named: Any) -> None:
        if after:
            real(*args, **named)
        raise CrashError

    real = getattr(forget, step)
    monkeypatch.setattr(forget, step, crash)
    with pytest.raises(CrashError):
        workspace.forget(hers)
    assert {x["status"] for x in workspace.lines()} == {"started"}
    monkeypatch.undo()
    with (workspace.home / NAME).open("ab") as f:
        f.write(b'{"cut')
    done = workspace.forget(hers)
    assert done.found and workspace.entries(hers) == []
    with KnownStore.open(known_values_path(workspace.settings()), workspace.keyring, read_only=True) as store:
        assert store.get(workspace.token(hers)) == ()
    (state,) = (workspace.home / "runs").iterdir()
    store_ = QuarantineStore(state, workspace.keyring, create=False)
    assert len(store_.list("purged")) == 1
    store_.close()
    lines = (workspace.home / NAME).read_bytes().splitlines()
    last = json.loads(lines[-1])
    assert lines.count(b'{"cut') == 1 and last["status"] == "done"
    if not (step == "_erase_stand_ins" and after):  # killed before it could report
        assert last["erased"]["stand-ins"] == n
    assert not workspace.forget(hers).found


def test_nothing_is_erased_while_a_run_goes_on(workspace: Workspace) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    (state,) = (workspace.home / "runs").iterdir()
    with StateLock(state), pytest.raises(RunError, match="another run"):
        workspace.forget(hers)
    assert workspace.entries(hers) and not (workspace.home / NAME).exists()
    with pytest.raises(RunError, match="--state"):
        workspace.forget(hers, states=[workspace.root])


def test_a_reader_that_holds_the_log_keeps_it_from_being_called_done(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    known = known_values_path(workspace.settings())
    values, count = workspace.stored_values(hers), workspace.count_values(hers)
    monkeypatch.setattr("redactor.files.sqlite._BUSY_SECONDS", 0.05)
    reader = sqlite3.connect(known, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM entry LIMIT 1").fetchall()
    with pytest.raises(RunError, match="end that process"):
        workspace.forget(hers)
    assert {x["status"] for x in workspace.lines()} == {"started"}

    reader.close()
    done = workspace.forget(hers)
    assert done.found and done.retractions[0].erased["known"] == count
    assert not any(blob in workspace.bytes_of(known) for blob in values)


def test_a_home_that_knows_nothing_says_so_and_makes_no_stores(empty: Workspace) -> None:
    done = empty.forget("p1")
    assert not done.found
    assert [p.name for p in empty.home.iterdir()] == [NAME]
    assert [x["status"] for x in empty.lines()] == ["started", "done"]


# --- files of the input ----------------------------------------------------------------------------------------------


def test_files_of_notes_that_could_not_be_read_go_with_their_patient(tmp_path: Path) -> None:
    Keyring.generate().save(tmp_path / "keys.json")
    desk, source = Workspace(tmp_path), tmp_path / "in"
    source.mkdir()
    for name in ("p1_1.txt", "p2_1.txt", "letter p1.txt", "p1_x.csv"):
        (source / name).write_bytes(b"\x81\x00" if name.endswith("txt") else b"\x81\x8d\n")
    notes = {"name_pattern": "(?P<patient>p[0-9])_.*"}
    settings = desk.settings().model_copy(update={"notes": NotesSettings(**notes)})
    run(*build_run(settings, source, tmp_path / "out"))
    done = forget.forget(settings, desk.keyring, "p1")
    (state,) = (desk.home / "runs").iterdir()
    store = QuarantineStore(state, desk.keyring, create=False)
    assert sorted((h.status, store.source(h.id)) for h in store.list()) == [
        ("held", "letter p1.txt"), ("held", "p1_x.csv"), ("held", "p2_1.txt"), ("purged", "")
    ]  # fmt: skip
    # Files that carry the id of the patient in another way are for a person to judge.
    assert {store.source(entry) for _, entry in done.look_at} == {"letter p1.txt", "p1_x.csv"}
    store.close()


def test_records_of_who_was_forgotten_for_good_are_withheld(empty: Workspace) -> None:
    settings = empty.settings(as_of="2026-01-01", source="s", streams={"one_host": True})
    hers = empty.token("p1", source="s")
    with KnownStore.open(known_values_path(settings), empty.keyring) as store:
        process = make_processor(settings, settings.as_of, learning=True).process
        raws = [RawRecord(json.dumps(note(p, "Well.")).encode(), f"1:{p}") for p in ("p1", "p2")]
        assert {d.outcome for d in process(raws)} == {Outcome.RELEASED}
        store.erase(Erasure(b"1" * 16, (hers,)))
        one, other = process(raws)
    assert (one.outcome, one.reason, one.payload) == (Outcome.WITHHELD, Reason.OPTED_OUT, None)
    assert other.outcome is Outcome.RELEASED
