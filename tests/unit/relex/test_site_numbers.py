"""The site's telephone numbers in charts, and pools behind which a large one follows."""

from __future__ import annotations

from typing import Any, cast

import pytest

from redactor.errors import IndexUnavailableError, NoStandInError
from relex.allocate import Allocator
from relex.generators._shared.place_pieces import pool_then_many
from relex.identity.context import MAX_AVOIDED, ScopeContext
from relex.parts import Kind, Part
from relex.taken import NO_SITE_NUMBERS, site_numbers
from tests.unit.relex.contact_details import CHOICE, CONTEXT


def _phone(number: str, subkind: str = "") -> Part:
    return Part(Kind.PHONE, number, number, subkind)


PLACED = {
    ("phone", "", "4067771000"): "2085550142",
    ("phone", "", "4065552368"): "3075550107",
    ("phone", "", "2085552368"): "4065550119",
    ("phone", "", "+442079460000"): "2079460123",
    ("phone", "ext", "4567"): "9981",
    ("city", "", "butte|MT"): "Helena",
}


def test_a_chart_takes_the_stand_in_of_a_number_that_is_not_its_own() -> None:
    numbers = site_numbers(PLACED)
    assert numbers.standin(_phone("4067771000"), frozenset()) == "2085550142"
    assert numbers.standin(_phone("+442079460000"), frozenset()) == "2079460123"
    assert numbers.standin(_phone("4067771000"), {_phone("4067771000").key}) is None
    assert numbers.standin(_phone("4567", "ext"), frozenset()) is None
    assert numbers.standin(_phone("4061234567"), frozenset()) is None
    assert numbers.standin(Part(Kind.CITY, "butte|MT", "Butte"), frozenset()) is None
    assert NO_SITE_NUMBERS.standin(_phone("4067771000"), frozenset()) is None


def test_seven_digits_are_those_of_the_only_number_that_ends_so() -> None:
    numbers = site_numbers(PLACED)
    assert numbers.standin(_phone("7771000"), frozenset()) == "5550142"
    assert numbers.standin(_phone("5552368"), frozenset()) is None
    assert numbers.standin(_phone("7771000"), {_phone("3077771000").key}) is None


def test_a_site_with_too_many_numbers_is_not_avoided() -> None:
    many = {("phone", "", f"406{n:07d}"): f"208{n:07d}" for n in range(MAX_AVOIDED + 1)}
    assert not site_numbers(many).avoid
    assert len(site_numbers(dict(list(many.items())[1:])).avoid) == MAX_AVOIDED


def test_what_only_texts_have_goes_on_in_the_large_pool() -> None:
    def order(listed: bool, recorded: bool) -> str:
        part = Part(Kind.CITY, "x|MT", "X", recorded=recorded)
        return "".join(pool_then_many(part, iter("abc"), iter("XYZ"), listed=listed))

    assert order(listed=True, recorded=True) == order(listed=False, recorded=True) == "abcXYZ"
    assert order(listed=True, recorded=False) == "aXYZbc"
    assert order(listed=False, recorded=False) == "XYZabc"


@pytest.mark.parametrize(
    ("fault", "tries"), [(NoStandInError("phone"), 1), (IndexUnavailableError("the index is away"), 2)]
)
def test_only_a_site_without_numbers_left_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, tries: int
) -> None:
    called = []

    def place(*args: object, **more: object) -> None:
        called.append(args)
        raise fault

    allocator = Allocator(cast(Any, None), cast(Any, None), cast(Any, None), lambda scope: CHOICE)
    monkeypatch.setattr(allocator, "_look_up_or_create", place)
    site = ScopeContext(None, CONTEXT, (), (_phone("4067771000"),))
    for _ in range(2):
        with pytest.raises(type(fault)):
            allocator.place_site("site", site)
    assert len(called) == tries
