"""Which charts become one household, which do not, and that neither order nor batches matter."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.records import record_keys
from redactor.assemble.runs import make_harvester
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.state.joining import HouseholdCounts
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings, load_settings
from schemas.engine import json_codec

Json = dict[str, Any]
MRN, SSN = "http://hospital.example/mrn", "http://hl7.org/fhir/sid/us-ssn"


@pytest.fixture
def settings(tmp_path: Path, keyring_path: Path) -> Settings:
    return load_settings(keyring=str(keyring_path), home=tmp_path / "home")


def patient(id_: str, given: str, family: str, **more: Any) -> Json:
    return {"resourceType": "Patient", "id": id_, "name": [{"given": [given], "family": family}], **more}


def relative(id_: str, of: str, given: str, family: str, **more: Any) -> Json:
    found = patient(id_, given, family, **more)
    return {**found, "resourceType": "RelatedPerson", "patient": {"reference": f"Patient/{of}"}}


def contact(given: str, family: str, **more: Any) -> list[Json]:
    return [{"name": {"given": [given], "family": family}, **more}]


def reference(to: str) -> Json:
    return {"reference": to}


def number(system: str, value: str) -> list[Json]:
    return [{"system": system, "value": value}]


def phone(value: str) -> list[Json]:
    return [{"system": "phone", "value": value}]


def learn(settings: Settings, records: Sequence[Json], batch: int = 1) -> tuple[KnownStore, HouseholdCounts]:
    store = KnownStore.open(settings.home / "known.db", Keyring.load(settings.keyring))
    harvester = make_harvester(settings)
    raws = [RawRecord(json_codec.encode(r), f"1:{i}") for i, r in enumerate(records)]
    for at in range(0, len(raws), batch):
        found = harvester.harvest(raws[at : at + batch])
        for scope, person, values, _ in found.values:
            store.add(scope, values, person)
        store.add_clues(found.clues)
    return store, store.join()


def homes(settings: Settings, store: KnownStore, ids: Sequence[str]) -> list[set[str]]:
    """The households of the patients."""
    keys = record_keys(settings, Keyring.load(settings.keyring))
    names: dict[str, set[str]] = {}
    for id_ in ids:
        names.setdefault(store.household(keys.subject(id_)).name, set()).add(id_)
    return sorted(names.values(), key=min)


ANA = patient(
    "a", "Ana", "Garcia", birthDate="1960-04-02", telecom=phone("617-555-0199"), identifier=number(MRN, "70013")
)
BO = patient("b", "Bo", "Garcia", birthDate="2012-01-31")
COVERAGE = {"resourceType": "Coverage", "id": "c", "status": "active", "beneficiary": reference("Patient/b")}
ACCOUNT = {"resourceType": "Account", "id": "k", "status": "active"}
FAMILY = {"resourceType": "Group", "id": "g", "type": "person", "actual": True, "code": {"text": "Family"}}
MEMBERS = [{"entity": reference(f"Patient/{id_}")} for id_ in "ab"]
HELD = {"resourceType": "RelatedPerson", "id": "s", "patient": reference("Patient/b"), "name": ANA["name"]}

TIED: dict[str, list[Json]] = {
    "link to a RelatedPerson": [
        {**ANA, "link": [{"other": reference("RelatedPerson/r"), "type": "seealso"}]},
        BO,
        relative("r", "b", "Anna", "Garcia"),
    ],
    "link between patients": [{**ANA, "link": [{"other": reference("Patient/b"), "type": "refer"}]}, BO],
    "Person": [
        ANA,
        BO,
        relative("r", "b", "A.", "Garcia"),
        {
            "resourceType": "Person",
            "id": "p",
            "link": [{"target": reference("Patient/a")}, {"target": reference("RelatedPerson/r")}],
        },
    ],
    "Person of two patients": [
        ANA,
        BO,
        {"resourceType": "Person", "id": "p", "link": [{"target": reference(f"Patient/{x}")} for x in "ab"]},
    ],
    "MRN": [ANA, BO, relative("r", "b", "Ana", "Lopez", identifier=number(MRN, "70013"))],
    "SSN in two spellings": [
        {**ANA, "identifier": number(SSN, "734-22-1191")},
        BO,
        relative("r", "b", "Ana", "Lopez", identifier=number("urn:oid:2.16.840.1.113883.4.1", "734221191")),
    ],
    "birth date": [ANA, BO, relative("r", "b", "Ana", "Garcia", birthDate="1960-04-02")],
    "nickname, one half of a double name, birth date": [
        {**ANA, "name": [{"given": ["Robert"], "family": "Garcia-Lopez"}]},
        BO,
        relative("r", "b", "Bob", "Lopez", birthDate="1960-04-02"),
    ],
    "maiden name and birth date": [
        {**ANA, "name": [*ANA["name"], {"use": "maiden", "family": "Hoffman", "given": ["Ana"]}]},
        BO,
        relative("r", "b", "Ana", "Hoffman", birthDate="1960-04-02"),
    ],
    "phone of a contact": [ANA, {**BO, "contact": contact("Ana", "Garcia", telecom=phone("+1 (617) 555-0199"))}],
    "address of a contact": [
        {**ANA, "address": [{"line": ["12 Elm St."], "postalCode": "02115-1201"}]},
        {**BO, "contact": contact("Ana", "Garcia", address={"line": ["12 Elm St"], "postalCode": "02115"})},
    ],
    "contacts of each other": [
        {**ANA, "contact": contact("Bo", "Garcia")},
        {**BO, "contact": contact("Ana", "Garcia")},
    ],
    "subscriber": [ANA, BO, {**COVERAGE, "subscriber": reference("Patient/a")}],
    "policy holder as a RelatedPerson of the other chart": [
        ANA,
        BO,
        relative("r", "a", "Carl", "Stone"),
        {**COVERAGE, "policyHolder": reference("RelatedPerson/r")},
    ],
    "contained subscriber": [
        ANA,
        BO,
        {**COVERAGE, "contained": [{**HELD, "identifier": number(MRN, "70013")}], "subscriber": reference("#s")},
    ],
    "subscriber by identifier": [
        ANA,
        BO,
        {**COVERAGE, "subscriber": {"identifier": {"system": MRN, "value": "70013"}, "type": "Patient"}},
    ],
    "guarantor": [
        ANA,
        BO,
        {**ACCOUNT, "subject": [reference("Patient/b")], "guarantor": [{"party": reference("Patient/a")}]},
    ],
    "one account": [ANA, BO, {**ACCOUNT, "subject": [reference("Patient/a"), reference("Patient/b")]}],
    "family group": [ANA, BO, {**FAMILY, "member": MEMBERS}],
    "link by identifier": [
        {**ANA, "link": [{"other": {"identifier": {"system": MRN, "value": "55501"}}, "type": "seealso"}]},
        {**BO, "identifier": number(MRN, "55501")},
    ],
    "RelatedPerson of a patient by identifier": [
        {**ANA, "link": [{"other": reference("RelatedPerson/r"), "type": "seealso"}]},
        {**BO, "identifier": number(MRN, "55501")},
        relative("r", "b", "Ana", "Garcia") | {"patient": {"identifier": {"system": MRN, "value": "55501"}}},
    ],
    "contained Patient as subscriber": [
        ANA,
        BO,
        {
            **COVERAGE,
            "contained": [{"resourceType": "Patient", "id": "s", "name": ANA["name"], "birthDate": "1960-04-02"}],
            "subscriber": reference("#s"),
        },
    ],
    "surname and phone": [ANA, {**BO, "telecom": phone("6175550199")}],
    "contact whose name is one string": [
        ANA,
        {**BO, "contact": [{"name": {"text": "GARCIA, ANA M."}, "telecom": phone("617.555.0199")}]},
    ],
    "particles, hyphens and accents": [
        {**ANA, "name": [{"given": ["María-José"], "family": "de la Cruz Vega"}]},
        BO,
        relative("r", "b", "Maria", "De La Cruz", birthDate="1960-04-02"),
    ],
    "given name and phone under another surname": [
        ANA,
        {**BO, "contact": contact("Ana", "Hoffman", telecom=phone("(617) 555-0199 ext. 3"))},
    ],
    "address in another spelling": [
        {**ANA, "address": [{"line": ["12 N. Elm Street", "Apt 3B"], "postalCode": "10001"}]},
        {**BO, "address": [{"line": ["12 Elm St #3b"], "postalCode": "10001-2211"}]},
    ],
    "a mother without a chart": [
        {**ANA, "telecom": []},
        BO,
        *(relative(f"r{x}", x, "Eva", "Stone", identifier=number(SSN, "734-22-1191")) for x in "ab"),
    ],
}


@pytest.mark.parametrize("name", TIED)
def test_charts_that_belong_together_are_one_household_in_any_order(settings: Settings, name: str) -> None:
    records = [*TIED[name], patient("z", "Ana", "Garcia", birthDate="1988-08-08")]
    for turn in range(2):
        random.Random(turn).shuffle(records)
        here = settings.model_copy(update={"home": settings.home / str(turn)})
        store, counts = learn(here, records, batch=1 + turn)
        with store:
            assert homes(here, store, "abz") == [{"a", "b"}, {"z"}] and counts.joined == 1, name


APART: dict[str, tuple[list[Json], str]] = {
    "a name alone": ([ANA, {**BO, "contact": contact("Ana", "Garcia")}], "undecided"),
    "a name and another birth date": (
        [ANA, BO, relative("r", "b", "Ana", "Garcia", birthDate="1961-04-02")],
        "",
    ),
    "a year of birth": ([ANA, BO, relative("r", "b", "Ana", "Garcia", birthDate="1960")], "undecided"),
    "a phone without the name": ([ANA, {**BO, "contact": contact("Carl", "Stone", telecom=phone("617-555-0199"))}], ""),
    "one MRN of two systems": ([ANA, BO, relative("r", "b", "Ana", "X", identifier=number("urn:x", "70013"))], ""),
    "an MRN of two people": (
        [ANA, {**BO, "birthDate": "1990-01-01", "identifier": number(MRN, "70013")}],
        "contradicted",
    ),
    "a cohort": ([ANA, BO, {**FAMILY, "code": {"text": "Cohort"}, "member": MEMBERS}], ""),
    "a group's number": (
        [{**COVERAGE, "id": x, "beneficiary": reference(f"Patient/{x}"), "class": [{"value": "GRP1"}]} for x in "ab"],
        "",
    ),
}


@pytest.mark.parametrize("name", APART)
def test_charts_with_less_in_common_stay_apart(settings: Settings, name: str) -> None:
    records, counted = APART[name]
    store, counts = learn(settings, records)
    with store:
        assert homes(settings, store, "ab") == [{"a"}, {"b"}]
        assert counts == HouseholdCounts(**({counted: 1} if counted else {}))


@pytest.mark.parametrize(
    "value",
    [
        "000-00-0000",
        "999-99-9999",
        "123-45-6789",
        "111111111",
        "078-05-1120",
        "xxx-xx-xxxx",
        "987654321",
        "900-00-0000",
        "xxx-xx-1234",
    ],
)
def test_placeholders_tie_nobody(settings: Settings, value: str) -> None:
    same = {"identifier": number(SSN, value), "telecom": phone(value)}
    store, counts = learn(settings, [patient(x, "Ana", "Garcia", **same) for x in "ab"])
    with store:
        assert homes(settings, store, "ab") == [{"a"}, {"b"}] and counts.joined == 0


def test_what_many_have_in_common_ties_nobody(settings: Settings) -> None:
    ids = [f"p{i}" for i in range(17)]
    records: list[Json] = [
        patient(x, "Maria", "Lopez", telecom=phone("617-555-0100"), birthDate="1990-01-01") for x in ids
    ]
    store, counts = learn(settings, records)
    with store:
        assert len(homes(settings, store, ids)) == 17 and counts.too_common == 3 and counts.joined == 0


def test_households_do_not_grow_without_bound(settings: Settings) -> None:
    """A chain of a hundred charts, each the next one's guarantor."""
    ids = [f"p{i:03d}" for i in range(100)]
    links = [
        {
            "resourceType": "Account",
            "id": a,
            "subject": [reference(f"Patient/{a}")],
            "guarantor": [{"party": reference(f"Patient/{b}")}],
        }
        for a, b in pairwise(ids)
    ]
    sizes = []
    for turn in range(2):
        random.Random(turn).shuffle(links)
        here = settings.model_copy(update={"home": settings.home / str(turn)})
        store, counts = learn(here, links)
        with store:
            found = homes(here, store, ids)
            assert max(map(len, found)) <= 32 and counts.too_large
            sizes.append(found)
    assert sizes[0] == sizes[1]


def test_a_household_that_grows_keeps_its_name_and_what_was_alone_keeps_its_own(settings: Settings) -> None:
    keys = record_keys(settings, Keyring.load(settings.keyring))
    tied = [
        {**FAMILY, "id": x + y, "member": [{"entity": reference(f"Patient/{z}")} for z in (x, y)]}
        for x, y in ("ab", "bc", "cd")
    ]
    charts = [patient(x, x * 3, "Garcia") for x in "abcd"]
    store, _ = learn(settings, [charts[0], charts[1], tied[0]])
    store.close()
    before = {x: store_names(settings, keys.subject(x)) for x in "ab"}
    store, counts = learn(settings, [charts[2], tied[1]])
    store.close()
    assert counts == HouseholdCounts(joined=1) and {store_names(settings, keys.subject(x)) for x in "abc"} == {
        before["a"]
    }
    learn(settings, [charts[3]])[0].close()
    alone = store_names(settings, keys.subject("d"))
    store, counts = learn(settings, [tied[2]])
    with store:
        assert (counts.joined, counts.conflicts) == (1, 1)
        (now,) = {store.household(keys.subject(x)).name for x in "abcd"}
        assert {store.household(keys.subject(x)).initial_name for x in "abc"} == {before["a"]}
        household = store.household(keys.subject("d"))
        assert household.initial_name == alone and {now, *household.former_names} >= {before["a"], alone}


def store_names(settings: Settings, scope: str) -> str:
    with KnownStore.open(settings.home / "known.db", Keyring.load(settings.keyring)) as store:
        return store.household(scope).initial_name


def test_a_pipe_joins_what_came_so_far(settings: Settings) -> None:
    """Only the clues of the last batch are looked up, and find what earlier batches left."""
    records = [BO, relative("r", "b", "Ana", "Garcia", birthDate="1960-04-02"), ANA]
    store = KnownStore.open(settings.home / "known.db", Keyring.load(settings.keyring))
    harvester = make_harvester(settings)
    joined = []
    for i, record in enumerate(records):
        found = harvester.harvest([RawRecord(json_codec.encode(record), f"1:{i}")])
        store.add_clues(found.clues)
        joined.append(store.join().joined)
    assert joined == [0, 0, 1] and homes(settings, store, "ab") == [{"a", "b"}]
    store.close()


def test_what_an_interrupted_process_learned_is_joined_by_the_next(settings: Settings) -> None:
    found = make_harvester(settings).harvest(
        [RawRecord(json_codec.encode(r), f"1:{r['id']}") for r in TIED["birth date"]]
    )
    with KnownStore.open(settings.home / "known.db", Keyring.load(settings.keyring)) as store:
        store.add_clues(found.clues)
    with KnownStore.open(settings.home / "known.db", Keyring.load(settings.keyring)) as store:
        assert store.join().joined == 1


def test_clues_are_keyed_and_of_one_recipient(settings: Settings) -> None:
    keys = set()
    for recipient in ("enclave", "other"):
        here = settings.model_copy(update={"recipient": recipient})
        learn(here, [ANA, BO])[0].close()
        db = sqlite3.connect(settings.home / "known.db")
        keys |= {row[0] for row in db.execute("SELECT key FROM clue")}
        count = db.execute("SELECT count(*) FROM clue").fetchone()[0]
        db.close()
    assert len(keys) == count  # no key is held twice: the recipients have none in common
