"""Names are split in time that grows with the text, however often one stands in it."""

from __future__ import annotations

import pytest

from redactor.entities import Entity, Role
from redactor.text import KnownValue, Mention
from relex.identity import names
from relex.identity.people import Context
from tests.unit.operations import BOUND, TIMES, growth

JOHN = KnownValue("John Doe", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Doe")))
WILSON = KnownValue("Adam Wilson", Entity.DOCTOR, Role.CLINICIAN, (("given", "Adam"), ("family", "Wilson")))


def _where(*mentions: Mention) -> Context:
    site = names.by_name(names.people_named([WILSON]))
    return Context(household=names.people_named([JOHN]), site=site, record=names.people_in_note(mentions))


@pytest.mark.parametrize("name", ["John Doe ", "Xandrov Doe ", "doejohn "])
def test_a_name_a_thousand_times_is_read_in_linear_time(name: str) -> None:
    def read(text: str) -> None:
        mention = Mention(text, Entity.PERSON, "p1")
        names.split_mention(mention, _where(mention))

    assert growth(read, lambda length: (name * length)[:length].strip(), 1_500) < BOUND


def test_a_note_of_many_people_on_no_list_is_read_in_linear_time() -> None:
    """Each of their names was held against each other name of the note."""

    def read(text: str) -> None:
        mentions = tuple(Mention(line, Entity.PERSON, "p1") for line in text.splitlines())
        where = _where(*mentions)
        for mention in mentions:
            names.split_mention(mention, where)

    def people(length: int) -> str:
        letters = (chr(97 + i // 26 % 26) + chr(97 + i % 26) for i in range(length // 14))
        return "".join(f"Zq{two}vov Xq{two}rr\n" for two in letters)

    read(people(TIMES * 1_400))  # what is remembered of each name
    assert growth(read, people, 1_400) < BOUND
