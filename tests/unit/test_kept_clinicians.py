"""Profiles that keep clinicians: whose names stay in texts and fields, and whose never do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from redactor.detect.kept_clinicians import withheld_clinicians
from redactor.detect.known import Known, SiteKnown
from redactor.detect.patterns import Patterns
from redactor.engine import Engine
from redactor.entities import Entity, Role
from redactor.errors import ProfileError
from redactor.keys import Keyring
from redactor.policy.profiles import SHIPPED, Profile, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Note, Reading, Span, TextKind
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.path_actions import PathActions
from schemas.engine.records import RecordIn
from schemas.harvest.known_values import own_values
from tests.each_row import each_row
from tests.unit.record_kit import KEYS

RING = Keyring.generate()


def keeping(**more: Any) -> Profile:
    document = json.loads((SHIPPED / "hipaa-safe-harbor.json").read_text())
    return parse_profile({**document, "actions": {**document["actions"], "DOCTOR": "keep"}, **more})


def person(value: str, role: Role | None, entity: Entity = Entity.PERSON) -> KnownValue:
    return KnownValue(value, entity, role)


PATIENT = person("Jane Abendroth", Role.PATIENT, Entity.PATIENT)


class AllDoctors:
    """A detector that takes every capitalised Foo for a doctor, as a model may take a patient."""

    name, version = "student", "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        at = [(n.text.find("Foo"), n.text) for n in notes]
        return [Reading((Span(i, i + 3, Entity.DOCTOR, 0.99),) if i >= 0 else ()) for i, _ in at]


def engine(profile: Profile | None = None) -> Engine:
    tags = TagReplacer(profile or keeping(), RING, "lab")
    return Engine([Patterns(), Known(), AllDoctors()], tags, held=frozenset({Entity.DOCTOR}))


def text(written: str, *known: KnownValue) -> str:
    (redacted,), _ = engine().process([Note("n", written, "s1", known=known)], [])
    return redacted.text


@each_row(
    ("written", "known"),
    [
        ("Seen by Dr. Adam Wexford today.", ()),
        ("Signed: Adam Wexford, MD", ()),
        ("Dr. Wexford spoke with the patient.", (PATIENT,)),
        ("Adam Wexford saw the wound.", (PATIENT, person("Adam Wexford", Role.CLINICIAN, Entity.DOCTOR))),
        # A relative stands near, and is somebody else.
        ("Her mother was seen by Dr. Adam Wexford.", ()),
        ("Discussed with her brother and with Dr. Adam Wexford.", ()),
        ("Dr. Adam Wexford called her mother.", ()),
        ("His son's pediatrician is Dr. Adam Wexford.", ()),
        ("Her husband agrees. Dr. Adam Wexford to follow.", ()),
        ("Contact: wife\nAttending: Dr. Adam Wexford", ()),
        ("Patient called Dr. Adam Wexford.", ()),
        ("Her mother was seen here; attending: Dr. Adam Wexford.", ()),
        ("Husband present, attending: Dr. Adam Wexford", ()),
        ("Her brother came along. Dr. Adam Wexford saw her.", ()),
        ("Hello, my name is Dr. Adam Wexford.", ()),
    ],
)
def test_the_name_of_a_clinician_stays(written: str, known: tuple[KnownValue, ...]) -> None:
    assert text(written, *known) == written


@each_row(
    ("written", "known", "name"),
    [
        # The clinician is the patient, a relative, or has a name of theirs.
        ("Dr. Jane Abendroth is an internist.", (PATIENT,), "Abendroth"),
        ("Seen by Dr. Adam Abendroth.", (PATIENT,), "Abendroth"),
        ("Seen by Dr. Wexford.", (PATIENT, person("Tom Wexford", Role.RELATIVE)), "Wexford"),
        ("Seen by Dr. Wexford.", (PATIENT, person("Tom Wexford", None)), "Wexford"),
        ("Seen by Dr. Wexford.", (PATIENT, person("Wexford", Role.OTHER)), "Wexford"),
        ("Seen by Dr. Ng.", (person("Li Ng", Role.PATIENT),), "Ng"),
        ("Seen by Dr. M\u00fcller.", (person("MULLER, Eva", Role.PATIENT),), "M\u00fcller"),
        (
            "Adam Wexford, MD",
            (person("A. Wexford", Role.CLINICIAN, Entity.DOCTOR), person("Ada Wexford", None)),
            "Wexf",
        ),
        # Nothing but the words around the name tells it.
        ("Her daughter, Dr. Anna Wexford, drove her.", (), "Wexford"),
        ("Her daughter Dr. Anna Wexford called. Later Dr. Wexford left.", (), "Wexford"),
        ("Dr. Anna Wexford, his younger sister, called.", (), "Wexford"),
        ("The patient, Dr. Adam Wexford, retired in spring.", (), "Wexford"),
        ("Patient's name is Dr. Adam Wexford.", (), "Wexford"),
        ("Mr. Wexford came in. Dr. Wexford was paged.", (), "Wexford"),
        ("Dr. Wexford, who is the patient's father, called.", (), "Wexford"),
        ("Dr. Wexford is the patient's father.", (), "Wexford"),
        ("Discussed with Dr. Wexford (patient's brother and a cardiologist).", (), "Wexford"),
        ("His sister\nDr. Wexford\ncame.", (), "Wexford"),
        ("Next of kin: Dr. Wexford", (), "Wexford"),
        ("Her grandmother was called Dr. Anna Wexford.", (), "Wexford"),
        ("She lives with Dr. Wexford.", (), "Wexford"),
        ("Daughter of Dr. Wexford, who came along.", (), "Wexford"),
        ("Dr. Wexford is a 60-year-old man.", (), "Wexford"),
        ("Dr. Wexford, a 55 yo surgeon, was admitted.", (), "Wexford"),
        # A stop that ends no sentence, a profession that describes the relative, a label, a relation behind the name.
        ("Her husband, Mr. Karl Wexford, MD was present.", (), "Wexford"),
        ("Her sister, Ms. Jane Wexford, RN is here.", (), "Wexford"),
        ("Daughter (b. 1950) Dr. Wexford.", (), "Wexford"),
        ("Wife (cell. 555-201-3344): Dr. Wexford", (), "Wexford"),
        ("Emergency contact: Mrs. Jane Wexford, RN", (), "Wexford"),
        ("Next of kin: Rev. Dr. Karl Wexford", (), "Wexford"),
        ("Her husband the surgeon Dr. Wexford came.", (), "Wexford"),
        ("Her brother is a surgeon called Dr. Wexford.", (), "Wexford"),
        ("HCP/attending: Dr. Wexford", (), "Wexford"),
        ("Last name: Dr. Wexford", (), "Wexford"),
        ("Patient full name: Dr. Karl Wexford", (), "Wexford"),
        ("Dr. Wexford brother of pt came.", (), "Wexford"),
        # What a rule takes for a clinician holds more than a name.
        ("Write to adam.wexford@h.example", (person("Adam Wexford", Role.CLINICIAN, Entity.DOCTOR),), "wexford"),
        # A model alone says that it is a doctor.
        ("Foo was admitted with pneumonia.", (), "Foo"),
    ],
)
def test_no_name_that_may_be_a_patients_stays(written: str, known: tuple[KnownValue, ...], name: str) -> None:
    out = text(written, *known)
    assert name not in out
    assert "[PERSON]" in out or "[EMAIL]" in out


NUMBERS = keeping(actions=dict.fromkeys(("TELEPHONE_NUMBER", "MEDICAL_RECORD_NUMBER", "STREET", "EMAIL", "ID"), "keep"))
OF_PATIENT = (
    KnownValue("617-555-0142", Entity.TELEPHONE_NUMBER, Role.PATIENT),
    KnownValue("77418852", Entity.MEDICAL_RECORD_NUMBER, Role.PATIENT),
    KnownValue("12 Quarrel Lane", Entity.STREET, Role.PATIENT),
    KnownValue("781-555-0177", Entity.TELEPHONE_NUMBER, Role.RELATIVE),
)
OF_STAFF = KnownValue("617-555-0188", Entity.TELEPHONE_NUMBER, Role.CLINICIAN)


@each_row(
    ("written", "stays"),
    [
        ("call (617) 555 0142", False),
        ("fax 617.555.0142", False),
        ("call 781-555-0177", False),
        ("MRN: 7741-8852", False),
        ("accession 77418852-3", False),
        ("lives at 12 QUARREL LN", False),
        ("see UGxlYXNlIGNhbGwgNjE3LTU1NS0wMTQyIHRvbW9ycm93Lg==", False),  # "Please call 617-555-0142 tomorrow."
        ("see Please%20call%20617%2D555%2D0142", False),
        ("call 617-555-0111", True),
        ("call 617-555-0188", True),
        ("MRN: 5551-2345", True),
        ("at 40 Harbor Street", True),
    ],
)
def test_a_number_stays_by_its_entity_unless_it_is_known_of_the_patient(written: str, stays: bool) -> None:
    tags = TagReplacer(NUMBERS, RING, "lab")
    reads = Engine([Patterns(), Known(SiteKnown([OF_STAFF]))], tags, held=NUMBERS.held_entities)
    (redacted,), _ = reads.process([Note("n", written, "s1", known=(*OF_PATIENT, OF_STAFF))], [])
    assert redacted.spans
    assert (redacted.text == written) is stays, redacted.text


def test_a_known_number_that_is_spoken_does_not_stay() -> None:
    spoken = "my number is six one seven five five five zero one four two okay"
    reads = Engine([Patterns(), Known()], TagReplacer(NUMBERS, RING, "lab"), held=NUMBERS.held_entities)
    (redacted,), _ = reads.process([Note("n", spoken, "s1", known=OF_PATIENT, kind=TextKind.SPEECH)], [])
    assert redacted.spans and "zero one four two" not in redacted.text


def test_a_field_of_a_patient_is_not_kept_by_its_entity_and_one_of_a_clinician_is() -> None:
    phones = [{"system": "phone", "value": "617-555-0142"}]
    for record_type, stays in (("Patient", False), ("RelatedPerson", False), ("Practitioner", True)):
        data = released({"resourceType": record_type, "id": "a", "telecom": phones}, NUMBERS)
        assert ("0142" in json.dumps(data)) is stays, record_type


def test_a_name_without_a_word_to_compare_is_withheld() -> None:
    for name in ("O", "\u674e"):
        note = Note("n", f"Seen by Dr. {name} today.", "s1", known=(person(f"Ji {name}", Role.PATIENT),))
        span = Span(12, 13, Entity.DOCTOR, sources=("patterns:titled-name",))
        assert withheld_clinicians(note, [span]) == {span}


def test_a_field_without_a_word_to_compare_is_tagged() -> None:
    record = encounter({"reference": "Patient/p1"})
    record["participant"][0]["individual"]["display"] = "O"
    data = released(record, keeping(), (person("Ji O", Role.PATIENT),))
    assert data["participant"][0]["individual"]["display"] == "[PERSON]"


def released(record: dict[str, Any], profile: Profile, known: Sequence[KnownValue] = ()) -> dict[str, Any]:
    registry = Registry(allow_unapproved=True, paths=PathActions(profile.paths, shifts=profile.shifts_dates))
    options = ApplyOptions(held=profile.held_entities, keeps_paths=profile.keeps_paths)
    applier = Applier(
        registry, engine(profile), KEYS, options, known=lambda s: known if s else (), own_values=own_values
    )
    out = applier.apply([RecordIn(record, "1:1")])[0]
    assert out.data is not None, out.reason
    data: dict[str, Any] = json.loads(json_codec.encode(out.data))
    return data


def encounter(subject: dict[str, str]) -> dict[str, Any]:
    seen_by = {"individual": {"reference": "Practitioner/d1", "display": "Dr. Adam Wexford"}}
    return {"resourceType": "Encounter", "id": "e", "status": "finished", "subject": subject, "participant": [seen_by]}


def display(data: dict[str, Any]) -> object:
    return data["participant"][0]["individual"].get("display")


def test_a_field_keeps_a_clinician_who_is_nobody_elses_name() -> None:
    practitioner = {"resourceType": "Practitioner", "id": "d1", "name": [{"family": "Wexford", "given": ["Adam"]}]}
    assert released(practitioner, keeping())["name"][0] == {"family": "Wexford", "given": ["Adam"]}
    of_patient = encounter({"reference": "Patient/p1"})
    assert display(released(of_patient, keeping(), [PATIENT])) == "Dr. Adam Wexford"


@each_row(
    ("subject", "known"),
    [
        ({"reference": "Patient/p1"}, [person("Eve Wexford", Role.PATIENT)]),
        ({"reference": "Patient/p1"}, [person("Eve Wexford", Role.RELATIVE)]),
        ({"reference": "Patient/p1", "display": "Wexford, Eve"}, []),
        ({"display": "Somebody"}, []),  # nothing resolves the patient: no name of theirs is known
    ],
)
def test_a_field_keeps_no_clinician_who_may_be_the_patient(subject: dict[str, str], known: list[KnownValue]) -> None:
    assert display(released(encounter(subject), keeping(), known)) == "[PERSON]"


def test_a_kept_path_that_holds_a_name_of_the_patient_is_tagged() -> None:
    paths = {"Patient.address.city": "keep"}
    patient = {"resourceType": "Patient", "id": "p", "name": [{"family": "Jordan"}],
               "address": [{"city": "Jordan"}, {"city": "Leeds"}]}  # fmt: skip
    cities = [a["city"] for a in released(patient, keeping(paths=paths))["address"]]
    assert cities == ["[CITY]", "Leeds"]


@each_row("entity", ["PERSON", "PATIENT"])
def test_a_profile_that_keeps_patients_is_refused(entity: str) -> None:
    with pytest.raises(ProfileError, match="keep DOCTOR alone"):
        keeping(actions={entity: "keep"})
