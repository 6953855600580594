"""The index of a long note's people finds all whom a comparison with each of them finds."""

from __future__ import annotations

import random
from itertools import product

from relex.identity.ownership import may_be_person
from relex.identity.people import PeopleIndex, Person, people_index

GIVEN = ("", "r", "j", "robert", "bob", "rob", "bobby", "elizabeth", "liz", "beth", "bill", "william", "john", "jack")
FAMILY = ("", "s", "smith", "jones", "smithe", "sanchez", "j")


def test_everybody_who_fits_is_near_in_their_order() -> None:
    rnd = random.Random(7)
    singles = [Person((g,) if g else (), (f,) if f else ()) for g, f in product(GIVEN, FAMILY)]
    doubles = [
        Person(tuple(rnd.sample(GIVEN[1:], 2)), tuple(rnd.sample(FAMILY[1:], rnd.choice((1, 2))))) for _ in range(100)
    ]
    people = (*singles, *doubles)
    index = PeopleIndex(people)
    for me in people:
        assert [p for p in index.near(me) if may_be_person(me, p)] == [p for p in people if may_be_person(me, p)]


def test_few_are_near() -> None:
    people = tuple(Person((f"given{n}",), (f"family{n}",)) for n in range(1000))
    index = people_index(people)
    assert index.near(Person((), ("family5",))) == index.near(Person(("given5",))) == [people[5]]
    assert index.near(Person()) == [] and people_index(people) is index
