"""Any value of any contact detail: everything is replaced, and generic words stay."""

from __future__ import annotations

import re
from itertools import pairwise

from redactor.entities import Entity
from tests.each_row import each_row
from tests.unit.relex.contact_details import ENTITIES, parts, standin


@each_row("entity", ENTITIES)
@each_row("value", ["\U0001f642", "x", "7", "\u738b\u5c0f\u660e", "\u0645\u062d\u0645\u062f", "@@@ :// x"])
def test_every_piece_has_a_stand_in(value: str, entity: Entity) -> None:
    got = standin(value, entity)
    assert got != value and value not in got
    if len(value) > 1:  # a letter may come again elsewhere, a run of two may not
        assert not {a + b for a, b in pairwise(value) if a.isalnum() and b.isalnum()} & {
            a + b for a, b in pairwise(got)
        }


@each_row("entity", ENTITIES)
def test_a_ten_kilobyte_value_is_one_part(entity: Entity) -> None:
    for value in ("A1b2-" * 2_000, "a at " * 2_000, "a.b/@" * 2_000):
        assert len(parts(value, entity)) == 1
        assert standin(value, entity) != value


def test_query_separators_and_words_around_an_address_stay() -> None:
    assert re.fullmatch(r"mailto:[^?]+\?\w+=\w+%20\w+", standin("mailto:x@mgh.org?subject=Jane%20Doe", Entity.EMAIL))
    assert re.fullmatch(r"IP [\d.]+", standin("IP 10.1.2.3", Entity.IP_ADDRESS))
