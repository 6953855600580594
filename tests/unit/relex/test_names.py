"""All spellings of a person are one person, and two people stay two."""

from __future__ import annotations

from redactor.detect.known import split_name
from redactor.entities import Entity, Role
from redactor.lexicon.nicknames import may_be_one_name, root_of, short_forms
from redactor.text import KnownValue, Mention
from relex.identity import names
from relex.identity.clinicians import CLINICIAN
from relex.identity.people import Context, Person
from relex.parts import Kind, Level, Part, Pieces, joined
from tests.each_row import each_row


def known(given: str, family: str, role: Role) -> KnownValue:
    parts = (*(("given", g) for g in given.split()), ("family", family))
    return KnownValue(f"{given} {family}", Entity.DOCTOR if role is Role.CLINICIAN else Entity.PATIENT, role, parts)


def context(*values: KnownValue, note: tuple[Mention, ...] = ()) -> Context:
    """The patient's household and the site, by role."""
    site = [v for v in values if v.role is Role.CLINICIAN]
    return Context(
        household=names.people_named(v for v in values if v.role is not Role.CLINICIAN),
        site=names.by_name(names.people_named(site)),
        record=names.people_in_note(note),
    )


JOHN = known("John Albert", "Doe", Role.PATIENT)
JANE = known("Jane", "Doe", Role.RELATIVE)
WILSON = known("Adam", "Wilson", Role.CLINICIAN)
HOME = context(JOHN, WILSON)
EMPTY = Context()


def split(value: str, where: Context = HOME, entity: Entity = Entity.PERSON) -> Pieces:
    pieces = names.split_mention(Mention(value, entity, "p1"), where)
    assert joined(pieces.items) == value
    return pieces


def parts(value: str, where: Context = HOME, entity: Entity = Entity.PERSON) -> list[tuple[str, str]]:
    """(kind, canonical) of each part; marks initials of family names."""
    found = [p for p in split(value, where, entity).items if isinstance(p, Part)]
    return [(_named(p), p.canonical) for p in found]


def _named(part: Part) -> str:
    """The kind of a part; initials of family names are marked."""
    of_family = part.kind is Kind.LETTER and part.subkind in ("family", CLINICIAN)
    return "family letter" if of_family else part.kind.value


FAMILY, GIVEN, MIDDLE = ("family", "doe"), ("given", "john"), ("given", "albert")
J, A, D = ("letter", "j"), ("letter", "a"), ("family letter", "d")

ELEVEN = {
    "John Doe": [GIVEN, FAMILY],
    "john doe": [GIVEN, FAMILY],
    "JOHN DOE": [GIVEN, FAMILY],
    "Doe, John": [FAMILY, GIVEN],
    "John  Doe": [GIVEN, FAMILY],
    "Mr. Doe": [FAMILY],
    "J. Doe": [J, FAMILY],
    "Doe": [FAMILY],
    "Johnny Doe": [GIVEN, FAMILY],
    "John A. Doe Jr.": [GIVEN, A, FAMILY],
    "Dr. Doe's": [FAMILY],
}
TWENTY_MORE = {
    "John\nDoe": [GIVEN, FAMILY],
    "John\n   Doe": [GIVEN, FAMILY],
    "DOE,JOHN A": [FAMILY, GIVEN, A],
    "Doe, Jr., John": [FAMILY, GIVEN],
    "J.A. Doe": [J, A, FAMILY],
    "J. A. Doe": [J, A, FAMILY],
    "JA Doe": [J, A, FAMILY],
    "Doe J": [FAMILY, J],
    "Doe JA": [FAMILY, J, A],
    "DOE JA": [FAMILY, J, A],
    "JD": [J, D],
    "J.D.": [J, D],
    "JAD": [J, A, D],
    "John D.": [GIVEN, D],
    "Doe John": [FAMILY, GIVEN],
    "Doe^John^Albert": [FAMILY, GIVEN, MIDDLE],
    "John Albert Doe, III": [GIVEN, MIDDLE, FAMILY],
    "Mr. John Doe's": [GIVEN, FAMILY],
    'John "Jack" Doe': [GIVEN, GIVEN, FAMILY],
    "Jack Doe": [GIVEN, FAMILY],
    "Jonh Doe": [GIVEN, FAMILY],
    "John Doe, MD, Ph.D.": [GIVEN, FAMILY],
    "john_doe": [GIVEN, FAMILY],
    "Jóhn Dóe": [GIVEN, FAMILY],
    "ＪＯＨＮ ＤＯＥ": [GIVEN, FAMILY],
    "Jo\u200bhn Doe": [GIVEN, FAMILY],
    "Doe ; John": [FAMILY, GIVEN],
    "Ⓙⓞⓗⓝ Doe": [GIVEN, FAMILY],
    "patient John Doe": [GIVEN, FAMILY],
    "John12 Doe45": [GIVEN, FAMILY],
    "John": [GIVEN],
    "Johnny": [GIVEN],
}


@each_row("value", [*ELEVEN, *TWENTY_MORE])
def test_every_spelling_has_the_parts_of_one_person(value: str) -> None:
    assert parts(value) == (ELEVEN | TWENTY_MORE)[value]
    assert split(value).level is Level.HOUSEHOLD


@each_row("value", ["John Doe", "DOE, JOHN", "Doe's", "J. Doe", "Johnny Doe", "Doe John"])
def test_without_a_household_the_name_lists_give_the_same_parts(value: str) -> None:
    assert set(parts(value, EMPTY)) <= {GIVEN, FAMILY, J}
    assert FAMILY in parts(value, EMPTY)


@each_row(
    ("value", "expected", "literals"),
    [
        (
            "Mrs. Maria de la Cruz-O'Neil",
            [("given", "maria"), ("family", "cruz"), ("family", "oneil")],
            "Mrs.  de la -",
        ),
        ("Jan van der Berg", [("given", "jan"), ("family", "berg")], " van der "),
        ("van der Berg", [("family", "berg")], "van der "),
        ("Ahmed al-Masri", [("given", "ahmed"), ("family", "masri")], " al-"),
        ("Vincent van 't Hoff", [("given", "vincent"), ("family", "hoff")], " van 't "),
        ("Smith-Jones", [("family", "smith"), ("family", "jones")], "-"),
        ("Mary-Jo Smith", [("given", "maryjo"), ("family", "smith")], " "),
        ("O’Neil", [("family", "oneil")], ""),
        ("O'Neil's", [("family", "oneil")], "'s"),
        ("O Neil", [("family", "oneil")], ""),
        ("D'Angelo", [("family", "dangelo")], ""),
        ("Mc Donald", [("family", "mcdonald")], ""),
        ("Gabriel García Márquez", [("given", "gabriel"), ("family", "garcia"), ("family", "marquez")], "  "),
        ("García Márquez, Gabriel", [("family", "garcia"), ("family", "marquez"), ("given", "gabriel")], " , "),
        ("José Ortega y Gasset", [("given", "jose"), ("family", "ortega"), ("family", "gasset")], "  y "),
        ("Nguyễn Văn Minh", [("family", "nguyen"), ("given", "van"), ("given", "minh")], "  "),
        ("王小明", [("family", "王"), ("given", "小明")], ""),
        ("王小明先生", [("family", "王"), ("given", "小明")], "先生"),
        ("김 민준", [("family", "김"), ("given", "민준")], " "),
        ("محمد علي", [("given", "محمد"), ("family", "علي")], " "),
        ("Иван Петров", [("given", "иван"), ("family", "петров")], " "),
        ("Петров Иван Сергеевич", [("family", "петров"), ("given", "иван"), ("given", "сергеевич")], "  "),
        ("Петров И.С.", [("family", "петров"), ("letter", "и"), ("letter", "с")], " .."),
        ("Jane Roe (née Smith)", [("given", "jane"), ("family", "roe"), ("family", "smith")], "  (née )"),
        ("John and Jane Doe", [GIVEN, ("given", "jane"), FAMILY], " and  "),
        ("Mr. and Mrs. Doe", [FAMILY], "Mr. and Mrs. "),
        ("Don Smith", [("given", "donald"), ("family", "smith")], " "),
        ("Al Smith", [("given", "al"), ("family", "smith")], " "),
        ("NG", [("family", "ng")], ""),
        ("Doe 12345", [FAMILY, ("number", "12345")], " "),
        ("DOE, MA", [FAMILY, ("given", "ma")], ", "),
    ],
)
def test_names_of_many_shapes(value: str, expected: list[tuple[str, str]], literals: str) -> None:
    assert parts(value, EMPTY) == [(k, c) for k, c in expected]
    assert "".join(x for x in split(value, EMPTY).items if isinstance(x, str)) == literals


@each_row("value", ["", " ", "😀", "---", "Dr.", "x" * 10_000, "Doe " * 2_500, "-'" * 5_000, "\u200f"])
def test_any_text_is_split_into_pieces(value: str) -> None:
    split(value)


def test_a_doctor_with_the_patients_name_is_recognised_if_the_site_has_one() -> None:
    assert split("Dr. Doe", HOME).level is Level.HOUSEHOLD
    both = context(JOHN, known("Peter", "Doe", Role.CLINICIAN))
    found = split("Dr. Doe", both)
    assert (found.level, found.ambiguous) == (Level.SITE, True)
    assert split("Mr. Doe", both).level is Level.HOUSEHOLD
    assert split("Peter Doe, MD", both).level is Level.SITE
    assert split("Dr. Peter Doe", HOME).level is Level.SITE


@each_row(
    ("value", "entity", "level"),
    [
        ("Adam Wilson", Entity.PERSON, Level.SITE),
        ("A. Wilson", Entity.PERSON, Level.SITE),
        ("Wilson", Entity.PERSON, Level.SITE),
        ("Mary Wilson", Entity.PERSON, Level.HOUSEHOLD),
        ("Adam", Entity.PERSON, Level.HOUSEHOLD),
        ("Peter Smith", Entity.PERSON, Level.HOUSEHOLD),
        ("Peter Smith", Entity.DOCTOR, Level.HOUSEHOLD),
        ("Peter Smith, RN", Entity.PERSON, Level.SITE),
    ],
)
def test_the_identity_level_depends_on_where_the_name_is_known(value: str, entity: Entity, level: Level) -> None:
    assert split(value, HOME, entity).level is level


def test_the_role_of_a_structured_value_decides() -> None:
    for role, level in (
        (Role.CLINICIAN, Level.SITE),
        (Role.PATIENT, Level.HOUSEHOLD),
        (Role.RELATIVE, Level.HOUSEHOLD),
    ):
        leaf = Mention(
            "Doe", Entity.PERSON, "p1", role, "x.name.family", "family", (("given", "Al"), ("family", "Doe"))
        )
        assert names.split_mention(leaf, HOME).level is level


def test_a_lone_surname_is_that_of_the_doctor_named_in_full_in_the_note() -> None:
    note = (Mention("Dr. Susan Zimmer", Entity.DOCTOR), Mention("Bob Roe", Entity.PERSON), Mention("Al", Entity.PERSON))
    there = context(JOHN, note=note)
    assert there.record == (Person(("bob",), ("roe",)), Person(("susan",), ("zimmer",), Role.CLINICIAN))
    assert split("Zimmer", there).level is Level.SITE
    assert split("Roe", there).level is Level.HOUSEHOLD
    assert split("Zimmer", context(JOHN)).level is Level.HOUSEHOLD


@each_row(
    ("value", "expected"),
    [("Thomas", "given"), ("Doe", "family"), ("Zxqwy", "family"), ("Mr. Thomas", "family"), ("Sister Mary", "given")],
)
def test_lone_words_are_resolved_by_lists_and_titles(value: str, expected: str) -> None:
    assert parts(value, EMPTY)[0][0] == expected


def test_lone_words_are_resolved_by_household_then_note_then_site() -> None:
    thomas = known("Amy", "Thomas", Role.PATIENT)
    note = (Mention("Peter Thomas", Entity.PERSON), Mention("Kelly Roe", Entity.PERSON))
    assert parts("Thomas", context(thomas)) == [("family", "thomas")]
    assert parts("Thomas", context(known("Thomas", "Kelly", Role.PATIENT), note=note)) == [("given", "thomas")]
    assert parts("Thomas", context(note=note)) == [("family", "thomas")]
    assert parts("Thomas", context(known("Mia", "Thomas", Role.CLINICIAN))) == [("family", "thomas")]
    assert parts("Doe", context(known("Doe", "Kelly", Role.CLINICIAN))) == [("given", "doe")]


def test_household_names_take_precedence_over_position() -> None:
    there = context(known("Thomas", "James", Role.PATIENT))
    assert parts("James Thomas", there) == [("family", "james"), ("given", "thomas")]
    assert parts("Thomas James", there) == [("given", "thomas"), ("family", "james")]
    assert parts("John, Doe") == [GIVEN, FAMILY]
    double = context(known("Ana", "Rosa-Paz", Role.PATIENT))
    assert parts("Ana Rosa", double) == [("given", "ana"), ("family", "rosa")]
    assert parts("田中太郎", context(known("太郎", "田中", Role.PATIENT))) == [("family", "田中"), ("given", "太郎")]
    assert parts("田中", context(known("太郎", "田中", Role.PATIENT))) == [("family", "田中")]


def test_structured_name_parts_agree_with_the_full_name() -> None:
    whole = (
        ("prefix", "Dr."),
        ("given", "Mary-Jo"),
        ("given", "B."),
        ("family", "de la Cruz-O’Neil"),
        ("suffix", "M.D."),
    )
    got: list[tuple[str, str]] = []
    for part, value in whole:
        leaf = Mention(value, Entity.PATIENT, "p1", Role.PATIENT, f"Patient.name.{part}", part, whole)
        pieces = names.split_mention(leaf, EMPTY)
        assert joined(pieces.items) == value
        got += [(p.kind.value, p.canonical) for p in pieces.items if isinstance(p, Part)]
    text = "Dr. Mary-Jo B. de la Cruz-O'Neil, M.D."
    assert got == [("given", "maryjo"), ("letter", "b"), ("family", "cruz"), ("family", "oneil")] == parts(text, EMPTY)


@each_row("name", ["Doctor", "Child", "Born", "Do", "Van", "De", "Miss", "Ma", "Junior", "and", "Or"])
def test_a_field_of_a_name_holds_no_title(name: str) -> None:
    for part in ("family", "given"):
        leaf = Mention(name, Entity.PATIENT, "p1", Role.PATIENT, f"Patient.name.{part}", part, ((part, name),))
        assert [p.kind.value for p in names.split_mention(leaf, EMPTY).items if isinstance(p, Part)] == [part]
        there = context(known(*(("Zoe", name) if part == "family" else (name, "Zoller")), Role.PATIENT))
        whole = f"Zoe {name}" if part == "family" else f"{name} Zoller"
        assert (part, root_of(name.lower())) in parts(whole, there)


def test_ambiguity_is_flagged_and_context_resolves_it() -> None:
    two = context(JOHN, JANE)
    assert split("J. Doe", two).ambiguous
    assert split("Doe", two).ambiguous
    assert not split("John Doe", two).ambiguous
    assert not split("Mr. Doe", two).ambiguous  # Jane is not a Mr.
    assert split("Mr. Doe", context(JOHN, known("Peter", "Doe", Role.RELATIVE))).ambiguous
    assert not split("Doe", HOME).ambiguous


def test_nicknames_follow_the_household_or_an_unambiguous_full_form() -> None:
    assert parts("Bill Roe", EMPTY) == [("given", "william"), ("family", "roe")]
    assert parts("Steve Roe", EMPTY) == [("given", "steve"), ("family", "roe")]
    assert parts("Steve Roe", context(known("Stephen", "Roe", Role.PATIENT)))[0] == ("given", "stephen")
    assert parts("Dr. Steve Roe", context(known("Steven", "Roe", Role.CLINICIAN)))[0] == ("given", "steven")
    assert parts("Katie Roe", context(known("Kathryn", "Roe", Role.PATIENT)))[0] == ("given", "kathryn")
    assert parts("Katie Poe", context(known("Kathryn", "Roe", Role.PATIENT)))[0] == ("given", "katie")


def test_father_and_son_remain_two_people() -> None:
    two = context(known("John", "Doe", Role.PATIENT), known("Johnny", "Doe", Role.RELATIVE))
    assert parts("Johnny Doe", two) == [("given", "johnny"), FAMILY]
    assert parts("John Doe", two) == [GIVEN, FAMILY]


def test_a_misspelling_is_matched_only_next_to_the_other_name() -> None:
    assert parts("Jonh Doe")[0] == GIVEN
    assert parts("Jonh Roe")[0] == ("given", "jonh")
    assert parts("Jonh", HOME)[0][1] == "jonh"
    assert parts("Joan Doe")[0] == ("given", "joan")  # a separate name
    zimmer = context(known("Ada", "Zimmerlich", Role.PATIENT))
    assert parts("Ada Zimerlich", zimmer)[1] == ("family", "zimmerlich")
    twins = context(known("Ada", "Zimmerlich", Role.PATIENT), known("Ada", "Zimberlich", Role.RELATIVE))
    assert parts("Ada Zimerlich", twins)[1] == ("family", "zimerlich")
    note = (Mention("Susan Wilson", Entity.PERSON), Mention("Susan Wislon", Entity.PERSON))
    assert parts("Susan Wislon", context(note=note))[1] == ("family", "wilson")


@each_row(
    ("a", "b", "same"),
    [
        ((("john",), ("doe",)), (("johnny",), ("doe",)), True),
        ((("j",), ("doe",)), (("john", "albert"), ("doe",)), True),
        ((("john", "a"), ("doe",)), (("john", "b"), ("doe",)), False),
        ((("john",), ("doe",)), (("jane",), ("doe",)), False),
        ((("john",), ("doe",)), (("john",), ("roe",)), False),
        (((), ("smith",)), (("amy",), ("smith", "jones")), True),
        ((("robert",), ("roe",)), (("j", "robert"), ("roe",)), True),
        ((("john",), ()), ((), ("doe",)), True),
        ((("john",), ("d",)), (("john",), ("doe",)), True),
    ],
)
def test_compatible_names(
    a: tuple[tuple[str, ...], tuple[str, ...]], b: tuple[tuple[str, ...], ...], same: bool
) -> None:
    assert names.compatible(Person(*a), Person(*b)) is same
    assert names.compatible(Person(*b), Person(*a)) is same


def test_people_are_unique_sorted_and_found_by_each_name() -> None:
    values = [JANE, JOHN, JANE, KnownValue("555-1234", Entity.TELEPHONE_NUMBER), KnownValue("Roe, Ann", Entity.DOCTOR)]
    got = names.people_named(values)
    assert got == (
        Person(("jane",), ("doe",), Role.RELATIVE),
        Person(("john", "albert"), ("doe",), Role.PATIENT),
        Person(("ann",), ("roe",), Role.CLINICIAN),
    )
    assert got == names.people_named(reversed(values))
    found = names.by_name(got)
    assert found["doe"] == got[:2]
    assert found["albert"] == got[1:2]


def test_gender_and_nicknames() -> None:
    assert [names.gendered(n) for n in ("john", "mary", "jesse", "zxqw", "krzysztof", "małgorzata")] == [
        "m", "f", "m", "", "m", "",
    ]  # fmt: skip
    assert names.gendered("malgorzata") == "f"
    assert short_forms("william")[0] == "bill"
    assert short_forms("zxqw") == ()
    assert (root_of("johnny"), root_of("liz"), root_of("jack"), root_of("katie")) == (
        "john",
        "elizabeth",
        "jack",
        "katie",
    )
    assert may_be_one_name("jack", "john") and may_be_one_name("will", "bill") and not may_be_one_name("john", "james")


def test_part_kinds_are_those_of_the_contract() -> None:
    kinds = {p.kind for v in (*ELEVEN, *TWENTY_MORE) for p in split(v).items if isinstance(p, Part)}
    assert kinds == {Kind.FAMILY, Kind.GIVEN, Kind.LETTER}


@each_row("behind", ["  DOB", " MRN#", " Foundation", " Memorial Hospital", " Medical Center", " Inc."])
def test_credentials_after_a_name_are_not_part_of_it(behind: str) -> None:
    name = names.split_mention(Mention("Jane Roe", Entity.PERSON, "s"), Context())
    more = names.split_mention(Mention(f"Jane Roe{behind}", Entity.PERSON, "s"), Context())
    assert more.items == (*name.items, behind)


def test_structured_fields_decide_double_surnames() -> None:
    fields = KnownValue("Ben Casa Grande", Entity.PATIENT, Role.PATIENT, (("given", "Ben"), ("family", "Casa Grande")))
    guess = KnownValue("Ben Casa Grande", Entity.PATIENT, Role.PATIENT, split_name("Ben Casa Grande"))
    assert names.people_named([guess, fields]) == names.people_named([fields])
    context = Context(household=names.people_named([guess, fields]))
    for value in ("Ben Casa Grande", "Mr. Casa Grande", "Casa Grande, Ben", "CASA GRANDE"):
        items = names.split_mention(Mention(value, Entity.PERSON, "s"), context).items
        assert {i.canonical for i in items if not isinstance(i, str) and i.kind is Kind.FAMILY} == {"casa", "grande"}


def test_a_full_household_name_is_the_patients_even_if_a_clinician_shares_it() -> None:
    wife = Person(("ann",), ("okafor",), Role.RELATIVE)
    doctor = Person(("ann",), ("okafor",), Role.CLINICIAN)
    context = Context(household=(wife,), site=names.by_name((doctor,)))
    guessed = names.split_mention(Mention("Ann Okafor", Entity.DOCTOR, "s", Role.CLINICIAN), context)
    titled = names.split_mention(Mention("Ann Okafor, MD", Entity.PERSON, "s"), context)
    assert (guessed.level, guessed.ambiguous) == (Level.HOUSEHOLD, True) and titled.level is Level.SITE
