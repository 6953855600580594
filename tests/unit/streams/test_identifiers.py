"""Records that name their patient by an identifier, in a stream: their keys, and what lets held ones go."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

from redactor.assemble.home import known_values_path
from redactor.assemble.records import build_registry, record_keys
from redactor.assemble.runs import build_stream
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, Processed, RawRecord
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_identifiers import holder
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings
from schemas.engine.records import Reason
from streams import forget
from streams.known_topic import AddValue, apply
from streams.publish import PublishWorker, build_record_keys, build_worker, harvest_and_key_work
from streams.sealed import MessageKeys
from tests.unit.run.identifier_kit import SYSTEM, Desk, Json, mrn, name_of, named, patient, record
from tests.unit.streams.held_kit import Stream, stream

__all__ = ["stream"]
SCOPE = "identifier:of-zorbatine"


def raw(data: Json, **more: Any) -> RawRecord:
    return RawRecord(json.dumps(data).encode(), "1:1", **more)


class Host:
    """A host of a stream: what a producer makes of records, and a worker over what it has read of phi.known."""

    def __init__(self, root: Path, **settings: Any) -> None:
        streams = {"servers": "localhost:1", "one_host": True}
        self.settings: Settings = Desk(root).settings(streams=streams, **settings)
        self.settings.home.mkdir()
        self.worker: PublishWorker = build_worker(pickle.dumps(self.settings))
        self.keyring = Keyring.load(self.settings.keyring)
        with KnownStore.open(known_values_path(self.settings), self.keyring):
            pass
        self.processor = build_stream(self.settings).processor()

    def publish(self, *records: Json) -> None:
        (found,) = harvest_and_key_work(self.worker, list(map(raw, records)))
        assert not isinstance(found, str)
        with KnownStore.open(known_values_path(self.settings), self.keyring) as store:
            apply(store, [self.worker.known.open(m.key, self.worker.known.seal(m)) for m in found.known])
            store.join()

    def process(self, *records: Json, **more: Any) -> list[Processed]:
        return self.processor.process([raw(r, **more) for r in records])


def left(done: Processed) -> Json:
    found: Json = json.loads(done.payload or b"{}")
    return found


def test_records_that_name_a_patient_by_one_identifier_share_a_key(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    (tmp_path / "x.csv").write_text("from,to\nMRN-7005,P1\n")
    settings = desk.settings(crosswalk=tmp_path / "x.csv")
    ring = Keyring.load(settings.keyring)
    keys, pseudonyms = build_record_keys(settings, ring, build_registry(settings, ring)), record_keys(settings, ring)
    scope = pseudonyms.identifier_scope(SYSTEM, mrn(1)["value"])
    expected = MessageKeys(ring).for_record(scope, "")
    assert {keys.key_of(raw(record(1, k, named(1, k)))) for k in range(4)} == {expected}
    contained = {"contained": [{"resourceType": "Patient", "id": "p", "identifier": [mrn(1)]}]}
    assert keys.key_of(raw(record(1, 5, {"reference": "#p"}, **contained))) == expected
    assert keys.key_of(raw(record(2, 0, named(2, 0)))) != expected
    by_id = keys.key_of(raw(record(1, 0, {"reference": "Patient/P1"})))
    assert by_id == keys.key_of(raw(patient(1))) != expected
    assert keys.key_of(raw(record(5, 0, named(5, 0)))) == by_id  # the crosswalk has it
    assert keys.key_of(raw(record(1, 0, {"identifier": mrn(1), "reference": "Patient/P1"}))) == by_id


def test_a_record_waits_for_the_patient_who_has_its_identifier(tmp_path: Path) -> None:
    host = Host(tmp_path)
    early = record(1, 0, named(1, 0))
    host.publish(early)
    (done,) = host.process(early)
    assert (done.reason, done.where) == (Reason.PATIENT_UNSEEN, "Observation.subject")
    bare = {k: v for k, v in early.items() if k != "note"}
    (done,) = host.process(bare)  # without a text it is not held
    assert "effectiveDateTime" not in left(done) and "2014" not in json.dumps(left(done))
    by_id = record(1, 1, {"reference": "Patient/P1"})
    host.publish(patient(1), by_id)
    one, other, person = host.process(early, by_id, patient(1))
    shown = f"Patient/{left(person)['id']}"
    assert left(one)["subject"]["reference"] == left(other)["subject"]["reference"] == shown
    assert (
        name_of(1) not in json.dumps(left(one))
        and left(one)["note"][0]["text"][20:] == left(other)["note"][0]["text"][20:]
    )
    host.publish(patient(2, identifier=[mrn(1)]))
    assert host.process(early)[0].reason is Reason.PATIENT_UNSEEN  # whose it is, nobody can say any more


def test_a_record_that_need_not_wait_leaves_without_dates(tmp_path: Path) -> None:
    host = Host(tmp_path)
    (done,) = host.process(record(1, 0, named(1, 0)), may_be_unseen=True)
    assert "2014" not in json.dumps(left(done)) and "[DATE]" in left(done)["note"][0]["text"]


def test_an_opt_out_by_identifier_holds_in_a_stream_as_it_learns(tmp_path: Path) -> None:
    (tmp_path / "listed").write_text(f"{SYSTEM}|{mrn(1)['value']}\n")
    host = Host(tmp_path, opt_out=tmp_path / "listed")
    by_id = record(1, 1, {"reference": "Patient/P1"})
    assert host.process(record(1, 0, named(1, 0)))[0].reason is Reason.OPTED_OUT
    assert host.process(by_id)[0].reason is Reason.PATIENT_UNSEEN  # nothing says yet who that is
    host.publish(patient(1), patient(2))
    records = [by_id, patient(1), record(2, 0, named(2, 0))]
    assert [done.reason for done in host.process(*records)] == [Reason.OPTED_OUT, Reason.OPTED_OUT, None]


def test_the_exporter_sends_held_records_when_their_patient_comes(stream: Stream) -> None:
    stream.ingest(SCOPE, "note")
    stream.work()
    assert stream.export() == {"quarantined": 1}
    stream.tell("p")
    assert stream.export() == {"quarantined": 1} and not stream.copies()
    stream.tell(SCOPE, holder("Patient/P1", "p"))
    assert stream.export() == {"quarantined": 1} and len(stream.copies()) == 1
    stream.work()
    assert stream.export() == {"released": 1}


def test_forgetting_names_the_identifiers_on_the_topic() -> None:
    erasure = Erasure(b"e" * 16, ("p", SCOPE))
    found = forget._Found(Erasure(b"f" * 16, ("p",)))  # a second attempt: the home has forgotten the identifiers
    forget._note(found, b"0", erasure)
    for key, scope in ((b"1", "p"), (b"2", SCOPE), (b"3", "identifier:of-others")):
        forget._note(found, key, AddValue(scope, PATIENT, holder("Patient/P1", "p"), None))
    assert list(found.keys) == [b"1", b"2"] and found.erasure.scopes == ("p", SCOPE)
