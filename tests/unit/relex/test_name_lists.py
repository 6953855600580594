"""The pools of names: complete, sorted, and grouped by origin."""

import pytest

from relex.generators._names import name_pools
from relex.parts import Kind
from tests.each_row import each_row


@pytest.mark.parametrize("kind", [Kind.GIVEN, Kind.FAMILY])
def test_every_name_is_listed_once(kind):
    places = name_pools.index_of(kind)
    by_initial = name_pools.by_initial(kind)
    assert sum(map(len, by_initial.values())) == len(places)
    for nth, name in enumerate(by_initial["s"]):
        assert places[name.key] == nth
    weights = [name.weight for name in by_initial["s"]]
    assert weights == sorted(weights, reverse=True)


def test_columns_read_as_names():
    some = name_pools.by_initial(Kind.GIVEN)["p"]
    assert (some[0].text, some[0].sex, some[0].origin, some[0].fit) == ("Patricia", "f", "", True)
    assert some[2:4] == [some[2], some[3]]
    assert len(list(some)) == len(some)


@each_row(
    ("kind", "key", "origin"),
    [
        (Kind.GIVEN, "grazyna", "slavic"), (Kind.GIVEN, "nkiruka", "african"), (Kind.GIVEN, "xiaoming", "chinese"),
        (Kind.FAMILY, "garcia", "hispanic"), (Kind.FAMILY, "smith", ""), (Kind.GIVEN, "john", ""),
        (Kind.FAMILY, "patel", "indian"), (Kind.FAMILY, "obrien", "irish"), (Kind.FAMILY, "mcdonald", "irish"),
        (Kind.FAMILY, "lee", ""), (Kind.FAMILY, "wisnowski", "slavic"), (Kind.GIVEN, "olga", "slavic"),
        (Kind.GIVEN, "karen", ""), (Kind.GIVEN, "jose", "hispanic"), (Kind.FAMILY, "christian", ""),
    ],
)  # fmt: skip
def test_origins_of_names(kind, key, origin):
    assert name_pools.by_initial(kind)[key[0]][name_pools.index_of(kind)[key]].origin == origin


def test_stand_ins_are_plain_capitalised_names():
    for kind in Kind.GIVEN, Kind.FAMILY:
        fit = [name.text for name in name_pools.names(kind) if name.fit]
        assert not [text for text in fit if any(c in "(),.;:0123456789" for c in text)]
        assert not [text for text in fit if text[0].islower() or not text[0].isalpha()]
        assert not [text for text in fit if kind is Kind.GIVEN and text.isascii() and " " in text]


ORIGINS = ("chinese", "vietnamese", "korean", "indian", "arabic", "slavic", "italian", "african")


@each_row("origin", ORIGINS)
def test_large_origins_have_enough_stand_ins(origin):
    family = [name for name in name_pools.names(Kind.FAMILY) if name.fit and name.origin == origin]
    assert len(family) >= 60
    for sex in "fm":
        given = [name for name in name_pools.names(Kind.GIVEN) if name.fit and name.origin == origin]
        assert sum(name.sex in (sex, "") for name in given) >= 60
    assert len({name.key[0] for name in family}) >= 15
