"""Stand-ins of identifiers, whatever the value."""

from __future__ import annotations

import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.entities import Entity
from redactor.lexicon.check_digits import schemes_of
from redactor.text import Mention
from relex.generators._shared.number_permutation import permuted
from relex.generators._shared.spelling import canonical
from relex.generators.identifiers import Identifiers
from relex.identity.people import Context
from relex.parts import Part, joined
from relex.prf import KeyedChoice
from relex.strategy import RuleStrategy

RULES, IDENTIFIERS = RuleStrategy(), Identifiers()
ENTITIES = sorted({
    *IDENTIFIERS.entities, Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER, Entity.EMAIL, Entity.URL, Entity.IP_ADDRESS,
    Entity.MAC_ADDRESS, Entity.USERNAME,
})  # fmt: skip
NUMBER = st.text("0123456789ABCDEFXYZ", min_size=1, max_size=40) | st.text("0123456789", min_size=6, max_size=19)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80), st.sampled_from(ENTITIES))
@example("", Entity.EMAIL)
@example("@", Entity.EMAIL)
@example("://", Entity.URL)
@example("((((", Entity.TELEPHONE_NUMBER)
@example("\ud800", Entity.ID)
@example("\u00bd\ufb01\u3392", Entity.ID)
def test_pieces_join_to_the_value_and_everything_has_a_standin(value: str, entity: Entity) -> None:
    pieces = RULES.cluster(Mention(value, entity), Context())
    assert joined(pieces.items) == value
    for item in pieces.items:
        if isinstance(item, Part):
            offered = next(RULES.candidates(item, KeyedChoice(b"k")))
            assert offered != item.canonical
            assert RULES.render(entity, item, offered)


@settings(max_examples=200, deadline=None)
@given(NUMBER, st.binary(min_size=1, max_size=8))
def test_shape_validity_and_length_are_preserved(number: str, key: bytes) -> None:
    got = next(permuted(number, KeyedChoice(key)), None)
    if got is None:
        return
    assert got != number
    assert schemes_of(got) == schemes_of(number)
    assert [c.isdigit() for c in got] == [c.isdigit() for c in number] or schemes_of(number)[0].name == "vin"


@settings(max_examples=100, deadline=None)
@given(st.text(min_size=1, max_size=40))
def test_render_keeps_separators_and_case(value: str) -> None:
    for item in IDENTIFIERS.split(Mention(value, Entity.ID), Context()).items:
        if isinstance(item, Part) and canonical(item.canonical) == item.canonical:
            told = next(permuted(item.canonical, KeyedChoice(b"k")), None)
            if told is not None and item.surface.isascii():
                got = IDENTIFIERS.render(item, told)
                assert len(got) == len(item.surface)
                for a, b in zip(item.surface, got, strict=True):
                    assert a == b or a.isalnum()
                    assert unicodedata.category(a) == unicodedata.category(b)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(10**8, 10**9 - 1), min_size=2, max_size=40, unique=True))
def test_numbers_of_a_shape_never_collide(values: list[int]) -> None:
    numbers = [f"{value:09d}" for value in values]
    got = [next(permuted(number, KeyedChoice(b"k"))) for number in numbers]
    assert len(set(got)) == len(numbers)


@given(st.integers(2, 400), st.binary(min_size=8, max_size=8), st.integers(0, 10))
def test_a_keyed_cycle_visits_every_other_number_without_collisions(n: int, key: bytes, at: int) -> None:
    choice = KeyedChoice(key)
    walks = [list(choice.cycle(n, i, "x")) for i in range(n)] if n <= 40 else []
    for i, walk in enumerate(walks):
        assert sorted([*walk, i]) == list(range(n))
    for step in zip(*walks, strict=True):
        assert len(set(step)) == n
    assert next(choice.cycle(n, at % n, "x")) != at % n
