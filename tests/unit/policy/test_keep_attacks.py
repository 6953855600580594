"""What must go although a profile keeps its entity: patients and relatives who are clinicians, and known values."""

# ruff: noqa: E501 (a case a line is easier to compare)

import datetime
import json
from pathlib import Path

import pytest

from redactor import Keyring, Redactor
from tests.unit.cli.pipe_kit import piped

pytestmark = pytest.mark.slow
CLINICIANS = {"profile": "clinicians", "version": "1", "default": "tag", "actions": {"DOCTOR": "keep"}}
RECORDS = [
    {
        "resourceType": "Patient",
        "id": "p1",
        "name": [{"family": "Vexholm", "given": ["Tarquil"]}],
        "birthDate": "1950-02-03",
        "identifier": [
            {"type": {"coding": [{"code": "MR"}]}, "system": "http://h.example/mrn", "value": "77418852"},
            {"type": {"coding": [{"code": "SS"}]}, "value": "219-09-9321"},
            {"type": {"coding": [{"code": "MB"}]}, "value": "XKJ4417092"},
        ],
        "telecom": [{"system": "phone", "value": "617-555-0142"}, {"system": "email", "value": "tv@mail.example"}],
        "address": [{"line": ["12 Quarrel Lane"], "city": "Tuppwich", "state": "MA", "postalCode": "02139"}],
        "contact": [{"name": {"family": "Ossory", "given": ["Brid"]}, "telecom": [{"system": "phone", "value": "617-555-0199"}]}],
    },
    {
        "resourceType": "RelatedPerson",
        "id": "r1",
        "patient": {"reference": "Patient/p1"},
        "name": [{"family": "Rosslare", "given": ["Ben"]}],
        "telecom": [{"system": "phone", "value": "781-555-0177"}],
    },
    {"resourceType": "Practitioner", "id": "d1", "name": [{"family": "Wilson", "given": ["Adam"], "prefix": ["Dr."]}]},
    {"resourceType": "Patient", "id": "p2", "name": [{"family": "Wilson", "given": ["Adam"]}]},
]  # fmt: skip
# patient, text, what stays, what goes
NOTES: list[tuple[str | None, str, list[str], list[str]]] = [
    (None, "Seen by Dr. Adam Wilson today.", ["Adam Wilson"], []),
    (None, "Attending: Adam Wilson, MD. Nurse: Joan Pell, RN.", ["Adam Wilson", "Joan Pell"], []),
    (None, "Electronically signed by: Adam Wilson, MD on 3/4/2024.", ["Adam Wilson"], ["3/4"]),
    (None, "Dear Dr. Wilson, Thank you for referring Mr. Lee.", ["Wilson"], ["Lee"]),
    (None, "Her brother, Dr. Ben Ross, drove her.", [], ["Ross"]),
    (None, "Dr. Ben Ross, her brother, drove her.", [], ["Ross"]),
    (None, "Dr. Ben Ross (brother) drove her.", [], ["Ross"]),
    (None, "Brother: Dr. Ben Ross", [], ["Ross"]),
    (None, "Dr. Ben Ross, who is the patient's father, called.", [], ["Ross"]),
    (None, "Dr. Ben Ross is the patient's father.", [], ["Ross"]),
    (None, "Her father is Dr. Ben Ross. Dr. Ross called today.", [], ["Ross"]),
    (None, "Dr. Ross called today. Her father is Dr. Ben Ross.", [], ["Ross"]),
    (None, "Her brother is a cardiologist, Dr. Ben Ross.", [], ["Ross"]),
    (None, "Her mother (Dr. Ann Ross) was present.", [], ["Ross"]),
    (None, "Husband Ben Ross, MD, states that she fell.", [], ["Ross"]),
    (None, "She lives with her wife, Ann Ross, MD.", [], ["Ross"]),
    (None, "Emergency contact: Dr. Ben Ross (son).", [], ["Ross"]),
    (None, "Next of kin: Dr. Ben Ross.", [], ["Ross"]),
    (None, "Health care proxy: Dr. Ben Ross, her son.", [], ["Ross"]),
    (None, "Her in-laws, Dr. and Mrs. Ross, care for her.", [], ["Ross"]),
    (None, "Her uncle Dr. Ross, a surgeon, advised it.", [], ["Ross"]),
    (None, "Her daughter-in-law, Dr. Ann Ross, came.", [], ["Ross"]),
    (None, "Her partner of ten years, Dr. Ann Ross, came.", [], ["Ross"]),
    (None, "Dr. Ann Ross is her daughter and a physician here.", [], ["Ross"]),
    (None, "Daughter Ann Ross is a nurse. Ann Ross, RN, gave the history.", [], ["Ross"]),
    (None, "His sister\nDr. Ann Ross\ncame.", [], ["Ross"]),
    (None, "Accompanied by his daughter, a nurse practitioner, Ann Ross, NP.", [], ["Ross"]),
    (None, "Discussed with Dr. Ben Ross (patient's brother and a cardiologist).", [], ["Ross"]),
    (None, "Spouse's name: Dr. Ben Ross", [], ["Ross"]),
    (None, "The patient, Dr. Ben Ross, is a dentist.", [], ["Ross"]),
    (None, "Patient: Dr. Ben Ross", [], ["Ross"]),
    (None, "Dr. Ben Ross is a 60-year-old man with diabetes.", [], ["Ross"]),
    (None, "Dr. Ben Ross, a 55 yo surgeon, was admitted with pneumonia.", [], ["Ross"]),
    (None, "Dr. Smith's patient John Smith came in.", [], ["Smith"]),
    (None, "Dr. Adam Lee saw Mr. Lee.", [], ["Lee"]),
    (None, "Dr. Adam Wilson: pager 617-555-0188, adam.wilson@h.example.", [], ["0188", "adam.wilson@"]),
    (None, "cc: Dr. Adam Wilson, 12 Elm Street, Boston", ["Adam Wilson"], ["Elm Street"]),
    # ordinary clinicians near relatives
    (None, "Discussed with her brother and with Dr. Adam Wilson.", ["Adam Wilson"], []),
    (None, "Dr. Adam Wilson spoke with the patient's brother.", ["Adam Wilson"], []),
    (None, "Dr. Adam Wilson called her mother.", ["Adam Wilson"], []),
    (None, "Her mother was seen by Dr. Adam Wilson.", ["Adam Wilson"], []),
    (None, "Dr. Adam Wilson explained the risks to her husband.", ["Adam Wilson"], []),
    (None, "Son's pediatrician is Dr. Adam Wilson.", ["Adam Wilson"], []),
    (None, "Referred by Dr. Adam Wilson. Brother has diabetes.", ["Adam Wilson"], []),
    (None, "Family history: mother died of cancer. Dr. Adam Wilson reviewed it.", ["Adam Wilson"], []),
    (None, "Her husband agrees. Dr. Adam Wilson to follow.", ["Adam Wilson"], []),
    (None, "Wife at bedside, Dr. Adam Wilson updated her.", [], []),  # it may be the wife's name
    (None, "Sister Joan Pell, RN, changed the dressing.", [], []),
    # known people
    ("p1", "Seen by Dr. Adam Wilson.", ["Adam Wilson"], []),
    ("p1", "Seen by Dr. Vexholm.", [], ["Vexholm"]),
    ("p1", "Seen by Dr. Tarquil Moor.", [], ["Tarquil"]),
    ("p1", "Seen by Dr. Ben Rosslare.", [], ["Rosslare"]),
    ("p1", "Seen by Brid Ossory, RN.", [], ["Ossory"]),
    ("p1", "Seen by Dr. VEXHOLM-MOOR.", [], ["VEXHOLM"]),
    ("p2", "Seen by Dr. Adam Wilson.", [], ["Wilson"]),
    ("p2", "Seen by Dr. Joan Pell.", ["Joan Pell"], []),
]  # fmt: skip
NUMBERS = ["MEDICAL_RECORD_NUMBER", "SSN_OR_TAXPAYER", "HEALTH_PLAN_ID", "FIN", "ID", "TELEPHONE_NUMBER", "FAX_NUMBER", "EMAIL",
           "STREET", "ADDRESS", "ZIP", "CITY", "LOCATION", "HOSPITAL", "ORGANIZATION", "USERNAME", "DATE", "AGE", "URL",
           "CERTIFICATE_NUMBER", "DEVICE_ID", "GUID", "BANK_ACCOUNT_NUMBER", "CREDIT_DEBIT_NUMBER"]  # fmt: skip
# text of a note of p1 under a profile that keeps all of NUMBERS and tags BIRTH_DATE_TIME; what goes; what stays
KNOWN: list[tuple[str, list[str], list[str]]] = [
    ("MRN 77418852", ["77418852"], []),
    ("MRN: 7741-8852", ["8852"], []),
    ("MRN 77 41 88 52 on file", ["88 52"], []),
    ("ref 77418852", ["77418852"], []),
    ("order 77418852-3 sent", ["77418852"], []),
    ("acct#77418852", ["77418852"], []),
    ("MRN 55512345 of another", [], ["55512345"]),
    ("SSN 219-09-9321", ["9321"], []),
    ("SSN 219099321", ["219099321"], []),
    ("member XKJ4417092", ["XKJ4417092"], []),
    ("call 617-555-0142", ["0142"], []),
    ("call (617) 555 0142", ["0142"], []),
    ("call +1 617.555.0142", ["0142"], []),
    ("call 6175550142 now", ["6175550142"], []),
    ("fax 617-555-0142", ["0142"], []),
    ("call 781-555-0177", ["0177"], []),
    ("call 617-555-0199", ["0199"], []),
    ("call 617-555-0111", [], ["0111"]),
    ("mail tv@mail.example", ["tv@"], []),
    ("mail TV@MAIL.EXAMPLE", ["TV@"], []),
    ("mail desk@clinic.example", [], ["desk@clinic.example"]),
    ("lives at 12 Quarrel Lane", ["Quarrel"], []),
    ("lives at 12 QUARREL LN", ["QUARREL"], []),
    ("lives in Tuppwich, MA 02139", ["Tuppwich"], []),
    ("at Tuppwich Hospital", [], []),
    ("Seen at Vexholm Clinic", ["Vexholm"], []),
    ("employer: Vexholm & Sons", ["Vexholm"], []),
    ("user tvexholm logged in", ["tvexholm"], []),
    ("http://portal.example/77418852", ["77418852"], []),
    ("DOB 02/03/1950", ["02/03/1950"], []),
    ("born 3 Feb 1950", ["1950"], []),
    ("seen 02/03/1950", ["02/03/1950"], []),
    ("seen 03/04/2024", [], ["03/04/2024"]),
    ("a 93-year-old", [], ["93"]),
]  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keep")
    Keyring.generate().save(folder / "keys.json")
    return folder


def approved(folder: Path, profile: dict[str, object]) -> Redactor:
    path = folder / f"{profile['profile']}.json"
    path.write_text(json.dumps(profile))
    rc, _, err = piped(folder, b"", "schema", "approve", path.name, "--profile", "--by", "A. Reviewer")
    assert rc == 0, err
    redactor = Redactor(
        profile=str(path), keyring=folder / "keys.json", home=folder / "home", as_of=datetime.date(2025, 6, 30)
    )
    redactor.learn(RECORDS)
    return redactor


def test_clinicians_stay_and_relatives_and_patients_go(home: Path) -> None:
    redactor = approved(home, CLINICIANS)
    wrong = []
    for patient, text, stays, goes in NOTES:
        got = redactor.text(text, patient=patient).text
        wrong += [(text, got, f"{word!r} went") for word in stays if word not in got]
        wrong += [(text, got, f"{word!r} stayed") for word in goes if word in got]
    assert not wrong, "\n".join(map(str, wrong))


def test_known_values_go_although_their_entity_is_kept(home: Path) -> None:
    redactor = approved(
        home, {"profile": "numbers", "version": "1", "default": "tag", "actions": dict.fromkeys(NUMBERS, "keep")}
    )
    wrong = []
    for text, goes, stays in KNOWN:
        got = redactor.text(text, patient="p1").text
        wrong += [(text, got, f"{word!r} went") for word in stays if word not in got]
        wrong += [(text, got, f"{word!r} stayed") for word in goes if word in got]
    assert not wrong, "\n".join(map(str, wrong))


def test_known_values_go_from_records_too(home: Path) -> None:
    redactor = approved(
        home, {"profile": "numbers", "version": "1", "default": "tag", "actions": dict.fromkeys(NUMBERS, "keep")}
    )
    record = {
        "resourceType": "Observation",
        "id": "o1",
        "status": "final",
        "code": {"text": "Potassium"},
        "subject": {"reference": "Patient/p1"},
        "note": [{"text": text} for text, _, _ in KNOWN],
        "performer": [{"display": "Vexholm Clinic"}],
    }
    got = json.dumps(redactor.record(record))
    assert not [(text, word) for text, goes, _ in KNOWN for word in goes if word in got]


def test_patients_are_never_kept_and_fields_of_clinicians_follow(home: Path) -> None:
    for entity in ("PERSON", "PATIENT"):
        path = home / "no.json"
        path.write_text(json.dumps({"profile": "no", "version": "1", "default": "tag", "actions": {entity: "keep"}}))
        rc, _, err = piped(home, b"", "schema", "approve", "no.json", "--profile", "--by", "A. Reviewer")
        assert rc == 2 and entity in err
    redactor = approved(home, CLINICIANS)
    for patient, name, stays in (
        ("p1", "Adam Wilson", True),
        ("p2", "Adam Wilson", False),
        ("p1", "Ben Rosslare", False),
    ):
        got = redactor.record(
            {
                "resourceType": "Encounter",
                "id": "e1",
                "status": "finished",
                "class": {"code": "AMB"},
                "subject": {"reference": f"Patient/{patient}"},
                "participant": [{"individual": {"reference": "Practitioner/d9", "display": f"Dr. {name}"}}],
            }
        )
        assert (name in json.dumps(got)) is stays, (patient, name)
