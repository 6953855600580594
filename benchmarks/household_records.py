"""Writes households of one to three charts with gold: what `redactor.evaluate.households` measures.

Who belongs together is said in one of fourteen ways (`_TIES`), a way a household. Shared placeholders, numbers of
insurance groups and namesakes in other households must join nobody.
"""

from __future__ import annotations

import base64
import datetime as dt
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redactor.sample import numbers
from redactor.sample.people import address, ascii_of
from redactor.sample.pools import NICKNAMES, Pools, load

Json = dict[str, Any]
_MRN = "http://hospital.example/mrn"
_SSN = "http://hl7.org/fhir/sid/us-ssn"
_PLACEHOLDERS = ("000-00-0000", "999-99-9999", "123-45-6789", "111-11-1111")
_ROLES = {"spouse": "SPS", "parent": "PRN", "child": "CHILD", "sibling": "SIB"}


@dataclass(frozen=True, slots=True)
class Member:
    """A person of a household. id: unique in it. former: a surname of before, or ""."""

    id: str
    given: str
    middle: str
    family: str
    former: str
    female: bool
    child: bool
    born: str
    phone: str
    ssn: str
    mrn: str

    @property
    def title(self) -> str:
        return "Ms." if self.female else "Mr."


@dataclass(frozen=True, slots=True)
class Name:
    """A name that stands in a text and in the gold."""

    member: Member
    part: str
    surface: str


@dataclass(slots=True)
class Family:
    """A household that is being written. charts: members who are patients, the first of them first."""

    id: str
    rng: random.Random
    members: Sequence[Member]
    charts: Sequence[Member]
    home: Json
    records: list[Json] = field(default_factory=list)
    gold: list[Json] = field(default_factory=list)

    def patient_id(self, member: Member) -> str:
        return f"{self.id}-{member.id}"

    def add(self, record: Json) -> str:
        """Add a record. Returns its reference."""
        self.records.append(record)
        return f"{record['resourceType']}/{record['id']}"

    def names(self, record: str, path: str, member: Member, name: Json) -> None:
        """Gold of a HumanName at a path."""
        for i, given in enumerate(name.get("given", ())):
            self._line(member, "given", record, f"{path}.given[{i}]", given)
        if "family" in name:
            self._line(member, "family", record, f"{path}.family", name["family"])

    def text(self, record: str, path: str, member: Member, text: str) -> None:
        """Gold of a full name in one string."""
        assert text == f"{member.given} {member.family}"
        split = len(member.given)
        self._line(member, "given", record, path, member.given, start=0, end=split)
        self._line(member, "family", record, path, member.family, start=split + 1, end=len(text))

    def note(self, chart: Member, number: int, pieces: Sequence[str | Name]) -> None:
        """A note in a chart."""
        reference = f"DocumentReference/{self.patient_id(chart)}-n{number}"
        path, text = "content[0].attachment.data", ""
        for piece in pieces:
            if isinstance(piece, Name):
                start, text = len(text), text + piece.surface
                self._line(piece.member, piece.part, reference, path, piece.surface, start=start, end=len(text))
            else:
                text += piece
        attachment = {"contentType": "text/plain", "data": base64.b64encode(text.encode()).decode()}
        subject = {"reference": f"Patient/{self.patient_id(chart)}"}
        self.add({
            "resourceType": "DocumentReference", "id": reference.partition("/")[2], "status": "current",
            "subject": subject, "date": f"2025-03-0{number % 9 + 1}T10:00:00Z",
            "content": [{"attachment": attachment}],
        })  # fmt: skip

    def _line(self, member: Member, part: str, record: str, path: str, surface: str, **more: int) -> None:
        line = {"household": self.id, "person": member.id, "part": part, "record": record, "path": path}
        self.gold.append({**line, "surface": surface, **more})


def write_households(folder: Path, households: int = 40, seed: int = 11, notes: int = 8) -> None:
    """Write folder/records/*.ndjson and folder/gold.jsonl. notes: for each chart."""
    rng, pool = random.Random(seed), load()
    (folder / "records").mkdir(parents=True)
    lines: dict[str, list[str]] = {}
    gold: list[Json] = []
    shared = pool.family(rng, None)
    for number in range(households):
        family = _family(f"h{number:02d}", rng, pool, shared if number % 8 == 0 else "")
        tie = _TIES[number % len(_TIES)]
        for chart in family.charts:
            _chart(family, chart, placeholder=number % 3 == 0)
        tie(family)
        for chart in family.charts:
            for i in range(notes):
                family.note(chart, i, _text(family, chart))
            _displays(family, chart)
        gold += family.gold
        records = [_bundle(family)] if number % 5 == 4 else family.records
        for record in records:
            lines.setdefault(record["resourceType"], []).append(json.dumps(record, ensure_ascii=False))
    for kind, rows in lines.items():
        rng.shuffle(rows)
        (folder / "records" / f"{kind}.ndjson").write_text("\n".join(rows) + "\n", "utf-8")
    (folder / "gold.jsonl").write_text("".join(json.dumps(x, ensure_ascii=False) + "\n" for x in gold), "utf-8")


# --- people -----------------------------------------------------------------------------------------------------------


def _family(name: str, rng: random.Random, pool: Pools, surname: str) -> Family:
    origin = pool.origin(rng)
    taken: set[str] = set()

    def member(number: int, family: str, former: str, female: bool, child: bool) -> Member:
        given = middle = pool.given(rng, origin, female)
        while ascii_of(given)[:3] in taken:
            given = pool.given(rng, origin, female)
        taken.add(ascii_of(given)[:3])
        while middle == given:
            middle = pool.given(rng, origin, female)
        days = rng.randrange(700, 6000) if child else rng.randrange(9000, 28000)
        born = (dt.date(2025, 6, 1) - dt.timedelta(days=days)).isoformat()
        phone = (
            f"617-555-{rng.randrange(10000):04d}"
            if rng.random() < 0.5
            else f"312-{rng.randrange(200, 999)}-{rng.randrange(10000):04d}"
        )
        ssn, mrn = numbers.ssn(rng), numbers.digits(rng, 8)
        return Member(f"m{number}", given, middle, family, former, female, child, born, phone, ssn, mrn)

    family = surname or pool.family(rng, origin)
    former = pool.family(rng, origin)
    while former == family:
        former = pool.family(rng, origin)
    double = f"{former}-{family}" if rng.random() < 0.3 and " " not in former + family else family
    members = [member(0, family, former, True, False), member(1, family, "", False, False)]
    members += [member(2 + i, double, "", rng.random() < 0.5, True) for i in range(rng.randrange(1, 4))]
    charts = members[:1] + rng.sample(members[1:], rng.choice((0, 1, 1, 2, 2)))
    home = address(rng, pool)
    lines = {"line": [home.line], "city": home.city, "state": home.state, "postalCode": home.zip}
    return Family(name, rng, members, charts, lines)


def _human(member: Member, rng: random.Random | None = None) -> Json:
    given = [member.given, member.middle] if rng is None or rng.random() < 0.5 else [member.given]
    return {"use": "official", "family": member.family, "given": given}


def _role(chart: Member, other: Member) -> str:
    if chart.child != other.child:
        return "parent" if chart.child else "child"
    return "sibling" if chart.child else "spouse"


# --- charts -----------------------------------------------------------------------------------------------------------


def _chart(family: Family, chart: Member, *, placeholder: bool) -> None:
    """The Patient of a member. Contacts name others without anything that decides who they are."""
    name = family.patient_id(chart)
    names = [_human(chart)]
    if chart.former and family.rng.random() < 0.5:
        names.append({"use": "maiden", "family": chart.former, "given": [chart.given]})
    ssn = family.rng.choice(_PLACEHOLDERS) if placeholder else chart.ssn
    record: Json = {
        "resourceType": "Patient", "id": name, "name": names, "birthDate": chart.born,
        "identifier": [{"system": _MRN, "value": chart.mrn}, {"system": _SSN, "value": ssn}],
        "telecom": [{"system": "phone", "value": chart.phone}], "address": [family.home],
        "gender": "female" if chart.female else "male",
    }  # fmt: skip
    others = [m for m in family.members if m is not chart]
    record["contact"] = [
        {"relationship": [{"text": _role(chart, m)}], "name": _human(m, family.rng)} for m in others[:2]
    ]
    reference = family.add(record)
    for i, human in enumerate(names):
        family.names(reference, f"name[{i}]", chart, human)
    for i, m in enumerate(others[:2]):
        family.names(reference, f"contact[{i}].name", m, record["contact"][i]["name"])


def _related(family: Family, chart: Member, other: Member, **more: Any) -> str:
    """A RelatedPerson in a chart, with a name and what is given besides."""
    human = more.pop("human", None) or _human(other, family.rng)
    coding = [{"system": "http://terminology.hl7.org/CodeSystem/v3-RoleCode", "code": _ROLES[_role(chart, other)]}]
    record = {
        "resourceType": "RelatedPerson", "id": f"{family.patient_id(chart)}-r-{other.id}",
        "patient": {"reference": f"Patient/{family.patient_id(chart)}"},
        "relationship": [{"coding": coding}], "name": [human], **more,
    }  # fmt: skip
    reference = family.add(record)
    family.names(reference, "name[0]", other, human)
    return reference


def _patient(family: Family, member: Member) -> Json:
    return next(r for r in family.records if r["resourceType"] == "Patient" and r["id"] == family.patient_id(member))


# --- ties: how the charts of a household are known to belong together -------------------------------------------------


def _pairs(family: Family) -> list[tuple[Member, Member]]:
    """The first chart with each other one."""
    return [(family.charts[0], other) for other in family.charts[1:]]


def _link_to_related_person(family: Family) -> None:
    for chart, other in _pairs(family):
        reference = _related(family, chart, other)
        _patient(family, other).setdefault("link", []).append({"other": {"reference": reference}, "type": "seealso"})


def _person(family: Family) -> None:
    for chart, other in _pairs(family):
        targets = [_related(family, chart, other), f"Patient/{family.patient_id(other)}"]
        human = _human(other)
        record = {
            "resourceType": "Person", "id": f"{family.id}-p-{other.id}", "name": [human],
            "link": [{"target": {"reference": t}, "assurance": "level3"} for t in targets],
        }  # fmt: skip
        family.names(family.add(record), "name[0]", other, human)


def _same_mrn(family: Family) -> None:
    for chart, other in _pairs(family):
        _related(family, chart, other, identifier=[{"system": _MRN, "value": other.mrn}])


def _same_ssn(family: Family) -> None:
    for chart, other in _pairs(family):
        _patient(family, other)["identifier"][1]["value"] = other.ssn
        _related(family, chart, other, identifier=[{"system": _SSN, "value": other.ssn.replace("-", "")}])


def _same_birth_date(family: Family) -> None:
    for chart, other in _pairs(family):
        _related(family, other, chart, birthDate=chart.born)


def _maiden_name(family: Family) -> None:
    """A relative's record has the surname of before, her own chart both."""
    for chart, other in _pairs(family):
        mother = _patient(family, chart)
        if len(mother["name"]) == 1:
            mother["name"].append({"use": "old", "family": chart.former})
            family.names(f"Patient/{mother['id']}", "name[1]", chart, mother["name"][1])
        human = {"text": f"{chart.given} {chart.former}", "family": chart.former, "given": [chart.given]}
        _related(family, other, chart, human=human, birthDate=chart.born)


def _contact_with_phone(family: Family) -> None:
    for chart, other in _pairs(family):
        _contact(family, other, chart, telecom=[{"system": "phone", "value": f"({chart.phone[:3]}) {chart.phone[4:]}"}])


def _contact_with_address(family: Family) -> None:
    for chart, other in _pairs(family):
        _contact(family, other, chart, address=family.home)


def _contact(family: Family, chart: Member, other: Member, **more: Any) -> None:
    record = _patient(family, chart)
    human = _human(other, family.rng)
    record["contact"].append({"relationship": [{"text": "emergency contact"}], "name": human, **more})
    family.names(f"Patient/{record['id']}", f"contact[{len(record['contact']) - 1}].name", other, human)


def _mutual_contacts(family: Family) -> None:
    for chart, other in _pairs(family):
        _contact(family, chart, other)
        _contact(family, other, chart)


def _subscriber(family: Family) -> None:
    for chart, other in _pairs(family):
        family.add({
            "resourceType": "Coverage", "id": f"{family.patient_id(other)}-c", "status": "active",
            "beneficiary": {"reference": f"Patient/{family.patient_id(other)}"},
            "subscriber": {"reference": f"Patient/{family.patient_id(chart)}"},
            "subscriberId": numbers.digits(family.rng, 9), "payor": [{"display": "Blue Plan"}],
            "class": [{"type": {"text": "group"}, "value": "GRP-77120"}],
        })  # fmt: skip


def _contained_subscriber(family: Family) -> None:
    for chart, other in _pairs(family):
        human = _human(chart)
        reference = {"reference": f"Patient/{family.patient_id(other)}"}
        held = {"resourceType": "RelatedPerson", "id": "s", "patient": reference, "name": [human]}
        record = {
            "resourceType": "Coverage", "id": f"{family.patient_id(other)}-c", "status": "active",
            "contained": [{**held, "identifier": [{"system": _MRN, "value": chart.mrn}]}],
            "beneficiary": reference, "subscriber": {"reference": "#s"}, "payor": [{"display": "Blue Plan"}],
        }  # fmt: skip
        family.names(family.add(record), "contained[0].name[0]", chart, human)


def _guarantor(family: Family) -> None:
    for chart, other in _pairs(family):
        family.add({
            "resourceType": "Account", "id": f"{family.patient_id(other)}-a", "status": "active",
            "subject": [{"reference": f"Patient/{family.patient_id(other)}"}],
            "guarantor": [{"party": {"reference": f"Patient/{family.patient_id(chart)}"}}],
        })  # fmt: skip


def _group(family: Family) -> None:
    if len(family.charts) > 1:
        family.add({
            "resourceType": "Group", "id": f"{family.id}-g", "type": "person", "actual": True,
            "code": {"text": "Family"}, "member": [
                {"entity": {"reference": f"Patient/{family.patient_id(m)}"}} for m in family.charts
            ],
        })  # fmt: skip


def _second_chart(family: Family) -> None:
    """The mother's chart of before her marriage, replaced by the one of today; contacts of children link to it."""
    mother = family.charts[0]
    old = {"use": "official", "family": mother.former, "given": [mother.given]}
    link = [{"other": {"reference": f"Patient/{family.patient_id(mother)}"}, "type": "replaced-by"}]
    record = {"resourceType": "Patient", "id": f"{family.id}-old", "name": [old], "link": link, "active": False}
    family.names(family.add(record), "name[0]", mother, old)
    for _, other in _pairs(family):
        _related(family, other, mother, identifier=[{"system": _MRN, "value": mother.mrn}])


_TIES: tuple[Callable[[Family], None], ...] = (
    _link_to_related_person, _person, _same_mrn, _same_ssn, _same_birth_date, _maiden_name, _contact_with_phone,
    _contact_with_address, _mutual_contacts, _subscriber, _contained_subscriber, _guarantor, _group, _second_chart,
)  # fmt: skip


# --- names elsewhere ------------------------------------------------------------------------------------------------


def _displays(family: Family, chart: Member) -> None:
    """References with a display to the patient and to somebody else of the household, and a relative's name as text."""
    other = family.rng.choice([m for m in family.members if m is not chart])
    patient = {"reference": f"Patient/{family.patient_id(chart)}", "display": f"{chart.given} {chart.family}"}
    guest = {"display": f"{other.given} {other.family}", "type": "RelatedPerson"}
    name = family.patient_id(chart)
    appointment: Json = {
        "resourceType": "Appointment", "id": f"{name}-v", "status": "booked",
        "participant": [{"actor": patient, "status": "accepted"}, {"actor": guest, "status": "accepted"}],
    }  # fmt: skip
    reference = family.add(appointment)
    family.text(reference, "participant[0].actor.display", chart, patient["display"])
    family.text(reference, "participant[1].actor.display", other, guest["display"])
    history: Json = {
        "resourceType": "FamilyMemberHistory", "id": f"{name}-h", "status": "completed", "patient": patient,
        "name": f"{other.given} {other.family}", "relationship": {"text": _role(chart, other)},
    }  # fmt: skip
    reference = family.add(history)
    family.text(reference, "patient.display", chart, patient["display"])
    family.text(reference, "name", other, history["name"])


def _bundle(family: Family) -> Json:
    """All records of a household in a transaction, with URNs as references."""
    text = json.dumps(family.records, ensure_ascii=False)
    urns = {}
    for number, record in enumerate(family.records):
        urns[f"{record['resourceType']}/{record['id']}"] = (
            f"urn:uuid:{family.rng.getrandbits(128):032x}"[:41] + f"{number:04d}"
        )
    for reference, urn in urns.items():
        text = text.replace(f'"reference": "{reference}"', f'"reference": "{urn}"')
    entries = [
        {"fullUrl": urn, "resource": record, "request": {"method": "PUT", "url": reference}}
        for (reference, urn), record in zip(urns.items(), json.loads(text), strict=True)
    ]
    return {"resourceType": "Bundle", "id": f"{family.id}-b", "type": "transaction", "entry": entries}


# --- notes ------------------------------------------------------------------------------------------------------------


def _text(family: Family, chart: Member) -> list[str | Name]:
    """Six sentences: the patient and others of the household in several forms."""
    rng = family.rng
    named = [m for m in family.members if m is not chart]
    out: list[str | Name] = []
    for sentence in rng.sample(_SENTENCES, 6):
        m = rng.choice((chart, rng.choice(named)))
        if m.former and rng.random() < 0.1:
            sentence = ("TITLE ", "FAMILY", " (née ", "FORMER", ") was seen again.\n")
        out += (_written(m, piece) if piece in _FORMS else piece.replace("TITLE", m.title) for piece in sentence)
    return out


_FORMS = ("GIVEN", "FAMILY", "NICK", "FORMER", "INITIAL", "MIDDLE", "CAPITALS")
_SENTENCES: tuple[tuple[str, ...], ...] = (
    ("Patient name: ", "GIVEN", " ", "FAMILY", ". Seen today for a cough of two weeks.\n"),
    ("Spoke with ", "GIVEN", " ", "FAMILY", " by phone about the results.\n"),
    ("FAMILY", ", ", "GIVEN", " was called and agreed to the plan.\n"),
    ("TITLE ", "FAMILY", " reports no fever, and takes lisinopril 10 mg daily.\n"),
    ("According to ", "GIVEN", " ", "FAMILY", ", symptoms began on Monday.\n"),
    ("NICK", " ", "FAMILY", " brought the medication list.\n"),
    ("Consent was signed by TITLE ", "GIVEN", " ", "FAMILY", ".\n"),
    ("TITLE ", "GIVEN", " ", "FAMILY", "'s blood pressure was 128/82.\n"),
    ("Discharge instructions were given to ", "GIVEN", " ", "FAMILY", " in person.\n"),
    ("Lives with ", "GIVEN", ", who helps with meals.\n"),
    ("Emergency contact: ", "INITIAL", ". ", "FAMILY", "; call first.\n"),
    ("Reviewed the plan with ", "GIVEN", " ", "MIDDLE", " ", "FAMILY", " today.\n"),
    ("CAPITALS", " was admitted overnight.\n"),
)


def _written(member: Member, form: str) -> Name:
    given, family = member.given, member.family
    return {
        "FAMILY": Name(member, "family", family),
        "CAPITALS": Name(member, "family", family.upper()),
        "NICK": Name(member, "given", NICKNAMES.get(given, given)),
        "INITIAL": Name(member, "given", given[0]),
        "MIDDLE": Name(member, "given", member.middle),
        "FORMER": Name(member, "family", member.former or family),
    }.get(form, Name(member, "given", given))
