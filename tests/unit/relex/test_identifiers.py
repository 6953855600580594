"""Stand-ins for identifiers: the same shape, valid where the original is, and indistinguishable from originals."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Callable

import pytest
from stdnum import imei, luhn
from stdnum.gb import nhs
from stdnum.us import rtn

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, checked_numbers
from redactor.entities import Entity
from redactor.lexicon import check_digits
from redactor.sample import numbers as drawn
from redactor.text import Mention
from relex.generators.identifiers import Identifiers
from relex.identity.people import Context
from relex.parts import Kind, Part, joined
from relex.prf import KeyedChoice
from tests.each_row import each_row
from tests.unit.relex.ngram_auc import auc

NUMBERS = Identifiers()
CHOICE = KeyedChoice(b"k" * 32)


def pieces(value: str, entity: Entity = Entity.ID) -> tuple[str | Part, ...]:
    items = NUMBERS.split(Mention(value, entity), Context()).items
    assert joined(items) == value
    return items


def standin(value: str, entity: Entity = Entity.ID, choice: KeyedChoice = CHOICE) -> str:
    return "".join(
        item if isinstance(item, str) else NUMBERS.render(item, next(NUMBERS.candidates(item, choice)))
        for item in pieces(value, entity)
    )


def shape(value: str) -> str:
    return re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", re.sub(r"[0-9]", "9", value)))


def canonicals(value: str, entity: Entity = Entity.ID) -> list[str]:
    return [item.canonical for item in pieces(value, entity) if isinstance(item, Part)]


@each_row(
    ("one", "other"),
    [("12-345-678", "12345678"), ("ab 12.34", "AB1234"), ("\uff11\uff12\uff13\uff14", "1234"),
     ("MRN-0012345", "0012345"), ("mrn# 0012345", "0012345"), ("xxx-xx-1234", "1234"), ("\u2116 77123", "77123"),
     ("\u0661\u0662\u0663\u0664", "1234"), ("1 2\u200b34", "1234")],
)  # fmt: skip
def test_spellings_of_a_number_share_a_stand_in(one: str, other: str) -> None:
    assert canonicals(one) == canonicals(other)
    compact = [re.sub(r"\D", "", _ascii(standin(text))) for text in (one, other)]
    assert compact[0] == compact[1]


def _ascii(text: str) -> str:
    return "".join(str(int(c)) if c.isdecimal() else c for c in text)


def test_a_number_is_the_same_whatever_the_field_calls_it() -> None:
    entities = (Entity.MEDICAL_RECORD_NUMBER, Entity.ID, Entity.FIN, Entity.BANK_ACCOUNT_NUMBER)
    assert len({standin("4711-0815", e) for e in entities}) == 1


def test_label_separators_case_and_script_stay() -> None:
    assert re.fullmatch(r"MRN-00[1-9]\d{4}", standin("MRN-0012345"))
    assert re.fullmatch(r"pt_[1-9]\d{4}", standin("pt_48213"))
    assert re.fullmatch(r"[A-Z]/[A-Z] \d\d", standin("A/B 12"))
    assert re.fullmatch(r"[a-z]{2}-\d[A-Z]", standin("ab-1C"))
    assert re.fullmatch(r"[\uff10-\uff19]{5}", standin("\uff11\uff12\uff13\uff14\uff15"))
    assert re.fullmatch(r"[\u0660-\u0669]{5}", standin("\u0661\u0662\u0663\u0664\u0665"))
    assert re.fullmatch(r"[\u0410-\u042f]\d{4}[\u0430-\u044f]", standin("\u04161234\u0439"))
    assert re.fullmatch(r"\*[1-9]\d{8}\*", standin("*759007277*"))


@pytest.mark.parametrize("value", ["PTERODACTYL-12", "IDAHO 44", "Refsnes 123"])
def test_a_word_that_starts_like_a_label_is_not_a_label(value: str) -> None:
    assert len(pieces(value)) == 1


@each_row(
    ("value", "expected"),
    [("S24-1234", r"[A-Z]2[0-4]-\d{4}"), ("19-CV-01234", r"1[5-9]-CV-0\d{4}"),
     ("CLM-2017-089906", r"CLM-201[5-9]-\d{6}"),
     ("LCSW12345", r"LCSW[1-9]\d{4}"), ("2021-000123", r"202[0-4]-\d{6}"), ("E123456789", r"E[1-9]\d{8}")],
)  # fmt: skip
def test_system_prefixes_inside_numbers_are_preserved(value: str, expected: str) -> None:
    got = {standin(value, choice=CHOICE.derive(str(i))) for i in range(40)}
    assert all(re.fullmatch(expected, one) for one in got)
    assert value not in got and len(got) > 35


def test_letters_without_meaning_are_permuted() -> None:
    assert standin("CV12")[:2] != "CV"
    assert standin("Q123456789")[0] != "Q" or standin("Q923456789")[0] != "Q"


def test_a_licence_plate_has_no_label() -> None:
    assert len(pieces("PT 48213", Entity.VEHICLE_LICENSE_PLATE_US)) == 1
    assert pieces("PT 48213")[0] == "PT "


@each_row("value", ["", " ", "---", "\n"])
def test_values_without_content_are_not_replaced(value: str) -> None:
    assert standin(value) == value


@pytest.mark.parametrize("value", ["\U0001f642", "\U0001f642\U0001f642 \U0001f642", "\u200b\U0001f4a9"])
def test_images_become_a_token(value: str) -> None:
    assert re.fullmatch(r"[A-Z]\d{7}", standin(value))
    assert standin("\U0001f642") != standin("\U0001f643")


def test_symbols_among_letters_are_replaced() -> None:
    assert re.fullmatch(r"[A-Z]\d{5}", standin("\U0001f600A12345"))


def test_ten_kilobytes() -> None:
    value = "A1b2-" * 2_000
    got = standin(value)
    assert shape(got) == shape(value)
    assert sum(a == b for a, b in zip(got, value, strict=True) if a != "-") < 2_500
    other = standin(value[:-1] + "x")
    assert sum(a == b for a, b in zip(got, other, strict=False) if a != "-") < 2_500, "each block hangs on the whole"


@each_row("value", ["7", "x", "42", "ab", "4711", "\u738b\u5c0f\u660e"])
def test_short_values_change(value: str) -> None:
    part = pieces(value)[0]
    assert isinstance(part, Part)
    offers = list(NUMBERS.candidates(part, CHOICE))
    assert part.canonical not in offers
    assert len(offers) > 100
    assert len(set(offers)) > 100


VALID: dict[str, tuple[Callable[[random.Random], str], Callable[[str], bool]]] = {
    "card": (checked_numbers.card, check_digits.card),
    "imei": (lambda rng: _luhn("35" + drawn.random_digits(rng, 12)), imei.is_valid),
    "mrn with a check digit": (lambda rng: _luhn(drawn.random_digits(rng, 6)), luhn.is_valid),
    "npi": (drawn.npi, check_digits.npi),
    "dea": (lambda rng: drawn.dea(rng, "Smith"), lambda v: v[0] in "ABFM" and check_digits.dea(v)),
    "nhs": (checked_numbers.nhs, nhs.is_valid),
    "iban": (checked_numbers.iban, check_digits.iban),
    "routing": (checked_numbers.routing, rtn.is_valid),
    "vin": (drawn.vin, check_digits.vin),
    "mbi": (checked_numbers.mbi, check_digits.mbi),
    "ssn": (lambda rng: f"{rng.randrange(1, 650):03d}-{rng.randrange(1, 99):02d}-{rng.randrange(1, 9999):04d}",
            check_digits.ssn),
    "gtin": (drawn.device_identifier, lambda v: _gtin(v)),
    "uuid": (drawn.random_uuid, lambda v: uuid.UUID(v).version == 4 and uuid.UUID(v).variant == uuid.RFC_4122),
    "bic": (checked_numbers.swift, lambda v: bool(re.fullmatch(r"[A-Z]{4}(US|GB|DE|FR|CH|ES)[A-Z0-9]{2}(...)?", v))),
}  # fmt: skip


def _luhn(body: str) -> str:
    return body + check_digits.luhn_digit(body)


def _gtin(value: str) -> bool:
    return sum(int(c) * (1, 3)[i % 2] for i, c in enumerate(reversed(value))) % 10 == 0


@each_row("sort", sorted(VALID))
def test_valid_numbers_stay_valid_and_do_not_collide(sort: str) -> None:
    make, valid = VALID[sort]
    rng = random.Random(8)
    values = sorted({make(rng) for _ in range(150)})
    assert all(map(valid, values))
    got = [standin(value) for value in values]
    assert all(map(valid, got))
    assert not set(got) & set(values)
    assert len({re.sub(r"\W", "", g) for g in got}) == len({re.sub(r"\W", "", v) for v in values})


@each_row(
    ("body", "valid"),
    [("4111111111111112", check_digits.card), ("1234567894", check_digits.npi), ("AB1234567", check_digits.dea),
     ("1M8GDM9A9KP042788", check_digits.vin), ("DE89370400440532013001", check_digits.iban),
     ("666123456", check_digits.ssn)],
)  # fmt: skip
def test_invalid_numbers_stay_invalid(body: str, valid: Callable[[str], bool]) -> None:
    assert not valid(body)
    assert not any(valid(standin(body, choice=CHOICE.derive(str(i)))) for i in range(60))


def test_the_country_of_an_account_stays() -> None:
    assert standin("DE89 3704 0044 0532 0130 00").startswith("DE")


def test_a_device_label_is_read_by_its_identifiers() -> None:
    got = standin("(01)00614141999996(17)250930(10)A123(21)4711")
    found = re.fullmatch(r"\(01\)(\d{14})\(17\)(\d\d)(\d\d)(\d\d)\(10\)([A-Z]\d{3})\(21\)(\d{4})", got)
    assert found
    assert _gtin(found[1])
    assert 1 <= int(found[3]) <= 12 and 1 <= int(found[4]) <= 28
    assert found[1] == standin("00614141999996"), "the device's number is the same without its label"
    assert found[6] == standin("4711")


def test_four_digits_by_themselves() -> None:
    assert standin("xxx-xx-1234")[:7] == "xxx-xx-"
    assert standin("xxx-xx-1234")[7:] == standin("1234") != "1234"


@each_row(
    "make",
    [lambda rng: drawn.fill_pattern(rng, "#######"), lambda rng: f"{rng.randrange(10**8):08d}", drawn.ssn,
     lambda rng: drawn.fill_pattern(rng, "@@#######"), lambda rng: drawn.random_digits(rng, 6),
     lambda rng: f"{rng.randrange(10**4):04d}", drawn.npi],
)  # fmt: skip
def test_no_two_numbers_share_a_standin(make: Callable[[random.Random], str]) -> None:
    rng = random.Random(5)
    values = {re.sub(r"\W", "", make(rng)) for _ in range(5_000)}
    parts = [Part(Kind.NUMBER, value, value) for value in sorted(values)]
    got = [next(NUMBERS.candidates(part, CHOICE)) for part in parts]
    assert len(set(got)) == len(values)
    assert all(a != part.canonical for a, part in zip(got, parts, strict=True))


def test_another_key_gives_other_numbers() -> None:
    values = [f"{n:08d}" for n in range(12_345_678, 12_345_778)]
    assert sum(standin(v) == standin(v, choice=KeyedChoice(b"other")) for v in values) == 0


DRAWN: dict[str, Callable[[random.Random], str]] = {
    "mrn of digits": lambda rng: drawn.fill_pattern(rng, "########"),
    "mrn with zeros": lambda rng: drawn.fill_pattern(rng, "00######"),
    "mrn with its system's letter": lambda rng: drawn.fill_pattern(rng, "E#########"),
    "mrn with a label": lambda rng: drawn.fill_pattern(rng, "MRN-#######"),
    "mrn with letters": lambda rng: drawn.fill_pattern(rng, "@@######"),
    "account": lambda rng: drawn.random_digits(rng, 9),
    "plan": lambda rng: drawn.fill_pattern(rng, "###########@"),
    "ssn": drawn.ssn,
    "npi": drawn.npi,
    "card": drawn.card_number,
    "vin": drawn.vin,
}


@pytest.mark.slow  # an attack by statistics
@each_row("sort", sorted(DRAWN))
def test_a_leaked_number_does_not_stand_out(sort: str) -> None:
    rng = random.Random(3)
    originals = sorted({DRAWN[sort](rng) for _ in range(1_200)})
    rng.shuffle(originals)
    standins = [standin(value) for value in originals]
    told = auc(originals, standins, 1)
    assert max(told, 1 - told) <= 0.55


def test_every_field_of_the_training_notes_keeps_its_shape() -> None:
    rng = random.Random(2)
    for name in ("mrn", "acct", "plan", "claim", "accession", "serial", "plate", "study", "docid", "passport"):
        for _ in range(40):
            value = Cast(rng, FIELDS).say(f"{{{name}}}").text
            assert shape(standin(value)) == shape(value), name
