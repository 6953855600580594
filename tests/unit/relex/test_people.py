"""Stand-ins for people: initials agree with names; sex, origin, frequency, case and short forms are kept."""

import random
import unicodedata
from itertools import accumulate, islice
from pathlib import Path
from string import ascii_lowercase

import names
import pytest

from redactor.entities import Entity
from redactor.lexicon import words as word_lists
from redactor.lexicon.names import key_of
from redactor.text import Mention
from relex.generators._names import name_pools
from relex.generators._names.name_pools import origin_by_spelling
from relex.generators.people import People
from relex.identity.clinicians import CLINICIAN
from relex.identity.people import Context
from relex.parts import Kind, Part, joined
from relex.prf import KeyedChoice
from relex.text_forms import folded
from tests.each_row import each_row

PEOPLE = People()
LETTER_OF = {Kind.GIVEN: "", Kind.FAMILY: "family"}


def choice(n: int = 0) -> KeyedChoice:
    return KeyedChoice(f"household {n}".encode())


def candidates(kind, canonical, n=0, k=1, subkind=""):
    return list(islice(PEOPLE.candidates(Part(kind, canonical, canonical, subkind), choice(n)), k))


def first(kind, canonical, n=0, subkind=""):
    return candidates(kind, canonical, n, subkind=subkind)[0]


def distinct(kind, census, count):
    rows = [line.split() for line in Path(names.FILES[census]).read_text("ascii").splitlines()]
    weights = list(accumulate(float(row[1]) + 0.0002 for row in rows))
    rng, found = random.Random(4), {}
    while len(found) < count:
        found[rng.choices(rows, cum_weights=weights)[0][0].lower()] = None
    return list(found)


@pytest.mark.parametrize("kind", [Kind.GIVEN, Kind.FAMILY])
def test_initials_are_permuted_without_fixed_points(kind):
    for n in range(60):
        got = [first(Kind.LETTER, letter, n, LETTER_OF[kind]) for letter in ascii_lowercase]
        assert sorted(got) == sorted(ascii_lowercase.upper())
        assert all(a.upper() != b for a, b in zip(ascii_lowercase, got, strict=True))


@each_row("kind", [Kind.GIVEN, Kind.FAMILY])
@each_row("letter", ["j", "q", "m"])
def test_a_letter_maps_to_different_letters_under_different_keys(kind, letter):
    got = [first(Kind.LETTER, letter, n, LETTER_OF[kind]) for n in range(300)]
    assert len(set(got)) >= 4
    assert max(got.count(one) for one in set(got)) < 150


@each_row(
    ("kind", "canonical", "k"),
    [
        (Kind.GIVEN, "john", 100), (Kind.GIVEN, "mary", 100), (Kind.GIVEN, "jose", 100), (Kind.GIVEN, "xavier", 100),
        (Kind.GIVEN, "wei", 100), (Kind.GIVEN, "jordan", 100), (Kind.GIVEN, "qwertz", 100), (Kind.GIVEN, "иван", 5),
        (Kind.FAMILY, "smith", 100), (Kind.FAMILY, "oneil", 100), (Kind.FAMILY, "nguyen", 100),
        (Kind.FAMILY, "zzyzx", 100), (Kind.FAMILY, "de la cruz", 100), (Kind.FAMILY, "παπαδοπουλος", 5),
    ],
)  # fmt: skip
def test_every_candidate_begins_with_the_stand_in_of_the_initial(kind, canonical, k):
    for n in range(4):
        letter = first(Kind.LETTER, canonical[0], n, LETTER_OF[kind])
        some = candidates(kind, canonical, n, k)
        assert len(set(map(folded, some))) == k
        assert {key_of(name)[0].upper() for name in some} == {letter}


def test_given_names_keep_their_sex():
    sex = {name.key: name.sex for name in name_pools.names(Kind.GIVEN)}
    for canonical, own in (("john", "m"), ("mary", "f"), ("robert", "m"), ("keisha", "f")):
        assert {sex[key_of(first(Kind.GIVEN, canonical, n))] for n in range(40)} == {own}


@pytest.mark.parametrize("canonical", ["garcia", "rodriguez", "hernandez"])
def test_family_names_keep_a_recognisable_origin(canonical):
    origin = {name.key: name.origin for name in name_pools.names(Kind.FAMILY)}
    got = [origin[key_of(first(Kind.FAMILY, canonical, n))] for n in range(40)]
    assert got.count("hispanic") > 15


EAST = {"vietnamese", "chinese", "korean", "japanese"}
SOUTH = {"indian", "arabic", "turkic", "african"}


@each_row(
    ("kind", "canonicals", "origins"),
    [
        (Kind.FAMILY, "nguyen tran pham kim choi chen wang zhang yamamoto", EAST),
        (Kind.FAMILY, "patel singh sharma khan mohammed ali", SOUTH),
        (Kind.FAMILY, "kowalski ivanov novak", {"slavic", "romanian", "caucasian"}),
        (Kind.FAMILY, "rossi ferrari", {"italian", "hispanic", "portuguese", "greek", "romanian", "french"}),
        (Kind.FAMILY, "cohen goldberg horowitz", {"jewish", "german"}),
        (Kind.GIVEN, "wei minh linh hiroshi soojin", EAST),
        (Kind.GIVEN, "priya mohammed ahmed raj anjali fatima", SOUTH),
        (Kind.GIVEN, "olga dmitri svetlana", {"slavic", "romanian", "caucasian"}),
        (Kind.GIVEN, "chinedu kwame", {"african", "arabic"}),
    ],
)
def test_recognisable_origins_stay_or_move_to_a_neighbouring_one(kind, canonicals, origins):
    origin = {name.key: name.origin for name in name_pools.names(kind)}
    for canonical in canonicals.split():
        got = [origin[key_of(first(kind, canonical, n))] for n in range(40)]
        assert sum(one in origins for one in got) >= 24, canonical


def test_english_names_get_no_stand_in_of_a_distant_origin():
    for kind, canonicals in ((Kind.FAMILY, "smith holloway murray lee"), (Kind.GIVEN, "john mary deshawn keisha")):
        origin = {name.key: name.origin for name in name_pools.names(kind)}
        got = {origin[key_of(first(kind, canonical, n))] for canonical in canonicals.split() for n in range(40)}
        assert not got & (EAST | SOUTH)


@each_row(
    ("kind", "frequent", "rare", "subkind"),
    [
        (Kind.GIVEN, "james", "jarred", ""), (Kind.GIVEN, "mary", "melodie", ""), (Kind.FAMILY, "smith", "spatz", ""),
        (Kind.FAMILY, "smith", "spatz", CLINICIAN),
    ],
)  # fmt: skip
def test_a_drawn_stand_in_says_nothing_of_the_originals_frequency(kind, frequent, rare, subkind):
    weight = {name.key: name.weight for name in name_pools.names(kind)}
    shares = []
    for canonical in (frequent, rare):
        part = Part(kind, canonical, canonical, subkind, recorded=True)
        got = sorted(weight[key_of(next(PEOPLE.candidates(part, choice(n))))] for n in range(401))
        shares.append(got[200])
    assert 0.6 < shares[0] / shares[1] < 1.6
    assert weight[frequent] > 50 * weight[rare]


@pytest.mark.parametrize("kind", [Kind.GIVEN, Kind.FAMILY])
def test_a_recorded_name_that_the_census_lacks_is_permuted(kind):
    listed = {name.key for name in name_pools.names(kind) if name.weight}
    for canonical in {*STRANGE[kind].split(), "παπαδοπουλος", "王"} - listed:
        recorded = Part(kind, canonical, canonical, recorded=True)
        assert next(PEOPLE.candidates(recorded, choice())) == first(kind, canonical)


@pytest.mark.parametrize(
    ("kind", "subkind", "letter_of"),
    [(Kind.GIVEN, "", ""), (Kind.FAMILY, "", "family"), (Kind.FAMILY, CLINICIAN, CLINICIAN)],
)
def test_the_initial_of_a_drawn_name_agrees(kind, subkind, letter_of):
    for canonical in ("smith", "garcia", "mary", "nguyen", "xu", "quxqux"):
        letter = Part(Kind.LETTER, canonical if letter_of == CLINICIAN else canonical[0], canonical[0], letter_of)
        for n in range(20):
            some = islice(PEOPLE.candidates(Part(kind, canonical, "", subkind, recorded=True), choice(n)), 60)
            assert {key_of(name)[0].upper() for name in some} == {next(PEOPLE.candidates(letter, choice(n)))}


def test_stand_ins_keep_the_frequency_of_names():
    weight = {name.key: name.weight for name in name_pools.names(Kind.FAMILY)}
    for canonical, low, high in (("smith", 0.05, 2.0), ("holloway", 0.003, 0.1), ("aalderink", 0.0, 0.002)):
        got = sorted(weight[key_of(first(Kind.FAMILY, canonical, n))] for n in range(41))
        assert low <= got[20] <= high


def stands(kind, name):
    """Whether the name is not among the rarest, and its stand-in's initial begins at least a third as many names."""
    letter = first(Kind.LETTER, name[0], subkind=LETTER_OF[kind]).lower()
    mine, theirs = (name_pools.by_initial(kind)[one] for one in (name[0], letter))
    return len(mine) <= 3 * len(theirs) and mine[name_pools.index_of(kind)[name]].weight > 0.0015


@pytest.mark.parametrize(
    ("kind", "census", "count", "bound", "bound_of_all"),
    [
        (Kind.FAMILY, "last", 5000, 25, 250),
        (Kind.GIVEN, "first:female", 1000, 25, 50),
        (Kind.GIVEN, "first:male", 1000, 25, 50),
    ],
)
def test_names_of_a_scope_rarely_share_a_stand_in(kind, census, count, bound, bound_of_all):
    found = distinct(kind, census, count)
    for names_, most in (([name for name in found if stands(kind, name)], bound), (found, bound_of_all)):
        got = [folded(first(kind, name)) for name in names_]
        assert len(names_) > 0.4 * count
        assert len(got) - len(set(got)) <= most


STRANGE = {
    Kind.GIVEN: "nodin xiaoming anastasie grazyna nkiruka quyen zsuzsanna rutendo jiahui kavitha makoa thandiwe "
    "brunhilde ottoline yevgeniya lakshmipriya oluwadamilola siobhanna fionnghuala khadijah",
    Kind.FAMILY: "bulls zzyzx jozwiakowski ilunga featherstonhaugh nkrumahson venkataramanan yamashitas kowalskova "
    "hovhannesyan lobkowiczova papadimitropoulos vanderslicen oxendines kealohapau xiongs qzxvb uwimanas dlaminis "
    "saltykovskaya",
}


@pytest.mark.parametrize("kind", [Kind.GIVEN, Kind.FAMILY])
def test_unlisted_names_get_listed_stand_ins_and_rarely_share_one(kind):
    """Given names of no origin get invented ones: a letter has few rare names."""
    same, listed = 0, name_pools.index_of(kind).keys()
    for n in range(100):
        got = {canonical: first(kind, canonical, n) for canonical in STRANGE[kind].split()}
        for canonical, name in got.items():
            is_strange = kind is Kind.GIVEN and canonical not in listed and not origin_by_spelling(canonical)
            assert (key_of(name) in listed) is not is_strange
        assert all(name[0].isupper() and " " not in name for name in got.values())
        same += len(got) - len(set(got.values()))
    assert same < 0.05 * 100 * 20


@each_row(
    ("kind", "canonical", "origins"),
    [
        (Kind.GIVEN, "xiaoming", {"chinese", "korean", "japanese", "vietnamese"}),
        (Kind.GIVEN, "nkiruka", {"african", "arabic"}),
        (Kind.GIVEN, "grazyna", {"slavic", "romanian", "caucasian"}),
        (Kind.FAMILY, "brzezinskowicz", {"slavic", "romanian", "caucasian"}),
    ],
)
def test_unlisted_names_get_stand_ins_of_their_origin_or_a_neighbour(kind, canonical, origins):
    origin = {name.key: name.origin for name in name_pools.names(kind)}
    got = [origin[key_of(first(kind, canonical, n))] for n in range(40)]
    assert sum(one in origins for one in got) > 20


def test_names_are_generated_only_when_a_letter_is_exhausted():
    letter = first(Kind.LETTER, "q", subkind="family").lower()
    real = [name.text for name in name_pools.by_initial(Kind.FAMILY)[letter] if name.fit]
    got = candidates(Kind.FAMILY, "quxqux", k=len(real) + 5)
    assert sorted(got[: len(real)]) == sorted(real)
    assert not {key_of(name) for name in got[len(real) :]} & name_pools.index_of(Kind.FAMILY).keys()
    assert {key_of(name)[0] for name in got} == {letter}


def test_no_stand_in_is_a_clinical_or_common_word():
    never = {"may", "will", "grace", "hope", "parkinson", "long", "young", "foley", "hodgkin", "crohn", "colon", "do"}
    for kind in (Kind.GIVEN, Kind.FAMILY):
        fit = {name.key for name in name_pools.names(kind) if name.fit}
        assert not fit & (never | word_lists.clinical())
        left_out = sum(name.weight for name in name_pools.names(kind) if not name.fit)
        assert left_out < 0.045 * sum(name.weight for name in name_pools.names(kind))


@each_row(
    ("kind", "canonical", "script"),
    [
        (Kind.FAMILY, "иванова", "CYRILLIC"), (Kind.GIVEN, "владимир", "CYRILLIC"), (Kind.FAMILY, "王", "CJK"),
        (Kind.GIVEN, "花子", "CJK"), (Kind.FAMILY, folded("김"), "HANGUL"), (Kind.GIVEN, "محمد", "ARABIC"),
        (Kind.FAMILY, "כהן", "HEBREW"), (Kind.FAMILY, "παπαδοπουλος", "GREEK"), (Kind.GIVEN, "ጸሐይ", ""),
    ],
)  # fmt: skip
def test_other_scripts_are_kept_where_names_are_listed(kind, canonical, script):
    for name in candidates(kind, canonical, k=6):
        assert folded(name) != canonical
        scripts = {unicodedata.name(c).split()[0] for c in name if unicodedata.category(c) in ("Lu", "Ll", "Lo")}
        assert scripts <= {script or "LATIN", "HIRAGANA", "KATAKANA"}


@each_row(
    ("part", "standin", "written"),
    [
        (Part(Kind.FAMILY, "doe", "DOE"), "McKenna", "MCKENNA"),
        (Part(Kind.FAMILY, "doe", "doe"), "O'Hara", "o'hara"),
        (Part(Kind.FAMILY, "doe", "Doe"), "McKenna", "McKenna"),
        (Part(Kind.FAMILY, "pena", "Pena"), "Ibáñez", "Ibanez"),
        (Part(Kind.FAMILY, "pena", "Peña"), "Ibáñez", "Ibáñez"),
        (Part(Kind.GIVEN, "john", "Johnny"), "Robert", "Bob"),
        (Part(Kind.GIVEN, "john", "JOHNNY"), "Robert", "BOB"),
        (Part(Kind.GIVEN, "john", "Johnny"), "Otis", "Otis"),
        (Part(Kind.GIVEN, "john", "John"), "Robert", "Robert"),
        (Part(Kind.LETTER, "j", "J"), "R", "R"),
        (Part(Kind.LETTER, "j", "j"), "R", "r"),
        (Part(Kind.FAMILY, "王", "王"), "张", "张"),
    ],
)
def test_stand_ins_are_written_as_the_original_was(part, standin, written):
    assert PEOPLE.render(part, standin) == written


def test_a_household_shares_the_parts_it_shared():
    whole = Mention("Doe, Johnny", Entity.PATIENT)
    pieces = PEOPLE.split(whole, Context())
    assert joined(pieces.items) == whole.value
    assert {(p.kind, p.canonical) for p in pieces.items if isinstance(p, Part)} == {
        (Kind.FAMILY, "doe"), (Kind.GIVEN, "john"),
    }  # fmt: skip


@pytest.mark.parametrize("canonical", ["মুখার্জি", "राठौड़"])
def test_a_script_with_a_letter_or_two_has_stand_ins(canonical):
    """No letter of it may be left that has no other to become: the search would not end."""
    assert candidates(Kind.FAMILY, canonical, k=3)
    assert first(Kind.LETTER, canonical[0], subkind="family") != canonical[0].upper()


@pytest.mark.parametrize("kind", [Kind.GIVEN, Kind.FAMILY])
def test_what_only_texts_name_is_drawn_by_frequency_and_none_twice(kind):
    """The most frequent names of a letter get frequent stand-ins, each another one, whoever else is named."""
    weight = {name.key: name.weight for name in name_pools.names(kind)}
    some = [name.key for name in name_pools.by_initial(kind)["m"] if name.fit and not name.origin][:16]
    shares = []
    for n in range(60):
        got = [first(kind, name, n) for name in some]
        assert len(set(got)) == len(got)
        shares.append(weight[key_of(got[0])])
    frequent = sorted(weight.values(), reverse=True)[200]
    assert sum(share > frequent for share in shares) / len(shares) > 0.25
    assert len(set(shares)) > 15
