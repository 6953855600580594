"""What confirms a place in a text; the notes of tests/leak/place_traps.py are the attack on it."""

from redactor.entities import PLACES, Entity
from redactor.lexicon import places
from redactor.policy.place_evidence import is_surely_place
from redactor.text import Mention
from tests.each_row import each_row


def stays(before: str, value: str, after: str, entity: Entity, contested: bool = False) -> bool:
    return is_surely_place(Mention(value, entity, before=before, after=after, contested=contested))


@each_row(
    ("before", "value", "after", "entity"),
    [
        ("lives in ", "Lincoln", ".", Entity.CITY),
        ("", "Lincoln", ", NE", Entity.CITY),
        ("at 4 Elm St, ", "Lincoln", "\nphone", Entity.CITY),
        ("to ", "St. Louis", " by car", Entity.CITY),
        ("in ", "Winston-Salem", "", Entity.CITY),
        ("from ", "Paris", ", France", Entity.CITY),
        ("Boston ", "MA", " 02118", Entity.STATE),
        ("Boston, ", "MA", "", Entity.STATE),
        ("", "Massachusetts", " General", Entity.STATE),
        ("born in ", "Georgia", "", Entity.STATE),
        ("from ", "Guatemala", " in 1990", Entity.COUNTRY),
        ("Boston, MA ", "02118", ".", Entity.ZIP),
        ("Boston ", "02118", ".", Entity.ZIP),
        ("zip: ", "02118-1234", "", Entity.ZIP),
        ("", "Cook County", "", Entity.COUNTY),
        ("", "Cook", " County, IL", Entity.COUNTY),
    ],
)
def test_a_place_stays(before: str, value: str, after: str, entity: Entity) -> None:
    expected = value != "Massachusetts"  # "Massachusetts General" is a hospital
    assert stays(before, value, after, entity) is expected
    assert not stays(before, value, after, entity, contested=True)
    assert not stays(before, value + "q", after, entity)


@each_row("entity", sorted(PLACES))
def test_nothing_around_a_word_makes_it_a_place(entity: Entity) -> None:
    for before in ("lives in ", "zip: ", "Boston, MA "):
        assert not stays(before, "Okonkwo", ", NE 68502", entity)
        assert not stays(before, "", "", entity)


def test_every_state_stays_in_an_address() -> None:
    largest: dict[str, str] = {}
    for town in places.cities():
        largest.setdefault(town.where, town.name)
    for code, name in places.STATES.items():
        if code in largest:
            assert stays(f"lives in {largest[code]}, ", name, "", Entity.STATE), name
            assert stays(f"lives in {largest[code]}, ", code, "", Entity.STATE), code
            assert stays("lives in ", largest[code], f", {code}", Entity.CITY), code


def test_a_zip_code_belongs_to_the_state_before_it() -> None:
    assert stays("Lincoln, NE ", "68502", "", Entity.ZIP)
    assert not stays("Lincoln, NE ", "02118", "", Entity.ZIP)
    assert not stays("MRN ", "68502", "", Entity.ZIP)
