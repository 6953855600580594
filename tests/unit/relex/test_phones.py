"""Stand-ins for telephone and fax numbers: fictitious, consistent, in the spelling found."""

from __future__ import annotations

import re

from redactor.entities import Entity
from redactor.lexicon.area_codes import like
from relex.parts import Kind, Part
from tests.each_row import each_row
from tests.unit.relex.contact_details import CHOICE, RULES, parts, phone, standin


@each_row(
    "value",
    ["(617) 734-1234", "617-734-1234", "617.734.1234", "6177341234", "+1 617 734 1234", "1-617-734-1234",
     "+16177341234", "001-617-734-1234", "617/734-1234", "617\u2013734\u20131234", "\u0666\u0661\u0667 7341234"],
)  # fmt: skip
def test_spellings_of_a_number_share_a_stand_in(value: str) -> None:
    assert parts(value, Entity.TELEPHONE_NUMBER) == [("phone", "6177341234")]
    got = "".join(str(int(c)) for c in phone(value) if c.isdecimal())[-10:]
    assert re.fullmatch(r"(339|351|413|508|774|781|857|978)55501\d\d", got)
    assert re.sub(r"\d", "9", phone(value)) == re.sub(r"\d", "9", value)


def test_seven_digits_agree_with_ten() -> None:
    assert phone("734-1234") == phone("(617) 734-1234")[-8:]


# Montana has one area code: those of its region count.
MOUNTAINS = r"(208|303|307|385|406|435|480|505|520|575|602|623|702|719|720|725|775|801|928|970|983|986)-555-01\d\d"


@each_row(
    ("value", "shape"),
    [("1-800-FLOWERS", r"1-8(33|44|55|66|77|88)-55501\d\d"), ("1-877-MED-1234", r"1-8\d\d-555-01\d\d"),
     ("+44 (0)20 7123 4567", r"\+44 \(0\)20 7946 0\d{3}"), ("+447911123456", r"\+447700900\d{3}"),
     ("07911 123456", r"07700 900\d{3}"), ("0044 20 7123 4567", r"0044 20 7946 0\d{3}"),
     ("+61 412 345 678", r"\+61 491 570 \d{3}"), ("06 12 34 56 78", r"06 39 98 \d\d \d\d"),
     ("+52 55 1234 5678", r"\+52 [1-9]\d \d555 \d{4}"), ("406-222-3333", MOUNTAINS),
     ("617.734.1234 x12", r"\d{3}\.555\.01\d\d x\d\d"), ("617-734-1234, ext. 4567", r"\d{3}-555-01\d\d, ext. \d{4}"),
     ("617-734-1234 4567", r"\d{3}-555-01\d\d \d{4}"), ("x4-5567", r"x\d-\d{4}"), ("p12345", r"p\d{5}"),
     ("cell: 617-734-1234 (home)", r"cell: \d{3}-555-01\d\d \(home\)"),
     ("617-734-1234 or 617-734-9999", r"\d{3}-555-01\d\d or \d{3}-555-01\d\d"), ("", "")],
)  # fmt: skip
def test_stand_ins_are_fictitious_in_the_spelling_found(value: str, shape: str) -> None:
    assert re.fullmatch(shape, phone(value))
    assert value == "" or phone(value) != value


def test_an_extension_is_the_same_after_a_number_and_alone() -> None:
    assert phone("617-734-1234 x4567").endswith(phone("4567"))


def test_a_household_rarely_needs_a_second_choice() -> None:
    numbers = [f"617{734 + i}{1234 + 37 * i}" for i in range(12)]
    firsts = [next(RULES.candidates(Part(Kind.PHONE, n, n), CHOICE)) for n in numbers]
    assert len(set(firsts)) >= 11
    offers = list(RULES.candidates(Part(Kind.PHONE, numbers[0], numbers[0]), CHOICE))
    assert len(offers) == len(set(offers)) >= 100
    assert numbers[0] not in offers


def test_a_fictitious_original_is_replaced_too() -> None:
    own = "4065550123"
    offers = [next(RULES.candidates(Part(Kind.PHONE, own, own), CHOICE.derive(str(i)))) for i in range(400)]
    assert own not in offers


def test_a_site_never_runs_out_of_numbers_and_all_are_nobodys() -> None:
    given: set[str] = set()
    for n in range(5_000):
        own = f"406{2_000_000 + 7 * n}"
        free = (number for number in RULES.candidates(Part(Kind.PHONE, own, own), CHOICE) if number not in given)
        given.add(next(free))
    assert len(given) == 5_000
    assert all(re.fullmatch(r"[2-9]\d\d55501\d\d|[2-9]9\d[2-9]\d{6}", number) for number in given)


def test_area_codes_stay_in_the_state_then_the_region() -> None:
    assert like("617")[0] == ("339", "351", "413", "508", "774", "781", "857", "978")
    assert "203" in like("617")[1]
    assert like("406")[0] == ("406",)
    assert set(like("800")[0]) == {"833", "844", "855", "866", "877", "888"}
    assert len(like("123")[0]) > 300 and "800" not in like("123")[0]


def test_a_number_across_a_line_break_is_the_same_number() -> None:
    told = standin("309-555-8812", Entity.TELEPHONE_NUMBER)
    assert standin("309-555\n8812", Entity.TELEPHONE_NUMBER) == told.replace("-", "\n").replace("\n", "-", 1)
    two = standin("309-555-8812\n309-555-8813", Entity.TELEPHONE_NUMBER)
    assert two.split("\n")[0] == told
