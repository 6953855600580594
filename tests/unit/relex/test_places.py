"""Stand-ins for addresses and places."""

from __future__ import annotations

import random
import re

import pytest

from redactor.entities import Entity
from redactor.lexicon.places import LISTED_US_POPULATION, STATES, City, cities, zip_starts, zip_starts_of
from redactor.text import Mention
from relex.generators._shared.gazetteer import state_of, town_key, towns
from relex.identity.people import Context
from relex.parts import Kind, Part, joined
from relex.prf import KeyedChoice
from relex.strategy import RuleStrategy
from relex.text_forms import folded
from tests.each_row import each_row
from tests.unit.relex.ngram_auc import auc

RULES = RuleStrategy()
CHOICE = KeyedChoice(b"places")
HOME = Context(states={"springfield": "IL"}, state="IL")


def parts_of(value: str, entity: Entity, context: Context = HOME, **more: str) -> list[Part]:
    pieces = RULES.cluster(Mention(value, entity, parts=tuple(more.items())), context)
    assert joined(pieces.items) == value
    return [item for item in pieces.items if isinstance(item, Part)]


def replaced(value: str, entity: Entity, context: Context = HOME, choice: KeyedChoice = CHOICE, **more: str) -> str:
    items = RULES.cluster(Mention(value, entity, parts=tuple(more.items())), context).items
    return "".join(
        item if isinstance(item, str) else RULES.render(entity, item, next(RULES.candidates(item, choice)))
        for item in items
    )


def large_us_towns() -> list[City]:
    return [c for c in cities() if c.where[0] != "." and c.population > LISTED_US_POPULATION]


def said(parts: list[Part]) -> list[tuple[Kind, str]]:
    return [(p.kind, p.canonical) for p in parts]


def test_an_address_in_a_text_has_the_parts_of_the_structured_one() -> None:
    whole = said(parts_of("1425 N. Oak Street, Apt 4B\nSpringfield, IL 62704-1234", Entity.ADDRESS, Context()))
    leaves = [
        *parts_of("1425 North OAK St", Entity.STREET, Context()),
        *parts_of("Apt 4B", Entity.STREET, Context()),
        *parts_of("SPRINGFIELD", Entity.CITY, Context(), state="Illinois"),
        *parts_of("62704-1234", Entity.ZIP, Context(), state="IL"),
    ]
    assert whole == said(leaves)
    assert whole == [
        (Kind.HOUSE, "1425"),
        (Kind.STREET, "oak"),
        (Kind.HOUSE, "4b"),
        (Kind.CITY, "springfield|IL"),
        (Kind.ZIP, "62704"),
        (Kind.ZIP, "62704-1234"),
    ]


@each_row(
    ("value", "form"),
    [
        ("1425 N. Oak St, Apt 4B", r"[1-9]\d{3} N\. (?!Oak)[A-Z][\w' ]+ St, Apt [1-9][A-Z]"),
        ("PO Box 123", r"PO Box [1-9]\d\d"),
        ("P.O. Box 77, Dayton, OH 45402", r"P\.O\. Box \d\d, (?!Dayton)[\w' .-]+, OH 4[345]\d{3}"),
        ("W 42nd St", r"W (?!42)\d+(st|nd|rd|th) St"),
        ("Fourth Avenue", r"(?!Fourth)[A-Z][a-z]+ Avenue"),
        ("Avenue B", r"Avenue (?!B)[A-Z]"),
        ("County Road 12", r"County Road (?!12)[1-9]\d"),
        ("5th and Oak", r"(?!5th)\d+(st|nd|rd|th) and (?!Oak)[A-Z][\w' ]+"),
        ("Rue de la Paix 12", r"Rue de la (?!Paix)[\w-]+ (?!12)\d\d"),
        ("Hauptstraße 5", r"(?!Haupt)[\w-]+straße (?!5)\d"),
        ("12 rue de la Paix, 75001 Paris, France", r"\d\d rue de la (?!Paix)[\w-]+, \d{5} (?!Paris)[\w' -]+, France"),
        ("55 Bloor St W, Toronto, ON M4W 1A5", r"\d\d (?!Bloor)\w+ St W, (?!Toronto)[\w .]+, ON M\d[A-Z] \d[A-Z]\d"),
        ("RR 2 Box 33", r"RR [1-9] Box [1-9]\d"),
    ],
)
def test_words_of_kind_and_form_stay(value: str, form: str) -> None:
    assert re.fullmatch(form, replaced(value, Entity.ADDRESS))


def test_an_address_without_commas_is_read_by_its_kinds_and_towns() -> None:
    found = said(parts_of("1425 OAK ST SPRINGFIELD IL 62704", Entity.ADDRESS))
    assert found == [(Kind.HOUSE, "1425"), (Kind.STREET, "oak"), (Kind.CITY, "springfield|IL"), (Kind.ZIP, "62704")]


def test_the_state_of_a_town_comes_from_the_address_then_the_household_then_the_largest_town() -> None:
    assert parts_of("Springfield", Entity.CITY, HOME, state="OH")[0].canonical == "springfield|OH"
    assert parts_of("Springfield, Ohio", Entity.CITY)[0].canonical == "springfield|OH"
    assert parts_of("Springfield", Entity.CITY, Context(states={"Springfield": "MA"}))[0].canonical == "springfield|MA"
    assert parts_of("Peoria", Entity.CITY, Context(state="AZ"))[0].canonical == "peoria|AZ"
    assert parts_of("Springfield", Entity.CITY, Context())[0].canonical == "springfield|MO"
    assert parts_of("Lyon", Entity.CITY)[0].canonical == "lyon|.FR"
    assert parts_of("Nosuchplace", Entity.CITY)[0].canonical == "nosuchplace|IL"


def test_spellings_of_a_town_share_a_stand_in() -> None:
    spelt = ("St. Louis", "Saint Louis", "ST LOUIS", "st.  louis", "City of St. Louis")
    assert {parts_of(v, Entity.CITY, state="MO")[0].canonical for v in spelt} == {"saint louis|MO"}
    assert {replaced(v, Entity.CITY, state="MO").title() for v in spelt[:4]} == {
        replaced(spelt[0], Entity.CITY, state="MO")
    }


@each_row("town", ["springfield|IL", "chicago|IL", "wilmington|DE", "cheyenne|WY", "lyon|.FR"])
def test_a_town_becomes_another_of_its_state(town: str) -> None:
    part = Part(Kind.CITY, town, "")
    where = town.partition("|")[2]
    first = [next(RULES.candidates(part, KeyedChoice(bytes([n])))) for n in range(1, 30)]
    assert all(town_key(name) in towns().bands[where] for name in first)
    assert len(set(first)) > 2
    assert town.partition("|")[0] not in {town_key(name) for name in first}
    assert len(set(RULES.candidates(part, CHOICE))) >= 100


def test_towns_of_one_state_and_size_do_not_share_a_stand_in() -> None:
    band = towns().bands["IL"]
    names = [name for name in list(towns().homes) if name in band and band.place(name)[0] == 4]  # type: ignore[index]
    first = [next(RULES.candidates(Part(Kind.CITY, f"{name}|IL", ""), CHOICE)) for name in names]
    assert len(names) > 20
    assert len(first) - len(set(first)) <= 1  # a stand-in that the permutation leaves in place moves on


def test_zip_codes_keep_their_state_and_differ() -> None:
    codes = [f"{start}{n:02d}" for start in ("606", "627") for n in range(100)]
    parts = [parts_of(code, Entity.ZIP)[0] for code in codes]
    first = [next(RULES.candidates(part, CHOICE)) for part in parts]
    illinois = zip_starts("627")[0]
    assert len(set(first)) == len(first)
    assert all(re.fullmatch(r"\d{5}", code) and code[:3] in illinois for code in first)
    assert not any(a == b for a, b in zip(codes, first, strict=True))


STATES_WITH_ZIPS = [state for state in STATES if zip_starts_of(state)]


@each_row("state", [*STATES_WITH_ZIPS, "AE", "AP", "AA"])
def test_every_zip_stand_in_begins_with_digits_of_its_state(state: str) -> None:
    starts = zip_starts_of(state)
    for start in {starts[0], starts[len(starts) // 2], starts[-1]}:
        for code in (f"{start}00", f"{start}99", f"{start}07-1234", f"{start}071234"):
            for key in range(6):
                got = replaced(code, Entity.ZIP, Context(), KeyedChoice(b"zip%d" % key))
                assert got[:3] in starts and got[:5] != code[:5] and len(got) == len(code)
        if len(starts) > 1:
            areas = {replaced(start, Entity.ZIP, Context(), KeyedChoice(b"area%d" % key)) for key in range(6)}
            assert areas <= set(starts) - {start}


@each_row("code", ["00000", "62704", "00112", "34399"])
def test_a_zip_code_gets_digits_of_the_state_beside_it(code: str) -> None:
    for key in range(6):
        choice = KeyedChoice(b"none%d" % key)
        for state in ("KS", "RI", "Guam", "Calif."):
            starts = zip_starts_of(state_of(state))
            assert replaced(code, Entity.ZIP, Context(), choice, state=state, postalCode=code)[:3] in starts
            home = Context(states={code: state}, state=state)
            assert replaced(code, Entity.ZIP, home, choice)[:3] in starts
            assert replaced(f"{state} {code}", Entity.ZIP, Context(), choice).removeprefix(f"{state} ")[:3] in starts
        address = replaced(f"12 Elm St, Topeka, KS {code}", Entity.ADDRESS, Context(), choice)
        assert address.rpartition("KS ")[2][:3] in zip_starts_of("KS")
        assert address.endswith(replaced(code, Entity.ZIP, Context(states={code: "KS"}), choice))


def test_areas_of_a_state_with_one_have_a_stand_in_too() -> None:
    for area in ("969", "008"):
        assert re.fullmatch(r"\d{3}", got := replaced(area, Entity.ZIP)) and got != area


def test_house_numbers_keep_their_length_and_differ() -> None:
    parts = [parts_of(f"{n} Oak St", Entity.STREET)[0] for n in range(100, 1000)]
    first = [next(RULES.candidates(part, CHOICE)) for part in parts]
    assert len(set(first)) == 900
    assert all(len(number) == 3 and number[0] != "0" for number in first)
    assert len(set(RULES.candidates(Part(Kind.HOUSE, "5", "5"), CHOICE))) >= 100


def test_states_and_countries_that_stand_alone_keep_their_form() -> None:
    assert re.fullmatch(r"(?!IL)[A-Z]{2}", replaced("IL", Entity.STATE))
    full = replaced("Illinois", Entity.STATE)
    assert full != "Illinois" and len(full) > 3
    assert replaced("ILLINOIS", Entity.STATE) == full.upper()
    assert re.fullmatch(r"(?!US)[A-Z]{2}", replaced("USA", Entity.COUNTRY))
    assert folded(replaced("Mexico", Entity.COUNTRY)) != "mexico"


def test_counties_keep_their_kind_and_state() -> None:
    (part,) = parts_of("Sangamon County", Entity.COUNTY)
    assert part.canonical == "sangamon|IL" == parts_of("sangamon", Entity.COUNTY)[0].canonical
    assert replaced("SANGAMON COUNTY", Entity.COUNTY).endswith(" COUNTY")
    assert parts_of("Co. Mayo", Entity.COUNTY)[0].surface == "Mayo"


@each_row(
    ("value", "form"),
    [
        ("Room 12", r"Room (?!12)\d\d"),
        ("Boston Common", r"(?!Boston)[\w' -]+ Common"),
        ("Lake Michigan", r"Lake (?!Michigan)[\w' -]+"),
        ("Harbor Trail", r"(?!Harbor)[\w' -]+ Trail"),
        ("I-95", r"I-(?!95)\d\d"),
        ("41.8781, -87.6298", r"\d\d\.\d{4}, -\d\d\.\d{4}"),
        ("the North Shore", r"the (?!North Shore)[\w' -]+"),
    ],
)
def test_places_keep_their_kind(value: str, form: str) -> None:
    assert re.fullmatch(form, replaced(value, Entity.LOCATION))


def test_a_town_by_another_label_is_the_same_town() -> None:
    assert parts_of("Springfield", Entity.LOCATION) == parts_of("Springfield", Entity.CITY)


def test_stand_ins_follow_from_the_key_alone() -> None:
    value = "1425 Oak St, Springfield, IL 62704"
    assert replaced(value, Entity.ADDRESS) == replaced(value, Entity.ADDRESS, choice=KeyedChoice(b"places"))
    assert replaced(value, Entity.ADDRESS) != replaced(value, Entity.ADDRESS, choice=KeyedChoice(b"others"))


def test_towns_drawn_by_population_are_hard_to_tell_from_their_stand_ins() -> None:
    """The aim of 0.55 is missed: each state has one largest town, whose stand-in is a smaller one."""
    rows = large_us_towns()
    drawn = random.Random(5).choices(rows, [r.population for r in rows], k=1500)
    first = [
        replaced(r.name, Entity.CITY, Context(), KeyedChoice((n // 4).to_bytes(4, "big")), state=r.where)
        for n, r in enumerate(drawn)
    ]
    assert auc([r.name for r in drawn], first, 1) <= 0.62


def test_streets_are_hard_to_tell_from_their_stand_ins() -> None:
    from faker import Faker

    fake = Faker("en_US")
    fake.seed_instance(6)
    drawn = [fake.street_name() for _ in range(1500)]
    first = [
        replaced(v, Entity.STREET, Context(), KeyedChoice((n // 4).to_bytes(4, "big"))) for n, v in enumerate(drawn)
    ]
    assert auc(drawn, first, 1) <= 0.62
    assert auc(drawn, [v.upper() for v in drawn], 1) > 0.9  # the classifier works


@pytest.mark.parametrize(
    "value", ["41.8781° N, 87.6298° W", "home at 41.8781, -87.6298 near Elm", "(41.8781,-87.6298)"]
)
def test_coordinates_are_replaced_in_any_context(value: str) -> None:
    written = replaced(value, Entity.LOCATION)
    assert not {"41.8781", "87.6298", "Elm"} & set(re.findall(r"[A-Za-z]+|[0-9.]+", written))
    assert [c for c in written if not c.isalnum()] == [c for c in value if not c.isalnum()]


@pytest.mark.parametrize("value", ["IL 62704", "zip 62704", "ZIP code: 62704"])
def test_words_before_a_post_code_stay(value: str) -> None:
    assert replaced(value, Entity.ZIP) == value.replace("62704", replaced("62704", Entity.ZIP))


@each_row(
    ("value", "entity"),
    [
        ("Springfield IL", Entity.CITY),
        ("Springfield Illinois", Entity.ADDRESS),
        ("Springfield", Entity.ADDRESS),
        ("12 Elm St Springfield IL", Entity.STREET),
        ("12 Elm St Springfield Illinois 62704", Entity.ADDRESS),
        ("12 Elm St. Apt 4B Springfield Illinois 62704", Entity.ADDRESS),
        ("from Springfield", Entity.CITY),
        ("Springfield area", Entity.CITY),
    ],
)
def test_a_town_is_recognised_without_commas(value: str, entity: Entity) -> None:
    assert (Kind.CITY, "springfield|IL") in said(parts_of(value, entity))


@pytest.mark.parametrize("value", ["5 Lincoln CT", "5 LINCOLN CT", "12 Elm St NE"])
def test_street_types_and_directions_are_not_states(value: str) -> None:
    assert Kind.CITY not in {part.kind for part in parts_of(value, Entity.ADDRESS)}


@pytest.mark.parametrize(
    ("value", "entity"),
    [
        ("12 Elm St, Peoria County, IL", Entity.ADDRESS),
        ("Peoria County", Entity.CITY),
        ("Peoria County", Entity.COUNTY),
    ],
)
def test_a_county_in_a_city_field_is_a_county(value: str, entity: Entity) -> None:
    assert said(parts_of(value, entity))[-1] == (Kind.COUNTY, "peoria|IL")


def test_words_of_roads_boxes_and_care_stay() -> None:
    assert re.fullmatch(r"I-\d+ exit \d+", replaced("I-95 exit 12", Entity.STREET))
    assert re.fullmatch(r"\d+ \w+ St\. PO Box \d+", replaced("12 Elm St. PO Box 991", Entity.STREET))
    assert re.fullmatch(r"\d+ \w+ St Apt \d+\w PO Box \d+", replaced("12 Elm St Apt 4B PO Box 9", Entity.STREET))
    assert replaced("c/o Jane Doe", Entity.STREET).startswith("c/o ")


def test_a_sign_after_a_house_number_is_written_once() -> None:
    assert re.fullmatch(r"\d+° \w+ St", replaced("12° Elm St", Entity.STREET))


@each_row(
    ("value", "form"),
    [
        ("100 State Street, Albany, NY 12207", r"\d{3} (?!State)[\w' ]+ Street, (?!Albany)[\w' .-]+, NY 1\d{4}"),
        ("1 Market St", r"\d (?!Market)[\w' ]+ St"),
        ("1400 I Street NW", r"\d{4} (?!I )[A-Z] Street NW"),
        ("12 Old Ranch Road", r"\d\d (?!Old Ranch)[\w' ]+ Road"),
        ("12 Farm Lane", r"\d\d (?!Farm)[\w' ]+ Lane"),
        ("Avenue Road", r"(?!Avenue)[\w' ]+ Road"),
        ("Old Mill", r"(?!Old)[\w' ]+ Mill"),
        ("Main Street", r"(?!Main)[\w' ]+ Street"),
        ("North Street 12", r"(?!North)[\w' ]+ Street \d\d"),
        ("State Street 12", r"(?!State)[\w' ]+ Street \d\d"),
        ("Old Ranch Road 12", r"(?!Old Ranch)[\w' ]+ Road \d\d"),
        ("State Route 9", r"State Route (?!9)\d"),
        ("1200 Old State Highway 12 West", r"\d{4} Old State Highway (?!12)\d\d West"),
        ("Farm to Market Road 1960", r"Farm to Market Road (?!1960)\d{4}"),
        ("Lot 7 Lake Forest Village", r"Lot \d (?!Lake Forest)[\w' ]+ Village"),
        ("Unit 5 Lake Park Manor", r"Unit \d (?!Lake Park)[\w' ]+ Manor"),
        ("12 Elm St Apt 4 Garden Level", r"\d\d \w+ St Apt \d Garden Level"),
    ],
)
def test_a_generic_street_name_is_a_name_and_a_numbered_route_is_not(value: str, form: str) -> None:
    assert re.fullmatch(form, replaced(value, Entity.ADDRESS))


@each_row(
    "name", [f"{a} {b}" for a in ("State", "Market", "Church", "Farm", "Old", "Mill") for b in ("St", "Road", "Lane")]
)
def test_generic_street_names_are_replaced(name: str) -> None:
    for value in (name, f"12 {name}", f"12 {name} Apt 4", f"12 {name}, Albany, NY 12207"):
        assert any(part.surface in name for part in parts_of(value, Entity.STREET) if part.kind is Kind.STREET)


@each_row(
    ("value", "towns_in_it"),
    [
        ("Mobile", ["mobile|AL"]),
        ("mobile", ["mobile|AL"]),
        ("National City", ["national city|CA"]),
        ("Lake Forest IL", ["lake forest|IL"]),
        ("Mobile Alabama", ["mobile|AL"]),
        ("Abbeville South Carolina", ["abbeville|SC"]),
        ("Ainsworth NE", ["ainsworth|NE"]),
        ("Lake Forest IL 60045", ["lake forest|IL"]),
        ("from Peoria", ["peoria|IL"]),
        ("near Country Club Hills", ["country club hills|IL"]),
        ("City of Mobile", ["mobile|AL"]),
        ("Mobile; Speedway", ["mobile|AL", "speedway|IN"]),
        ("National City Library", ["national city|CA"]),
        ("the airport", []),
        ("airport", []),
        ("Mobile Home Park", []),
        ("Lake Michigan", []),
    ],
)
def test_a_town_of_generic_words_is_a_town(value: str, towns_in_it: list[str]) -> None:
    found = parts_of(value, Entity.LOCATION)
    assert [part.canonical for part in found if part.kind is Kind.CITY] == towns_in_it


def test_towns_are_replaced_and_the_state_after_one_stays() -> None:
    rows = [r for r in large_us_towns() if town_key(r.name) in towns().bands[r.where]]
    seen = [(r.name, r.where) for r in rows if r.name.replace(" ", "").isalpha()][::3]
    assert len(seen) > 500
    for name, state in seen:
        for value in (f"{name} {state}", f"{name}, {state}"):
            assert [part.surface for part in parts_of(value, Entity.LOCATION)] == [name], value


@each_row(
    ("value", "town"),
    [
        ("12 Elm St, Lebanon", "Lebanon"),
        ("12 Elm St, Apt 4, Lebanon", "Lebanon"),
        ("12 Elm St\nNew York", "New York"),
        ("12 Elm St, Beirut, Lebanon", "Beirut"),
        ("12 Elm St, 75001 Paris, France", "Paris"),
        ("12 Elm St, Peoria, Illinois", "Peoria"),
        ("12 Elm St, Lebanon, PA", "Lebanon"),
    ],
)
def test_a_town_after_a_street_is_not_a_country(value: str, town: str) -> None:
    assert [part.surface for part in parts_of(value, Entity.ADDRESS) if part.kind is Kind.CITY] == [town]


def test_a_bare_number_before_a_country_is_a_house() -> None:
    assert said(parts_of("12 Jordan", Entity.ADDRESS))[-1] == (Kind.STREET, "jordan")
