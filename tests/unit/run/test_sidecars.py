"""Sidecars of recordings: whose they are, what they teach, what leaves of them, and what hostile ones get."""

from __future__ import annotations

import datetime as dt
import json
import os
from pathlib import Path
from typing import Any

import pytest

from redactor.run.contracts import FileReason, RawRecord
from redactor.run.sidecars import MAX_BYTES, Channel, NoteContext, read_sidecar, recording_scope
from schemas.engine.records import Outcome, Reason
from tests.unit.run.sidecar_kit import Site, raw

DIGEST = "d" * 64
CALL: dict[str, Any] = {
    "call_id": "c-77",
    "patient_id": "p1",
    "patient_name": "Zorbatine Quimby",
    "dob": "1980-05-17",
    "start_time": "2026-03-04T10:22:33Z",
    "channels": [{"role": "agent", "name": "Velmira Tostig"}, {"role": "customer", "name": "Zorbatine Quimby"}],
    "provider": "Dr. Ondrasek",
    "language": "en-US",
    "comments": "Zorbatine Quimby asks for Dr. Ondrasek.",
    "queue_secret": "Ondrasek-7",
}
PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "p1",
    "name": [{"family": "Quimby", "given": ["Zorbatine"]}],
    "birthDate": "1980-05-17",
}
PLANTED = ("Zorbatine", "Quimby", "Velmira", "Tostig", "Ondrasek", "c-77", '"p1"', "1980-05-17", "2026-03-04")


@pytest.fixture
def site(keyring_path: Path, tmp_path: Path) -> Site:
    return Site(keyring_path, tmp_path)


def test_a_name_spoken_and_a_name_written_get_one_stand_in(site: Site) -> None:
    """A FHIR Patient and a sidecar with the same patient id are one subject."""
    site.learn_records(PATIENT)
    assert site.learn(CALL) == dt.date(2026, 3, 4)
    context, done = site.process(CALL)
    assert (done.outcome, done.record_id, done.unknown) == (Outcome.RELEASED, "record-1", {"recording.(other)": 1})
    assert context.subject == site.keys.subject("p1") == site.identifier.identify(raw(CALL), DIGEST).subject
    assert (context.date, context.language) == (dt.date(2026, 3, 4), "en")
    (patient,) = site.records.process([RawRecord(json.dumps(PATIENT).encode(), "1:1")])
    assert patient.payload is not None
    name = json.loads(patient.payload)["name"][0]
    spoken = site.said("this is zorbatine quimby i saw tostig and ondrasek", context)
    assert spoken.startswith(f"this is {name['given'][0].lower()} {name['family'].lower()} ")
    assert not any(word in spoken for word in ("zorbatine", "quimby", "tostig", "ondrasek"))
    left = site.left(CALL)
    assert left["patient_name"] == left["channels"][1]["patient_name"] == f"{name['given'][0]} {name['family']}"
    assert left["comments" if "comments" in left else "notes"][0].startswith(left["patient_name"])
    assert context.channels[0] == Channel("agent", left["channels"][0]["clinician_name"])
    assert not any(word in json.dumps(left) for word in PLANTED)


def test_two_recordings_of_one_patient_share_scope_and_known_values(site: Site) -> None:
    other = {"patient_id": "p1", "channels": ["clinician"]}
    site.learn(CALL, other)
    first, second = (site.process(s, f"r{i}")[0] for i, s in enumerate((CALL, other)))
    assert first.subject == second.subject
    assert site.said("quimby", first) == site.said("quimby", second) != "quimby"
    assert second.channels == (Channel("clinician", ""),)


def test_without_a_sidecar_a_recording_is_a_scope_of_its_own(site: Site) -> None:
    contexts = [site.process(None, f"r{i}") for i in range(2)]
    assert [done.outcome for _, done in contexts] == [Outcome.RELEASED] * 2
    assert all(done.payload is None for _, done in contexts)
    one, two = (context for context, _ in contexts)
    assert one.subject != two.subject
    assert (one.date, one.language, list(one.known), one.channels) == (None, None, [], ())
    identity = site.identifier.identify(None, DIGEST)
    assert identity.subject == site.keys.subject(recording_scope(identity.record_id))
    practitioner = {"resourceType": "Practitioner", "id": "d1", "name": [{"family": "Ondrasek", "given": ["Ivo"]}]}
    site.learn_records(practitioner)  # of the site
    assert "ondrasek" not in site.said("i saw ivo ondrasek", one).lower()


def test_a_sidecar_without_a_patient_shares_the_scope_of_its_transcript(site: Site) -> None:
    sidecar = {"call_id": "c-9", "clinician": "Velmira Tostig", "comments": "Velmira Tostig dictates"}
    site.learn(sidecar)
    context, done = site.process(sidecar)
    assert context.subject == site.keys.subject(recording_scope("c-9"))
    assert context.subject == site.identifier.identify(raw(sidecar), DIGEST).subject
    left = site.left(sidecar)
    assert "patient_id" not in left and done.outcome is Outcome.RELEASED
    assert left["notes"] == [f"{left['clinicians'][0]} dictates"]
    assert site.said("Velmira Tostig dictates", context) == left["notes"][0]
    assert "velmira" not in site.said("velmira tostig", context)


def test_a_sidecar_without_any_id_still_tells_what_to_search_for(site: Site) -> None:
    sidecar = {"clinician": "Velmira Tostig", "patient_name": "Zorbatine Quimby"}
    site.learn(sidecar)
    first, other = (site.process(sidecar, f"r{i}")[0] for i in range(2))
    assert first.subject == site.keys.subject(recording_scope("r0")) != other.subject
    said = site.said("velmira tostig saw zorbatine quimby", first)
    assert not any(word in said for word in ("velmira", "tostig", "zorbatine", "quimby"))


def test_a_clinician_named_twice_gets_one_stand_in(site: Site) -> None:
    sidecar = {"patient_id": "p1", "agent": "Velmira Tostig", "speakers": [{"role": "agent", "name": "Velmira Tostig"}]}
    site.learn(sidecar)
    context, left = site.process(sidecar)[0], site.left(sidecar)
    assert left["channels"][0]["clinician_name"] == left["clinicians"][0] == context.channels[0].name
    assert site.said("Velmira Tostig speaking", context) == f"{left['clinicians'][0]} speaking"


def test_the_record_id_is_of_the_sidecars_id_and_of_the_sound(site: Site) -> None:
    identify = site.identifier.identify
    one, again = identify(raw(CALL), DIGEST), identify(raw(dict(reversed(CALL.items()))), DIGEST)
    later, nameless = identify(raw(CALL), "e" * 64), identify(raw({"patient_id": "p1"}), DIGEST)
    assert one == again
    assert later.record_id != one.record_id and later.resource_key == one.resource_key
    assert nameless.resource_key != one.resource_key
    assert nameless.record_id == identify(None, DIGEST).record_id


def test_a_version_that_names_another_patient_is_found(site: Site) -> None:
    identify, changed = site.identifier.identify, site.identifier.names_another_patient
    nobody = raw({"call_id": "c-77"})
    before = identify(raw(CALL), DIGEST).subject
    assert changed(raw({**CALL, "patient_id": "p2"}), "e" * 64, before)
    assert not changed(raw(CALL), "e" * 64, before)
    assert not changed(nobody, "e" * 64, before)
    assert not changed(raw(CALL), "e" * 64, identify(nobody, DIGEST).subject)
    assert not changed(raw({"patient_id": "p1"}), DIGEST, identify(None, DIGEST).subject)


@pytest.mark.parametrize(
    "given", [{"patient_id": "p1"}, {"mrn": "M-9"}, {"patient": {"id": "Patient/p1"}}, {"PID": "p1"}]
)
def test_a_patient_who_opted_out_withholds_the_recording(
    keyring_path: Path, tmp_path: Path, given: dict[str, Any]
) -> None:
    (tmp_path / "out.txt").write_text("p1\n")
    (tmp_path / "walk.csv").write_text("source,canonical\nM-9,p1\n")
    site = Site(keyring_path, tmp_path, opt_out=tmp_path / "out.txt", crosswalk=tmp_path / "walk.csv")
    _, done = site.process(given)
    assert (done.outcome, done.reason, done.payload) == (Outcome.WITHHELD, Reason.OPTED_OUT, None)


def test_the_crosswalk_joins_a_record_number_to_the_patient(keyring_path: Path, tmp_path: Path) -> None:
    (tmp_path / "walk.csv").write_text("source,canonical\nM-9,p1\n")
    site = Site(keyring_path, tmp_path, crosswalk=tmp_path / "walk.csv")
    assert site.process({"mrn": "M-9"})[0].subject == site.keys.subject("p1")
    assert site.process({"mrn": "M-9", "patient_id": "p1"})[1].outcome is Outcome.RELEASED
    _, done = site.process({"mrn": "M-9", "patient_id": "p2"})
    assert (done.outcome, done.reason) == (Outcome.QUARANTINED, Reason.OTHER_PATIENT)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", Reason.MALFORMED), (b"[]", Reason.NOT_AN_OBJECT), (b'"p1"', Reason.NOT_AN_OBJECT),
        (b"null", Reason.NOT_AN_OBJECT), (b'{"patient_id":"1","patient_id":"2"}', Reason.DUPLICATE_KEYS),
        (b'{"patient_id":"1","pid":"2"}', Reason.DUPLICATE_KEYS), (b'{"patient_id":"\xff"}', Reason.BAD_ENCODING),
        (b'{"a":' * 2000 + b"1" + b"}" * 2000, Reason.TOO_DEEP), (b'{"patient_id":["p1"]}', Reason.WRONG_TYPE),
        (b'{"patient_id":{"v":"p1"}}', Reason.WRONG_TYPE), (b'{"mrn":true}', Reason.WRONG_TYPE),
        (b'{"patient_name":["A B"]}', Reason.WRONG_TYPE), (b'{"channels":[["A"]]}', Reason.WRONG_TYPE),
        (b'{"channels":[{"name":["A"]}]}', Reason.WRONG_TYPE), (b'{"notes":[{"a":1}]}', Reason.WRONG_TYPE),
        (b'{"resourceType":"Patient","id":"p1"}', Reason.UNSUPPORTED_TYPE), (b'{"queue":1}', Reason.UNKNOWN_FIELD),
        (b'{"dataType":"clinicalRecord","note":"x"}', Reason.UNSUPPORTED_TYPE),
        (b'{"patient_id":"p1","meta":{"security":[{"code":"R"}]}}', None),
    ],
)  # fmt: skip
def test_a_hostile_sidecar_keeps_its_recording_back(site: Site, data: bytes, reason: Reason | None) -> None:
    site.learn(data)  # teaches nothing, and raises nothing
    context, done = site.process(data)
    if reason is None:
        assert (done.outcome, done.reason) == (Outcome.WITHHELD, Reason.RESTRICTED)
    else:
        assert (done.outcome, done.reason) == (Outcome.QUARANTINED, reason)
    assert done.payload is None
    assert "p1" not in done.where
    assert isinstance(context, NoteContext)
    site.identifier.identify(raw(data), DIGEST)


def test_what_cannot_be_read_as_a_file_has_an_error(site: Site, tmp_path: Path) -> None:
    big, empty, link, pipe = (tmp_path / f"{name}.json" for name in ("big", "empty", "link", "pipe"))
    big.write_bytes(b'{"notes":"' + b"x" * MAX_BYTES + b'"}')
    empty.write_bytes(b"")
    good = tmp_path / "good.json"
    good.write_text(json.dumps(CALL))
    link.symlink_to(good)
    os.mkfifo(pipe)
    assert read_sidecar(good).error is None
    for path, error in (
        (big, Reason.TOO_LARGE), (empty, FileReason.UNREADABLE), (link, FileReason.UNREADABLE),
        (pipe, FileReason.UNREADABLE), (tmp_path, FileReason.UNREADABLE), (tmp_path / "none", FileReason.UNREADABLE),
    ):  # fmt: skip
        sidecar = read_sidecar(path)
        assert (sidecar.error, sidecar.data) == (error, b"")
        assert site.sidecars.process(sidecar, "r")[1].reason is error


def test_more_channels_than_the_sound_has_label_nobody(site: Site) -> None:
    context, _ = site.process({"channels": ["agent", "customer"]})
    assert [c.role for c in context.speakers(2)] == ["agent", "patient"]
    assert [c.role for c in context.speakers(4)] == ["agent", "patient"]
    assert context.speakers(1) == ()
