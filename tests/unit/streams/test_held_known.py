"""Which messages of phi.known.v1 let held records go."""

from __future__ import annotations

import pytest

from redactor.entities import Entity, Role
from redactor.errors import MissingKeyError
from redactor.run.contracts import PATIENT, HarvestBatch, PersonValues
from redactor.run.state.known_identifiers import holder
from redactor.text import KnownValue
from schemas.engine.records import Outcome, Reason
from streams.known_topic import KnownMessages
from tests.unit.streams.export_kit import KEYRING
from tests.unit.streams.held_kit import DOE, Stored, Stream, stream

__all__ = ["stream"]


def test_only_a_value_that_tells_who_the_patient_is_lets_a_record_go_and_only_with_the_next_join(
    stream: Stream,
) -> None:
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p", KnownValue("4711", Entity.MEDICAL_RECORD_NUMBER, Role.PATIENT))
    stream.tell("p", KnownValue("1970-01-02", Entity.BIRTH_DATE_TIME, Role.PATIENT))
    stream.tell("p", KnownValue("5 Quay Street", Entity.ADDRESS, Role.PATIENT))
    stream.tell("p", KnownValue("Dr. Roe", Entity.DOCTOR, Role.CLINICIAN))
    stream.tell("p", DOE, person=b"contact")
    stream.export()
    stream.tell("p", joined=False)
    stream.export()
    stream.export()
    assert not stream.copies()
    stream.join()
    stream.export()
    assert stream.copies() == [(0, 0, len(stream.known) - 1, False)]


def test_an_identifier_of_the_patients_own_record_lets_go_what_names_the_patient_by_id_or_number(
    stream: Stream,
) -> None:
    stream.ingest("p", "by-id")
    stream.ingest("identifier:x", "by-number", partition=1)
    stream.work()
    stream.tell("identifier:x", holder("Patient/1", "p"))
    stream.export()
    assert [copy[:2] for copy in stream.copies()] == [(0, 0), (1, 0)]


def test_forged_messages_among_known_values_are_skipped_and_a_gap_of_the_keyring_stops(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.work()
    stream.known.append(Stored(len(stream.known), b"x", b"Doe^John"))
    stream.tell("p")
    stream.export()
    assert len(stream.copies()) == 1
    stream.ingest("q", "other")
    stream.work()
    stream.export()
    rotated = KnownMessages(KEYRING.rotated(), "phi.known.v1")
    (value,) = rotated.from_harvest(HarvestBatch([PersonValues("q", PATIENT, [DOE])]))
    stream.known.append(Stored(len(stream.known), value.key, rotated.seal(value)))
    with pytest.raises(MissingKeyError):
        stream.export()


def test_a_record_that_is_still_unseen_waits_for_a_later_name(stream: Stream) -> None:
    stream.ingest("p", "note")
    stream.work()
    stream.tell("p")
    stream.export()
    stream.work(Outcome.QUARANTINED, Reason.PATIENT_UNSEEN)  # its crosswalk knows another patient
    for _ in range(3):
        assert stream.export() == {"quarantined": 1}
        stream.tell("p", KnownValue("1970-01-02", Entity.BIRTH_DATE_TIME, Role.PATIENT))
    assert len(stream.copies()) == 1
    stream.tell("p", KnownValue("Johnny Doe", Entity.PATIENT, Role.PATIENT))
    stream.export()
    assert [origin for _, origin, *_ in stream.copies()] == [0, 1]
    stream.work()
    assert stream.export() == {"released": 1}
