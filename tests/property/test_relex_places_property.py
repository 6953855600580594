"""Splitting any value loses no text and leaves nothing identifying in the literal pieces."""

from __future__ import annotations

from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.entities import Entity
from redactor.text import Mention
from relex.identity.people import Context
from relex.parts import Kind, Part, joined
from relex.prf import KeyedChoice
from relex.strategy import RuleStrategy
from relex.text_forms import folded

RULES = RuleStrategy()
PLACES = {
    Entity.ADDRESS, Entity.STREET, Entity.ZIP, Entity.CITY, Entity.COUNTY, Entity.STATE, Entity.COUNTRY,
    Entity.LOCATION,
}  # fmt: skip
ORGANISATIONS = {Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS, Entity.ORGANIZATION}
PLACE_KINDS = {Kind.CITY, Kind.COUNTY, Kind.STREET, Kind.HOUSE, Kind.ZIP, Kind.PLACE}
ORGANISATION_KINDS = {Kind.HOSPITAL, Kind.PHARMACY, Kind.LAB, Kind.ORGANIZATION}
CONTEXT = Context(states={"springfield": "IL"}, state="IL")
WORDS = st.sampled_from(
    ["Oak", "St", "Ave", "Apt", "4B", "12", "Springfield", "IL", "62704", "-", ",", "\n", "#", "Zürich", "東京", "٣٤",
     "'s", "St.", "Mary's", "Hospital", "MGH", "of", "🏥", "straße", "4th", "PO", "Box", "½", "é", "\u200b", "x"]
)  # fmt: skip
VALUES = st.one_of(
    st.text(max_size=60), st.lists(WORDS, max_size=9).map(" ".join), st.lists(WORDS, max_size=6).map("".join)
)


@settings(deadline=None, max_examples=300)
@given(VALUES, st.sampled_from(sorted(PLACES | ORGANISATIONS)), st.binary(min_size=1, max_size=8))
def test_pieces_join_to_the_value_and_stand_ins_differ_from_it(value: str, entity: Entity, key: bytes) -> None:
    kinds = PLACE_KINDS if entity in PLACES else ORGANISATION_KINDS
    pieces = RULES.cluster(Mention(value, entity), CONTEXT)
    assert joined(pieces.items) == value
    for item in pieces.items:
        if isinstance(item, Part):
            assert item.kind in kinds
            found = list(islice(RULES.candidates(item, KeyedChoice(key)), 3))
            assert found == list(islice(RULES.candidates(item, KeyedChoice(key)), 3))
            assert found
            assert all(folded(name) != folded(item.surface) for name in found[:1])
            assert RULES.render(entity, item, found[0])


@settings(deadline=None, max_examples=200)
@given(VALUES, st.sampled_from([Entity.ADDRESS, Entity.STREET, Entity.CITY, Entity.ZIP]))
def test_no_digit_of_an_address_stays(value: str, entity: Entity) -> None:
    items = RULES.cluster(Mention(value, entity), CONTEXT).items
    assert not any(c.isdigit() for item in items if isinstance(item, str) for c in item)


def test_long_values_are_read_whole() -> None:
    for entity in (Entity.ADDRESS, Entity.LOCATION, Entity.HOSPITAL):
        for value in ("Oak 12 " * 1500, "x" * 10_000, "7" * 10_000):
            pieces = RULES.cluster(Mention(value, entity), CONTEXT)
            assert joined(pieces.items) == value
            parts = [item for item in pieces.items if isinstance(item, Part)]
            assert parts
            assert RULES.render(entity, parts[0], next(RULES.candidates(parts[0], KeyedChoice(b"k"))))
