"""Places and organisations of the training notes: every part marked, coherent within a note, different between them."""

from __future__ import annotations

import random
import re
from collections import Counter

from corpus.engine.cast import Cast, Split, held_out
from corpus.engine.fields import FIELDS, organisations, places
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near
from tests.each_row import each_row

PARTS = frozenset({Entity.STREET, Entity.CITY, Entity.COUNTY, Entity.STATE, Entity.ZIP, Entity.COUNTRY})
KINDS = {
    "site": Entity.HOSPITAL, "site2": Entity.HOSPITAL, "site3": Entity.HOSPITAL, "newsite": Entity.HOSPITAL,
    "pcpsite": Entity.HOSPITAL, "clinic": Entity.HOSPITAL, "nursinghome": Entity.HOSPITAL, "hospice": Entity.HOSPITAL,
    "lab": Entity.DIAGNOSTIC_LABS, "labsite": Entity.DIAGNOSTIC_LABS, "pharmacy": Entity.PHARMACY,
    "payer": Entity.ORGANIZATION, "employer": Entity.ORGANIZATION, "school": Entity.ORGANIZATION,
    "agency": Entity.ORGANIZATION, "church": Entity.ORGANIZATION, "firm": Entity.ORGANIZATION,
}  # fmt: skip


def drawn(template: str, times: int, split: Split = "train", seed: int = 5) -> list[Marked]:
    rng = random.Random(seed)
    return [Cast(rng, FIELDS, split).say(template) for _ in range(times)]


def outside(said: Marked) -> str:
    """What no mark covers."""
    text = said.text
    for m in reversed(said.marks):
        text = text[: m.start] + text[m.end :]
    return text


def part(said: Marked, entity: Entity) -> list[str]:
    return [m.value for m in said.marks if m.entity is entity]


@each_row("field", ["address", "address:block", "address:nozip", "citystate"])
def test_nothing_but_punctuation_of_an_address_is_unmarked(field: str) -> None:
    for said in drawn(f"{{{field}}}", 500):
        assert not re.search(r"\w", outside(said)), said
        assert {m.entity for m in said.marks} <= PARTS
        assert all(said.text[m.start : m.end] == m.value == m.value.strip() for m in said.marks)
        assert not any("\n" in m.value for m in said.marks)


def test_an_address_has_its_parts() -> None:
    for said in drawn("{address}", 300):
        found = {m.entity for m in said.marks}
        assert {Entity.STREET, Entity.CITY, Entity.ZIP} <= found, said
    assert not any(part(said, Entity.ZIP) for said in drawn("{address:nozip}", 300))
    assert all("\n" in said.text for said in drawn("{address:block}", 100))


def test_the_parts_of_a_note_agree() -> None:
    for said in drawn("{city}\t{zip}\t{street}\t{address}", 300):
        city, code, street = (m.value.lower() for m in said.marks[:3])
        whole = said.text.split("\t", 3)[3].lower()
        assert city in whole
        assert code in whole
        assert street in whole


def test_some_live_abroad_and_most_do_not() -> None:
    american = sum(bool(re.fullmatch(r"\d{5}(-\d{4})?", part(s, Entity.ZIP)[0])) for s in drawn("{address}", 1500))
    assert 0.78 < american / 1500 < 0.96  # five digits are not American alone


def test_an_article_is_no_part_of_a_name() -> None:
    for said in drawn("{place} {country} {abroad} {site:alias} {hometown}", 600):
        assert not any(m.value.startswith("the ") for m in said.marks), said


@each_row(
    ("field", "allowed"),
    [("place", {Entity.LOCATION, Entity.STREET, Entity.ORGANIZATION}), ("country", {Entity.COUNTRY}),
     ("town", {Entity.CITY}), ("city", {Entity.CITY}), ("county", {Entity.COUNTY}), ("state", {Entity.STATE}),
     ("stateab", {Entity.STATE}), ("zip", {Entity.ZIP}), ("street", {Entity.STREET}), ("unit", {Entity.STREET}),
     ("abroad", {Entity.CITY, Entity.COUNTRY}), ("hometown", {Entity.CITY, Entity.STATE, Entity.COUNTRY})],
)  # fmt: skip
def test_labels_of_places(field: str, allowed: set[Entity]) -> None:
    for said in drawn(f"{{{field}}}", 300):
        assert said.marks
        assert {m.entity for m in said.marks} <= allowed, said


def test_all_fields_of_the_contract_are_there() -> None:
    assert KINDS.keys() | {"dept"} == organisations.FIELDS.keys()
    assert places.FIELDS.keys() == {
        "address", "street", "unit", "city", "town", "county", "state", "stateab", "zip", "country", "hometown",
        "citystate", "abroad", "place",
    }  # fmt: skip


def test_training_holds_a_tenth_of_all_towns_back() -> None:
    assert not any(held_out(m.value) for said in drawn("{city} {town} {town}", 300) for m in said.marks[1:])
    unseen = [held_out(part(said, Entity.CITY)[0]) for said in drawn("{town}", 400, "unseen")]
    assert 0.4 < sum(unseen) / len(unseen) < 0.7


@each_row("field", sorted(KINDS))
@each_row("spec", ["", ":alias", ":abbr", ":upper", ":block", ":name"])
def test_an_organisation_is_marked_as_what_it_is(field: str, spec: str) -> None:
    for said in drawn(f"{{{field}{spec}}}", 60):
        first = said.marks[0]
        assert first.entity is KINDS[field]
        assert first.value == first.value.strip() != ""
        assert re.sub("^the ", "", outside(said), flags=re.IGNORECASE).strip(" ,;\n-()") == "" or ":block" in spec, said
        if spec == ":block":
            assert said.text.startswith(first.value + "\n")
            assert not re.search(r"\w", outside(said)), said
        if spec == ":upper":
            assert first.value == first.value.upper()


def test_an_organisation_is_the_same_all_over_a_note_and_a_new_one_is_new() -> None:
    for said in drawn("{site:name}|{site:name}|{newsite:name}|{newsite:name}", 100):
        first, again, *new = (m.value for m in said.marks)
        assert first == again
        assert len({first, *new}) >= 2


@each_row(
    ("field", "least"),
    [("site", 750), ("clinic", 850), ("nursinghome", 850), ("employer", 700), ("school", 700), ("pharmacy", 500),
     ("church", 700), ("firm", 850), ("place", 700), ("town", 600), ("address", 990), ("dept", 400), ("abroad", 500)],
)  # fmt: skip
def test_values_are_many(field: str, least: int) -> None:
    assert len({said.text for said in drawn(f"{{{field}}}", 1000)}) >= least


def test_no_name_of_a_hospital_rules() -> None:
    first, times = Counter(said.text for said in drawn("{site:name}", 1500)).most_common(1)[0]
    assert times < 15, first


def test_wards_are_no_identifiers() -> None:
    for said in drawn("{dept}", 300):
        assert [m.entity for m in said.marks] == [Near.DEPARTMENT]
