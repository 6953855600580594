"""People of generated households, and the records and gold that are written about them."""

from __future__ import annotations

import base64
import datetime as dt
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from redactor.sample import numbers
from redactor.sample.people import ascii_letters_of, draw_address
from redactor.sample.pools import Pools

Json = dict[str, Any]


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


def draw_family(name: str, rng: random.Random, pool: Pools, surname: str) -> Family:
    origin = pool.origin(rng)
    taken: set[str] = set()

    def member(number: int, family: str, former: str, female: bool, child: bool) -> Member:
        given = middle = pool.given(rng, origin, female)
        while ascii_letters_of(given)[:3] in taken:
            given = pool.given(rng, origin, female)
        taken.add(ascii_letters_of(given)[:3])
        while middle == given:
            middle = pool.given(rng, origin, female)
        days = rng.randrange(700, 6000) if child else rng.randrange(9000, 28000)
        born = (dt.date(2025, 6, 1) - dt.timedelta(days=days)).isoformat()
        phone = (
            f"617-555-{rng.randrange(10000):04d}"
            if rng.random() < 0.5
            else f"312-{rng.randrange(200, 999)}-{rng.randrange(10000):04d}"
        )
        ssn, mrn = numbers.ssn(rng), numbers.random_digits(rng, 8)
        return Member(f"m{number}", given, middle, family, former, female, child, born, phone, ssn, mrn)

    family = surname or pool.family(rng, origin)
    former = pool.family(rng, origin)
    while former == family:
        former = pool.family(rng, origin)
    double = f"{former}-{family}" if rng.random() < 0.3 and " " not in former + family else family
    members = [member(0, family, former, True, False), member(1, family, "", False, False)]
    members += [member(2 + i, double, "", rng.random() < 0.5, True) for i in range(rng.randrange(1, 4))]
    charts = members[:1] + rng.sample(members[1:], rng.choice((0, 1, 1, 2, 2)))
    home = draw_address(rng, pool)
    lines = {"line": [home.line], "city": home.city, "state": home.state, "postalCode": home.zip}
    return Family(name, rng, members, charts, lines)


def human_name(member: Member, rng: random.Random | None = None) -> Json:
    given = [member.given, member.middle] if rng is None or rng.random() < 0.5 else [member.given]
    return {"use": "official", "family": member.family, "given": given}


def role_of(chart: Member, other: Member) -> str:
    if chart.child != other.child:
        return "parent" if chart.child else "child"
    return "sibling" if chart.child else "spouse"
