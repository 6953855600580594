"""A town that was taken for a person gets a town's stand-in; a person with a town's name stays a person."""

from __future__ import annotations

import re

from redactor.entities import Entity, Role
from redactor.text import KnownValue, Mention
from relex.identity import names
from relex.identity.people import Context
from relex.parts import Kind, Part, joined
from relex.prf import KeyedChoice
from relex.strategy import RuleStrategy
from tests.each_row import each_row

RULES = RuleStrategy()
_KEPT = ("St", "DC", "MS")  # a particle, and states that read as credentials


def kinds(value: str, entity: Entity = Entity.PERSON, context: Context | None = None) -> set[Kind]:
    pieces = RULES.cluster(Mention(value, entity, "p"), context or Context())
    assert joined(pieces.items) == value
    return {item.kind for item in pieces.items if isinstance(item, Part)}


def replaced(mention: Mention, key: int, context: Context) -> str:
    items = RULES.cluster(mention, context).items
    choice = KeyedChoice(b"towns%d" % key)
    return "".join(
        item if isinstance(item, str) else RULES.render(mention.entity, item, next(RULES.candidates(item, choice)))
        for item in items
    )


TOWNS = [
    "Springfield, IL", "Springfield IL", "Boston, MA", "Boston MA", "Washington, DC", "Dayton, OH", "St. Paul, MN",
    "Las Vegas, NV", "New York, NY", "Jackson, MS", "Virginia Beach, VA", "Boston, Massachusetts", "Toronto, ON",
    "Cambridge, UK", "Paris, France", "Schenectady", "Poughkeepsie", "Kalamazoo", "New York", "Los Angeles",
    "San Francisco", "Baton Rouge", "Little Rock", "Lake Havasu City", "Coeur d'Alene",
]  # fmt: skip


@each_row("value", TOWNS)
def test_a_town_in_a_text_is_a_town(value: str) -> None:
    assert kinds(value) == {Kind.CITY}
    state = re.search(r"[A-Z]{2}$", value)
    for key in range(8):
        got = replaced(Mention(value, Entity.PERSON, "p"), key, Context())
        assert got != value and (state is None or got.endswith(state[0]))


def test_a_town_with_its_zip_code_is_an_address() -> None:
    assert kinds("Las Vegas, NV 89101") == {Kind.CITY, Kind.ZIP}


@each_row(
    "value",
    ["Salisbury, MD", "Houston, DO", "Lincoln", "Paris", "Austin", "Charlotte", "Jackson", "Madison Lee", "Doe, JA",
     "Dallas Smith", "SF", "NY", "Springfield, John", "Washington, George", "Dr. Boston", "Phoenix"],
)  # fmt: skip
def test_a_person_with_a_towns_name_is_a_person(value: str) -> None:
    assert kinds(value) <= {Kind.FAMILY, Kind.GIVEN, Kind.LETTER}


def test_a_known_person_is_a_person() -> None:
    parts = (("given", "Ann"), ("family", "Schenectady"))
    known = KnownValue("Ann Schenectady", Entity.PATIENT, Role.PATIENT, parts)
    home = Context(household=names.people_named([known]))
    site = Context(site=names.by_name(names.people_named([known])))
    assert kinds("Schenectady", context=home) == kinds("Schenectady", context=site) == {Kind.FAMILY}


@each_row("value", [*TOWNS, "WORCESTER", "boston", "NYC", "Wilkes-Barre", "Truth or Consequences"])
def test_a_town_in_a_field_for_names_gets_the_shape_of_a_name(value: str) -> None:
    """Letters with the case and separators of a name: no two capitals that are nobody's, no run without a vowel."""
    for part in ("family", "given"):
        mention = Mention(value, Entity.PATIENT, "p", Role.PATIENT, f"Patient.name.{part}", part, ((part, value),))
        for key in range(4):
            words = re.findall(r"[^\W\d_]+", replaced(mention, key, Context()))
            assert all(len(w) == 1 or re.search(r"[aeiouyAEIOUYÀ-ÿ]", w) or w in _KEPT for w in words), words
