"""Forgetting one of a household, for every recipient, under every epoch and by every id."""

from __future__ import annotations

import json

import pytest

from redactor.assemble.home import index_path, known_values_path
from redactor.assemble.records import record_keys
from redactor.run.state.known_store import KnownStore
from redactor.steward import forget
from tests.unit.relex.workspace import Workspace, blobs, empty, note, person

__all__ = ["empty"]
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


def test_a_crash_in_a_household_leaves_the_relative_as_before(
    empty: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = empty.redactor()
    first.learn(COUPLE)
    was = [first.record(p) for p in COUPLE]
    monkeypatch.setattr(forget, "_record_counts", lambda *args: (_ for _ in ()).throw(RuntimeError))
    with pytest.raises(RuntimeError):
        empty.forget("p1")
    monkeypatch.undo()
    empty.forget("p1")
    assert not {"zorbatine", "6175558812"} & {e.original for e in empty.entries()}
    assert empty.redactor().record(COUPLE[1]) == was[1]


# --- every recipient, epoch, id and source --------------------------------------------------------------------------


def test_every_recipient_and_epoch_is_looked_into(empty: Workspace) -> None:
    for recipient in ("enclave", "other"):
        made = empty.redactor(recipient=recipient)
        made.learn(COUPLE[1:])
        made.record(COUPLE[1])
    quiet = empty.redactor(recipient="quiet", profile="hipaa-safe-harbor")
    quiet.learn(COUPLE[1:])
    empty.keyring.next_epoch().save(empty.root / "keys.json", overwrite=True)
    new = empty.redactor()
    new.learn(COUPLE[1:])
    new.record(COUPLE[1])
    done = empty.forget("p2", recipients=["quiet"])
    assert empty.entries() == []
    with KnownStore.open(known_values_path(empty.settings()), empty.keyring, read_only=True) as store:
        assert list(store.all_values()) == []
    found = [(r.recipient, r.key) for r in done.retractions]
    old, now = (k.key_id for k in empty.keyring.epochs())
    enclave, other = "enclave (dates: visits)", "other (dates: visits)"
    assert found == [(enclave, now), (enclave, old), (other, old), ("quiet", old)]
    assert len({r.released_as for r in done.retractions}) == len({r.subject for r in done.retractions}) == 4
    assert all(r.erased["known"] for r in done.retractions)


_CLASSES = ("Patient", "MRN")
"""Of ids that tell whose a record is, over all shipped schemas."""


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
    told = {keys.id(kind, i) for kind in _CLASSES for i in ("p2", "MRN7", "OLD7")}
    assert set(done.retractions[0].released_as) == told


def test_the_pseudonyms_of_both_formats_are_told(empty: Workspace) -> None:
    path = empty.root / "keys.json"
    data = json.loads(path.read_bytes())
    del data["pseudonym"][0]["format"]  # as keyrings were before there were formats
    del data["checksum"]
    path.write_text(json.dumps(data | {"format": "redactor-keyring/1"}))
    was = empty.redactor().record(COUPLE[1])["id"]
    empty.keyring.next_epoch().save(path, overwrite=True)
    now = empty.redactor().record(COUPLE[1])["id"]
    told = {t.key: t.released_as for t in empty.forget("p2").retractions}
    first, second = (ring.key_id for ring in empty.keyring.epochs())
    assert {key: set(ids) for key, ids in told.items()} == {
        second: {now, record_keys(empty.settings(), empty.keyring).id("MRN", "p2")},
        first: {was},
    }
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
