"""Simple names and draws without replacement: what holds for every name, weight and key."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from redactor.entities import Entity, Role
from redactor.lexicon.titles import role_class
from redactor.text import Mention
from relex.generators.people import People
from relex.identity.clinicians import CLINICIAN
from relex.identity.people import Context
from relex.parts import Kind, Part
from relex.prf import KeyedChoice, draw_weights, drawn_places

_WORDS = st.sampled_from([
    "Mary", "Ann", "John", "Wei", "Okafor", "Smith", "Berg", "Lopez", "Ramos", "O'Neil", "van", "den", "de", "la", "K.",
    "Q.", "J", "JK", "Jr.", "III", "MD", "M.D.", "PhD", "PA-C", "FACS", "MPH", "(RN)", '"Jack"', "née", "Dr.", "RN",
    "and",
])  # fmt: skip
_SIGNS = st.sampled_from([" ", " ", " ", "-", ", ", ". ", ".", "^", "\n"])
_NAMES = st.lists(st.tuples(_WORDS, _SIGNS), min_size=1, max_size=9).map(lambda some: "".join(w + s for w, s in some))
_WORD = re.compile(r"[^\W\d_]+")
_CLASSES = {role_class(d) for d in ("md", "dds", "pharmd", "pa", "np", "rn", "pt", "lcsw", "phd")}


@example("RN RN RN Mary ")
@given(_NAMES)
def test_a_clinician_has_at_most_one_given_and_one_family_name_and_one_class(name: str) -> None:
    mention = Mention(f"Dr. {name}", Entity.DOCTOR, None, Role.CLINICIAN, "Reference.display")
    whole, simple = (People().split(mention, Context(simple_names=simple)).items for simple in (False, True))
    people = 1 + sum(w.lower() == "and" for w in _WORD.findall(mention.value)) + mention.value.count("^")
    sides = [
        Kind.FAMILY
        if item.kind is Kind.FAMILY or "family" in item.subkind or item.subkind == "clinician"
        else Kind.GIVEN
        for item in simple
        if isinstance(item, Part) and item.kind is not Kind.NUMBER
    ]
    assert all(sides.count(side) <= people for side in (Kind.GIVEN, Kind.FAMILY))
    literals = [word for item in simple if isinstance(item, str) for word in _WORD.findall(item)]
    before = {word for item in whole if isinstance(item, str) for word in _WORD.findall(item)}
    assert {*literals} <= before | _CLASSES
    assert sum(word in _CLASSES for word in literals) <= 2 * people


def _side(part: Part) -> Kind:
    is_family = part.kind is Kind.FAMILY or part.subkind in ("family", CLINICIAN)
    return Kind.FAMILY if is_family else Kind.GIVEN


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=40), st.binary(min_size=1, max_size=8), st.booleans())
def test_draws_without_replacement_are_a_permutation(weights: list[int], key: bytes, moves: bool) -> None:
    got = list(drawn_places(weights, KeyedChoice(key), "x", moves=moves))
    assert len(set(got)) == len(got) >= len(weights) - moves
    assert set(got) <= set(range(len(weights)))
    assert not moves or all(at != place for place, at in enumerate(got))


@given(st.lists(st.floats(0, 100), min_size=1, max_size=10), st.integers(2, 6))
def test_the_weights_of_draws_ascend_with_frequencies_and_are_positive(shares: list[float], halves: int) -> None:
    weights = draw_weights(sorted(shares), 0.0001, halves)
    assert weights == sorted(weights) and weights[0] >= 1
