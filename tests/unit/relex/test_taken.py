"""A given name is taken in all of its forms, so that no two people of a scope read as one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace

from redactor.entities import Entity, Role
from redactor.lexicon.nicknames import may_be_one_name, root_of
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.generators._names import name_pools
from relex.generators.people import People
from relex.identity.context import HouseholdNames, NoKnownValues
from relex.index.embedded import EmbeddedIndex
from relex.parts import Kind, Part
from relex.prf import KeyedChoice
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from relex.taken import Taken
from tests.each_row import each_row
from tests.unit.golden_pseudonyms import keyring

RING = keyring(2)


def given(name: str, recorded: bool = True, subkind: str = "") -> Part:
    return Part(Kind.GIVEN, name, name, subkind, recorded)


@each_row(
    ("one", "other"),
    [("Gregory", "Greg"), ("Greg", "Gregory"), ("Bill", "William"), ("Steve", "Steven"), ("Kathleen", "Kathy")],
)
def test_a_form_of_a_name_is_the_name(one: str, other: str) -> None:
    taken = Taken([(given("john").key, one)], {given("john").key}, 1)
    assert taken.holds(given("mark"), other) and taken.holds(given("mark", recorded=False), other)
    assert taken.holds(given("mark"), one.upper()) and not taken.holds(given("mark"), "Peter")
    assert not taken.holds(Part(Kind.FAMILY, "mark", "Mark"), other)


def test_what_only_texts_name_keeps_no_form_from_what_only_texts_name() -> None:
    """Else a stand-in would depend on which of them is met first."""
    taken = Taken([(given("john").key, "Steven")], frozenset(), 1)
    assert not taken.holds(given("mark", recorded=False), "Steve") and taken.holds(given("mark"), "Steve")
    assert taken.holds(given("mark", recorded=False), "Steven")


def test_groups_are_apart() -> None:
    taken = Taken([(given("john", subkind="clinician doe").key, "Greg")], {given("john").key}, 2)
    assert not taken.holds(given("mark", subkind="clinician roe"), "Greg")


class OneName(RuleStrategy):
    """The first candidates of every given name are forms of one."""

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        some = ("Steven", "Steve", "Stephen") if part.kind is Kind.GIVEN else ()
        return chain(some, super().candidates(part, choice))


class Told(NoKnownValues):
    """A family, and clinicians with one surname."""

    def _people(self, names: str, entity: Entity, role: Role) -> tuple[KnownValue, ...]:
        return tuple(
            KnownValue(f"{name} Doe", entity, role, (("given", name), ("family", "Doe"))) for name in names.split()
        )

    def household(self, subject: str) -> HouseholdNames:
        return HouseholdNames(subject, subject)

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return self._people("Mark Paul Anna", Entity.PERSON, Role.RELATIVE)

    def site(self) -> tuple[KnownValue, ...]:
        return self._people("Luke Jane Otis", Entity.DOCTOR, Role.CLINICIAN)


@pytest.mark.parametrize(
    ("mention", "names"),
    [
        (Mention("", Entity.PERSON, "p", Role.RELATIVE, "Patient.contact.name.text"), "Mark Paul Anna"),
        (Mention("", Entity.DOCTOR, None, Role.CLINICIAN, "Practitioner.name.text"), "Luke Jane Otis"),
    ],
)
def test_no_two_recorded_people_get_forms_of_one_name(tmp_path: Path, mention: Mention, names: str) -> None:
    with EmbeddedIndex(tmp_path / "index.db", RING) as index:
        tags = TagReplacer(load_profile("hips"), RING, "enclave")
        made = Relexicalizer(tags, OneName(), index, RING, "enclave", "default", Told())
        got = made.replace([replace(mention, value=f"{name} Doe") for name in names.split()])
    firsts = [name.split()[0].lower() for name in got]
    assert not [(a, b) for a in firsts for b in firsts if a != b and may_be_one_name(a, b)]
    assert len(set(firsts)) == 3 and {"steven", "steve", "stephen"} & set(firsts)


@pytest.mark.parametrize("recorded", [True, False])
def test_nobody_becomes_a_form_of_their_own_name(tmp_path: Path, recorded: bool) -> None:
    """Robert is no Bob, nor Steven a Steve."""
    with EmbeddedIndex(tmp_path / "index.db", RING) as index:
        tags = TagReplacer(load_profile("hips"), RING, "enclave")
        told = Told() if recorded else NoKnownValues()
        made = Relexicalizer(tags, OneName(), index, RING, "enclave", "default", told)
        got = made.replace([Mention("Stephen Doe", Entity.PERSON, "p"), Mention("Steve Doe", Entity.PERSON, "q")])
    assert not [name for name in got if may_be_one_name(name.split()[0].lower(), "stephen")]


def test_a_short_form_of_one_name_is_no_stand_in_but_written_for_one() -> None:
    short = [name for name in name_pools.names(Kind.GIVEN) if root_of(name.key) != name.key]
    assert len(short) > 100 and not any(name.fit for name in short)
    assert People().render(Part(Kind.GIVEN, "robert", "Bob"), "Gregory") == "Greg"
