"""Numbers and contacts of the training notes: marked to the character, well-formed, and of very many shapes."""

from __future__ import annotations

import random
import re

from stdnum import iban, luhn
from stdnum.gb import nhs
from stdnum.us import rtn

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, checked_numbers, contacts, numbers
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near
from tests.each_row import each_row

ENTITIES = {
    "mrn": Entity.MEDICAL_RECORD_NUMBER, "acct": Entity.FIN, "visit": Entity.FIN, "ssn": Entity.SSN_OR_TAXPAYER,
    "ssn4": Entity.SSN_OR_TAXPAYER, "license": Entity.DRIVER_ID_US, "passport": Entity.PASSPORT_NUMBER_US,
    "plan": Entity.HEALTH_PLAN_ID, "groupno": Entity.HEALTH_PLAN_ID, "device": Entity.DEVICE_ID,
    "serial": Entity.DEVICE_ID, "plate": Entity.VEHICLE_LICENSE_PLATE_US, "vin": Entity.VEHICLE_IDENTIFIER_US,
    "npi": Entity.CERTIFICATE_NUMBER, "dea": Entity.CERTIFICATE_NUMBER, "cert": Entity.CERTIFICATE_NUMBER,
    "uuid": Entity.GUID, "mac": Entity.MAC_ADDRESS, "card": Entity.CREDIT_DEBIT_NUMBER,
    "account": Entity.BANK_ACCOUNT_NUMBER, "iban": Entity.BANK_ACCOUNT_NUMBER, "room": Near.ROOM, "bed": Near.ROOM,
    "claim": Entity.ID, "accession": Entity.ID, "specimen": Entity.ID, "order": Entity.ID, "caseno": Entity.ID,
    "id": Entity.ID, "badge": Entity.ID, "rx": Entity.ID, "study": Entity.ID, "docid": Entity.ID,
    "phone": Entity.TELEPHONE_NUMBER, "mobile": Entity.TELEPHONE_NUMBER, "kinphone": Entity.TELEPHONE_NUMBER,
    "drphone": Entity.TELEPHONE_NUMBER, "sitephone": Entity.TELEPHONE_NUMBER, "pager": Entity.TELEPHONE_NUMBER,
    "ext": Entity.TELEPHONE_NUMBER, "fax": Entity.FAX_NUMBER, "sitefax": Entity.FAX_NUMBER, "email": Entity.EMAIL,
    "dremail": Entity.EMAIL, "url": Entity.URL, "siteurl": Entity.URL, "portal": Entity.URL,
    "handle": Entity.USERNAME, "username": Entity.USERNAME, "ip": Entity.IP_ADDRESS,
}  # fmt: skip
# Fields whose value a note has once, and writes in one way.
HELD = (
    "mrn",
    "acct",
    "passport",
    "plan",
    "groupno",
    "caseno",
    "visit",
    "plate",
    "vin",
    "study",
    "account",
    "iban",
    "license",
)


def drawn(template: str, times: int, seed: int = 4) -> list[Marked]:
    rng = random.Random(seed)
    return [Cast(rng, FIELDS).say(template) for _ in range(times)]


def shape(text: str) -> str:
    return re.sub(r"[A-Z]+", "A", re.sub(r"[a-z]+", "a", re.sub(r"\d", "9", text)))


def values(field: str, times: int) -> list[str]:
    return [said.marks[0].value for said in drawn(f"{{{field}}}", times)]


def test_every_field_of_the_contract_is_there() -> None:
    assert ENTITIES.keys() <= numbers.FIELDS.keys() | contacts.FIELDS.keys()


@each_row("field", sorted(numbers.FIELDS.keys() | contacts.FIELDS.keys()))
@each_row("spec", ["", ":labelled"])
def test_one_mark_covers_the_value_and_nothing_else(field: str, spec: str) -> None:
    for said in drawn(f"{{{field}{spec}}}", 120):
        found = [m for m in said.marks if m.entity is not Entity.STATE]
        assert len(found) == 1, said
        mark = found[0]
        assert said.text[mark.start : mark.end] == mark.value == mark.value.strip() != ""
        assert mark.entity is ENTITIES.get(field, mark.entity)
        if spec:
            assert re.search(r"\w|#|@", said.text[: mark.start]), said
        else:
            assert not re.search(r"[a-wyz0-9]", said.text[: mark.start] + said.text[mark.end :], re.IGNORECASE), said


@each_row("field", HELD)
def test_a_note_has_one_such_number(field: str) -> None:
    for said in drawn(f"{{{field}}} and {{{field}:labelled}} and {{{field}}}", 40):
        assert len({m.value for m in said.marks if m.entity is ENTITIES[field]}) == 1, said


@each_row("field", ["accession", "id", "serial", "uuid"])
def test_such_numbers_are_new_at_each_use(field: str) -> None:
    for said in drawn(f"{{{field}}} {{{field}}}", 40):
        assert len({m.value for m in said.marks}) == 2, said


def test_what_is_left_of_a_masked_number_is_the_same_persons() -> None:
    seen = set()
    for said in drawn("{ssn}|{ssn4}|{ssn:labelled}", 400):
        last = said.marks[1].value
        assert re.fullmatch(r"\d{4}", last)
        assert said.marks[0].value.endswith(last)
        seen.add(len(said.marks[0].value))
    assert {4, 9, 11} <= seen


def test_check_digits_hold() -> None:
    for value in values("npi", 200):
        assert luhn.is_valid("80840" + value), value
    for value in values("card", 300):
        assert len(value) == 4 or luhn.is_valid(re.sub(r"\D", "", value)), value
    for value in values("iban", 300):
        # The national structures behind the two check digits are not imitated.
        assert iban.is_valid(value, check_country=False), value
    for value in values("routing", 200):
        assert rtn.is_valid(value), value
    rng = random.Random(1)
    for _ in range(200):
        assert nhs.is_valid(checked_numbers.nhs(rng))


@each_row(
    ("field", "least"),
    [("mrn", 110), ("id", 700), ("accession", 70), ("acct", 45), ("plan", 90), ("caseno", 60), ("serial", 80),
     ("license", 45), ("plate", 35), ("room", 20), ("phone", 60), ("pager", 12), ("email", 150)],
)  # fmt: skip
def test_shapes_are_many(field: str, least: int) -> None:
    assert len({shape(value) for value in values(field, 1500)}) >= least


@each_row("field", ["mrn", "acct", "plan", "id", "phone"])
def test_labels_are_many(field: str) -> None:
    labels = {said.text[: said.marks[0].start] for said in drawn(f"{{{field}:labelled}}", 1500)}
    assert len(labels) >= 350


def test_a_patients_telephone_has_one_number_in_many_forms() -> None:
    same = forms = 0
    for said in drawn("{phone}|{phone}|{phone}", 300):
        tails = {re.sub(r"\D", "", re.split(r"x|e|,| #|\(ext", m.value.lower())[0])[-4:] for m in said.marks}
        same += len(tails) == 1
        forms += len({m.value for m in said.marks}) > 1
    # An extension that only a blank sets off hides the tail of some; numbers abroad are written alike.
    assert same > 240
    assert forms > 200


def test_addresses_of_mail_hold_an_at_or_say_it() -> None:
    seen = values("email", 2000)
    assert all("@" in value or re.search(r"\bat\b|\[at\]", value, re.IGNORECASE) for value in seen)
    assert len({value.rpartition("@")[2].lower() for value in seen}) > 200
