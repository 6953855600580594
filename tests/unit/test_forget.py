"""Forgetting a patient: what is erased, what others keep, and that a crash may come at any step."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from redactor import forget
from redactor.assemble.home import index_path, known_values_path
from redactor.assemble.records import record_keys
from redactor.assemble.runs import build_run, make_processor
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.retractions import NAME
from redactor.run.contracts import RawRecord
from redactor.run.runner import run
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_store import KnownStore
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import QuarantineStore
from redactor.sample import write_sink
from redactor.settings import NotesSettings
from relex.text_forms import folded
from schemas.engine.records import Outcome, Reason
from tests.unit.relex.workspace import Workspace, blobs, broken, note, patients, person, released


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


@pytest.fixture
def workspace(after_a_run: Path, tmp_path: Path) -> Workspace:
    root = tmp_path / "desk"
    shutil.copytree(after_a_run, root)
    return Workspace(root)


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Workspace]:
    Keyring.generate().save(tmp_path / "keys.json")
    yield Workspace(tmp_path)


def test_nothing_of_the_patient_is_left_in_home(workspace: Workspace) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    before = workspace.entries(hers)
    index, known = index_path(workspace.settings()), known_values_path(workspace.settings())
    rosters = blobs(index, "SELECT blob FROM rosters")
    values, keys = workspace.stored_values(hers), workspace.stored_keys(hers)
    assert len(before) > 20 and len(rosters) > 1 and values and keys

    done = workspace.forget(hers)
    assert done.found and (done.linked, done.undecided) == (0, 0) and workspace.entries(hers) == []
    # Encrypted copies are gone too; the households of others are unchanged.
    assert sum(blob not in workspace.bytes_of(index) for blob in rosters) == 1
    assert not any(blob in workspace.bytes_of(known) for blob in values | keys)
    assert done.retractions[0].erased == {"stand-ins": len(before), "known": len(values), "quarantine": 1}


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
    assert last["subject"] == workspace.token(hers) and last["recipient"] == "enclave"
    assert last["key"] == json.loads((workspace.root / "out" / "manifest.json").read_bytes())["key"]
    (out,) = last["released_as"]
    gone = [r for _, rows in released(workspace.root / "out") for r in rows if f'"id":"{out}"' in r]
    assert len(gone) == 1 and '"resourceType":"Patient"' in gone[0]
    told = path.read_text("utf-8").casefold()
    assert hers not in told and not any(x in told for x in originals)


def test_who_comes_again_is_somebody_new_and_everybody_else_is_as_before(workspace: Workspace) -> None:
    source = workspace.root / "ehr" / "records"
    hers = patients(source)[0]
    before = workspace.entries(hers)
    (out,) = workspace.forget(hers).retractions[0].released_as
    run(*build_run(workspace.settings(), source, workspace.root / "again"))
    differ = 0
    for (name, rows), (_, rows_again) in zip(
        released(workspace.root / "out"), released(workspace.root / "again"), strict=True
    ):
        for was, now in zip(rows, rows_again, strict=True):
            assert was == now or out in was, name
            differ += was != now
    assert differ > 10
    after = workspace.entries(hers)
    assert {(e.kind, e.original) for e in before} == {(e.kind, e.original) for e in after}
    assert not {(e.kind, folded(e.standin)) for e in before} & {(e.kind, folded(e.standin)) for e in after}


# --- households -----------------------------------------------------------------------------------------------------

TEXT = "Zorbatine and Quillon Fairweather, call 617-555-8812 or 617-555-9934. Seen with Ms. Brandywine."
COUPLE = (
    person("p1", "Zorbatine", "Fairweather", phone="617-555-8812", link="p2"),
    person("p2", "Quillon", "Fairweather", phone="617-555-9934"),
)


@pytest.mark.parametrize(("hers", "his"), [("p1", "p2"), ("p2", "p1")])
def test_a_linked_relative_keeps_what_is_theirs_too(empty: Workspace, hers: str, his: str) -> None:
    first = empty.redactor()
    first.learn(COUPLE)
    his_record = next(p for p in COUPLE if p["id"] == his)
    her_record = next(p for p in COUPLE if p["id"] == hers)
    his_was, her_was = first.record(his_record), first.record(her_record)
    first.record(note(his, TEXT))
    before = {(e.kind, e.original): e.standin for e in empty.entries()}
    mine = {her_record["name"][0]["given"][0].casefold(), her_record["telecom"][0]["value"].replace("-", "")}

    rosters = blobs(index_path(empty.settings()), "SELECT blob FROM rosters")
    done = empty.forget(hers)
    assert not any(blob in empty.bytes_of(index_path(empty.settings())) for blob in rosters)
    assert done.linked == 1 and done.undecided == 0  # Brandywine is in his note
    after = {(e.kind, e.original): e.standin for e in empty.entries()}
    assert after.items() < before.items()
    assert {original for _, original in before.keys() - after.keys()} == mine
    assert done.retractions[0].erased["stand-ins"] == 2

    again = empty.redactor()
    assert again.record(his_record) == his_was
    again.learn(COUPLE)
    her_now = again.record(her_record)
    assert her_now["name"][0]["family"] == her_was["name"][0]["family"] == his_was["name"][0]["family"]
    given = set(her_was["name"][0]["given"]) | set(his_was["name"][0]["given"])
    assert not given & set(her_now["name"][0]["given"])
    assert her_now["telecom"] != her_was["telecom"] and again.record(his_record) == his_was


def test_the_last_of_a_household_takes_the_rest_along(empty: Workspace) -> None:
    first = empty.redactor()
    first.learn(COUPLE)
    first.record(note("p1", TEXT))
    empty.forget("p1")
    done = empty.forget("p2")
    assert done.found and done.linked == 0 and empty.entries() == []


def test_what_a_patient_got_before_they_were_linked_is_not_given_again(empty: Workspace) -> None:
    alone = [p | {"link": []} for p in COUPLE]
    first = empty.redactor()
    first.learn(alone)
    was = [first.record(p)["name"][0]["given"][0] for p in alone]
    empty.redactor().learn(COUPLE)  # two rosters, one household
    for patient, name in zip(alone, was, strict=True):
        empty.forget(str(patient["id"]))
        back = empty.redactor()
        back.learn([patient])
        assert back.record(patient)["name"][0]["given"][0] != name


def test_who_only_has_the_name_is_counted_and_kept(empty: Workspace) -> None:
    contact = {"name": {"given": ["Zorbatine"], "family": "Fairweather"}}
    stranger = person("p9", "Ulric", "Stone", phone="617-555-0301") | {"contact": [contact]}
    first = empty.redactor()
    first.learn([*COUPLE, stranger])
    was = first.record(stranger)
    done = empty.forget("p1")
    assert (done.linked, done.namesakes) == (1, 1) and empty.redactor().record(stranger) == was


# --- every recipient, epoch, id and source --------------------------------------------------------------------------


def test_every_recipient_and_epoch_is_looked_into(empty: Workspace) -> None:
    for recipient in ("enclave", "other"):
        made = empty.redactor(recipient=recipient)
        made.learn(COUPLE[1:])
        made.record(COUPLE[1])
    quiet = empty.redactor(recipient="quiet", profile="hipaa-safe-harbor")
    quiet.learn(COUPLE[1:])
    empty.keyring.next_epoch().save(empty.root / "keys.json")
    new = empty.redactor()
    new.learn(COUPLE[1:])
    new.record(COUPLE[1])
    done = empty.forget("p2", recipients=["quiet"])
    assert empty.entries() == []
    with KnownStore.open(known_values_path(empty.settings()), empty.keyring, read_only=True) as store:
        assert list(store.every()) == []
    found = [(r.recipient, r.key) for r in done.retractions]
    old, now = (k.key_id for k in empty.keyring.epochs())
    assert found == [("enclave", now), ("enclave", old), ("other", old), ("quiet", old)]
    assert len({r.released_as for r in done.retractions}) == len({r.subject for r in done.retractions}) == 4
    assert all(r.erased["known"] for r in done.retractions)


def test_every_id_of_the_patient_leads_to_all_that_is_known(empty: Workspace) -> None:
    crosswalk = empty.root / "crosswalk.csv"
    crosswalk.write_text("source,canonical\nMRN7,p2\nOLD7,p2\n", "utf-8")
    before = empty.redactor()
    before.learn([COUPLE[1] | {"id": "OLD7"}])  # from when there was no crosswalk
    before.record(COUPLE[1] | {"id": "OLD7"})
    made = empty.redactor(crosswalk=crosswalk)
    made.learn(COUPLE[1:])
    made.record(COUPLE[1])
    done = empty.forget("MRN7", empty.settings(crosswalk=crosswalk))
    assert empty.entries() == []
    keys = record_keys(empty.settings(), empty.keyring)
    assert set(done.retractions[0].released_as) == {keys.id("Patient", i) for i in ("p2", "MRN7", "OLD7")}


def test_the_pseudonyms_of_both_formats_are_told(empty: Workspace) -> None:
    path = empty.root / "keys.json"
    data = json.loads(path.read_bytes())
    del data["pseudonym"][0]["format"]  # as keyrings were before there were formats
    del data["checksum"]
    path.write_text(json.dumps(data | {"format": "redactor-keyring/1"}))
    was = empty.redactor().record(COUPLE[1])["id"]
    empty.keyring.next_epoch().save(path)
    now = empty.redactor().record(COUPLE[1])["id"]
    told = {t.key: t.released_as for t in empty.forget("p2").retractions}
    first, second = (ring.key_id for ring in empty.keyring.epochs())
    assert told == {second: (now,), first: (was,)}
    old = record_keys(empty.settings(), empty.keyring.epochs()[0])
    assert was == old.id("Patient", "p2") == old.id("Encounter", "p2")


def test_the_pseudonyms_in_flat_records_are_told(empty: Workspace) -> None:
    fields = {"mrn": {"type": "string", "rule": "hash", "idClass": "MRN"}}
    document = {"title": "records/labs", "version": "1", "dataType": "labs", "subject": ["mrn"], "properties": fields}
    (empty.root / "schemas").mkdir()
    (empty.root / "schemas" / "labs.json").write_text(json.dumps(document))
    keys = record_keys(empty.settings(), empty.keyring)
    done = empty.forget("p2", empty.settings(schema_dirs=(empty.root / "schemas",)))
    assert done.retractions[0].released_as == (keys.id("Patient", "p2"), keys.id("MRN", "p2"))


def test_the_same_id_at_another_source_is_somebody_else(workspace: Workspace) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    before = workspace.entries()
    done = workspace.forget(hers, workspace.settings(source="north"))
    assert not done.found and workspace.entries() == before and len(done.look_at) == 2
    assert done.retractions[0].subject == workspace.token(hers, source="north") != workspace.token(hers)


# --- failures -------------------------------------------------------------------------------------------------------


class CrashError(Exception):
    pass


@pytest.mark.parametrize("step", ["_stand_ins", "_known", "_quarantined"])
@pytest.mark.parametrize("after", [False, True])
def test_a_crash_at_any_step_is_made_good_by_the_same_call(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, step: str, after: bool
) -> None:
    hers = patients(workspace.root / "ehr" / "records")[0]
    n = len(workspace.entries(hers))

    def crash(*args: Any) -> None:
        if after:
            real(*args)
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
    if not (step == "_stand_ins" and after):  # killed before it could report
        assert last["erased"]["stand-ins"] == n
    assert not workspace.forget(hers).found


def test_a_crash_in_a_household_leaves_the_relative_as_before(
    empty: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = empty.redactor()
    first.learn(COUPLE)
    was = [first.record(p) for p in COUPLE]
    monkeypatch.setattr(forget, "_record_counts", lambda *args: (_ for _ in ()).throw(CrashError))
    with pytest.raises(CrashError):
        empty.forget("p1")
    monkeypatch.undo()
    empty.forget("p1")
    assert not {"zorbatine", "6175558812"} & {e.original for e in empty.entries()}
    assert empty.redactor().record(COUPLE[1]) == was[1]


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
    values = workspace.stored_values(hers)
    monkeypatch.setattr("redactor.run.state.sqlite._BUSY", 0.05)
    reader = sqlite3.connect(known, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM entry LIMIT 1").fetchall()
    with pytest.raises(RunError, match="end that process"):
        workspace.forget(hers)
    assert {x["status"] for x in workspace.lines()} == {"started"}

    reader.close()
    done = workspace.forget(hers)
    assert done.found and done.retractions[0].erased["known"] == len(values)
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
        (source / name).write_bytes(b"\x81\x00" if name.endswith("txt") else b"\xff\n")
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
