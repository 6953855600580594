"""What the records say of a name holds where a detector or a display says less: labels, two surnames, own names."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.detect.known.names import split_name
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Mention
from relex.identity import names
from relex.identity.people import Context
from relex.index.embedded import EmbeddedIndex
from relex.parts import Kind, Level, Part
from relex.strategy import RuleStrategy
from tests.each_row import each_row
from tests.unit.relex.test_relexicalizer import RING, FakeKnownValues, standins

RULES = RuleStrategy()
ORGANISATIONS = (Entity.HOSPITAL, Entity.ORGANIZATION, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS)


def person(given: str, family: str, role: Role = Role.PATIENT, *own: str) -> KnownValue:
    parts = (("given", given), ("family", family), *(("own-name", name) for name in own))
    entity = Entity.DOCTOR if role is Role.CLINICIAN else Entity.PATIENT
    return KnownValue(f"{given} {family}", entity, role, parts)


def display(name: str, role: Role = Role.CLINICIAN) -> KnownValue:
    return KnownValue(name, Entity.DOCTOR, role, split_name(name))


def replaced(tmp_path: Path, told: FakeKnownValues, *mentions: Mention) -> list[str]:
    with EmbeddedIndex(tmp_path / "index.db", RING) as index:
        return standins(index, told).replace(mentions)


def field(value: str, role: Role, part: str, subject: str | None = "p1") -> Mention:
    return Mention(value, Entity.PATIENT, subject, role, f"name.{part}", part, ((part, value),))


# --- Surnames that a detector took for organisations


@pytest.mark.parametrize("family", ["Temple", "Hand", "Church", "Mercer"])
def test_a_surname_that_was_taken_for_an_organisation_has_the_stand_in_of_the_field(
    family: str, tmp_path: Path
) -> None:
    told = FakeKnownValues(p1=(person("Christina", family),))
    mentions = [field(family, Role.PATIENT, "family")]
    mentions += [Mention(family, entity, "p1", note="n1") for entity in ORGANISATIONS]
    mentions += [Mention(f"{family}'s", Entity.HOSPITAL, "p1", note="n1")]
    new, *others, possessive = replaced(tmp_path, told, *mentions)
    assert set(others) == {new} and possessive == f"{new}'s" and new != family


@each_row("value", ["Temple University Hospital", "Temple Clinic", "temple", "Temple, PA", "Christina", "Okafor"])
def test_another_name_that_was_taken_for_an_organisation_stays_one(value: str) -> None:
    """A name of several words is an institution's, and neither given names nor the staff's are the household's."""
    clinician = person("Ann", "Okafor", Role.CLINICIAN)
    context = Context(household=names.people_named([person("Christina", "Temple"), clinician]))
    pieces = RULES.cluster(Mention(value, Entity.HOSPITAL, "p1"), context)
    assert pieces == RULES.cluster(Mention(value, Entity.HOSPITAL, "p1"), Context())


def test_a_field_for_an_organisation_names_one() -> None:
    context = Context(household=names.people_named([person("Christina", "Temple")]))
    pieces = RULES.cluster(Mention("Temple", Entity.HOSPITAL, "p1", where="Encounter.serviceProvider"), context)
    assert {part.kind for part in pieces.items if isinstance(part, Part)} == {Kind.HOSPITAL}


# --- Clinicians with two surnames, whom a patient's records name in one piece


@pytest.mark.parametrize("name", ["Dr. Pedro Rosario Palomo", "Pedro Rosario Palomo", "Rosario Palomo, Pedro"])
def test_a_display_in_a_patients_records_names_the_clinician_of_the_sites_records(name: str, tmp_path: Path) -> None:
    recorded = person("Pedro", "Rosario Palomo", Role.CLINICIAN)
    told = FakeKnownValues((recorded,), p1=(person("Ann", "Foot"), display("Dr. Pedro Rosario Palomo")))
    given, family, shown, alone = replaced(
        tmp_path,
        told,
        Mention("Pedro", Entity.DOCTOR, None, Role.CLINICIAN, "name.given", "given", recorded.parts),
        Mention("Rosario Palomo", Entity.DOCTOR, None, Role.CLINICIAN, "name.family", "family", recorded.parts),
        Mention(name, Entity.DOCTOR, "p1", Role.CLINICIAN, "performer.display"),
        Mention("Dr. Rosario Palomo", Entity.DOCTOR, "p1", note="n1"),
    )
    assert shown == name.replace("Pedro", given).replace("Rosario Palomo", family)
    assert alone == f"Dr. {family}"


@pytest.mark.parametrize(
    ("shown", "role"),
    [
        ("Ana Rosario Palomo", Role.CLINICIAN),  # another given name
        ("Pedro Rosario Palomo", Role.RELATIVE),  # of a patient
        ("Pedro Rosario", Role.CLINICIAN),  # without the second surname
    ],
)
def test_another_person_keeps_the_names_of_the_display(shown: str, role: Role) -> None:
    site = names.by_name(names.people_named([person("Pedro", "Rosario Palomo", Role.CLINICIAN)]))
    assert names.people_named([display(shown, role)], site) == names.people_named([display(shown, role)])


def test_an_own_name_names_no_second_clinician() -> None:
    """The second surname is also recorded alone; the given name goes by the first nevertheless."""
    double = person("Pedro", "Rosario Palomo", Role.CLINICIAN)
    alone = KnownValue("Palomo", Entity.DOCTOR, Role.CLINICIAN, (("own-name", "Palomo"),))
    parts = []
    for recorded in ([double], [double, alone]):
        context = Context(site=names.by_name(names.people_named(recorded)))
        pieces = names.split_mention(Mention("Dr. Pedro Palomo", Entity.DOCTOR, "p1", Role.CLINICIAN), context)
        assert pieces.level is Level.SITE
        parts.append(pieces.items)
    assert parts[0] == parts[1]


# --- Double surnames that a note has read as given names


@pytest.mark.parametrize(
    "written", ["Agustí-Castell\nMaría Manuela", "Agustí-Castell, María Manuela", "Agustí-Castell"]
)
def test_a_family_name_of_the_household_is_one_whatever_the_note_was_read_as(written: str) -> None:
    """A heading and the line below it are one mention; read without the records, the heading is a given name."""
    patient = person("María Manuela", "Agustí-Castell")
    there = ("Agustí-Castell\nMaría Manuela", "María Manuela Agustí-Castell")
    record = names.people_in_note([Mention(value, Entity.PATIENT, "p1", Role.PATIENT) for value in there])
    context = Context(household=names.people_named([patient]), record=record)
    pieces = names.split_mention(Mention(written, Entity.PATIENT, "p1", Role.PATIENT), context)
    family = [part.canonical for part in pieces.items if isinstance(part, Part) and part.kind is Kind.FAMILY]
    assert family == ["agusti", "castell"]


def test_a_double_given_name_of_the_household_is_one_beside_a_surname_of_the_note() -> None:
    household = names.people_named([person("Anna-Lena", "Roe")])
    record = names.people_in_note([Mention("Ida Annalena", Entity.PERSON, "p1")])
    pieces = names.split_mention(Mention("Anna-Lena", Entity.PERSON, "p1"), Context(household=household, record=record))
    assert {part.kind for part in pieces.items if isinstance(part, Part)} == {Kind.GIVEN}
