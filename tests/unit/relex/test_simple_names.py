"""Names of clinicians as one given and one family name, in the grammar of the mention."""

from __future__ import annotations

from pathlib import Path

from redactor.entities import Entity, Role
from redactor.policy.profiles import parse_profile, read_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.generators.internet_addresses import EmailAddresses
from relex.generators.people import People
from relex.identity import names
from relex.identity.context import NoKnownValues
from relex.identity.people import Context, Person
from relex.index.embedded import EmbeddedIndex
from relex.parts import Kind, Part, Pieces
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.each_row import each_row
from tests.unit.golden_pseudonyms import keyring

RING = keyring(2)
SITE = names.by_name([
    Person(("maryann", "k"), ("berg", "smith"), Role.CLINICIAN, "vanden"),
    Person(("john", "q"), ("public",), Role.CLINICIAN),
    Person(("j", "robert"), ("oppen",), Role.CLINICIAN),
    Person(("ana", "maria"), ("garcia", "lopez"), Role.CLINICIAN),
])  # fmt: skip
HERE = Context(site=SITE, simple_names=True)
_MARKS = {Kind.GIVEN: "G", Kind.FAMILY: "F", Kind.LETTER: "L", Kind.NUMBER: "N"}


def outline(pieces: Pieces) -> str:
    """The pieces with each part as its kind and its canonical form: <G:john>."""
    return "".join(
        item if isinstance(item, str) else f"<{_MARKS[item.kind]}:{item.canonical}>" for item in pieces.items
    )


def split(value: str, context: Context = HERE, entity: Entity = Entity.DOCTOR) -> str:
    return outline(People().split(Mention(value, entity, "p1", Role.CLINICIAN), context))


@each_row(
    ("value", "expected"),
    [
        ("Dr. Mary-Ann K. van den Berg-Smith, MD, FACS", "Dr. <G:maryann|k|smith> <F:berg>, MD"),
        ("Dr. van den Berg-Smith", "Dr. <F:berg>"),
        ("Dr. Smith", "Dr. <F:berg>"),
        ("M. K. Berg-Smith, M.D., Ph.D.", "<L:m>. <F:berg>, MD"),
        ("M.K. Berg-Smith", "<L:m>. <F:berg>"),
        ("VAN DEN BERG-SMITH, MARY-ANN K., MD", "<F:berg>, <G:maryann|k|smith>, MD"),
        ("12345^VAN DEN BERG-SMITH^MARY-ANN^K^JR^DR^MD", "<N:12345>^<F:berg>^<G:maryann|k|smith>^^^DR^MD"),
        ("Mary-Ann van den Berg-Smith's", "<G:maryann|k|smith> <F:berg>'s"),
        ("John Q. Public III, DO, MPH", "<G:john|q> <F:public>, MD"),
        ("Public, John Q., III, DO", "<F:public>, <G:john|q>, MD"),
        ('John "Jack" Public (DO)', "<G:john|q> <F:public> (MD)"),
        ("J. Robert Oppen", "<G:robert|j> <F:oppen>"),
        ("J. Oppen", "<L:r>. <F:oppen>"),
        ("Dr. Ana Maria Garcia-Lopez and John Public", "Dr. <G:ana|m|lopez> <F:garcia> and <G:john|q> <F:public>"),
        ("LPN Ana Lopez", "RN <G:ana|m|lopez> <F:garcia>"),
        ("Ana Lopez, BSN, RN", "<G:ana|m|lopez> <F:garcia>, RN"),
        ("Ana Lopez FACP", "<G:ana|m|lopez> <F:garcia>"),
    ],
)  # fmt: skip
def test_a_clinician_is_one_given_and_one_family_name(value: str, expected: str) -> None:
    assert split(value) == expected


@each_row(
    ("value", "expected"),
    [
        ("Dr. Peter-Paul R. von Trapp-Miller, DO, FACOG", "Dr. <G:peterpaul> <F:trapp>, MD"),
        ("Dr. Anna Kern née Vogel", "Dr. <G:anna> <F:kern>"),
        ("Dr. P. R. Trapp", "Dr. <L:p>. <F:trapp>"),
        ("Miller, Jane Ann, MD", "<F:miller>, <G:jane>, MD"),
    ],
)
def test_one_whom_no_record_names_is_what_the_mention_says_first(value: str, expected: str) -> None:
    assert split(value, Context(simple_names=True)) == expected


def test_others_keep_their_names_and_so_do_clinicians_where_the_profile_says_so() -> None:
    patient = Mention("Mary-Ann K. van den Berg-Smith Jr.", Entity.PATIENT, "p1", Role.PATIENT, "Patient.name.text")
    got = outline(People().split(patient, HERE))
    assert got == "<G:maryann> <L:k>. van den <F:berg>-<F:smith> Jr."
    assert split("Dr. John Q. Public III, DO, MPH", Context(site=SITE)) == "Dr. <G:john> <L:q>. <F:public> III, DO, MPH"


def test_an_address_of_a_clinician_has_one_of_each() -> None:
    value = "ana-maria.garcia-lopez@hospital.org"
    pieces = EmailAddresses().split(Mention(value, Entity.EMAIL, None, Role.CLINICIAN), HERE)
    named = [item for item in pieces.items if isinstance(item, Part) and item.kind in _MARKS]
    assert [p.canonical for p in named] == ["ana|m|lopez", "garcia"]
    assert "".join(item for item in pieces.items if isinstance(item, str)) == ".@"


class Told(NoKnownValues):
    """Clinicians of a site, given names and surname."""

    def __init__(self, *people: tuple[str, str]) -> None:
        self._people = people

    def site(self) -> tuple[KnownValue, ...]:
        return tuple(
            KnownValue(
                f"{given} {family}", Entity.DOCTOR, Role.CLINICIAN,
                (*(("given", g) for g in given.split()), ("family", family)),
            )
            for given, family in self._people
        )  # fmt: skip


def replaced(folder: Path, told: Told, *values: str, keep_structure: bool = False) -> list[str]:
    profile = parse_profile(read_profile("hips") | {"keep_structure": keep_structure})
    with EmbeddedIndex(folder / "index.db", RING) as index:
        made = Relexicalizer(TagReplacer(profile, RING, "e"), RuleStrategy(), index, RING, "e", "north", told)
        return made.replace([Mention(v, Entity.DOCTOR, None, Role.CLINICIAN, "Reference.display") for v in values])


def test_two_clinicians_whom_a_middle_name_or_a_second_surname_tells_apart_stay_two(tmp_path: Path) -> None:
    told = Told(("John A.", "Doe"), ("John B.", "Doe"), ("Ana", "Garcia-Lopez"), ("Ana", "Garcia-Perez"))
    written = ("John A. Doe", "John B. Doe", "Ana Garcia-Lopez", "Ana Garcia-Perez")
    got = replaced(tmp_path, told, *written, "J. A. Doe", "Dr. Doe", "John Doe")
    assert len(set(got[:4])) == 4
    assert {name.split()[1] for name in got[:2]} == {got[5].removeprefix("Dr. ")}
    assert got[4] == f"{got[0][0]}. {got[0].split()[1]}"
    assert got[6] not in got[:4]  # it may be either


def test_a_clinician_of_the_same_name_who_comes_later_changes_nobody(tmp_path: Path) -> None:
    first = replaced(tmp_path, Told(("John A.", "Doe")), "John Doe", "John A. Doe")
    later = replaced(tmp_path, Told(("John A.", "Doe"), ("John B.", "Doe")), "John A. Doe", "John B. Doe")
    assert first[0] == first[1] == later[0] != later[1]


def test_no_stand_in_of_a_clinician_has_a_hyphen_or_two_words(tmp_path: Path) -> None:
    people = [
        (f"{g}", f) for g in ("Min-Jun", "Jean-Luc", "Mary-Ann", "Seo-yeon") for f in ("Kim", "de la Cruz", "Roy")
    ]
    got = replaced(tmp_path, Told(*people), *(f"Dr. {given} {family}, MD" for given, family in people))
    assert all(len(name.split()) == 4 and "-" not in name for name in got), got


def test_the_profile_says_whether_structure_stays(tmp_path: Path) -> None:
    told = Told(("Mary-Ann K.", "van den Berg-Smith"))
    (name,) = replaced(tmp_path, told, "Dr. Mary-Ann K. van den Berg-Smith, MD, FACS", keep_structure=True)
    assert name.startswith("Dr. ") and name.endswith(", MD, FACS") and " van den " in name and "-" in name
