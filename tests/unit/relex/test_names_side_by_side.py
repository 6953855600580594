"""Several people in one mention, and names that a household has as given and as family name."""

from __future__ import annotations

from redactor.entities import Role
from relex.identity.name_parser import parse_name
from relex.identity.people import Person
from tests.each_row import each_row
from tests.unit.relex.test_names import EMPTY, WILSON, context, known, parts, split

TAMMY = known("Tammy", "Jenkins", Role.RELATIVE)
KYLIE = known("Kylie Rose", "Jenkins", Role.PATIENT)
ADEYEMI = known("Tunde", "Adeyemi", Role.RELATIVE)
HOME = context(TAMMY, KYLIE, ADEYEMI, WILSON)
_TAMMY, _KYLIE, _JENKINS = ("given", "tammy"), ("given", "kylie"), ("family", "jenkins")


@each_row(
    ("value", "expected"),
    [
        ("Tammy, Kylie Jenkins", [_TAMMY, _KYLIE, _JENKINS]),
        ("Tammy, KYLIE JENKINS", [_TAMMY, _KYLIE, _JENKINS]),
        ("Tammy, K. Jenkins", [_TAMMY, ("letter", "k"), _JENKINS]),
        ("Tammy, Kylie", [_TAMMY, _KYLIE]),
        ("Tammy, Kylie R. Jenkins", [_TAMMY, _KYLIE, ("letter", "r"), _JENKINS]),
        ("Tunde, Kylie, Tammy Jenkins", [("given", "tunde"), _KYLIE, _TAMMY, _JENKINS]),
        ("Tunde Adeyemi. Kylie", [("given", "tunde"), ("family", "adeyemi"), _KYLIE]),
        ("Kylie. Jenkins, Tammy", [_KYLIE, _JENKINS, _TAMMY]),
        ("Tammy Jenkins\n\nFather Tunde", [_TAMMY, _JENKINS, ("given", "tunde")]),
        # one person
        ("Jenkins, Tammy", [_JENKINS, _TAMMY]),
        ("Jenkins, Kylie R.", [_JENKINS, _KYLIE, ("letter", "r")]),
        ("Tammy, Jenkins", [_TAMMY, _JENKINS]),
        ("Wilson, Tammy", [("family", "wilson"), _TAMMY]),
        ("Kylie Jenkins, RN", [_KYLIE, _JENKINS]),
    ],
)
def test_a_list_of_people_is_no_inverted_name(value: str, expected: list[tuple[str, str]]) -> None:
    assert parts(value, HOME) == expected


def test_without_records_only_a_name_that_is_hardly_a_surname_begins_a_list() -> None:
    assert parts("James, Anthony Harrington", EMPTY)[0] == ("family", "james")
    assert parse_name("Rosie, Anthony Harrington").people() == (
        Person(("rosie",), ("harrington",)),
        Person(("anthony",), ("harrington",)),
    )


FATHER = known("Abebe", "Tesfaye", Role.RELATIVE)
CHILD = known("Sara", "Abebe", Role.PATIENT)
PATRONYMIC = context(FATHER, CHILD)


@each_row(
    ("value", "kind"),
    [("Abebe", "given"), ("Abebe's", "given"), ("ABEBE", "given"), ("Ms. Abebe", "family"), ("Abebe, Sara", "family"),
     ("Sara Abebe", "family"), ("Abebe Tesfaye", "given")],
)  # fmt: skip
def test_a_patronymic_alone_is_the_fathers_given_name(value: str, kind: str) -> None:
    assert (kind, "abebe") in parts(value, PATRONYMIC)


def test_a_maiden_name_is_a_surname_beside_the_mother_and_a_middle_name_beside_the_son() -> None:
    home = context(
        known("Maricel", "Reyes", Role.PATIENT),
        known("Maricel", "Dimaculangan", Role.PATIENT),
        known("Jose Dimaculangan", "Reyes", Role.RELATIVE),
    )
    assert parts("Maricel Dimaculangan Reyes", home)[1] == ("family", "dimaculangan")
    assert parts("Jose Dimaculangan Reyes", home)[1] == ("given", "dimaculangan")


def test_an_initial_does_not_make_a_surname_that_of_somebody_without_one() -> None:
    """L. Whitcomb is not the contact of whom records have only "Lorraine"."""
    caller = known("Lorraine", "", Role.RELATIVE)
    doctor = known("Laura", "Whitcomb", Role.CLINICIAN)
    assert split("L. Whitcomb", context(caller, doctor)).level == split("Whitcomb", context(doctor)).level
