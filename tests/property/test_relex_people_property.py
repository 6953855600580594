"""Every part gets a stand-in that differs from it and is the same for the same key."""

from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators.people import People
from relex.identity.people import Context
from relex.parts import Kind, Part, joined
from relex.prf import KeyedChoice
from relex.text_forms import folded

PEOPLE = People()
values = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["", "x", "Ω", "ß", "İ", "🙂", "김", "王", "ال", "\u202eabc", "a" * 10_000, "9", "'", "ﬁ", "ǅ", "ªº"]
    ),
)
kinds = st.sampled_from([(Kind.GIVEN, ""), (Kind.FAMILY, ""), (Kind.LETTER, ""), (Kind.LETTER, "family")])


@settings(max_examples=100, deadline=None)
@given(values, kinds, st.binary(min_size=1, max_size=8))
def test_any_value_gets_stand_ins_other_than_itself_and_the_same_ones_again(value, kind_sub, key):
    kind, subkind = kind_sub
    part = Part(kind, folded(value), value, subkind)
    some = list(islice(PEOPLE.candidates(part, KeyedChoice(key)), 12))
    few = 3 if part.canonical.isascii() else 1  # few letters begin the names of some scripts
    assert len(some) >= (few if kind is Kind.LETTER else 12)
    assert all(name and folded(name) != part.canonical for name in some)
    again = Part(kind, part.canonical, "", subkind)
    assert some == list(islice(PEOPLE.candidates(again, KeyedChoice(key)), 12))
    assert all(PEOPLE.render(part, name) for name in some)


@settings(max_examples=60, deadline=None)
@given(values)
def test_pieces_join_to_the_value(value):
    assert joined(PEOPLE.split(Mention(value, Entity.PERSON), Context()).items) == value
