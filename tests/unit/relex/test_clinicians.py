"""Clinicians: given names go by the surname, initials agree with names, surnames reach over all initials."""

from __future__ import annotations

from itertools import islice

from redactor.entities import Entity, Role
from redactor.lexicon.names import key_of
from redactor.text import Mention
from relex.generators._names import clinician_surnames, name_pools
from relex.generators.internet_addresses import Usernames
from relex.generators.people import People
from relex.identity import names
from relex.identity.people import Context, Person
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from tests.each_row import each_row

PEOPLE = People()


def doctor(given: str, *family: str) -> Person:
    return Person((given,), family, Role.CLINICIAN)


SITE = names.by_name(
    [doctor("john", "doe"), doctor("john", "roe"), doctor("katherine", "poe"), doctor("ana", "barros", "ramos")]
)
HERE = Context(site=SITE)


def replaced(pieces: Pieces, n: int = 0) -> str:
    choice = KeyedChoice(f"site {n}".encode())
    return "".join(
        item if isinstance(item, str) else PEOPLE.render(item, next(PEOPLE.candidates(item, choice)))
        for item in pieces.items
    )


def written(value: str, n: int = 0, context: Context = HERE) -> str:
    mention = Mention(value, Entity.DOCTOR, "p1", Role.CLINICIAN)
    return replaced(PEOPLE.split(mention, context), n)


@each_row("n", range(5))
def test_every_form_of_a_clinicians_name_agrees(n: int) -> None:
    given, family = written("Dr. John Doe", n).removeprefix("Dr. ").split()
    assert written("Doe, John", n) == f"{family}, {given}"
    assert written("Dr. Doe", n) == f"Dr. {family}"
    assert written("J. Doe, MD", n) == f"{given[0]}. {family}, MD"
    assert written("Dr. J.D.", n) == f"Dr. {given[0]}.{family[0]}."
    assert written("DOE^JOHN^^^DR", n) == f"{family.upper()}^{given.upper()}^^^DR"


@each_row("n", range(5))
def test_either_of_two_surnames_names_the_clinician(n: int) -> None:
    given, *families = written("Dr. Ana Barros Ramos", n).removeprefix("Dr. ").split()
    assert written("Dr. Ana Barros", n) == f"Dr. {given} {families[0]}"
    assert written("Dr. A. Ramos", n) == f"Dr. {given[0]}. {families[1]}"


def test_a_given_name_alone_is_that_of_the_only_clinician_who_has_it() -> None:
    given, _ = written("Dr. Katherine Poe").removeprefix("Dr. ").split()
    assert written("Dr. Katherine") == f"Dr. {given}"
    johns = {written("Dr. John Doe").split()[1], written("Dr. John Roe").split()[1]}
    note = Context(site=SITE, record=(doctor("john", "roe"),))
    assert written("Dr. John", context=note).split()[1] in johns


def test_equal_given_names_have_stand_ins_of_their_own() -> None:
    families = ("doe", "roe", "poe", "moe", "coe", "loe", "foe", "noe", "hoe", "boe")
    found = {written(f"Dr. John {family.title()}", context=Context()).split()[1] for family in families}
    assert len({name[0] for name in found}) > 3


def test_a_user_name_agrees_with_the_name() -> None:
    given, family = written("Dr. John Doe").removeprefix("Dr. ").split()
    pieces = Usernames().split(Mention("jdoe", Entity.USERNAME, "p1"), HERE)
    assert replaced(pieces) == f"{given[0]}{family}".lower()


def test_patients_and_clinicians_have_independent_stand_ins() -> None:
    choices = [KeyedChoice(b"%d" % n) for n in range(40)]
    same = sum(
        next(PEOPLE.candidates(Part(Kind.FAMILY, "smith", "Smith"), c))[0]
        == next(PEOPLE.candidates(Part(Kind.FAMILY, "smith", "Smith", "clinician"), c))[0]
        for c in choices
    )
    assert same < 15


def test_no_band_of_surnames_is_small() -> None:
    pools = clinician_surnames._surnames().pools
    small = {p for p, bands in pools.items() for band in bands if len(band) < 8}
    assert all(p[0] != "LATIN" for p in small)


SURNAMES = ("smith", "young", "nguyen", "zzyzx", "de la cruz", "kowalska", "иванова", "王", "ጸሐይ")


@each_row("name", SURNAMES)
def test_candidates_of_a_surname_have_one_initial_and_are_many(name: str) -> None:
    part = Part(Kind.FAMILY, name, name, "clinician")
    for n in range(3):
        some = list(islice(PEOPLE.candidates(part, KeyedChoice(b"%d" % n)), 60))
        assert len(set(some)) >= (60 if key_of(some[0])[0].isascii() else 5)
        assert name not in map(key_of, some)
        assert len({name_pools.initial_group(key_of(one)) for one in some}) == 1
